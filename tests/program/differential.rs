//! The Laws held against an independent library, python-chess: what is legal and how it is written, castling in
//! Chess960, checkmate and stalemate, and which draws can be claimed, in ten thousand positions of games that were
//! played at random. `.ci/test` fetches that library; where there is none the test says so and is skipped.

use std::{
    collections::BTreeMap,
    io::Write,
    process::{Command, Stdio},
};

use annabella::{
    laws::{CastlingSide, Claim, ClaimKind, ClaimVerdict, Ending, Game, Position, Rules, Ruleset},
    notation::{Letters, san},
};
use serde::Deserialize;

use crate::random::Random;

/// As `python_chess.py` writes it.
#[derive(Deserialize)]
struct Seen {
    legal: BTreeMap<String, Reply>,
    check: bool,
    checkmate: bool,
    stalemate: bool,
    threefold: bool,
    fivefold: bool,
    fifty: bool,
    seventy_five: bool,
}

#[derive(Deserialize)]
struct Reply {
    san: String,
    capture: bool,
    threefold: bool,
    fifty: bool,
}

const POSITIONS: usize = 10_000;

#[test]
fn ten_thousand_positions_are_what_python_chess_makes_of_them() {
    let games = games();
    let Some(text) = asked("python_chess.py", games.iter().map(line).collect()) else { return };
    let mut lines = text.lines();
    let (mut positions, mut met) = (0, ByKind::default());
    for game in &games {
        for ply in 0..=game.moves().len() {
            let seen: Seen = serde_json::from_str(lines.next().expect("a line for every position")).unwrap();
            check(game, ply, &seen, &mut met);
            positions += 1;
        }
    }
    assert!(positions >= POSITIONS && lines.next().is_none(), "{positions}");
    // What never came about was not held against anything.
    assert!(met.0.values().all(|times| *times > 0) && met.0.len() == 10, "{:?}", met.0);
}

/// What a script on python-chess writes of these lines; none, which is said, where that library is not installed.
pub fn asked(script: &str, lines: String) -> Option<String> {
    asked_of("chess", script, lines)
}

