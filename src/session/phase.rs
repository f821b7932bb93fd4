//! Where the dialogue stands between two events.

use std::time::Duration;

use crate::{
    announce::{Announcement, Told},
    journal::Record,
    laws::{Color, Move},
};

/// What the session waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// A move or a declaration.
    Moving,
    /// Yes or no to a move read back. With a delay, `until` is when silence becomes yes.
    Confirming { m: Move, until: Option<Duration> },
    /// Which of several legal moves was meant.
    Choosing { candidates: Vec<Move> },
    /// Yes or no to something that cannot be undone.
    Deciding(Sure),
    /// Nothing more.
    Over,
}

/// What is asked once more before it is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sure {
    Resign(Color),
}

impl Phase {
    /// The question that is open, as it was asked.
    pub(super) fn question(&self, record: &Record) -> Option<Announcement> {
        let told = |m: &Move| Told { before: record.game().position().clone(), m: *m };
        match self {
            Phase::Moving | Phase::Over => None,
            Phase::Confirming { m, .. } => Some(Announcement::ReadBack(told(m))),
            Phase::Choosing { candidates } => Some(which(candidates.iter().map(told).collect())),
            Phase::Deciding(Sure::Resign(side)) => Some(Announcement::ResignSure { side: *side }),
        }
    }
}

/// The question that tells the candidates apart.
pub(super) fn which(candidates: Vec<Told>) -> Announcement {
    let moves: Vec<Move> = candidates.iter().map(|told| told.m).collect();
    let same = |of: fn(&Move) -> Option<(crate::laws::Role, crate::laws::Square)>| {
        moves.windows(2).all(|pair| of(&pair[0]).is_some() && of(&pair[0]) == of(&pair[1]))
    };
    if is_promotion(&moves) {
        Announcement::Promotion(candidates[0].clone())
    } else if same(|m| (!m.is_castle()).then_some((m.role(), m.to()))) {
        Announcement::Which(candidates)
    } else {
        Announcement::WhichMove(candidates)
    }
}

/// Whether the candidates differ only in what the pawn becomes.
pub(super) fn is_promotion(candidates: &[Move]) -> bool {
    candidates.iter().all(|m| m.is_promotion())
        && candidates.windows(2).all(|pair| pair[0].from() == pair[1].from() && pair[0].to() == pair[1].to())
}
