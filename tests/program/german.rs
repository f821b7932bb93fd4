//! What the commands print in German: no line of it is English.

use crate::binary::{Home, text};

/// Words of English sentences that are words of no German one, and nothing that is typed.
const ENGLISH: [&str; 14] = [
    "and", "but", "cannot", "could", "expected", "found", "has", "is", "not", "of", "or", "the", "there",
    "with",
];

const MATE: &str = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";

/// A home in which German is configured, with a game that was played and scores that part.
fn home() -> Home {
    let home = Home::new();
    home.file(".config/annabella/config.toml", "language = 'de'\n");
    home.file("white.pgn", "1. e4 e5 2. Nf3 Nc6 *");
    home.file("black.pgn", "1. e4 e5 2. Nc3 Nc6 *");
    home.file("short.pgn", "1. e4 e5 *");
    home.file("slip.pgn", "1. e4 e5 2. Ng3 Nc6 *");
    home.file("none.pgn", "*");
    home.file("moves.txt", "Eva vier\nEva drei\n");
    home.file("unsure.txt", "Springer Springer\n");
    home.file("broken.toml", "time = '5'\ntiem = 5\n");
    home.file("wrong.toml", "pause = 0\n");
    home.file("dgt.txt", "kein base64\nauch nicht\n");
    home.file("labels.tsv", "a.wav ja\n");
    let play = ["play", "--text", "-", "--confirm", "never", "--time", "90+30", "--journal", "g.jsonl"];
    assert!(home.run(&play, "f2f3\ne7e5\ng2g4\n").status.success());
    home
}

#[test]
fn no_line_of_a_command_is_english() {
    let home = home();
    let mut wrong = Vec::new();
    for args in [
        &["judge", MATE][..],
        &["judge", "startpos"],
        &["judge", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"],
        &["judge", "x"],
        &["perft", "x", "2"],
        &["reconcile", "white.pgn", "black.pgn"],
        &["reconcile", "white.pgn", "black.pgn", "--used", "1:30:00,0:45:00"],
        &["reconcile", "white.pgn", "short.pgn"],
        &["reconcile", "short.pgn", "white.pgn"],
        &["reconcile", "slip.pgn", "white.pgn"],
        &["reconcile", "white.pgn", "white.pgn"],
        &["reconcile", "moves.txt", "white.pgn"],
        &["reconcile", "none.pgn", "white.pgn", "--used", "lang"],
        &["replay", "g.jsonl", "--list"],
        &["export", "nowhere.jsonl"],
        &["export", "white.pgn"],
        &["export", "g.jsonl", "--text"],
        &["transcribe", "moves.txt"],
        &["transcribe", "unsure.txt"],
        &["transcribe", "--dgt", "dgt.txt"],
        &["speak", "slip.pgn"],
        &["eval", "."],
        &["listen", "--audio", "nowhere.wav"],
        &["account", "--forget"],
        &["account", "--check"],
        &["clock-check", "nowhere"],
        &["board-emulator", "--link", "nowhere/x", "nowhere.pgn"],
        &["board-emulator", "--link", "x", "moves.txt"],
        &["devices"],
        &["doctor", "--model", "none"],
        &["setup", "--text", "moves.txt"],
        &["resume", "nowhere.jsonl"],
        &["resume", "white.pgn"],
        &["--config", "broken.toml", "listen", "--language", "de"],
        &["--config", "wrong.toml", "listen", "--language", "de"],
        &["--config", "nowhere.toml", "listen", "--language", "de"],
        &["play", "--opponent", "engine:/nowhere", "--text", "-"],
        &["guide"],
    ] {
        let output = home.run(args, "");
        let said = text(&output.stdout) + &text(&output.stderr);
        wrong.extend(said.lines().filter(|line| is_english(line)).map(|line| format!("{args:?}: {line}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What stands in quotation marks is a library's, or was typed; the comments of a score, in braces, are English.
fn is_english(line: &str) -> bool {
    let mut told = String::new();
    let mut quoted = 0_usize;
    for c in line.chars() {
        match c {
            '»' | '„' | '{' => quoted += 1,
            '«' | '“' | '}' => quoted = quoted.saturating_sub(1),
            c if quoted == 0 => told.push(c),
            _ => {}
        }
    }
    told.split(|c: char| !c.is_alphanumeric() && c != '-' && c != '/' && c != '.')
        .any(|word| ENGLISH.contains(&word))
}