/// What a script on a Python library writes of these lines; none, which is said, where it is not installed.
pub fn asked_of(library: &str, script: &str, lines: String) -> Option<String> {
    let root = env!("CARGO_MANIFEST_DIR");
    let python = |argument: &str| {
        let mut command = Command::new("python3");
        command
            .arg(argument)
            .env("PYTHONPATH", format!("{root}/.deps/python"))
            .env("PYTHONDONTWRITEBYTECODE", "1");
        command
    };
    if !python("-c").arg(format!("import {library}")).output().is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: Python's {library} is not installed (pip install --target .deps/python)");
        return None;
    }
    let mut child = python(&format!("{root}/tests/program/{script}"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 was there a moment ago");
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(lines.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success());
    Some(String::from_utf8(output.stdout).unwrap())
}

/// How often each thing came about.
#[derive(Default)]
struct ByKind(BTreeMap<&'static str, usize>);

impl ByKind {
    fn add(&mut self, kind: &'static str, is_so: bool) {
        *self.0.entry(kind).or_default() += usize::from(is_so);
    }
}

fn check(game: &Game, ply: usize, seen: &Seen, met: &mut ByKind) {
    let mut so_far = game.clone();
    so_far.return_to(ply);
    let position = so_far.position();
    let named = || format!("{} {:?}", game.start_fen(), &game.moves()[..ply]);
    let mode = position.castles().mode();
    let legal = position.legal_moves();
    let ours: BTreeMap<String, _> = legal.iter().map(|m| (m.to_uci(mode).to_string(), *m)).collect();
    assert_eq!(ours.keys().collect::<Vec<_>>(), seen.legal.keys().collect::<Vec<_>>(), "{}", named());
    let ending = Ending::of_position(position);
    assert_eq!(position.is_check(), seen.check, "{}", named());
    assert_eq!(ending == Some(Ending::Checkmate), seen.checkmate, "{}", named());
    assert_eq!(ending == Some(Ending::Stalemate), seen.stalemate, "{}", named());
    let quiet = so_far.quiet_plies();
    assert_eq!((quiet >= 100, quiet >= 150), (seen.fifty, seen.seventy_five), "{}", named());
    let times = so_far.appearances();
    assert_eq!((times >= 3, times >= 5), (seen.threefold, seen.fivefold), "{}", named());
    for (uci, m) in &ours {
        let reply = &seen.legal[uci];
        assert_eq!(in_pgn(&san(position, *m, &Letters::ENGLISH)), reply.san, "{} {uci}", named());
        assert_eq!(m.is_capture(), reply.capture, "{} {uci}", named());
        let about_to = (so_far.appearances_with(*m) >= 3, so_far.quiet_plies_with(*m) >= 100);
        assert_eq!(about_to, (reply.threefold, reply.fifty), "{} {uci}", named());
        met.add("castling in chess960", mode.is_chess960() && m.is_castle());
        met.add("en passant", m.is_en_passant());
        met.add("promotion", m.is_promotion());
        met.add("about to appear", reply.threefold);
    }
    met.add("checkmate", seen.checkmate);
    met.add("stalemate", seen.stalemate);
    met.add("fivefold", seen.fivefold);
    met.add("fifty moves", seen.fifty);
    met.add("seventy-five moves", seen.seventy_five);
    if ending.is_none() && times < 5 && quiet < 150 {
        met.add("claims", true);
        for (kind, holds) in [(ClaimKind::Threefold, seen.threefold), (ClaimKind::FiftyMoves, seen.fifty)] {
            let claim = Claim { kind, by: so_far.turn(), intended: None };
            let verdict = claim.examine(&so_far, false, Rules::default());
            let held = matches!(verdict, Ok(ClaimVerdict::Correct(_)));
            assert_eq!(held, holds, "{kind:?} {}", named());
        }
    }
}

/// The notation of the Laws as PGN spells it.
fn in_pgn(san: &str) -> String {
    let castles = [(CastlingSide::QueenSide, "0-0-0", "O-O-O"), (CastlingSide::KingSide, "0-0", "O-O")];
    if let Some((_, laws, pgn)) = castles.iter().find(|(_, laws, _)| san.starts_with(laws)) {
        return san.replace(laws, pgn);
    }
    let new_piece = san.trim_end_matches(['+', '#']);
    match new_piece.char_indices().last() {
        Some((at, piece)) if "QRBN".contains(piece) && at > 0 => format!("{}={}", &san[..at], &san[at..]),
        _ => san.to_owned(),
    }
}

fn line(game: &Game) -> String {
    let mode = game.start().castles().mode();
    let kind = if mode.is_chess960() { "960" } else { "chess" };
    let moves: Vec<String> = game.moves().iter().map(|m| m.to_uci(mode).to_string()).collect();
    format!("{kind};{};{}\n", game.start_fen(), moves.join(" "))
}

/// Games at random: from the usual start, from those of Chess960, and endings in which little but repeating is left.
fn games() -> Vec<Game> {
    let mut random = Random(20_231_123);
    let mut games: Vec<Game> = Vec::new();
    let mut positions = 0;
    while positions < POSITIONS {
        let game = match games.len() % 4 {
            0 => played(Game::default(), 120, false, &mut random),
            1 => played(Game::chess960(random.below(960) as u32).unwrap(), 120, false, &mut random),
            2 => {
                played(Game::from_fen(ENDINGS[random.below(ENDINGS.len())]).unwrap(), 170, true, &mut random)
            }
            _ => played(Game::chess960(random.below(960) as u32).unwrap(), 60, true, &mut random),
        };
        positions += game.moves().len() + 1;
        games.push(game);
    }
    games
}

const ENDINGS: [&str; 4] = [
    "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
    "8/3k4/3p4/3P4/8/3K4/8/8 b - - 30 60",
    "8/P5k1/8/8/8/8/p5K1/8 w - - 90 80",
    "4k3/8/8/2b5/5B2/8/8/4K3 w - - 95 90",
];

/// `repeating`: half the time the piece that has just come goes back.
fn played(mut game: Game, plies: usize, repeating: bool, random: &mut Random) -> Game {
    for _ in 0..plies {
        let position = game.position();
        let back = game.moves().len().checked_sub(2).map(|ply| game.moves()[ply]);
        let back = back.filter(|_| repeating && random.below(2) == 0).and_then(|before| {
            let goes_back =
                |m: &&annabella::laws::Move| m.from() == Some(before.to()) && Some(m.to()) == before.from();
            position.legal_moves().iter().find(goes_back).copied()
        });
        // The Laws end a game after 75 moves or five times; the other library goes on.
        let Some(m) = back.or_else(|| random.legal_move(position)) else { break };
        if game.outcome(Ruleset::Fide2009).is_some() || game.play(m).is_err() {
            break;
        }
    }
    game
}
