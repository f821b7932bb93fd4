//! Over loudspeakers that the microphone hears: "ja" is said into the read-back, and what the program says itself
//! makes no move. How often both are so, and how often it hears itself, is measured on simulated rooms (`make bench`).

use std::{
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

/// Far longer than anything here takes, on a machine that others load too.
const PATIENCE: Duration = Duration::from_secs(100);
/// How often "ja" may be unclear before something is wrong.
const TRIES: usize = 8;
/// An answer comes sooner, or it was not heard.
const ANSWER: Duration = Duration::from_secs(30);
const QUIET: Duration = Duration::from_millis(600);

/// The loudspeaker sounds at the microphone, later and softer.
struct Room(String);

impl Room {
    fn new(milliseconds: u32, decibels: i32) -> Room {
        let pactl = |arguments: &[&str]| {
            let done = Command::new("pactl").args(arguments).output().expect("pactl of pulseaudio-utils");
            assert!(done.status.success(), "pactl {arguments:?}");
            String::from_utf8_lossy(&done.stdout).trim().to_owned()
        };
        let module = pactl(&[
            "load-module",
            "module-loopback",
            "source=speaker.monitor",
            "sink=mic",
            // No resampling to keep the latency: air has no clock.
            "adjust_time=0",
            &format!("latency_msec={milliseconds}"),
        ]);
        let inputs = pactl(&["list", "short", "sink-inputs"]);
        let input = inputs.lines().find(|line| line.contains("loopback")).expect("the loopback plays");
        let number = input.split_whitespace().next().unwrap();
        pactl(&["set-sink-input-volume", number, &format!("{decibels}dB")]);
        Room(module)
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        let _ = Command::new("pactl").args(["unload-module", &self.0]).status();
    }
}

#[test]
#[ignore = "needs real devices, model and voice: make test"]
fn an_answer_is_heard_while_the_program_speaks_and_its_own_words_are_not() {
    let (_, model) = needed();
    let journal = tempfile::tempdir().unwrap();
    let _room = Room::new(60, -20);
    let mut program = Program::start(&[
        "play",
        "--model",
        model.to_str().unwrap(),
        "--journal",
        journal.path().join("game.jsonl").to_str().unwrap(),
    ]);
    let (mouth, speaker) = (Mouth::new("de+f2"), Monitor::of("speaker.monitor"));
    assert!(program.until(2 * PATIENCE, |line| line.starts_with("say: Bereit")).is_some(), "no greeting");
    assert!(speaker.falls_silent(Instant::now(), QUIET, PATIENCE), "no greeting sounded");
    // It learns the room from what it says itself.
    let began = Instant::now();
    program.type_line("hilfe");
    assert!(speaker.falls_silent(began, Duration::from_secs(1), 3 * PATIENCE), "no help sounded");

    let moves = [
        ("eva zwei eva vier", "Eva zwei Eva vier?", "Bauer Eva zwei Eva vier."),
        ("eva sieben eva fünf", "Eva sieben Eva fünf?", "Bauer Eva sieben Eva fünf."),
        (
            "springer gustav eins felix drei",
            "Springer Gustav eins Felix drei?",
            "Springer Gustav eins Felix drei.",
        ),
        (
            "springer bella acht cesar sechs",
            "Springer Bella acht Cesar sechs?",
            "Springer Bella acht Cesar sechs.",
        ),
    ];
    for (typed, question, answer) in moves {
        let began = Instant::now();
        program.type_line(typed);
        let asked = program.until(PATIENCE, |line| line == format!("say: {question}"));
        assert!(asked.is_some(), "{typed}: not read back");
        while speaker.first_since(began).is_none() {
            assert!(began.elapsed() < PATIENCE, "{typed}: nothing sounded");
            std::thread::sleep(Duration::from_millis(10));
        }
        // A machine that is late tears the sound, and a part of it may be heard as a question: then yes is said again.
        let mut heard = Vec::new();
        let accepted = (0..TRIES).any(|_| {
            std::thread::sleep(Duration::from_millis(300));
            mouth.say("ja");
            let done = format!("say: {answer}");
            let said = program.until(ANSWER, |line| {
                heard.push(line.to_owned());
                line.starts_with("say: ")
            });
            said.is_some_and(|said| said.1 == done)
        });
        assert!(accepted, "{typed}: ja was never clear: {heard:#?}");
        assert!(speaker.falls_silent(began, QUIET, PATIENCE));
    }
    // Had it heard itself say a move or an answer, another one would be the last.
    program.type_line("letzter zug");
    let last = program.until(PATIENCE, |line| line.starts_with("say: ") && line.contains("Bella acht"));
    assert!(last.is_some(), "another move was the last");
}
