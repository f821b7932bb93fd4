//! Tournament reports held against an independent pairing program, caissify-pairings: results that we write into the last
//! round give its own report again, byte for byte, and its checker finds no discrepancy.

use annabella::{laws::GameResult, notation::TournamentReport};

use crate::differential::asked_of;

const TOURNAMENTS: usize = 12;

/// Lines of TRF26 that change nothing of what is played.
const OF_TRF26: &str =
    "### annabella\n152 W\n162  W 1.0    D 0.5    L 0.0\n192 FIDE_DUTCH_2025\n222 5400+30\n";

#[test]
fn reports_of_a_pairing_program_are_read_and_written_as_its_own() {
    let numbers = (1..=TOURNAMENTS).map(|number| format!("{number}\n")).collect();
    let Some(made) = asked_of("caissify_pairings", "tournament_reports.py", numbers) else { return };
    let (mut reports, mut results) = (String::new(), 0);
    for (line, line_end) in made.lines().zip(["\n", "\r", "\r\n"].into_iter().cycle()) {
        let text = OF_TRF26.to_owned() + &serde_json::from_str::<String>(line).unwrap();
        let text = text.replace('\n', line_end);
        let whole = TournamentReport::parse(&text).unwrap();
        let round = whole.rounds();
        let played = whole.pairings(round);
        assert!(round >= 3 && played.len() * 2 + 1 >= whole.players().len(), "{text}");
        let mut open = whole.clone();
        for pair in &played {
            open.set_result(round, pair.white, pair.black, GameResult::NoResult, true).unwrap();
        }
        assert_ne!(open.to_string(), text);
        let mut filled = TournamentReport::parse(&open.to_string()).unwrap();
        for pair in &played {
            filled.set_result(round, pair.white, pair.black, pair.result, true).unwrap();
            results += 1;
        }
        assert_eq!(filled.to_string(), text);
        reports += &(serde_json::to_string(&filled.to_string()).unwrap() + "\n");
    }
    assert!(results > 60, "{results}");
    let told =
        asked_of("caissify_pairings", "tournament_reports.py", reports).expect("it was there a moment ago");
    for line in told.lines() {
        let told: String = serde_json::from_str(line).unwrap();
        assert!(told.contains(" 0 discrepancies"), "{told}");
    }
    assert_eq!(told.lines().count(), TOURNAMENTS);
}
