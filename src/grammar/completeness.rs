//! What a pause means after what was said before it: whether a move has only begun, or has ended; and what it means
//! when its rest comes after all.

use super::interpretation::{Interpretation, interpret};
use super::meaning::{MEANINGS, Semantics};
use super::network::WordId;
use super::slot::{SlotValues, WordClass};
use super::{Alternative, Expectation, Grammar, Intent, Moment};

/// How far somebody who pauses has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveCompleteness {
    /// Of a move that can be played only the beginning was said, which makes no sense alone: "springer gustav eins",
    /// while the knight there can move. A pause here is not the end.
    Incomplete,
    /// It makes sense, and a longer move begins with it.
    Extensible,
    /// It is a move with which no longer one begins: a pause here is the end.
    Complete,
    /// No move begins so.
    Unknown,
}

impl Grammar {
    /// What a pause means after these words, in whatever form and with whatever names a move is said.
    pub fn move_completeness(&self, words: &[String], moment: &Moment) -> MoveCompleteness {
        let words = self.without_ignored(words);
        if words.is_empty() || !moment.expects.scope().has_moves() {
            return MoveCompleteness::Unknown;
        }
        let whole_phrases = self.whole_phrases(&words, moment);
        let mut sensible =
            whole_phrases.iter().filter(|meant| !meant.is_illegal() && !meant.is_piece_alone()).peekable();
        let makes_sense = sensible.peek().is_some();
        let is_move = sensible.all(|meant| meant.legal().is_some());
        match (makes_sense, self.has_longer_move(&words, moment)) {
            (true, true) => MoveCompleteness::Extensible,
            (true, false) if is_move => MoveCompleteness::Complete,
            (false, true) => MoveCompleteness::Incomplete,
            _ => MoveCompleteness::Unknown,
        }
    }

    /// Whether a move that can be played begins with these words and has more.
    fn has_longer_move(&self, words: &[WordId], moment: &Moment) -> bool {
        let scope = moment.expects.scope();
        let starts = MEANINGS.iter().zip(&self.compiled.starts);
        let mut moves =
            starts.filter(|(meaning, _)| matches!(meaning.semantics, Semantics::Move) && scope.has(meaning));
        moves.any(|(_, start)| {
            self.compiled.network.continued(*start, words).iter().any(|said| is_possible(said, moment))
        })
    }
}

/// How much farther below what was said with the beginning than that itself its rest is put, where it alone makes
/// sense: near enough to be asked about, never so near that it is equal.
const REST: f32 = 1.0;

impl Grammar {
    /// What was heard after the beginning of a move, as it is to be understood: the rest of that move, or where it does
    /// not go with it but may be what is left of it ("felix drei"), nothing to be sure of. Nothing, where it is
    /// something else.
    pub fn continuation(
        &self,
        begun: &[String],
        heard: &[Alternative],
        moment: &Moment,
    ) -> Option<Vec<Alternative>> {
        let joined = |rest: &Alternative| {
            let near = if rest.near.is_empty() { 0..0 } else { 0..begun.len() + rest.near.end };
            Alternative { words: [begun, &rest.words].concat(), near, ..rest.clone() }
        };
        let legal = |words: &[String]| {
            self.whole_phrases(&self.without_ignored(words), moment)
                .into_iter()
                .find(|meant| meant.legal().is_some())
        };
        // To a question, the answer is the answer.
        let is_free = matches!(moment.expects, Expectation::Move | Expectation::Confirmation { .. });
        let first: Vec<&Alternative> = heard.iter().filter(|alternative| alternative.hearing == 0).collect();
        let best = first.first().filter(|best| is_free && best.is_known())?;
        let rest = joined(best);
        if legal(&rest.words).is_some()
            || self.move_completeness(&rest.words, moment) == MoveCompleteness::Incomplete
        {
            return Some(heard.iter().map(joined).collect());
        }
        // A file alone is what noise is heard as, and no move is what is left after it.
        legal(&best.words).filter(|meant| begun.len() > 1 && self.is_short(&best.words, meant))?;
        let alone = first.iter().map(|alone| Alternative { score: alone.score - REST, ..(*alone).clone() });
        Some([rest].into_iter().chain(alone).collect())
    }

    /// Whether a move was said by less than its piece, both of its squares, or castling.
    fn is_short(&self, words: &[String], meant: &Interpretation) -> bool {
        let Intent::Move(attempt) = &meant.intent else { return false };
        let names_piece = |word: &String| {
            let word = self.compiled.vocabulary.id(word);
            let mut pieces = self.compiled.classes.get(&WordClass::Piece).into_iter().flatten();
            pieces.any(|(row, _)| row.contains(&word))
        };
        attempt.castling.is_none()
            && attempt.from.square().is_none()
            && !words.first().is_some_and(names_piece)
    }
}

/// Whether there is a move of which this may have been said so far.
fn is_possible(said: &SlotValues, moment: &Moment) -> bool {
    interpret(Semantics::Move, said, moment)
        .iter()
        .any(|meant| !meant.is_illegal() && (meant.complete || said.leaves_side_open()))
}
