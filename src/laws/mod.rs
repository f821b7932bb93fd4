//! The FIDE Laws of Chess over [`shakmaty`]: positions, moves and declarations in, verdicts out.
//!
//! Nothing here reads a clock, keeps a global or knows a language: times come in as durations, and
//! what comes out are values that name their [`Article`].
//!
//! In reading order: [`origin`] is who is behind what is said, [`act`] whose word it
//! is then, [`ruleset`] is what differs between the editions, [`article`] what a verdict
//! rests on, [`attempt`] a move as a player puts it, [`mod@judge`] the legal move it means or the
//! [`reason`] there is none, [`outcome`] how a game ends, [`mod@mate_possible`] whether anyone can still mate,
//! [`game`] a game with its history; then what
//! players and the arbiter declare: draw offers ([`offer`]), draw claims ([`claim`]) and claims on
//! time ([`time_claim`]); and what goes wrong: touched pieces ([`touch`]) and [`irregularity`],
//! what the arbiter rules by himself ([`order`]), the players' scores ([`score`]) and boards that differ ([`boards_differ`]); last [`adjournment`], and
//! what an [`assistant`] of a blind player may do. [`tracking`] finds the moves in what stands on a board.

pub mod origin;
pub mod act;
pub mod ruleset;
pub mod article;
pub mod attempt;
pub mod judge;
pub mod reason;
mod why_not;
pub mod outcome;
pub mod mate_possible;
pub mod game;
pub mod offer;
pub mod claim;
pub mod time_claim;
pub mod touch;
pub mod irregularity;
pub mod order;
pub mod score;
pub mod boards_differ;
pub mod adjournment;
pub mod assistant;
pub mod looking;
pub mod outlook;
pub mod exercise;
pub mod tracking;

pub use act::{Act, Circumstances, NotTheirs, Whose, may_act_for, may_rule};
pub use adjournment::{Envelope, Label, OpenError, Opened, Resumption, SealError, SealFault};
pub use article::Article;
pub use assistant::{AssistantOf, Described, Description, Service, Terms, UnknownDescription};
pub use attempt::{Attempt, Part};
pub use boards_differ::{Comparison, End, Reading, Slip, SlipKind, compare};
pub use claim::{Claim, ClaimFault, ClaimKind, ClaimRefused, ClaimVerdict, WrongClaim};
pub use exercise::Exercise;
pub use game::{Game, NotLegal, StartError, StartPosition};
pub use irregularity::{ClockFault, ClockRuling, Fault, Offences, Remedy, Ruling, divide_in_proportion};
pub use judge::{Verdict, contradicts_check, judge};
pub use looking::{Direction, Doings, Pin, Standing};
pub use mate_possible::{MatePossible, mate_possible};
pub use offer::{DrawOffers, DrawRule, OfferError, Offered};
pub use order::Order;
pub use origin::Origin;
pub use outcome::{CanMate, Ending, GameResult, Outcome};
pub use outlook::{Harm, Loss, Outlook, Seen, Value};
pub use reason::{PieceOn, Reason, RightLost};
pub use ruleset::{Rules, Ruleset, Switches, TimeFormat};
pub use score::{ScoreEntry, ScoreSheet, Scores};
pub use time_claim::{
    ArbiterAnswer, FlagVerdict, Flags, LastPeriod, TwoMinutesClaim, TwoMinutesGround, TwoMinutesRefused,
    TwoMinutesRuling, claim_flag, in_the_last_two_minutes,
};
pub use touch::{Owed, Touch, Touched};

pub use shakmaty::{
    Board, ByCastlingSide, ByColor, CastlingMode, CastlingSide, Chess, Color, File, Move, Piece, Position,
    Rank, Role, Square,
};
