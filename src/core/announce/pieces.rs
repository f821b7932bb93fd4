//! Lists of pieces and squares, in the order and with the pauses of the style; whose each piece is, is told.

use super::{
    announcer::{Announcer, Sense},
    board_answer::PawnFile,
    facts::{ArgumentText, Facts, or_none},
    line::on_square,
    phrase::Phrase,
};
use crate::laws::{Color, Piece, Pin, PlacedPiece, Role, Square};

/// In their order, each side named where its pieces begin.
impl ArgumentText for Vec<PlacedPiece> {
    fn text(&self, to: &Facts<'_>) -> String {
        let cells = || to.row(self.iter().map(|piece| to.announcer.standing_cells(piece)));
        or_none(to.either(|| to.announcer.by_side(self), cells))
    }
}

/// Pieces of one side.
impl ArgumentText for Vec<(Square, Role)> {
    fn text(&self, to: &Facts<'_>) -> String {
        or_none(to.either(|| to.announcer.placed(self), || to.announcer.placed_cells(self)))
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

/// The pawns on each file that has any.
impl ArgumentText for Vec<PawnFile> {
    fn text(&self, to: &Facts<'_>) -> String {
        let told = self.iter().map(|pawns| to.announcer.tell(pawns, to.audience, to.sense));
        let separator = if to.sense == Sense::Words { "; " } else { " " };
        or_none(told.collect::<Vec<_>>().join(separator))
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
    /// Returns a piece with its side: "weißer Turm".
    pub fn piece_name(&self, piece: Piece) -> String {
        self.phrase(&Phrase::ColouredPiece { piece: piece.role, count: 1, side: piece.color })
    }

    /// "weißer Turm David sieben".
    pub(super) fn standing(&self, &(square, role, color): &PlacedPiece) -> String {
        self.at(&self.phrase(&Phrase::ColouredPiece { piece: role, count: 1, side: color }), square)
    }

    /// The same of several.
    pub(super) fn standing_row(&self, pieces: &[PlacedPiece]) -> String {
        self.in_row(pieces.iter().map(|piece| self.standing(piece)))
    }

    /// "Weiß: Turm David sieben. Schwarz: König Eva acht".
    fn by_side(&self, pieces: &[PlacedPiece]) -> String {
        let of_side = |run: &[PlacedPiece]| {
            let placed: Vec<_> = run.iter().map(|&(square, role, _)| (square, role)).collect();
            self.phrase(&Phrase::OfSide { side: run[0].2, list: self.placed(&placed) })
        };
        pieces.chunk_by(|one, next| one.2 == next.2).map(of_side).collect::<Vec<_>>().join(". ")
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

    /// "König Eva eins; Türme Anna eins, Hector eins": each kind once, as far as its pieces follow each other.
    pub(super) fn placed(&self, pieces: &[(Square, Role)]) -> String {
        if self.style.square_first {
            return self.in_row(pieces.iter().map(|&(square, role)| self.at(&self.pieces(role, 1), square)));
        }
        let kind = |kind: &[(Square, Role)]| {
            let squares: Vec<String> = kind.iter().map(|&(square, _)| self.square(square)).collect();
            format!("{} {}", self.pieces(kind[0].1, kind.len()), squares.join(", "))
        };
        let part = |part: &[(Square, Role)]| {
            let kinds: Vec<String> = part.chunk_by(|one, next| one.1 == next.1).map(kind).collect();
            kinds.join(if kinds.len() < part.len() { "; " } else { ", " })
        };
        pieces.chunks(self.pause_after()).map(part).collect::<Vec<_>>().join(". ")
    }

    /// "Ke1 Ta1,h1 a2 b2": the squares of a kind belong together, for a square alone is a pawn's.
    pub(super) fn placed_cells(&self, pieces: &[(Square, Role)]) -> String {
        let kind = |kind: &[(Square, Role)]| {
            let cells = kind.iter().enumerate().map(|(n, &(square, role))| {
                let letter = if n == 0 { self.letter(role) } else { String::new() };
                on_square(square, &format!("{letter}{square}"))
            });
            cells.collect::<Vec<_>>().join(if kind[0].1 == Role::Pawn { " " } else { "," })
        };
        pieces.chunk_by(|one, next| one.1 == next.1).map(kind).collect::<Vec<_>>().join(" ")
    }
}
