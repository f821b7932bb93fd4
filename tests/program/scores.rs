//! The score beside the journal: nobody's file is overwritten, and no game is lost with its journal.

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    path::Path,
};

use crate::binary::Home;

/// Plays typed lines; when the program has told the last of them, something happens, and it goes on. What was printed.
fn play(home: &Home, arguments: &[&str], lines: &str, told: &str, meanwhile: impl FnOnce()) -> String {
    let mut child = home.start(&[arguments, &["--text", "-"]].concat());
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    input.write_all(lines.as_bytes()).expect("the program reads");
    let mut printed = String::new();
    while !printed.contains(told) {
        assert!(output.read_line(&mut printed).expect("text") > 0, "{told:?} was not told: {printed}");
    }
    meanwhile();
    input.write_all(b"e7e5\n").expect("the program reads");
    drop(input);
    output.read_to_string(&mut printed).expect("text");
    child.wait().expect("it ends");
    printed
}

const GAME: &[&str] = &["play", "--confirm", "never", "--journal"];
const MOVED: &str = "say: Bauer Eva zwei Eva vier.";

fn score(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap_or_default()
}

#[test]
fn a_score_takes_a_free_name() {
    let folder = Home::new();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("opera.pgn"), "somebody else's").unwrap();
    fs::write(at("kept.txt"), "kept").unwrap();
    std::os::unix::fs::symlink(at("kept.txt"), at("opera-2.pgn")).unwrap();
    let journal = at("opera.jsonl");
    let printed = play(&folder, &[GAME, &[journal.to_str().unwrap()]].concat(), "e2e4\n", MOVED, || {});
    assert!(printed.contains(&format!("score: {}", at("opera-3.pgn").display())), "{printed}");
    assert_eq!(score(folder.path(), "opera.pgn"), "somebody else's");
    assert_eq!(score(folder.path(), "kept.txt"), "kept");
    assert!(score(folder.path(), "opera-3.pgn").contains("1. e4 e5"));

    // Its own earlier score is no file of anybody else's.
    play(
        &folder,
        &["resume", journal.to_str().unwrap()],
        "g1f3\nja\n",
        "say: Springer Gustav eins Felix drei.",
        || {},
    );
    assert!(
        score(folder.path(), "opera-3.pgn").contains("2. Nf3"),
        "{}",
        score(folder.path(), "opera-3.pgn")
    );
    assert!(!at("opera-4.pgn").exists());
}

#[test]
fn a_journal_that_is_called_like_a_score_stays() {
    let folder = Home::new();
    let journal = folder.path().join("game.pgn");
    play(&folder, &[GAME, &[journal.to_str().unwrap()]].concat(), "e2e4\n", MOVED, || {});
    assert!(score(folder.path(), "game.pgn").starts_with('{'), "the journal was overwritten");
    assert!(score(folder.path(), "game-2.pgn").contains("1. e4 e5"));
}

#[test]
fn a_game_whose_journal_is_gone_is_still_written_or_printed() {
    let folder = Home::new();
    let journal = folder.path().join("game.jsonl");
    let name = journal.to_str().unwrap().to_owned();
    let printed =
        play(&folder, &[GAME, &[&name]].concat(), "e2e4\n", MOVED, || fs::remove_file(&journal).unwrap());
    assert!(score(folder.path(), "game.pgn").contains("1. e4 e5"), "{printed}");

    let inner = folder.path().join("inner");
    fs::create_dir(&inner).unwrap();
    let name = inner.join("game.jsonl").display().to_string();
    let printed =
        play(&folder, &[GAME, &[&name]].concat(), "e2e4\n", MOVED, || fs::remove_dir_all(&inner).unwrap());
    assert!(printed.contains("die Mitschrift lässt sich nicht neben"), "{printed}");
    assert!(printed.contains("1. e4 e5"), "{printed}");
}
