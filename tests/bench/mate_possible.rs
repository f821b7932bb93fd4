//! How many positions are decided, and how fast.
//!
//! `cargo bench --bench mate_possible` prints a line each for positions from random games and
//! for composed ones; with file names after `--`, for the positions in those files instead (one
//! FEN per line, with `white` or `black` after it to ask for that side only).

#[path = "../positions/mod.rs"]
mod positions;

use std::{
    env, fs,
    time::{Duration, Instant},
};

use annabella::laws::mate_possible::{MatePossible, Proof, mate_possible};
use positions::{Random, blocked, doubled};
use shakmaty::{
    CastlingMode, Chess, Color, EnPassantMode, FromSetup, Position, PositionError, Role, Setup, Square,
    fen::Fen,
};

/// Moves the search may try for a query; `MATE_POSSIBLE_BUDGET` sets another number.
fn budget() -> u64 {
    number("MATE_POSSIBLE_BUDGET").unwrap_or(1_000_000)
}

struct Query {
    position: Chess,
    side: Color,
}

fn main() {
    let names: Vec<_> = env::args().skip(1).filter(|name| name != "--bench").collect();
    if names.is_empty() {
        let count = number("MATE_POSSIBLE_QUERIES").unwrap_or(60_000) as usize;
        measure("random games", &random_games(count));
        let mut hard = walls(blocked, 30_000);
        measure("blocked pawns", &hard[..4_000]);
        measure("doubled pawns", &walls(doubled, 8_000));
        hard.extend(few_men(10_000));
        hard.retain(|Query { position, side }| {
            mate_possible(position, *side, 2_000) == MatePossible::Unknown
        });
        measure("of those and 10,000 with few men, the hard", &hard);
        let made = positions::hard().into_iter().map(|(position, side, _)| Query { position, side });
        measure("made to be hard", &made.collect::<Vec<_>>());
        measure("composed", &COMPOSED.iter().copied().flat_map(read).collect::<Vec<_>>());
    }
    for name in names {
        let text = fs::read_to_string(&name).unwrap_or_else(|error| panic!("{name}: {error}"));
        measure(&name, &text.lines().flat_map(read).collect::<Vec<_>>());
    }
}

/// Time this thread has really run, where the system tells (Linux); other programs running at
/// the same time do not count.
fn processor_time() -> Duration {
    fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|line| line.split(' ').next()?.parse().ok())
        .map_or(Duration::ZERO, Duration::from_nanos)
}

fn number(variable: &str) -> Option<u64> {
    env::var(variable).ok()?.parse().ok()
}

fn measure(what: &str, queries: &[Query]) {
    let verbose = env::var_os("MATE_POSSIBLE_VERBOSE").is_some();
    let (mut yes, mut unknown) = (0, 0);
    let mut no = [0; 4];
    let mut times = Vec::with_capacity(queries.len());
    let mut on_processor = Duration::ZERO;
    for Query { position, side } in queries {
        let processor_start = processor_time();
        let start = Instant::now();
        let answer = mate_possible(position, *side, budget());
        let time = start.elapsed();
        on_processor += processor_time().saturating_sub(processor_start);
        times.push(time);
        match &answer {
            MatePossible::Yes(moves) => {
                check_line(position, *side, moves);
                yes += 1;
            }
            MatePossible::No(proof) => {
                no[match proof {
                    Proof::GameOver => 0,
                    Proof::InsufficientMaterial => 1,
                    Proof::Blocked => 2,
                    Proof::Exhausted { .. } => 3,
                }] += 1;
            }
            MatePossible::Unknown => unknown += 1,
        }
        if verbose || time > Duration::from_millis(100) || answer == MatePossible::Unknown {
            let fen = Fen::from_position(position, EnPassantMode::Legal);
            let answer = match answer {
                MatePossible::Yes(moves) => format!("yes in {}", moves.len()),
                MatePossible::No(proof) => format!("no: {proof:?}"),
                MatePossible::Unknown => "unknown".to_owned(),
            };
            println!("  {time:>10.1?} {fen} {side}: {answer}");
        }
    }
    times.sort();
    let total: Duration = times.iter().sum();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!(
        "{what}: {} queries, {:.2} % decided ({yes} yes; no: {} over, {} too few men, {} shut in, \
         {} exhausted; {unknown} unknown)",
        queries.len(),
        100.0 * (queries.len() - unknown) as f64 / queries.len() as f64,
        no[0],
        no[1],
        no[2],
        no[3],
    );
    println!(
        "{what}: {total:.1?} in all, mean {:.1?}, median {:.1?}, 99 % {:.1?}, 99.9 % {:.1?}, \
         longest {:.1?}, {} over a second",
        total / queries.len() as u32,
        at(0.5),
        at(0.99),
        at(0.999),
        at(1.0),
        times.iter().filter(|time| time.as_secs() >= 1).count(),
    );
    println!(
        "{what}: on the processor {on_processor:.1?} in all, mean {:.1?}",
        on_processor / queries.len() as u32,
    );
}

fn check_line(position: &Chess, side: Color, moves: &[shakmaty::Move]) {
    let mut position = position.clone();
    for &mv in moves {
        position = position.play(mv).expect("the line should be legal");
    }
    assert!(position.is_checkmate() && position.turn() != side);
}

