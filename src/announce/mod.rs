//! What is told, and its two renderings: words to speak, and cells to feel.
//!
//! An [`Announcement`] holds facts. The sentences are in the Fluent file of each language, where every
//! message carries both sides, so that speech and braille cannot say different things.

mod announcer;
mod facts;
mod reasons;

use std::time::Duration;

use crate::{
    clock::TimeControl,
    journal::Users,
    laws::{Chess, Color, Move, Reason, Role, Square},
};

pub use announcer::{Announcer, LanguageError};

/// A move, and the position it is or was played in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    pub before: Chess,
    pub m: Move,
}

/// What a player can say now, for help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HelpTopic {
    Move,
    Confirm,
    Which,
    Promotion,
    YesNo,
    Completing,
    Over,
}

/// A device as a player knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Device {
    Microphone,
    Speaker,
    Braille,
    Clock,
    Journal,
}

/// One thing to be told, in whatever language and to whichever sense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Announcement {
    Ready { users: Users, control: Option<TimeControl> },
    Resumed { number: u32, turn: Color, clock: bool },
    /// The journal ended in half a line, which was dropped.
    Torn,

    ReadBack(Told),
    Moved(Told),
    /// Several pieces of one kind can do what was said.
    Which(Vec<Told>),
    /// Two readings are equally good.
    WhichMove(Vec<Told>),
    /// The pawn reaches the last rank; the piece was not named.
    Promotion(Told),
    NotUnderstood,
    /// Neither yes nor no was heard; holds the question.
    YesOrNo(Box<Announcement>),
    Withdrawn,
    TakenBack { turn: Color },
    NothingToTakeBack,
    CompletedAlready,
    /// The clock was pressed without a move.
    MoveFirst,
    NotYourClock,
    /// The opponent repeated another move than the one made (FIDE D.2.1).
    RepeatedOtherwise(Told),
    Illegal { reason: Reason, turn: Color, users: Users },

    ClockStarted { side: Color },
    ClockStopped,
    NoClock,
    Times { users: Users, white: Duration, black: Duration },
    MyTime { side: Color, time: Duration },
    FlagFell { side: Color, users: Users },
    FlagStands { side: Color },
    Arbiter,
    Penalty { side: Color, time: Duration },

    DrawOffered { by: Color },
    DrawDeclined,
    DrawStands,
    NoDrawOffer,
    OwnDrawOffer,
    ResignSure { side: Color },
    ClaimWrong { claim: WrongClaim },
    ClaimLost,
    Ended { ending: String, result: String, winner: Option<Color> },
    GameOver { result: String },
    Touched { square: Square, role: Role, color: Color, users: Users },
    TouchedMust { square: Square },
    Adjusting,

    LastMoves(Vec<Told>),
    NoMoveYet,
    Turn(Color),
    MoveNumber(u32),
    NotAllowed,
    SquareHolds { square: Square, piece: Option<(Role, Color)>, users: Users },
    /// Pieces of one kind and side, where they stand.
    Pieces { role: Role, squares: Vec<Square> },
    /// All pieces on some squares, in order.
    Line(Vec<(Square, Role, Color)>),
    Attackers { square: Square, by: Vec<(Square, Role)> },
    MovesFrom { square: Square, to: Vec<Square> },
    Position { white: Vec<(Square, Role)>, black: Vec<(Square, Role)> },
    Material { white: Vec<(Role, u8)>, black: Vec<(Role, u8)> },
    Help(HelpTopic),

    Louder,
    Softer,
    Faster,
    Slower,
    MicrophoneOff,
    MicrophoneOn,
    Lost(Device),
    Back(Device),
    ClockFault(String),
    WordsMissing(Vec<String>),
}

/// A draw claim that does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrongClaim {
    /// The position has been on the board only so often.
    Threefold { seen: u32 },
    /// Only so many moves by each side without capture or pawn move.
    FiftyMoves { moves: u32 },
}
