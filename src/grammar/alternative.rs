//! The recognizer's hypotheses of an utterance.

use std::{fmt, ops::Range};

/// What the recognizer writes for words that are in no phrase.
const UNKNOWN_WORD: &str = "[unk]";

/// One way in which an utterance may be read.
#[derive(Clone, Debug, PartialEq)]
pub struct Alternative {
    /// Lower case. `[unk]` stands where something else was said.
    pub words: Vec<String>,
    /// A log-likelihood, greater is better; comparable only within one hearing.
    pub score: f32,
    /// Which of the words the speaker said; those before and after may be other people's, farther away. None,
    /// where the whole utterance may be.
    pub near: Range<usize>,
    /// Which hearing of the utterance it is of, from 0.
    pub hearing: usize,
}

impl Alternative {
    /// All words are the speaker's.
    pub fn new(words: Vec<String>, score: f32) -> Self {
        let near = 0..words.len();
        Self { words, score, near, hearing: 0 }
    }

    /// Whether all words are of the phrases.
    pub fn is_known(&self) -> bool {
        self.words.iter().all(|word| word != UNKNOWN_WORD)
    }

    fn has_far(&self) -> bool {
        self.near != (0..self.words.len())
    }

    /// Whether the speaker said none of it.
    pub(super) fn is_far(&self) -> bool {
        self.near.is_empty() && self.has_far()
    }

    /// The speaker's words alone.
    pub fn without_far(&self) -> Self {
        let near = self.words.get(self.near.clone()).unwrap_or_default().to_vec();
        Self { hearing: self.hearing, ..Self::new(near, self.score) }
    }
}

/// The alternatives of each hearing of an utterance.
pub fn hearings(alternatives: &[Alternative]) -> impl Iterator<Item = &[Alternative]> {
    alternatives.chunk_by(|a, b| a.hearing == b.hearing)
}

/// The words, other people's in brackets: "springer felix drei (eins)".
impl fmt::Display for Alternative {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (index, word) in self.words.iter().enumerate() {
            let space = if index == 0 { "" } else { " " };
            if self.near.contains(&index) {
                write!(f, "{space}{word}")?;
            } else {
                write!(f, "{space}({word})")?;
            }
        }
        Ok(())
    }
}

/// The speaker's words alone; none where all are the speaker's.
pub(super) fn without_far(alternatives: &[Alternative]) -> Option<Vec<Alternative>> {
    let has_far = alternatives.iter().any(Alternative::has_far);
    has_far.then(|| alternatives.iter().map(Alternative::without_far).collect())
}