fn read(line: &str) -> Vec<Query> {
    let line = line.trim();
    let (fen, sides) = match line.rsplit_once(' ') {
        Some((fen, "white")) => (fen, &[Color::White][..]),
        Some((fen, "black")) => (fen, &[Color::Black][..]),
        _ => (line, &Color::ALL[..]),
    };
    if fen.is_empty() || fen.starts_with('#') {
        return Vec::new();
    }
    let fen: Fen = fen.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
    let setup = fen.into_setup();
    let mode = CastlingMode::detect(&setup);
    let position = Chess::from_setup(setup, mode)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .unwrap_or_else(|error| panic!("{line}: {error}"));
    sides.iter().map(|&side| Query { position: position.clone(), side }).collect()
}

/// The position after a random number of random moves, for one side each.
fn random_games(count: usize) -> Vec<Query> {
    let mut random = Random(0x1234_5678_9abc_def1);
    let mut queries = Vec::with_capacity(count);
    while queries.len() < count {
        let mut position = Chess::new();
        for _ in 0..random.below(200) {
            let Some(m) = random.legal_move(&position) else { break };
            position.play_unchecked(m);
        }
        if !position.legal_moves().is_empty() {
            queries.extend(Color::ALL.map(|side| Query { position: position.clone(), side }));
        }
    }
    queries.truncate(count);
    queries
}

/// Walls of one kind, both sides asked about.
fn walls(kind: fn(&mut Random) -> Option<Chess>, count: usize) -> Vec<Query> {
    let mut random = Random(0x0fed_cba9_8765_4321);
    let mut queries = Vec::with_capacity(count);
    while queries.len() < count {
        let Some(position) = kind(&mut random) else {
            continue;
        };
        queries.extend(Color::ALL.map(|side| Query { position: position.clone(), side }));
    }
    queries
}

/// A lone minor piece against a few pieces, which must stand in their own king's way.
fn few_men(count: usize) -> Vec<Query> {
    let mut random = Random(0x2468_ace0_1357_9bdf);
    let mut queries = Vec::with_capacity(count);
    while queries.len() < count {
        let mut setup = Setup::empty();
        let mut men = vec![
            Role::King.of(Color::White),
            Role::King.of(Color::Black),
            [Role::Knight, Role::Bishop][random.below(2)].of(Color::White),
        ];
        for _ in 0..1 + random.below(3) {
            let role = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen][random.below(5)];
            men.push(role.of(Color::Black));
        }
        for piece in men {
            setup.board.set_piece_at(Square::new(random.below(64) as u32), piece);
        }
        setup.turn = Color::from_white(random.below(2) == 0);
        if let Ok(position) = Chess::from_setup(setup, CastlingMode::Standard) {
            queries.push(Query { position, side: Color::White });
        }
    }
    queries
}

/// Positions discussed in public or made for this: walls, pieces that can never leave, forced lines.
const COMPOSED: [&str; 26] = [
    "8/6b1/1p3k2/1Pp1p1p1/2PpP1Pp/3P3P/8/1KB5 w - - 0 1",
    "8/6b1/1p3k2/1Pp1p1p1/2PpP1Pp/3P3P/8/1KB5 b - - 0 1",
    "8/B4b2/2k5/1p1p4/1P1Pp1pB/1pp1P1P1/1p6/bK3b2 b - - 0 1",
    "8/2b4B/4k3/8/8/2p1p1p1/2PpP1P1/1B1K3n b - - 0 1",
    "B2b4/8/4k3/8/1p1p1p1p/1PpP1P1P/K1P4b/RB6 b - - 0 1",
    "8/2b5/8/4k2B/1p1p4/1P1Pp1p1/4P1P1/2b2BRK b - - 0 1",
    "1b2k3/8/1p2K3/bP6/Pp6/1Pp5/B1P5/NB6 b - - 0 1",
    "1k6/pPp5/BpP4b/1P6/8/7B/8/5B1K b - - 0 1",
    "8/8/1k1p1p2/3PpP2/3pKp2/b2P1P2/8/3B1B2 b - - 0 1",
    "3k1b2/2p1pBp1/KpP1P1P1/1P3B2/4B1B1/5B2/8/8 w - - 3 57",
    "1Bb5/1p6/pPp3k1/2Pp3p/P2PpBpP/4P1P1/5K2/8 w - - 0 1",
    "8/8/2k5/1p2p2p/1P2P2P/8/5K2/8 b - - 0 34",
    "4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1",
    "3k4/8/8/p2p2p1/P2P2P1/8/3p4/3K4 w - - 0 1",
    "8/p3k1p1/6Pp/7K/2rq4/7P/8/8 w - - 0 1",
    "7k/q5Q1/5PPK/5PPP/p7/8/8/8 b - - 0 1",
    "kb6/2N5/1K6/8/8/8/8/8 b - - 0 50",
    "8/2kr4/8/K7/8/8/8/8 w - - 0 1",
    "7k/1qQ5/p4PPK/6PP/8/5P2/8/8 w - - 0 1",
    "6kr/1p1N1p1p/1P3P1P/P6P/3q1Rpr/6Qp/4pN1P/4B1KR w - - 0 1",
    "4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K1B1 w - - 0 1",
    "8/6b1/1p3k2/1Pp1p1p1/1pPpP1Pp/1P1P3P/8/1KB5 w - - 0 1",
    "8/4b3/1p2k3/p1p1p1p1/P1P1P1P1/1P6/1KB5/8 w - - 0 1",
    "8/8/b1p1k3/1pPp1p1p/pP1P1P1P/P1B1K3/8/8 w - - 0 1",
    "5k2/8/8/8/4p3/8/1K6/8 b - - 0 1",
    "8/8/8/3k1n2/8/8/2B1K3/8 b - - 0 1",
];
