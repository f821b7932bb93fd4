//! Braille from outside: the score for an embosser, the line in the terminal, codes and keys that cannot be used.

use std::{
    io::{BufRead, BufReader, Write},
    net::TcpListener,
};

use crate::binary::{Home, text};

const GAME: &str = "e4\nja\nuhr\ne5\nja\nuhr\n";

/// A game of two moves in a journal.
fn played(home: &Home) {
    assert!(home.run(&["play", "--text", "-", "--journal", "game.jsonl"], GAME).status.success());
}

fn complaint(home: &Home, arguments: &[&str]) -> String {
    let output = home.run(arguments, "");
    assert!(!output.status.success(), "{arguments:?}");
    let complaint = text(&output.stderr).trim_end().to_owned();
    assert_eq!(complaint.lines().count(), 1, "{complaint}");
    complaint
}

#[test]
fn a_score_comes_page_by_page() {
    let home = Home::new();
    played(&home);
    let brf = |more: &[&str]| {
        let output = home.run(&[&["export", "game.jsonl", "--brf"], more].concat(), "");
        assert!(output.status.success(), "{more:?}: {}", text(&output.stderr));
        text(&output.stdout).to_owned()
    };
    let usual = brf(&[]);
    assert!(usual.ends_with("\r\n\u{c}"), "{usual:?}");
    assert_eq!(usual.lines().count(), 26, "{usual}");
    assert!(usual.contains("#A' E#B-E#D E#G-E#E"), "{usual}");
    let other = brf(&["--unicode", "--no-form-feeds", "--line-ends", "lf", "--braille-code", "english"]);
    assert!(!other.contains(['\r', '\u{c}']), "{other:?}");
    assert!(other.chars().all(|c| c == '\n' || ('\u{2800}'..='\u{28FF}').contains(&c)), "{other:?}");
    let short = brf(&["--width", "20", "--length", "5"]);
    assert!(short.lines().all(|line| line.trim_end_matches('\u{c}').len() <= 20), "{short}");
}

/// Grades come from liblouis, whose tables are not ours: what it makes of German is asked of it.
#[test]
#[ignore = "needs liblouis-bin: make test"]
fn words_of_the_score_are_in_the_table_that_was_named() {
    let home = Home::new();
    let named = &["--white", "Schachmann", "--black", "Anna", "--journal", "named.jsonl"];
    assert!(home.run(&[&["play", "--text", "-"], &named[..]].concat(), GAME).status.success());
    let brf = |table: &[&str]| {
        let output = home.run(&[&["export", "named.jsonl", "--brf"], table].concat(), "");
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout).to_owned()
    };
    // sch, ch and mann are shorter in grade 2; the moves are the same.
    let (full, contracted) = (brf(&[]), brf(&["--table", "de-g2.ctb"]));
    assert_ne!(full, contracted);
    for score in [&full, &contracted] {
        assert!(score.contains("E#B-E#D"), "{score}");
    }
    let nowhere = complaint(&home, &["export", "named.jsonl", "--brf", "--table", "nowhere.ctb"]);
    assert!(nowhere.contains("nowhere.ctb"), "{nowhere}");
}

/// The words of the line, too; what a move or a square is stays one cell a character.
#[test]
#[ignore = "needs liblouis-bin: make test"]
fn words_on_the_line_are_in_the_table_that_was_named() {
    let home = Home::new();
    let play = |table: &[&str], journal: &str| {
        home.run(&[&["play", "--text", "-", "--journal", journal], table].concat(), "ta1a5\ne4\n")
    };
    let told = play(&["--braille-table", "de-g2.ctb"], "grade-2.jsonl");
    assert!(told.status.success(), "{}", text(&told.stderr));
    let told = text(&told.stdout).to_owned();
    // "geht nicht: auf a2 steht ein weißer Bauer"
    assert!(told.contains("braille: \u{281b}") && told.contains(" a2 \u{283e}\u{2836}\u{281e}"), "{told}");
    assert!(told.contains("braille: e2-e4? "), "{told}");
    assert!(text(&play(&[], "plain.jsonl").stdout).contains("braille: geht nicht: auf a2 steht"));
    let nowhere = complaint(&home, &["play", "--text", "-", "--braille-table", "nowhere.ctb"]);
    assert!(nowhere.contains("liblouis has no table 'nowhere.ctb'"), "{nowhere}");
}

