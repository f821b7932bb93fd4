//! What a newcomer does on the first evening, and everybody at some time.

use std::{
    io::{BufRead, BufReader, Read},
    path::Path,
    process::Command,
};

use crate::binary::{Home, text};

/// Whoever has seen enough closes the pipe.
#[test]
fn a_reader_that_goes_away_is_no_fault() {
    let home = Home::new();
    for (args, typed) in [(&["play", "--text", "-"][..], true), (&["judge", "startpos"], false)] {
        let mut child = home.start(args);
        let mut first = String::new();
        BufReader::with_capacity(1, child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        // The reader is gone; the rest is written for nobody.
        let input = child.stdin.take().unwrap();
        if typed {
            use std::io::Write;
            let _ = (&input).write_all(b"e4\nja\ne5\nja\n");
        }
        drop(input);
        assert!(child.wait().unwrap().success(), "{args:?}");
        let mut complaint = String::new();
        child.stderr.take().unwrap().read_to_string(&mut complaint).unwrap();
        assert_eq!(complaint, "", "{args:?}");
    }
}

#[test]
fn a_hyphen_is_the_standard_input_and_startpos_a_position() {
    let home = Home::new();
    let output = home.run(&["transcribe", "-"], "eva vier\neva fünf\n");
    assert!(text(&output.stdout).contains("1. e4 e5 *"), "{output:?}");
    let output = home.run(&["judge", "startpos"], "");
    assert!(text(&output.stdout).contains("20 legal moves"), "{output:?}");
}

#[test]
fn a_configuration_that_was_named_must_be_there() {
    let home = Home::new();
    for args in [&["--config", "none.toml", "devices"][..], &["play", "--config", "none.toml", "--text", "-"]]
    {
        let output = home.run(args, "");
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(text(&output.stderr), "annabella: there is no configuration none.toml\n");
    }
}

#[test]
fn a_command_lists_and_takes_only_what_changes_something() {
    let home = Home::new();
    let listed = |command: &str| text(&home.run(&[command, "--help-all"], "").stdout);
    for (command, heeded, unheeded) in [
        ("play", "--time <", "--stdin"),
        ("resume", "--language", "--time <"),
        ("doctor", "--microphone", "--time <"),
        ("devices", "--language", "--microphone"),
        ("listen", "--headphones", "--user"),
        ("transcribe", "--pause <", "--rate"),
        ("judge", "--nodes", "--config"),
    ] {
        let listed = listed(command);
        assert!(listed.contains(heeded) && !listed.contains(unheeded), "{command}: {listed}");
    }
    let output = home.run(&["doctor", "--time", "5"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("--time changes nothing of `doctor`"), "{output:?}");
}

#[test]
fn scores_and_journals_are_compared_and_nothing_else() {
    let home = Home::new();
    let play = |name: &str, moves: &str| {
        let output = home.run(&["play", "--text", "-", "--confirm", "never", "--journal", name], moves);
        assert!(output.status.success(), "{output:?}");
    };
    play("white.jsonl", "e4\ne5\nNf3\n");
    play("black.jsonl", "e4\ne5\nNc3\n");
    home.file("white.pgn", "1. e4 e5 2. Sf3");
    home.file("tags.pgn", "[Event \"none\"]\n\n*\n");
    for (white, black) in [("white.jsonl", "black.jsonl"), ("white.pgn", "black.jsonl")] {
        let output = home.run(&["reconcile", white, black], "");
        assert!(text(&output.stdout).contains("The scores part at move 2."), "{output:?}");
    }
    home.file("two.pgn", "1. e4 *\n\n1. d4 *\n");
    home.file("empty.pgn", "");
    home.file("noise.pgn", [0xFF, 0x00, b'[', 0x80, b'e', b'4']);
    home.file("prose.md", PROSE);
    for other in ["two.pgn", "empty.pgn", "noise.pgn", "tags.pgn", "prose.md", "/proc/version"] {
        for (white, black, whose) in [(other, "white.pgn", "White's"), ("white.pgn", other, "Black's")] {
            let output = home.run(&["reconcile", white, black], "");
            assert_eq!(output.status.code(), Some(1), "{other}");
            let complaint = text(&output.stderr);
            let reason = match other {
                "noise.pgn" => "noise.pgn is written in UTF-16".to_owned(),
                "two.pgn" => format!("{whose} file holds"),
                _ => format!("{whose} score has no moves"),
            };
            assert!(complaint.contains(&reason), "{complaint}");
            assert_eq!(text(&output.stdout), "");
        }
    }
    let journal = std::fs::read_to_string(home.path().join("white.jsonl")).unwrap();
    home.file("changed.jsonl", journal.replace("\"e5\"", "\"c5\""));
    let output = home.run(&["reconcile", "changed.jsonl", "black.jsonl"], "");
    assert!(text(&output.stderr).contains("is not as it was written"), "{output:?}");
}

/// A text with a link, which looks like a tag of PGN, and with a move in it.
const PROSE: &str = "# Reading\n\n[Deutsch: README.de.md](README.de.md)\n\nSay a move, such as e4, and wait for the answer.\n\n- *e4* is a square.\n- Nothing else.\n";

/// What is no game is told so once, however long it is, and nothing is printed for it.
#[test]
fn a_file_of_another_kind_gets_one_sentence() {
    let home = Home::new();
    home.file("prose.md", PROSE);
    home.file("empty", "");
    home.file("bytes", b"\x7fELF\x02\x01\x00\x00\x00\x01 text \x03\n\n\x04\x05 1. e4\n\n\x06".repeat(50));
    home.file("line", "a b c ".repeat(5000));
    home.file("tags.pgn", "[Event \"none\"]\n\n*\n");
    for command in
        [&["speak"][..], &["transcribe"], &["reconcile", "prose.md"], &["export"], &["replay"], &["resume"]]
    {
        for file in ["prose.md", "empty", "bytes", "line", "tags.pgn"] {
            let output = home.run(&[command, &[file]].concat(), "");
            let said = text(&output.stderr);
            let is_one_line = command == ["transcribe"] && ["line", "tags.pgn"].contains(&file);
            assert_eq!(output.status.code(), Some(1), "{command:?} {file}");
            assert!(
                (1..=2).contains(&said.lines().count()) && said.len() < 400,
                "{command:?} {file}: {said}"
            );
            assert!(text(&output.stdout).is_empty() || is_one_line, "{command:?} {file}: {output:?}");
            assert!(!said.contains("\\u00"), "{command:?} {file}: {said}");
        }
    }
}

/// Another game is another journal, with the same choices; what was typed goes on in it.
#[test]
fn a_new_game_follows_and_the_first_can_be_gone_on_with() {
    let home = Home::new();
    let play = ["play", "--text", "-", "--confirm", "never", "--time", "5+3", "--journal", "first.jsonl"];
    let output = home.run(&play, "e4\nneue partie\nja\nd4\npartie beenden\nja\nc4\n");
    let told = text(&output.stdout);
    assert_eq!(told.matches("say: Bereit. Zwei Spieler, 5 Minuten plus 3 Sekunden.").count(), 2, "{told}");
    assert!(told.contains("annabella resume first.jsonl") && !told.contains("hear: c4"), "{told}");
    let second = told.rsplit("journal: ").next().unwrap().lines().next().unwrap();
    let score = |journal: &str| text(&home.run(&["export", journal], "").stdout);
    assert!(score("first.jsonl").contains("1. e4") && score(second).contains("1. d4"), "{told}");
    // A game gone on with is followed by one like it.
    let output = home.run(&["resume", "first.jsonl", "--text", "-"], "neue partie\nja\n");
    assert_eq!(
        text(&output.stdout).matches("say: Bereit. Zwei Spieler, 5 Minuten plus").count(),
        1,
        "{output:?}"
    );
}

/// What is not there is not asked about, and what is written is told in words.
#[test]
fn the_setup_says_what_it_wrote_and_where() {
    let home = Home::new();
    // Where an engine is installed, one answer is for its strength.
    let typed = "ja\nnein\nja\nnein\nja\ne2e4\nja\nja\nja\n";
    let told = text(&home.run(&["setup", "--text", "-", "--screen", "full"], typed).stdout);
    let path = home.path().join(".config/annabella/config.toml");
    assert!(told.contains(&format!("geschrieben in: {}\n", path.display())), "{told}");
    for said in ["die Sprache ist Deutsch\n", "Sie haben Weiß\n", "ein Zug gilt, wenn Sie die Uhr drücken\n"]
    {
        assert!(told.contains(said), "{said:?} is not in {told}");
    }
    assert!(!told.contains("Spreche ich recht so") && !told.contains(" = "), "{told}");
    let written = std::fs::read_to_string(path).unwrap();
    assert_eq!(written, "confirm = \"lever\"\nlanguage = \"de\"\nuser = \"white\"\n");
}

/// Whoever sets up with a screen reader plays with it.
#[test]
fn the_setup_keeps_the_screen_for_a_reader() {
    let home = Home::new();
    let typed = "ja\nnein\nja\nnein\nja\ne2e4\nja\nja\nja\n";
    home.run(&["setup", "--text", "-", "--screen", "reader"], typed);
    let written = std::fs::read_to_string(home.path().join(".config/annabella/config.toml")).unwrap();
    assert!(written.contains("screen = \"reader\"\n"), "{written}");
}

#[test]
fn what_was_never_there_is_not_said_to_be_lost() {
    let home = Home::new();
    let mut child = home.start(&["play", "--text", "-"]);
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let told = lines.find(|line| line.starts_with("say: ") && line.contains("Sprachausgabe"));
    assert_eq!(told.as_deref(), Some("say: Keine Sprachausgabe."));
    drop(child.stdin.take());
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_rustup_without_rust_gets_a_whole_sentence() {
    let home = Home::new();
    let cargo = home.file("cargo", "#!/bin/sh\necho 'error: no default toolchain' >&2\nexit 1\n");
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(&cargo, PermissionsExt::from_mode(0o755)).unwrap();
    let setup = Path::new(env!("CARGO_MANIFEST_DIR")).join(".ci/setup");
    let output = Command::new(setup).arg("play").env("CARGO", cargo).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let told =
        "set-up: rustup is installed and has no Rust yet: run `rustup default stable`, then start again\n";
    assert_eq!(text(&output.stderr), told);
}
