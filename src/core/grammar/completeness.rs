//! What a pause after some words means: whether a move has begun or ended, or an answer has, and how to join the rest of
//! a move if that comes later.

use super::answered::ASSENTS;
use super::compile::PhraseStarts;
use super::interpretation::{Interpretation, interpret};
use super::meaning::{MEANINGS, Meaning, Section, Semantics};
use super::network::WordId;
use super::slot::{SlotValues, WordClass};
use super::{Alternative, Expectation, Grammar, Intent, Moment};

/// How complete the move is when the speaker pauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveCompleteness {
    /// The words begin a playable move and make no sense alone, as "springer gustav eins" if that knight can move.
    /// The pause is not the end.
    Incomplete,
    /// The words make sense, and a longer move begins with them.
    Extensible,
    /// The words are a move, and no longer one begins with them. The pause is the end.
    Complete,
    /// No move begins with these words.
    Unknown,
}

impl Grammar {
    /// Returns how complete a move these words are, in any form and with any names.
    pub fn move_completeness(&self, words: &[String], moment: &Moment) -> MoveCompleteness {
        let words = self.without_ignored(words);
        if words.is_empty() || !moment.expects.scope().has_moves() {
            return MoveCompleteness::Unknown;
        }
        let whole_phrases = self.whole_phrases(&words, moment);
        let is_answer = |meant: &Interpretation| moment.expects.is_plainly_answered_by(&meant.intent);
        if moment.expects.is_question() && whole_phrases.iter().any(is_answer) {
            return self.answer_completeness(&words, &whole_phrases, moment);
        }
        let mut sensible =
            whole_phrases.iter().filter(|meant| !meant.is_illegal() && !meant.is_piece_alone()).peekable();
        let makes_sense = sensible.peek().is_some();
        let is_move = sensible.all(|meant| meant.is_playable());
        match (makes_sense, self.has_longer_move(&words, moment)) {
            (true, true) => MoveCompleteness::Extensible,
            (true, false) if is_move => MoveCompleteness::Complete,
            (false, true) => MoveCompleteness::Incomplete,
            _ => MoveCompleteness::Unknown,
        }
    }

    /// Returns how complete an answer is that is always the same. Who says no goes on with what they meant. A phrase that is
    /// said more rarely is waited for only where it answers something else: "stimmt" begins "stimmt nicht", while who says
    /// "ja genau" has said all with "ja". A yes in words that other phrases have too may be a piece of something else:
    /// "richtig, aber".
    fn answer_completeness(
        &self,
        words: &[WordId],
        meant: &[Interpretation],
        moment: &Moment,
    ) -> MoveCompleteness {
        let network = &self.compiled.network;
        let scope = moment.expects.scope();
        let is_no = meant.iter().any(|meant| meant.intent == Intent::No);
        let assents = meant.iter().any(|meant| moment.expects.is_assented_by(&meant.intent));
        let is_its_own =
            |starts: PhraseStarts| starts.spoken().into_iter().any(|start| network.is_phrase(start, words));
        // To accept an offer is no other answer, unless a move is asked about while one stands.
        let has_other_offer = matches!(moment.expects, Expectation::Confirmation { offered: true, .. });
        let says_the_same = |meaning: &Meaning, starts| {
            is_its_own(starts) || assents && !has_other_offer && ASSENTS.contains(&meaning.key)
        };
        let starts = MEANINGS.iter().zip(&self.compiled.starts).filter(|(meaning, _)| scope.has(meaning));
        let mut longer = starts.map(|(meaning, starts)| {
            network.goes_on(starts.usual, words)
                || network.goes_on(starts.rare, words) && !says_the_same(meaning, *starts)
        });
        if is_no
            || longer.any(|goes_on| goes_on)
            || assents && !words.iter().any(|word| self.only_assents(*word))
        {
            MoveCompleteness::Extensible
        } else {
            MoveCompleteness::Complete
        }
    }

    /// Whether no phrase that can be said in a game has the word, but those that assent.
    fn only_assents(&self, word: WordId) -> bool {
        let in_others = self.words_of_others.get_or_init(|| {
            let starts = MEANINGS.iter().zip(&self.compiled.starts);
            let others = starts.filter(|(meaning, _)| {
                !matches!(meaning.section, Section::Desk | Section::Hall) && !ASSENTS.contains(&meaning.key)
            });
            self.compiled.network.words(others.flat_map(|(_, starts)| starts.spoken()))
        });
        !in_others.contains(&word)
    }

    /// Whether a playable move begins with these words and continues.
    fn has_longer_move(&self, words: &[WordId], moment: &Moment) -> bool {
        let scope = moment.expects.scope();
        let starts = MEANINGS.iter().zip(&self.compiled.starts);
        let mut moves =
            starts.filter(|(meaning, _)| matches!(meaning.semantics, Semantics::Move) && scope.has(meaning));
        moves.any(|(_, starts)| {
            self.compiled.network.continued(starts.usual, words).iter().any(|said| is_possible(said, moment))
        })
    }
}

impl Grammar {
    /// Returns the alternatives for speech after the beginning of a move. If it completes that move, the two are
    /// joined. If it is a short move by itself ("felix drei"), both readings are returned, so that the program asks.
    /// Returns `None` if it is something else.
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
                .find(Interpretation::is_playable)
        };
        // While a question is open, the words are its answer.
        let is_free = matches!(moment.expects, Expectation::Move | Expectation::Confirmation { .. });
        let heard = &heard[..heard.partition_point(|alternative| !alternative.answers_only)];
        let first: Vec<&Alternative> = heard.iter().filter(|alternative| alternative.hearing == 0).collect();
        let best = first.first().filter(|best| is_free && best.is_known())?;
        let rest = joined(best);
        if legal(&rest.words).is_some()
            || self.move_completeness(&rest.words, moment) == MoveCompleteness::Incomplete
        {
            return Some(heard.iter().map(joined).collect());
        }
        // Noise is often heard as a file alone; no short move is left over after one.
        legal(&best.words).filter(|meant| begun.len() > 1 && self.is_short(&best.words, meant))?;
        let lower = self.thresholds.rest_alone;
        let alone = first.iter().map(|alone| Alternative { score: alone.score - lower, ..(*alone).clone() });
        Some([rest].into_iter().chain(alone).collect())
    }

    /// Whether a move was said without its piece or both squares, and is not castling.
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

/// Whether some move fits what was said so far.
fn is_possible(said: &SlotValues, moment: &Moment) -> bool {
    interpret(Semantics::Move, said, moment)
        .iter()
        .any(|meant| !meant.is_illegal() && (meant.complete || said.leaves_side_open()))
}
