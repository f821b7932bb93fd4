//! What the program says. Its own voice comes back to the microphone, and must not answer its questions.

use std::{cell::RefCell, ops::Range, time::Duration};

/// So long a sentence still sounds in the room, and on its way to the speaker and from the microphone.
const TAIL: Duration = Duration::from_millis(500);
/// Nobody says anything longer than this into a sentence, and is understood only then.
const LONGEST: Duration = Duration::from_secs(60);

/// The sentences that sound or sounded just now, in the words of the voice.
#[derive(Debug, Default)]
pub struct OwnWords(RefCell<Vec<OwnSentence>>);

/// The instants are those of the session.
#[derive(Debug)]
struct OwnSentence {
    id: u64,
    words: String,
    /// When it was told, and then when it began to sound.
    began: Duration,
    ended: Option<Duration>,
}

impl OwnWords {
    /// Notes a sentence that is about to be spoken.
    pub fn note(&self, id: u64, words: &str, now: Duration) {
        let mut told = self.0.borrow_mut();
        told.retain(|sentence| sentence.ended.is_none_or(|ended| now < ended + LONGEST));
        told.push(OwnSentence { id, words: words.to_owned(), began: now, ended: None });
    }

    /// Notes that a sentence begins to sound.
    pub fn began(&self, id: u64, now: Duration) {
        self.with(id, |sentence| (sentence.began, sentence.ended) = (now, None));
    }

    /// Notes that a sentence sounds no more, or never will.
    pub fn ended(&self, id: u64, now: Duration) {
        self.with(id, |sentence| sentence.ended = Some(now));
    }

    /// Whether a sentence is such that sounded in these instants.
    pub fn sounded(&self, during: &Range<Duration>, is_such: impl Fn(&str) -> bool) -> bool {
        let sounded = |sentence: &&OwnSentence| {
            sentence.began <= during.end && sentence.ended.is_none_or(|ended| during.start <= ended + TAIL)
        };
        self.0.borrow().iter().filter(sounded).any(|sentence| is_such(&sentence.words))
    }

    fn with(&self, id: u64, change: impl FnOnce(&mut OwnSentence)) {
        if let Some(sentence) = self.0.borrow_mut().iter_mut().find(|sentence| sentence.id == id) {
            change(sentence);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_sounds_meanwhile_is_compared() {
        let second = Duration::from_secs;
        let own = OwnWords::default();
        own.note(1, "eins", second(0));
        own.note(2, "zwei", second(0));
        own.began(1, second(1));
        own.ended(1, second(3));
        own.began(2, second(4));
        let sounded = |words: &str, during: Range<u64>| {
            own.sounded(&(second(during.start)..second(during.end)), |told| told == words)
        };
        assert!(sounded("eins", 1..2) && sounded("eins", 3..5));
        assert!(!sounded("eins", 4..5) && !sounded("zwei", 2..3));
        assert!(sounded("zwei", 3..5) && sounded("zwei", 90..91));
        own.ended(2, second(5));
        assert!(!sounded("zwei", 90..91));
    }
}
