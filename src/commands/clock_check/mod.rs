//! Plays a session with a tactile clock and names what it does wrong, for whoever builds one.

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
        serial::{PortError, SerialPort},
        tactile_clock::line::BAUD,
    },
    language::Message,
};

/// Reading waits no longer at once.
const PATIENCE: Duration = Duration::from_millis(20);

/// A clock at the other end of a wire, and the time.
pub trait ClockWire {
    fn now(&self) -> Instant;

    fn send(&mut self, bytes: &[u8]) -> Result<(), WireLost>;

    /// What comes next, if anything does before that instant.
    fn receive(&mut self, until: Instant) -> Result<Option<Vec<u8>>, WireLost>;

    /// Opens the wire anew after it broke, if it is there.
    fn mend(&mut self) -> bool;

    /// Tells whoever sits there something: what to do, or what was found.
    fn tell(&mut self, text: &str);
}

/// The wire broke off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WireLost(pub String);

/// What a clock can do wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Violation {
    /// It does not answer at all.
    Silent,
    /// It speaks another version of the protocol.
    Version,
    /// It says something that is no line of the protocol.
    Line,
    /// Something it should have said did not arrive.
    Drop,
    /// A line arrived damaged.
    Corrupt,
    /// An answer came too late.
    Delay,
    /// Something was said twice.
    Duplicate,
    /// Answers came in another order than what they answer.
    Reorder,
    /// It started anew.
    Reset,
    /// Its plug was out.
    Unplug,
    /// It answered what is no line.
    Believes,
    /// It refused what it should take, or took what it should refuse.
    Refuses,
    /// It answered with a number that was not sent.
    Number,
    /// It did not notice that the host was silent, or noticed too soon.
    Host,
    /// It goes on telling a press that was acknowledged.
    Lever,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Violation::Silent => "silent",
            Violation::Version => "version",
            Violation::Line => "line",
            Violation::Drop => "drop",
            Violation::Corrupt => "corrupt",
            Violation::Delay => "delay",
            Violation::Duplicate => "duplicate",
            Violation::Reorder => "reorder",
            Violation::Reset => "reset",
            Violation::Unplug => "unplug",
            Violation::Believes => "believes",
            Violation::Refuses => "refuses",
            Violation::Number => "number",
            Violation::Host => "host",
            Violation::Lever => "lever",
        })
    }
}

/// What was found of a clock.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// How often each fault was seen, and how it looked the first time.
    pub violations: BTreeMap<Violation, (u32, String)>,
    /// What could not be tried, and why.
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

/// A line for each fault, and the verdict.
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
    Other { path: PathBuf, what: String },
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
