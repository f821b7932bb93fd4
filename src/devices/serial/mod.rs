//! Serial ports: their list, and an open port.
#![warn(unreachable_pub)]

#[cfg(feature = "serial")]
mod port;
#[cfg(not(feature = "serial"))]
#[path = "no_port.rs"]
mod port;
mod choice;

use std::path::PathBuf;

use super::supervisor::PortLost;
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

/// Finds the port of the device `wanted`, which has one of these words in its USB name and none of the others'.
pub fn find(wanted: &str, words: &[&str], others: &[&str]) -> Result<PathBuf, PortLost> {
    let ports = available_ports().unwrap_or_default();
    choose(&ports, words, others).map(|port| port.path.clone()).map_err(|unfound| unfound.of(wanted))
}

/// The program was built without serial ports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, "serial-not-built")]
pub struct NotBuilt;

/// Returns an error if the program was built without serial ports.
pub fn built() -> Result<(), NotBuilt> {
    if cfg!(feature = "serial") { Ok(()) } else { Err(NotBuilt) }
}
