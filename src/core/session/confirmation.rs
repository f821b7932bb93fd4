//! What is asked back before it is done.

use super::{
    ArbiterCase, StatedMove,
    discretion::{side_of_pawn, told_at, touched},
};
use crate::{
    announce::{Advice, Announcement, ArbiterAnnouncement, Declaration, OnlineAnnouncement},
    grammar::{Intent, OnlineRequest, Order},
    journal::Record,
    laws::{Act, Attempt, ClaimKind, ClockFault, Color, Ending, Fault, Move, Position, Square},
};

/// What is asked back before it is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PendingConfirmation {
    /// Whether this side offers a draw.
    OfferDraw(Color),
    /// Whether the game is left, perhaps for another.
    Leave { again: bool },
    /// Whether this side accepts the other's draw offer.
    AcceptDraw(Color),
    /// Whether this side resigns.
    Resign(Color),
    /// Whether this side, which plays on a server, may take its last move back.
    TakeBack(Color),
    /// Whether the game on the server is abandoned.
    Abort,
    /// Whether this side claims a draw.
    Claim {
        by: Color,
        kind: ClaimKind,
        /// The move that is about to be made.
        with: Option<StatedMove>,
    },
    /// Whether this side has touched the piece there.
    Touch(Color, Square),
    /// The arbiter's answer to this side's claim of the last two minutes.
    TwoMinutes(Color),
    /// Whether this side makes that claim where there is no arbiter, which ends the game.
    ReferClaim(Color),
    /// Whether the arbiter rules on an irregularity.
    Irregular(ArbiterCase),
    /// Whether the arbiter means what ends the game.
    Order(Order),
    /// Whether the arbiter grants this side five seconds a move.
    FiveSeconds(Color),
    /// Whether the winner can still mate, which no search has found out.
    CanMate {
        /// The side that loses if the other can mate.
        loser: Color,
        ending: Ending,
    },
    /// Whether the player is there who must reply to the sealed move.
    Present(Color),
    /// Whether this game is given up for a position to practise.
    Practise(usize),
    /// Whether both boards go back to the position after so many half-moves.
    Return {
        ply: usize,
        /// What the other score has instead, where it was said.
        other: Option<Move>,
    },
}

impl PendingConfirmation {
    pub(super) fn question(&self, record: &Record) -> Announcement {
        match *self {
            PendingConfirmation::OfferDraw(side) => Announcement::ConfirmOffer(side),
            PendingConfirmation::Leave { again } => Announcement::ConfirmLeaving { again },
            PendingConfirmation::AcceptDraw(side) => Announcement::ConfirmAcceptance(side),
            PendingConfirmation::Resign(side) => Announcement::ConfirmResignation(side),
            PendingConfirmation::TakeBack(side) => OnlineAnnouncement::TakebackAsked(side).into(),
            PendingConfirmation::Abort => OnlineAnnouncement::ConfirmAbort.into(),
            PendingConfirmation::Claim { by, kind, with, .. } => {
                let with = with.map(|m| m.asked(record));
                Declaration::ConfirmClaim { side: by, kind, with }.into()
            }
            PendingConfirmation::Touch(_, square) => {
                Declaration::ConfirmTouch(square, touched(square, record)).into()
            }
            PendingConfirmation::TwoMinutes(side)
                if Color::ALL.into_iter().any(|side| record.flag_has_fallen(side)) =>
            {
                Declaration::TwoMinutesAtFlag(side).into()
            }
            PendingConfirmation::TwoMinutes(side) => Declaration::TwoMinutes(side).into(),
            PendingConfirmation::ReferClaim(side) => Declaration::TwoMinutesReferred(side).into(),
            PendingConfirmation::Irregular(ref case) => irregular(case, record),
            PendingConfirmation::Return { ply, other } => {
                let after = ply.checked_sub(1).map(|last| told_at(record, last));
                let other = other.map(|m| told_at(record, ply).instead(m));
                Declaration::ScoresPart { after, other }.into()
            }
            PendingConfirmation::Order(Order::Late { side, time }) => ArbiterAnnouncement::ConfirmDefault {
                side,
                time: time.unwrap_or_default(),
                allowed: record.default_time(),
            }
            .into(),
            PendingConfirmation::Order(order) => ArbiterAnnouncement::ConfirmOrder(order).into(),
            PendingConfirmation::FiveSeconds(side) => ArbiterAnnouncement::ConfirmFiveSeconds(side).into(),
            PendingConfirmation::CanMate { loser, .. } => ArbiterAnnouncement::ConfirmCanMate(!loser).into(),
            PendingConfirmation::Practise(_) => Advice::ConfirmPractice.into(),
            PendingConfirmation::Present(side) => ArbiterAnnouncement::ConfirmPresence(side).into(),
        }
    }