#[test]
fn codes_and_keys_that_cannot_be_used_are_refused_before_the_game() {
    let home = Home::new();
    let german = include_str!("../../grammars/braille/german.toml");
    home.file("lacking.toml", german.replace("queen = \"\u{2819}\"\n", ""));
    home.file("double.toml", german.replace("queen = \"\u{2819}\"", "queen = \"\u{2805}\""));
    home.file("nonsense.toml", "\u{0}[[[");
    home.file("keys.toml", "[braille-keys]\nf99 = \"board\"\n");
    home.file("deeds.toml", "[braille-keys]\nf1 = \"fly\"\n");
    for (arguments, expected) in [
        (["--braille-code", "lacking.toml"], "\"queen\" is missing"),
        (["--braille-code", "double.toml"], "stands for two things"),
        (["--braille-code", "nonsense.toml"], "nonsense.toml"),
        (
            ["--braille-code", "klingon"],
            "no braille code 'klingon', expected german, english, uk-2015 or a file",
        ),
        (["--config", "keys.toml"], "no key of a braille display is called 'f99', expected f1 to f35"),
        (["--config", "deeds.toml"], "the braille key f1 cannot do 'fly'"),
    ] {
        let play = [&["play", "--text", "-", "--journal", "new.jsonl"], &arguments[..]].concat();
        let output = home.run(&play, GAME);
        assert!(!output.status.success(), "{arguments:?}");
        let complaint = text(&output.stderr);
        assert!(complaint.contains(expected), "{arguments:?}: {complaint}");
        assert!(!home.path().join("new.jsonl").exists(), "{arguments:?} has begun a journal");
    }
    played(&home);
    for (arguments, expected) in [
        (["--width", "3"], "expected 20 to 80"),
        (["--length", "2"], "expected 5 to 60"),
        (["--braille-code", "double.toml"], "stands for two things"),
    ] {
        let complaint = complaint(&home, &[&["export", "game.jsonl", "--brf"], &arguments[..]].concat());
        assert!(complaint.contains(expected), "{arguments:?}: {complaint}");
    }
}

#[test]
fn the_line_in_the_terminal_shows_what_brltty_says_and_sends_keys() {
    let home = Home::new();
    for cells in ["0", "200"] {
        let complaint = complaint(&home, &["braille-emulator", "--cells", cells]);
        assert!(complaint.contains(&format!("a display of {cells} cells cannot be, expected 1 to 80")));
    }
    let brltty = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = brltty.local_addr().unwrap().to_string();
    let mut emulator = home.start(&["braille-emulator", "--address", &address, "--cells", "12"]);
    let mut output = BufReader::new(emulator.stdout.take().unwrap()).lines().map(Result::unwrap);
    let (mut wire, _) = brltty.accept().unwrap();
    wire.set_read_timeout(Some(std::time::Duration::from_secs(200))).unwrap();
    let mut commands = BufReader::new(wire.try_clone().unwrap()).lines().map(Result::unwrap);
    assert_eq!(commands.next().unwrap(), "cells 12 1");
    assert_eq!(output.next().unwrap(), "connected: 12 cells");
    // Noise is nothing; then a line in cells and in characters.
    wire.write_all(b"\xff\xfe garbage\nVisual \"1. e2-e4\"\nBraille \"2|0\"\n").unwrap();
    let shown = output.find(|line| line.contains("1. e2-e4")).unwrap();
    assert!(!shown.contains("garbage"), "{shown}");
    emulator.stdin.as_mut().unwrap().write_all(b"e4\n").unwrap();
    assert_eq!(commands.next().unwrap(), format!("passchar {}", u32::from('e')));
    assert_eq!(commands.next().unwrap(), format!("passchar {}", u32::from('4')));
    // brltty goes, and comes back.
    drop((wire, commands));
    assert!(output.any(|line| line.starts_with("brltty has gone")));
    let (_wire, _) = brltty.accept().unwrap();
    assert_eq!(output.next().unwrap(), "connected: 12 cells");
    drop(emulator.stdin.take());
    assert!(emulator.wait().unwrap().success());
}

#[test]
fn a_game_without_recordings_says_how_to_have_some() {
    let home = Home::new();
    assert!(complaint(&home, &["replay", "nowhere.jsonl"]).contains("there is no journal nowhere.jsonl"));
    played(&home);
    assert!(complaint(&home, &["replay", "game.jsonl"]).contains("play with --keep-voice"));
    home.file("game.voice/000003-01-told.wav", "no sound");
    home.file("game.voice/notes.txt", "mine");
    let list = home.run(&["replay", "game.jsonl", "--list"], "");
    assert_eq!(text(&list.stdout), "move 1, line 3, told\n");
    assert!(complaint(&home, &["replay", "game.jsonl", "--move", "7"]).contains("move 7 has no recordings"));
}
