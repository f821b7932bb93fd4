//! What an arbiter sends to a board, and what has come of it.
//!
//! Each desk sends all its rulings that the board has not yet carried out, each with a number of its own count; the board
//! carries out those whose number is higher than any of that desk in its journal, and answers with what was told. So one
//! is carried out once, whatever is repeated or lost, whoever was away meanwhile, and however many desks there are.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{VERSION, board_state};
use crate::hall::HallStateError;

/// One ruling: words as an arbiter types them at the board's own desk.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HallRuling {
    /// Its number at this desk and board, from 1.
    pub number: u64,
    /// Who rules.
    pub arbiter: String,
    /// What they say.
    pub words: String,
}

/// The rulings for a board that it has not answered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct RulingsSent {
    /// See [`VERSION`].
    pub version: u32,
    /// The rulings, by their numbers.
    pub rulings: Vec<HallRuling>,
}

/// What was told at the board when a ruling was carried out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CarriedOut {
    /// The desk.
    #[serde(default)]
    pub desk: String,
    /// The ruling's number there.
    pub number: u64,
    /// The sentences, in the language of the board; none for one that was carried out in an earlier life of its program.
    pub told: Vec<String>,
}

/// What has come of the latest rulings of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct RulingsDone {
    /// See [`VERSION`].
    pub version: u32,
    /// The rulings that were carried out, the latest last.
    pub done: Vec<CarriedOut>,
    /// The number of the last one that was carried out, of each desk.
    pub last: BTreeMap<String, u64>,
}

/// How many answers a board keeps.
const KEPT: usize = 10;
/// How long the name of an arbiter and the words of a ruling may be, in characters.
const LONGEST_NAME: usize = 80;
const LONGEST_WORDS: usize = 400;

impl RulingsSent {
    /// Returns the message to publish.
    ///
    /// # Errors
    ///
    /// [`HallStateError::TooLong`].
    pub fn written(&self) -> Result<Vec<u8>, HallStateError> {
        board_state::written(&RulingsSent { version: VERSION, ..self.clone() })
    }

    /// Reads a message. A ruling with an endless name or endless words is damage.
    ///
    /// # Errors
    ///
    /// [`HallStateError`].
    pub fn read(bytes: &[u8]) -> Result<RulingsSent, HallStateError> {
        let mut read: RulingsSent = board_state::read(bytes)?;
        let is_long = |ruling: &HallRuling| {
            ruling.arbiter.chars().count() > LONGEST_NAME || ruling.words.chars().count() > LONGEST_WORDS
        };
        if let Some(ruling) = read.rulings.iter().find(|ruling| is_long(ruling)) {
            return Err(HallStateError::TooLong { found: ruling.words.len(), most: LONGEST_WORDS });
        }
        read.rulings.sort_by_key(|ruling| ruling.number);
        Ok(read)
    }
}

impl RulingsDone {
    /// Adds what has come of rulings.
    pub fn extend(&mut self, done: impl IntoIterator<Item = CarriedOut>) {
        done.into_iter().for_each(|done| self.add(done));
    }

    /// Adds what has come of a ruling.
    pub fn add(&mut self, done: CarriedOut) {
        let last = self.last.entry(done.desk.clone()).or_default();
        *last = done.number.max(*last);
        self.done.push(done);
        let surplus = self.done.len().saturating_sub(KEPT);
        self.done.drain(..surplus);
    }

    /// The number of a desk's last ruling that was carried out; 0 before the first.
    pub fn last(&self, desk: &str) -> u64 {
        self.last.get(desk).copied().unwrap_or(0)
    }

    /// Returns the message to publish.
    ///
    /// # Errors
    ///
    /// [`HallStateError::TooLong`].
    pub fn written(&self) -> Result<Vec<u8>, HallStateError> {
        board_state::written(&RulingsDone { version: VERSION, ..self.clone() })
    }

    /// Reads a message.
    ///
    /// # Errors
    ///
    /// [`HallStateError`].
    pub fn read(bytes: &[u8]) -> Result<RulingsDone, HallStateError> {
        board_state::read(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ruling(number: u64, words: &str) -> HallRuling {
        HallRuling { number, arbiter: "Anna".to_owned(), words: words.to_owned() }
    }

    #[test]
    fn rulings_are_read_in_their_order() {
        let sent = RulingsSent { version: 0, rulings: vec![ruling(2, "b"), ruling(1, "a")] };
        let read = RulingsSent::read(&sent.written().unwrap()).unwrap();
        assert_eq!(read.rulings, [ruling(1, "a"), ruling(2, "b")]);
        let endless = RulingsSent { version: 0, rulings: vec![ruling(1, &"a".repeat(401))] };
        assert!(RulingsSent::read(&endless.written().unwrap()).is_err());
    }

    #[test]
    fn the_latest_answers_are_kept() {
        let mut done = RulingsDone::default();
        assert_eq!(done.last("a"), 0);
        for number in 1..=30 {
            done.add(CarriedOut { desk: "a".to_owned(), number, told: vec!["x".to_owned()] });
        }
        assert_eq!((done.done.len(), done.last("a"), done.last("b")), (KEPT, 30, 0));
        let read = RulingsDone::read(&done.written().unwrap()).unwrap();
        assert_eq!((read.done, read.last), (done.done, done.last));
    }
}
