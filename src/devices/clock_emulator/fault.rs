//! Faults that are injected between an emulated clock and its host.

use std::{
    collections::VecDeque,
    str::FromStr,
    time::{Duration, Instant},
};

use strum::{EnumIter, EnumString};

use crate::language::Message;

/// The delay of a line: longer than an answer may take.
const DELAY: Duration = Duration::from_millis(350);
/// How long a line waits for the one that is to overtake it.
const OVERTAKEN: Duration = Duration::from_millis(100);
/// The default of `every`.
const USUAL: u32 = 5;

/// What happens to a line of the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display, EnumIter, EnumString)]
#[strum(serialize_all = "lowercase")]
pub enum FaultKind {
    /// The line is lost.
    Drop,
    /// One bit is flipped.
    Corrupt,
    /// The line arrives late, and so do the lines after it.
    Delay,
    /// The line arrives twice.
    Duplicate,
    /// The next line arrives before this one.
    Reorder,
    /// The clock restarts in place of the line.
    Reset,
    /// The plug is out for a while.
    Unplug,
}

/// A fault that is injected into each line whose number is a multiple of `every`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InjectedFault {
    pub kind: FaultKind,
    pub every: u32,
}

/// A text that names no fault.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, "no-fault")]
pub struct InvalidFault(#[message("found", debug)] String);

impl FromStr for InjectedFault {
    type Err = InvalidFault;

    fn from_str(text: &str) -> Result<InjectedFault, InvalidFault> {
        let wrong = || InvalidFault(text.to_owned());
        let (word, every) = match text.split_once('=') {
            Some((word, every)) => (word, every.parse().ok().filter(|every| *every > 0).ok_or_else(wrong)?),
            None => (text, USUAL),
        };
        let kind = word.parse().map_err(|_| wrong())?;
        Ok(InjectedFault { kind, every })
    }
}

/// Lines on their way to the host.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    fault: Option<InjectedFault>,
    said: u32,
    /// The lines under way in the order of their arrival, each with its instant.
    waiting: VecDeque<(Instant, Vec<u8>)>,
}

/// A fault of the clock itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Interruption {
    Reset,
    Unplug,
}

impl Outbox {
    pub(super) fn new(fault: Option<InjectedFault>) -> Outbox {
        Outbox { fault, ..Outbox::default() }
    }

    /// Sends a line, unless the clock itself fails in its place.
    pub(super) fn put(&mut self, mut line: Vec<u8>, now: Instant) -> Option<Interruption> {
        self.said = self.said.wrapping_add(1);
        let kind = self.fault.filter(|fault| self.said.is_multiple_of(fault.every)).map(|fault| fault.kind);
        let reorders = self.fault.is_some_and(|fault| fault.kind == FaultKind::Reorder);
        let overtaken = self.waiting.pop_back_if(|(due, _)| reorders && *due > now);
        match kind {
            None => self.wait(line, now),
            Some(FaultKind::Drop) => {}
            Some(FaultKind::Corrupt) => {
                // Between the line's `$` and its checksum.
                let at = 1 + self.said as usize % (line.len() - 6);
                line[at] ^= 1 << (self.said / 7 % 7);
                self.wait(line, now);
            }
            Some(FaultKind::Delay) => self.wait(line, now + DELAY),
            Some(FaultKind::Duplicate) => {
                self.wait(line.clone(), now);
                self.wait(line, now);
            }
            Some(FaultKind::Reorder) => self.wait(line, now + OVERTAKEN),
            Some(FaultKind::Reset) => return Some(Interruption::Reset),
            Some(FaultKind::Unplug) => return Some(Interruption::Unplug),
        }
        self.waiting.extend(overtaken.map(|(_, line)| (now, line)));
        None
    }

    /// Queues a line behind those that wait already, since a wire keeps their order.
    fn wait(&mut self, line: Vec<u8>, due: Instant) {
        let due = self.waiting.back().map_or(due, |(last, _)| due.max(*last));
        self.waiting.push_back((due, line));
    }

    /// Returns the next line that has arrived by now.
    pub(super) fn next(&mut self, now: Instant) -> Option<Vec<u8>> {
        self.waiting.pop_front_if(|(due, _)| *due <= now).map(|(_, line)| line)
    }

    /// Returns when the next line arrives.
    pub(super) fn next_due(&self) -> Option<Instant> {
        self.waiting.front().map(|(due, _)| *due)
    }

    /// Drops the lines that are under way.
    pub(super) fn clear(&mut self) {
        self.waiting.clear();
    }
}

#[cfg(test)]
mod tests {
    use strum::IntoEnumIterator;

    use super::*;

    #[test]
    fn faults_are_read() {
        for kind in FaultKind::iter() {
            assert_eq!(kind.to_string().parse(), Ok(InjectedFault { kind, every: 5 }));
            assert_eq!(format!("{kind}=12").parse(), Ok(InjectedFault { kind, every: 12 }));
        }
        for wrong in ["", "fire", "drop=", "drop=0", "drop=-1", "drop 2"] {
            assert_eq!(wrong.parse::<InjectedFault>(), Err(InvalidFault(wrong.to_owned())));
        }
    }

    /// Checks which of the lines `one` to `four`, sent at once, arrive, and after how many milliseconds.
    fn check(fault: &str, arrives: &[(u64, &str)]) {
        let began = Instant::now();
        let mut outbox = Outbox::new(Some(fault.parse().unwrap()));
        for word in ["one", "two", "three", "four"] {
            outbox.put(format!("${word}*00\r\n").into_bytes(), began);
        }
        let mut found = Vec::new();
        let mut now = began;
        while let Some(due) = outbox.next_due() {
            now = now.max(due);
            let line = String::from_utf8(outbox.next(now).unwrap()).unwrap();
            found.push((now.duration_since(began).as_millis() as u64, line[1..].replace("*00\r\n", "")));
        }
        let found: Vec<(u64, &str)> = found.iter().map(|(at, word)| (*at, word.as_str())).collect();
        assert_eq!(found, arrives, "{fault}");
    }

    #[test]
    fn every_so_many_lines_meet_with_the_fault() {
        check("drop=2", &[(0, "one"), (0, "three")]);
        check("duplicate=3", &[(0, "one"), (0, "two"), (0, "three"), (0, "three"), (0, "four")]);
        check("delay=2", &[(0, "one"), (350, "two"), (350, "three"), (350, "four")]);
        check("reorder=2", &[(0, "one"), (0, "three"), (0, "two"), (100, "four")]);
        check("corrupt=4", &[(0, "one"), (0, "two"), (0, "three"), (0, "gour")]);
    }
}
