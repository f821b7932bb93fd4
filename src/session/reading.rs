//! The board under the fingers: one rank on the braille line, and moves by routing keys.
//!
//! Nothing of it is spoken: who reads by touch has not asked to hear anything.

use std::time::Duration;

use super::{Effect, Pattern, Phase, Session};
use crate::{
    announce::Announcement,
    grammar::Intent,
    laws::{Attempt, File, Move, Position, Rank, Service, Square},
};

/// What lies under the fingers, until something else is announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reading {
    rank: Rank,
    /// The piece that shall move.
    picked: Option<Square>,
}

impl Session {
    /// Shows the next rank, `steps` further up the board; at first the user's own.
    pub(super) fn read_rank(&mut self, steps: i32) {
        if !self.terms().allow(Service::DescribePosition, true) {
            return self.tell(Announcement::NotAllowed);
        }
        let rank = match self.reading {
            Some(reading) => reading.rank.offset(steps).unwrap_or(reading.rank),
            None => self.asker().fold_wb(Rank::First, Rank::Eighth),
        };
        let picked = self.reading.and_then(|reading| reading.picked);
        self.read(Reading { rank, picked });
    }

    /// The routing key over a square: first the piece, then where it goes. In a list of squares it brings
    /// the rank under the fingers.
    pub(super) fn pick(&mut self, square: Square, at: Duration) {
        if !self.terms().allow(Service::DescribePosition, true) {
            return self.tell(Announcement::NotAllowed);
        }
        let reading = self.reading.unwrap_or(Reading { rank: square.rank(), picked: None });
        if self.phase != Phase::Moving {
            return self.not_understood();
        }
        let position = self.record.game().position();
        // The king onto his rook, as castling is entered in Chess960.
        let castling = position.legal_moves().into_iter().find_map(|m| match m {
            Move::Castle { king, rook } if Some(king) == reading.picked && rook == square => {
                m.castling_side()
            }
            _ => None,
        });
        match (reading.picked, castling) {
            (Some(_), Some(side)) => self.handle_intent(Intent::Move(Attempt::castling(side)), true, at),
            (Some(from), _) if from == square => self.read(Reading { picked: None, ..reading }),
            _ if position.us().contains(square) => self.read(Reading { picked: Some(square), ..reading }),
            (Some(from), _) => self.handle_intent(Intent::Move(Attempt::squares(from, square)), true, at),
            (None, _) => self.effects.push(Effect::Feel(Pattern::Refuse)),
        }
    }

    /// Puts the picked piece back in its hole; else ends the reading. Says whether there was any.
    pub(super) fn stop_reading(&mut self) -> bool {
        match self.reading.take() {
            Some(reading) if reading.picked.is_some() => self.read(Reading { picked: None, ..reading }),
            // Back to the question, if one is open: it has not been answered by this.
            Some(_) => self.effects.push(Effect::Show(self.standing().unwrap_or(Announcement::NoMoveYet))),
            None => return false,
        }
        true
    }

    fn read(&mut self, reading: Reading) {
        self.reading = Some(reading);
        let board = self.moment().position.board().clone();
        let men = std::array::from_fn(|file| {
            let square = Square::from_coords(File::new(file as u32), reading.rank);
            board.piece_at(square).map(|piece| (piece.role, piece.color))
        });
        let shown = Announcement::Rank { rank: reading.rank, men, picked: reading.picked };
        self.effects.push(Effect::Show(shown));
    }

    /// What is announced lies under the fingers instead.
    pub(super) fn reading_ends(&mut self) {
        if self.effects.iter().any(|effect| matches!(effect, Effect::Announce(_))) {
            self.reading = None;
        }
    }
}
