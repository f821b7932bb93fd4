//! Recognizers: the trait, Vosk, and a script.

use std::ops::Range;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::language::Message;

pub use super::model::ModelError;
pub use adapter::Recognizer;
pub use loading::LoadingRecognizer;
#[cfg(test)]
pub(crate) use scripted::ScriptedRecognizer;

#[cfg(feature = "vosk")]
#[path = "vosk.rs"]
mod adapter;
#[cfg(not(feature = "vosk"))]
#[path = "no_vosk.rs"]
mod adapter;
mod loading;
#[cfg(test)]
mod scripted;

/// Stands for a word outside the phrases, as in Vosk.
pub const UNKNOWN: &str = "[unk]";

/// One alternative of an n-best result.
#[derive(Debug, Clone, PartialEq)]
pub struct Hypothesis {
    /// The words, lower case; [`UNKNOWN`] for any other word.
    pub words: Vec<String>,
    /// The time of each word from the first of the samples; empty if not known. Silence before the first and after
    /// the last word may be included.
    pub times: Vec<Range<Duration>>,
    /// The words that are the speaker's, judged by their [loudness](super::loudness): all if it was not measured,
    /// none if the utterance is another person's.
    pub near: Range<usize>,
    /// The score; greater is better. It is no probability, and comparable only within one pass.
    pub score: f32,
    /// The decoding pass, from 0; there are more only if the first [left a doubt](super::speed_perturbation).
    pub pass: usize,
    /// Whether nothing but the [answers](Recognize::hear_answer) to a question was listened for in that pass.
    pub answers_only: bool,
}

impl Hypothesis {
    /// Makes a hypothesis of which only words and score are known.
    pub fn new(words: Vec<String>, score: f32) -> Self {
        let near = 0..words.len();
        Self { words, times: Vec::new(), near, score, pass: 0, answers_only: false }
    }

    /// Whether all words are in the phrases.
    pub fn is_known(&self) -> bool {
        self.words.iter().all(|word| word != UNKNOWN)
    }

    /// Whether all words of the speaker's are in the phrases.
    pub fn is_known_near(&self) -> bool {
        self.words.get(self.near.clone()).is_some_and(|near| near.iter().all(|word| word != UNKNOWN))
    }
}

/// An utterance and its hypotheses.
#[derive(Debug, Clone, PartialEq)]
pub struct Utterance {
    /// The hypotheses of each pass, best first and without repetitions. There is at least one, and none is empty.
    pub alternatives: Vec<Hypothesis>,
    /// When it began, in time of the source. Of what follows a reported part in noise, only the end is known.
    pub began: Duration,
    /// When its last sound ended, in time of the source.
    pub ended: Duration,
    /// When it began, if the source is live.
    pub began_at: Option<Instant>,
    /// How much of the source had been processed when it was recognized.
    pub listened: Duration,
    /// Whether the program spoke meanwhile, and not into headphones: it may be its own voice.
    pub over_own_voice: bool,
    /// The time spent on recognition.
    pub decoding: Duration,
    /// Its samples at 16 kHz, if they are kept.
    pub samples: Option<Vec<i16>>,
}

/// Why the recognizer cannot be made or go on.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "recognizer")]
pub enum RecognizerError {
    /// libvosk does not make a recognizer of the model.
    Refused,
    Failed,
}

/// Turns samples into words.
pub trait Recognize: Send {
    /// Begins afresh with `phrases`; returns newly met words that the model lacks. Phrases with such words are left
    /// out; a phrase that occurs n times is n times as likely.
    ///
    /// # Errors
    ///
    /// If no recognizer could be made; the phrases stay as they were.
    fn expect(&mut self, phrases: &[String]) -> Result<Vec<String>, RecognizerError>;

    /// Takes samples; returns whether it finds the end of the utterance, which only [`finish`](Self::finish) ends.
    ///
    /// # Errors
    ///
    /// If it failed; [`finish`](Self::finish) then begins afresh.
    fn accept(&mut self, samples: &[i16]) -> Result<bool, RecognizerError>;

    /// Returns the partial result for the samples of this utterance; words of the last half second may be missing.
    fn partial_words(&mut self) -> Vec<String>;

    /// Ends the utterance and returns its hypotheses, best first; none if there was no word.
    ///
    /// # Errors
    ///
    /// If it failed; the next utterance begins afresh.
    fn finish(&mut self) -> Result<Vec<Hypothesis>, RecognizerError>;

    /// Returns the hypotheses for `samples` if nothing but one of the `answers` was said, or a word outside the phrases.
    /// The utterance under way goes on.
    fn hear_answer(&mut self, answers: &[String], samples: &[i16]) -> Vec<Hypothesis>;

    /// Drops the utterance and frees the memory of it and earlier ones. The n-best search is skipped: with many
    /// voices it takes longer than decoding.
    fn forget(&mut self);
}

/// How many alternatives are requested.
pub const ALTERNATIVES: u16 = 10;

/// Why a phrase cannot be given to libvosk.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "phrase")]
pub enum PhraseError {
    /// A character that crashes libvosk.
    Character {
        #[message(debug)]
        phrase: String,
        #[message(debug)]
        found: char,
    },
    Empty,
}

/// Returns the words of a phrase, lower case.
///
/// # Errors
///
/// Quotation marks, backslashes and control characters are refused: libvosk takes phrases as JSON, which the crate
/// does not escape, and crashes on bad JSON.
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
    /// Whether this build has Vosk.
    pub const CAN_BE_LOADED: bool = cfg!(feature = "vosk");

    /// Loads the model in `folder`.
    ///
    /// # Errors
    ///
    /// Names what is missing or damaged; see [`super::model::check`].
    pub fn load(folder: &Path) -> Result<Self, ModelError> {
        super::model::check(folder)?;
        Self::load_checked(folder)
    }

    /// Loads a model that has just been [checked](super::model::check).
    pub fn load_checked(folder: &Path) -> Result<Self, ModelError> {
        Ok(Self { inner: adapter::VoskModel::load(folder)? })
    }

    /// Whether the model has `word` (lower case).
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
