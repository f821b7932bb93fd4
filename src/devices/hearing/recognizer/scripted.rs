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
    /// How many utterances it fails at, when it gets the samples or at the end.
    failing: [usize; 2],
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
            failing: [0; 2],
        }
    }

    /// Fails whenever it gets samples, until so many utterances are over, and then at the end of so many.
    pub(crate) fn failing(mut self, at_samples: usize, at_end: usize) -> Self {
        self.failing = [at_samples, at_end];
        self
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
        if self.failing[0] > 0 { Err(RecognizerError::Failed) } else { Ok(self.is_impatient) }
    }

    fn partial_words(&mut self) -> Vec<String> {
        self.script.front().and_then(|heard| heard.first()).map(|best| best.words.clone()).unwrap_or_default()
    }

    fn finish(&mut self) -> Result<Vec<Hypothesis>, RecognizerError> {
        let given = std::mem::take(&mut self.given);
        if given == 0 {
            return Ok(Vec::new());
        }
        if let Some(left) = self.failing.iter_mut().find(|left| **left > 0) {
            *left -= 1;
            return Err(RecognizerError::Failed);
        }
        let mut hearing = self.script.pop_front().unwrap_or_default();
        for heard in hearing.iter_mut().filter(|_| self.is_timed) {
            let all = Duration::from_secs_f64(given as f64 / f64::from(SAMPLE_RATE));
            heard.times = vec![Duration::ZERO..all; heard.words.len()];
        }
        Ok(hearing)
    }

    fn hear_answer(&mut self, _: &[String], _: &[i16]) -> Vec<Hypothesis> {
        self.script.pop_front().unwrap_or_default()
    }

    fn forget(&mut self) {
        let _ = self.finish();
    }
}
