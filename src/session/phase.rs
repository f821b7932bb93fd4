//! Where the dialogue stands between two events.

use std::time::Duration;

use crate::{
    announce::{Announcement, Declaration, Told},
    grammar::Intent,
    journal::Record,
    laws::{Attempt, ClaimKind, Color, Move, Position, Square},
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
    /// Whether the other score has this half-move too; `other` is what it has at the one after.
    Comparing { ply: usize, other: Option<Move> },
    /// The move to be sealed; once it was said, that it be said again.
    Sealing { first: Option<Move> },
    /// A sealed move waits to be opened.
    Adjourned,
    /// Nothing more.
    Over,
}

/// What is asked once more before it is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sure {
    Resign(Color),
    Claim {
        by: Color,
        kind: ClaimKind,
        with: Option<Move>,
    },
    Touch(Square),
    /// The arbiter's answer to this side's claim of the last two minutes.
    TwoMinutes(Color),
    /// Whether this side is penalized for pressing the clock without a move.
    Penalty(Color),
    /// Whether both boards go back to the position after so many half-moves.
    Return {
        ply: usize,
        other: Option<Move>,
    },
}

impl Phase {
    /// Where the dialogue stands when no question is open.
    pub(super) fn at_rest(record: &Record) -> Phase {
        if record.ended().is_some() {
            Phase::Over
        } else if record.sealed().is_some() {
            Phase::Adjourned
        } else {
            Phase::Moving
        }
    }

    /// The question that is open, as it was asked.
    pub(super) fn question(&self, record: &Record) -> Option<Announcement> {
        let told = |m: &Move| Told { before: record.game().position().clone(), m: *m };
        match self {
            Phase::Moving | Phase::Sealing { .. } | Phase::Adjourned | Phase::Over => None,
            Phase::Confirming { m, .. } => Some(Announcement::ReadBack(told(m))),
            Phase::Choosing { candidates } => Some(which(candidates.iter().map(told).collect())),
            Phase::Deciding(question) => Some(question.asked(record)),
            Phase::Comparing { ply, .. } => Some(Declaration::CompareMove(told_at(record, *ply)).into()),
        }
    }
}

impl Sure {
    fn asked(&self, record: &Record) -> Announcement {
        let told = |m: Move| Told { before: record.game().position().clone(), m };
        match *self {
            Sure::Resign(side) => Announcement::ResignSure { side },
            Sure::Claim { by, kind, with } => {
                Declaration::ClaimSure { side: by, kind, with: with.map(told) }.into()
            }
            Sure::Touch(square) => match record.game().position().board().piece_at(square) {
                Some(piece) => {
                    let (role, color, users) = (piece.role, piece.color, record.start().users);
                    Declaration::TouchSure { square, role, color, users }.into()
                }
                None => Announcement::NotUnderstood,
            },
            Sure::TwoMinutes(side) => Declaration::TwoMinutes { side }.into(),
            Sure::Penalty(side) => Declaration::PenaltySure { side }.into(),
            Sure::Return { ply, other } => {
                let after = ply.checked_sub(1).map(|last| told_at(record, last));
                let other = other.map(|m| Told { m, ..told_at(record, ply) });
                Declaration::ScoresPart { after, other }.into()
            }
        }
    }

    /// What was meant by whoever is asked.
    pub(super) fn intent(&self) -> Intent {
        match *self {
            Sure::Resign(_) => Intent::Resign,
            Sure::Claim { kind: ClaimKind::Threefold, with, .. } => {
                Intent::ClaimThreefold(with.map(Attempt::from))
            }
            Sure::Claim { kind: ClaimKind::FiftyMoves, with, .. } => {
                Intent::ClaimFiftyMoves(with.map(Attempt::from))
            }
            Sure::Touch(square) => Intent::Touched(square),
            Sure::TwoMinutes(_) => Intent::ClaimLastTwoMinutes,
            Sure::Penalty(_) => Intent::Arbiter,
            Sure::Return { .. } => Intent::CompareBoards,
        }
    }
}

fn told_at(record: &Record, ply: usize) -> Told {
    Told { before: record.game().position_at(ply).clone(), m: record.game().moves()[ply] }
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
