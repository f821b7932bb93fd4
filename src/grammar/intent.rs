//! What a player can mean.

use std::fmt;

use crate::laws::{Act, Attempt, Color};
use crate::notation::StyleChange;

use super::{Irregularity, Order, Question};

/// One thing meant, in whatever words or keys it came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Intent {
    /// A move, or a part of one that answers the question which ("Bella", "Dame").
    Move(Attempt),
    /// The answer to a question, or an assent without one.
    Yes,
    /// The opposite.
    No,
    /// "Korrektur": takes back what is not yet completed.
    Correct,
    /// "Wiederholen": say the last sentence again.
    Repeat,
    /// The program's own voice, a step louder.
    Louder,
    /// A step softer.
    Softer,
    /// A step faster.
    Faster,
    /// A step slower.
    Slower,
    /// "Ruhe": stop speaking.
    Quiet,
    /// From now on only [`Intent::MicrophoneOn`] is heard.
    MicrophoneOff,
    /// Everything is heard again.
    MicrophoneOn,
    /// The topics of help.
    Help,
    /// "Hilfe Uhr": what can be said about one topic, by its place in the language's list.
    HelpOn(usize),
    /// What a player declares: an offer, a claim, a touch, a resignation.
    Declared {
        /// The side that was named, if one was.
        by: Option<Color>,
        /// What it declares.
        act: Act,
    },
    /// "Remis", and nothing more: an offer, if it was meant.
    Draw,
    /// "Weiß": the answer to the question whose word it was.
    Side(Color),
    /// "Uhr": the move is complete.
    PressClock,
    /// The clocks stop.
    StopClock,
    /// "Weiter": the clocks go on.
    StartClock,
    /// "Schiedsrichter": the clocks stop, and the arbiter's words rule until they let the game go on.
    Arbiter,
    /// What the arbiter orders then.
    Order(Order),
    /// "Abgabezug": adjourn with a sealed move.
    SealMove,
    /// "Öffnen": the game is resumed with the sealed move.
    OpenEnvelope,
    /// "Stellung vergleichen": the two boards differ (FIDE D.2.9).
    CompareBoards,
    /// Something the arbiter is to rule on.
    Irregular(Irregularity),
    /// Something the player wants to know.
    Ask(Question),
    /// To speak otherwise.
    Restyle(StyleChange),
    /// The game looked through, which changes nothing of it.
    Review(ReviewStep),
    /// What there is only where a server stands between the players.
    Online(OnlineRequest),
    /// One game among several.
    Games(GamesRequest),
    /// Who is to have the other side, by its place in the question.
    Against(usize),
    /// What an engine is asked for in practice.
    Advise(AdviceRequest),
    /// A position to practise, one of [`Exercise::ALL`](crate::laws::Exercise::ALL); none: which there are.
    Practise(Option<usize>),
    /// "Partie beenden": the player leaves.
    Leave {
        /// Another game is to begin.
        again: bool,
    },
}

/// What kind of thing is meant: by it the dialogue treats most intents alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntentClass {
    /// How the program speaks and listens, and what can be said: at any time, before a game too.
    Program,
    /// Something is to be told, which changes nothing.
    Question,
    /// What is asked of a server, or is about another game: in every phase.
    Request,
    /// The clocks are to stop, whatever else is asked.
    Interruption,
    /// A move or a part of one.
    Move,
    /// What answers an open question.
    Answer,
    /// What a player declares beside their moves.
    Declaration,
    /// What the arbiter orders, supervises or rules on.
    Arbitration,
    /// What is to be played instead.
    Departure,
}

impl From<Act> for Intent {
    /// Declared without naming a side.
    fn from(act: Act) -> Intent {
        Intent::Declared { by: None, act }
    }
}

impl Intent {
    /// Whether nothing is lost if it was not meant: something is told, or told in another voice.
    pub fn is_harmless(&self) -> bool {
        matches!(self.class(), IntentClass::Program | IntentClass::Question)
            && !matches!(self, Intent::MicrophoneOff | Intent::MicrophoneOn)
    }

    /// Returns what kind of thing is meant.
    pub fn class(&self) -> IntentClass {
        use Intent::*;
        match self {
            Repeat | Louder | Softer | Faster | Slower | Quiet | MicrophoneOff | MicrophoneOn | Help
            | HelpOn(_) | Restyle(_) => IntentClass::Program,
            Ask(_) | Review(_) | Advise(_) => IntentClass::Question,
            Online(_) | Games(_) => IntentClass::Request,
            StopClock | Arbiter => IntentClass::Interruption,
            Move(_) => IntentClass::Move,
            Yes | No | Correct | Side(_) | PressClock | Against(_) => IntentClass::Answer,
            Declared { .. } | Draw => IntentClass::Declaration,
            StartClock | Order(_) | SealMove | OpenEnvelope | CompareBoards | Irregular(_) => {
                IntentClass::Arbitration
            }
            Practise(_) | Leave { .. } => IntentClass::Departure,
        }
    }
}

/// What an engine can tell a player who practises. It is written as a journal names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
#[strum(serialize_all = "kebab-case")]
pub enum AdviceRequest {
    /// What the player could play.
    Hint,
    /// What would have been best where the player last moved, or before the move that is looked at.
    BestMove,
    /// Where the player went wrong.
    Mistake,
    /// How the game stands, in words.
    Outlook,
    /// The same in numbers.
    Value,
}

/// What can be said to a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnlineRequest {
    /// The other is asked to let the last move be taken back: what "Korrektur" means there.
    TakeBack,
    /// "Partie abbrechen": before it has properly begun.
    Abort,
    /// The opponent has left: the game is claimed.
    ClaimVictory,
    /// What the opponent has written.
    Chat,
    /// "Revanche".
    Rematch,
    /// "Gegner suchen".
    Seek,
}

/// What can be said of several games, of which one is at the microphone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GamesRequest {
    /// "Welche Partien laufen?"
    Which,
    /// "Nächste Partie."
    Next,
    /// "Partie zwei": the game at this place of what was listed.
    Number(u8),
}

/// A step through the game that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReviewStep {
    /// To the last move.
    Begin,
    /// A half-move back.
    Back,
    /// A half-move on.
    On,
    /// To the first move.
    First,
    /// To the last move.
    Last,
    /// To the move with this number, White's unless told.
    To {
        /// Its number, from 1.
        number: u8,
        /// Whose move it is.
        by: Option<Color>,
    },
    /// The review ends.
    End,
}

/// As a journal names it after `review`: `back`, `to 12`, `to 3 black`.
impl fmt::Display for ReviewStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ReviewStep::Begin => f.write_str("begin"),
            ReviewStep::Back => f.write_str("back"),
            ReviewStep::On => f.write_str("on"),
            ReviewStep::First => f.write_str("first"),
            ReviewStep::Last => f.write_str("last"),
            ReviewStep::To { number, by: None } => write!(f, "to {number}"),
            ReviewStep::To { number, by: Some(side) } => write!(f, "to {number} {side}"),
            ReviewStep::End => f.write_str("end"),
        }
    }
}
