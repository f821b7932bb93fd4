//! What a player can mean.

use std::fmt;

use crate::laws::{Act, Attempt, Color, Role};
use crate::notation::StyleChange;

use super::{Irregularity, Order, Question, SideReference};

/// One thing that was meant, in whatever words or keys it came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Intent {
    /// A move, or a part of one that answers which move ("Bella", "Dame").
    Move(Attempt),
    /// Yes to a question, or assent without one.
    Yes,
    /// No.
    No,
    /// "Korrektur": take back what is not completed yet.
    Correct,
    /// "Wiederholen": say the last sentence again.
    Repeat,
    /// The program speaks a step louder.
    Louder,
    /// The program speaks a step softer.
    Softer,
    /// The program speaks a step faster.
    Faster,
    /// The program speaks a step slower.
    Slower,
    /// "Ruhe": stop speaking.
    Quiet,
    /// The program hears only [`Intent::MicrophoneOn`] from now on.
    MicrophoneOff,
    /// The program hears everything again.
    MicrophoneOn,
    /// The topics of help.
    Help,
    /// "Hilfe Uhr": what can be said about a topic, by its index in the language's list.
    HelpOn(usize),
    /// A declaration by a player: an offer, a claim, a touch, a resignation.
    Declared {
        /// The side that was named, if one was.
        by: Option<Color>,
        /// The declaration.
        act: Act,
    },
    /// "Remis" alone: perhaps an offer.
    Draw,
    /// "Annehmen" alone: a draw, a challenge, or whatever else is offered.
    Accept,
    /// "Ablehnen" alone.
    Decline,
    /// "Weiß": the answer to the question which side spoke.
    Side(Color),
    /// "Uhr": the move is complete.
    PressClock,
    /// The clocks stop.
    StopClock,
    /// "Weiter": the clocks go on.
    StartClock,
    /// "Schiedsrichter": the clocks stop, and the arbiter has the word until they let the game go on.
    Arbiter,
    /// An order by the arbiter.
    Order(Order),
    /// "Abgabezug": adjourn with a sealed move.
    SealMove,
    /// "Öffnen": open the envelope and resume with the sealed move.
    OpenEnvelope,
    /// "Stellung vergleichen": the two boards differ (FIDE D.2.9).
    CompareBoards,
    /// An irregularity that the arbiter must rule on.
    Irregular(Irregularity),
    /// A question by the player.
    Ask(Question),
    /// A change of the way the program speaks.
    Restyle(StyleChange),
    /// A step in a review, which changes nothing in the game.
    Review(ReviewStep),
    /// A request to the server of an online game.
    Online(OnlineRequest),
    /// A request about one of several games.
    Games(GamesRequest),
    /// A question about the boards of a hall, at its desk.
    Hall(HallRequest),
    /// The choice of an opponent, by its index in the question.
    Against(usize),
    /// The strength of the engine.
    Strength(StrengthRequest),
    /// A request to an engine, in practice only.
    Advise(AdviceRequest),
    /// A position to practise, by its index in [`Exercise::ALL`](crate::laws::Exercise::ALL); none asks for the list.
    Practise(Option<usize>),
    /// A request to the school.
    Study(StudyRequest),
    /// "Partie beenden": the player leaves.
    Leave {
        /// Whether another game is to begin.
        again: bool,
    },
}

/// The kind of an intent. The dialogue treats most intents of a kind alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntentClass {
    /// How the program speaks and listens, and what can be said; at any time, before a game too.
    Program,
    /// A question, which changes nothing.
    Question,
    /// A request to a server, about another game or to the engine; in every phase.
    Request,
    /// Stops the clocks, whatever question is open.
    Interruption,
    /// A move or a part of one.
    Move,
    /// The answer to an open question.
    Answer,
    /// A declaration besides the moves.
    Declaration,
    /// An order, a supervision or a ruling by the arbiter.
    Arbitration,
    /// A change to another game, or the end of playing.
    Departure,
}

impl From<Act> for Intent {
    /// Returns the declaration without a named side.
    fn from(act: Act) -> Intent {
        Intent::Declared { by: None, act }
    }
}

impl Intent {
    /// Whether an arbiter says it at the desk of a hall to a board: all that a desk sends there. What the desk does itself is
    /// none of it.
    pub fn is_for_a_board(&self) -> bool {
        match self {
            Intent::Order(_)
            | Intent::Irregular(_)
            | Intent::StartClock
            | Intent::StopClock
            | Intent::Arbiter
            | Intent::OpenEnvelope
            | Intent::Correct
            | Intent::Draw
            | Intent::Yes
            | Intent::No => true,
            // Nobody at a desk declares for themselves.
            Intent::Declared { by, .. } => by.is_some(),
            Intent::Hall(_)
            | Intent::Repeat
            | Intent::Help
            | Intent::HelpOn(_)
            | Intent::Quiet
            | Intent::Louder
            | Intent::Softer
            | Intent::Faster
            | Intent::Slower
            | Intent::MicrophoneOff
            | Intent::MicrophoneOn
            | Intent::Move(_)
            | Intent::Accept
            | Intent::Decline
            | Intent::Side(_)
            | Intent::PressClock
            | Intent::SealMove
            | Intent::CompareBoards
            | Intent::Ask(_)
            | Intent::Restyle(_)
            | Intent::Review(_)
            | Intent::Online(_)
            | Intent::Games(_)
            | Intent::Against(_)
            | Intent::Strength(_)
            | Intent::Advise(_)
            | Intent::Practise(_)
            | Intent::Study(_)
            | Intent::Leave { .. } => false,
        }
    }

