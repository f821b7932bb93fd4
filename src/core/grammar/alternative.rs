//! The recognizer's hypotheses of an utterance.

use std::{fmt, ops::Range};

/// The recognizer writes this for a word that is in no phrase.
pub(super) const UNKNOWN_WORD: &str = "[unk]";

/// One hypothesis of an utterance.
#[derive(Clone, Debug, PartialEq)]
pub struct Alternative {
    /// The words in lower case; `[unk]` stands for a word that is in no phrase.
    pub words: Vec<String>,
    /// A log-likelihood: greater is better. Scores are comparable only within one hearing.
    pub score: f32,
    /// The words that the speaker said. Words before and after them may be from other people farther away. The range
    /// is empty if all words may be from others.
    pub near: Range<usize>,
    /// The number of the hearing, from 0.
    pub hearing: usize,
    /// Whether nothing but the answers to the open question was listened for in that hearing.
    pub answers_only: bool,
}

impl Alternative {
    /// Returns an alternative whose words are all the speaker's.
    pub fn new(words: Vec<String>, score: f32) -> Self {
        let near = 0..words.len();
        Self { words, score, near, hearing: 0, answers_only: false }
    }

    /// Whether every word is in a phrase.
    pub fn is_known(&self) -> bool {
        self.words.iter().all(|word| word != UNKNOWN_WORD)
    }

    /// Whether a word is somebody's who is farther away.
    pub(super) fn has_far(&self) -> bool {
        self.near != (0..self.words.len())
    }

    /// Whether the speaker said none of the words.
    pub(super) fn is_far(&self) -> bool {
        self.near.is_empty() && self.has_far()
    }

    /// Returns the alternative with only the speaker's words.
    pub fn without_far(&self) -> Self {
        let near = self.words.get(self.near.clone()).unwrap_or_default().to_vec();
        Self { hearing: self.hearing, answers_only: self.answers_only, ..Self::new(near, self.score) }
    }
}

/// Splits the alternatives by hearing.
pub fn hearings(alternatives: &[Alternative]) -> impl Iterator<Item = &[Alternative]> {
    alternatives.chunk_by(|a, b| (a.hearing, a.answers_only) == (b.hearing, b.answers_only))
}

/// Writes the words, with other people's in brackets: "springer felix drei (eins)".
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

/// Returns the alternatives with only the speaker's words, each once in a hearing, with its best score; `None` if all words
/// are the speaker's.
pub(super) fn without_far(alternatives: &[Alternative]) -> Option<Vec<Alternative>> {
    let has_far = alternatives.iter().any(Alternative::has_far);
    has_far.then(|| {
        let mut near: Vec<Alternative> = Vec::with_capacity(alternatives.len());
        for left in alternatives.iter().map(Alternative::without_far) {
            let same = |known: &&mut Alternative| known.hearing == left.hearing && known.words == left.words;
            match near.iter_mut().find(same) {
                Some(known) => known.score = known.score.max(left.score),
                None => near.push(left),
            }
        }
        near
    })
}
