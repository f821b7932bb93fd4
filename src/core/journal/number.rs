//! The numbers in entries, and what they can be.

use std::time::Duration;

use serde_json::Value;

/// The longest time that a journal states, and the longest between two of its lines: a year, in milliseconds.
pub const MOST_MS: u64 = 365 * 24 * 60 * 60 * 1000;

/// Returns a time in milliseconds, as a journal states it: at most [`MOST_MS`].
pub fn in_ms(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(MOST_MS).min(MOST_MS)
}

/// The most half-moves that a journal states. No game has as many: with a pawn's move or a capture in each 75 by both
/// (FIDE 9.6.2) it ends before 18,000.
pub const MOST_PLIES: u32 = 20_000;

/// The numbers in entries, with the greatest that can be.
const NUMBERS: [(&str, u64); 10] = [
    ("ms", MOST_MS),
    ("left_ms", MOST_MS),
    ("white_ms", MOST_MS),
    ("black_ms", MOST_MS),
    ("gains_ms", MOST_MS),
    ("move_time_ms", MOST_MS),
    ("default_time", MOST_MS / 1000),
    ("ply", MOST_PLIES as u64),
    ("moves", MOST_PLIES as u64),
    ("strength", 10_000),
];

/// Returns a number that cannot be, its key, and the greatest that can be.
pub(super) fn impossible(line: &Value) -> Option<(&str, u64, u64)> {
    let numbers = NUMBERS.into_iter().filter_map(|(key, most)| Some((key, line.get(key)?.as_u64()?, most)));
    numbers.into_iter().find(|(_, found, most)| found > most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        journal::{ChosenSettings, Entry, JournalLine, JournalReader, Start},
        laws::{ClaimKind, Color},
    };

    /// Each number of each entry is read as one that can be, or not at all.
    #[test]
    fn no_number_is_read_unchecked() {
        let color = Color::White;
        let start = Start {
            version: 1,
            strength: Some(1),
            move_time_ms: Some(1),
            default_time: 1,
            ..Start::default()
        };
        let entries = [
            Entry::Started(Box::new(start)),
            Entry::StrengthSet { strength: Some(1) },
            Entry::Claimed {
                by: color,
                claim: ClaimKind::Threefold,
                uci: None,
                said: None,
                holds: false,
                gains_ms: 1,
            },
            Entry::TwoMinutesAnswered { postponed: true, gains_ms: 1 },
            Entry::Penalized { side: color, gains_ms: 1 },
            Entry::ReturnedTo { ply: 1 },
            Entry::MovesSet { side: color, moves: 1 },
            Entry::BonusSet { ms: 1 },
            Entry::DefaultTimeSet { ms: 1 },
            Entry::TimeSet { side: color, left_ms: 1 },
            Entry::TimesTold { white_ms: 1, black_ms: 1, running: None },
            Entry::StoodStill { side: color, ms: 1 },
            Entry::Resumed { chosen: ChosenSettings::new(), version: Some(1) },
        ];
        let mut checked = Vec::new();
        for written in entries {
            let Value::Object(keys) =
                serde_json::to_value(JournalLine::new(Duration::ZERO, written)).unwrap()
            else {
                panic!("an entry is an object");
            };
            for key in keys.iter().filter(|(_, value)| value.is_number()).map(|(key, _)| key) {
                for number in [u64::MAX, i64::MAX as u64, u64::from(u32::MAX)] {
                    let mut changed = keys.clone();
                    changed.insert(key.clone(), number.into());
                    let line = serde_json::to_string(&changed).unwrap();
                    // An evening of seven weeks is odd, but it can be.
                    let can_be = (key == "at" || key.ends_with("ms")) && number < MOST_MS;
                    let read = JournalReader::new(std::iter::once(line.as_bytes())).next().unwrap();
                    assert_eq!(read.is_ok(), can_be, "{line}");
                }
                checked.push(key.clone());
            }
        }
        assert!(NUMBERS.iter().all(|(key, _)| checked.iter().any(|seen| seen == key)), "{checked:?}");
    }
}
