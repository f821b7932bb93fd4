//! Words from samples: the trait, Vosk, a script.

use std::collections::VecDeque;
use std::ops::Range;
use std::path::Path;
use std::time::Duration;

pub use super::model::ModelError;

/// What marks a word that is none of the phrases'.
pub const UNKNOWN: &str = "[unk]";

/// One way in which an utterance can have been meant.
#[derive(Debug, Clone, PartialEq)]
pub struct Heard {
    /// The words, lower case; [`UNKNOWN`] stands where something else was said.
    pub words: Vec<String>,
    /// From when to when each was said, counted from the first of the samples; empty where that is not known.
    /// Silence before the first and after the last may be in it.
    pub times: Vec<Range<Duration>>,
    /// Which of the words are the speaker's, as far as their [loudness](super::loudness) tells; all of them,
    /// where nobody has measured it.
    pub near: Range<usize>,
    /// How well it fits; greater is better. Neither a probability nor comparable
    /// between utterances, only between the alternatives of one.
    pub score: f32,
}

impl Heard {
    /// Words of which nothing more is known.
    pub fn new(words: Vec<String>, score: f32) -> Self {
        let near = 0..words.len();
        Self { words, times: Vec::new(), near, score }
    }
}

/// A stretch of speech and what it can have been.
#[derive(Debug, Clone, PartialEq)]
pub struct Utterance {
    /// Best first, at least one, none twice, none empty.
    pub alternatives: Vec<Heard>,
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
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RecognizerError {
    /// libvosk does not make a recognizer of the model.
    #[error("the speech model makes no recognizer: libvosk refuses it")]
    Refused,
    /// libvosk could not go on.
    #[error("the recognizer failed on this utterance")]
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
    fn so_far(&mut self) -> Vec<String>;

    /// What the samples since the last time can have been, best first, and begins
    /// the next utterance. Nothing, if no word was in them.
    fn finish(&mut self) -> Vec<Heard>;
}

/// How many alternatives are asked for.
pub const ALTERNATIVES: u16 = 10;

/// Why a phrase cannot be given to libvosk.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PhraseError {
    /// A character that crashes libvosk.
    #[error("the phrase {phrase:?} has {found:?} in it, words and spaces expected")]
    Character {
        /// The phrase.
        phrase: String,
        /// The character.
        found: char,
    },
    /// No word at all.
    #[error("a phrase without words")]
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
    inner: vosk_adapter::Model,
}

impl Model {
    /// Loads the model in `folder`.
    ///
    /// # Errors
    ///
    /// Names what is missing or damaged; see [`super::model::check`].
    pub fn load(folder: &Path) -> Result<Self, ModelError> {
        Ok(Self { inner: vosk_adapter::Model::load(folder)? })
    }

    /// Whether the model can hear `word` (lower case).
    pub fn knows(&self, word: &str) -> bool {
        self.inner.knows(word)
    }
}

pub use vosk_adapter::Recognizer;

#[cfg(feature = "vosk")]
mod vosk_adapter {
    use std::collections::HashMap;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::path::Path;
    use std::sync::{Arc, Mutex, PoisonError};
    use std::time::Duration;

    use vosk::{Alternative, CompleteResult, DecodingState};

    use super::{ALTERNATIVES, Heard, ModelError, Recognize, RecognizerError, UNKNOWN, words};
    use crate::devices::{SAMPLE_RATE, model};

    /// The crate wants the model mutable merely to look a word up.
    #[derive(Clone)]
    pub struct Model(Arc<Mutex<vosk::Model>>);

    impl Model {
        pub fn load(folder: &Path) -> Result<Self, ModelError> {
            model::check(folder)?;
            vosk::set_log_level(vosk::LogLevel::Error);
            let refused = || ModelError::Refused(folder.to_path_buf());
            let path = folder.to_str().ok_or_else(refused)?;
            let model = vosk::Model::new(path).ok_or_else(refused)?;
            // Some faults (a feature dimension other than the network's) only show
            // when a recognizer is made; that costs half a millisecond.
            vosk::Recognizer::new_with_grammar(&model, SAMPLE_RATE as f32, &[UNKNOWN]).ok_or_else(refused)?;
            Ok(Self(Arc::new(Mutex::new(model))))
        }

