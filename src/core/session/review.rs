//! Review: the game is gone through move by move, and nothing of it changes.
//!
//! Questions about the board are then about the reviewed position, which is said before the first answer. Whatever
//! continues the game ends the review.

use super::{Handler, Phase, Session};
use crate::{
    announce::{BoardAnswer, Declaration, MoveInPosition},
    grammar::{ReviewStep, SideReference, Subject},
    laws::{Chess, Color, Service},
};

/// The review, if one is open.
#[derive(Debug, Default)]
pub(super) struct Review {
    at: Option<Reviewed>,
}

impl Review {
    pub(super) fn is_open(&self) -> bool {
        self.at.is_some()
    }

    pub(super) fn end(&mut self) {
        self.at = None;
    }
}

/// The position that is reviewed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Reviewed {
    /// The half-moves before it.
    ply: usize,
    /// Whether it was said that answers are about it.
    named: bool,
    /// Whether it was reached by the number of a move.
    jumped: bool,
}

impl Session {
    /// The position that is reviewed, else the one on the board.
    pub fn reviewed_position(&self) -> &Chess {
        self.record.game().position_at(self.reviewed_ply())
    }

    pub(super) fn reviewed_ply(&self) -> usize {
        self.review.at.map_or(usize::MAX, |review| review.ply).min(self.record.game().moves().len())
    }
}

impl Handler<'_> {
    /// Goes to another position, where moves may be told (FIDE D.2.10).
    pub(super) fn review(&mut self, step: ReviewStep) {
        let terms = self.terms();
        if !terms.allow(Service::TellMovesAndTimes, self.asked_by_user()) {
            let article = self.refuse_to_tell();
            return self.note_question(format!("review {step}"), article);
        }
        let played = self.record.game().moves().len();
        let now = self.reviewed_ply();
        let ply = match step {
            ReviewStep::End => {
                self.end_review();
                return self.tell(BoardAnswer::ReviewOver.into());
            }
            ReviewStep::Begin | ReviewStep::Last => played,
            ReviewStep::Back => now.saturating_sub(1),
            ReviewStep::On => (now + 1).min(played),
            ReviewStep::First => played.min(1),
            ReviewStep::To { number, by } | ReviewStep::Tell { number, by } => {
                let side = match by {
                    SideReference::Both => Color::White,
                    SideReference::Mine | SideReference::Theirs | SideReference::Of(_) => {
                        self.question_context(Subject::Place).one_side(by)
                    }
                };
                match self.record.ply_of(number, side) {
                    Some(before) if before < played => before + 1,
                    _ => return self.refuse(Declaration::NoSuchMove.into()),
                }
            }
        };
        let named = self.review.at.is_some_and(|review| review.named);
        let jumped = matches!(step, ReviewStep::To { .. } | ReviewStep::Tell { .. });
        if self.review.is_open() || !matches!(step, ReviewStep::Tell { .. }) {
            self.session.review.at = Some(Reviewed { ply, named, jumped });
        }
        self.tell(BoardAnswer::Reviewed(self.move_before(ply)).into());
        self.note_question(format!("review {step}"), None);
    }

    /// Reviews the position after so many half-moves without saying so.
    pub(super) fn review_ply(&mut self, ply: usize) {
        self.session.review.at = Some(Reviewed { ply, named: true, jumped: false });
    }

    /// Says which position the answer is about, where it is not the one on the board: once, but always after a jump, for who
    /// asks what the fifth move was may not know that the next answers are about that place.
    pub(super) fn name_reviewed(&mut self) {
        let ply = self.reviewed_ply();
        if ply < self.record.game().moves().len()
            && let Some(review) =
                self.session.review.at.as_mut().filter(|review| !review.named || review.jumped)
        {
            review.named = true;
            self.tell(BoardAnswer::AsOf(self.move_before(ply)).into());
        }
    }

    /// Ends the review: the game goes on.
    pub(super) fn end_review(&mut self) {
        self.session.review.end();
    }

    /// Whether the game is reviewed and no question is open.
    pub(super) fn is_reviewing(&self) -> bool {
        self.review.is_open() && matches!(*self.phase(), Phase::Moving | Phase::Over)
    }

    /// The last of so many half-moves; none before the first.
    fn move_before(&self, ply: usize) -> Option<MoveInPosition> {
        ply.checked_sub(1).map(|last| self.move_at(last))
    }
}
