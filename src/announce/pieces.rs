//! Lists of pieces and squares, in the order and with the pauses of the style.

use super::{
    Audience,
    announcer::Announcer,
    facts::{ArgumentText, Facts, or_none},
    line::on_square,
    phrase::Phrase,
};
use crate::laws::{Color, Pin, PlacedPiece, Role, Square};

/// The side is told only where there are pieces of both.
impl ArgumentText for Vec<PlacedPiece> {
    fn text(&self, to: &Facts<'_>) -> String {
        let words = || {
            if self.windows(2).any(|pair| pair[0].2 != pair[1].2) {
                return to.announcer.in_row(self.iter().map(|piece| to.announcer.standing(piece)));
            }
            to.announcer.placed(self.iter().map(|&(square, role, _)| (square, role)))
        };
        or_none(to.either(words, || to.row(self.iter().map(|piece| to.announcer.standing_cells(piece)))))
    }
}

/// Pieces of one side.
impl ArgumentText for Vec<(Square, Role)> {
    fn text(&self, to: &Facts<'_>) -> String {
        let placed = || self.iter().copied();
        or_none(to.either(|| to.announcer.placed(placed()), || to.announcer.placed_cells(placed())))
    }
}

/// Counted pieces.
impl ArgumentText for Vec<(Role, u8)> {
    fn text(&self, to: &Facts<'_>) -> String {
        to.row(self.iter().map(|&(role, count)| {
            let cells = || format!("{count}{}", to.announcer.letter_of_pawn_too(role));
            to.either(
                || to.announcer.phrase(&Phrase::Counted { piece: role, count: usize::from(count) }),
                cells,
            )
        }))
    }
}

/// What has changed on each square; none where a piece is gone.
impl ArgumentText for Vec<(Square, Option<(Role, Color)>)> {
    fn text(&self, to: &Facts<'_>) -> String {
        to.row(self.iter().map(|&(square, piece)| {
            let cells = || {
                let cell = piece.map(|(role, color)| to.announcer.piece_cell(role, color));
                on_square(square, &format!("{}{square}", cell.unwrap_or_else(|| "-".to_owned())))
            };
            to.either(|| to.announcer.phrase(&Phrase::Change { square, who: piece }), cells)
        }))
    }
}

impl ArgumentText for Vec<Pin> {
    fn text(&self, to: &Facts<'_>) -> String {
        let announcer = to.announcer;
        to.row(self.iter().map(|Pin { piece, by }| {
            let cells = || format!("{}/{}", announcer.standing_cells(piece), announcer.standing_cells(by));
            to.either(
                || announcer.phrase(&Phrase::PinnedBy { piece: announcer.standing(piece), by: by.0 }),
                cells,
            )
        }))
    }
}

/// A back rank: the letters stand together.
impl ArgumentText for Vec<Role> {
    fn text(&self, to: &Facts<'_>) -> String {
        let words = || to.row(self.iter().map(|role| to.announcer.pieces(*role, 1)));
        to.either(words, || self.iter().map(|role| to.announcer.letter(*role)).collect())
    }
}

impl Announcer {
    /// A piece with its side, and its square.
    pub(super) fn standing(&self, &(square, role, color): &PlacedPiece) -> String {
        self.at(&self.piece_of(role, color, Audience::Table), square)
    }

    pub(super) fn standing_cells(&self, &(square, role, color): &PlacedPiece) -> String {
        on_square(square, &format!("{}{square}", self.piece_cell(role, color)))
    }

    pub(super) fn squares(&self, squares: &[Square]) -> String {
        or_none(squares.iter().map(|&square| self.square(square)).collect::<Vec<_>>().join(", "))
    }

    pub(super) fn squares_cells(&self, squares: &[Square]) -> String {
        squares.iter().map(|square| on_square(*square, &square.to_string())).collect::<Vec<_>>().join(" ")
    }

    /// "König Eva eins, Dame David eins".
    pub(super) fn placed(&self, pieces: impl Iterator<Item = (Square, Role)>) -> String {
        self.in_row(pieces.map(|(square, role)| self.at(&self.pieces(role, 1), square)))
    }

    pub(super) fn placed_cells(&self, pieces: impl Iterator<Item = (Square, Role)>) -> String {
        let placed =
            pieces.map(|(square, role)| on_square(square, &format!("{}{square}", self.letter(role))));
        placed.collect::<Vec<_>>().join(" ")
    }
}
