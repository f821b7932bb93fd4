//! Endings to practise: positions of given material that the practising side wins.
//!
//! A seed draws a position, won or not. Kept are the seeds, from 0 on, whose position Stockfish values at two pawns or more after
//! 100,000 nodes, with rook and pawn against rook after 300,000; what is drawn it values at less than a tenth of a pawn. The
//! test `endings_are_those_that_the_engine_wins` finds them again.

use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, FromSetup, Piece, Position, Role, Setup, Square,
};

/// An ending, by its material.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exercise {
    /// Its name in word lists.
    pub name: &'static str,
    /// The pieces of the practising side besides its king.
    pub own: &'static [Role],
    /// The pieces of the other side besides its king.
    pub others: &'static [Role],
    /// The seeds of the positions that are won.
    pub won: &'static [u64],
}

/// Where every position is won.
const ALL_WON: &[u64] = &[
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28,
    29, 30, 31,
];
const PAWN_WON: &[u64] = &[
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 25, 27, 28, 29, 30, 33, 35,
    37, 39, 40,
];
const ROOK_PAWN_WON: &[u64] = &[
    1, 6, 8, 9, 16, 18, 20, 21, 23, 24, 29, 30, 35, 39, 40, 43, 45, 46, 47, 49, 50, 51, 52, 53, 55, 56, 57,
    59, 62, 63, 67, 68,
];
const QUEEN_PAWN_WON: &[u64] = &[
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 22, 23, 26, 27, 28, 29, 30, 31,
    32, 33, 34,
];

impl Exercise {
    /// All exercises, the easiest first.
    pub const ALL: [Exercise; 8] = {
        use Role::{Bishop, Knight, Pawn, Queen, Rook};
        const fn of(
            name: &'static str,
            own: &'static [Role],
            others: &'static [Role],
            won: &'static [u64],
        ) -> Exercise {
            Exercise { name, own, others, won }
        }
        [
            of("queen", &[Queen], &[], ALL_WON),
            of("rook", &[Rook], &[], ALL_WON),
            of("two-bishops", &[Bishop, Bishop], &[], ALL_WON),
            of("bishop-knight", &[Bishop, Knight], &[], ALL_WON),
            of("pawn", &[Pawn], &[], PAWN_WON),
            of("rook-pawn", &[Rook, Pawn], &[Rook], ROOK_PAWN_WON),
            of("queen-rook", &[Queen], &[Rook], ALL_WON),
            of("queen-pawn", &[Queen], &[Pawn], QUEEN_PAWN_WON),
        ]
    };

    /// Returns the place of the exercise that begins in this position, with the side on move practising.
    pub fn of(position: &Chess) -> Option<usize> {
        let board = position.board();
        let has = |side: Color, roles: &[Role]| {
            Role::ALL.into_iter().filter(|role| *role != Role::King).all(|role| {
                let count = roles.iter().filter(|own| **own == role).count();
                board.by_piece(role.of(side)).count() == count
            })
        };
        let side = position.turn();
        Exercise::ALL.iter().position(|exercise| has(side, exercise.own) && has(!side, exercise.others))
    }

    /// Returns a legal position with `side` on move, which wins, and nothing to capture at once.
    pub fn position(self, side: Color, seed: u64) -> Chess {
        let count = self.won.len() as u64;
        let drawn = self.draw(self.won[(seed % count) as usize]);
        let mut board = drawn.board().clone();
        // Without castling all is worth the same from left to right.
        if seed / count % 2 == 1 {
            board.flip_horizontal();
        }
        if side == Color::Black {
            board.mirror();
        }
        let setup = Setup { board, turn: side, ..Setup::empty() };
        Chess::from_setup(setup, CastlingMode::Standard).unwrap_or(drawn)
    }

    /// Returns a legal position with White on move and nothing to capture at once, won or not.
    pub fn draw(self, seed: u64) -> Chess {
        // Any seed but 0 will do for xorshift. Not fastrand, whose numbers may change with a version.
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        loop {
            if let Some(position) = self.drawn(&mut state) {
                return position;
            }
        }
    }

    fn drawn(self, state: &mut u64) -> Option<Chess> {
        let side = Color::White;
        let king = [Role::King];
        let own = king.iter().chain(self.own).map(|role| role.of(side));
        let others = king.iter().chain(self.others).map(|role| role.of(!side));
        let mut board = Board::empty();
        for piece in own.chain(others) {
            let square = Square::new((random(state) % 64) as u32);
            if board.piece_at(square).is_some() || !may_stand(piece, square, piece.color == side) {
                return None;
            }
            board.set_piece_at(square, piece);
        }
        let bishops = board.bishops() & board.by_color(side);
        let of_one_colour = (bishops & Bitboard::LIGHT_SQUARES).count() != 1 && bishops.count() == 2;
        let setup = Setup { board, turn: side, ..Setup::empty() };
        let position = Chess::from_setup(setup, CastlingMode::Standard).ok()?;
        let quiet = !position.is_check()
            && !position.is_game_over()
            && position.capture_moves().is_empty()
            && !takes_at_once(&position);
        (!of_one_colour && quiet).then_some(position)
    }
}

/// Whether a piece may start there: an own pawn far from promotion, an opponent's pawn near it.
fn may_stand(piece: Piece, square: Square, own: bool) -> bool {
    let from_home = piece.color.fold_wb(u32::from(square.rank()), 7 - u32::from(square.rank()));
    piece.role != Role::Pawn || if own { 1..=4 } else { 5..=6 }.contains(&from_home)
}

/// Whether the opponent could capture something if on move.
fn takes_at_once(position: &Chess) -> bool {
    position.clone().swap_turn().is_ok_and(|other| !other.capture_moves().is_empty())
}

fn random(state: &mut u64) -> u64 {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_have_the_men_and_are_ever_the_same() {
        for exercise in Exercise::ALL {
            for side in Color::ALL {
                let drawn: Vec<Chess> = (0..50).map(|seed| exercise.position(side, seed)).collect();
                for position in &drawn {
                    let board = position.board();
                    assert_eq!(position.turn(), side);
                    assert_eq!(board.by_color(side).count(), 1 + exercise.own.len(), "{}", exercise.name);
                    assert_eq!(board.by_color(!side).count(), 1 + exercise.others.len());
                    assert!(!position.is_check() && !position.is_game_over());
                    assert!(position.capture_moves().is_empty());
                }
                assert_eq!(drawn[7], exercise.position(side, 7));
                let other: Vec<Chess> = (0..50).map(|seed| exercise.position(!side, seed)).collect();
                let mirrored = other.iter().map(|position| {
                    let mut board = position.board().clone();
                    board.mirror();
                    board
                });
                assert!(mirrored.eq(drawn.iter().map(|position| position.board().clone())));
                assert_eq!(Exercise::of(&drawn[7]).map(|which| Exercise::ALL[which]), Some(exercise));
                assert!(drawn.iter().any(|position| *position != drawn[0]), "{}", exercise.name);
            }
        }
    }
}
