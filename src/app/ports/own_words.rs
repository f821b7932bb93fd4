//! What the program said last. Its own voice comes back to the microphone, and must not answer its questions.

use std::{cell::RefCell, collections::VecDeque};

/// An utterance is over by the time so many more sentences are told.
const LATEST: usize = 4;

/// The latest sentences that were told, in the words of the voice.
#[derive(Debug, Default)]
pub struct OwnWords(RefCell<VecDeque<String>>);

impl OwnWords {
    /// Notes a sentence that is about to be spoken.
    pub fn note(&self, words: &str) {
        let mut told = self.0.borrow_mut();
        told.truncate(LATEST - 1);
        told.push_front(words.to_owned());
    }

    /// Whether one of the latest sentences is such.
    pub fn any(&self, is_such: impl Fn(&str) -> bool) -> bool {
        self.0.borrow().iter().any(|told| is_such(told))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_sentences_are_kept() {
        let own = OwnWords::default();
        for said in ["eins", "zwei", "drei", "vier", "fünf"] {
            own.note(said);
        }
        assert!(own.any(|told| told == "zwei"));
        assert!(own.any(|told| told == "fünf"));
        assert!(!own.any(|told| told == "eins"));
    }
}
