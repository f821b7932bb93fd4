//! Whether a side can still mate: known positions, small endings in full, and random games.
//!
//! `MATE_POSSIBLE_EXHAUSTIVE=1 cargo test --release --test core mate_possible -- --nocapture` goes through
//! every placement of three and four pieces, which takes an hour or two.

mod endings;

use std::env;

use crate::positions::{Random, blocked, doubled, hard};
use annabella::laws::mate_possible::{MatePossible, is_dead, mate_possible};
use shakmaty::{
    Board, CastlingMode, Chess, Color, FromSetup, Move, Position, PositionError, Role, Setup, Square,
    fen::Fen,
};

const BUDGET: u64 = 2_000_000;

#[test]
fn game_over() {
    // Mate and stalemate end the game; who has mated needs no further move.
    check("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", "yes", "no");
    check("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "no", "no");
    // A mate counts even where its pieces could not have brought it about.
    check("8/8/8/8/8/2b1k1b1/8/3RKR2 w - - 0 1", "no", "yes");
}

#[test]
fn too_few_men() {
    check("8/8/3k4/8/8/3K4/8/8 w - - 0 1", "no", "no");
    check("8/8/3k4/8/8/3KB3/8/8 w - - 0 1", "no", "no");
    check("8/8/3k4/8/8/3KN3/8/8 w - - 0 1", "no", "no");
    check("8/8/3k4/8/8/3KR3/8/8 w - - 0 1", "yes", "no");
    check("8/8/3k4/8/8/3KP3/8/8 w - - 0 1", "yes", "no");
    check("8/8/3k4/8/8/3KNN2/8/8 w - - 0 1", "yes", "no");
    // A minor piece needs the other side's pieces in the king's way, and not any will do.
    check("8/8/3kn3/8/8/3KN3/8/8 w - - 0 1", "yes", "yes");
    check("8/8/3kb3/8/8/3KN3/8/8 w - - 0 1", "yes", "yes");
    check("8/8/3kr3/8/8/3KN3/8/8 w - - 0 1", "yes", "yes");
    check("8/8/3kq3/8/8/3KN3/8/8 w - - 0 1", "no", "yes");
    check("8/8/3kq3/8/8/3KB3/8/8 w - - 0 1", "no", "yes");
    check("8/8/3kr3/8/8/3KB3/8/8 w - - 0 1", "no", "yes");
    check("8/8/3kp3/8/8/3KB3/8/8 w - - 0 1", "yes", "yes");
    // Bishops of one colour, and of both.
    check("8/8/3kb3/8/8/3K1B2/8/8 w - - 0 1", "no", "no");
    check("8/8/3kb3/8/8/3KB3/8/8 w - - 0 1", "yes", "yes");
    check("8/8/4k3/8/8/3KB1B1/6B1/8 w - - 0 1", "yes", "no");
}

#[test]
fn forced_lines() {
    // The only move takes the last man.
    check("8/2kr4/8/K7/8/8/8/8 w - - 0 1", "no", "yes");
    check("R7/K1k5/8/8/8/8/8/8 b - - 0 1", "yes", "no");
    check("kQ6/8/2K5/8/8/8/8/8 b - - 0 1", "no", "no");
    // The only move gives stalemate.
    check("kb6/2N5/1K6/8/8/8/8/8 b - - 0 1", "no", "no");
    // The only moves lead to mate.
    check("7k/q5Q1/5PPK/5PPP/p7/8/8/8 b - - 0 1", "yes", "no");
    check("8/p3k1p1/6Pp/7K/2rq4/7P/8/8 w - - 0 1", "no", "yes");
}

#[test]
fn pawn_walls() {
    check("8/8/2k5/1p2p2p/1P2P2P/8/5K2/8 b - - 0 34", "no", "no");
    check("4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1", "no", "no");
    // With a pawn to take, the wall can be passed.
    check("3k4/8/8/p2p2p1/P2P2P1/8/3p4/3K4 w - - 0 1", "yes", "yes");
    // A bishop that cannot attack the pawns changes nothing; one that can does.
    check("4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4KB2 w - - 0 1", "yes", "yes");
    check("4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K1B1 w - - 0 1", "no", "no");
    // Men that can never leave.
    check("1b2k3/8/1p2K3/bP6/Pp6/1Pp5/B1P5/NB6 b - - 0 1", "no", "?");
    check("1k6/pPp5/BpP4b/1P6/8/7B/8/5B1K b - - 0 1", "no", "?");
    check("8/8/1k1p1p2/3PpP2/3pKp2/b2P1P2/8/3B1B2 b - - 0 1", "no", "no");
}

#[test]
fn walls_with_men_behind_them() {
    // The only way to free the pieces is to take the rook, and that frees too few.
    check("B2b4/8/4k3/8/1p1p1p1p/1PpP1P1P/K1P4b/RB6 b - - 0 1", "no", "no");
    check("8/2b5/8/4k2B/1p1p4/1P1Pp1p1/4P1P1/2b2BRK b - - 0 1", "no", "no");
    // Whatever could free White's king mates it instead.
    check("8/B4b2/2k5/1p1p4/1P1Pp1pB/1pp1P1P1/1p6/bK3b2 b - - 0 1", "no", "yes");
    check("8/2b4B/4k3/8/8/2p1p1p1/2PpP1P1/1B1K3n b - - 0 1", "no", "yes");
    // The king can take its way around.
    check("1Bb5/1p6/pPp3k1/2Pp3p/P2PpBpP/4P1P1/5K2/8 w - - 0 1", "yes", "yes");
}

/// Fences, cages, forced lines and long walks; that each no is one is the check of the module itself.
#[test]
fn hard_positions() {
    hard().into_iter().step_by(5).for_each(solve);
}

#[test]
#[ignore = "takes half a minute; `make test` runs it"]
fn all_hard_positions() {
    let all = hard();
    assert_eq!(all.len(), 200);
    all.into_iter().for_each(solve);
}

/// Doubled pawns that face each other rank on rank: all is decided, though some of them can still step.
#[test]
fn walls_of_doubled_pawns() {
    check("1k6/p1p1p1p1/P1P1P1P1/p1p1p1p1/8/8/P1P1P1P1/4K3 w - - 0 1", "no", "no");
    check("6k1/p1p1p1p1/8/P1P1P1P1/8/p1p1p1p1/P1P1P1P1/7K w - - 0 1", "no", "no");
    check("5k2/p2p2p1/8/P2P2P1/p2p2p1/P2P2P1/5K2/8 w - - 0 1", "no", "no");
    // A king between the rows takes its way to one end of them, and the pawns behind are free.
    check("8/p1p1p1p1/P1P1P1P1/p1p1p1p1/4k3/8/P1P1P1P1/4K3 w - - 0 1", "yes", "yes");
    decide_doubled(60);
}

#[test]
#[ignore = "takes ten seconds; `make test` runs it"]
fn many_walls_of_doubled_pawns() {
    decide_doubled(600);
}

fn decide_doubled(positions: usize) {
    let mut random = Random(0x0b57_1ac1_e5f0_93d4);
    let mut cannot = 0;
    for position in std::iter::from_fn(|| Some(doubled(&mut random))).flatten().take(positions) {
        for side in Color::ALL {
            match answer(&position, side) {
                "unknown" => panic!("undecided: {side} in {position:?}"),
                "no" => {
                    cannot += 1;
                    assert_eq!(plain_search(&position, side, 200), None, "{side} mates: {position:?}");
                }
                _ => {}
            }
        }
    }
    assert!(cannot > positions / 20, "only {cannot} cannot mate");
}

fn solve((position, side, mates): (Chess, Color, bool)) {
    match mate_possible(&position, side, 1_000_000) {
        MatePossible::Yes(moves) => {
            assert!(mates, "{position:?}");
            let mut after = position.clone();
            moves.iter().for_each(|m| after = after.clone().play(*m).unwrap());
            assert!(after.is_checkmate() && after.turn() != side, "{position:?}");
        }
        MatePossible::No(_) => assert!(!mates, "{position:?}"),
        MatePossible::Unknown => panic!("undecided: {side} in {position:?}"),
    }
}

#[test]
fn no_false_no_behind_blocked_pawns() {
    let mut random = Random(0x51ab_90c3_774d_e2f9);
    let count = if env::var_os("MATE_POSSIBLE_EXHAUSTIVE").is_some() { 20_000 } else { 300 };
    let mut refused = 0;
    for position in std::iter::from_fn(|| Some(blocked(&mut random))).flatten().take(count) {
        for side in Color::ALL {
            if let MatePossible::No(proof) = mate_possible(&position, side, 2_000) {
                refused += 1;
                let line = plain_search(&position, side, count);
                assert_eq!(line, None, "{proof:?} but {side} mates: {position:?}");
            }
        }
    }
    assert!(refused > count / 100, "only {refused} positions were refused");
}

/// Looks for a mate by `side` one move after the other, in the first positions of all.
fn plain_search(start: &Chess, side: Color, positions: usize) -> Option<Chess> {
    let mut seen = std::collections::HashSet::from([start.clone()]);
    let mut waiting = std::collections::VecDeque::from([start.clone()]);
    while let Some(position) = waiting.pop_front() {
        if position.is_checkmate() && position.turn() != side {
            return Some(position);
        }
        if seen.len() > positions.clamp(2_000, 20_000) {
            return None;
        }
        for mv in position.legal_moves() {
            let mut after = position.clone();
            after.play_unchecked(mv);
            if seen.insert(after.clone()) {
                waiting.push_back(after);
            }
        }
    }
    None
}

#[test]
fn en_passant_and_castling_count() {
    // The wall opens by an en passant capture only.
    check("4k3/8/8/pPp1p1p1/P1P1P1P1/8/8/4K3 w - a6 0 1", "yes", "yes");
    check("8/8/8/8/8/4k3/4r3/R3K2R w KQ - 0 1", "yes", "yes");
}

#[test]
fn chess960_castling() {
    let setup: Fen = "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1".parse().expect("a FEN");
    let position = Chess::from_setup(setup.into_setup(), CastlingMode::Chess960).expect("legal");
    for side in Color::ALL {
        assert_eq!(answer(&position, side), "yes");
    }
}

#[test]
fn both_sides_decide_whether_a_position_is_dead() {
    let dead = |fen| is_dead(&position(fen), BUDGET);
    assert_eq!(dead("8/8/3kb3/8/8/3K1B2/8/8 w - - 0 1"), Some(true));
    assert_eq!(dead("8/8/3kr3/8/8/3KB3/8/8 w - - 0 1"), Some(false));
    assert_eq!(dead("8/8/2k5/1p2p2p/1P2P2P/8/5K2/8 b - - 0 34"), Some(true));
    let start = is_dead(&Chess::new(), 0);
    assert_eq!(start, None, "nothing can be told without a budget");
}

#[test]
fn no_false_no_before_a_mate_in_random_games() {
    let mut random = Random(0x7c3a_91f5_2e60_b8d1);
    let mut mates = 0;
    for _ in 0..400 {
        let mut game = vec![random_position(&mut random)];
        while let Some(position) = game.last()
            && game.len() < 120
        {
            let Some(m) = random.legal_move(position) else { break };
            let mut after = position.clone();
            after.play_unchecked(m);
            game.push(after);
        }
        let last = &game[game.len() - 1];
        if !last.is_checkmate() {
            continue;
        }
        mates += 1;
        let winner = !last.turn();
        for position in game.iter().rev().step_by(7) {
            assert_ne!(answer(position, winner), "no", "{position:?}");
        }
    }
    assert!(mates > 10, "only {mates} of the games ended in mate");
}

/// A few pieces of both sides anywhere, pawns more often than not.
fn random_position(random: &mut Random) -> Chess {
    loop {
        let mut board = Board::empty();
        let mut men = vec![Role::King.of(Color::White), Role::King.of(Color::Black)];
        for _ in 0..2 + random.below(8) {
            let role = [Role::Pawn, Role::Pawn, Role::Bishop, Role::Knight, Role::Rook, Role::Queen]
                [random.below(6)];
            men.push(role.of(Color::from_white(random.below(2) == 0)));
        }
        for piece in men {
            board.set_piece_at(Square::new(random.below(64) as u32), piece);
        }
        let mut setup = Setup::empty();
        setup.board = board;
        setup.turn = Color::from_white(random.below(2) == 0);
        if let Ok(position) = Chess::from_setup(setup, CastlingMode::Standard) {
            return position;
        }
    }
}

fn position(fen: &str) -> Chess {
    let fen: Fen = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    Chess::from_setup(fen.into_setup(), CastlingMode::Standard)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .unwrap_or_else(|error| panic!("{error}"))
}

/// Checks the answer for White and for Black: `yes`, `no`, or `?` for not asked.
fn check(fen: &str, white: &str, black: &str) {
    let position = position(fen);
    for (side, expected) in [(Color::White, white), (Color::Black, black)] {
        if expected != "?" {
            assert_eq!(answer(&position, side), expected, "{fen} {side}");
        }
    }
}

/// The answer in a word; a yes only if its line is legal and ends in mate.
fn answer(position: &Chess, side: Color) -> &'static str {
    match mate_possible(position, side, BUDGET) {
        MatePossible::Yes(moves) => {
            assert!(mates(position, side, &moves), "{position:?}: {moves:?}");
            "yes"
        }
        MatePossible::No(_) => "no",
        MatePossible::Unknown => "unknown",
    }
}

fn mates(position: &Chess, side: Color, moves: &[Move]) -> bool {
    let mut position = position.clone();
    for &mv in moves {
        position = match position.play(mv) {
            Ok(after) => after,
            Err(_) => return false,
        };
    }
    position.is_checkmate() && position.turn() == !side
}