        pub fn knows(&self, word: &str) -> bool {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).find_word(word).is_some()
        }
    }

    /// Vosk with a list of phrases and n-best results.
    ///
    /// The phrases are a back-off bigram to Vosk: words of different phrases
    /// recombine, so whoever takes the words must parse them whole.
    pub struct Recognizer {
        model: super::Model,
        inner: vosk::Recognizer,
        phrases: Vec<String>,
        /// Every word met so far, and whether the model knows it.
        known: HashMap<String, bool>,
        /// How many samples `inner` was given, and how many of them before this utterance: it counts on.
        given: u64,
        before: u64,
    }

    impl Recognizer {
        /// Makes a recognizer that expects `phrases`, and names the words that the
        /// model lacks.
        ///
        /// # Errors
        ///
        /// If libvosk refuses the model.
        pub fn new(model: &super::Model, phrases: &[String]) -> Result<(Self, Vec<String>), RecognizerError> {
            let mut recognizer = Self {
                model: model.clone(),
                inner: fresh(&model.inner, &[])?,
                phrases: Vec::new(),
                known: HashMap::new(),
                given: 0,
                before: 0,
            };
            let missing = recognizer.expect(phrases)?;
            Ok((recognizer, missing))
        }

        /// Splits `phrases` (one that stands there twice is twice as likely) into those that can be heard and the newly met words
        /// that cannot.
        fn usable(&mut self, phrases: &[String]) -> (Vec<String>, Vec<String>) {
            let mut usable = Vec::new();
            let mut missing = Vec::new();
            for phrase in phrases {
                // What cannot be a phrase is passed over: it comes from a lexicon
                // that was checked when it was loaded.
                let Ok(words) = words(phrase) else { continue };
                let mut complete = true;
                for word in &words {
                    let known = match self.known.get(word) {
                        Some(&known) => known,
                        None => {
                            let known = self.model.knows(word);
                            self.known.insert(word.clone(), known);
                            if !known {
                                missing.push(word.clone());
                            }
                            known
                        }
                    };
                    complete &= known;
                }
                if complete {
                    usable.push(words.join(" "));
                }
            }
            (usable, missing)
        }

        fn renew(&mut self) {
            if let Ok(inner) = fresh(&self.model.inner, &self.phrases) {
                self.begin(inner);
            }
        }

        fn begin(&mut self, inner: vosk::Recognizer) {
            self.inner = inner;
            self.given = 0;
            self.before = 0;
        }
    }

    impl Recognize for Recognizer {
        fn expect(&mut self, phrases: &[String]) -> Result<Vec<String>, RecognizerError> {
            let (usable, missing) = self.usable(phrases);
            let inner = fresh(&self.model.inner, &usable)?;
            self.begin(inner);
            self.phrases = usable;
            Ok(missing)
        }

        fn accept(&mut self, samples: &[i16]) -> Result<bool, RecognizerError> {
            self.given += samples.len() as u64;
            match self.inner.accept_waveform(samples) {
                Ok(DecodingState::Finalized) => Ok(true),
                Ok(DecodingState::Running) => Ok(false),
                Ok(DecodingState::Failed) | Err(_) => Err(RecognizerError::Failed),
            }
        }

        fn so_far(&mut self) -> Vec<String> {
            let inner = AssertUnwindSafe(&mut self.inner);
            let words = move || {
                let inner = { inner }.0;
                inner.partial_result().partial.split_whitespace().map(str::to_owned).collect()
            };
            catch_unwind(words).unwrap_or_default()
        }

        fn finish(&mut self) -> Vec<Heard> {
            // The crate panics on JSON that it does not expect (an escaped
            // character, a score that is no number): then nothing was heard.
            let inner = AssertUnwindSafe(&mut self.inner);
            let before = self.before as f32 / SAMPLE_RATE as f32;
            self.before = self.given;
            let heard = catch_unwind(move || heard(&{ inner }.0.final_result(), before));
            heard.unwrap_or_else(|_| {
                self.renew();
                Vec::new()
            })
        }
    }

    fn fresh(model: &Model, phrases: &[String]) -> Result<vosk::Recognizer, RecognizerError> {
        let phrases: Vec<&str> = phrases.iter().map(String::as_str).chain([UNKNOWN]).collect();
        let model = model.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut recognizer = vosk::Recognizer::new_with_grammar(&model, SAMPLE_RATE as f32, &phrases)
            .ok_or(RecognizerError::Refused)?;
        recognizer.set_max_alternatives(ALTERNATIVES);
        recognizer.set_words(true);
        Ok(recognizer)
    }

    /// `before`: the seconds that the recognizer had heard before the utterance.
    fn heard(result: &CompleteResult, before: f32) -> Vec<Heard> {
        let all: Vec<Heard> = match result {
            // Without a single frame it forgets that alternatives were asked for.
            CompleteResult::Single(single) => vec![Heard::new(split(single.text), 0.0)],
            CompleteResult::Multiple(multiple) => {
                let second = |at: f32| Duration::try_from_secs_f32(at - before).unwrap_or_default();
                let heard = |alternative: &Alternative| Heard {
                    times: alternative
                        .result
                        .iter()
                        .map(|word| second(word.start)..second(word.end))
                        .collect(),
                    ..Heard::new(split(alternative.text), alternative.confidence)
                };
                multiple.alternatives.iter().map(heard).collect()
            }
        };
        // That nothing was said is an alternative too; when it is the best one, the
        // others are what noise sounds like.
        if all.first().is_none_or(|best| best.words.is_empty()) {
            return Vec::new();
        }
        let mut list: Vec<Heard> = Vec::new();
        for heard in all {
            if !heard.words.is_empty() && list.iter().all(|other| other.words != heard.words) {
                list.push(heard);
            }
        }
        list
    }

    fn split(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }
}

