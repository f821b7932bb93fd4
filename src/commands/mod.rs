//! What is not the loop of a game: one file for each command beside `play` and `resume`, and what several
//! of them share.

pub mod error;
pub mod brf;
pub mod export;
pub mod score;
pub mod spoken;
pub mod transcribe;
pub mod board_recording;
pub mod board_emulator;
pub mod judge;
pub mod perft;
pub mod reconcile;
pub mod replay;
pub mod recordings;
pub mod understood;
pub mod listen;
pub mod outcome;
pub mod eval;
pub mod devices;
pub mod clock_check;
pub mod doctor;
pub mod setup;
#[cfg(feature = "online")]
pub mod account;
