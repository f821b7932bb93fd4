//! The running program: it owns every clock, thread and device.
//!
//! [`play`] is the loop. [`stage`] carries effects out and turns what devices report into events; [`table`]
//! makes a start and options out of settings; [`paper`] keeps the journal file. Beside them one file for
//! each command that is not a game.

pub mod table;
pub mod paper;
pub mod stage;
pub mod play;
pub mod start;
pub mod export;
pub mod spoken;
pub mod judge;
pub mod perft;
pub mod reconcile;
pub mod recordings;
pub mod plain;
pub mod listen;
pub mod outcome;
pub mod eval;
pub mod devices;
pub mod doctor;
