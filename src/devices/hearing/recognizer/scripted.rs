//! What is heard stands in a script.

use std::collections::VecDeque;

use super::{Heard, Recognize, RecognizerError};

/// A recognizer that hears what a script says, one line per hearing of an utterance
/// that had samples in it.
pub struct ScriptedRecognizer {
    script: VecDeque<Vec<Heard>>,
    lacking: Vec<String>,
    has_samples: bool,
    is_impatient: bool,
}

impl ScriptedRecognizer {
    /// Hears `lines` in order, then nothing; in each the alternatives, equally likely, are parted by `|`.
    pub fn new(lines: &[&str]) -> Self {
        let heard = |text: &str| Heard::new(text.split_whitespace().map(str::to_owned).collect(), 0.0);
        let hearing =
            |line: &&str| line.split('|').map(heard).filter(|heard| !heard.words.is_empty()).collect();
        Self {
            script: lines.iter().map(hearing).collect(),
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

    fn forget(&mut self) {
        self.finish();
    }
}
