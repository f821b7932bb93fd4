//! Boards that differ (FIDE D.2.9): the score is read backwards until the other agrees.
//!
//! Each half-move is asked about; the answer is yes, no, or what the other score has instead. The first yes before one that
//! differs is the last point of agreement. Where the scores end alike it goes on back: they may have parted before.

use std::time::Duration;

use super::{Handler, PendingConfirmation, Phase, Reply};
use crate::{
    announce::{Announcement, BoardAnswer, Declaration},
    grammar::Intent,
    journal::Entry,
    laws::{ByColor, Color, Move, Position, Verdict, judge},
};

impl Handler<'_> {
    pub(super) fn compare_boards(&mut self) {
        let Some(last) = self.record.game().moves().len().checked_sub(1) else {
            return self.tell(Announcement::NoMoveYet);
        };
        self.halt_for_question();
        self.tell(Declaration::Comparing.into());
        self.compare_at(last, None, false);
    }

    fn compare_at(&mut self, ply: usize, other: Option<Move>, parted: bool) {
        self.enter(Phase::Comparing { ply, other, parted });
        self.tell(Declaration::CompareMove(self.move_at(ply)).into());
    }

    /// `other` is what the other score has at the half-move after `ply`, where it was said.
    pub(super) fn handle_comparing(&mut self, intent: Intent, ply: usize, other: Option<Move>, parted: bool) {
        match Reply::from(intent) {
            Reply::Yes => self.agree_at(ply, other, parted),
            Reply::No => self.differ_at(ply, None),
            Reply::Correct => {
                self.close_question();
                self.tell_not_done();
            }
            Reply::Move(attempt) => {
                let game = self.record.game();
                match judge(game.position_at(ply), &attempt) {
                    Verdict::Legal(m) if m == game.moves()[ply] => self.agree_at(ply, other, parted),
                    Verdict::Legal(m) => self.differ_at(ply, Some(m)),
                    Verdict::Illegal(reason) => {
                        let before = ply.checked_sub(1).map(|ply| self.move_at(ply));
                        self.tell(BoardAnswer::AsOf(before).into());
                        self.refuse_illegal(reason);
                    }
                    Verdict::Ambiguous(_) | Verdict::PromotionMissing(_) => {
                        self.refuse(Announcement::Unclear);
                        self.repeat_question();
                    }
                }
            }
            Reply::Other(_) => self.no_answer(),
        }
    }

    fn agree_at(&mut self, ply: usize, other: Option<Move>, parted: bool) {
        match ply.checked_sub(1) {
            _ if parted => self.ask_back(PendingConfirmation::Return { ply: ply + 1, other }),
            Some(before) => self.compare_at(before, None, false),
            None => {
                self.close_question();
                // The board is put right before the arbiter lets the clock run.
                self.session.clocks.forget_question();
                self.tell(Declaration::ScoresAgree.into());
            }
        }
    }

    fn differ_at(&mut self, ply: usize, other: Option<Move>) {
        match ply.checked_sub(1) {
            Some(before) => {
                if let Some(m) = other {
                    let told = self.move_at(ply).instead(m);
                    self.tell(Declaration::OtherScore(told).into());
                }
                self.compare_at(before, other, true);
            }
            None => self.ask_back(PendingConfirmation::Return { ply: 0, other }),
        }
    }

    /// Returns both boards to a position; the clocks get the times they had there, for the arbiter to correct.
    pub(super) fn return_to(&mut self, ply: usize) {
        self.close_question();
        self.session.clocks.forget_question();
        let times = self.times_at(ply);
        self.write(Entry::ReturnedTo { ply });
        if let Some(times) = times {
            self.set_times(times);
        }
        self.tell(Declaration::Returned(self.turn()).into());
        if let Some(times) = times {
            self.show_clock();
            self.tell(Announcement::Times(times));
        }
    }

    /// The time left to each side when its last of so many half-moves was completed.
    pub(super) fn times_at(&self, ply: usize) -> Option<ByColor<Duration>> {
        let clock = self.record.clock()?;
        let left = |side| self.left_at(side, ply).unwrap_or_else(|| clock.left(side, self.record.at()));
        Some(ByColor::new_with(left))
    }

    /// The same for one side, where it was written down.
    pub(super) fn left_at(&self, side: Color, ply: usize) -> Option<Duration> {
        let first = self.record.clock()?.given(0);
        let own = (0..ply).rev().find(|&n| self.record.game().position_at(n).turn() == side);
        own.map_or(Some(first), |n| self.record.times_left().get(n).copied().flatten())
    }
}
