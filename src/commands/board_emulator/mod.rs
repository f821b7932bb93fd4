//! An electronic board without a board, in the language of any maker, on which [`hands`] play a game: one from a file,
//! or what they are told line by line.

#[cfg(feature = "serial")]
mod board;
#[cfg(feature = "serial")]
mod emulator;
#[cfg(feature = "serial")]
mod ports;
pub mod move_simulator;

#[cfg(feature = "serial")]
pub use emulator::{BoardEmulatorError, BoardEmulatorOptions, run};
