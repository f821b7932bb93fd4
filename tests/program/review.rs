//! A game is reviewed with an engine: what decided it is told and asked for, and kept for the puzzles.
//!
//! Where the distribution's Stockfish is needed, tests are skipped with a word without it; elsewhere a script answers for it.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    os::unix::fs::PermissionsExt,
};

use annabella::{devices::engine, school::read_puzzles};

use crate::{
    binary::{Home, text},
    reviewed_game::{REVIEWED, engine_that_knows_it},
};

/// White lets a mate in one go by, which Black had let happen.
const GAME: &str = "[Result \"0-1\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qf3 0-1\n";
const OWN: &str = ".local/share/annabella/puzzles.epd";
const KEPT: &str = ".local/share/annabella/school.toml";

/// What is told, and what is printed as wrong, where these lines are typed.
fn review(home: &Home, arguments: &[&str], typed: &str) -> (String, String) {
    let output = home.run(&[&["review", "--language", "en", "--text", "-"], arguments].concat(), typed);
    (text(&output.stdout).to_owned(), text(&output.stderr).to_owned())
}

fn is_without_engine() -> bool {
    let is_missing = engine::find(None).is_err();
    if is_missing {
        println!("skipped: no stockfish is installed");
    }
    is_missing
}

#[test]
fn what_decided_a_game_is_told_asked_and_kept() {
    if is_without_engine() {
        return;
    }
    let home = Home::new();
    home.file("game.pgn", GAME);
    let typed = "queen takes e5\nqueen takes felix seven\nend\n";
    let (told, wrong) = review(&home, &["game.pgn", "--user", "white"], typed);
    assert!(told.contains("I am looking at the game"), "{told}{wrong}");
    assert!(told.contains("Move 4, White: queen Hector five Felix three, misses mate in 1"), "{told}{wrong}");
    assert!(told.contains("Move 3, Black: knight Gustav eight Felix six, allows mate in 1"), "{told}{wrong}");
    assert!(told.contains("it is not mate: knight Cesar six takes Eva five is possible"), "{told}{wrong}");
    assert!(told.contains("Right: queen Hector five takes Felix seven, mate"), "{told}{wrong}");
    assert!(told.contains("The review is over"), "{told}{wrong}");
    let kept = std::fs::read_to_string(home.path().join(OWN)).unwrap();
    let file = read_puzzles(&kept);
    assert!(file.faults.is_empty() && file.puzzles.len() == 1, "{kept}");
    assert!(kept.contains("dm 1; ") && kept.contains("Qxf7#"), "{kept}");
    // The same game needs no engine any more, and the puzzle comes again.
    let (again, _) = review(&home, &["game.pgn", "--user", "white"], "puzzles\nend\n");
    assert!(!again.contains("I am looking") && again.contains("misses mate in 1"), "{again}");
    assert!(again.matches("White to move and mate in one move").count() == 2, "{again}");
    assert!(std::fs::read_to_string(home.path().join(OWN)).unwrap() == kept, "not twice");
}

