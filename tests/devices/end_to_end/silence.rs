//! `--confirm delay`: a silence is a yes, and what is being said when it would end is none.

use std::time::{Duration, Instant};

use crate::{
    end_to_end::{
        ends_sound::{Monitor, Mouth},
        needed,
    },
    program::Program,
};

const DELAY: Duration = Duration::from_secs(3);
/// Moves, and an objection to each: longer than a "nein", for what takes time to say must be in time, too.
const OBJECTIONS: [(&str, &str); 4] = [
    ("Eva zwei Eva vier", "David zwei David vier"),
    ("Eva sieben Eva fünf", "David sieben David fünf"),
    ("Springer Gustav eins Felix drei", "Springer Bella eins Cesar drei"),
    ("Springer Bella acht Cesar sechs", "Springer Gustav acht Felix sechs"),
];
/// So long before the delay's end the objection begins: in good time, even where the sound server is slow, and
/// too late to be understood in time.
const IN_TIME: Duration = Duration::from_millis(1200);
const PATIENCE: Duration = Duration::from_secs(100);

#[test]
#[ignore = "needs real devices, model and voice: make test"]
fn what_is_said_before_the_silence_is_over_is_no_silence() {
    let (_, model) = needed();
    let journal = tempfile::tempdir().unwrap();
    let program = Program::start(&[
        "play",
        "--confirm=delay",
        &format!("--delay={}", DELAY.as_secs()),
        "--model",
        model.to_str().unwrap(),
        "--journal",
        journal.path().join("game.jsonl").to_str().unwrap(),
    ]);
    let (mouth, speaker) = (Mouth::new("de"), Monitor::of("speaker.monitor"));
    let read_back = |words: &str, expected: &str| {
        let began = Instant::now();
        mouth.say(words);
        let asked = program.until(PATIENCE, |line| line == format!("say: {expected}"));
        assert!(asked.is_some(), "{words:?} was not read back as {expected:?}");
        assert!(speaker.falls_silent(began, Duration::from_millis(300), PATIENCE), "nothing sounded");
    };
    assert!(program.until(2 * PATIENCE, |line| line.starts_with("say: Bereit")).is_some(), "no greeting");
    assert!(
        speaker.falls_silent(Instant::now(), Duration::from_millis(500), PATIENCE),
        "no greeting sounded"
    );

    for (moved, objection) in OBJECTIONS {
        read_back(moved, &format!("{moved}?"));
        std::thread::sleep((DELAY - IN_TIME).saturating_sub(speaker.last().expect("it sounded").elapsed()));
        mouth.say(objection);
        let asked = format!("say: {objection}?");
        let is_made =
            |line: &str, said: &str| line.starts_with("say: ") && line.ends_with(&format!("{said}."));
        let told = program.until(PATIENCE, |line| line == asked || is_made(line, moved));
        if told.expect("a silence or an objection counts").1 == asked {
            let next = program.until(PATIENCE, |line| line.starts_with("say: ")).expect("silence is a yes").1;
            assert!(is_made(&next, objection), "{next}");
            return;
        }
        // The sound came later than the delay on this machine: the move stands, and the words are another player's.
        assert!(speaker.falls_silent(Instant::now(), Duration::from_secs(2), PATIENCE));
    }
    panic!("no objection was heard");
}
