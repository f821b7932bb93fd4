//! Moves in the words in which they were said.
//!
//! Check and mate are left out: whether they are true is not told.

use super::{announcer::Announcer, facts::Facts};
use crate::{
    laws::{Attempt, CastlingSide, OpenPart, Role},
    notation::Wording,
};

impl Announcer {
    /// A move as it was said. A pawn's plain move has no piece when it is asked about.
    pub(super) fn said(&self, attempt: &Attempt, is_asked: bool) -> String {
        if self.style.wording == Wording::San {
            return self.said_cells(attempt);
        }
        if let Some(side) = attempt.castling {
            return self.names.castling(side).to_owned();
        }
        let is_plain = !attempt.captures && attempt.promotion.is_none();
        let piece = |role| self.names.piece(role).to_owned();
        let role = attempt.role.filter(|role| *role != Role::Pawn || !is_asked || !is_plain);
        let capture = attempt.captures.then(|| self.names.capture.clone());
        let becomes = attempt.promotion.and(self.names.promotion.clone());
        let en_passant = self.names.en_passant.clone().filter(|_| attempt.en_passant);
        let words = [
            role.map(piece),
            self.part(attempt.from),
            capture,
            attempt.captured.map(piece),
            self.part(attempt.to),
            becomes,
            attempt.promotion.map(piece),
            en_passant,
        ];
        words.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// The same in cells: "Lxd5", "a1-a8".
    pub(super) fn said_cells(&self, attempt: &Attempt) -> String {
        match attempt.castling {
            Some(CastlingSide::KingSide) => return "0-0".to_owned(),
            Some(CastlingSide::QueenSide) => return "0-0-0".to_owned(),
            None => {}
        }
        let piece = attempt.role.map(|role| self.letter(role)).unwrap_or_default();
        let link = match attempt.captures {
            true => "x",
            false if attempt.from.is_any() => "",
            false => "-",
        };
        let captured = attempt.captured.map(|role| self.letter_of_pawn_too(role)).unwrap_or_default();
        let becomes = attempt.promotion.map(|role| self.letter_of_pawn_too(role)).unwrap_or_default();
        let en_passant = if attempt.en_passant { " e.p." } else { "" };
        format!("{piece}{}{link}{captured}{}{becomes}{en_passant}", attempt.from, attempt.to)
    }
}

/// What is asked for, and the targets that answer it.
pub(super) fn open_part(open: &OpenPart, to: &mut Facts<'_>) {
    to.set("open", <&str>::from(open));
}
