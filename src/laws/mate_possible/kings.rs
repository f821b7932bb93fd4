//! Where both kings can stand at the same time.
//!
//! Each for itself could walk through the other. Together they cannot: of two kings in one corridor neither gets by.

use shakmaty::{Bitboard, Color, Square, attacks};

/// For each square of White's king, those on which Black's can be then.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Kings(Box<[Bitboard; 64]>);

impl Kings {
    /// Each on any of its squares, apart from each other.
    pub(super) fn anywhere(white: Bitboard, black: Bitboard) -> Kings {
        let mut kings = Kings(Box::new([Bitboard::EMPTY; 64]));
        for at in white {
            kings.0[usize::from(at)] = apart_from(black, at);
        }
        kings
    }

    /// All that can be reached from these, the kings keeping off the `barred` squares of White's and of Black's, and
    /// off each other. Whose turn it is is not asked for.
    pub(super) fn spread(mut self, barred: [Bitboard; 2]) -> Kings {
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

    /// These after the king of `color` has taken something on one of the squares `to`.
    pub(super) fn after_taking(&self, color: Color, to: Bitboard) -> Kings {
        let mut after = Kings(Box::new([Bitboard::EMPTY; 64]));
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

    /// The squares of the other king while that of `color` is there.
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

    /// The squares of White's king.
    pub(super) fn white(&self) -> Bitboard {
        Square::ALL.into_iter().filter(|at| self.black_beside(*at).any()).collect()
    }

    /// The squares of Black's king.
    pub(super) fn black(&self) -> Bitboard {
        self.0.iter().fold(Bitboard::EMPTY, |all, squares| all | *squares)
    }
}

fn apart_from(squares: Bitboard, king: Square) -> Bitboard {
    squares & !attacks::king_attacks(king).with(king)
}
