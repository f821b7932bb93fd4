//! Plays a session with a tactile clock and names its violations of the protocol, for builders of clocks.
#![warn(unreachable_pub)]

mod examiner;
mod texts;
mod wire;

use std::{collections::BTreeMap, path::Path, time::Instant};

pub use examiner::examine;
pub use texts::{Instruction, Untried, ViolationDetail};

use crate::{
    devices::{
        serial::SerialPort,
        supervisor::{PATIENCE, PortLost},
        tactile_clock::line::BAUD,
    },
    language::Catalogue,
};

/// A clock at the other end of a wire, and the time.
pub trait ClockWire {
    fn now(&self) -> Instant;

    fn send(&mut self, bytes: &[u8]) -> Result<(), WireLost>;

    /// Returns the next bytes, or `None` if none come before that instant.
    fn receive(&mut self, until: Instant) -> Result<Option<Vec<u8>>, WireLost>;

    /// Opens the wire again after it broke; returns whether it is there.
    fn mend(&mut self) -> bool;

    /// Tells the person at the clock what to do, or what is tried.
    fn tell(&mut self, instruction: &Instruction);
}

/// The wire broke off, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WireLost(pub String);

/// A violation of the protocol by the clock.
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
    /// It did not report the host's silence, or reported it at the wrong time.
    Host,
    /// It repeats a press that was acknowledged.
    Lever,
}

/// The result of a session.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// How often each violation was seen, and the description of the first one.
    pub violations: BTreeMap<Violation, (u32, ViolationDetail)>,
    /// The tests that could not be made, and why.
    pub untried: Vec<Untried>,
}

impl Findings {
    fn note(&mut self, detail: ViolationDetail) {
        self.violations.entry(detail.violation()).or_insert((0, detail)).0 += 1;
    }

    pub fn conforms(&self) -> bool {
        self.violations.is_empty()
    }

    /// Returns a line for each violation and each test that was not made, and the verdict.
    pub fn told(&self, words: &Catalogue) -> String {
        let wrong = self.violations.iter().map(|(wrong, (times, detail))| {
            let detail = words.render(detail);
            words.say("checked-wrong", &[("wrong", wrong), ("detail", &detail), ("times", times)])
        });
        let untried =
            self.untried.iter().map(|what| words.say("checked-untried", &[("what", &words.render(what))]));
        let verdict = if self.conforms() { "checked-conforms" } else { "checked-violates" };
        wrong.chain(untried).chain([words.say(verdict, &[])]).map(|line| line + "\n").collect()
    }
}

/// Examines the clock at a port.
///
/// # Errors
///
/// [`PortLost`] if the port cannot be opened.
pub fn run(path: &Path, tell: impl FnMut(&Instruction)) -> Result<Findings, PortLost> {
    let port = SerialPort::open(path, BAUD)?;
    port.clear_input();
    Ok(examine(&mut wire::PortWire::new(path.to_owned(), port, tell)))
}

#[cfg(test)]
mod tests;
