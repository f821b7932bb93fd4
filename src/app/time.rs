//! The clock of the loop, and how it waits.

use std::time::{Duration, Instant};

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

/// The system's clock.
pub struct WallTime {
    wakes: Receiver<usize>,
    asleep: Duration,
}

impl WallTime {
    /// Makes the clock; `wakes` brings the numbers of the ports that wake the loop.
    pub fn new(wakes: Receiver<usize>) -> WallTime {
        WallTime { wakes, asleep: asleep() }
    }
}

impl Time for WallTime {
    fn now(&self) -> Instant {
        Instant::now()
    }

    fn wait(&mut self, until: Option<Instant>) -> Option<usize> {
        match until {
            Some(until) => self.wakes.recv_deadline(until).ok(),
            None => self.wakes.recv().ok(),
        }
    }

    fn slept(&mut self) -> Duration {
        let asleep = asleep();
        asleep.saturating_sub(std::mem::replace(&mut self.asleep, asleep))
    }
}

/// Returns how long the machine was suspended since it started: only the boot-time clock goes on then.
fn asleep() -> Duration {
    let now = |clock| Duration::try_from(clock_gettime(clock)).unwrap_or_default();
    let awake = now(ClockId::Monotonic);
    now(ClockId::Boottime).saturating_sub(awake)
}
