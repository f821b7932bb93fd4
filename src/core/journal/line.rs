//! An entry and its instant, as one line of JSON.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{chain::Chain, entry::Entry, text};
use crate::laws::Origin;

/// An entry with its origin and its instant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JournalLine {
    /// Milliseconds since the session began.
    #[serde(rename = "at")]
    pub(super) at_ms: u64,
    /// The origin of the entry; not written if it is the program.
    #[serde(with = "text::from", default = "program", skip_serializing_if = "is_program")]
    pub from: Origin,
    /// What happened.
    #[serde(flatten)]
    pub entry: Entry,
}

impl JournalLine {
    /// Returns a line whose origin is the program. The instant is cut to whole milliseconds, as in the file.
    pub fn new(at: Duration, entry: Entry) -> JournalLine {
        JournalLine { at_ms: u64::try_from(at.as_millis()).unwrap_or(u64::MAX), from: Origin::Program, entry }
    }

    /// Returns the line with another origin.
    #[must_use]
    pub fn from(self, from: Origin) -> JournalLine {
        JournalLine { from, ..self }
    }

    /// Returns the instant, since the session began.
    pub fn at(&self) -> Duration {
        Duration::from_millis(self.at_ms)
    }

    /// Returns the text of the next line of a chain, without the line feed.
    pub fn sealed(&self, chain: &mut Chain) -> String {
        let json = serde_json::to_string(self).expect("an entry has no map with keys other than strings");
        chain.seal(&json)
    }
}

fn program() -> Origin {
    Origin::Program
}

