//! The game that was played, gone through move by move: nothing of it changes.
//!
//! Questions about the board are then about the position that is looked at, which is said before the first
//! answer. Whatever goes on with the game ends it.

use std::time::Duration;

use super::{Phase, Session};
use crate::{
    announce::{Declaration, Looking, Told},
    grammar::Step,
    laws::{Chess, Color, Service},
};

/// Where somebody looks who goes through the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Review {
    /// After so many half-moves.
    ply: usize,
    /// Whether it was said that answers are about that position.
    named: bool,
}

impl Session {
    /// The position that is looked at: on the board, or a while ago.
    pub fn looked_at(&self) -> &Chess {
        self.record.game().position_at(self.looked_ply())
    }

    pub(super) fn looked_ply(&self) -> usize {
        self.review.map_or(usize::MAX, |review| review.ply).min(self.record.game().moves().len())
    }

    /// Another position was, or is, looked at. Moves are told to whom they may be told (FIDE D.2.10).
    pub(super) fn review(&mut self, step: Step, at: Duration) {
        let terms = self.terms();
        if !terms.allow(Service::TellMovesAndTimes, self.asked_by_user()) {
            let article = self.not_told();
            return self.note_review(step, article, at);
        }
        let played = self.record.game().moves().len();
        let now = self.looked_ply();
        let ply = match step {
            Step::End => {
                self.end_review();
                return self.say(Looking::ReviewOver.into());
            }
            Step::Begin | Step::Last => played,
            Step::Back => now.saturating_sub(1),
            Step::On => (now + 1).min(played),
            Step::First => played.min(1),
            Step::To { number, by } => match self.record.ply_of(number, by.unwrap_or(Color::White)) {
                Some(before) if before < played => before + 1,
                _ => return self.refuse(Declaration::NoSuchMove.into()),
            },
        };
        let named = self.review.is_some_and(|review| review.named);
        self.review = Some(Review { ply, named });
        self.say(Looking::Reviewed(self.told_after(ply)).into());
        self.note_review(step, None, at);
    }

    /// Looks at the position after so many half-moves, and says nothing of it.
    pub(super) fn look_at(&mut self, ply: usize) {
        self.review = Some(Review { ply, named: true });
    }

    /// Says once of which position the answers are that follow, where it is not the one on the board.
    pub(super) fn name_reviewed(&mut self) {
        let ply = self.looked_ply();
        if ply < self.record.game().moves().len()
            && let Some(review) = self.review.as_mut().filter(|review| !review.named)
        {
            review.named = true;
            self.tell(Looking::AsOf(self.told_after(ply)).into());
        }
    }

    /// The game goes on where it is: nobody looks at another position any more.
    pub(super) fn end_review(&mut self) {
        self.review = None;
    }

    /// Whether the game is looked through and nothing else is waited for.
    pub(super) fn is_reviewing(&self) -> bool {
        self.review.is_some() && matches!(self.phase, Phase::Moving | Phase::Over)
    }

    /// The half-move after so many.
    pub(super) fn told_of(&self, ply: usize) -> Told {
        let game = self.record.game();
        Told { before: game.position_at(ply).clone(), m: game.moves()[ply] }
    }

    /// The last of so many half-moves; none before the first.
    fn told_after(&self, ply: usize) -> Option<Told> {
        ply.checked_sub(1).map(|last| self.told_of(last))
    }
}
