//! What a page shows in print: squares, moves and answers, without the cells of a braille code.

use super::{
    Announcement, Audience, Line, MoveDetail, MoveInPosition, Target,
    announcer::{Announcer, capitalized},
    phrase::Phrase,
};
use crate::{
    laws::{CastlingSide, Piece, Position, Role},
    notation::{algebraic, numbered},
};

impl Announcer {
    /// A piece of a side: "weißer Springer".
    pub fn coloured_piece(&self, piece: Piece) -> String {
        self.phrase(&Phrase::ColouredPiece { piece: piece.role, count: 1, side: piece.color })
    }

    /// The answers to a question, each as the name of a button; none where it is answered in other ways.
    ///
    /// They are those of the braille line, in their order.
    pub fn answers(&self, asked: &Announcement, audience: Audience) -> Vec<String> {
        let Line { cells, targets } = self.render(asked, audience).line;
        let cells: Vec<char> = cells.chars().collect();
        let answers = targets.into_iter().filter(|(_, target)| matches!(target, Target::Choice(_)));
        answers.map(|(range, _)| self.named_answer(&cells[range].iter().collect::<String>())).collect()
    }

    /// An answer that is a single letter, or castling in signs, by its name.
    fn named_answer(&self, cells: &str) -> String {
        let is_letter = |role: &Role| self.letter(*role) == cells;
        let name = match (cells, Role::ALL.into_iter().find(is_letter)) {
            ("0-0", _) => self.castling(CastlingSide::KingSide),
            ("0-0-0", _) => self.castling(CastlingSide::QueenSide),
            (_, Some(role)) => self.names.piece(role),
            (_, None) => cells,
        };
        let name = name.trim();
        // Squares and moves stay as they are written.
        let is_written = name.chars().any(|c| c.is_ascii_digit());
        if is_written { name.to_owned() } else { capitalized(name.to_owned()) }
    }

    /// A move with as much of it as is told; White's with its number.
    pub fn printed(&self, told: &MoveInPosition, numbering: bool) -> String {
        let text = match told.detail {
            MoveDetail::Full => algebraic::san(&told.before, told.m, self.letters()),
            MoveDetail::Squares => algebraic::as_said(told.m, self.letters(), false),
            MoveDetail::AsSaid(attempt) => self.said_cells(&attempt),
        };
        match numbering || told.before.turn().is_white() {
            true => format!("{} {text}", numbered(&told.before)),
            false => text,
        }
    }
}
