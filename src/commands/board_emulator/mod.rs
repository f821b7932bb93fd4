//! Emulates an electronic board in the protocol of any maker. Moves come from a file or from typed lines.
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
