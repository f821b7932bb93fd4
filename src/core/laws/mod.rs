//! The FIDE Laws of Chess over [`shakmaty`]: positions, moves and declarations in, verdicts out.
//!
//! Nothing here reads a clock, keeps a global or knows a language: times come in as durations, and the values that
//! come out name their [`Article`].
//!
//! In reading order:
//! - who: [`origin`] is who is behind an event, [`act`] attributes a declaration to a side;
//! - the text: [`ruleset`] holds what differs between the editions, [`article`] the numbers that a verdict names;
//! - a move: [`attempt`] as a player states it, [`mod@judge`] the legal move it means, [`reason`] why there is none;
//! - a game: [`outcome`] how it ends, [`mod@mate_possible`] whether a side can still mate, [`game`] its history;
//! - declarations: [`offer`], [`claim`], [`time_claim`];
//! - what goes wrong: [`touch`], [`irregularity`], [`score`],
//!   [`score_comparison`];
//! - the rest: [`adjournment`], [`assistant`] (what it may do), [`board_facts`], [`assessment`], [`exercise`],
//!   [`forced_mate`], and
//!   [`tracking`], which finds the moves in what stands on a board.

#![warn(missing_docs)]
// The tests share a file with those of `tests/core`.
#![cfg_attr(not(test), warn(unreachable_pub))]
#![deny(clippy::wildcard_enum_match_arm)]

pub mod origin;
pub mod act;
pub mod ruleset;
pub mod article;
pub mod attempt;
pub mod judge;
pub mod reason;
mod diagnosis;
pub mod outcome;
pub mod mate_possible;
pub mod game;
pub mod offer;
pub mod claim;
pub mod time_claim;
pub mod touch;
pub mod irregularity;
pub mod score;
pub mod score_comparison;
pub mod adjournment;
pub mod assistant;
pub mod board_facts;
pub mod assessment;
pub mod exercise;
pub mod forced_mate;
pub mod tracking;

pub use act::{Act, Attribution, Circumstances, WrongSide, may_act_for, may_rule};
pub use adjournment::{Envelope, EnvelopeLabel, OpenError, OpenedEnvelope, Resumption, SealError, SealFault};
pub use article::Article;
pub use assessment::{Assessment, EngineView, Evaluation, MaterialLoss, Mistake};
pub use assistant::{AllowedDescriptions, AssistantOf, Description, Service, Terms, UnknownDescription};
pub use attempt::{Attempt, OpenPart, PartialSquare};
pub use board_facts::{Direction, PieceMoves, Pin, PlacedPiece};
pub use claim::{Claim, ClaimFault, ClaimKind, ClaimRefused, ClaimVerdict, WrongClaim};
pub use exercise::Exercise;
pub use forced_mate::{Defence, NodesSpent, defence, mating_move};
pub use game::{Game, NotLegal, StartError, StartPosition};
pub use irregularity::{ClockFault, ClockRuling, Consequence, Fault, Offences, Remedy, divide_in_proportion};
pub use judge::{Verdict, contradicts_check, judge};
pub use mate_possible::{MatePossible, mate_possible};
pub use offer::{DrawOffers, DrawRule, OfferError, StandingOffer};
pub use origin::Origin;
pub use outcome::{CanMate, Ending, GameResult, Outcome};
pub use reason::{PieceOn, Reason, RightLost};
pub use ruleset::{Rules, Ruleset, Switches, TimeFormat};
pub use score::{ScoreEntry, ScoreSheet, Scores};
pub use score_comparison::{Comparison, Divergence, EntryReading, ScoreSlip, SlipKind, compare};
pub use time_claim::{
    ArbiterAnswer, FlagVerdict, Flags, LastPeriod, TwoMinutesClaim, TwoMinutesGround, TwoMinutesRefused,
    TwoMinutesRuling, claim_flag, in_the_last_two_minutes,
};
pub use touch::{ObligationCause, TouchObligation, TouchedPieces, touched_by};

pub use shakmaty::{
    Board, ByCastlingSide, ByColor, CastlingMode, CastlingSide, Chess, Color, File, Move, Piece, Position,
    Rank, Role, Square,
};
