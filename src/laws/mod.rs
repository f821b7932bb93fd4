//! The FIDE Laws of Chess over [`shakmaty`]: positions, moves and declarations in, verdicts out.
//!
//! Nothing here reads a clock, keeps a global or knows a language: times come in as durations, and
//! what comes out are values that name their [`Article`].
//!
//! In reading order: [`ruleset`] is what differs between the editions, [`article`] what a verdict
//! rests on, [`attempt`] a move as a player puts it, [`mod@judge`] the legal move it means or the
//! [`reason`] there is none, [`outcome`] how a game ends, [`game`] a game with its history.

pub mod ruleset;
pub mod article;
pub mod attempt;
pub mod judge;
pub mod reason;
pub mod outcome;
pub mod mate_possible;
pub mod game;

pub use article::Article;
pub use attempt::{Attempt, Part};
pub use game::Game;
pub use judge::{Verdict, contradicts_check, judge};
pub use mate_possible::{MatePossible, mate_possible};
pub use outcome::{Ending, GameResult, Outcome};
pub use reason::{PieceOn, Reason, RightLost};
pub use ruleset::{Ruleset, Switches, TimeFormat};
pub use shakmaty::{CastlingSide, Chess, Color, File, Move, Piece, Position, Rank, Role, Square};
