//! Where both kings can stand at the same time.
//!
//! Each for itself could walk through the other. Together they cannot: of two kings in one corridor neither gets by.

use shakmaty::{Bitboard, Square, attacks};

/// For each square of White's king, those on which Black's can be then.
#[derive(Clone)]
pub(super) struct Kings(Box<[Bitboard; 64]>);

impl Kings {
    /// All that can be reached from any of the first squares, the kings keeping off the `barred` squares of each and
    /// off each other. Whose turn it is is not asked for.
    pub(super) fn new(white: Bitboard, black: Bitboard, barred: [Bitboard; 2]) -> Kings {
        let mut pairs = Box::new([Bitboard::EMPTY; 64]);
        let mut waiting: Vec<(Square, Square)> = Vec::new();
        let add = |pairs: &mut [Bitboard; 64], waiting: &mut Vec<_>, at: Square, other: Square| {
            let apart = at != other && !attacks::king_attacks(at).contains(other);
            if apart && !pairs[usize::from(at)].contains(other) {
                pairs[usize::from(at)].add(other);
                waiting.push((at, other));
            }
        };
        for at in white {
            for other in black {
                add(&mut pairs, &mut waiting, at, other);
            }
        }
        while let Some((at, other)) = waiting.pop() {
            for to in attacks::king_attacks(at) & !barred[0] {
                add(&mut pairs, &mut waiting, to, other);
            }
            for to in attacks::king_attacks(other) & !barred[1] {
                add(&mut pairs, &mut waiting, at, to);
            }
        }
        Kings(pairs)
    }

    /// The squares of White's king.
    pub(super) fn white(&self) -> Bitboard {
        Square::ALL.into_iter().filter(|at| self.black_beside(*at).any()).collect()
    }

    /// The squares of Black's king.
    pub(super) fn black(&self) -> Bitboard {
        self.0.iter().fold(Bitboard::EMPTY, |all, squares| all | *squares)
    }

    /// Those of Black's king while White's is there.
    pub(super) fn black_beside(&self, white: Square) -> Bitboard {
        self.0[usize::from(white)]
    }

    /// Those of White's king while Black's is there.
    pub(super) fn white_beside(&self, black: Square) -> Bitboard {
        Square::ALL.into_iter().filter(|at| self.black_beside(*at).contains(black)).collect()
    }
}
