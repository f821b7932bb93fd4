//! Serial ports: their list, and an open port.
#![warn(unreachable_pub)]

#[cfg(feature = "serial")]
mod port;
#[cfg(not(feature = "serial"))]
#[path = "no_port.rs"]
mod port;
mod choice;

use std::path::PathBuf;

use super::SystemError;
use crate::language::Message;

pub use choice::{NoUniquePort, choose};
pub use port::{SerialPort, available_ports};

/// A serial port of this machine, and the USB device behind it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PortInfo {
    pub path: PathBuf,
    /// The device's manufacturer and product; `None` if no USB device is behind it.
    pub name: Option<String>,
}

impl PortInfo {
    /// Returns whether the device's name contains one of these words, which are in small letters.
    pub fn is_called(&self, words: &[&str]) -> bool {
        let name = self.name.as_ref().map(|name| name.to_lowercase()).unwrap_or_default();
        words.iter().any(|word| name.contains(word))
    }
}

/// Why a port cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PortError {
    Missing,
    /// Another program has it open.
    Busy,
    Forbidden,
    Other(SystemError),
}

/// The program was built without serial ports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, "serial-not-built")]
pub struct NotBuilt;

/// Returns an error if the program was built without serial ports.
pub fn built() -> Result<(), NotBuilt> {
    if cfg!(feature = "serial") { Ok(()) } else { Err(NotBuilt) }
}