    /// Whether the clocks stand while this is asked.
    pub(super) fn stops_the_clocks(&self) -> bool {
        match self {
            PendingConfirmation::Claim { .. }
            | PendingConfirmation::TwoMinutes(_)
            | PendingConfirmation::ReferClaim(_)
            | PendingConfirmation::FiveSeconds(_)
            | PendingConfirmation::Irregular(_)
            | PendingConfirmation::Return { .. }
            | PendingConfirmation::Order(_)
            | PendingConfirmation::CanMate { .. } => true,
            PendingConfirmation::OfferDraw(_)
            | PendingConfirmation::Leave { .. }
            | PendingConfirmation::AcceptDraw(_)
            | PendingConfirmation::Resign(_)
            | PendingConfirmation::TakeBack(_)
            | PendingConfirmation::Abort
            | PendingConfirmation::Touch(..)
            | PendingConfirmation::Present(_)
            | PendingConfirmation::Practise(_) => false,
        }
    }

    /// Returns the intent that is asked back.
    pub(super) fn intent(&self) -> Intent {
        let declared = |side, act| Intent::Declared { by: Some(side), act };
        match *self {
            PendingConfirmation::OfferDraw(side) => declared(side, Act::OfferDraw),
            PendingConfirmation::Leave { again } => Intent::Leave { again },
            PendingConfirmation::AcceptDraw(side) => declared(side, Act::AcceptDraw),
            PendingConfirmation::Resign(side) => declared(side, Act::Resign),
            PendingConfirmation::TakeBack(_) => Intent::Online(OnlineRequest::TakeBack),
            PendingConfirmation::Abort => Intent::Online(OnlineRequest::Abort),
            PendingConfirmation::Claim { by, kind: ClaimKind::Threefold, with, .. } => {
                declared(by, Act::ClaimThreefold(with.map(Attempt::from)))
            }
            PendingConfirmation::Claim { by, kind: ClaimKind::FiftyMoves, with, .. } => {
                declared(by, Act::ClaimFiftyMoves(with.map(Attempt::from)))
            }
            PendingConfirmation::Touch(side, square) => declared(side, Act::Touch(square)),
            PendingConfirmation::TwoMinutes(side) | PendingConfirmation::ReferClaim(side) => {
                declared(side, Act::ClaimLastTwoMinutes)
            }
            PendingConfirmation::FiveSeconds(side) => declared(side, Act::AskFiveSeconds),
            PendingConfirmation::Order(order) => Intent::Order(order),
            PendingConfirmation::Practise(which) => Intent::Practise(Some(which)),
            PendingConfirmation::Present(_) => Intent::OpenEnvelope,
            PendingConfirmation::Irregular(_) | PendingConfirmation::CanMate { .. } => Intent::Arbiter,
            PendingConfirmation::Return { .. } => Intent::CompareBoards,
        }
    }
}

/// The question put to the arbiter.
fn irregular(case: &ArbiterCase, record: &Record) -> Announcement {
    let told = |ply: usize| (ply < record.game().moves().len()).then(|| told_at(record, ply));
    match case {
        ArbiterCase::Fault { by, fault: Fault::PressedWithoutMove, .. } => {
            Declaration::ConfirmPenalty(*by).into()
        }
        ArbiterCase::Fault { by, fault: Fault::TwoHands, .. } => {
            ArbiterAnnouncement::ConfirmTwoHands(*by).into()
        }
        ArbiterCase::IllegalPosition => ArbiterAnnouncement::ConfirmIllegalPosition.into(),
        ArbiterCase::TouchedBefore { side, square, .. } => {
            ArbiterAnnouncement::ConfirmTouchedBefore(*side, *square).into()
        }
        ArbiterCase::Fault { by, ply, later, .. } => {
            Declaration::ConfirmIllegalMove { side: *by, m: told(*ply), later: *later }.into()
        }
        ArbiterCase::Pawn { m, ply } => {
            let side = record.game().position_at(*ply).turn();
            Declaration::ConfirmPawn(side, Some(m.to())).into()
        }
        ArbiterCase::PawnAsSaid(square) => Declaration::ConfirmPawn(side_of_pawn(record), *square).into(),
        ArbiterCase::DisplacedSince { ply } => Declaration::ConfirmReturn(told_at(record, *ply)).into(),
        ArbiterCase::Displaced(side) => Declaration::ConfirmDisplacement(*side).into(),
        ArbiterCase::WrongStart => Declaration::ConfirmWrongStart.into(),
        ArbiterCase::ColoursReversed => Declaration::ConfirmColours.into(),
        ArbiterCase::Clock { fault, left, estimated } => Declaration::ConfirmClock {
            replace: *fault == ClockFault::Defect,
            estimated: *estimated,
            white: left.white,
            black: left.black,
        }
        .into(),
        ArbiterCase::StoodStill { side, time } => Declaration::ConfirmGivingBack(*side, *time).into(),
    }
}
