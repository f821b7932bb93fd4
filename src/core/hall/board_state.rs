//! What a board publishes.

use std::time::Duration;

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{LONGEST, VERSION};
use crate::{
    language::Message,
    laws::Color,
    notation::pgn::{self, PgnGame},
};

/// The game of a board, as it stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct HallGame {
    /// See [`VERSION`].
    pub version: u32,
    /// The number of the board.
    pub board: u16,
    /// A random number of this life of the board's program; 0 of a program that gave none.
    pub life: u32,
    /// How often the board has published in this life: of one life the state with the higher number is newer. A broker that
    /// lost its power may come back with an older one.
    pub count: u64,
    /// The score as the journal's export writes it: tags, moves with times, draw offers, rulings, the result.
    pub pgn: String,
    /// The clocks, if there are any.
    pub clock: Option<HallClock>,
    /// How long ago the last move was made, in milliseconds.
    pub since_move: Option<u64>,
    /// The side whose draw offer stands.
    #[serde(with = "side")]
    pub offer: Option<Color>,
    /// The side that has claimed the last two minutes, which the arbiter is to answer.
    #[serde(with = "side")]
    pub claim: Option<Color>,
    /// Whether the arbiter was called, or is asked.
    pub called: bool,
    /// The question that is open, in the words of the board.
    pub asked: Option<String>,
    /// Whether a sealed move waits; not which.
    pub sealed: bool,
    /// The devices that are lost, by their names.
    pub lost: Vec<String>,
    /// Whether two players who are not in one room play it, to whom nobody rules.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub apart: bool,
}

/// Both clocks at the instant at which the game was published.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct HallClock {
    /// What White has left, in milliseconds.
    pub white: u64,
    /// What Black has left.
    pub black: u64,
    /// The side whose clock runs.
    #[serde(with = "side")]
    pub running: Option<Color>,
    /// How long the running clock stands before it counts down.
    pub delay: u64,
    /// Whether White's flag has fallen.
    pub white_fallen: bool,
    /// Whether Black's flag has fallen.
    pub black_fallen: bool,
}

impl HallClock {
    /// The clocks so much later.
    #[must_use]
    pub fn after(self, passed: Duration) -> HallClock {
        let passed = u64::try_from(passed.as_millis()).unwrap_or(u64::MAX);
        let counted = passed.saturating_sub(self.delay);
        let left =
            |side, left: u64| if self.running == Some(side) { left.saturating_sub(counted) } else { left };
        HallClock {
            white: left(Color::White, self.white),
            black: left(Color::Black, self.black),
            delay: self.delay.saturating_sub(passed),
            ..self
        }
    }
}

/// Whether a board is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct BoardPresence {
    /// See [`VERSION`].
    pub version: u32,
    /// Whether it is there. The broker says that it is not, where the board can no longer.
    pub there: bool,
}

/// Something of a board that waits for the arbiter, the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, strum::IntoStaticStr, strum::EnumIter)]
#[strum(serialize_all = "kebab-case")]
pub enum BoardNeed {
    /// The arbiter was called, or is asked.
    Called,
    /// The last two minutes are claimed.
    Claim,
    /// A draw is offered.
    Offer,
    /// A flag has fallen.
    Flag,
    /// A device is lost.
    Device,
    /// What the board says cannot be read.
    Unreadable,
    /// The board is not there.
    Gone,
}

/// Why a message of a board, or for one, cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "hall-state")]
pub enum HallStateError {
    /// It is longer than any that is written.
    TooLong {
        /// Its bytes.
        found: usize,
        /// [`LONGEST`].
        most: usize,
    },
    /// It was written by a newer program.
    Newer {
        /// Its version.
        found: u32,
        /// Ours.
        known: u32,
    },
    /// It is not what was written.
    Damaged {
        /// What is wrong, in the words of who reads it.
        what: String,
    },
    /// It speaks of another board.
    OtherBoard {
        /// The board it speaks of.
        found: u16,
        /// The board under whose topic it stands.
        expected: u16,
    },
}

/// A game that was published, and was read whole.
#[derive(Clone, Debug)]
pub struct PublishedGame {
    /// What the board says.
    pub state: HallGame,
    /// The score in it.
    pub score: PgnGame,
}

/// What a message of any version has.
#[derive(Deserialize)]
struct Versioned {
    version: u32,
}

/// Returns a message as it is published.
///
/// # Errors
///
/// [`HallStateError::TooLong`].
pub(super) fn written(message: &impl Serialize) -> Result<Vec<u8>, HallStateError> {
    let bytes = serde_json::to_vec(message).expect("texts and numbers are JSON");
    is_short(&bytes).map(|()| bytes)
}

/// Reads a message of a version that is known.
pub(super) fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, HallStateError> {
    is_short(bytes)?;
    let damaged = |error: serde_json::Error| HallStateError::Damaged { what: error.to_string() };
    let Versioned { version } = serde_json::from_slice(bytes).map_err(damaged)?;
    if version > VERSION {
        return Err(HallStateError::Newer { found: version, known: VERSION });
    }
    serde_json::from_slice(bytes).map_err(damaged)
}

fn is_short(bytes: &[u8]) -> Result<(), HallStateError> {
    if bytes.len() <= LONGEST {
        return Ok(());
    }
    Err(HallStateError::TooLong { found: bytes.len(), most: LONGEST })
}

impl HallGame {
    /// Returns the message to publish.
    ///
    /// # Errors
    ///
    /// [`HallStateError::TooLong`].
    pub fn written(&self) -> Result<Vec<u8>, HallStateError> {
        written(self)
    }
}

