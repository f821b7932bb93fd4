//! The proofs from the men's reaches against a search that does not use them.
//!
//! `MATE_POSSIBLE_EXHAUSTIVE=1` in the environment checks many more positions.

use std::env;

use shakmaty::{
    CastlingMode, Chess, Color, EnPassantMode, File, FromSetup, Position, Rank, Role, Setup, Square, fen::Fen,
};

use super::{
    blockade,
    helpmate::{Exploration, Helpmate},
    phases,
};

#[test]
fn no_mate_is_found_where_the_reaches_rule_it_out() {
    let (positions, budget) =
        if env::var_os("MATE_POSSIBLE_EXHAUSTIVE").is_some() { (3_000, 20_000) } else { (300, 1_500) };
    let mut random = Random(0x3c6e_f372_fe94_f82b);
    let (mut blocked, mut by_phases) = (0, 0);
    for _ in 0..positions {
        let position = if random.below(2) == 0 { wall(&mut random) } else { changed(&mut random) };
        for side in Color::ALL {
            if position.is_checkmate() || position.is_stalemate() {
                continue;
            }
            let at_once = blockade::is_blocked(&position, side);
            if !at_once && !phases::are_all_blocked(&position, side, 100) {
                continue;
            }
            blocked += usize::from(at_once);
            by_phases += usize::from(!at_once);
            if let Exploration::Mate(moves) = Helpmate::unaided(&position, side).explore(budget) {
                let fen = Fen::from_position(&position, EnPassantMode::Legal);
                panic!("{fen}: {side} mates by {moves:?}");
            }
        }
    }
    eprintln!("{blocked} ruled out at once, {by_phases} phase by phase");
    assert!(blocked > 0 && by_phases > 0);
}

/// A wall of pawns with pieces wedged in and around it.
fn wall(random: &mut Random) -> Chess {
    loop {
        let mut setup = Setup::empty();
        let mut rank = 1 + random.below(5) as u32;
        for file in 0..8 {
            rank = match random.below(2) {
                0 if rank > 1 => rank - 1,
                _ if rank < 5 => rank + 1,
                _ => rank - 1,
            };
            if random.below(9) > 0 {
                put(&mut setup, Role::Pawn, Color::White, file + 8 * rank);
                put(&mut setup, Role::Pawn, Color::Black, file + 8 * rank + 8);
            }
        }
        for _ in 0..random.below(3) {
            let color = Color::from_white(random.below(2) == 0);
            let square = Square::from_coords(
                File::new(random.below(8) as u32),
                color.relative_rank(Rank::new(1 + random.below(2) as u32)),
            );
            put(&mut setup, Role::Pawn, color, square.into());
        }
        put(&mut setup, Role::King, Color::White, random.below(64) as u32);
        put(&mut setup, Role::King, Color::Black, random.below(64) as u32);
        for _ in 0..random.below(6) {
            let role = [Role::Bishop, Role::Bishop, Role::Bishop, Role::Knight, Role::Rook][random.below(5)];
            let color = Color::from_white(random.below(2) == 0);
            put(&mut setup, role, color, random.below(64) as u32);
        }
        setup.turn = Color::from_white(random.below(2) == 0);
        if let Ok(position) = Chess::from_setup(setup, CastlingMode::Standard) {
            return position;
        }
    }
}

/// A position with men that can only get free by a capture or not at all, a little changed.
fn changed(random: &mut Random) -> Chess {
    const SHUT_IN: [&str; 6] = [
        "8/B4b2/2k5/1p1p4/1P1Pp1pB/1pp1P1P1/1p6/bK3b2 b - - 0 1",
        "8/2b4B/4k3/8/8/2p1p1p1/2PpP1P1/1B1K3n b - - 0 1",
        "B2b4/8/4k3/8/1p1p1p1p/1PpP1P1P/K1P4b/RB6 b - - 0 1",
        "8/2b5/8/4k2B/1p1p4/1P1Pp1p1/4P1P1/2b2BRK b - - 0 1",
        "1b2k3/8/1p2K3/bP6/Pp6/1Pp5/B1P5/NB6 b - - 0 1",
        "1k6/pPp5/BpP4b/1P6/8/7B/8/5B1K b - - 0 1",
    ];
    loop {
        let fen: Fen = SHUT_IN[random.below(SHUT_IN.len())].parse().expect("a FEN");
        let mut setup = fen.into_setup();
        for _ in 0..1 + random.below(3) {
            let men: Vec<_> = setup.board.iter().collect();
            let (from, piece) = men[random.below(men.len())];
            let to = random.below(64) as u32;
            match random.below(3) {
                0 if piece.role != Role::King => setup.board.discard_piece_at(from),
                1 if piece.role != Role::Pawn => {
                    setup.board.discard_piece_at(from);
                    put(&mut setup, piece.role, piece.color, to);
                }
                _ => put(
                    &mut setup,
                    [Role::Pawn, Role::Bishop, Role::Knight, Role::Rook][random.below(4)],
                    Color::from_white(random.below(2) == 0),
                    to,
                ),
            }
        }
        setup.turn = Color::from_white(random.below(2) == 0);
        if let Ok(position) = Chess::from_setup(setup, CastlingMode::Standard) {
            return position;
        }
    }
}

/// Puts a man on a square if it is free.
fn put(setup: &mut Setup, role: Role, color: Color, square: u32) {
    let square = Square::new(square);
    if !setup.board.occupied().contains(square) {
        setup.board.set_piece_at(square, role.of(color));
    }
}

/// A small repeatable source of numbers (xorshift64*).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % end
    }
}
