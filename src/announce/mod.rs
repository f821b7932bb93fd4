//! What is told, and its two renderings: words to speak, and cells to feel.
//!
//! An [`Announcement`] holds facts. The sentences are in the Fluent file of each language, where every
//! message carries both sides, so that speech and braille cannot say different things.

mod announcer;
mod advice;
mod audience;
mod line;
mod looking;
mod declaration;
mod desk;
mod facts;
mod games;
mod on_request;
mod online;
mod reasons;
mod setup;
mod views;

use std::time::Duration;

use crate::{
    clock::{Authority, TimeControl},
    laws::{
        Act, Attempt, Chess, Color, GameResult, Move, Outcome, Reason, Role, Square, tracking::Difference,
    },
};

pub use advice::Advice;
pub use announcer::{Announcer, Rendering};
pub use audience::Audience;
pub use declaration::Declaration;
pub use desk::{Desk, Menu};
pub use games::{GamesTold, News, Standing};
pub use line::{Line, Target};
pub use looking::Looking;
pub use on_request::OnRequest;
pub use online::{Challenge, OnlineTold, Trouble};
pub use setup::{Choices, Level, Settles, Setup};
pub use views::{Clocks, ranks_together};

/// A move, and the position it is or was played in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    pub before: Chess,
    pub m: Move,
}

/// How much is told of a move that is not made yet.
///
/// In competition no more than its player has said of it: what it captures and whether it gives check is
/// for him to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    All,
    Said { captures: bool, check: bool, mate: bool },
}

impl Shown {
    /// Only where the move goes.
    pub const SQUARES: Shown = Shown::Said { captures: false, check: false, mate: false };

    /// What was said of it.
    pub fn said(attempt: &Attempt) -> Shown {
        let Attempt { captures, check, mate, .. } = *attempt;
        Shown::Said { captures, check, mate }
    }
}

/// What a player can say now, for help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HelpTopic {
    Move,
    Confirm,
    Which,
    /// Where a piece goes.
    WhereTo,
    Promotion,
    YesNo,
    /// Who has the other side.
    Opponent,
    /// Which side.
    Whose,
    Completing,
    /// The clocks stand: what can be called upon now.
    Stopped,
    /// The arbiter answers a claim.
    Arbiter,
    /// The arbiter has the word.
    Desk,
    Comparing,
    Sealing,
    Adjourned,
    /// Somebody to play with is sought on a server.
    Lobby,
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
    /// The side that plays from elsewhere, and whatever carries its moves.
    Opponent,
    /// The server that a game is played on.
    Server,
    /// An electronic board.
    Board,
}

/// How a clock on an electronic board differs from the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockDifference {
    /// It runs for this side, which is not on move.
    Turn(Color),
    /// It shows this side's flag, which has time.
    Flag(Color),
    /// It gives time for each move, or gives none.
    Bonus(bool),
}

