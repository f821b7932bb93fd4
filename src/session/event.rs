//! What can happen to a session.

use std::time::Duration;

use super::{Explore, LobbyNews, OnBoard, Seat, Tidings};
use crate::{
    announce::Device,
    grammar::{Alternative, Intent},
    journal::Opponent,
    laws::{ByColor, Color, EngineView, Origin, Square},
};

/// One thing that happened, and who is behind it. The instant comes beside it.
#[derive(Clone, Debug)]
pub struct Event {
    pub from: Origin,
    pub what: What,
}

impl Event {
    /// What nobody did: time, a device, the program itself.
    pub fn of_program(what: What) -> Event {
        Event { from: Origin::Program, what }
    }

    /// What somebody at this microphone or keyboard did.
    pub fn at_table(what: What) -> Event {
        Event { from: Origin::Table, what }
    }
}

/// What can happen.
#[derive(Clone, Debug)]
pub enum What {
    /// The program is ready; always first in a new game.
    Began,
    /// The program is ready to go on with a game; always first then. `torn`: half a line was dropped.
    Resumed {
        torn: bool,
    },
    /// What was [chosen](super::Effect::SetUp) for all games is written down, or could not be.
    SetUp {
        written: bool,
    },
    /// Whoever was [chosen](super::Effect::Chosen) for the other side is not to be had.
    OpponentMissing(Opponent),
    /// Somebody begins to speak. What he says follows as `Heard`, or it was nothing: `NoWords`.
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
    Meant(Intent),
    Key(Key),
    /// What an engine has seen of what it was [asked](super::Inquiry).
    Seen {
        inquiry: u64,
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
    /// Whoever keeps the time tells it: what both have left at this instant, and whose runs on from there.
    TimesTold {
        left: ByColor<Duration>,
        running: Option<Color>,
    },
    /// Whoever keeps the time says that this side's flag has fallen.
    FlagTold(Color),
    /// A server tells something of the game.
    Tidings(Tidings),
    /// Something happens before a game on a server.
    Lobby(LobbyNews),
    /// There are several games, and this is how all of them stand; this one is at the place `here`.
    Games {
        all: Vec<Seat>,
        here: usize,
    },
    /// This game comes to the microphone, which is on or off.
    TurnedTo {
        microphone: bool,
    },
    Lost(Device),
    /// A device that should be there has not been there yet.
    Missing(Device),
    Back(Device),
    ClockFault(String),
    /// The machine did nothing for a time, which the clock counted or not.
    StoodStill {
        time: Duration,
        counted: bool,
    },
    /// Words the grammar has and the speech model lacks.
    WordsMissing(Vec<String>),
}

/// A key, wherever it is: keyboard, braille display, clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    Confirm,
    Cancel,
    Repeat,
    /// Stops the voice.
    Quiet,
    /// The clock.
    Press,
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