    /// Whether a misheard intent does no harm: the program only tells something, or changes its voice.
    pub fn is_harmless(&self) -> bool {
        matches!(self.class(), IntentClass::Program | IntentClass::Question)
            && !matches!(self, Intent::MicrophoneOff | Intent::MicrophoneOn)
    }

    /// Returns the kind of the intent.
    pub fn class(&self) -> IntentClass {
        use Intent::*;
        match self {
            Repeat | Louder | Softer | Faster | Slower | Quiet | MicrophoneOff | MicrophoneOn | Help
            | HelpOn(_) | Restyle(_) => IntentClass::Program,
            Ask(_) | Review(_) | Advise(_) => IntentClass::Question,
            Online(_) | Games(_) | Hall(_) | Strength(_) => IntentClass::Request,
            StopClock | Arbiter => IntentClass::Interruption,
            Move(_) => IntentClass::Move,
            Yes | No | Correct | Side(_) | PressClock | Against(_) => IntentClass::Answer,
            Declared { .. } | Draw | Accept | Decline => IntentClass::Declaration,
            StartClock | Order(_) | SealMove | OpenEnvelope | CompareBoards | Irregular(_) => {
                IntentClass::Arbitration
            }
            Practise(_) | Leave { .. } | Study(_) => IntentClass::Departure,
        }
    }
}

/// What an engine can tell a player who practises, by its name in a journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
#[strum(serialize_all = "kebab-case")]
pub enum AdviceRequest {
    /// A move for the player.
    Hint,
    /// The best move instead of the player's last one, or of the move under review.
    BestMove,
    /// The player's mistake.
    Mistake,
    /// The state of the game, in words.
    Outlook,
    /// The state of the game, in numbers.
    Value,
}

/// A request to the school.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StudyRequest {
    /// "Lektionen": tell which there are.
    Lessons,
    /// "Lektion drei": begin it, or go on with it.
    Lesson(u16),
    /// "Lektion Springer": the lesson on a piece.
    LessonOn(Role),
    /// "Training": tell which there are.
    Drills,
    /// "Training zwei": begin a round of it.
    Drill(u16),
    /// "Training zwei eine Minute": begin a round of it that a minute ends.
    MinuteDrill(u16),
    /// "Eine Minute": begin such a round of what is trained.
    Minute,
    /// "Aufgabe": tell the position and ask again.
    Task,
    /// "Vier": the answer to a question how many.
    Number(u16),
    /// "Aufgaben": draw a puzzle.
    Puzzles,
    /// "Mattaufgaben": draw one in which mate is asked for.
    MatePuzzles,
    /// "Noch eine": another puzzle, or the next step.
    Next,
    /// "Lösung": show what is right.
    Solution,
    /// "Analyse der Partie": look for what decided a game that is over.
    Review,
    /// "Meine Wertung": how strong the learner is at puzzles.
    Rating,
}

/// A request about the strength of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrengthRequest {
    /// "Stärke": tell it.
    Tell,
    /// "Stärke 1500", "Stufe drei": this Elo, or below 100 this level.
    To(u32),
    /// "Spiel schwächer."
    Weaker,
    /// "Spiel stärker."
    Stronger,
    /// "Volle Stärke."
    Full,
}

/// A request to a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnlineRequest {
    /// Ask the opponent to take the last move back; "Korrektur" in an online game.
    TakeBack,
    /// "Partie abbrechen": abort a game that has hardly begun.
    Abort,
    /// Claim the game, since the opponent has left.
    ClaimVictory,
    /// Tell what the opponent has written.
    Chat,
    /// "Revanche".
    Rematch,
    /// "Gegner suchen".
    Seek,
}

/// A request about several games, of which one is at the microphone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GamesRequest {
    /// "Welche Partien laufen?"
    Which,
    /// "Nächste Partie."
    Next,
    /// "Partie zwei": the game with this number in the list.
    Number(u16),
}

/// What the arbiter of a hall asks at its desk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HallRequest {
    /// "Brett siebzehn": turn to this board, and tell how it stands.
    Board(u16),
    /// "Welche Bretter warten?"
    Waiting,
    /// "Wer hat zuletzt gezogen?"
    LastMoved,
    /// "Nächstes Brett": turn to the next that waits.
    Next,
}

/// A step through the game played so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReviewStep {
    /// To the last move.
    Begin,
    /// One half-move back.
    Back,
    /// One half-move forward.
    On,
    /// To the first move.
    First,
    /// To the last move.
    Last,
    /// To the move with this number, White's if no side was named.
    To {
        /// The number, from 1.
        number: u16,
        /// The side that made the move.
        by: SideReference,
    },
    /// Tells the move with this number. Outside a review none begins: the next answers are about the present.
    Tell {
        /// The number, from 1.
        number: u16,
        /// The side that made the move.
        by: SideReference,
    },
    /// Ends the review.
    End,
}

/// Writes the name in a journal, which follows `review`: `back`, `to 12`, `to 3 black`.
impl fmt::Display for ReviewStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ReviewStep::Begin => f.write_str("begin"),
            ReviewStep::Back => f.write_str("back"),
            ReviewStep::On => f.write_str("on"),
            ReviewStep::First => f.write_str("first"),
            ReviewStep::Last => f.write_str("last"),
            ReviewStep::To { number, by } => write_numbered(f, "to", number, by),
            ReviewStep::Tell { number, by } => write_numbered(f, "tell", number, by),
            ReviewStep::End => f.write_str("end"),
        }
    }
}

fn write_numbered(f: &mut fmt::Formatter<'_>, step: &str, number: u16, by: SideReference) -> fmt::Result {
    match by {
        SideReference::Both => write!(f, "{step} {number}"),
        side @ (SideReference::Mine | SideReference::Theirs | SideReference::Of(_)) => {
            write!(f, "{step} {number} {side}")
        }
    }
}
