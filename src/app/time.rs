//! The clock of the loop, and how it waits.

use std::{
    collections::{BTreeMap, VecDeque},
    time::{Duration, Instant},
};

use crossbeam_channel::Receiver;
use rustix::time::{ClockId, clock_gettime};

/// A clock that can be waited on.
pub trait Time {
    fn now(&self) -> Instant;

    /// Waits until a port has news and returns its number, or `None` at the instant `until`.
    fn wait(&mut self, until: Option<Instant>) -> Option<usize>;

    /// Returns how long the machine was suspended since the last call: that is no part of a game's time.
    fn slept(&mut self) -> Duration;
}

/// A pause of the whole program counts as one if it is at least this long.
pub const STANDSTILL: Duration = Duration::from_secs(3);

/// The system's clock.
pub struct WallTime {
    wakes: Receiver<usize>,
    turns: Turns,
    asleep: Duration,
}

/// Ports with news take turns, so that a device that floods delays no key and no signal.
#[derive(Debug, Default)]
struct Turns {
    ports: VecDeque<usize>,
    /// How often each of them has woken the loop.
    wakes: BTreeMap<usize, usize>,
}

impl Turns {
    fn add(&mut self, port: usize) {
        let wakes = self.wakes.entry(port).or_default();
        *wakes += 1;
        if *wakes == 1 {
            self.ports.push_back(port);
        }
    }

    fn next(&mut self) -> Option<usize> {
        let port = self.ports.pop_front()?;
        if let Some(wakes) = self.wakes.get_mut(&port) {
            *wakes -= 1;
            if *wakes > 0 {
                self.ports.push_back(port);
            }
        }
        Some(port)
    }
}

impl WallTime {
    /// Makes the clock; `wakes` brings the numbers of the ports that wake the loop.
    pub fn new(wakes: Receiver<usize>) -> WallTime {
        WallTime { wakes, turns: Turns::default(), asleep: suspended() }
    }
}

impl Time for WallTime {
    fn now(&self) -> Instant {
        Instant::now()
    }

    fn wait(&mut self, until: Option<Instant>) -> Option<usize> {
        // What comes meanwhile is for the next turn: a flood must not keep this one from its end.
        self.wakes.try_iter().take(self.wakes.len()).for_each(|port| self.turns.add(port));
        if let Some(port) = self.turns.next() {
            return Some(port);
        }
        match until {
            Some(until) => self.wakes.recv_deadline(until).ok(),
            None => self.wakes.recv().ok(),
        }
    }

    fn slept(&mut self) -> Duration {
        let asleep = suspended();
        asleep.saturating_sub(std::mem::replace(&mut self.asleep, asleep))
    }
}

/// Returns how long the machine was suspended since it started: only the boot-time clock goes on then.
pub fn suspended() -> Duration {
    let now = |clock| Duration::try_from(clock_gettime(clock)).unwrap_or_default();
    let awake = now(ClockId::Monotonic);
    now(ClockId::Boottime).saturating_sub(awake)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ports_take_turns() {
        let mut turns = Turns::default();
        [7, 7, 7, 7, 0, 3, 3].into_iter().for_each(|port| turns.add(port));
        let order: Vec<usize> = std::iter::from_fn(|| turns.next()).collect();
        assert_eq!(order, [7, 0, 3, 7, 3, 7, 7]);
    }
}
