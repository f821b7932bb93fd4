//! A move as a player states it, legal or not.
//!
//! Spoken words, SAN, long algebraic and routing keys all become an [`Attempt`]. One function finds the legal move
//! that it means (`judge`), one the reason why there is none.

use std::fmt;

use shakmaty::{CastlingSide, Color, File, Move, Rank, Role, Square};

/// A square whose file, rank, both or neither were named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PartialSquare {
    /// The file, if it was named.
    pub file: Option<File>,
    /// The rank, if it was named.
    pub rank: Option<Rank>,
}

impl PartialSquare {
    /// Nothing was named.
    pub const ANY: PartialSquare = PartialSquare { file: None, rank: None };

    /// Returns the square if both its file and rank were named.
    pub fn square(self) -> Option<Square> {
        Some(Square::from_coords(self.file?, self.rank?))
    }

    /// Whether `square` has the file and the rank that were named.
    pub fn fits(self, square: Square) -> bool {
        self.file.is_none_or(|file| file == square.file())
            && self.rank.is_none_or(|rank| rank == square.rank())
    }

    /// Returns this square with what `other` names.
    fn with(self, other: PartialSquare) -> PartialSquare {
        PartialSquare { file: other.file.or(self.file), rank: other.rank.or(self.rank) }
    }

    /// Whether nothing was named.
    pub fn is_any(self) -> bool {
        self == PartialSquare::ANY
    }
}

impl From<Square> for PartialSquare {
    fn from(square: Square) -> PartialSquare {
        PartialSquare { file: Some(square.file()), rank: Some(square.rank()) }
    }
}

/// What the words of a move leave open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum OpenPart {
    /// The piece that moves.
    Piece,
    /// Where it goes.
    Destination,
    /// Where it comes from. No words need it; of two pieces that can go there it tells which.
    Origin,
    /// The piece the pawn becomes.
    Promotion,
    /// The side of castling.
    Castling,
}

/// A move with exactly what was said of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Attempt {
    /// The piece named. A pawn move given by its square alone ("Eva vier", `e4`) names the pawn.
    pub role: Option<Role>,
    /// Where it comes from, as far as it was said.
    pub from: PartialSquare,
    /// Where it goes. Only the file in `de`; nothing in "Springer schlägt Dame".
    pub to: PartialSquare,
    /// Whether a capture was said. A capture that was not said may still be one.
    pub captures: bool,
    /// The piece said to be captured.
    pub captured: Option<Role>,
    /// The piece the pawn becomes.
    pub promotion: Option<Role>,
    /// Castling, by name; the other fields are then empty.
    pub castling: Option<CastlingSide>,
    /// Whether "en passant" was said.
    pub en_passant: bool,
    /// Whether "Schach" was said, also as a part of "matt".
    pub check: bool,
    /// Whether "matt" was said.
    pub mate: bool,
}

impl Attempt {
    /// Whether neither a destination nor a capture nor castling was named.
    pub fn is_without_destination(&self) -> bool {
        self.to.is_any() && self.castling.is_none() && !self.captures
    }

    /// Whether only the square of a pawn move was named ("Eva vier").
    pub fn is_pawn_square_only(&self) -> bool {
        let Attempt { to, check, mate, .. } = *self;
        let square = Attempt { role: Some(Role::Pawn), to, check, mate, ..Attempt::default() };
        to.square().is_some() && *self == square
    }

    /// Whether both name the same part of a move and name it differently. What only one of them names contradicts nothing.
    pub fn contradicts(&self, other: &Attempt) -> bool {
        fn differ<T: PartialEq>(one: Option<T>, other: Option<T>) -> bool {
            one.zip(other).is_some_and(|(one, other)| one != other)
        }
        differ(self.role, other.role)
            || differ(self.from.file, other.from.file)
            || differ(self.from.rank, other.from.rank)
            || differ(self.to.file, other.to.file)
            || differ(self.to.rank, other.to.rank)
            || differ(self.captured, other.captured)
            || differ(self.promotion, other.promotion)
            || self.castling != other.castling
    }

    /// Returns in how many parts that one word says two moves differ: the pieces, a file, a rank, castling. A piece that
    /// only one of them names is no difference.
    pub fn differing_parts(&self, other: &Attempt) -> usize {
        fn differ<T: PartialEq>(one: Option<T>, other: Option<T>) -> bool {
            one.zip(other).is_some_and(|(one, other)| one != other)
        }
        let parts = [
            differ(self.role, other.role),
            self.from.file != other.from.file,
            self.from.rank != other.from.rank,
            self.to.file != other.to.file,
            self.to.rank != other.to.rank,
            differ(self.captured, other.captured),
            self.promotion != other.promotion,
            self.castling != other.castling,
        ];
        parts.iter().filter(|differs| **differs).count()
    }

    /// Returns a move from one square to another, its piece unnamed.
    pub fn squares(from: Square, to: Square) -> Attempt {
        Attempt { from: from.into(), to: to.into(), ..Attempt::default() }
    }

