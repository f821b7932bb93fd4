//! The slots of the phrases that ask.

use super::{Field, Slot};

/// The owner of something.
pub(super) const WHOSE: &[Slot] =
    &[Slot::Mine, Slot::Theirs, Slot::Person, Slot::White, Slot::Black, Slot::Colour];
/// The pieces of one side or of both.
pub(super) const WHOSE_PIECES: &[Slot] =
    &[Slot::Pieces, Slot::Mine, Slot::Theirs, Slot::Person, Slot::White, Slot::Black, Slot::Colour];
/// A square, and perhaps the piece on it; or a piece alone, and perhaps its owner.
pub(super) const ONE_PIECE: &[Slot] = &[
    Slot::Piece,
    Slot::Pieces,
    Slot::Square,
    Slot::Mine,
    Slot::Theirs,
    Slot::Person,
    Slot::White,
    Slot::Black,
    Slot::Colour,
];
pub(super) const SQUARE: &[Field] = &[Field::File, Field::Rank];
