//! Words from samples: the trait, with Vosk or a script behind it.

use std::ops::Range;
use std::path::Path;
use std::time::Duration;

use crate::language::Message;

pub use super::model::ModelError;
pub use adapter::Recognizer;
pub use scripted::ScriptedRecognizer;

#[cfg(feature = "vosk")]
#[path = "vosk.rs"]
mod adapter;
#[cfg(not(feature = "vosk"))]
#[path = "no_vosk.rs"]
mod adapter;
mod scripted;

/// What marks a word that is none of the phrases'.
pub const UNKNOWN: &str = "[unk]";

/// One way in which an utterance can have been meant.
#[derive(Debug, Clone, PartialEq)]
pub struct Hypothesis {
    /// The words, lower case; [`UNKNOWN`] stands where something else was said.
    pub words: Vec<String>,
    /// From when to when each was said, counted from the first of the samples; empty where that is not known.
    /// Silence before the first and after the last may be in it.
    pub times: Vec<Range<Duration>>,
    /// Which of the words are the speaker's, as far as their [loudness](super::loudness) tells; all of them,
    /// where nobody has measured it, none, where the whole utterance is somebody else's.
    pub near: Range<usize>,
    /// How well it fits; greater is better. Neither a probability nor comparable
    /// between utterances, only between the alternatives of one hearing.
    pub score: f32,
    /// Which hearing of the utterance it is of, from 0; there are more than one only where the first
    /// [left a doubt](super::speed_perturbation).
    pub pass: usize,
}

impl Hypothesis {
    /// Words of which nothing more is known.
    pub fn new(words: Vec<String>, score: f32) -> Self {
        let near = 0..words.len();
        Self { words, times: Vec::new(), near, score, pass: 0 }
    }

    /// Whether all words are of the phrases.
    pub fn is_known(&self) -> bool {
        self.words.iter().all(|word| word != UNKNOWN)
    }
}

/// A stretch of speech and what it can have been.
#[derive(Debug, Clone, PartialEq)]
pub struct Utterance {
    /// Hearing by hearing, in each the best first and none twice; at least one, none empty.
    pub alternatives: Vec<Hypothesis>,
    /// When it began, as time of the source.
    pub began: Duration,
    /// When its last sound ended, as time of the source.
    pub ended: Duration,
    /// How much of the source had been listened to when it was understood.
    pub listened: Duration,
    /// How long the recognition took, all in all.
    pub decoding: Duration,
    /// Its samples at 16 kHz, where they are kept.
    pub samples: Option<Vec<i16>>,
}

/// Why the recognizer cannot listen.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "recognizer")]
pub enum RecognizerError {
    /// libvosk does not make a recognizer of the model.
    Refused,
    /// libvosk could not go on.
    Failed,
}

/// Turns samples into words.
pub trait Recognize: Send {
    /// Begins afresh, expecting `phrases`; returns the words not met before that it
    /// does not know. Phrases with such words are left out; one that stands there
    /// several times is as much likelier.
    ///
    /// # Errors
    ///
    /// If no recognizer could be made; the one before stays.
    fn expect(&mut self, phrases: &[String]) -> Result<Vec<String>, RecognizerError>;

    /// Takes samples; says whether it thinks that the utterance is over. It goes on
    /// with it all the same until [`finish`](Self::finish).
    ///
    /// # Errors
    ///
    /// If it could not go on; [`finish`](Self::finish) then begins afresh.
    fn accept(&mut self, samples: &[i16]) -> Result<bool, RecognizerError>;

    /// The words that the samples since the last time begin with, as it seems now;
    /// of the last half second some may be missing.
    fn partial_words(&mut self) -> Vec<String>;

    /// What the samples since the last time can have been, best first, and begins
    /// the next utterance. Nothing, if no word was in them.
    fn finish(&mut self) -> Vec<Hypothesis>;

    /// Forgets the samples since the last time, and gives back the memory that they or others took: what they can
    /// have been is not looked for, which of many voices takes longer than hearing them.
    fn forget(&mut self);
}

/// How many alternatives are asked for.
pub const ALTERNATIVES: u16 = 10;

/// Why a phrase cannot be given to libvosk.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "phrase")]
pub enum PhraseError {
    /// A character that crashes libvosk.
    Character {
        /// The phrase.
        #[message(debug)]
        phrase: String,
        /// The character.
        #[message(debug)]
        found: char,
    },
    /// No word at all.
    Empty,
}

/// The words of a phrase, lower case.
///
/// # Errors
///
/// Quotation marks, backslashes and control characters are refused: libvosk takes
/// its phrases as JSON, which the crate does not escape, and crashes on bad JSON.
pub fn words(phrase: &str) -> Result<Vec<String>, PhraseError> {
    let bad = |c: &char| matches!(c, '"' | '\\') || (c.is_control() && !c.is_whitespace());
    if let Some(found) = phrase.chars().find(bad) {
        return Err(PhraseError::Character { phrase: phrase.to_owned(), found });
    }
    let words: Vec<String> = phrase.to_lowercase().split_whitespace().map(str::to_owned).collect();
    if words.is_empty() {
        return Err(PhraseError::Empty);
    }
    Ok(words)
}

/// A loaded speech model, shared by cloning.
#[derive(Clone)]
pub struct Model {
    inner: adapter::VoskModel,
}

impl Model {
    /// Loads the model in `folder`.
    ///
    /// # Errors
    ///
    /// Names what is missing or damaged; see [`super::model::check`].
    pub fn load(folder: &Path) -> Result<Self, ModelError> {
        super::model::check(folder)?;
        Self::load_checked(folder)
    }

    /// Loads a model that has just been [looked over](super::model::check).
    ///
    /// # Errors
    ///
    /// If libvosk refuses it.
    pub fn load_checked(folder: &Path) -> Result<Self, ModelError> {
        Ok(Self { inner: adapter::VoskModel::load(folder)? })
    }

    /// Whether the model can hear `word` (lower case).
    pub fn knows(&self, word: &str) -> bool {
        self.inner.knows(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_is_its_words_in_lower_case() {
        let found = words("  Läufer \t Felix  EINS ");
        assert_eq!(found.unwrap(), ["läufer", "felix", "eins"]);
    }

    #[test]
    fn what_crashes_libvosk_is_refused() {
        for (phrase, expected) in [
            ("bauer \"eva\"", Some('"')),
            ("bauer\\eva", Some('\\')),
            ("bauer\0eva", Some('\0')),
            ("bauer\u{7f}", Some('\u{7f}')),
            ("", None),
            (" \t\n", None),
        ] {
            let error = words(phrase).unwrap_err();
            match (error, expected) {
                (PhraseError::Character { found, .. }, Some(c)) => assert_eq!(found, c),
                (PhraseError::Empty, None) => {}
                (error, _) => panic!("{phrase:?}: {error}"),
            }
        }
    }
}
