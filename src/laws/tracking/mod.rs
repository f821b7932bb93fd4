//! Moves out of what stands on a board.
//!
//! A board tells placements; the Laws tell which of them a move leads to. [`sight`] is what is seen and how it fits
//! a position, [`lines`] which moves led there, [`tracker`] when they count.

pub mod sight;
pub mod lines;
pub mod tracker;

pub use lines::{Fit, Line, Lines};
pub use shakmaty::Bitboard as Squares;
pub use sight::{Difference, Doubt, Sight};
pub use tracker::{Found, Tracker};
