//! The pairs of squares that both kings can hold at the same time.
//!
//! Followed singly, each king could walk through the other. As a pair they cannot pass each other in a corridor.

use shakmaty::{Bitboard, Color, Square, attacks};

/// For each square of White's king the squares of Black's.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct KingPairs(Box<[Bitboard; 64]>);

impl KingPairs {
    /// Returns all pairs of these squares that are not adjacent.
    pub(super) fn anywhere(white: Bitboard, black: Bitboard) -> KingPairs {
        let mut kings = KingPairs(Box::new([Bitboard::EMPTY; 64]));
        for at in white {
            kings.0[usize::from(at)] = apart_from(black, at);
        }
        kings
    }

    /// Returns all pairs reached from these, each king off its `barred` squares (White's, Black's) and off the other.
    /// Turns are ignored.
    pub(super) fn spread(mut self, barred: [Bitboard; 2]) -> KingPairs {
        let mut waiting: Vec<(Square, Square)> = Square::ALL
            .into_iter()
            .flat_map(|at| self.black_beside(at).into_iter().map(move |other| (at, other)))
            .collect();
        while let Some((at, other)) = waiting.pop() {
            for to in apart_from(attacks::king_attacks(at) & !barred[0], other) {
                self.add(to, other, &mut waiting);
            }
            for to in apart_from(attacks::king_attacks(other) & !barred[1], at) {
                self.add(at, to, &mut waiting);
            }
        }
        self
    }

    fn add(&mut self, white: Square, black: Square, waiting: &mut Vec<(Square, Square)>) {
        let beside = &mut self.0[usize::from(white)];
        if !beside.contains(black) {
            beside.add(black);
            waiting.push((white, black));
        }
    }

    /// Returns the pairs after the king of `color` has captured on one of the squares `to`.
    pub(super) fn after_taking(&self, color: Color, to: Bitboard) -> KingPairs {
        let mut after = KingPairs(Box::new([Bitboard::EMPTY; 64]));
        for to in to {
            for from in attacks::king_attacks(to) {
                for other in apart_from(self.beside(color, from), to) {
                    let (white, black) = color.fold_wb((to, other), (other, to));
                    after.0[usize::from(white)].add(black);
                }
            }
        }
        after
    }

    /// Returns the squares of the other king while that of `color` is on `at`.
    pub(super) fn beside(&self, color: Color, at: Square) -> Bitboard {
        match color {
            Color::White => self.black_beside(at),
            Color::Black => {
                Square::ALL.into_iter().filter(|white| self.black_beside(*white).contains(at)).collect()
            }
        }
    }

    fn black_beside(&self, white: Square) -> Bitboard {
        self.0[usize::from(white)]
    }

    /// Returns the squares of White's king.
    pub(super) fn white(&self) -> Bitboard {
        Square::ALL.into_iter().filter(|at| self.black_beside(*at).any()).collect()
    }

    /// Returns the squares of Black's king.
    pub(super) fn black(&self) -> Bitboard {
        self.0.iter().fold(Bitboard::EMPTY, |all, squares| all | *squares)
    }
}

fn apart_from(squares: Bitboard, king: Square) -> Bitboard {
    squares & !attacks::king_attacks(king).with(king)
}
