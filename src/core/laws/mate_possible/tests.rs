//! Checks the proofs from reaches by a search that does not use them.
//!
//! `MATE_POSSIBLE_EXHAUSTIVE=1` in the environment checks many more positions.

#[path = "../../../../tests/positions/mod.rs"]
mod positions;

use std::env;

use positions::Random;
use shakmaty::{
    CastlingMode, Chess, Color, EnPassantMode, FromSetup, Move, Position, Role, Setup, Square, fen::Fen,
};

use super::{
    blockade::{self, Reaches, reaches_at_rest},
    helpmate::{Exploration, Helpmate},
    phases,
};

#[test]
fn no_mate_is_found_where_the_reaches_rule_it_out() {
    let (positions, budget) =
        if env::var_os("MATE_POSSIBLE_EXHAUSTIVE").is_some() { (3_000, 20_000) } else { (300, 1_500) };
    let mut random = Random(0x3c6e_f372_fe94_f82b);
    let (mut blocked, mut by_phases) = (0, 0);
    for n in 0..positions {
        let position = if n % 3 == 0 { facing(&mut random) } else { changed(&mut random) };
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

/// Whatever is played, each piece stays within its reach, until the side in question is mated.
#[test]
fn each_piece_stays_within_its_reach() {
    let positions = if env::var_os("MATE_POSSIBLE_EXHAUSTIVE").is_some() { 100_000 } else { 1_500 };
    let mut random = Random(0x71c9_0b42_e8d3_5f61);
    let (mut bounded, mut opposed) = (0, 0);
    for n in 0..positions {
        let position = match n % 3 {
            0 => changed(&mut random),
            _ => facing(&mut random),
        };
        for side in Color::ALL {
            let mut reaches = Reaches::new(reaches_at_rest(&position), side);
            reaches.grow_all(Some(&position));
            if reaches.are_bounded() {
                bounded += 1;
                opposed += usize::from(!reaches.opposed.is_empty());
                play_within(&reaches, &position, &mut random);
            }
        }
    }
    eprintln!("{bounded} are bounded, {opposed} by pawns that face each other");
    assert!(opposed > positions / 40);
}

/// Plays a line from a position, half of it captures and pawn moves, and looks where each piece gets.
fn play_within(reaches: &Reaches, start: &Chess, random: &mut Random) {
    let mut at: Vec<Option<usize>> = vec![None; 64];
    start
        .board()
        .occupied()
        .into_iter()
        .enumerate()
        .for_each(|(index, square)| at[usize::from(square)] = Some(index));
    let mut position = start.clone();
    let mut line = Vec::new();
    for _ in 0..120 {
        let mut moves = position.legal_moves();
        if random.below(2) == 0 && moves.iter().any(|m| m.is_zeroing()) {
            moves.retain(|m| m.is_zeroing());
        }
        if moves.is_empty() {
            return;
        }
        let m = moves[random.below(moves.len())];
        position.play_unchecked(m);
        if position.is_checkmate() {
            return;
        }
        line.push(m);
        if let Move::EnPassant { from, to } = m {
            at[usize::from(Square::from_coords(to.file(), from.rank()))] = None;
        }
        let index = at[usize::from(m.from().expect("nothing is dropped"))].take().expect("a piece moves");
        at[usize::from(m.to())] = Some(index);
        let piece = &reaches.pieces[index];
        let is_promoted = piece.role == Role::Pawn && position.board().role_at(m.to()) != Some(Role::Pawn);
        let reach = if is_promoted { piece.promoted } else { piece.reach };
        let fen = Fen::from_position(start, EnPassantMode::Legal);
        assert!(reach.contains(m.to()), "{fen}, {} in question: {line:?}", reaches.side);
    }
}

/// Pawns that face each other, in walls, or beside kings that are shut in, where each capture counts.
fn facing(random: &mut Random) -> Chess {
    const KINGS_SHUT_IN: &str = "6bk/5p1p/5P1P/8/8/5p1p/5P1P/6BK w - - 0 1";
    loop {
        let mut setup = if random.below(2) == 0 {
            let Some(start) = positions::doubled(random) else { continue };
            start.to_setup(EnPassantMode::Legal)
        } else {
            let mut setup = KINGS_SHUT_IN.parse::<Fen>().expect("a FEN").into_setup();
            for _ in 0..3 + random.below(6) {
                let at = 8 + 8 * random.below(6) + random.below(3);
                put(&mut setup, Role::Pawn, Color::from_white(random.below(2) == 0), at as u32);
            }
            setup
        };
        for _ in 0..random.below(3).saturating_sub(1) {
            change(&mut setup, random);
        }
        setup.turn = Color::from_white(random.below(2) == 0);
        let Ok(mut position) = Chess::from_setup(setup, CastlingMode::Standard) else { continue };
        // It may be a double step.
        if let Some(m) = random.legal_move(&position) {
            position.play_unchecked(m);
            return position;
        }
    }
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
