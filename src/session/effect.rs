//! What a session wants done.

use std::time::Duration;

use super::{Ground, Wish};
use crate::{
    announce::{Announcement, Choices},
    journal::{JournalLine, Opponent},
    laws::Color,
    notation::Style,
};

/// One thing to do. The order within a list counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Append to the journal; on the disk before the next effect.
    Record(JournalLine),
    /// Speak and braille.
    Announce(Announcement),
    /// Braille, and do not speak.
    Show(Announcement),
    /// Sound like a square of the board.
    Ground(Ground),
    /// Be silent at once.
    StopSpeaking,
    Voice(VoiceChange),
    /// Put everything into words in this way from now on.
    Style(Style),
    /// Whether what is heard must not be printed: a move is being sealed.
    Conceal(bool),
    /// Whether to listen for more than being switched on again.
    Microphone(bool),
    /// Whether the talk key lets anything be heard at all.
    Listen(bool),
    /// The clock's face as it must now be.
    ShowClock(ClockFace),
    /// A pattern to feel on the clock.
    Feel(Pattern),
    /// Say this to the server.
    Ask(Wish),
    /// This one is to have the other side: the game can begin.
    Chosen(Opponent),
    /// This is to hold for all games; none, if another language is wanted first.
    SetUp(Option<Box<Choices>>),
    /// Bring the game at this place to the microphone.
    TurnTo(usize),
    /// Do this for another game, which is to be played beside this one.
    Beside(Wish),
    /// The game is over and written down.
    Finished,
    /// The player leaves the game, perhaps to begin another.
    Left {
        again: bool,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoiceChange {
    Louder,
    Softer,
    Faster,
    Slower,
}

/// What the tactile clock shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockFace {
    pub white: Duration,
    pub black: Duration,
    pub running: Option<Color>,
    /// The instant from which the side that runs counts down: later than now during a delay.
    pub true_at: Duration,
    pub white_fallen: bool,
    pub black_fallen: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    Confirm,
    Refuse,
    /// To be said again.
    Again,
    /// It is now this user's turn, or whoever's for two.
    Turn,
    /// A question waits for an answer.
    Question,
    /// A draw offer waits for an answer.
    Offer,
    Check,
    /// The braille line is lost.
    Line,
    /// Something waits to be read.
    Message,
    /// The last five minutes begin, or less is left of which the player is warned.
    Five,
    Flag,
}
