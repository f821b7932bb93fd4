//! Prints what the clocks and boards cost, on emulated ones: `cargo bench --bench boards`; a part of it with its name
//! behind `--`: lever, recordings, idling.

#[allow(dead_code, reason = "the hard positions are not asked for here")]
#[path = "../positions/mod.rs"]
mod positions;
#[path = "../ends/program.rs"]
mod program;

use std::{
    path::Path,
    time::{Duration, Instant},
};

use annabella::{
    app::board_sight::placement,
    commands::board_recording,
    devices::{
        board::{
            Orientation,
            dgt::{DgtMessage, encode},
        },
        clock_emulator::{ClockEmulator, EmulatorCommand, EmulatorOptions},
        tactile_clock::{ClockEvent, TactileClock, TactileSide},
    },
    laws::{Chess, Position, StartPosition},
};
use positions::Random;
use program::Program;

/// Whatever is waited for comes sooner, or never.
const LONG: Duration = Duration::from_secs(30);
const PRESSES: usize = 200;
const RECORDINGS: usize = 200;
/// The bytes of a recording: those of nine games of fifty moves.
const RECORDING: usize = 34_000;

fn main() {
    let parts: Vec<String> = std::env::args().skip(1).filter(|part| !part.starts_with('-')).collect();
    let wanted = |part: &str| parts.is_empty() || parts.iter().any(|named| named == part);
    if wanted("lever") {
        lever();
    }
    if wanted("recordings") {
        recordings();
    }
    if wanted("idling") {
        idling();
    }
}

fn print(what: &str, figure: f64, unit: &str, aim: &str) {
    println!("{what:58} {figure:>9.3} {unit:3} {aim}");
}

fn print_times(what: &str, mut times: Vec<Duration>, aim: &str) {
    times.sort();
    let of = |share: usize| times[(times.len() - 1) * share / 10].as_secs_f64() * 1e3;
    print(&format!("{what}, median of {}", times.len()), of(5), "ms", aim);
    print("  nine tenths within", of(9), "ms", "");
    print("  most", of(10), "ms", "");
}

/// From a press at the clock's end of the wire to its event.
fn lever() {
    let folder = tempfile::tempdir().expect("a folder");
    let link = folder.path().join("clock");
    let options = EmulatorOptions { link: link.clone(), name: "clock".to_owned(), fault: None, svg: None };
    let emulator = ClockEmulator::start(options).expect("a clock");
    let (tell, events) = crossbeam_channel::unbounded();
    let _clock =
        TactileClock::open(&link, move |event| drop(tell.send((event, Instant::now())))).expect("serial");
    let next = || events.recv_timeout(LONG).expect("an event");
    while !matches!(next().0, ClockEvent::Back { .. }) {}
    let mut times = Vec::new();
    for press in 0..PRESSES {
        // A lever that moves sooner is still swinging.
        std::thread::sleep(Duration::from_millis(160));
        let began = Instant::now();
        emulator.command(EmulatorCommand::Press(if press % 2 == 0 {
            TactileSide::White
        } else {
            TactileSide::Black
        }));
        let (event, at) = next();
        assert!(matches!(event, ClockEvent::Lever { .. }), "{event:?}");
        times.push(at.duration_since(began));
    }
    print_times("a press of the tactile clock to its event, on a pty", times, "aim: under 5");
}

fn board(folder: &Path, more: &[&str]) -> Program {
    let link = folder.join("board").display().to_string();
    let board = Program::start(&[&["board-emulator", "--link", &link, "-"], more].concat());
    board.until(LONG, |line| line.starts_with("board at")).expect("a board");
    board
}

/// What a DGT board sends in games of random moves, damaged on a byte in five hundred to one in ten.
fn recordings() {
    let mut random = Random(1_127);
    let times = (0..RECORDINGS).map(|n| {
        let mut bytes = Vec::new();
        while bytes.len() < RECORDING {
            let mut position = Chess::default();
            bytes.extend(shown(&position));
            for _ in 0..100 {
                let Some(m) = random.legal_move(&position) else { break };
                let before = placement(position.board(), Orientation::default());
                position.play_unchecked(m);
                let after = placement(position.board(), Orientation::default());
                // What is lifted comes first.
                let mut changes: Vec<(u8, char)> =
                    after.squares().filter(|(square, piece)| before.at(*square) != *piece).collect();
                changes.sort_by_key(|(_, piece)| piece.is_alphabetic());
                let change = |(square, piece)| encode(&DgtMessage::Changed { square, piece });
                bytes.extend(changes.into_iter().flat_map(change));
            }
        }
        let clean = 10 + 490 * n / RECORDINGS;
        for _ in 0..bytes.len() / clean {
            let at = random.below(bytes.len());
            match n % 3 {
                0 => bytes[at] ^= 1 << random.below(8),
                1 => drop(bytes.remove(at)),
                _ => bytes.insert(at, random.below(256) as u8),
            }
        }
        bytes.truncate(RECORDING);
        let began = Instant::now();
        // Whether it holds a game is not asked here.
        let _ = board_recording::games(&bytes, "recording", &StartPosition::default());
        began.elapsed()
    });
    print_times("a damaged recording of 34 kB of a DGT board", times.collect(), "aim: under 1000");
}

fn shown(position: &Chess) -> Vec<u8> {
    encode(&DgtMessage::Placed(placement(position.board(), Orientation::default())))
}

/// What a game costs in which nobody does anything, with a running clock and all attached.
fn idling() {
    let folder = tempfile::tempdir().expect("a folder");
    let _board = board(folder.path(), &["--minutes", "90"]);
    let at = |name: &str| folder.path().join(name).display().to_string();
    let link = at("clock");
    let clock = Program::start(&["clock-emulator", "--link", &link]);
    clock.until(LONG, |line| line.starts_with("clock at")).expect("a clock");
    let address = format!("dgt:{}", at("board"));
    let game = Program::start(&[
        "play",
        "--opponent",
        "board",
        "--time",
        "90",
        "--board",
        &address,
        "--board-clock",
        "--clock",
        &link,
        "--text",
        "-",
        "--journal",
        &at("game.jsonl"),
    ]);
    game.until(LONG, |line| line.starts_with("clock: W")).expect("a clock that runs");
    std::thread::sleep(Duration::from_secs(4));
    let (before, began) = (game.worked(), Instant::now());
    std::thread::sleep(Duration::from_secs(20));
    let share = (game.worked() - before).as_secs_f64() / began.elapsed().as_secs_f64();
    print("idling, board, its clock, tactile clock, braille", 100.0 * share, "%", "of a core; aim: under 1");
}