fn is_program(from: &Origin) -> bool {
    *from == Origin::Program
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        clock::{Authority, IncrementFrom},
        grammar::Ruling,
        journal::{JournalLineError, JournalReader, Note, NoteAnswer, NoteKind, OpenQuestion, Start},
        laws::{ClaimKind, Color, DrawRule, Ending, GameResult, Outcome, Ruleset, Square, StartPosition},
    };

    fn read(line: &str) -> Result<JournalLine, JournalLineError> {
        JournalReader::new(std::iter::once(line.as_bytes())).next().unwrap()
    }

    /// Writes a line as the first of a journal.
    fn written(line: &JournalLine) -> String {
        line.sealed(&mut Chain::default())
    }

    #[test]
    fn entries_are_one_line_and_come_back() {
        let e2e4 = || "e2e4".parse().unwrap();
        check(
            Entry::Started(Box::new(Start { version: 1, ..Start::default() })),
            r#"{"n":1,"at":1500,"entry":"started","version":1,"date":"""#,
        );
        check(
            Entry::Moved { uci: e2e4(), san: "e4".into(), said: None },
            r#"{"n":1,"at":1500,"entry":"moved","uci":"e2e4","san":"e4","len":"#,
        );
        check(
            Entry::Moved { uci: e2e4(), san: "e4".into(), said: Some("P--e4--".into()) },
            r#"{"n":1,"at":1500,"entry":"moved","uci":"e2e4","san":"e4","said":"P--e4--","len":"#,
        );
        check(
            Entry::Pressed { side: Color::Black },
            r#"{"n":1,"at":1500,"entry":"pressed","side":"black","len":"#,
        );
        let question =
            |question: &str| OpenQuestion { question: question.to_owned(), ..OpenQuestion::default() };
        check(Entry::Asked(question("e2e4")), r#"{"n":1,"at":1500,"entry":"asked","question":"e2e4","len":"#);
        check(
            Entry::Asked(OpenQuestion {
                rest: vec!["clock".into()],
                waiting: vec!["0 moving e2e4".into()],
                desk: Some("0 moving".into()),
                stopped: true,
                ..question("resign white")
            }),
            r#"{"n":1,"at":1500,"entry":"asked","question":"resign white","rest":["clock"],"waiting":["0 moving e2e4"],"desk":"0 moving","stopped":true,"len":"#,
        );
        for uci in [None, Some(e2e4())] {
            let (by, claim) = (Color::White, ClaimKind::FiftyMoves);
            check(
                Entry::Claimed { by, claim, uci, said: None, holds: false, gains_ms: 120_000 },
                r#"{"n":1,"at":1500,"entry":"claimed","by":"white","claim":"fifty-moves","#,
            );
        }
        check(
            Entry::Touched { square: Square::E2 },
            r#"{"n":1,"at":1500,"entry":"touched","square":"e2","len":"#,
        );
        check(
            Entry::Ruled { about: Ruling::IllegalMove, details: String::new(), article: "7.5.1".into() },
            r#"{"n":1,"at":1500,"entry":"ruled","about":"illegal-move","article":"7.5.1","len":"#,
        );
        check(
            Entry::Ruled {
                about: Ruling::TimeAdded,
                details: "white 0:02:00".into(),
                article: "12.9".into(),
            },
            r#"{"n":1,"at":1500,"entry":"ruled","about":"time-added","details":"white 0:02:00","article":"12.9","len":"#,
        );
        let note = Note {
            kind: NoteKind::Move,
            words: "Bf1-c4".into(),
            answer: NoteAnswer::Refused,
            article: Some("3.5".into()),
            touched: Vec::new(),
        };
        check(
            Entry::Noted(note.clone()),
            r#"{"n":1,"at":1500,"entry":"noted","about":"move","words":"Bf1-c4","answer":"refused","article":"3.5","len":"#,
        );
        check(
            Entry::Noted(Note { answer: NoteAnswer::AskedBack, article: None, ..note }),
            r#"{"n":1,"at":1500,"entry":"noted","about":"move","words":"Bf1-c4","answer":"asked-back","len":"#,
        );
        for (running, written) in [(Some(Color::Black), r#""black""#), (None, "null")] {
            check(
                Entry::TimesTold { white_ms: 600_000, black_ms: 1, running },
                &format!(
                    r#"{{"n":1,"at":1500,"entry":"times-told","white_ms":600000,"black_ms":1,"running":{written},"len":"#
                ),
            );
        }
        check(Entry::Tick, r#"{"n":1,"at":1500,"entry":"tick","len":"#);
        fn check(entry: Entry, begins: &str) {
            let line = JournalLine::new(Duration::from_micros(1_500_999), entry);
            let json = written(&line);
            assert!(json.starts_with(begins) && !json.contains('\n'), "{json}");
            assert_eq!(read(&json), Ok(line));
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
            let line = JournalLine::new(Duration::ZERO, Entry::DrawDeclined).from(origin);
            let json = written(&line);
            assert_eq!(read(&json).unwrap(), line, "{json}");
        }
    }

    #[test]
    fn outcomes_come_back_whole() {
        let sides = Color::ALL.into_iter();
        let by_side = sides.flat_map(|side| {
            [
                Ending::Resignation,
                Ending::FlagFall,
                Ending::IllegalMoves,
                Ending::Default,
                Ending::SealedMove,
                Ending::Left,
            ]
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
            Ending::ClaimReferred,
            Ending::Arbiter,
            Ending::Aborted,
            Ending::Service,
        ];
        for ending in by_side.chain(by_claim).chain(bare) {
            for result in [
                GameResult::WhiteWins,
                GameResult::BlackWins,
                GameResult::Draw,
                GameResult::BothLose,
                GameResult::HalfToWhite,
                GameResult::HalfToBlack,
                GameResult::NoResult,
            ]
            .into_iter()
            .filter(|result| (*result == GameResult::NoResult) == ending.is_without_result())
            {
                let line =
                    JournalLine::new(Duration::ZERO, Entry::Ended { outcome: Outcome { result, ending } });
                let json = written(&line);
                assert_eq!(read(&json).unwrap(), line, "{json}");
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
            // The position is that of chess: only the flag differs.
            (StartPosition::chess960(518).unwrap(), Some("chess960")),
        ] {
            let start = Start {
                position,
                time_control: Some("40/5400+30:1800d3".parse().unwrap()),
                ruleset: Ruleset::Fide2009,
                draw_offers: DrawRule::AfterMoves(30),
                authority: Authority::Server,
                ..Start::default()
            };
            let line = JournalLine::new(Duration::ZERO, Entry::Started(Box::new(start)));
            let json = written(&line);
            assert_eq!(read(&json).unwrap(), line, "{json}");
            assert!(says.is_none_or(|says| json.contains(says)), "{json}");
            assert!(says.is_some() || !json.contains("fen"), "{json}");
        }
    }

    /// In these lines endings do not name a side yet, nor lines an origin.
    #[test]
    fn older_lines_are_read() {
        let outcome = |line| {
            let Entry::Ended { outcome } = read(line).unwrap().entry else { panic!("{line}") };
            outcome
        };
        assert_eq!(
            outcome(r#"{"at":1,"entry":"ended","result":"0-1","ending":"time"}"#),
            Outcome::win(Color::Black, Ending::FlagFall(Color::White))
        );
        assert_eq!(
            outcome(r#"{"at":1,"entry":"ended","result":"1/2-1/2","ending":"threefold"}"#),
            Outcome::draw(Ending::Threefold { intended: false })
        );
        let started = read(r#"{"at":0,"entry":"started","version":1}"#).unwrap();
        let old = Start { version: 1, increment_from: IncrementFrom::SecondMove, ..Start::default() };
        assert_eq!(started.entry, Entry::Started(Box::new(old)));
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
        check(
            r#"{"at":0,"entry":"pawn-is-queen","uci":"x"}"#,
            "uci 'x', expected a move such as e2e4 or e7e8q",
        );
        check(r#"{"at":0,"entry":"pressed","side":"x"}"#, "side 'x', expected white or black");
        check(r#"{"at":0,"from":"x","entry":"tick"}"#, "from 'x', expected white, black, table, arbiter");
        for result in ["{1/2-1/2", "", "*"] {
            let line = format!(r#"{{"at":0,"entry":"ended","result":"{result}","ending":"agreement"}}"#);
            check(&line, &format!("result '{result}', expected 1-0, 0-1, 1/2-1/2, 0-0, 1/2-0 or 0-1/2"));
        }
        check(r#"{"at":0,"entry":"ended","result":"1-0","ending":"x"}"#, "ending 'x', expected one such as");
        fn check(line: &str, says: &str) {
            let error = read(line).unwrap_err().to_string();
            assert!(error.starts_with(&format!("line 1 is not an entry of a journal: {says}")), "{error}");
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
            let lines = [r#"{"at":0,"entry":"tick"}"#, garbage];
            let read: Result<Vec<JournalLine>, _> =
                JournalReader::new(lines.iter().map(|line| line.as_bytes())).collect();
            assert_eq!(read.unwrap_err().line(), Some(2), "{garbage}");
        }
    }
}