    /// Returns the role of the piece to move, as far as the words and the notation tell.
    ///
    /// An unnamed piece is the pawn (C.4). It can be any piece if its square of departure was named, if a capture was
    /// said without a file of departure, or if no destination was named.
    pub fn moved_role(&self) -> Option<Role> {
        let any_can_be_meant =
            (self.captures || self.captured.is_some()) && self.from.is_any() || self.to.is_any();
        let pawn = self.from.square().is_none()
            && (!any_can_be_meant || self.promotion.is_some() || self.en_passant);
        self.role.or(pawn.then_some(Role::Pawn))
    }

    /// Returns what the words of `side`'s move leave open, as far as the words alone tell.
    pub fn open_part(&self, side: Color) -> Option<OpenPart> {
        let last = side.fold_wb(Rank::Eighth, Rank::First);
        let is_last = self.to.rank == Some(last) && self.promotion.is_none();
        // From one rank to the next: what stands there may be a pawn or not.
        let as_pawn = |from: Square, to: Square| {
            from.rank().offset(side.fold_wb(1, -1)) == Some(last) && from.file().distance(to.file()) <= 1
        };
        match (self.moved_role(), self.from.square(), self.to.square()) {
            _ if self.castling.is_some() => None,
            (None, None, _) => Some(OpenPart::Piece),
            (None, Some(from), Some(to)) if is_last && as_pawn(from, to) => Some(OpenPart::Piece),
            (_, _, None) => Some(OpenPart::Destination),
            (Some(Role::Pawn), _, Some(_)) if is_last => Some(OpenPart::Promotion),
            (_, _, Some(_)) => None,
        }
    }

    /// Returns the move with an answer to the question for its open part; `None` if it is no answer.
    pub fn completed(&self, open: OpenPart, role: Option<Role>, part: PartialSquare) -> Option<Attempt> {
        let is_of_another = role.is_some_and(|role| self.role.is_some_and(|own| own != role));
        match open {
            _ if is_of_another => None,
            OpenPart::Destination if part.is_any() => None,
            OpenPart::Destination => {
                Some(Attempt { role: role.or(self.role), to: self.to.with(part), ..*self })
            }
            OpenPart::Piece | OpenPart::Origin => {
                let from = self.from.with(part);
                Some(Attempt { role: role.or(self.role), from, ..*self })
            }
            OpenPart::Promotion | OpenPart::Castling => None,
        }
    }

    /// Returns castling to one side.
    pub fn castling(side: CastlingSide) -> Attempt {
        Attempt { castling: Some(side), ..Attempt::default() }
    }
}

impl From<Move> for Attempt {
    /// Returns the move stated in full, without check and mate.
    fn from(m: Move) -> Attempt {
        if let Some(side) = m.castling_side() {
            return Attempt::castling(side);
        }
        Attempt {
            role: Some(m.role()),
            from: m.from().map_or(PartialSquare::ANY, PartialSquare::from),
            to: m.to().into(),
            captures: m.is_capture(),
            captured: m.capture(),
            promotion: m.promotion(),
            en_passant: m.is_en_passant(),
            ..Attempt::default()
        }
    }
}

/// Long algebraic in English letters, with only what was said: `Bf1-c4`, `Nf3`, `exd`.
impl fmt::Display for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |role: Role| role.upper_char();
        match self.castling {
            Some(CastlingSide::KingSide) => f.write_str("O-O")?,
            Some(CastlingSide::QueenSide) => f.write_str("O-O-O")?,
            None => {
                if let Some(role) = self.role.filter(|role| *role != Role::Pawn) {
                    write!(f, "{}", letter(role))?;
                }
                let link = match self.captures {
                    true => "x",
                    false if self.from.is_any() => "",
                    false => "-",
                };
                write!(f, "{}{link}", self.from)?;
                if let Some(role) = self.captured {
                    write!(f, "{}", letter(role))?;
                }
                write!(f, "{}", self.to)?;
                if let Some(role) = self.promotion {
                    write!(f, "={}", letter(role))?;
                }
                if self.en_passant {
                    f.write_str(" e.p.")?;
                }
            }
        }
        f.write_str(if self.mate {
            "#"
        } else if self.check {
            "+"
        } else {
            ""
        })
    }
}

impl fmt::Display for PartialSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.file.map_or(Ok(()), |file| write!(f, "{file}"))?;
        self.rank.map_or(Ok(()), |rank| write!(f, "{rank}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attempts_are_written() {
        let bishop = Attempt { role: Some(Role::Bishop), ..Attempt::squares(Square::F1, Square::C4) };
        check(bishop, "Bf1-c4");
        let file = |file| PartialSquare { file: Some(file), rank: None };
        check(
            Attempt { captures: true, from: file(File::E), to: file(File::D), ..Attempt::default() },
            "exd",
        );
        check(Attempt { check: true, ..Attempt::castling(CastlingSide::QueenSide) }, "O-O-O+");
        let takes = Attempt { captures: true, captured: Some(Role::Queen), ..Attempt::default() };
        check(Attempt { role: Some(Role::Knight), ..takes }, "NxQ");
        let queening = Attempt { to: Square::A8.into(), promotion: Some(Role::Queen), ..Attempt::default() };
        check(Attempt { role: Some(Role::Pawn), ..queening }, "a8=Q");
        fn check(attempt: Attempt, written: &str) {
            assert_eq!(attempt.to_string(), written);
        }
    }
}
