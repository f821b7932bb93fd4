//! How many positions are decided, and how fast.
//!
//! `cargo bench --bench mate_possible` prints a line each for positions from random games and
//! for composed ones; with file names after `--`, for the positions in those files instead (one
//! FEN per line, with `white` or `black` after it to ask for that side only).

use std::{
    env, fs,
    time::{Duration, Instant},
};

use annabella::laws::mate_possible::{MatePossible, Proof, mate_possible};
use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, EnPassantMode, FromSetup, Piece, Position, PositionError,
    Rank, Role, Setup, Square, fen::Fen,
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
    let names: Vec<_> = env::args()
        .skip(1)
        .filter(|name| name != "--bench")
        .collect();
    if names.is_empty() {
        let count = number("MATE_POSSIBLE_QUERIES").unwrap_or(60_000) as usize;
        measure("random games", &random_games(count));
        measure("blocked pawns", &blocked_pawns(4_000));
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
                    Proof::TooFewMen => 1,
                    Proof::ShutIn => 2,
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
    let fen: Fen = fen
        .parse()
        .unwrap_or_else(|error| panic!("{line}: {error}"));
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
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[random.below(moves.len())]);
        }
        if !position.legal_moves().is_empty() {
            queries.extend(Color::ALL.map(|side| Query { position: position.clone(), side }));
        }
    }
    queries.truncate(count);
    queries
}

/// Walls of pawns that block each other, the kings and a few other men anywhere.
fn blocked_pawns(count: usize) -> Vec<Query> {
    let mut random = Random(0x0fed_cba9_8765_4321);
    let mut queries = Vec::with_capacity(count);
    while queries.len() < count {
        let Some(position) = blocked_position(&mut random) else {
            continue;
        };
        queries.extend(Color::ALL.map(|side| Query { position: position.clone(), side }));
    }
    queries
}

fn blocked_position(random: &mut Random) -> Option<Chess> {
    let mut setup = Setup::empty();
    let tight = random.below(3) > 0;
    let mut rank = 1 + random.below(5) as u32;
    for file in 0..8 {
        rank = match random.below(if tight { 2 } else { 3 }) {
            2 => rank,
            0 if rank > 1 => rank - 1,
            _ if rank < 5 => rank + 1,
            _ => rank - 1,
        };
        if random.below(5) == 0 {
            continue;
        }
        let white = Square::from_coords(shakmaty::File::new(file), Rank::new(rank));
        setup.board.set_piece_at(white, Role::Pawn.of(Color::White));
        setup.board.set_piece_at(white.offset(8)?, Role::Pawn.of(Color::Black));
    }
    let mut men = vec![Role::King.of(Color::White), Role::King.of(Color::Black)];
    for _ in 0..random.below(6) {
        let role = [
            Role::Bishop,
            Role::Bishop,
            Role::Bishop,
            Role::Knight,
            Role::Rook,
        ][random.below(5)];
        men.push(role.of(Color::from_white(random.below(2) == 0)));
    }
    for Piece { color, role } in men {
        let free = !setup.board.occupied();
        let square = free.into_iter().nth(random.below(free.count()))?;
        setup.board.set_piece_at(square, Piece { color, role });
    }
    setup.turn = Color::from_white(random.below(2) == 0);
    setup.castling_rights = Bitboard::EMPTY;
    let position = Chess::from_setup(setup, CastlingMode::Standard).ok()?;
    (!position.legal_moves().is_empty()).then_some(position)
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
