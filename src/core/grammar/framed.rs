//! The meanings of a whole utterance, without what is passed over in it: hesitations, courtesies, and what a question is
//! put into ("sag mir, wer denn am Zug ist").

use std::ops::RangeBounds;

use super::interpretation::Interpretation;
use super::network::WordId;
use super::{Grammar, Intent, Moment};

/// In words. A shorter question is not looked for between other words.
const FEWEST_ASKED: usize = 2;
/// In words. What is only typed counts if so many are heard, or one so long.
pub(super) const FEWEST_HEARD: usize = 3;
/// In letters.
const FEWEST_LETTERS: usize = 8;

impl Grammar {
    /// Returns the meanings of an utterance as a whole phrase. Words that are ignored together may be part of one: "was war
    /// mein zug".
    pub(super) fn meanings_of(&self, words: &[String], moment: &Moment) -> Vec<Interpretation> {
        let found = self.unframed_meanings(words, moment);
        if found.is_empty() {
            self.framed_question(&self.without_ignored_words(words), moment)
        } else {
            found
        }
    }

    /// Returns the meanings of what was heard: as a whole phrase, else as one that is only typed, if it harms nothing. The
    /// recognizer does not listen for those, so nothing half heard becomes one; shorter ones would be by chance.
    pub(super) fn meanings_heard(&self, words: &[String], moment: &Moment) -> Vec<Interpretation> {
        let found = self.meanings_of(words, moment);
        let kept = self.without_ignored_words(words);
        let letters = || words.iter().map(|word| word.chars().count()).sum::<usize>();
        if !found.is_empty() || kept.len() < FEWEST_HEARD && !(kept.len() == 1 && letters() >= FEWEST_LETTERS)
        {
            return found;
        }
        let mut typed = self.typed_phrases(&kept, moment);
        typed.retain(|meant| meant.intent.is_harmless());
        typed
    }

    /// Returns the meanings of an utterance as a whole phrase that is put into nothing.
    pub(super) fn unframed_meanings(&self, words: &[String], moment: &Moment) -> Vec<Interpretation> {
        let without = self.without_ignored(words);
        let found = self.whole_phrases(&without, moment);
        let kept = self.without_ignored_words(words);
        if found.is_empty() && kept.len() > without.len() { self.whole_phrases(&kept, moment) } else { found }
    }

    /// Returns what the words ask without a frame before it ("sag mir"), and without what changes nothing in it ("denn").
    fn framed_question(&self, words: &[WordId], moment: &Moment) -> Vec<Interpretation> {
        let frame = self.compiled.frames.iter().find(|row| words.starts_with(row)).map_or(0, Vec::len);
        let framed = words[frame..].to_vec();
        let bare: Vec<WordId> =
            framed.iter().copied().filter(|word| !self.compiled.fillers.contains(word)).collect();
        // Fewer words are asked by chance.
        let has_fillers = bare.len() < framed.len() && bare.len() >= FEWEST_ASKED;
        let ways = [(framed, frame > 0), (bare, has_fillers)];
        let mut asked = ways.into_iter().filter(|(_, is_other)| *is_other).map(|(way, _)| {
            let mut asked = self.whole_phrases(&way, moment);
            asked.retain(|meant| matches!(meant.intent, Intent::Ask(_)));
            asked
        });
        asked.find(|asked| !asked.is_empty()).unwrap_or_default()
    }

    /// Returns the words as numbers, without ignored ones.
    pub(super) fn without_ignored(&self, words: &[String]) -> Vec<WordId> {
        self.without_rows(words, 1..)
    }

    /// Returns the words as numbers, without those that are ignored alone.
    pub(super) fn without_ignored_words(&self, words: &[String]) -> Vec<WordId> {
        self.without_rows(words, 1..2)
    }

    /// Returns the words as numbers, without ignored rows of these lengths.
    fn without_rows(&self, words: &[String], lengths: impl RangeBounds<usize>) -> Vec<WordId> {
        let words: Vec<WordId> = words.iter().map(|word| self.compiled.vocabulary.id(word)).collect();
        let (mut kept, mut at) = (Vec::with_capacity(words.len()), 0);
        let ignored = |here: &[WordId]| {
            let mut rows = self.compiled.ignored.iter().filter(|row| lengths.contains(&row.len()));
            rows.find(|row| here.starts_with(row))
        };
        while at < words.len() {
            match ignored(&words[at..]) {
                Some(row) => at += row.len(),
                None => {
                    kept.push(words[at]);
                    at += 1;
                }
            }
        }
        kept
    }
}
