//! Vosk, through libvosk.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use vosk::{Alternative, CompleteResult, DecodingState};

use super::{ALTERNATIVES, Hypothesis, ModelError, Recognize, RecognizerError, UNKNOWN, words};
use crate::SAMPLE_RATE;

/// A mutex, since the crate needs the model mutable to look up a word.
#[derive(Clone)]
pub(crate) struct VoskModel(Arc<Mutex<vosk::Model>>);

impl VoskModel {
    pub(crate) fn load(folder: &Path) -> Result<Self, ModelError> {
        vosk::set_log_level(vosk::LogLevel::Error);
        let refused = || ModelError::Refused(folder.to_path_buf());
        let path = folder.to_str().ok_or_else(refused)?;
        let model = vosk::Model::new(path).ok_or_else(refused)?;
        // Some faults (a wrong feature dimension) show only when a recognizer is made, in half a millisecond.
        vosk::Recognizer::new_with_grammar(&model, SAMPLE_RATE as f32, &[UNKNOWN]).ok_or_else(refused)?;
        Ok(Self(Arc::new(Mutex::new(model))))
    }

    pub(crate) fn knows(&self, word: &str) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).find_word(word).is_some()
    }
}

/// A phrase, and how many times it is given. Most are given many times, and kept as long as they are listened for.
type WeighedPhrase = (String, usize);

/// Vosk with a list of phrases and n-best results.
///
/// Vosk makes a back-off bigram of the phrases: words of different phrases recombine, so the result must be parsed as
/// a whole.
pub struct Recognizer {
    model: super::Model,
    inner: vosk::Recognizer,
    phrases: Vec<WeighedPhrase>,
    /// Every word met so far, and whether the model has it.
    known: HashMap<String, bool>,
    /// How many samples `inner` got, in all and before this utterance: Vosk's times count from the first.
    given: u64,
    before: u64,
}

impl Recognizer {
    /// Makes a recognizer for `phrases`; returns the words that the model lacks as well.
    pub fn new(model: &super::Model, phrases: &[String]) -> Result<(Self, Vec<String>), RecognizerError> {
        let mut recognizer = Self {
            model: model.clone(),
            inner: new_recognizer(&model.inner, &[])?,
            phrases: Vec::new(),
            known: HashMap::new(),
            given: 0,
            before: 0,
        };
        let missing = recognizer.expect(phrases)?;
        Ok((recognizer, missing))
    }

    /// Returns the phrases whose words the model has, and newly met words that it lacks.
    fn usable(&mut self, phrases: &[String]) -> (Vec<WeighedPhrase>, Vec<String>) {
        let mut usable = Vec::new();
        let mut missing = Vec::new();
        for repeated in phrases.chunk_by(|one, other| one == other) {
            // Invalid phrases are skipped: the lexicon was checked when it was loaded.
            let Ok(words) = words(&repeated[0]) else { continue };
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
                usable.push((words.join(" "), repeated.len()));
            }
        }
        (usable, missing)
    }

    /// Replaces `inner`, which frees its memory; false if that fails and the old one stays.
    fn renew(&mut self) -> bool {
        new_recognizer(&self.model.inner, &self.phrases).map(|inner| self.begin(inner)).is_ok()
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
        let inner = new_recognizer(&self.model.inner, &usable)?;
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

    fn partial_words(&mut self) -> Vec<String> {
        let inner = AssertUnwindSafe(&mut self.inner);
        let words = move || {
            let inner = { inner }.0;
            split(inner.partial_result().partial)
        };
        catch_unwind(words).unwrap_or_default()
    }

    fn finish(&mut self) -> Result<Vec<Hypothesis>, RecognizerError> {
        // The crate panics on unexpected JSON (an escaped character, a score that is no number).
        let inner = AssertUnwindSafe(&mut self.inner);
        let before = self.before as f32 / SAMPLE_RATE as f32;
        self.before = self.given;
        let heard = catch_unwind(move || heard(&{ inner }.0.final_result(), before));
        if heard.is_err() {
            self.renew();
        }
        heard.map_err(|_| RecognizerError::Failed)
    }

    fn hear_answer(&mut self, answers: &[String], samples: &[i16]) -> Vec<Hypothesis> {
        let (usable, _) = self.usable(answers);
        let Ok(mut inner) = new_recognizer(&self.model.inner, &usable) else { return Vec::new() };
        if !matches!(inner.accept_waveform(samples), Ok(DecodingState::Finalized | DecodingState::Running)) {
            return Vec::new();
        }
        let mut inner = AssertUnwindSafe(inner);
        catch_unwind(move || heard(&inner.final_result(), 0.0)).unwrap_or_default()
    }

    fn forget(&mut self) {
        if !self.renew() {
            // What it heard does not count, nor how that failed.
            let _ = self.finish();
        }
    }
}

fn new_recognizer(model: &VoskModel, phrases: &[WeighedPhrase]) -> Result<vosk::Recognizer, RecognizerError> {
    let phrases = phrases.iter().flat_map(|(phrase, times)| std::iter::repeat_n(phrase.as_str(), *times));
    let phrases: Vec<&str> = phrases.chain([UNKNOWN]).collect();
    let model = model.0.lock().unwrap_or_else(PoisonError::into_inner);
    let mut recognizer = vosk::Recognizer::new_with_grammar(&model, SAMPLE_RATE as f32, &phrases)
        .ok_or(RecognizerError::Refused)?;
    recognizer.set_max_alternatives(ALTERNATIVES);
    recognizer.set_words(true);
    Ok(recognizer)
}

/// Converts a result; `before` is the recognizer's time, in seconds, at the start of the utterance.
fn heard(result: &CompleteResult, before: f32) -> Vec<Hypothesis> {
    let all: Vec<Hypothesis> = match result {
        // Without a single frame Vosk ignores that alternatives were requested.
        CompleteResult::Single(single) => vec![Hypothesis::new(split(single.text), 0.0)],
        CompleteResult::Multiple(multiple) => {
            let second = |at: f32| Duration::try_from_secs_f32(at - before).unwrap_or_default();
            let heard = |alternative: &Alternative| Hypothesis {
                times: alternative.result.iter().map(|word| second(word.start)..second(word.end)).collect(),
                ..Hypothesis::new(split(alternative.text), alternative.confidence)
            };
            multiple.alternatives.iter().map(heard).collect()
        }
    };
    // Silence is an alternative, too; if it is the best, the others are noise.
    if all.first().is_none_or(|best| best.words.is_empty()) {
        return Vec::new();
    }
    let mut list: Vec<Hypothesis> = Vec::new();
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
