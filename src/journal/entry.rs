//! One thing that happened, and the line it is kept as.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::laws::{self, Color};

/// What a journal says of one instant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "entry", rename_all = "kebab-case")]
pub enum Entry {
    /// Always first, and only there.
    Started(Start),
    /// A move was read back and waits for its confirmation.
    Asked {
        uci: String,
    },
    /// The question was answered with no, or overtaken.
    Withdrawn,
    /// A move was made: from here on it is announced.
    Moved {
        uci: String,
        san: String,
    },
    /// The last move was corrected before it was completed (FIDE D.2.7).
    TakenBack,
    /// The clock of `side` was started, without a move.
    ClockStarted {
        #[serde(with = "side")]
        side: Color,
    },
    ClockStopped,
    /// `side` completed his move by pressing the clock.
    Pressed {
        #[serde(with = "side")]
        side: Color,
    },
    DrawOffered {
        #[serde(with = "side")]
        by: Color,
    },
    DrawDeclined,
    /// A draw was claimed (FIDE 9.2, 9.3, 9.5). Written with what became of it: where it does not
    /// `hold`, the opponent gains so much time and the move that was stated must be played.
    Claimed {
        #[serde(with = "side")]
        by: Color,
        claim: ClaimKind,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        uci: Option<String>,
        holds: bool,
        #[serde(default)]
        gains_ms: u64,
    },
    /// `side` claimed the last two minutes (Guidelines III.5); the arbiter is to answer.
    TwoMinutesClaimed {
        #[serde(with = "side")]
        side: Color,
    },
    /// The arbiter's answer, other than a draw; the opponent gains so much time.
    TwoMinutesAnswered {
        postponed: bool,
        #[serde(default)]
        gains_ms: u64,
    },
    /// The player on move touched the piece there (FIDE 4.3; D.2.2: lifted it out of its hole).
    Touched {
        square: String,
    },
    /// The player on move announced that he adjusts pieces (FIDE 4.2.1): until a move is read back
    /// or made, touching does not count.
    Adjusting,
    /// `side` pressed the clock without having moved (FIDE 7.5.3), which the arbiter may penalize.
    PressedWithoutMove {
        #[serde(with = "side")]
        side: Color,
    },
    /// The arbiter penalized a completed illegal move, or what counts as one (FIDE 7.5.5); the opponent gains so much time.
    Penalized {
        #[serde(with = "side")]
        side: Color,
        #[serde(default)]
        gains_ms: u64,
    },
    /// The arbiter ruled on an irregularity. What he ruled follows, and can be taken back as one until
    /// the game has gone on.
    Ruled {
        about: Irregularity,
        /// Of the ruleset in use.
        article: String,
    },
    /// The arbiter took his last ruling back.
    RulingTakenBack,
    /// An unreplaced pawn became a queen and the move stands (FIDE 7.5.2); the clocks stand.
    PawnIsQueen {
        uci: String,
    },
    /// `side` puts pieces right that he displaced, on his own time (FIDE 7.4.1).
    PuttingRight {
        #[serde(with = "side")]
        side: Color,
    },
    /// The game was cancelled and begins anew (FIDE 7.2.1, 7.3), the players having `swapped` colours.
    NewGame {
        swapped: bool,
    },
    /// Both boards went back to the position after so many half-moves (FIDE D.2.9).
    ReturnedTo {
        ply: usize,
    },
    /// `side` sealed his move (Guidelines I); it stands here scrambled, and the clocks stop.
    Sealed {
        #[serde(with = "side")]
        side: Color,
        sealed: String,
    },
    /// When and where the game will go on stands on the envelope (Guidelines I.2).
    ResumptionAgreed {
        words: String,
    },
    /// The sealed move could not be restored; its player states it anew (Guidelines I.12).
    Unsealed,
    /// An arbiter set a player's time.
    TimeSet {
        #[serde(with = "side")]
        side: Color,
        left_ms: u64,
    },
    /// The flag of `side` was seen to fall.
    FlagFell {
        #[serde(with = "side")]
        side: Color,
    },
    /// The game is over; `result` as PGN writes it, `ending` by name.
    Ended {
        result: String,
        ending: String,
    },
    /// The clock still ran at this instant. Written every second, so that a power cut costs no more.
    Tick,
    /// The program was started again on this journal.
    Resumed,
}

/// What the arbiter ruled on, as the journal names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Irregularity {
    IllegalMove,
    PawnNotReplaced,
    PressedWithoutMove,
    Displaced,
    DisplacedSince,
    WrongStart,
    BoardTurned,
    ColoursReversed,
    ClockDefect,
    ClockSetting,
}

impl From<laws::Fault> for Irregularity {
    fn from(fault: laws::Fault) -> Irregularity {
        match fault {
            laws::Fault::IllegalMove => Irregularity::IllegalMove,
            laws::Fault::PawnNotReplaced(_) => Irregularity::PawnNotReplaced,
            laws::Fault::PressedWithoutMove => Irregularity::PressedWithoutMove,
        }
    }
}

impl From<laws::ClockFault> for Irregularity {
    fn from(fault: laws::ClockFault) -> Irregularity {
        match fault {
            laws::ClockFault::Defect => Irregularity::ClockDefect,
            laws::ClockFault::WrongSetting => Irregularity::ClockSetting,
        }
    }
}

/// What a draw claim is about, as the journal names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimKind {
    Threefold,
    FiftyMoves,
}

impl From<laws::ClaimKind> for ClaimKind {
    fn from(kind: laws::ClaimKind) -> ClaimKind {
        match kind {
            laws::ClaimKind::Threefold => ClaimKind::Threefold,
            laws::ClaimKind::FiftyMoves => ClaimKind::FiftyMoves,
        }
    }
}

