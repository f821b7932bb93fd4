//! The score beside the journal: nobody's file is overwritten, and no game is lost with its journal.

use std::{
    fs,
    io::Write,
    path::Path,
    process::{Command, Stdio},
};

/// Plays typed lines, with something that happens while the game is under way; what was printed.
fn play(arguments: &[&str], lines: &str, meanwhile: impl FnOnce()) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_annabella"))
        .args(arguments)
        .args(["--text", "-"])
        .env("SPEECHD_ADDRESS", "unix_socket:/nonexistent")
        .env("BRLAPI_HOST", ":99")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(lines.as_bytes()).expect("the program reads");
    std::thread::sleep(std::time::Duration::from_millis(700));
    meanwhile();
    input.write_all(b"e7e5\n").expect("the program reads");
    drop(input);
    String::from_utf8(child.wait_with_output().expect("it ends").stdout).expect("text")
}

const GAME: &[&str] = &["play", "--confirm", "never", "--journal"];

fn score(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap_or_default()
}

#[test]
fn a_score_takes_a_free_name() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("opera.pgn"), "somebody else's").unwrap();
    fs::write(at("kept.txt"), "kept").unwrap();
    std::os::unix::fs::symlink(at("kept.txt"), at("opera-2.pgn")).unwrap();
    let journal = at("opera.jsonl");
    let printed = play(&[GAME, &[journal.to_str().unwrap()]].concat(), "e2e4\n", || {});
    assert!(printed.contains(&format!("score: {}", at("opera-3.pgn").display())), "{printed}");
    assert_eq!(score(folder.path(), "opera.pgn"), "somebody else's");
    assert_eq!(score(folder.path(), "kept.txt"), "kept");
    assert!(score(folder.path(), "opera-3.pgn").contains("1. e4 e5"));

    // Its own earlier score is no file of anybody else's.
    play(&["resume", journal.to_str().unwrap()], "g1f3\nja\n", || {});
    assert!(
        score(folder.path(), "opera-3.pgn").contains("2. Nf3"),
        "{}",
        score(folder.path(), "opera-3.pgn")
    );
    assert!(!at("opera-4.pgn").exists());
}

#[test]
fn a_journal_that_is_called_like_a_score_stays() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("game.pgn");
    play(&[GAME, &[journal.to_str().unwrap()]].concat(), "e2e4\n", || {});
    assert!(score(folder.path(), "game.pgn").starts_with('{'), "the journal was overwritten");
    assert!(score(folder.path(), "game-2.pgn").contains("1. e4 e5"));
}

#[test]
fn a_game_whose_journal_is_gone_is_still_written_or_printed() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("game.jsonl");
    let name = journal.to_str().unwrap().to_owned();
    let printed = play(&[GAME, &[&name]].concat(), "e2e4\n", || fs::remove_file(&journal).unwrap());
    assert!(score(folder.path(), "game.pgn").contains("1. e4 e5"), "{printed}");

    let inner = folder.path().join("inner");
    fs::create_dir(&inner).unwrap();
    let name = inner.join("game.jsonl").display().to_string();
    let printed = play(&[GAME, &[&name]].concat(), "e2e4\n", || fs::remove_dir_all(&inner).unwrap());
    assert!(printed.contains("the score cannot be written beside"), "{printed}");
    assert!(printed.contains("1. e4 e5"), "{printed}");
}
