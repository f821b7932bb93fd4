//! Checks the proofs from reaches by a search that does not use them.
//!
//! `MATE_POSSIBLE_EXHAUSTIVE=1` in the environment checks many more positions.

#[path = "../../../tests/positions/mod.rs"]
mod positions;

use std::env;

use positions::Random;
use shakmaty::{
    CastlingMode, Chess, Color, EnPassantMode, FromSetup, Position, Role, Setup, Square, fen::Fen,
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
        let position = changed(&mut random);
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

/// Checks every no of the hard positions by all that can arise; without `MATE_POSSIBLE_EXHAUSTIVE` by a little of it.
#[test]
fn no_mate_is_found_in_hard_positions_without_one() {
    let exhaustive = env::var_os("MATE_POSSIBLE_EXHAUSTIVE").is_some();
    let budget = if exhaustive { 10_000_000 } else { 1_000 };
    for (position, side, _) in positions::hard().into_iter().filter(|(_, _, mates)| !mates) {
        let fen = Fen::from_position(&position, EnPassantMode::Legal);
        match Helpmate::unaided(&position, side).explore(budget) {
            Exploration::Mate(moves) => panic!("{fen}: {side} mates by {moves:?}"),
            Exploration::OutOfBudget => assert!(!exhaustive, "{fen}: not gone through"),
            Exploration::Exhausted(_) => {}
        }
    }
}

/// Blocked pawns, or pieces that can only be freed by a capture or not at all; slightly changed and played on.
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
        let start = if random.below(2) == 0 {
            positions::blocked(random)
        } else {
            let fen: Fen = SHUT_IN[random.below(SHUT_IN.len())].parse().expect("a FEN");
            Chess::from_setup(fen.into_setup(), CastlingMode::Standard).ok()
        };
        let Some(start) = start else { continue };
        let mut setup = start.to_setup(EnPassantMode::Legal);
        for _ in 0..1 + random.below(3) {
            change(&mut setup, random);
        }
        setup.turn = Color::from_white(random.below(2) == 0);
        setup.ep_square = None;
        let Ok(mut position) = Chess::from_setup(setup, CastlingMode::Standard) else { continue };
        for _ in 0..random.below(3) {
            let Some(m) = random.legal_move(&position) else { break };
            position.play_unchecked(m);
        }
        return position;
    }
}

/// Removes a piece, moves it, or adds one.
fn change(setup: &mut Setup, random: &mut Random) {
    let pieces: Vec<_> = setup.board.iter().collect();
    let (from, piece) = pieces[random.below(pieces.len())];
    let to = random.below(64) as u32;
    match random.below(3) {
        0 if piece.role != Role::King => setup.board.discard_piece_at(from),
        1 if piece.role != Role::Pawn => {
            setup.board.discard_piece_at(from);
            put(setup, piece.role, piece.color, to);
        }
        _ => put(
            setup,
            [Role::Pawn, Role::Bishop, Role::Knight, Role::Rook][random.below(4)],
            Color::from_white(random.below(2) == 0),
            to,
        ),
    }
}

/// Puts a piece on a square if it is free.
fn put(setup: &mut Setup, role: Role, color: Color, square: u32) {
    let square = Square::new(square);
    if !setup.board.occupied().contains(square) {
        setup.board.set_piece_at(square, role.of(color));
    }
}
