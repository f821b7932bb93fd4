//! Touch-move (FIDE 4.2 to 4.5): what was touched, and which moves it still leaves.

use super::{ArbiterCase, Handler, PendingConfirmation, discretion};
use crate::{
    announce::{Announcement, BoardAnswer, Declaration},
    journal::Entry,
    laws::{Article, Color, Move, Position, Reason, Square, TouchObligation, TouchedPieces, may_act_for},
};

impl Handler<'_> {
    /// "Berührt Eva zwei": `side` has lifted the piece there out of its hole (FIDE D.2.2).
    pub(super) fn report_touch(&mut self, side: Color, square: Square) {
        if side != self.turn() {
            return self.report_earlier_touch(side, square);
        }
        let is_empty = self.record.game().position().board().piece_at(square).is_none();
        if is_empty && !self.record.is_discreet() {
            return self.refuse_illegal(Reason::EmptySquare { square });
        }
        if self.record.touch().is_adjusting() {
            // FIDE 4.2.1: this piece and no other; its player says which.
            if may_act_for(self.origin, side).is_ok() && !is_empty {
                self.write(Entry::Touched { square });
            }
            self.tell(Announcement::Adjusting);
        } else if self.record.touch().touched().contains(&square) || self.said_touched().contains(&square) {
            let piece = discretion::touched(square, &self.record);
            self.tell(Announcement::Touched(square, piece));
        } else {
            self.ask_back(PendingConfirmation::Touch(side, square));
        }
    }

    /// Reports that `side` had touched another piece before its move (FIDE 4.3). The opponent can say so until they touch
    /// a piece (4.8).
    fn report_earlier_touch(&mut self, side: Color, square: Square) {
        let own = self.origin.side().or(self.record.user()) == Some(side);
        let game = self.record.game();
        let Some(ply) = game.moves().len().checked_sub(1).filter(|_| !own) else {
            return self.refuse(Announcement::NotHavingMove(side));
        };
        if self.is_bound_by_touch() {
            return self.refuse(Announcement::ClaimLost);
        }
        if self.record.is_discreet() {
            return self.ask_arbiter(ArbiterCase::TouchedBefore { side, square });
        }
        let (before, made) = (game.position_at(ply), game.moves()[ply]);
        if before.board().piece_at(square).is_none() {
            let last = ply.checked_sub(1).map(|ply| self.move_at(ply));
            self.tell(BoardAnswer::AsOf(last).into());
            return self.refuse_illegal(Reason::EmptySquare { square });
        }
        let mut touch = TouchedPieces::new();
        touch.touch(before, square);
        match touch.obligation(before) {
            TouchObligation::OneOf { moves, .. } if !moves.contains(&made) => {
                self.ask_arbiter(ArbiterCase::TouchedBefore { side, square });
            }
            TouchObligation::Nothing | TouchObligation::OneOf { .. } | TouchObligation::AnyMove { .. } => {
                self.refuse(Declaration::NoFault.into())
            }
        }
    }

    pub(super) fn settle_touch(&mut self, square: Square) {
        self.close_question();
        let is_empty = self.record.game().position().board().piece_at(square).is_none();
        let piece = discretion::touched(square, &self.record);
        let offered = self.record.offer();
        if is_empty && !self.record.is_discreet() {
            return self.refuse_illegal(Reason::EmptySquare { square });
        }
        self.write(Entry::Touched { square });
        if is_empty && offered == Some(!self.turn()) {
            self.write(Entry::DrawDeclined);
        }
        self.tell(Announcement::Touched(square, piece));
        if offered.is_some() && self.record.offer().is_none() {
            self.tell(Announcement::DrawDeclined);
        }
        let is_free = matches!(self.record.owed(), TouchObligation::AnyMove { .. });
        if is_free && !self.record.is_discreet() {
            self.tell(Declaration::TouchedFree.into());
        }
    }

    /// "Ich rücke zurecht".
    pub(super) fn adjust(&mut self, side: Color) {
        if side != self.turn() {
            return self.refuse(Announcement::NotHavingMove(side));
        }
        if !self.record.touch().is_adjusting() {
            self.write(Entry::Adjusting);
        }
        self.tell(Announcement::Adjusting);
    }

    /// Why a legal move must not be played now: another was stated with a wrong claim (FIDE 9.5.3), or another piece was
    /// touched.
    pub(super) fn obligation_against(&self, m: Move) -> Option<Announcement> {
        if let Some(must) = self.record.must_play().filter(|must| *must != m) {
            return Some(Declaration::MustPlay(self.told_owed(must)).into());
        }
        match self.record.owed() {
            TouchObligation::OneOf { moves, because, .. } if !moves.contains(&m) => {
                Some(Declaration::TouchedMust(because).into())
            }
            TouchObligation::Nothing | TouchObligation::OneOf { .. } | TouchObligation::AnyMove { .. } => {
                None
            }
        }
    }

    /// The article of the obligation.
    pub(super) fn article_of_obligation(&self) -> Article {
        let claimed = self.record.must_play().map(|_| Article::CLAIM_WRONG);
        claimed.or_else(|| self.record.owed().article()).unwrap_or(Article::LEGAL)
    }
}
