//! Finds the moves in the placements that an electronic board reports.
//!
//! [`board_reading`] is a placement and how it fits a position, [`course`] one sequence of moves that leads to it, [`courses`]
//! all those that may, [`tracker`] when they count.

pub mod board_reading;
pub mod course;
pub mod courses;
pub mod tracker;

pub use board_reading::{BoardReading, Difference, MissedChange};
pub use course::GameCourse;
pub use courses::{Courses, Fit};
pub use shakmaty::Bitboard as Squares;
pub use tracker::{Sighting, Tracker};
