//! The style in which moves, squares and pieces are spoken.

use super::SpokenNames;

/// The words for a move and its squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wording {
    /// "Springer Gustav eins Felix drei", as the Laws suggest (FIDE D.2.2)
    #[default]
    Names,
    /// "Springer Golf eins Foxtrot drei"
    Nato,
    /// "Springer f drei"
    Literate,
    /// "Sf3"
    San,
    /// "g1 f3"
    Coordinates,
    /// "Sieben eins sechs drei", as in correspondence chess.
    Numeric,
}

/// The choices of a player for the spoken form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// The words for a move and its squares.
    pub wording: Wording,
    /// "Felix drei Springer"; else "Springer Felix drei".
    pub square_first: bool,
    /// A pause follows this many listed pieces; 0: none.
    pub pause_after: usize,
}

/// A change of style that a player asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StyleChange {
    /// Other words for a move and its squares.
    Wording(Wording),
    /// The square before the piece, or behind it.
    SquareFirst(bool),
    /// Pauses in lists of pieces, or none.
    Pauses(bool),
}

/// Pieces in a row that are easily remembered (about four chunks, as in working memory).
const TOGETHER: usize = 4;

impl Style {
    /// Returns the style with a change.
    #[must_use]
    pub fn changed(self, change: StyleChange) -> Style {
        match change {
            StyleChange::Wording(wording) => Style { wording, ..self },
            StyleChange::SquareFirst(square_first) => Style { square_first, ..self },
            StyleChange::Pauses(pauses) => Style { pause_after: if pauses { TOGETHER } else { 0 }, ..self },
        }
    }

    /// Returns the names in this style.
    pub fn names(self, given: &SpokenNames) -> SpokenNames {
        let numbered = |from: char| std::array::from_fn(|n| char::from(from as u8 + n as u8).to_string());
        let mut names = given.clone();
        match self.wording {
            Wording::Names | Wording::Numeric => {}
            Wording::Nato => names.files = given.nato.clone(),
            Wording::Literate => names.files = numbered('a'),
            Wording::San | Wording::Coordinates => {
                (names.files, names.ranks) = (numbered('a'), numbered('1'))
            }
        }
        names
    }
}
