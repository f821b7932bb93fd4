//! Announcements about the Laws: claims, touched pieces, irregularities, boards that differ, a sealed move.

use std::time::Duration;

use super::{Announcement, Facts, MoveInPosition, Shown, announcement::touched};
use crate::{
    language::{Argument, Message},
    laws::{CastlingSide, ClaimKind, Color, ObligationCause, Role, Square, TwoMinutesRefused},
};

/// A player's or the arbiter's declaration, and its consequence.
#[derive(Clone, Debug, PartialEq, Eq, Message)]
#[message(sink = Facts<'_>)]
pub enum Declaration {
    /// Asks whether the draw is claimed, since a claim cannot be withdrawn (FIDE 9.5.1).
    #[message(with = claim_sure)]
    ClaimSure {
        side: Color,
        kind: ClaimKind,
        with: Option<MoveInPosition>,
        shown: Shown,
    },
    /// Only the player on move can claim.
    NotOnMove,
    /// The move stated with a wrong claim is to be played (FIDE 9.5.3).
    MustPlay(MoveInPosition),
    #[message(with = touched)]
    TouchSure {
        square: Square,
        piece: Option<(Role, Color)>,
    },
    /// The move is not one that the touched pieces require (FIDE 4.3, 4.4).
    #[message(with = touched_must)]
    TouchedMust(ObligationCause),
    /// None of the touched pieces can be moved or captured (FIDE 4.5).
    TouchedFree,
    /// No draw by agreement before both players have made so many moves (FIDE 5.2.3, 9.1.1).
    TooEarly {
        moves: u32,
    },
    /// The event allows no draw offers (FIDE 9.1.1).
    NoOffers,
    /// Both flags are down, and the game goes on (FIDE 6.11 of 2009, III.3.1).
    BothFlags,
    /// The arbiter is asked about a claim of the last two minutes (Guidelines III.5).
    TwoMinutes {
        side: Color,
    },
    /// The flag has fallen, and the claim the arbiter postponed comes first.
    TwoMinutesAtFlag {
        side: Color,
    },
    TwoMinutesRefused(#[message("why")] TwoMinutesRefused),
    TwoMinutesRejected,
    TwoMinutesPostponed,
    /// The arbiter is asked whether a press without a move is penalized (FIDE 7.5.3).
    PenaltySure {
        side: Color,
    },
    /// The arbiter is asked about a completed illegal move. `told`: the move, where it was entered.
    IllegalMoveSure {
        side: Color,
        #[message("entered")]
        told: Option<MoveInPosition>,
        later: bool,
    },
    /// The arbiter is asked about a pawn left on the last rank (FIDE 7.5.2).
    PawnSure {
        side: Color,
        square: Square,
    },
    NoPawnToReplace,
    /// The score has no such move.
    NoSuchMove,
    /// The ruleset in use has no article about it.
    NoFault,
    /// The arbiter is asked whether the game goes back to before this move (FIDE 7.6).
    ReturnSure(MoveInPosition),
    DisplacedSure {
        side: Color,
    },
    /// `side` puts the pieces right on their own time (FIDE 7.4.1).
    PuttingRight {
        side: Color,
    },
    WrongStartSure,
    ColoursSure,
    /// Too many moves were made for a new game (FIDE 7.3).
    ColoursStay,
    /// The position is transferred to a correctly placed board (FIDE 7.2.2).
    BoardTurned,
    NewGame,
    /// The arbiter is asked about the times on a clock that was wrong (FIDE 6.10).
    ClockSure {
        replace: bool,
        estimated: bool,
        white: Duration,
        black: Duration,
    },
    ClockSet {
        replace: bool,
    },
    /// The computer stood still for `time`. `counted`: the clock of `side` went on running.
    StoodStill {
        side: Color,
        #[message(with = to_the_second)]
        time: Duration,
        counted: bool,
    },
    /// The arbiter is asked whether `side` gets that time back (FIDE 6.10).
    GiveBackSure {
        side: Color,
        #[message(with = to_the_second)]
        time: Duration,
    },
    RulingTakenBack {
        turn: Color,
    },
    /// The scores are compared from the last move backwards.
    Comparing,
    /// Whether the other score has this move too.
    CompareMove(MoveInPosition),
    /// The other score has this move instead.
    OtherScore(MoveInPosition),
    ScoresAgree,
    /// The last half-move both scores have, if any, and what the other has after it.
    #[message(with = scores_part)]
    ScoresPart {
        after: Option<MoveInPosition>,
        other: Option<MoveInPosition>,
    },
    /// Both boards went back.
    Returned {
        turn: Color,
    },
    /// The move to be sealed can be said; it will not be repeated.
    Sealing {
        side: Color,
    },
    SealAgain,
    SealOther,
    SealUnclear,
    /// The envelope is closed; with date, time and place of resumption, if agreed (Guidelines I.2).
    Sealed {
        clock: bool,
        #[message(with = resumption)]
        resumption: String,
    },
    /// A sealed move waits to be opened.
    SealWaits {
        side: Color,
        #[message(with = resumption)]
        resumption: String,
    },
    /// There is no sealed move to be opened.
    NothingSealed,
    SealDamaged {
        side: Color,
    },
    /// The last move is to be completed first.
    PressFirst,
}

impl From<Declaration> for Announcement {
    fn from(declaration: Declaration) -> Announcement {
        Announcement::Declared(declaration)
    }
}

fn claim_sure(
    side: &Color,
    kind: &ClaimKind,
    with: &Option<MoveInPosition>,
    shown: &Shown,
    to: &mut Facts<'_>,
) {
    side.add_to("side", to);
    to.set_text("claim", kind);
    to.set_text("with", &with.is_some());
    to.set("move", with.as_ref().map(|told| to.shown(told, *shown)).unwrap_or_default());
}

/// Day, time and place, where they were agreed.
pub(super) fn resumption(agreed: &str, to: &mut Facts<'_>) {
    to.set_text("agreed", &!agreed.is_empty());
    to.set("resumption", agreed.to_owned());
}

fn to_the_second(time: &Duration, to: &mut Facts<'_>) {
    to.set_text("time", time);
    to.set("seconds", time.as_secs());
}

fn scores_part(after: &Option<MoveInPosition>, other: &Option<MoveInPosition>, to: &mut Facts<'_>) {
    after.add_to("agreed", to);
    to.set_text("other", &other.is_some());
    to.set("other-move", other.as_ref().map(|told| to.announcer.full(told)).unwrap_or_default());
}

fn touched_must(touched: &ObligationCause, to: &mut Facts<'_>) {
    let (what, from, target, cells) = match *touched {
        ObligationCause::Own(square) | ObligationCause::KingInstead(square) => {
            ("own", Some(square), None, square.to_string())
        }
        ObligationCause::Opponents(square) => ("opponents", None, Some(square), format!("x{square}")),
        ObligationCause::Both { own, opponents } => {
            ("both", Some(own), Some(opponents), format!("{own}x{opponents}"))
        }
        ObligationCause::Castling(CastlingSide::KingSide) => ("short", None, None, "0-0".to_owned()),
        ObligationCause::Castling(CastlingSide::QueenSide) => ("long", None, None, "0-0-0".to_owned()),
    };
    to.set("what", what);
    to.set_text("square", &from);
    to.set_text("target", &target);
    to.set("cells", cells);
}
