//! What a seat sends.

use serde::Deserialize;

use crate::{
    grammar::{AdviceRequest, AskedPiece, Intent, Question, ReviewStep, StudyRequest},
    laws::Square,
    session::{EventKind, Key, Session},
};

/// A command of a seat, as JSON.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Command {
    /// A typed line.
    Say(String),
    /// A square that is asked for.
    Square(SquareName),
    /// From one square to another.
    Move(SquareName, SquareName),
    /// The answer at this place, from 0, of the question with this number.
    Choose { asked: u64, answer: usize },
    /// A key.
    Key(KeyName),
    /// A button of the school.
    Study(StudyButton),
    /// Where the piece on a square can go.
    Moves(SquareName),
    /// What it can capture.
    Captures(SquareName),
}

/// The name of a square.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(try_from = "String")]
pub struct SquareName(Square);

impl TryFrom<String> for SquareName {
    type Error = &'static str;

    fn try_from(name: String) -> Result<SquareName, &'static str> {
        name.parse().map(SquareName).map_err(|_| "no square")
    }
}

/// The keys of the page; each means what the terminal's means.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum KeyName {
    Confirm,
    Cancel,
    Press,
    Correct,
    Arbiter,
    Quiet,
}

/// The buttons of the school; each means what is said for it.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum StudyButton {
    Next,
    Back,
    Task,
    Hint,
    Solution,
    End,
}

impl StudyButton {
    fn intent(self) -> Intent {
        match self {
            StudyButton::Next => Intent::Study(StudyRequest::Next),
            StudyButton::Back => Intent::Review(ReviewStep::Back),
            StudyButton::Task => Intent::Study(StudyRequest::Task),
            StudyButton::Hint => Intent::Advise(AdviceRequest::Hint),
            StudyButton::Solution => Intent::Study(StudyRequest::Solution),
            StudyButton::End => Intent::Review(ReviewStep::End),
        }
    }
}

impl Command {
    /// Reads a command; none of what the page does not send.
    pub fn read(text: &str) -> Option<Command> {
        serde_json::from_str(text).ok()
    }

    /// What it means now. An answer to a question that is no longer asked means nothing.
    pub fn meant(self, asked: Option<u64>, session: &Session) -> Option<EventKind> {
        let ask = |question: fn(AskedPiece) -> Question, square| {
            EventKind::Intent(Intent::Ask(question(AskedPiece::On(square))))
        };
        Some(match self {
            Command::Say(line) if line.trim().is_empty() => EventKind::Key(Key::Confirm),
            Command::Say(line) => EventKind::Typed(line),
            Command::Square(SquareName(square)) if session.asks_for_no_move() => {
                EventKind::Key(Key::Square(square))
            }
            Command::Square(_) => return None,
            Command::Move(SquareName(from), SquareName(to)) if from == to => return None,
            Command::Move(SquareName(from), SquareName(to)) => {
                EventKind::Intent(Intent::Move(session.attempt_between(from, to)))
            }
            Command::Choose { asked: number, answer } if asked == Some(number) => {
                EventKind::Key(Key::Choice(answer))
            }
            Command::Choose { .. } => return None,
            Command::Key(key) => EventKind::Key(match key {
                KeyName::Confirm => Key::Confirm,
                KeyName::Cancel => Key::Cancel,
                KeyName::Press => Key::Press,
                KeyName::Correct => Key::Correct,
                KeyName::Arbiter => Key::Arbiter,
                KeyName::Quiet => Key::Quiet,
            }),
            Command::Study(button) if session.is_studying() => EventKind::Intent(button.intent()),
            // It was left meanwhile.
            Command::Study(_) => return None,
            Command::Moves(SquareName(square)) => ask(Question::MovesFrom, square),
            Command::Captures(SquareName(square)) => ask(Question::CapturesFrom, square),
        })
    }
}
