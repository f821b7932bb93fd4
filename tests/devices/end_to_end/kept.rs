//! `--keep-voice`: a score that can be heard (FIDE D.2.7).

use std::{
    path::Path,
    process::Command,
    time::{Duration, Instant},
};

use crate::{
    end_to_end::needed,
    ends_sound::{Monitor, Mouth},
    program::Program,
};

const PATIENCE: Duration = Duration::from_secs(15);

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
    let told = |program: &Program, expected: &str| {
        let told = program.until(PATIENCE, |line| line == format!("say: {expected}"));
        let (at, _) = told.unwrap_or_else(|| panic!("{expected:?} was not told"));
        assert!(speaker.falls_silent(at, Duration::from_millis(500), PATIENCE), "nothing sounded");
    };
    told(&program, "Bereit. Zwei Spieler, ohne Uhr.");
    mouth.say("Bauer Eva zwei Eva vier");
    told(&program, "Eva zwei Eva vier?");
    mouth.say("ja");
    told(&program, "Bauer Eva zwei Eva vier.");
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
    assert!(count("told") >= 4 && count("said") == 2, "{list}");
    let order: Vec<&str> = list.lines().filter_map(|line| line.rsplit(' ').next()).take(5).collect();
    assert_eq!(order, ["told", "said", "told", "said", "told"], "{list}");
    assert!(list.lines().all(|line| line.starts_with("move 1, line ")), "{list}");
    // What was said is heard again as what it was.
    let said = std::fs::read_dir(Path::new(journal).with_extension("voice")).unwrap();
    let mut said: Vec<_> = said.map(|entry| entry.unwrap().path()).collect();
    said.retain(|path| path.to_str().unwrap().ends_with("said.wav"));
    said.sort();
    let heard = annabella(&["transcribe", "--audio", said[0].to_str().unwrap(), "--model", model]);
    assert!(heard.contains("1. e4"), "{heard}");
    // And all of it sounds again.
    let began = Instant::now();
    annabella(&["replay", journal, "--move", "1"]);
    let loud = speaker.loud_since(began);
    assert!(loud > Duration::from_secs(4), "only {loud:?} of it sounded");
}
