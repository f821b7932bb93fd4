//! Serial ports: which there are, and one that is open.

#[cfg(feature = "serial")]
mod port;
#[cfg(not(feature = "serial"))]
#[path = "no_port.rs"]
mod port;
mod choice;

use std::path::PathBuf;

use crate::language::Message;

pub use choice::{NoUniquePort, choose};
pub use port::{SerialPort, available_ports};

/// A serial port of this machine, and what is plugged in there where that is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PortInfo {
    pub path: PathBuf,
    /// What the maker calls it, with his name before it; `None` where nothing is plugged in.
    pub name: Option<String>,
}

impl PortInfo {
    /// Whether one of these words, in small letters, is in what its maker calls it.
    pub fn is_called(&self, words: &[&str]) -> bool {
        let name = self.name.as_ref().map(|name| name.to_lowercase()).unwrap_or_default();
        words.iter().any(|word| name.contains(word))
    }
}

/// Why a port is not open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PortError {
    Missing,
    /// Another program has it.
    Busy,
    Forbidden,
    Other(String),
}

/// This program knows no serial ports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, "serial-not-built")]
pub struct NotBuilt;

/// Whether there can be serial ports at all.
///
/// # Errors
/// [`NotBuilt`] without the feature `serial`.
pub fn built() -> Result<(), NotBuilt> {
    if cfg!(feature = "serial") { Ok(()) } else { Err(NotBuilt) }
}
