//! Endings to practise: random positions of given material, the same for the same seed.

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
}

impl Exercise {
    /// All exercises, the easiest first.
    pub const ALL: [Exercise; 8] = {
        use Role::{Bishop, Knight, Pawn, Queen, Rook};
        const fn of(name: &'static str, own: &'static [Role], others: &'static [Role]) -> Exercise {
            Exercise { name, own, others }
        }
        [
            of("queen", &[Queen], &[]),
            of("rook", &[Rook], &[]),
            of("two-bishops", &[Bishop, Bishop], &[]),
            of("bishop-knight", &[Bishop, Knight], &[]),
            of("pawn", &[Pawn], &[]),
            of("rook-pawn", &[Rook, Pawn], &[Rook]),
            of("queen-rook", &[Queen], &[Rook]),
            of("queen-pawn", &[Queen], &[Pawn]),
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

    /// Returns a legal position with `side` on move and nothing to capture at once.
    pub fn position(self, side: Color, seed: u64) -> Chess {
        // Any seed but 0 will do for xorshift. Not fastrand, whose numbers may change with a version.
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        loop {
            if let Some(position) = self.drawn(side, &mut state) {
                return position;
            }
        }
    }

    fn drawn(self, side: Color, state: &mut u64) -> Option<Chess> {
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
                assert_eq!(Exercise::of(&drawn[7]).map(|which| Exercise::ALL[which]), Some(exercise));
                assert!(drawn.iter().any(|position| *position != drawn[0]), "{}", exercise.name);
            }
        }
    }
}
