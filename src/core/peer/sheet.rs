//! What one side did, in order.

use serde::{Deserialize, Serialize};

use crate::laws::ClaimKind;

/// The most acts of a sheet that are taken: more than any game between people has.
pub const MOST_ENTRIES: usize = 4_000;

/// One act of a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PeerEntry {
    /// How many acts of the other side it had seen.
    pub seen: usize,
    /// What it did.
    #[serde(flatten)]
    pub act: PeerAct,
}

/// What a side did. Times are in milliseconds, and below zero only from a program that lies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "kebab-case")]
pub enum PeerAct {
    /// A move, and the time it took to think.
    Move {
        /// The move, as UCI.
        uci: String,
        /// The time from the opponent's move being told to this one being completed.
        ms: i64,
    },
    /// How long this side waited for a move of the opponent's, where that counts: it is longer than the move is said to
    /// have taken and the way may have taken, or this side alone keeps the time.
    Waited {
        /// The place of the move in the opponent's sheet.
        of: usize,
        /// The time while the connection was there.
        ms: i64,
    },
    /// An offer of a draw.
    Offer,
    /// The opponent's offer is accepted.
    Accept,
    /// The opponent's offer is declined.
    Decline,
    /// The side asks to take its last move back.
    AskBack,
    /// The opponent may take the last move back.
    GrantBack,
    /// The opponent may not.
    DeclineBack,
    /// The side resigns.
    Resign,
    /// The game is aborted before it has properly begun.
    Abort,
    /// A draw is claimed with the position on the board.
    Claim {
        /// What is claimed.
        claim: ClaimKind,
    },
    /// The side's own flag has fallen.
    Flag,
    /// The opponent's flag has fallen, as this side waited.
    CallFlag {
        /// The time while the connection was there.
        ms: i64,
    },
}

impl PeerAct {
    /// Whether it is a move, which comes first of what two sides did without knowing of each other.
    pub(super) fn is_move(&self) -> bool {
        matches!(self, PeerAct::Move { .. })
    }
}
