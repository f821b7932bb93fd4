//! A lesson gone through by voice: a move, squares one after the other, no, and numbers.

use std::time::Duration;

use crate::end_to_end::{needed, talk::Talk};

/// An answer that takes longer than this is none: what was said was not heard.
const PATIENCE: Duration = Duration::from_secs(60);

/// What is asked, and what is said to it.
const LESSON: [(&str, &[&str]); 6] = [
    ("Ziehen Sie den Turm nach David acht.", &["Turm David acht"]),
    (
        "Auf welche Felder kann der Turm von Anna eins ziehen?",
        &["Anna zwei", "Anna drei", "Bella eins", "Cesar eins", "David eins"],
    ),
    ("Schlagen Sie mit dem Turm den schwarzen Bauern.", &["Turm schlägt David fünf"]),
    ("Kann der Turm von David zwei nach David sieben ziehen?", &["nein"]),
    ("Wie viele Felder erreicht ein Turm auf einem leeren Brett?", &["vierzehn"]),
    ("Wie viele Züge braucht ein Turm auf leerem Brett von Anna eins nach Hector acht?", &["zwei"]),
];

#[test]
#[ignore = "needs real devices, model and voice: make test"]
fn a_lesson_is_learnt_by_voice() {
    let (_, model) = needed();
    let home = tempfile::tempdir().unwrap();
    let mut talk = Talk::keeping_in(home.path(), &["learn", "5", "--model", model.to_str().unwrap()]);
    let mut right = 0;
    for (question, answers) in LESSON {
        let asked = talk.are_told([question]);
        talk.sounds(asked);
        right += usize::from(answers_task(&mut talk, answers));
    }
    talk.are_told(["Lektion 5 ist zu Ende"]);
    println!("{right} of {} right, {} said again", LESSON.len(), talk.repeats);
    // What is misheard three times in a row is shown; that is the exception.
    assert!(right > LESSON.len() / 2, "hardly anything is understood");
}

/// Says these words in turn until the task is solved, or its answer was shown. Returns whether it was solved.
pub fn answers_task(talk: &mut Talk, answers: &[&str]) -> bool {
    for words in answers.iter().cycle() {
        talk.utter(0, words);
        let Some((at, told)) = talk.answer(PATIENCE) else {
            talk.repeat(words);
            continue;
        };
        talk.note(&format!("{words:?}: {told:?}"));
        if told.starts_with("Richtig") {
            return true;
        }
        talk.sounds(at);
        if told == "Sagen Sie: weiter." {
            talk.utter(0, "weiter");
            return false;
        }
        // One of several squares is right, and no reason to say it again.
        if !told.starts_with("Ja") {
            talk.repeat(words);
        }
    }
    unreachable!("there is always something to say")
}