#[cfg(not(feature = "vosk"))]
mod vosk_adapter {
    //! No speech recognition: nothing loads.

    use std::path::Path;

    use super::{Heard, ModelError, Recognize, RecognizerError};

    #[derive(Clone)]
    pub enum Model {}

    impl Model {
        pub fn load(_: &Path) -> Result<Self, ModelError> {
            Err(ModelError::NotBuilt)
        }

        pub fn knows(&self, _: &str) -> bool {
            match *self {}
        }
    }

    /// Vosk, which is not part of this build.
    pub enum Recognizer {}

    impl Recognizer {
        /// Never succeeds: there is no model to make it of.
        ///
        /// # Errors
        ///
        /// Always.
        pub fn new(model: &super::Model, _: &[String]) -> Result<(Self, Vec<String>), RecognizerError> {
            match model.inner {}
        }
    }

    impl Recognize for Recognizer {
        fn expect(&mut self, _: &[String]) -> Result<Vec<String>, RecognizerError> {
            match *self {}
        }

        fn accept(&mut self, _: &[i16]) -> Result<bool, RecognizerError> {
            match *self {}
        }

        fn so_far(&mut self) -> Vec<String> {
            match *self {}
        }

        fn finish(&mut self) -> Vec<Heard> {
            match *self {}
        }
    }
}

/// A recognizer that hears what a script says, one line per utterance that had
/// samples in it.
pub struct ScriptedRecognizer {
    script: VecDeque<Vec<Heard>>,
    lacking: Vec<String>,
    has_samples: bool,
    is_impatient: bool,
}

impl ScriptedRecognizer {
    /// Hears `lines` in order, each as its only alternative, then nothing.
    pub fn new(lines: &[&str]) -> Self {
        let heard = |line: &&str| Heard::new(line.split_whitespace().map(str::to_owned).collect(), 0.0);
        Self {
            script: lines
                .iter()
                .map(heard)
                .map(|heard| if heard.words.is_empty() { Vec::new() } else { vec![heard] })
                .collect(),
            lacking: Vec::new(),
            has_samples: false,
            is_impatient: false,
        }
    }

    /// Thinks at any time that the utterance is over.
    pub fn impatient(mut self) -> Self {
        self.is_impatient = true;
        self
    }

    /// Says that it lacks `words`.
    pub fn lacking(mut self, words: &[&str]) -> Self {
        self.lacking = words.iter().map(|&word| word.to_owned()).collect();
        self
    }
}

impl Recognize for ScriptedRecognizer {
    fn expect(&mut self, _: &[String]) -> Result<Vec<String>, RecognizerError> {
        Ok(std::mem::take(&mut self.lacking))
    }

    fn accept(&mut self, samples: &[i16]) -> Result<bool, RecognizerError> {
        self.has_samples |= !samples.is_empty();
        Ok(self.is_impatient)
    }

    fn so_far(&mut self) -> Vec<String> {
        self.script.front().and_then(|heard| heard.first()).map(|best| best.words.clone()).unwrap_or_default()
    }

    fn finish(&mut self) -> Vec<Heard> {
        if std::mem::take(&mut self.has_samples) {
            self.script.pop_front().unwrap_or_default()
        } else {
            Vec::new()
        }
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
