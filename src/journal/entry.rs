//! One thing that happened, and the line it is kept as.

use std::{fmt, time::Duration};

use serde::{Deserialize, Serialize};

use shakmaty::uci::UciMove;

use super::{note::Note, text};
use crate::{
    clock::TimeControl,
    laws::{self, Color, DrawRule, Origin, Outcome, Ruleset, Square, StartPosition},
};

/// What a journal says of one instant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "entry", rename_all = "kebab-case")]
pub enum Entry {
    /// Always first, and only there.
    Started(Start),
    /// A move was read back and waits for its confirmation.
    Asked {
        #[serde(with = "text::uci")]
        uci: UciMove,
    },
    /// The question was answered with no, or overtaken.
    Withdrawn,
    /// A move was made: from here on it is announced.
    Moved {
        #[serde(with = "text::uci")]
        uci: UciMove,
        san: String,
    },
    /// The last move was corrected before it was completed (FIDE D.2.7).
    TakenBack,
    /// The clock of `side` was started, without a move.
    ClockStarted {
        #[serde(with = "text::side")]
        side: Color,
    },
    ClockStopped,
    /// `side` completed his move by pressing the clock.
    Pressed {
        #[serde(with = "text::side")]
        side: Color,
    },
    DrawOffered {
        #[serde(with = "text::side")]
        by: Color,
    },
    DrawDeclined,
    /// A draw was claimed (FIDE 9.2, 9.3, 9.5). Written with what became of it: where it does not
    /// `hold`, the opponent gains so much time and the move that was stated must be played.
    Claimed {
        #[serde(with = "text::side")]
        by: Color,
        claim: ClaimKind,
        #[serde(default, with = "text::stated", skip_serializing_if = "Option::is_none")]
        uci: Option<UciMove>,
        holds: bool,
        #[serde(default)]
        gains_ms: u64,
    },
    /// `side` claimed the last two minutes (Guidelines III.5); the arbiter is to answer.
    TwoMinutesClaimed {
        #[serde(with = "text::side")]
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
        #[serde(with = "text::square")]
        square: Square,
    },
    /// The player on move announced that he adjusts pieces (FIDE 4.2.1): until a move is read back
    /// or made, touching does not count.
    Adjusting,
    /// `side` pressed the clock without having moved (FIDE 7.5.3), which the arbiter may penalize.
    PressedWithoutMove {
        #[serde(with = "text::side")]
        side: Color,
    },
    /// The arbiter penalized a completed illegal move, or what counts as one (FIDE 7.5.5); the opponent gains so much time.
    Penalized {
        #[serde(with = "text::side")]
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
        #[serde(with = "text::uci")]
        uci: UciMove,
    },
    /// `side` puts pieces right that he displaced, on his own time (FIDE 7.4.1).
    PuttingRight {
        #[serde(with = "text::side")]
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
        #[serde(with = "text::side")]
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
        #[serde(with = "text::side")]
        side: Color,
        left_ms: u64,
    },
    /// The flag of `side` was seen to fall.
    FlagFell {
        #[serde(with = "text::side")]
        side: Color,
    },
    /// The game is over.
    Ended {
        #[serde(flatten, with = "text::outcome")]
        outcome: Outcome,
    },
    /// Something was asked, tried or declared that changed nothing.
    Noted(Note),
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

impl fmt::Display for Irregularity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
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
    #[serde(flatten, with = "text::position")]
    pub position: StartPosition,
    /// Absent for a game without a clock.
    #[serde(with = "text::time_control", skip_serializing_if = "Option::is_none")]
    pub time_control: Option<TimeControl>,
    #[serde(with = "text::ruleset")]
    pub ruleset: Ruleset,
    /// What the event allows (FIDE 9.1.1).
    #[serde(with = "text::draw_offers")]
    pub draw_offers: DrawRule,
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
    /// Who said or did it; absent for what the program did by itself.
    #[serde(with = "text::from", default = "program", skip_serializing_if = "is_program")]
    pub from: Origin,
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
    /// Something the program did. Cuts the instant to whole milliseconds, which is what the file keeps.
    pub fn new(at: Duration, entry: Entry) -> Line {
        Line { at_ms: u64::try_from(at.as_millis()).unwrap_or(u64::MAX), from: Origin::Program, entry }
    }

