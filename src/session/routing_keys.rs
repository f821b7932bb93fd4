//! Moves by routing keys: the piece is lifted, and put down where the second key is.
//!
//! Nothing of it is spoken: who plays by touch has not asked to hear anything. A lifted piece stays in the
//! hand whatever is told in the meantime, until it is put down or the position is another.

use super::{Effect, Handler, Pattern, Phase};
use crate::{
    announce::Announcement,
    grammar::{Intent, ReviewStep},
    laws::{Attempt, Move, PartialSquare, Position, Square},
};

impl Handler<'_> {
    /// The routing key over a square: first the piece, then where it goes. It may also answer which of several
    /// pieces was meant.
    pub(super) fn press_square(&mut self, square: Square) {
        if !self.describes_position() {
            self.refuse_to_tell();
            return;
        }
        if self.review.is_open() {
            // What lies under the fingers is another board than that of the game.
            return self.review(ReviewStep::End);
        }
        match *self.phase() {
            Phase::Moving | Phase::Confirming { .. } | Phase::Guessing { .. } => {}
            Phase::Choosing { .. } => {
                let answer = Attempt { to: PartialSquare::from(square), ..Attempt::default() };
                return self.handle_intent(Intent::Move(answer), true);
            }
            Phase::Opponent(_)
            | Phase::SettingUp(_)
            | Phase::WhereTo(_)
            | Phase::WhichSide(_)
            | Phase::Deciding(_)
            | Phase::Comparing { .. }
            | Phase::Sealing { .. }
            | Phase::Adjourned
            | Phase::Desk
            | Phase::Lobby
            | Phase::Challenged(_)
            | Phase::Over => return self.not_understood(),
        }
        let position = self.record.game().position();
        // The king onto its rook, as castling is entered in Chess960.
        let castling = position.legal_moves().into_iter().find_map(|m| match m {
            Move::Castle { king, rook } if Some(king) == self.lifted() && rook == square => m.castling_side(),
            Move::Normal { .. } | Move::EnPassant { .. } | Move::Castle { .. } | Move::Put { .. } => None,
        });
        match (self.lifted(), castling) {
            (Some(_), Some(side)) => self.put_down(Attempt::castling(side)),
            (Some(from), _) if from == square => {
                self.session.exploration.put_down();
            }
            _ if position.us().contains(square) => self.session.exploration.lift(square),
            (Some(from), _) => self.put_down(Attempt::squares(from, square)),
            (None, _) => {
                let piece = position.board().piece_at(square).map(|piece| (piece.role, piece.color));
                self.effects.push(Effect::Feel(Pattern::Refuse));
                self.tell(Announcement::SquareHolds(square, piece));
            }
        }
    }

    fn put_down(&mut self, attempt: Attempt) {
        self.session.exploration.put_down();
        self.handle_intent(Intent::Move(attempt), true);
    }

    /// Puts the lifted piece back in its hole. Says whether there was any.
    pub(super) fn put_back(&mut self) -> bool {
        self.session.exploration.put_down().is_some()
    }
}
