//! Where the loop takes its time from, and how it waits.

use std::time::{Duration, Instant};

use crossbeam_channel::Receiver;
use rustix::time::{ClockId, clock_gettime};

/// The instant that it is, and the waiting for another.
pub trait Time {
    fn now(&self) -> Instant;

    /// Waits until a port has news, and says which; `None` at the instant `until`, if there is one.
    fn wait(&mut self, until: Option<Instant>) -> Option<usize>;

    /// For how long the machine has slept since this was last asked: that is no part of the time of a game.
    fn slept(&mut self) -> Duration;
}

/// The time of the clock on the wall.
pub struct WallTime {
    wakes: Receiver<usize>,
    asleep: Duration,
}

impl WallTime {
    /// `wakes`: the ports that wake the loop.
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

/// How long the machine has slept since it was started: only one of these clocks goes on then.
fn asleep() -> Duration {
    let now = |clock| Duration::try_from(clock_gettime(clock)).unwrap_or_default();
    let awake = now(ClockId::Monotonic);
    now(ClockId::Boottime).saturating_sub(awake)
}