/// One thing to be told, in whatever language and to whichever sense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Announcement {
    /// Who has the other side; `online`: there is that too.
    WhichOpponent {
        online: bool,
    },
    /// Who was chosen is not to be had: an engine, or anybody online.
    OpponentMissing {
        online: bool,
    },
    Ready {
        control: Option<TimeControl>,
    },
    Resumed {
        last: Option<Told>,
        number: u32,
        turn: Color,
        clock: bool,
    },
    /// The journal ended in half a line, which was dropped.
    Torn,

    ReadBack {
        told: Told,
        shown: Shown,
    },
    /// Whether it was this move, which nobody is known to have said.
    Perhaps {
        told: Told,
        shown: Shown,
    },
    Moved(Told),
    /// A move that came from elsewhere.
    OpponentMoved(Told),
    /// What stands on the electronic board is not what should; `discreet`: only where is told.
    BoardDiffers {
        differences: Vec<Difference>,
        discreet: bool,
    },
    BoardAgrees,
    /// A man was lifted on the electronic board and put back; who and what it is where that is told.
    Lifted {
        square: Square,
        piece: Option<(Role, Color)>,
    },
    ClockDiffers(ClockDifference),
    /// The kings stand in the middle of the board for a result.
    KingsTell(GameResult),
    /// Several pieces of one kind can do what was said.
    Which(Vec<Told>),
    /// Two readings are equally good.
    WhichMove {
        moves: Vec<Told>,
        shown: Shown,
    },
    /// The pawn reaches the last rank; the piece was not named.
    Promotion(Told),
    NotUnderstood,
    /// What was said does not fit the game as it was written down, and was not done.
    NotRecorded,
    /// Neither yes nor no was heard; holds the question.
    YesOrNo(Box<Announcement>),
    Withdrawn,
    /// Something that cannot be undone was not done.
    GoingOn,
    TakenBack {
        turn: Color,
    },
    NothingToTakeBack,
    CompletedAlready,
    /// `side` pressed the clock without a move.
    MoveFirst {
        side: Color,
    },
    /// `side` pressed, and his clock does not run.
    NotYourClock {
        side: Color,
    },
    /// The opponent repeated another move than the one made (FIDE D.2.1).
    RepeatedOtherwise(Told),
    /// `discreet`: in competition only the rule is named, not what stands where.
    Illegal {
        reason: Reason,
        turn: Color,
        discreet: bool,
    },

    ClockStarted {
        side: Color,
    },
    ClockStopped,
    NoClock,
    /// Another clock counts, and only there it is started and stopped.
    TimeKeptBy(Authority),
    Times {
        white: Duration,
        black: Duration,
    },
    MyTime {
        side: Color,
        time: Duration,
    },
    /// So much is left to this side.
    TimeWarning {
        side: Color,
        time: Duration,
    },
    FlagFell {
        side: Color,
    },
    FlagStands {
        side: Color,
    },
    /// He is asked; the clocks stand, where there are any.
    Arbiter {
        clock: bool,
    },
    Penalty {
        side: Color,
        time: Duration,
    },

    DrawOffered {
        by: Color,
    },
    DrawDeclined,
    DrawStands,
    NoDrawOffer,
    /// Whether `side` really accepts the offer.
    DrawSure {
        side: Color,
    },
    /// Whether `side` really offers a draw.
    OfferSure {
        side: Color,
    },
    /// Whether the game is really left, perhaps for another.
    LeaveSure {
        again: bool,
    },
    /// The offer that stands is this side's own.
    OwnOffer {
        by: Color,
    },
    /// Whose word this was.
    Whose(Act),
    /// That is for `side` alone to say.
    NotYours {
        side: Color,
    },
    /// What only the side on move can do, and `side` is not.
    NotHavingMove {
        side: Color,
    },
    /// Somebody spoke before the program had finished; what was left of it was not taken. `why`: that is told, too.
    Clipped {
        why: bool,
    },
    ResignSure {
        side: Color,
    },
    ClaimWrong {
        claim: WrongClaim,
    },
    ClaimLost,
    /// `last`: the move that ended the game by itself, which then stays on the braille line.
    Ended {
        outcome: Outcome,
        last: Option<Told>,
    },
    GameOver(GameResult),
    /// `piece`: what stands there, none where that is not told.
    Touched {
        square: Square,
        piece: Option<(Role, Color)>,
    },
    Adjusting,
    /// The Laws were called upon.
    Declared(Declaration),
    /// The arbiter has the word, or is asked.
    Desk(Desk),
    /// A server stands between the players.
    Online(OnlineTold),
    /// Several games are played.
    Games(GamesTold),

    /// What an assistant tells the player who asks.
    OnRequest(OnRequest),
    LastMoves(Vec<Told>),
    NoMoveYet,
    Turn(Color),
    MoveNumber(u32),
    NotAllowed,
    SquareHolds {
        square: Square,
        piece: Option<(Role, Color)>,
    },
    /// A routing key over nothing that could be chosen.
    NothingThere,
    /// Pieces of one kind and side, where they stand.
    Pieces {
        role: Role,
        squares: Vec<Square>,
    },
    /// What was asked about the board and the game.
    Looking(Looking),
    /// What an engine has to say.
    Advice(Advice),
    /// The first evening's questions.
    Setup(Setup),
    Position {
        white: Vec<(Square, Role)>,
        black: Vec<(Square, Role)>,
    },
    Material {
        white: Vec<(Role, u8)>,
        black: Vec<(Role, u8)>,
    },
    Help(HelpTopic),

    Louder,
    Softer,
    Faster,
    Slower,
    MicrophoneOff,
    MicrophoneOn,
    Lost(Device),
    /// It was never there.
    Missing(Device),
    Back(Device),
    ClockFault(String),
    WordsMissing(Vec<String>),
    /// What is said is kept as recordings.
    Recording,
}

/// A draw claim that does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrongClaim {
    /// The position has been on the board only so often.
    Threefold { seen: u32 },
    /// Only so many moves by each side without capture or pawn move.
    FiftyMoves { moves: u32 },
}
