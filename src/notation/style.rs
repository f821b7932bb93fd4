//! How moves, squares and men are put into words.

use super::SpokenNames;

/// How a move and its squares are spoken.
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
}

/// How everything is put that can be put in more than one way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    pub wording: Wording,
    /// "Felix drei Springer"; else "Springer Felix drei".
    pub square_first: bool,
    /// After so many men that are told in one row there is a pause; 0: none.
    pub pause_after: usize,
}

/// What a player wants to hear otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Restyle {
    Wording(Wording),
    SquareFirst(bool),
    Pauses(bool),
}

/// So many men are kept in mind at once.
const TOGETHER: usize = 4;

impl Style {
    #[must_use]
    pub fn changed(self, change: Restyle) -> Style {
        match change {
            Restyle::Wording(wording) => Style { wording, ..self },
            Restyle::SquareFirst(square_first) => Style { square_first, ..self },
            Restyle::Pauses(pauses) => Style { pause_after: if pauses { TOGETHER } else { 0 }, ..self },
        }
    }

    /// The names that are then used.
    pub fn names(self, given: &SpokenNames) -> SpokenNames {
        let numbered = |from: char| std::array::from_fn(|n| char::from(from as u8 + n as u8).to_string());
        let mut names = given.clone();
        match self.wording {
            Wording::Names => {}
            Wording::Nato => names.files = given.nato.clone(),
            Wording::Literate => names.files = numbered('a'),
            Wording::San | Wording::Coordinates => {
                (names.files, names.ranks) = (numbered('a'), numbered('1'))
            }
        }
        names
    }
}