impl From<ClaimKind> for laws::ClaimKind {
    fn from(kind: ClaimKind) -> laws::ClaimKind {
        match kind {
            ClaimKind::Threefold => laws::ClaimKind::Threefold,
            ClaimKind::FiftyMoves => laws::ClaimKind::FiftyMoves,
        }
    }
}

/// How a game began.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Start {
    /// Of this format; 1.
    pub version: u32,
    /// As PGN writes it, `2026.11.21`.
    pub date: String,
    pub event: String,
    pub site: String,
    pub round: String,
    pub white: String,
    pub black: String,
    /// Who sits at this microphone.
    pub users: Users,
    /// Absent for the usual start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub chess960: bool,
    /// As PGN writes it, `5400+30`; absent for a game without a clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_control: Option<String>,
    /// `fide-2023` or `fide-2009`.
    pub ruleset: String,
    /// What the event allows (FIDE 9.1.1): `allowed`, `never`, or a number of moves by both.
    pub draw_offers: String,
    /// No position, no legal moves are told.
    pub competition: bool,
}

/// Whose assistant the program is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Users {
    White,
    Black,
    /// An assistant relays for both.
    #[default]
    Both,
}

impl Users {
    /// The same people, having changed colours.
    #[must_use]
    pub fn swapped(self) -> Users {
        match self {
            Users::White => Users::Black,
            Users::Black => Users::White,
            Users::Both => Users::Both,
        }
    }

    /// Whether `side` is the one addressed as "Sie".
    pub fn addresses(self, side: Color) -> bool {
        matches!((self, side), (Users::White, Color::White) | (Users::Black, Color::Black))
    }
}

/// An entry and its instant, one line of JSON in the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// Milliseconds since the session began.
    #[serde(rename = "at")]
    at_ms: u64,
    #[serde(flatten)]
    pub entry: Entry,
}

/// A line that is no entry.
#[derive(Debug, thiserror::Error)]
#[error("line {number} is no journal entry: {reason}")]
pub struct LineError {
    /// Counted from one.
    pub number: usize,
    reason: String,
}

impl Line {
    /// Cuts the instant to whole milliseconds, which is what the file keeps.
    pub fn new(at: Duration, entry: Entry) -> Line {
        Line { at_ms: u64::try_from(at.as_millis()).unwrap_or(u64::MAX), entry }
    }

    pub fn at(&self) -> Duration {
        Duration::from_millis(self.at_ms)
    }

    /// One line of JSON, without the line feed.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("an entry has no map with keys other than strings")
    }

    /// Reads all lines of a journal.
    pub fn read_all<'a>(lines: impl IntoIterator<Item = &'a str>) -> Result<Vec<Line>, LineError> {
        lines
            .into_iter()
            .enumerate()
            .map(|(n, line)| {
                serde_json::from_str(line).map_err(|error| LineError { number: n + 1, reason: said(&error) })
            })
            .collect()
    }
}

/// What serde says, without the place it names: that is one line of many here.
fn said(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or_default().to_owned()
}

/// Sides as `"white"` and `"black"`.
mod side {
    use super::Color;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(side: &Color, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(side.fold_wb("white", "black"))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Color, D::Error> {
        match String::deserialize(deserializer)?.as_str() {
            "white" => Ok(Color::White),
            "black" => Ok(Color::Black),
            other => Err(D::Error::custom(format!("side '{other}', expected white or black"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_one_line_and_come_back() {
        let start = Start { version: 1, fen: Some("8/8 w".into()), ..Start::default() };
        check(Entry::Started(start), r#"{"at":1500,"entry":"started","version":1,"date":"""#);
        check(
            Entry::Moved { uci: "e2e4".into(), san: "e4".into() },
            r#"{"at":1500,"entry":"moved","uci":"e2e4","#,
        );
        check(Entry::Pressed { side: Color::Black }, r#"{"at":1500,"entry":"pressed","side":"black"}"#);
        check(
            Entry::Claimed {
                by: Color::White,
                claim: ClaimKind::FiftyMoves,
                uci: None,
                holds: false,
                gains_ms: 120_000,
            },
            r#"{"at":1500,"entry":"claimed","by":"white","claim":"fifty-moves","holds":false,"#,
        );
        check(Entry::Touched { square: "e2".into() }, r#"{"at":1500,"entry":"touched","square":"e2"}"#);
        check(
            Entry::Ruled { about: Irregularity::IllegalMove, article: "7.5.1".into() },
            r#"{"at":1500,"entry":"ruled","about":"illegal-move","article":"7.5.1"}"#,
        );
        check(Entry::Tick, r#"{"at":1500,"entry":"tick"}"#);
        fn check(entry: Entry, begins: &str) {
            let line = Line::new(Duration::from_micros(1_500_999), entry);
            let json = line.to_json();
            assert!(json.starts_with(begins) && !json.contains('\n'), "{json}");
            assert_eq!(Line::read_all([json.as_str()]).unwrap(), [line]);
        }
    }

    #[test]
    fn garbage_is_named_by_its_line() {
        for garbage in [
            "",
            "null",
            "[]",
            "{\"at\":1}",
            "{\"at\":-1,\"entry\":\"tick\"}",
            "{\"at\":1,\"entry\":\"x\"}",
            "\u{0}",
        ] {
            let error = Line::read_all([r#"{"at":0,"entry":"tick"}"#, garbage]).unwrap_err();
            assert_eq!(error.number, 2, "{error}");
        }
    }
}
