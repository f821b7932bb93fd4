//! How entries on clocks change the record.

use std::time::Duration;

use super::Record;
use crate::laws::{ByColor, Color};

impl Record {
    /// Starts a clock without a move.
    pub(super) fn start_clock(&mut self, side: Color, at: Duration) {
        self.began.get_or_insert(at);
        self.rulings.stood_still = None;
        self.rulings.putting_right = None;
        if let Some(clock) = &mut self.clock {
            clock.start(side, at);
        }
    }

    pub(super) fn stop_clock(&mut self, at: Duration) {
        if let Some(clock) = &mut self.clock {
            clock.stop(at);
        }
    }

    pub(super) fn halt_clock(&mut self, at: Duration) {
        if let Some(clock) = &mut self.clock {
            clock.halt(at);
        }
    }

    pub(super) fn press(&mut self, side: Color, at: Duration) {
        if self.open {
            self.note_completion(side, at);
        }
        if let Some(clock) = &mut self.clock {
            clock.press(side, at);
            if let Some(left) = self.left.last_mut() {
                *left = Some(clock.left(side, at));
            }
        }
        // The clock of another authority may not run yet.
        if self.clock.as_ref().is_none_or(|clock| clock.running().is_some()) {
            self.began.get_or_insert(at);
        }
        self.open = false;
    }

    pub(super) fn set_time(&mut self, side: Color, left: Duration, at: Duration) {
        if let Some(clock) = &mut self.clock {
            clock.set_left(side, left, at);
            self.fallen[side] = left.is_zero();
        }
        if self.rulings.first_fallen == Some(side) && !self.fallen[side] {
            self.rulings.first_fallen = self.fallen[!side].then_some(!side);
        }
    }

    /// Takes over the times that the authority reports.
    pub(super) fn take_over_times(&mut self, left: ByColor<Duration>, running: Option<Color>, at: Duration) {
        if running.is_some() {
            self.began.get_or_insert(at);
        }
        if let Some(clock) = &mut self.clock {
            clock.take_over(left, running, at);
        }
        if let Some(kept) = self.left.last_mut().filter(|_| !self.open) {
            *kept = Some(left[!self.game.turn()]);
        }
    }

    /// Adds penalty time. A flag that has fallen stays fallen.
    pub(super) fn gain(&mut self, side: Color, ms: u64, at: Duration) {
        let fallen = self.fallen[side];
        if let Some(clock) = self.clock.as_mut().filter(|_| ms > 0 && !fallen) {
            clock.add(side, Duration::from_millis(ms), at);
        }
    }
}
