//! What is told when the Laws are called upon: claims, touched pieces, faults, differing boards, a sealed
//! move.

use std::time::Duration;

use fluent_bundle::FluentArgs;

use super::{
    Announcement, Audience, Shown, Told,
    announcer::Announcer,
    facts::{self, side},
};
use crate::laws::{CastlingSide, ClaimKind, Color, Position, Role, Square, Touched, TwoMinutesRefused};

/// Something declared, and what becomes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Declaration {
    /// A draw claim is asked back, since it cannot be withdrawn (FIDE 9.5.1).
    ClaimSure {
        side: Color,
        kind: ClaimKind,
        with: Option<Told>,
        shown: Shown,
    },
    /// Only the player on move can claim.
    NotOnMove,
    /// The move stated with a wrong claim is to be played (FIDE 9.5.3).
    MustPlay(Told),
    TouchSure {
        square: Square,
        piece: Option<(Role, Color)>,
    },
    /// The move does not do what the pieces touched owe (FIDE 4.3, 4.4).
    TouchedMust(Touched),
    /// None of the pieces touched can act (FIDE 4.5).
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
    TwoMinutesRefused(TwoMinutesRefused),
    TwoMinutesRejected,
    TwoMinutesPostponed,
    /// The arbiter is asked whether a press without a move is penalized (FIDE 7.5.3).
    PenaltySure {
        side: Color,
    },
    /// The arbiter is asked about a completed illegal move: the one that was entered, if it was.
    IllegalMoveSure {
        side: Color,
        told: Option<Told>,
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
    ReturnSure(Told),
    DisplacedSure {
        side: Color,
    },
    /// `side` puts the pieces right on his own time (FIDE 7.4.1).
    PuttingRight {
        side: Color,
    },
    WrongStartSure,
    ColoursSure,
    /// Too many moves were made for a new game (FIDE 7.3).
    ColoursStay,
    /// The position goes onto a board that lies properly (FIDE 7.2.2).
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
    /// The machine did nothing for a time, which `side`'s clock counted or not.
    StoodStill {
        side: Color,
        time: Duration,
        counted: bool,
    },
    /// The arbiter is asked whether `side` gets that time back (FIDE 6.10).
    GiveBackSure {
        side: Color,
        time: Duration,
    },
    RulingTakenBack {
        turn: Color,
    },
    /// The scores are compared from the last move backwards.
    Comparing,
    /// Whether the other score has this move too.
    CompareMove(Told),
    /// The other score has this move instead.
    OtherScore(Told),
    ScoresAgree,
    /// The last half-move both scores have, if any, and what the other has after it.
    ScoresPart {
        after: Option<Told>,
        other: Option<Told>,
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
        resumption: String,
    },
    /// A sealed move waits to be opened.
    SealWaits {
        side: Color,
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

impl Declaration {
    /// The message it is, its arguments filled in.
    pub(super) fn facts(
        &self,
        args: &mut FluentArgs,
        announcer: &Announcer,
        audience: Audience,
    ) -> &'static str {
        match self {
            Declaration::ClaimSure { side: by, kind, with, shown } => {
                args.set("side", side(*by));
                args.set(
                    "claim",
                    match kind {
                        ClaimKind::Threefold => "threefold",
                        ClaimKind::FiftyMoves => "fifty",
                    },
                );
                args.set("with", with.as_ref().map_or("no", |_| "yes"));
                args.set(
                    "move",
                    with.as_ref().map(|told| announcer.question_of(told, *shown)).unwrap_or_default(),
                );
                args.set(
                    "cells",
                    with.as_ref().map(|told| announcer.cells_as_shown(told, *shown)).unwrap_or_default(),
                );
                "claim-sure"
            }
            Declaration::NotOnMove => "not-on-move",
            Declaration::MustPlay(told) => {
                of_move(args, told, announcer);
                "must-play"
            }
            Declaration::TouchSure { square, piece } => {
                facts::of_touch(args, *square, *piece, announcer, audience);
                "touch-sure"
            }
            Declaration::TouchedMust(touched) => {
                must(args, *touched, announcer);
                "touched-must"
            }
            Declaration::TouchedFree => "touched-free",
            Declaration::TooEarly { moves } => {
                args.set("moves", *moves);
                "too-early"
            }
            Declaration::NoOffers => "no-offers",
            Declaration::BothFlags => "both-flags",
            Declaration::TwoMinutes { side: by } => {
                args.set("side", side(*by));
                "two-minutes"
            }
            Declaration::TwoMinutesAtFlag { side: by } => {
                args.set("side", side(*by));
                "two-minutes-at-flag"
            }
            Declaration::TwoMinutesRefused(refused) => {
                args.set(
                    "why",
                    match refused {
                        TwoMinutesRefused::GameOver(_) => "over",
                        TwoMinutesRefused::NotOnMove => "not-on-move",
                        TwoMinutesRefused::FlagFallen => "flag",
                        TwoMinutesRefused::TimeLeft => "time",
                        TwoMinutesRefused::Addition => "addition",
                        TwoMinutesRefused::NotLastPeriod => "period",
                        TwoMinutesRefused::Blitz => "blitz",
                        TwoMinutesRefused::NotAnnounced => "announced",
                    },
                );
                "two-minutes-refused"
            }
            Declaration::TwoMinutesRejected => "two-minutes-rejected",
            Declaration::TwoMinutesPostponed => "two-minutes-postponed",
            Declaration::PenaltySure { side: by } => {
                args.set("side", side(*by));
                "penalty-sure"
            }
            Declaration::IllegalMoveSure { side: by, told, later } => {
                args.set("entered", if told.is_some() { "yes" } else { "no" });
                args.set("later", if *later { "yes" } else { "no" });
                if let Some(told) = told {
                    of_move(args, told, announcer);
                }
                args.set("side", side(*by));
                "illegal-move-sure"
            }
            Declaration::PawnSure { side: by, square } => {
                args.set("side", side(*by));
                args.set("square", announcer.square(*square));
                args.set("cells", square.to_string());
                "pawn-sure"
            }
            Declaration::NoPawnToReplace => "no-pawn-to-replace",
            Declaration::NoSuchMove => "no-such-move",
            Declaration::NoFault => "no-fault",
            Declaration::ReturnSure(told) => {
                of_move(args, told, announcer);
                "return-sure"
            }
            Declaration::DisplacedSure { side: by } => {
                args.set("side", side(*by));
                "displaced-sure"
            }
            Declaration::PuttingRight { side: by } => {
                args.set("side", side(*by));
                "putting-right"
            }
            Declaration::WrongStartSure => "wrong-start-sure",
            Declaration::ColoursSure => "colours-sure",
            Declaration::ColoursStay => "colours-stay",
            Declaration::BoardTurned => "board-turned",
            Declaration::NewGame => "new-game",
            Declaration::ClockSure { replace, estimated, white, black } => {
                args.set("fault", if *replace { "defect" } else { "setting" });
                args.set("estimated", if *estimated { "yes" } else { "no" });
                args.set("white", announcer.duration(*white));
                args.set("black", announcer.duration(*black));
                args.set("cells", announcer.clock_cells(*white, *black));
                "clock-sure"
            }
            Declaration::ClockSet { replace } => {
                args.set("fault", if *replace { "defect" } else { "setting" });
                "clock-set"
            }
            Declaration::StoodStill { side: by, time, counted } => {
                of_standstill(args, *by, *time, announcer);
                args.set("counted", if *counted { "yes" } else { "no" });
                "stood-still"
            }
            Declaration::GiveBackSure { side: by, time } => {
                of_standstill(args, *by, *time, announcer);
                "give-back-sure"
            }
            Declaration::RulingTakenBack { turn } => {
                args.set("side", side(*turn));
                "ruling-taken-back"
            }
            Declaration::Comparing => "comparing",
            Declaration::CompareMove(told) => {
                of_move(args, told, announcer);
                "compare-move"
            }
            Declaration::OtherScore(told) => {
                of_move(args, told, announcer);
                "other-score"
            }
            Declaration::ScoresAgree => "scores-agree",
            Declaration::ScoresPart { after, other } => {
                args.set("after", if after.is_some() { "move" } else { "start" });
                if let Some(told) = after {
                    of_move(args, told, announcer);
                }
                args.set("other", other.as_ref().map_or("no", |_| "yes"));
                args.set("other-move", other.as_ref().map(|told| announcer.full(told)).unwrap_or_default());
                "scores-part"
            }
            Declaration::Returned { turn } => {
                args.set("side", side(*turn));
                "returned"
            }
            Declaration::Sealing { side: by } => {
                args.set("side", side(*by));
                "sealing"
            }
            Declaration::SealAgain => "seal-again",
            Declaration::SealOther => "seal-other",
            Declaration::SealUnclear => "seal-unclear",
            Declaration::Sealed { clock, resumption } => {
                of_resumption(args, resumption);
                args.set("clock", if *clock { "yes" } else { "no" });
                "sealed"
            }
            Declaration::NothingSealed => "nothing-sealed",
            Declaration::SealWaits { side: by, resumption } => {
                of_resumption(args, resumption);
                args.set("side", side(*by));
                "seal-waits"
            }
            Declaration::SealDamaged { side: by } => {
                args.set("side", side(*by));
                "seal-damaged"
            }
            Declaration::PressFirst => "press-first",
        }
    }
}

impl From<Declaration> for Announcement {
    fn from(declaration: Declaration) -> Announcement {
        Announcement::Declared(declaration)
    }
}

fn of_resumption(args: &mut FluentArgs, resumption: &str) {
    args.set("agreed", if resumption.is_empty() { "no" } else { "yes" });
    args.set("resumption", resumption.to_owned());
}

fn of_standstill(args: &mut FluentArgs, by: Color, time: Duration, announcer: &Announcer) {
    args.set("side", side(by));
    args.set("time", announcer.duration(time));
    args.set("seconds", time.as_secs());
}

fn of_move(args: &mut FluentArgs, told: &Told, announcer: &Announcer) {
    args.set("side", side(told.before.turn()));
    args.set("number", told.before.fullmoves().get());
    args.set("score", announcer.score_of(told));
    args.set("move", announcer.full(told));
    args.set("cells", announcer.cells_of(told));
}

fn must(args: &mut FluentArgs, touched: Touched, announcer: &Announcer) {
    let (what, from, to) = match touched {
        Touched::Own(square) | Touched::KingInstead(square) => ("own", Some(square), None),
        Touched::Opponents(square) => ("opponents", None, Some(square)),
        Touched::Both { own, opponents } => ("both", Some(own), Some(opponents)),
        Touched::Castling(CastlingSide::KingSide) => ("short", None, None),
        Touched::Castling(CastlingSide::QueenSide) => ("long", None, None),
    };
    args.set("what", what);
    args.set("square", from.map(|square| announcer.square(square)).unwrap_or_default());
    args.set("target", to.map(|square| announcer.square(square)).unwrap_or_default());
    args.set(
        "cells",
        match (from, to) {
            (Some(from), None) => from.to_string(),
            (None, Some(to)) => format!("x{to}"),
            (Some(from), Some(to)) => format!("{from}x{to}"),
            (None, None) if what == "short" => "0-0".to_owned(),
            (None, None) => "0-0-0".to_owned(),
        },
    );
}
