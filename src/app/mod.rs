//! The loop of a game: it owns every clock, thread and device.
//!
//! [`play`] is the loop. [`stage`] carries effects out and turns what devices report into events; [`table`]
//! makes a start and options out of settings; [`paper`] keeps the journal file; [`start`] sets all of it up.

pub mod table;
pub mod paper;
pub mod stage;
pub mod play;
pub mod start;
