//! What is heard stands in a script.

use std::collections::VecDeque;
use std::time::Duration;

use super::{Hypothesis, Recognize, RecognizerError};
use crate::devices::SAMPLE_RATE;

/// A recognizer that hears what a script says, one line per hearing of an utterance
/// that had samples in it.
pub struct ScriptedRecognizer {
    script: VecDeque<Vec<Hypothesis>>,
    lacking: Vec<String>,
    /// Since the last time, in samples.
    given: usize,
    is_impatient: bool,
    is_timed: bool,
}

impl ScriptedRecognizer {
    /// Hears `lines` in order, then nothing; in each the alternatives, equally likely, are parted by `|`.
    pub fn new(lines: &[&str]) -> Self {
        let heard = |text: &str| Hypothesis::new(text.split_whitespace().map(str::to_owned).collect(), 0.0);
        let hearing =
            |line: &&str| line.split('|').map(heard).filter(|heard| !heard.words.is_empty()).collect();
        Self {
            script: lines.iter().map(hearing).collect(),
            lacking: Vec::new(),
            given: 0,
            is_impatient: false,
            is_timed: false,
        }
    }

    /// Thinks at any time that the utterance is over.
    pub fn impatient(mut self) -> Self {
        self.is_impatient = true;
        self
    }

    /// Says when the words were said: each all the time.
    pub fn timed(mut self) -> Self {
        self.is_timed = true;
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
        self.given += samples.len();
        Ok(self.is_impatient)
    }

    fn partial_words(&mut self) -> Vec<String> {
        self.script.front().and_then(|heard| heard.first()).map(|best| best.words.clone()).unwrap_or_default()
    }

    fn finish(&mut self) -> Vec<Hypothesis> {
        let given = std::mem::take(&mut self.given);
        if given == 0 {
            return Vec::new();
        }
        let mut hearing = self.script.pop_front().unwrap_or_default();
        for heard in hearing.iter_mut().filter(|_| self.is_timed) {
            let all = Duration::from_secs_f64(given as f64 / f64::from(SAMPLE_RATE));
            heard.times = vec![Duration::ZERO..all; heard.words.len()];
        }
        hearing
    }

    fn forget(&mut self) {
        self.finish();
    }
}
