//! Moves by routing keys: the piece is lifted, and put down where the second key is.
//!
//! Nothing of it is spoken: a player who plays by touch asks to hear nothing. A lifted piece stays lifted whatever is
//! told meanwhile, until it is put down or the position changes.

use super::{Effect, Handler, Pattern, Phase, Session, Silence};
use crate::{
    announce::Announcement,
    grammar::{Intent, ReviewStep},
    laws::{Attempt, Move, PartialSquare, Position, Role, Square},
};

impl Session {
    /// The move from one square to another. The king onto its rook is castling, as it is entered in Chess960.
    pub fn attempt_between(&self, from: Square, to: Square) -> Attempt {
        let castling = self.record.game().position().legal_moves().into_iter().find_map(|m| match m {
            Move::Castle { king, rook } if king == from && rook == to => m.castling_side(),
            Move::Normal { .. } | Move::EnPassant { .. } | Move::Castle { .. } | Move::Put { .. } => None,
        });
        castling.map_or_else(|| Attempt::squares(from, to), Attempt::castling)
    }
}

impl Handler<'_> {
    /// Handles the routing key over a square: first the piece, then where it goes, or which of several was meant.
    pub(super) fn press_square(&mut self, square: Square) {
        // Also of a board that is not shown a square can be named.
        let is_named = self.asks_for_no_move() && !self.review.is_open();
        if !self.describes_position() && !is_named {
            self.refuse_to_tell();
            return;
        }
        if self.review.is_open() {
            // The display shows another position than that of the game.
            return self.review(ReviewStep::End);
        }
        if matches!(*self.phase(), Phase::Choosing { .. }) {
            let answer = Attempt { to: PartialSquare::from(square), ..Attempt::default() };
            return self.handle_intent(Intent::Move(answer), true);
        }
        if is_named {
            let named = Attempt { role: Some(Role::Pawn), to: square.into(), ..Attempt::default() };
            return self.handle_intent(Intent::Move(named), true);
        }
        if !matches!(
            *self.phase(),
            Phase::Moving | Phase::Confirming { .. } | Phase::Guessing { .. } | Phase::Studying(_)
        ) {
            return self.no_answer();
        }
        let position = self.record.game().position();
        let attempt = self.lifted().map(|from| self.attempt_between(from, square));
        match (self.lifted(), attempt) {
            (Some(_), Some(castling)) if castling.castling.is_some() => self.put_down(castling),
            (Some(from), _) if from == square => {
                self.session.exploration.put_down();
                self.stay_silent(Silence::Felt);
            }
            _ if position.us().contains(square) => {
                self.session.exploration.lift(square);
                self.stay_silent(Silence::Felt);
            }
            (Some(_), Some(attempt)) => self.put_down(attempt),
            (..) => {
                let piece = position.board().piece_at(square).map(|piece| (piece.role, piece.color));
                self.effects.push(Effect::Feel(Pattern::Refuse));
                // The key that repeats is the way back from the board to the line.
                self.effects.push(Effect::Announce(Announcement::SquareHolds(square, piece)));
            }
        }
    }

    fn put_down(&mut self, attempt: Attempt) {
        self.session.exploration.put_down();
        self.handle_intent(Intent::Move(attempt), true);
    }

    /// Puts the lifted piece back. Returns whether there was one.
    pub(super) fn put_back(&mut self) -> bool {
        self.session.exploration.put_down().is_some()
    }
}
