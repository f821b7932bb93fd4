//! Several games in one program, one at the microphone at a time.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::Output,
};

use crate::binary::{Home, text};

/// What was said, line by line.
fn said(output: &Output) -> Vec<String> {
    text(&output.stdout).lines().filter_map(|line| line.strip_prefix("say: ")).map(str::to_owned).collect()
}

/// The journals in the order of their boards. Their names are instants, and a second may end between two of them.
fn journals(home: &Home) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = fs::read_dir(home.path().join(".local/share/annabella"))
        .expect("journals")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "jsonl"))
        .collect();
    all.sort_by_key(|journal| {
        let score = fs::read_to_string(journal.with_extension("pgn")).expect("its score");
        ["Anna", "Bert", "Carla"].iter().position(|name| score.contains(&format!("[Black \"{name}\"]")))
    });
    all
}

/// The moves of a journal, as the program exports them.
fn moves(home: &Home, journal: &Path) -> String {
    let score = text(&home.run(&["export", journal.to_str().unwrap()], "").stdout);
    let moves = score.split_once("\n\n").expect("tags and moves").1.split_whitespace();
    moves.filter(|word| !word.ends_with('.')).collect::<Vec<_>>().join(" ")
}

const SIMUL: [&str; 6] =
    ["play", "--user", "white", "--opponent", "board:Anna,board:Bert,board:Carla", "--text"];

#[test]
fn a_simultaneous_giver_goes_from_board_to_board() {
    let home = Home::new();
    let typed = "e2e4\nja\nnächste partie\nd2d4\nja\nbrett 3\nc2c4\nja\nc7c5\nja\nnächste partie\ne7e5\nja\n\
                 welche partien laufen\npartie vier\npartie null\nneue partie\n";
    let output = home.run(&[&SIMUL[..], &["-"]].concat(), typed);
    let said = said(&output);
    for sentence in [
        "3 Partien: 1: Anna hier. 2: Bert wartet. 3: Carla wartet.",
        "Partie 2, Bert, Sie haben Weiß. Zug 1, Weiß am Zug.",
        "Partie 3, Carla, Sie haben Weiß. Zug 1, Weiß am Zug.",
        "Partie 1, Anna, Sie haben Weiß. Zuletzt Bauer Eva zwei Eva vier. Zug 1, Schwarz am Zug.",
        "3 Partien: 1: Anna hier. 2: Bert. 3: Carla wartet.",
        "Diese Partie gibt es nicht.",
        "Erst diese Partie.",
    ] {
        assert!(said.iter().any(|line| line == sentence), "{sentence}: {said:#?}");
    }
    let all = journals(&home);
    let played: Vec<String> = all.iter().map(|journal| moves(&home, journal)).collect();
    assert_eq!(played, ["e4 e5 *", "d4 *", "c4 c5 *"]);
    for (journal, name) in all.iter().zip(["Anna", "Bert", "Carla"]) {
        let score = fs::read_to_string(journal.with_extension("pgn")).expect("its score");
        assert!(score.contains(&format!("[Black \"{name}\"]")), "{score}");
    }
    // All three go on with one command.
    let printed = text(&output.stdout);
    let command = printed
        .lines()
        .find_map(|line| line.split_once("die Partien gehen weiter mit: "))
        .expect("a command")
        .1;
    let words = shlex::split(command).unwrap();
    let args: Vec<&str> = words[1..].iter().map(String::as_str).chain(["--text", "-"]).collect();
    let output = home.run(&args, "partie 2\nd7d5\nja\n");
    assert!(said_at(&output, "3 Partien: 1: Anna hier. 2: Bert. 3: Carla wartet."), "{output:?}");
    assert_eq!(moves(&home, &all[1]), "d4 d5 *");
}

fn said_at(output: &Output, sentence: &str) -> bool {
    said(output).iter().any(|line| line == sentence)
}

