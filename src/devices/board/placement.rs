//! Placements, as letters.

use std::{fmt, str::FromStr};

use crate::language::Message;

/// A letter for each square, along the ranks from the square that the board calls a1 to h8.
///
/// The letters are those of FEN, `.` for an empty square, and [`Placement::UNKNOWN`] for a piece that the board does
/// not know. `1`, `0` and `=` are pieces that some boards have for setting a result.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Placement([u8; 64]);

/// A text that is no placement.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, "no-placement")]
pub struct InvalidPlacement(#[message("found")] String);

/// How a board is turned: it may stand with its a1 at h8, and its ranks or files may be counted from the other end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Orientation {
    pub ranks_turned: bool,
    pub files_turned: bool,
}

impl Placement {
    pub const EMPTY: char = '.';
    pub const UNKNOWN: char = '?';

    pub fn empty() -> Placement {
        Placement([b'.'; 64])
    }

    pub fn at(&self, square: u8) -> char {
        char::from(self.0[usize::from(square)])
    }

    pub fn put(&mut self, square: u8, piece: char) {
        self.0[usize::from(square)] = u8::try_from(piece).unwrap_or(b'?');
    }

    /// Iterates over all squares.
    pub fn squares(&self) -> impl Iterator<Item = (u8, char)> {
        (0..64).map(|square| (square, self.at(square)))
    }

    /// Translates the placement from the board's view to the players', or back.
    pub fn oriented(&self, facing: Orientation) -> Placement {
        let mut seen = Placement::empty();
        self.squares().for_each(|(square, piece)| seen.put(facing.map(square), piece));
        seen
    }
}

impl Orientation {
    /// All orientations, the usual one first.
    pub const ALL: [Orientation; 4] = [
        Orientation { ranks_turned: false, files_turned: false },
        Orientation { ranks_turned: true, files_turned: true },
        Orientation { ranks_turned: true, files_turned: false },
        Orientation { ranks_turned: false, files_turned: true },
    ];

    /// Translates between the board's number of a square and the players'; it is its own inverse.
    pub fn map(self, square: u8) -> u8 {
        square ^ if self.ranks_turned { 0o70 } else { 0 } ^ if self.files_turned { 0o07 } else { 0 }
    }
}

/// Writes the ranks from the eighth to the first, as in a FEN.
impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            let mut empty = 0;
            for file in 0..8 {
                let piece = self.at(8 * rank + file);
                if piece == Placement::EMPTY {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    write!(f, "{empty}")?;
                }
                empty = 0;
                write!(f, "{piece}")?;
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            if rank > 0 {
                f.write_str("/")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for Placement {
    type Err = InvalidPlacement;

    fn from_str(text: &str) -> Result<Placement, InvalidPlacement> {
        let wrong = || InvalidPlacement(text.to_owned());
        let mut placement = Placement::empty();
        let ranks: Vec<&str> = text.split('/').collect();
        if ranks.len() != 8 {
            return Err(wrong());
        }
        for (rank, pieces) in (0..8u8).rev().zip(ranks) {
            let mut file = 0u8;
            for piece in pieces.chars() {
                match piece {
                    '1'..='8' => file += piece as u8 - b'0',
                    _ if file < 8 && "PNBRQKpnbrqk?".contains(piece) => {
                        placement.put(8 * rank + file, piece);
                        file += 1;
                    }
                    _ => return Err(wrong()),
                }
                if file > 8 {
                    return Err(wrong());
                }
            }
            if file != 8 {
                return Err(wrong());
            }
        }
        Ok(placement)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

    #[test]
    fn placements_are_read_and_written() {
        let placement: Placement = START.parse().unwrap();
        assert_eq!((placement.at(0), placement.at(4), placement.at(63)), ('R', 'K', 'r'));
        assert_eq!(placement.to_string(), START);
        for wrong in ["", "8/8", "9/8/8/8/8/8/8/8", "x7/8/8/8/8/8/8/8", "88/8/8/8/8/8/8/8", "7/8/8/8/8/8/8/8"]
        {
            assert!(wrong.parse::<Placement>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_turned_board_is_seen_from_its_other_side() {
        let placement: Placement = START.parse().unwrap();
        let turned = placement.oriented(Orientation { ranks_turned: true, files_turned: true });
        assert_eq!(turned.to_string(), "RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr");
        for facing in Orientation::ALL {
            assert_eq!(placement.oriented(facing).oriented(facing), placement);
        }
    }
}
