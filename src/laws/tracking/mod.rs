//! Finds the moves in the placements that an electronic board reports.
//!
//! [`board_reading`] is a placement and how it fits a position, [`courses`] the moves that lead to it, [`tracker`]
//! when they count.

pub mod board_reading;
pub mod courses;
pub mod tracker;

pub use board_reading::{BoardReading, Difference, MissedChange};
pub use courses::{Courses, Fit, GameCourse};
pub use shakmaty::Bitboard as Squares;
pub use tracker::{Sighting, Tracker};
