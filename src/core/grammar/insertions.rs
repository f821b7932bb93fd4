//! Finds the move in an utterance with a word or two too many, from a move at the next board or from noise.

use super::interpretation::Interpretation;
use super::network::WordId;
use super::slot::WordClass;
use super::{Expectation, Grammar, Intent, Moment};

/// The classes that an extra word may have. Any other word may be a command, or talk.
const PARTS: [WordClass; 5] =
    [WordClass::Piece, WordClass::File, WordClass::Rank, WordClass::Takes, WordClass::Check];
/// Shorter moves, "eva vier", are often said by chance.
const LEAST: usize = 3;

impl Grammar {
    /// Returns the longest move in `words` if it is legal and more than half of them. The program must ask whether it
    /// was meant. Of several moves of that length it returns the first, and no other may be legal: in "eva zwei eva
    /// vier cesar sechs" the last square of one may be the first of another.
    pub(super) fn without_insertions(&self, words: &[WordId], moment: &Moment) -> Option<Intent> {
        if *moment.expects != Expectation::Move || !words.iter().all(|word| self.is_of_a_move(*word)) {
            return None;
        }
        let starts = (0..words.len()).flat_map(|at| self.leading_phrases(&words[at..], moment));
        let moves: Vec<(usize, Interpretation)> =
            starts.filter(|(_, meant)| meant.is_move() && !meant.is_piece_alone()).collect();
        let longest = moves.iter().map(|(length, _)| *length).max()?;
        let mut longest_moves = moves.iter().filter(|(length, _)| *length == longest).map(|(_, meant)| meant);
        let meant = longest_moves.next()?;
        let is_only = longest_moves.all(|other| other.is_same(meant) || other.is_illegal());
        let is_most = longest >= LEAST && 2 * longest > words.len();
        (is_only && is_most && meant.complete && meant.is_playable()).then(|| meant.intent.clone())
    }

    fn is_of_a_move(&self, word: WordId) -> bool {
        let mut rows = PARTS.iter().filter_map(|class| self.compiled.classes.get(class)).flatten();
        rows.any(|(row, _)| row.contains(&word))
    }
}