    /// The same, said or done by somebody.
    #[must_use]
    pub fn from(self, from: Origin) -> Line {
        Line { from, ..self }
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

fn program() -> Origin {
    Origin::Program
}

fn is_program(from: &Origin) -> bool {
    *from == Origin::Program
}

/// What serde says, without the place it names: that is one line of many here.
fn said(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        journal::{Answer, NoteKind},
        laws::{Ending, GameResult},
    };

    #[test]
    fn entries_are_one_line_and_come_back() {
        let e2e4 = || "e2e4".parse().unwrap();
        check(
            Entry::Started(Start { version: 1, ..Start::default() }),
            r#"{"at":1500,"entry":"started","version":1,"date":"""#,
        );
        check(Entry::Moved { uci: e2e4(), san: "e4".into() }, r#"{"at":1500,"entry":"moved","uci":"e2e4","#);
        check(Entry::Pressed { side: Color::Black }, r#"{"at":1500,"entry":"pressed","side":"black"}"#);
        for uci in [None, Some(e2e4())] {
            let (by, claim) = (Color::White, ClaimKind::FiftyMoves);
            check(
                Entry::Claimed { by, claim, uci, holds: false, gains_ms: 120_000 },
                r#"{"at":1500,"entry":"claimed","by":"white","claim":"fifty-moves","#,
            );
        }
        check(Entry::Touched { square: Square::E2 }, r#"{"at":1500,"entry":"touched","square":"e2"}"#);
        check(
            Entry::Ruled { about: Irregularity::IllegalMove, article: "7.5.1".into() },
            r#"{"at":1500,"entry":"ruled","about":"illegal-move","article":"7.5.1"}"#,
        );
        let note = Note {
            kind: NoteKind::Move,
            words: "Bf1-c4".into(),
            answer: Answer::Refused,
            article: Some("3.5".into()),
        };
        check(
            Entry::Noted(note.clone()),
            r#"{"at":1500,"entry":"noted","about":"move","words":"Bf1-c4","answer":"refused","article":"3.5"}"#,
        );
        check(
            Entry::Noted(Note { answer: Answer::AskedBack, article: None, ..note }),
            r#"{"at":1500,"entry":"noted","about":"move","words":"Bf1-c4","answer":"asked-back"}"#,
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
    fn who_said_it_comes_back() {
        for origin in [
            Origin::Program,
            Origin::Table,
            Origin::Arbiter,
            Origin::Player(Color::White),
            Origin::Player(Color::Black),
            Origin::Remote(Color::White),
            Origin::Remote(Color::Black),
        ] {
            let line = Line::new(Duration::ZERO, Entry::DrawDeclined).from(origin);
            let json = line.to_json();
            assert_eq!(Line::read_all([json.as_str()]).unwrap(), [line], "{json}");
        }
    }

    #[test]
    fn outcomes_come_back_whole() {
        let sides = Color::ALL.into_iter();
        let by_side = sides.flat_map(|side| {
            [Ending::Resignation, Ending::FlagFall, Ending::IllegalMoves, Ending::Default, Ending::SealedMove]
                .map(|ending| ending(side))
        });
        let by_claim = [true, false]
            .into_iter()
            .flat_map(|intended| [Ending::Threefold { intended }, Ending::FiftyMoves { intended }]);
        let bare = [
            Ending::Checkmate,
            Ending::Stalemate,
            Ending::DeadPosition,
            Ending::Agreement,
            Ending::Fivefold,
            Ending::SeventyFiveMoves,
            Ending::BothFlags,
            Ending::LastTwoMinutes,
            Ending::Arbiter,
        ];
        for ending in by_side.chain(by_claim).chain(bare) {
            for result in
                [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw, GameResult::BothLose]
            {
                let line = Line::new(Duration::ZERO, Entry::Ended { outcome: Outcome { result, ending } });
                let json = line.to_json();
                assert_eq!(Line::read_all([json.as_str()]).unwrap(), [line], "{json}");
            }
        }
    }

    #[test]
    fn starts_come_back_whole() {
        let chess960 = |fen| StartPosition::of_fen(fen, true).unwrap();
        let fen = "4k3/P6p/8/8/8/8/p6P/4K3 b - - 0 1";
        for (position, says) in [
            (StartPosition::default(), None),
            (fen.parse().unwrap(), Some(fen)),
            (chess960("4k3/8/8/8/8/8/8/6KR w H - 0 1"), Some("chess960")),
            // Only the flag tells it from chess.
            (StartPosition::chess960(518).unwrap(), Some("chess960")),
        ] {
            let start = Start {
                position,
                time_control: Some("40/5400+30:1800d3".parse().unwrap()),
                ruleset: Ruleset::Fide2009,
                draw_offers: DrawRule::AfterMoves(30),
                ..Start::default()
            };
            let line = Line::new(Duration::ZERO, Entry::Started(start));
            let json = line.to_json();
            assert_eq!(Line::read_all([json.as_str()]).unwrap(), std::slice::from_ref(&line), "{json}");
            assert!(says.is_none_or(|says| json.contains(says)), "{json}");
            assert!(says.is_some() || !json.contains("fen"), "{json}");
        }
    }

    /// As they were written before an ending named its side and a line who was behind it.
    #[test]
    fn older_lines_are_read() {
        let outcome = |line| match &Line::read_all([line]).unwrap()[0].entry {
            Entry::Ended { outcome } => *outcome,
            other => panic!("{other:?}"),
        };
        assert_eq!(
            outcome(r#"{"at":1,"entry":"ended","result":"0-1","ending":"time"}"#),
            Outcome::win(Color::Black, Ending::FlagFall(Color::White))
        );
        assert_eq!(
            outcome(r#"{"at":1,"entry":"ended","result":"1/2-1/2","ending":"threefold"}"#),
            Outcome::draw(Ending::Threefold { intended: false })
        );
        let started = Line::read_all([r#"{"at":0,"entry":"started","version":1}"#]).unwrap();
        assert_eq!(started[0].entry, Entry::Started(Start { version: 1, ..Start::default() }));
    }

    #[test]
    fn a_wrong_value_is_named_with_its_key() {
        let started = |rest: &str| format!(r#"{{"at":0,"entry":"started","version":1,{rest}}}"#);
        check(&started(r#""ruleset":"x""#), "ruleset 'x', expected fide-2023 or fide-2009");
        check(
            &started(r#""time_control":"x""#),
            "time_control 'x', expected one as PGN writes it, such as 5400",
        );
        check(
            &started(r#""draw_offers":"0""#),
            "draw_offers '0', expected allowed, never, or after how many",
        );
        check(&started(r#""fen":"8/8/8/8/8/8/8/8 w - - 0 1""#), "fen '8/8/8/8/8/8/8/8 w - - 0 1', no legal");
        check(r#"{"at":0,"entry":"touched","square":"z9"}"#, "square 'z9', expected one such as e4");
        check(r#"{"at":0,"entry":"asked","uci":"x"}"#, "uci 'x', expected a move such as e2e4 or e7e8q");
        check(r#"{"at":0,"entry":"pressed","side":"x"}"#, "side 'x', expected white or black");
        check(r#"{"at":0,"from":"x","entry":"tick"}"#, "from 'x', expected white, black, table, arbiter");
        for result in ["{1/2-1/2", "", "*"] {
            let line = format!(r#"{{"at":0,"entry":"ended","result":"{result}","ending":"agreement"}}"#);
            check(&line, &format!("result '{result}', expected 1-0, 0-1, 1/2-1/2 or 0-0"));
        }
        check(r#"{"at":0,"entry":"ended","result":"1-0","ending":"x"}"#, "ending 'x', expected one such as");
        fn check(line: &str, says: &str) {
            let error = Line::read_all([r#"{"at":0,"entry":"tick"}"#, line]).unwrap_err().to_string();
            assert!(error.starts_with(&format!("line 2 is no journal entry: {says}")), "{error}");
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
