//! Plays a session with a tactile clock and names its violations of the protocol, for builders of clocks.
#![warn(unreachable_pub)]

mod examiner;
mod wire;

use std::{
    collections::BTreeMap,
    fmt,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

pub use examiner::examine;

use crate::{
    devices::{
        SystemError,
        serial::{PortError, SerialPort},
        tactile_clock::line::BAUD,
    },
    language::Message,
};

/// The longest time that one read waits.
const PATIENCE: Duration = Duration::from_millis(20);

/// A clock at the other end of a wire, and the time.
pub trait ClockWire {
    fn now(&self) -> Instant;

    fn send(&mut self, bytes: &[u8]) -> Result<(), WireLost>;

    /// Returns the next bytes, or `None` if none come before that instant.
    fn receive(&mut self, until: Instant) -> Result<Option<Vec<u8>>, WireLost>;

    /// Opens the wire again after it broke; returns whether it is there.
    fn mend(&mut self) -> bool;

    /// Tells the person at the clock what to do, or what was found.
    fn tell(&mut self, text: &str);
}

/// The wire broke off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WireLost(pub String);

/// A violation of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, strum::Display)]
#[strum(serialize_all = "lowercase")]
pub enum Violation {
    /// It does not answer at all.
    Silent,
    /// It speaks another version of the protocol.
    Version,
    /// It sends something that is no line of the protocol.
    Line,
    /// A line that it should have sent did not arrive.
    Drop,
    /// A line arrived damaged.
    Corrupt,
    /// An answer came too late.
    Delay,
    /// A line arrived twice.
    Duplicate,
    /// Answers came in another order than the messages.
    Reorder,
    /// It restarted.
    Reset,
    /// Its port was gone.
    Unplug,
    /// It acknowledged an invalid line.
    Believes,
    /// It refused a valid message, or took one that it should refuse.
    Refuses,
    /// It answered with a number that was not sent.
    Number,
    /// It did not report the host's silence, or too soon.
    Host,
    /// It repeats a press that was acknowledged.
    Lever,
}

/// The result of a session.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// How often each violation was seen, and its description the first time.
    pub violations: BTreeMap<Violation, (u32, String)>,
    /// The tests that could not be made, and why.
    pub untried: Vec<String>,
}

impl Findings {
    fn note(&mut self, wrong: Violation, how: String) {
        self.violations.entry(wrong).or_insert((0, how)).0 += 1;
    }

    pub fn conforms(&self) -> bool {
        self.violations.is_empty()
    }
}

/// A line for each violation, and the verdict.
impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (wrong, (times, how)) in &self.violations {
            let times = if *times == 1 { String::new() } else { format!("; {times} times") };
            writeln!(f, "wrong: {wrong}: {how}{times}")?;
        }
        for untried in &self.untried {
            writeln!(f, "not tried: {untried}")?;
        }
        match self.conforms() {
            true => writeln!(f, "This clock does what the protocol says."),
            false => writeln!(f, "This clock does not do what the protocol says."),
        }
    }
}

/// Why a clock cannot be checked.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "clock-check")]
pub enum NoPort {
    Missing { path: PathBuf },
    Busy { path: PathBuf },
    Forbidden { path: PathBuf },
    Other { path: PathBuf, what: SystemError },
}

/// Examines the clock at a port.
///
/// # Errors
///
/// [`NoPort`] says what to do where the port cannot be opened.
pub fn run(path: &Path, tell: impl FnMut(&str)) -> Result<Findings, NoPort> {
    let path = path.to_owned();
    let port = match SerialPort::open(&path, BAUD, PATIENCE) {
        Ok(port) => port,
        Err(fault) => {
            return Err(match fault {
                PortError::Missing => NoPort::Missing { path },
                PortError::Busy => NoPort::Busy { path },
                PortError::Forbidden => NoPort::Forbidden { path },
                PortError::Other(what) => NoPort::Other { path, what },
            });
        }
    };
    port.clear_input();
    Ok(examine(&mut wire::PortWire::new(path, port, tell)))
}

#[cfg(test)]
mod tests;
