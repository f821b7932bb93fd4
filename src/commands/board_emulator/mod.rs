//! An electronic board without a board, in the protocol of any maker. Moves come from a game's file or from typed
//! lines.
#![warn(unreachable_pub)]

#[cfg(feature = "serial")]
mod board;
#[cfg(feature = "serial")]
mod emulator;
#[cfg(feature = "serial")]
mod ports;
pub mod move_simulator;

#[cfg(feature = "serial")]
pub use emulator::{BoardEmulatorError, BoardEmulatorOptions, run};