impl PublishedGame {
    /// Reads what stands under a board's topic.
    ///
    /// # Errors
    ///
    /// [`HallStateError`], also if the score in it has a fault.
    pub fn read(board: u16, bytes: &[u8]) -> Result<PublishedGame, HallStateError> {
        let state: HallGame = read(bytes)?;
        if state.board != board {
            return Err(HallStateError::OtherBoard { found: state.board, expected: board });
        }
        let damaged = |what: String| HallStateError::Damaged { what };
        let score = pgn::games(&state.pgn).next().ok_or_else(|| damaged("no score".to_owned()))?;
        let score = score.map_err(|fault| damaged(fault.to_string()))?;
        Ok(PublishedGame { state, score })
    }

    /// Whether the board has published another since this one.
    pub fn is_older_than(&self, other: &PublishedGame) -> bool {
        let (one, other) = (&self.state, &other.state);
        one.life != 0 && one.life == other.life && one.count < other.count
    }

    /// What waits for the arbiter, the most urgent first.
    pub fn needs(&self) -> Vec<BoardNeed> {
        let HallGame { called, claim, offer, clock, lost, .. } = &self.state;
        let over = self.score.result() != "*";
        let fallen = clock.is_some_and(|clock| clock.white_fallen || clock.black_fallen);
        [
            (*called, BoardNeed::Called),
            (claim.is_some() && !over, BoardNeed::Claim),
            (offer.is_some() && !over, BoardNeed::Offer),
            (fallen && !over, BoardNeed::Flag),
            (!lost.is_empty(), BoardNeed::Device),
        ]
        .into_iter()
        .filter_map(|(is_so, need)| is_so.then_some(need))
        .collect()
    }
}

impl BoardPresence {
    /// Returns the message that a board is there, or is not.
    pub fn written(there: bool) -> Vec<u8> {
        written(&BoardPresence { version: VERSION, there }).expect("it is short")
    }

    /// Reads a message.
    ///
    /// # Errors
    ///
    /// [`HallStateError`].
    pub fn read(bytes: &[u8]) -> Result<BoardPresence, HallStateError> {
        read(bytes)
    }
}

/// A side by its English name, or none.
mod side {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    use crate::laws::Color;

    pub(super) fn serialize<S: Serializer>(side: &Option<Color>, to: S) -> Result<S::Ok, S::Error> {
        side.map(|side| side.fold_wb("white", "black")).serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Color>, D::Error> {
        match Option::<String>::deserialize(from)?.as_deref() {
            None => Ok(None),
            Some("white") => Ok(Some(Color::White)),
            Some("black") => Ok(Some(Color::Black)),
            Some(other) => Err(D::Error::custom(format!("no side: {other}"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCORE: &str = "[White \"Anna\"]\n[Result \"*\"]\n\n1. e4 {[%clk 1:29:55]} e5 *\n";

    fn game() -> HallGame {
        let clock =
            HallClock { white: 5_000, black: 60_000, running: Some(Color::White), ..HallClock::default() };
        HallGame {
            version: VERSION,
            board: 17,
            pgn: SCORE.to_owned(),
            clock: Some(clock),
            offer: Some(Color::Black),
            lost: vec!["clock".to_owned()],
            ..HallGame::default()
        }
    }

    #[test]
    fn a_game_is_read_as_it_was_published() {
        let read = PublishedGame::read(17, &game().written().unwrap()).unwrap();
        assert_eq!(read.state, game());
        assert_eq!(read.score.game.moves().len(), 2);
        assert_eq!(read.needs(), [BoardNeed::Offer, BoardNeed::Device]);
    }

    #[test]
    fn what_cannot_be_used_is_told_apart() {
        let read = |bytes: &[u8]| PublishedGame::read(17, bytes).unwrap_err();
        let with = |change: fn(&mut HallGame)| {
            let mut changed = game();
            change(&mut changed);
            serde_json::to_vec(&changed).unwrap()
        };
        let newer = [&br#"{"version":2,"board":"#[..], br#"[]}"#].concat();
        assert_eq!(read(&newer), HallStateError::Newer { found: 2, known: 1 });
        let other = HallStateError::OtherBoard { found: 18, expected: 17 };
        assert_eq!(read(&with(|game| game.board = 18)), other);
        let long = with(|game| game.pgn = "x".repeat(LONGEST));
        assert!(matches!(read(&long), HallStateError::TooLong { most: LONGEST, .. }));
        let whole = game().written().unwrap();
        for torn in [
            &whole[..whole.len() / 2],
            b"",
            b"\xff\xfe",
            b"{}",
            b"[1,2]",
            &with(|game| game.pgn = SCORE.replace("e5", "e4")),
            &with(|game| game.pgn = String::new()),
            &whole.iter().copied().map(|byte| if byte == b'w' { b'v' } else { byte }).collect::<Vec<_>>(),
        ] {
            assert!(
                matches!(read(torn), HallStateError::Damaged { .. }),
                "{}",
                String::from_utf8_lossy(torn)
            );
        }
    }

    #[test]
    fn a_clock_goes_on_from_when_it_was_published() {
        let clock = HallClock { delay: 1_000, ..game().clock.unwrap() };
        let later = |ms| clock.after(Duration::from_millis(ms));
        assert_eq!((later(500).white, later(500).delay), (5_000, 500));
        assert_eq!((later(3_000).white, later(3_000).black), (3_000, 60_000));
        assert_eq!(later(60_000).white, 0);
    }
}