#[test]
fn a_review_that_was_left_goes_on_and_a_dull_game_has_none() {
    if is_without_engine() {
        return;
    }
    let home = Home::new();
    home.file("dull.pgn", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1/2-1/2\n");
    let (told, wrong) = review(&home, &["dull.pgn"], "end\n");
    assert!(told.contains("No single move decided this game"), "{told}{wrong}");
    home.file("won.pgn", "[FEN \"4k3/8/8/8/8/8/3Q4/4K2R w - - 0 1\"]\n\n1. Rh7 Kf8 2. Rh6 Ke7 1-0\n");
    let (told, wrong) = review(&home, &["won.pgn"], "end\n");
    assert!(told.contains("White was winning from the first move to the last"), "{told}{wrong}");
}

#[test]
fn what_cannot_be_reviewed_is_said() {
    let home = Home::new();
    let (_, wrong) = review(&home, &[], "");
    assert!(wrong.contains("no finished game"), "{wrong}");
    home.file("two.pgn", format!("{GAME}\n{GAME}"));
    let (_, wrong) = review(&home, &["two.pgn"], "");
    assert!(wrong.contains("--game 1"), "{wrong}");
    home.file("game.pgn", GAME);
    let output = home.run(&["play", "--text", "-", "--journal", "open.jsonl"], "e2e4\nja\n");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let (_, wrong) = review(&home, &["open.jsonl"], "");
    assert!(wrong.contains("still going on"), "{wrong}");
    home.file(".config/annabella/config.toml", "opponent = \"engine:./none\"\n");
    let (told, wrong) = review(&home, &["game.pgn"], "");
    assert!(wrong.contains("./none") && !told.contains("looking"), "{told}{wrong}");
}

/// A file that cannot be written is told aloud, not only printed.
#[test]
fn what_cannot_be_kept_is_told() {
    let home = Home::new();
    std::fs::create_dir_all(home.path().join(KEPT)).unwrap();
    let output = home.run(&["learn", "5", "--language", "en", "--text", "-"], "rook david eight\ncontinue\n");
    let told = text(&output.stdout);
    assert!(told.contains("say: What you have learnt cannot be written down"), "{told}");
    home.file(".local/share/annabella/puzzles.epd", "no puzzle\n");
    let output = home.run(&["play", "--language", "en", "--text", "-"], "puzzles\n");
    let told = text(&output.stdout);
    assert!(
        told.contains("say: Not all of your files can be used") && told.contains("puzzles.epd"),
        "{told}"
    );
}

const LOST: &str = "say: The chess engine does not answer. It is started again.";

/// A home with the game but for its last move, so that it has two tasks, and with an engine that knows it and does this at
/// first when it is to search.
fn home_with_stub(first: &str) -> Home {
    let home = Home::new();
    home.file("game.pgn", REVIEWED.replace(" 5. Nc3", ""));
    let stub = home.file("stub", engine_that_knows_it(first));
    fs::set_permissions(stub, fs::Permissions::from_mode(0o755)).unwrap();
    home.file(".config/annabella/config.toml", "opponent = \"engine:./stub\"\n");
    home
}

/// The review is cut off at its second task, and goes on there, without the engine.
#[test]
fn a_review_that_was_cut_off_goes_on_at_its_task() {
    let home = home_with_stub(":");
    let arguments = ["review", "--language", "en", "--text", "-", "game.pgn", "--user", "white"];
    let mut program = home.start(&arguments);
    let mut typing = program.stdin.take().unwrap();
    typing.write_all(b"queen felix four\n").unwrap();
    let mut told = Vec::new();
    for line in BufReader::new(program.stdout.take().unwrap()).lines() {
        let line = line.unwrap();
        let is_second =
            told.iter().any(|line: &String| line.starts_with("say: Right: queen Eva five Felix four"));
        told.push(line.clone());
        // The question comes last.
        if is_second && line.starts_with("say: Black to move") {
            break;
        }
    }
    program.kill().unwrap();
    program.wait().unwrap();
    let told = told.join("\n");
    assert!(told.contains("say: 2 moves decided the game"), "{told}");
    assert!(told.contains("say: Move 2: find a better move than knight Gustav eight Felix six"), "{told}");
    fs::remove_file(home.path().join("stub")).unwrap();
    let (again, wrong) = review(&home, &["game.pgn", "--user", "white"], "knight cesar six\nend\n");
    assert!(again.contains("say: The review goes on where you left it."), "{again}{wrong}");
    assert!(again.contains("say: Move 2: find a better move"), "{again}{wrong}");
    assert!(!again.contains("find a better move than queen"), "{again}{wrong}");
    assert!(again.contains("say: Right: knight Bella eight Cesar six."), "{again}{wrong}");
    assert!(again.contains("say: The review is over"), "{again}{wrong}");
}

/// An engine that dies once is told once, and the review comes all the same.
#[test]
fn an_engine_that_is_lost_during_a_review_is_told_once() {
    let home =
        home_with_stub("if [ $position = startpos ] && [ ! -e failed ]; then : > failed; kill -9 $$; fi");
    let (told, wrong) = review(&home, &["game.pgn", "--user", "white"], "end\n");
    assert_eq!(told.matches(LOST).count(), 1, "{told}{wrong}");
    assert!(told.contains("say: 2 moves decided the game"), "{told}{wrong}");
}

/// An engine that never comes back keeps nobody from what can be learnt without it.
#[test]
fn without_its_engine_a_review_is_left_for_something_else() {
    let home = home_with_stub("exit");
    let (told, wrong) = review(&home, &["game.pgn"], "training one\nyes\nend\n");
    assert!((1..=2).contains(&told.matches(LOST).count()), "{told}{wrong}");
    assert!(
        told.contains("say: Colours. Ten questions.") && told.contains("say: Until next time"),
        "{told}{wrong}"
    );
}
