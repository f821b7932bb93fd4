//! Where the loop takes its time from, and how it waits.

use std::time::{Duration, Instant};

use crossbeam_channel::Receiver;
use rustix::time::{ClockId, clock_gettime};

/// The time since the session began, and the waiting for it to pass.
pub trait Time {
    fn now(&self) -> Duration;

    /// Waits until a port has news, and says which; `None` at the instant `until`, if there is one.
    fn wait(&mut self, until: Option<Duration>) -> Option<usize>;

    /// For how long the machine has slept since this was last asked: that is no part of the session's time.
    fn slept(&mut self) -> Duration;
}

/// The time of the clock on the wall.
pub struct WallTime {
    zero: Instant,
    wakes: Receiver<usize>,
    asleep: Duration,
}

impl WallTime {
    /// Session time zero as the system's clock counts, and the ports that wake the loop.
    pub fn new(zero: Instant, wakes: Receiver<usize>) -> WallTime {
        WallTime { zero, wakes, asleep: asleep() }
    }
}

impl Time for WallTime {
    fn now(&self) -> Duration {
        self.zero.elapsed()
    }

    fn wait(&mut self, until: Option<Duration>) -> Option<usize> {
        match until {
            Some(until) => self.wakes.recv_deadline(self.zero + until).ok(),
            None => self.wakes.recv().ok(),
        }
    }

    fn slept(&mut self) -> Duration {
        let asleep = asleep();
        asleep.saturating_sub(std::mem::replace(&mut self.asleep, asleep))
    }
}

/// How long the machine has slept since it was started: only one of these clocks goes on then.
fn asleep() -> Duration {
    let now = |clock| Duration::try_from(clock_gettime(clock)).unwrap_or_default();
    let awake = now(ClockId::Monotonic);
    now(ClockId::Boottime).saturating_sub(awake)
}
