//! What can be learnt: puzzles, and how strong their solver is.
//!
//! In reading order: a [`puzzle`] and how it is solved; its [`theme`], found by the Laws; [`rating`], the solver's and
//! the puzzles'; [`selection`], which puzzle comes next; [`reading`] of the files in which puzzles are kept.

#![warn(missing_docs, unreachable_pub)]
#![deny(clippy::wildcard_enum_match_arm)]

pub mod puzzle;
mod refutation;
pub mod theme;
pub mod rating;
pub mod selection;
pub mod reading;

pub use puzzle::{Puzzle, PuzzleAnswer, PuzzleTask, Solving};
pub use rating::SolverRating;
pub use reading::{PuzzleError, PuzzleFault, PuzzleFile, read_puzzles, written_puzzle};
pub use selection::PuzzleDraw;
pub use theme::Theme;
