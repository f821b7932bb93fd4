//! What can happen to a session.

use std::time::Duration;

use super::{Explore, GameStatus, LobbyEvent, OnBoard, ServerReport};
use crate::{
    announce::Device,
    grammar::{Alternative, Intent},
    journal::Opponent,
    laws::{ByColor, Color, EngineView, Origin, Square},
};

/// One thing that happened, and who is behind it. The instant comes beside it.
#[derive(Clone, Debug)]
pub struct Event {
    /// Who is behind it.
    pub origin: Origin,
    /// What happened.
    pub kind: EventKind,
}

impl Event {
    /// What nobody did: time, a device, the program itself.
    pub fn of_program(kind: EventKind) -> Event {
        Event { origin: Origin::Program, kind }
    }

    /// What somebody at this microphone or keyboard did.
    pub fn at_table(kind: EventKind) -> Event {
        Event { origin: Origin::Table, kind }
    }
}

/// What can happen.
#[derive(Clone, Debug)]
pub enum EventKind {
    /// The program is ready; always first in a new game.
    Began,
    /// The program is ready to go on with a game; always first then. `torn`: half a line was dropped.
    Resumed {
        /// Whether half a line of the journal was dropped.
        torn: bool,
    },
    /// What was [chosen](super::Effect::SetUp) for all games is written down, or could not be.
    SetUp {
        /// Whether it could be written.
        written: bool,
    },
    /// The opponent that was [chosen](super::Effect::Chosen) is not available.
    OpponentMissing(Opponent),
    /// Somebody begins to speak. The words follow as `Heard`, or it was nothing: `NoWords`.
    VoiceBegan,
    /// What began was no speech, or held no words.
    NoWords,
    /// An utterance, as the recognizer's alternatives, best first.
    Heard(Vec<Alternative>),
    /// Somebody began to speak before the microphone was open: only the rest of it was heard.
    Clipped,
    /// A typed line.
    Typed(String),
    /// What was meant, without words: by a side that plays from elsewhere.
    Intent(Intent),
    /// A key was pressed.
    Key(Key),
    /// What an engine has seen of what it was [asked](super::Inquiry).
    Analysed {
        /// The number of the inquiry.
        inquiry: u64,
        /// What was seen, one for each position asked about.
        positions: Vec<EngineView>,
    },
    /// Something has come to rest on an electronic board.
    OnBoard(OnBoard),
    /// The lever of the tactile clock was pressed by this side.
    Lever(Color),
    /// All that was to be said has been said.
    SpeechEnded,
    /// The instant of [`Session::next_deadline`](super::Session::next_deadline) has come.
    DeadlinePassed,
    /// The authority that keeps the time reports it: what both have left at this instant, and whose runs on from there.
    TimesReported {
        /// What both have left.
        left: ByColor<Duration>,
        /// Whose clock runs on from there.
        running: Option<Color>,
    },
    /// The authority that keeps the time reports that this side's flag has fallen.
    FlagReported(Color),
    /// A server tells something of the game.
    ServerReport(ServerReport),
    /// Something happens before a game on a server.
    Lobby(LobbyEvent),
    /// There are several games, and this is how all of them stand; this one is at the place `here`.
    Games {
        /// All games, this one among them.
        all: Vec<GameStatus>,
        /// The place of this game among them, from 0.
        here: usize,
    },
    /// This game comes to the microphone, which is on or off.
    TurnedTo {
        /// Whether the microphone is on.
        microphone: bool,
    },
    /// A device that was there is gone.
    Lost(Device),
    /// A device that should be there has not been there yet.
    Missing(Device),
    /// A device that was lost is there again.
    Back(Device),
    /// The tactile clock reports a fault, by its code.
    ClockFault(String),
    /// The machine did nothing for a time, which the clock counted or not.
    StoodStill {
        /// For how long.
        time: Duration,
        /// Whether the clock counted that time.
        counted: bool,
    },
    /// Words the grammar has and the speech model lacks.
    WordsMissing(Vec<String>),
}

/// A key, wherever it is: keyboard, braille display, clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// Yes.
    Confirm,
    /// No; puts a lifted piece back.
    Cancel,
    /// Says the last announcement again.
    Repeat,
    /// Stops the voice.
    Quiet,
    /// The clock.
    Press,
    /// "Korrektur": takes back.
    Correct,
    /// Fetches the arbiter.
    Arbiter,
    /// The answer at this place of the question, from 0.
    Choice(usize),
    /// Microphone off, or on again.
    Microphone,
    /// Talk: the microphone listens from here on, or while it comes again and again.
    Talk,
    /// A square of the board, where it lies under the fingers.
    Square(Square),
    /// A routing key over nothing that could be chosen.
    Nothing,
    /// The board is explored.
    Explore(Explore),
}
