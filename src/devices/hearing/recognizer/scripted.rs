//! A recognizer with a script.

use std::collections::VecDeque;
use std::time::Duration;

use super::{Hypothesis, Recognize, RecognizerError};
use crate::SAMPLE_RATE;

/// A recognizer that takes its results from a script, one line for each pass over samples.
pub(crate) struct ScriptedRecognizer {
    script: VecDeque<Vec<Hypothesis>>,
    lacking: Vec<String>,
    /// Samples of this utterance.
    given: usize,
    is_impatient: bool,
    is_timed: bool,
}

impl ScriptedRecognizer {
    /// Recognizes `lines` in order, then nothing. `|` separates alternatives of equal score.
    pub(crate) fn new(lines: &[&str]) -> Self {
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

    /// Finds the end of the utterance at any time.
    pub(crate) fn impatient(mut self) -> Self {
        self.is_impatient = true;
        self
    }

    /// Gives times: each word lasts all the time.
    pub(crate) fn timed(mut self) -> Self {
        self.is_timed = true;
        self
    }

    /// Reports that the model lacks `words`.
    pub(crate) fn lacking(mut self, words: &[&str]) -> Self {
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

    fn hear_answer(&mut self, _: &[String], _: &[i16]) -> Vec<Hypothesis> {
        self.script.pop_front().unwrap_or_default()
    }

    fn forget(&mut self) {
        self.finish();
    }
}
