//! What can happen to a session.

use std::{ops::Range, time::Duration};

use super::{Explore, GameStatus, LobbyEvent, OnBoard, ServerReport};
use crate::{
    announce::Device,
    grammar::{Alternative, Intent, PageAddress},
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
    /// An event of the program itself: time, a device.
    pub fn of_program(kind: EventKind) -> Event {
        Event { origin: Origin::Program, kind }
    }

    /// An event by somebody at this microphone or keyboard.
    pub fn at_table(kind: EventKind) -> Event {
        Event { origin: Origin::Table, kind }
    }
}

/// What can happen.
#[derive(Clone, Debug)]
pub enum EventKind {
    /// The program is ready; always first in a new game.
    Began,
    /// The program is ready to go on with a game; always first in a resumed game.
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
    /// Somebody began to speak, at this instant, or may have while the words before were recognized; `Heard`, `Clipped`
    /// or `NoWords` follows.
    VoiceBegan(Duration),
    /// The voice was no speech, or held no words.
    NoWords,
    /// An utterance.
    Heard {
        /// The recognizer's alternatives, best first.
        alternatives: Vec<Alternative>,
        /// When it was spoken.
        spoken: SpokenTime,
    },
    /// Somebody began to speak before the microphone was open.
    Clipped,
    /// A typed line.
    Typed(String),
    /// An intent without words: of a remote side, or by a hand on a picture of the board.
    Intent(Intent),
    /// A key was pressed.
    Key(Key),
    /// What an engine answers to an [inquiry](super::Inquiry).
    Analysed {
        /// The number of the inquiry.
        inquiry: u64,
        /// One view for each position asked about.
        positions: Vec<EngineView>,
    },
    /// Something has come to rest on an electronic board.
    OnBoard(OnBoard),
    /// The lever of the tactile clock was pressed by this side.
    Lever(Color),
    /// The speaker has fallen silent.
    SpeechEnded,
    /// The instant of [`Session::next_deadline`](super::Session::next_deadline) has come.
    DeadlinePassed,
    /// The authority that keeps the time reports it, as of this instant.
    TimesReported {
        /// What both have left.
        left: ByColor<Duration>,
        /// The side whose clock runs.
        running: Option<Color>,
    },
    /// The authority that keeps the time reports that this side's flag has fallen.
    FlagReported(Color),
    /// A server reports something of the game.
    ServerReport(ServerReport),
    /// Something happens before a game on a server.
    Lobby(LobbyEvent),
    /// How all games stand, where there are several.
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
    /// A device is lost.
    Lost(Device),
    /// A device that was expected is not there.
    Missing(Device),
    /// A lost device is back.
    Back(Device),
    /// A device is lost and back again and again; it counts as lost until it is [`EventKind::Back`].
    Unsteady(Device),
    /// A device repeats itself so much that most of its reports are left out.
    Chattering(Device),
    /// So many reports of a device were left out; it is calm now.
    LeftOut {
        /// The device.
        device: Device,
        /// How many.
        count: u32,
    },
    /// The journal still cannot be written, and lacks so many half-moves.
    Unwritten {
        /// How many.
        moves: usize,
    },
    /// What was learnt cannot be kept.
    NotKept,
    /// The tactile clock reports a fault, by its code.
    ClockFault(String),
    /// The machine stood still for a time.
    StoodStill {
        /// For how long.
        time: Duration,
        /// Whether the clock counted that time.
        counted: bool,
    },
    /// A page in a browser is served.
    Page(PageAddress),
    /// A ruling comes from the desk of a hall.
    RulingReceived {
        /// The desk.
        desk: String,
        /// Its number at that desk.
        number: u64,
        /// Who rules.
        arbiter: String,
        /// What they say, as they would type it at the board.
        words: String,
    },
    /// Words the grammar has and the speech model lacks.
    WordsMissing(Vec<String>),
}

/// When an utterance was spoken, however late its words are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpokenTime {
    /// Its place in the sound, in time of the source: only there the pause between two utterances is exact.
    pub sound: Range<Duration>,
    /// The instant at which it began. A recording that waits for each answer begins to be heard when it goes on.
    pub began: Duration,
}

impl SpokenTime {
    /// The instant at which it ended.
    pub fn ended(&self) -> Duration {
        self.began + self.sound.end.saturating_sub(self.sound.start)
    }
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
    /// Talk: opens the microphone, as [`TalkMode`](super::TalkMode) says.
    Talk,
    /// A square of the board: a routing key over it.
    Square(Square),
    /// A routing key over nothing.
    Nothing,
    /// The board is explored.
    Explore(Explore),
}
