//! Announcements about the Laws: claims, touched pieces, irregularities, scores that differ, a sealed move.

use std::time::Duration;

use super::{AskedMove, Facts, IncorrectClaim, MoveInPosition, announcement::touched};
use crate::{
    language::{Argument, Message},
    laws::{CastlingSide, ClaimKind, Color, GameResult, ObligationCause, Role, Square, TwoMinutesRefused},
};

/// A player's or the arbiter's declaration, and its consequence.
#[derive(Clone, Debug, PartialEq, Eq, Message)]
#[message(sink = Facts<'_>)]
pub enum Declaration {
    /// Asks whether the draw is claimed, since a claim cannot be withdrawn (FIDE 9.5.1).
    #[message("claim-sure", with = claim_sure)]
    ConfirmClaim {
        /// The side that claims.
        side: Color,
        /// What is claimed.
        kind: ClaimKind,
        /// The move that is about to be made.
        with: Option<AskedMove>,
    },
    /// Only the player on move can claim.
    NotOnMove,
    /// The move stated with an incorrect claim is to be played (FIDE 9.5.3).
    MustPlay(MoveInPosition),
    /// Asks whether a piece was touched; none where the piece is not told.
    #[message("touch-sure", with = touched)]
    ConfirmTouch(Square, Option<(Role, Color)>),
    /// The move is not one that the touched pieces require (FIDE 4.3, 4.4).
    #[message(with = touched_must)]
    TouchedMust(ObligationCause),
    /// None of the touched pieces can be moved or captured (FIDE 4.5).
    TouchedFree,
    /// No draw by agreement before both players have made so many moves (FIDE 5.2.3, 9.1.1).
    TooEarly(#[message("moves")] u32),
    /// The event allows no draw offers (FIDE 9.1.1).
    NoOffers,
    /// No game has begun yet.
    NoGameYet,
    /// The game is adjourned, and nothing of this can be declared.
    Adjourned,
    /// The game is decided; only whether the winner can still mate is asked.
    AlreadyDecided,
    /// Nothing is adjourned before the arbiter has answered the open question.
    DecideFirst,
    /// Both flags are down, and the game goes on (FIDE 6.11 of 2009, III.3.1).
    BothFlags,
    /// The arbiter is asked about this side's claim of the last two minutes (Guidelines III.5).
    TwoMinutes(Color),
    /// Asks whether this side makes that claim in a game without an arbiter, which ends it (Guidelines III.6).
    TwoMinutesReferred(Color),
    /// The flag of this side has fallen, and its claim that the arbiter postponed comes first.
    TwoMinutesAtFlag(Color),
    /// A claim of the last two minutes is not examined.
    TwoMinutesRefused(#[message("why")] TwoMinutesRefused),
    /// The arbiter rejects the claim.
    TwoMinutesRejected,
    /// The arbiter postpones the decision.
    TwoMinutesPostponed,
    /// The arbiter is asked whether this side's press without a move is penalized (FIDE 7.5.3).
    #[message("penalty-sure")]
    ConfirmPenalty(Color),
    /// The arbiter is asked about a completed illegal move (FIDE 7.5.1).
    #[message("illegal-move-sure")]
    ConfirmIllegalMove {
        /// The side that made it.
        side: Color,
        /// The move, where it was entered.
        #[message("entered")]
        m: Option<MoveInPosition>,
        /// Whether moves were made since.
        later: bool,
    },
    /// The arbiter is asked about this side's pawn left on the last rank (FIDE 7.5.2).
    #[message("pawn-sure")]
    ConfirmPawn(Color, #[message("square")] Option<Square>),
    /// No pawn stands on the last rank.
    NoPawnToReplace,
    /// This side plays from elsewhere, and nobody here sees what it touches.
    PlaysElsewhere(Color),
    /// The score has no such move.
    NoSuchMove,
    /// The ruleset in use has no article about it.
    NoFault,
    /// It is a fault only in rapid and blitz without an arbiter at every board (FIDE A.5).
    OnlyUnsupervised,
    /// The arbiter is asked whether the game goes back to before this move (FIDE 7.6).
    #[message("return-sure")]
    ConfirmReturn(MoveInPosition),
    /// The arbiter is asked about pieces that this side displaced (FIDE 7.4.1).
    #[message("displaced-sure")]
    ConfirmDisplacement(Color),
    /// This side puts the pieces right on their own time (FIDE 7.4.1).
    PuttingRight(Color),
    /// The arbiter is asked about an incorrect start position (FIDE 7.2.1).
    #[message("wrong-start-sure")]
    ConfirmWrongStart,
    /// The arbiter is asked about a game begun with colours reversed (FIDE 7.3).
    #[message("colours-sure")]
    ConfirmColours,
    /// Too many moves were made for a new game (FIDE 7.3).
    ColoursStay,
    /// The position is transferred to a correctly placed board (FIDE 7.2.2).
    BoardTurned,
    /// A new game begins.
    NewGame,
    /// The arbiter is asked about the times on a clock that was wrong (FIDE 6.10).
    #[message("clock-sure")]
    ConfirmClock {
        /// Whether the clock is replaced.
        replace: bool,
        /// Whether the times are estimated.
        estimated: bool,
        /// White's time.
        white: Duration,
        /// Black's time.
        black: Duration,
    },
    /// The times on the clock are set.
    ClockSet {
        /// Whether the clock is replaced.
        replace: bool,
    },
    /// The computer was suspended.
    StoodStill {
        /// The side on move.
        side: Color,
        /// How long.
        #[message(with = to_the_second)]
        time: Duration,
        /// Whether that side's clock went on running.
        counted: bool,
    },
    /// The arbiter is asked whether this side gets that time back (FIDE 6.10).
    #[message("give-back-sure")]
    ConfirmGivingBack(Color, #[message(with = to_the_second)] Duration),
    /// The arbiter's ruling is taken back; this side is on move.
    RulingTakenBack(Color),
    /// The arbiter's ruling is taken back; the game is over all the same, by what was before.
    RulingTakenBackOver(GameResult),
    /// The scores are compared from the last move backwards.
    Comparing,
    /// Asks whether the other score has this move too.
    CompareMove(MoveInPosition),
    /// The other score has this move instead.
    OtherScore(MoveInPosition),
    /// Both scores have the same moves.
    ScoresAgree,
    /// The scores differ.
    #[message(with = scores_part)]
    ScoresPart {
        /// The last half-move that both have.
        after: Option<MoveInPosition>,
        /// What the other has after it.
        other: Option<MoveInPosition>,
    },
    /// Both boards went back; this side is on move.
    Returned(Color),
    /// This side can say the move to be sealed, which will not be repeated.
    Sealing(Color),
    /// The move to be sealed is to be said once more.
    SealAgain,
    /// The second move was not the first.
    SealOther,
    /// The move to be sealed was not understood.
    SealUnclear,
    /// The envelope is closed.
    Sealed {
        /// Whether there is a clock, which is stopped.
        clock: bool,
        /// Date, time and place of the resumption, if agreed (Guidelines I.2).
        #[message(with = resumption)]
        resumption: String,
    },
    /// A move sealed by this side waits to be opened; with the agreed resumption.
    SealWaits(Color, #[message(with = resumption)] String),
    /// There is no sealed move to be opened.
    NothingSealed,
    /// The move sealed by this side cannot be read.
    SealDamaged(Color),
    /// The last move is to be completed first.
    PressFirst,
}

fn claim_sure(side: &Color, kind: &ClaimKind, with: &Option<AskedMove>, to: &mut Facts<'_>) {
    side.add_to("side", to);
    to.set_text("claim", kind);
    to.set_text("with", &with.is_some());
    to.set("move", with.as_ref().map(|m| to.asked(m)).unwrap_or_default());
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

/// Why a claim is not correct: what was counted instead.
pub(super) fn incorrect_claim(claim: &IncorrectClaim, to: &mut Facts<'_>) {
    let (fact, count) = match *claim {
        IncorrectClaim::Threefold(seen) => ("threefold", seen),
        IncorrectClaim::FiftyMoves(moves) => ("fifty", moves),
    };
    to.set("fact", fact);
    to.set("count", count);
}
