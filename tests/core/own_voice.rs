//! The program's own voice comes back to the microphone, and answers nothing.

use std::time::Duration;

use crate::transcripts::{start, take};

/// "Ja, das geht." is no yes to the move that waits for one.
#[test]
fn what_the_program_says_is_no_answer() {
    for (heard, moves) in [("ja", 0), ("ja das geht", 0), ("das geht", 0), ("richtig", 1), ("stimmt", 1)] {
        let mut evening = start("--user white --confirm voice");
        take(&mut evening, "hear", "eva vier");
        take(&mut evening, "hear", "ist david vier erlaubt");
        evening.hear_over_own_voice(heard);
        assert_eq!(evening.record().game().moves().len(), moves, "{heard}");
        // Afterwards the question is still open.
        if moves == 0 {
            take(&mut evening, "hear", "ja");
            assert_eq!(evening.record().game().moves().len(), 1, "{heard}");
        }
    }
}

/// What was told before sounds no more: a yes over the next sentence is a yes.
#[test]
fn a_yes_over_another_sentence_is_a_yes() {
    let mut evening = start("--user white --confirm voice");
    take(&mut evening, "hear", "ist david vier erlaubt");
    evening.pass(Duration::from_secs(2));
    take(&mut evening, "hear", "eva vier");
    evening.hear_over_own_voice("ja");
    assert_eq!(evening.record().game().moves().len(), 1);
}
