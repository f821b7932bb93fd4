//! The FIDE Laws of Chess over [`shakmaty`]: positions, moves and declarations in, verdicts out.
//!
//! In reading order: [`attempt`] is a move as a player puts it, [`game`] a game with its history.

pub mod attempt;
pub mod game;

pub use attempt::{Attempt, Part};
pub use game::Game;
pub use shakmaty::{Chess, Color, File, Move, Position, Rank, Role, Square};
