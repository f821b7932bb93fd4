//! `--keep-voice`: a score that can be heard (FIDE D.2.7).

use std::{
    path::Path,
    process::Command,
    time::{Duration, Instant},
};

use crate::{
    end_to_end::{
        ends_sound::{Monitor, Mouth},
        needed,
    },
    program::Program,
};

const PATIENCE: Duration = Duration::from_secs(150);

fn annabella(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_annabella")).args(arguments).output().unwrap();
    let (text, complaint) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(output.status.success(), "{arguments:?}: {complaint}");
    text
}

#[test]
#[ignore = "needs real devices, model and voice: make test"]
fn a_game_is_heard_again_as_it_sounded() {
    let (_, model) = needed();
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("game.jsonl");
    let (journal, model) = (journal.to_str().unwrap(), model.to_str().unwrap());
    let mut program = Program::start(&["play", "--keep-voice", "--model", model, "--journal", journal]);
    let (mouth, speaker) = (Mouth::new("de"), Monitor::of("speaker.monitor"));
    let is_told = |program: &Program, expected: &str| {
        let Some((at, _)) = program.until(PATIENCE, |line| line == format!("say: {expected}")) else {
            return false;
        };
        assert!(speaker.falls_silent(at, Duration::from_millis(500), PATIENCE), "nothing sounded");
        true
    };
    // A busy machine may pause within a sentence, so that what is said then is not listened to: it is said again.
    let says = |program: &Program, text: &str, expected: &str| {
        let is_answered = |_| {
            mouth.say(text);
            is_told(program, expected)
        };
        assert!((0..4).any(is_answered), "{expected:?} was not told");
    };
    assert!(is_told(&program, "Bereit. Zwei Spieler, ohne Uhr."), "it does not begin");
    says(&program, "Bauer Eva zwei Eva vier", "Eva zwei Eva vier?");
    says(&program, "ja", "Bauer Eva zwei Eva vier.");
    program.type_line("uhr");
    program.type_line("schwarz gibt auf");
    program.type_line("ja");
    let began = Instant::now();
    while program.lives() {
        assert!(began.elapsed() < 3 * PATIENCE, "the game does not end");
        std::thread::sleep(Duration::from_millis(100));
    }

    let list = annabella(&["replay", journal, "--list"]);
    let count = |what: &str| list.lines().filter(|line| line.ends_with(what)).count();
    assert!(count("told") >= 4 && count("said") >= 2, "{list}");
    let order: Vec<&str> = list.lines().filter_map(|line| line.rsplit(' ').next()).collect();
    assert!(order.starts_with(&["told", "said"]), "{list}");
    assert!(order.ends_with(&["told"]), "{list}");
    assert!(list.lines().all(|line| line.starts_with("move 1, line ")), "{list}");
    // What was said is heard again as what it was.
    let said = std::fs::read_dir(Path::new(journal).with_extension("voice")).unwrap();
    let mut said: Vec<_> = said.map(|entry| entry.unwrap().path()).collect();
    said.retain(|path| path.to_str().unwrap().ends_with("said.wav"));
    said.sort();
    let is_the_move = |file: &std::path::PathBuf| {
        let output = Command::new(env!("CARGO_BIN_EXE_annabella"))
            .args(["transcribe", "--audio", file.to_str().unwrap(), "--model", model])
            .output()
            .unwrap();
        String::from_utf8_lossy(&output.stdout).contains("1. e4")
    };
    assert!(said.iter().any(is_the_move), "{said:?}");
    // And all of it sounds again.
    let began = Instant::now();
    annabella(&["replay", journal, "--move", "1"]);
    let loud = speaker.loud_since(began);
    assert!(loud > Duration::from_secs(4), "only {loud:?} of it sounded");
}
