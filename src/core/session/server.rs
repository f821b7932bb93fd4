//! What a server reports, and what is asked of it.

use std::time::Duration;

use shakmaty::uci::UciMove;

use crate::{
    announce::{DeclineReason, Pace, PeerRefusal, ServerDelay},
    laws::{ByColor, ClaimKind, Color, Ending, GameResult},
    peer::DAY,
};

/// A server's report of the whole game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerGame {
    /// All moves, as UCI.
    pub moves: Vec<UciMove>,
    /// What both have left, and whose clock runs; none without a clock.
    pub times: Option<(ByColor<Duration>, Option<Color>)>,
    /// What both had left after each of the moves; nothing where that is not reported.
    pub left_after: Vec<ByColor<Duration>>,
    /// The time of a game without a clock.
    pub correspondence: Option<MoveTime>,
    /// Which sides offer a draw.
    pub offers: ByColor<bool>,
    /// Which sides ask that a move be taken back.
    pub takebacks: ByColor<bool>,
    /// How the game ended, once it has.
    pub result: Option<ServerResult>,
}

/// The time for a move in a game without a clock, as of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveTime {
    /// The days, for so many moves; none where there is no limit.
    pub days: Option<u32>,
    /// The moves for which there are so many days: one on a server, more as the ICCF has it.
    pub moves: u32,
    /// What the side on move has left.
    pub left: Option<Duration>,
}

impl MoveTime {
    /// The time as it is told.
    pub fn pace(self) -> Pace {
        match self.days {
            None => Pace::Unlimited,
            Some(days) if self.moves == 1 => Pace::Days(days),
            Some(days) => Pace::Reflection { days, moves: self.moves },
        }
    }

    /// What is left after so much more time, as it is told. Where whole days count, the one under way is none yet.
    pub fn left_after(self, passed: Duration) -> Option<Duration> {
        let left = self.left?.saturating_sub(passed);
        let days = left.as_secs().div_ceil(DAY.as_secs());
        let counts_whole = matches!(self.pace(), Pace::Reflection { .. });
        Some(if counts_whole && days > 1 { DAY * (days as u32 - 1) } else { left })
    }
}

/// The end of a game, as a server reports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServerResult {
    /// None for a draw of which it does not say why.
    pub ending: Option<Ending>,
    /// The result.
    pub result: GameResult,
}

/// What a server reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServerReport {
    /// The whole game, as it is now.
    Game(ServerGame),
    /// Something that cannot be.
    Impossible,
    /// The game is over, and its last report is missing.
    Over(ServerResult),
    /// The user's last move is not taken.
    MoveRefused,
    /// The request is not granted.
    Refused,
    /// A request cannot be sent yet.
    Delayed {
        /// Whether it is the user's move, or else what was asked for.
        of_move: bool,
        /// Why.
        why: ServerDelay,
    },
    /// The opponent has gone; the game can be claimed after this time.
    OpponentGone {
        /// The time after which the game can be claimed, where it can.
        claim_in: Option<Duration>,
    },
    /// The opponent is there again.
    OpponentBack,
    /// What the other player's program says cannot be: it does not count.
    PeerRefused {
        /// What it is about.
        refusal: PeerRefusal,
        /// The number of the move.
        number: u32,
        /// The move, if it is about one.
        uci: Option<UciMove>,
    },
    /// Somebody has written something.
    Chat {
        /// Who wrote.
        by: String,
        /// What was written.
        words: String,
    },
}

/// A request to a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServerRequest {
    /// Offers or accepts a draw (true), or declines it.
    Draw(bool),
    /// Asks for the last move back or grants it (true), or declines.
    TakeBack(bool),
    /// Resigns the game.
    Resign,
    /// Abandons a game in which hardly a move was made.
    Abort,
    /// Claims the game of an opponent who has gone.
    ClaimVictory,
    /// Claims a draw with the position on the board.
    Claim(ClaimKind),
    /// The code of a game with another player's program.
    Code(String),
    /// Another game with the same opponent.
    Rematch,
    /// The games that run.
    Games,
    /// The game of this name.
    TakeUp(String),
    /// Seeks another opponent.
    Seek,
    /// Accepts the challenge of this name.
    Accept(String),
    /// Declines a challenge.
    Decline {
        /// What the server calls the challenge.
        id: String,
        /// Why.
        reason: DeclineReason,
    },
}
