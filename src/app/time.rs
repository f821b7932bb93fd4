//! Where the loop takes its time from, and how it waits.

use std::time::{Duration, Instant};

use crossbeam_channel::Receiver;

/// The time since the session began, and the waiting for it to pass.
pub trait Time {
    fn now(&self) -> Duration;

    /// Waits until a port has news, and says which; `None` at the instant `until`, if there is one.
    fn wait(&mut self, until: Option<Duration>) -> Option<usize>;
}

/// The time of the clock on the wall.
pub struct WallTime {
    zero: Instant,
    wakes: Receiver<usize>,
}

impl WallTime {
    /// Session time zero as the system's clock counts, and the ports that wake the loop.
    pub fn new(zero: Instant, wakes: Receiver<usize>) -> WallTime {
        WallTime { zero, wakes }
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
}