#[test]
fn a_game_that_is_over_hands_the_microphone_on_and_the_others_end_as_they_must() {
    let home = Home::new();
    let typed = "ich gebe auf\nja\nja\nwelche partien laufen\npartie eins\nnächste partie\nich gebe auf\nja\nja\n\
                 nächste partie\npartie beenden\nja\n";
    let output = home.run(&[&SIMUL[..], &["-"]].concat(), typed);
    let said = said(&output);
    let after_the_first: Vec<&str> =
        said.iter().skip_while(|line| !line.ends_with("Schwarz gewinnt.")).map(String::as_str).collect();
    assert_eq!(
        after_the_first,
        [
            "Weiß gibt auf. Schwarz gewinnt.",
            "Die Partie ist geschlossen.",
            "Partie 2, Bert, Sie haben Weiß. Zug 1, Weiß am Zug.",
            "3 Partien: 1: Anna beendet. 2: Bert hier. 3: Carla wartet.",
            "Diese Partie gibt es nicht.",
            "Partie 3, Carla, Sie haben Weiß. Zug 1, Weiß am Zug.",
            "Weiß gibt auf?",
            "Weiß gibt auf. Schwarz gewinnt.",
            "Die Partie ist geschlossen.",
            "Partie 2, Bert, Sie haben Weiß. Zug 1, Weiß am Zug.",
            "Es gibt nur diese Partie.",
            "Partie unterbrechen?",
            "Die Partie ist unterbrochen. Weiter geht es mit: annabella resume. 3 Mitschriften sind gespeichert. Das \
             Programm endet.",
        ]
    );
    let played: Vec<String> = journals(&home).iter().map(|journal| moves(&home, journal)).collect();
    assert_eq!(played, ["0-1", "*", "0-1"]);
    let printed = text(&output.stdout);
    assert!(printed.contains("die Partie geht weiter mit: "), "{printed}");
    assert_eq!(printed.matches("\nscore: ").count(), 3, "{printed}");
}

#[test]
fn a_question_waits_where_it_was_asked() {
    let home = Home::new();
    let typed = "e2e4\nnächste partie\nd2d4\nja\npartie eins\nja\n";
    let output = home.run(&[&SIMUL[..], &["-"]].concat(), typed);
    let said = said(&output);
    let asked = said.iter().filter(|line| *line == "Eva zwei Eva vier?").count();
    assert_eq!(asked, 2, "{said:#?}");
    let played: Vec<String> = journals(&home).iter().map(|journal| moves(&home, journal)).collect();
    assert_eq!(played, ["e4 *", "d4 *", "*"]);
}

#[test]
fn a_flag_that_falls_elsewhere_is_told_here() {
    let home = Home::new();
    let args = [&SIMUL[..5], &["--time", "0.03", "--text", "-"]].concat();
    let mut child = home.start(&args);
    let mut input = child.stdin.take().unwrap();
    input.write_all("uhr starten\nnächste partie\n".as_bytes()).unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let told: Vec<String> = lines.by_ref().take_while(|line| !line.contains("abgelaufen")).collect();
    input.write_all("welche partien laufen\nbeenden\n".as_bytes()).unwrap();
    drop(input);
    let rest: Vec<String> = lines.collect();
    assert!(told.iter().any(|line| line.starts_with("say: Partie 2, Bert")), "{told:#?}");
    assert!(rest.iter().any(|line| line.starts_with("say: 3 Partien: ")), "{rest:#?}");
    child.wait().unwrap();
}

#[test]
fn what_belongs_to_one_game_is_refused_for_several() {
    for (args, sentence) in [
        (["--journal", "a.jsonl"], "--journal names one file, and this is more than one game"),
        (["--keep-voice", "--repeat"], "--keep-voice keeps the recordings of one game, and these are 3"),
    ] {
        let output = Home::new().run(&[&SIMUL[..5], &args[..], &["--text", "-"]].concat(), "");
        assert!(text(&output.stderr).contains(sentence), "{output:?}");
        assert!(!output.status.success());
    }
    let output = Home::new().run(&["play", "--opponent", "board:Anna,,engine", "--text", "-"], "");
    assert!(text(&output.stderr).contains("'' is not an opponent"), "{output:?}");
}
