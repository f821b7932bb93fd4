//! How long each side's turn has lasted, as it is measured here.

use std::time::Duration;

use crate::app::time::STANDSTILL;

/// An instant, as two clocks of this machine tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Moment {
    /// The time since the session began, in which a machine that is suspended passes nothing.
    pub(super) now: Duration,
    /// How long the machine has been suspended in all.
    pub(super) suspended: Duration,
}

impl Moment {
    /// The time in which everything passes: that of the other side, which went on.
    fn outside(self) -> Duration {
        self.now + self.suspended
    }
}

/// The time of the turn under way.
#[derive(Debug, Default)]
pub(super) struct TurnTime {
    /// When it began here; none if this program was not there.
    began: Option<Duration>,
    /// What passed of it before this program was started again.
    before: Duration,
    /// When it began, as the other side's clock went on; none if this program was not there for the whole of it.
    began_outside: Option<Duration>,
    /// How long the other side was connected in it, and the latest instant up to which that is counted while it is.
    connected: Duration,
    counted_to: Option<Duration>,
    /// When the turn before began, in the same way.
    previous_outside: Option<Duration>,
}

impl TurnTime {
    /// Takes up a turn of which so much had passed.
    pub(super) fn taken_up(now: Duration, before: Duration, is_connected: bool) -> TurnTime {
        TurnTime { began: Some(now), before, counted_to: is_connected.then_some(now), ..TurnTime::default() }
    }

    /// A new turn begins.
    pub(super) fn begin(&mut self, at: Moment, is_connected: bool) {
        *self = TurnTime {
            previous_outside: self.began_outside,
            began_outside: Some(at.outside()),
            ..TurnTime::taken_up(at.now, Duration::ZERO, is_connected)
        };
    }

    /// The connection is there.
    pub(super) fn connected(&mut self, now: Duration) {
        self.connected = self.waited(now);
        self.counted_to = Some(now);
    }

    /// The connection is gone, and nothing has come over it for so long.
    pub(super) fn disconnected(&mut self, now: Duration, silent: Duration) {
        self.connected = self.waited(now).saturating_sub(silent);
        self.counted_to = None;
    }

    /// The program is awake, and goes on to wait. Whoever waits says so more often than [`STANDSTILL`].
    pub(super) fn stay_awake(&mut self, now: Duration) {
        if self.counted_to.is_some_and(|counted| counted < now) {
            self.connected(now);
        }
    }

    /// Returns what has passed of this turn.
    pub(super) fn passed(&self, now: Duration) -> Duration {
        self.before + self.began.map_or(Duration::ZERO, |began| now.saturating_sub(began))
    }

    /// Returns what has passed while the other side was connected, and this program awake: one that was stopped has waited for
    /// nobody, whatever lay there when it woke.
    pub(super) fn waited(&self, now: Duration) -> Duration {
        let since = self.counted_to.map_or(Duration::ZERO, |counted| now.saturating_sub(counted));
        self.connected + if since < STANDSTILL { since } else { Duration::ZERO }
    }

    /// Returns all that has passed of this turn, if this program was there for the whole of it.
    pub(super) fn whole(&self, at: Moment) -> Option<Duration> {
        self.began_outside.map(|began| at.outside().saturating_sub(began))
    }

    /// Returns what has passed since the turn before began, if this program was there for the whole of it.
    pub(super) fn since_previous(&self, at: Moment) -> Option<Duration> {
        self.previous_outside.map(|began| at.outside().saturating_sub(began))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn s(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn awake(seconds: u64) -> Moment {
        Moment { now: s(seconds), suspended: Duration::ZERO }
    }

    /// A program that looks every second.
    fn looks(time: &mut TurnTime, seconds: std::ops::RangeInclusive<u64>) {
        seconds.for_each(|second| time.stay_awake(s(second)));
    }

    #[test]
    fn time_without_a_connection_is_not_waited() {
        let mut time = TurnTime::default();
        time.begin(awake(10), true);
        looks(&mut time, 10..=15);
        time.disconnected(s(15), s(0));
        looks(&mut time, 15..=40);
        time.connected(s(40));
        looks(&mut time, 40..=45);
        assert_eq!(
            (time.passed(s(45)), time.waited(s(45)), time.whole(awake(45))),
            (s(35), s(10), Some(s(35)))
        );
        time.begin(awake(50), false);
        assert_eq!(
            (time.passed(s(55)), time.waited(s(55)), time.since_previous(awake(55))),
            (s(5), s(0), Some(s(45)))
        );
        // That it was silent is known later than it was.
        time.begin(awake(60), true);
        looks(&mut time, 60..=77);
        time.disconnected(s(77), s(12));
        assert_eq!(time.waited(s(80)), s(5));
    }

    #[test]
    fn a_program_that_was_stopped_has_not_waited_and_the_other_side_has() {
        let mut time = TurnTime::default();
        time.begin(awake(10), true);
        looks(&mut time, 10..=12);
        assert_eq!((time.waited(s(14)), time.waited(s(40))), (s(4), s(2)));
        looks(&mut time, 40..=41);
        assert_eq!(
            (time.waited(s(41)), time.passed(s(41)), time.whole(awake(41))),
            (s(3), s(31), Some(s(31)))
        );
        // Suspended, its own clock stood still, and not that of the other side.
        let woken = Moment { now: s(42), suspended: s(600) };
        assert_eq!((time.waited(s(42)), time.passed(s(42)), time.whole(woken)), (s(4), s(32), Some(s(632))));
        time.begin(woken, true);
        assert_eq!((time.whole(woken), time.since_previous(woken)), (Some(s(0)), Some(s(632))));
    }

    #[test]
    fn nothing_is_known_of_a_turn_that_began_before_this_program() {
        let mut resumed = TurnTime::taken_up(s(1), s(20), true);
        looks(&mut resumed, 1..=3);
        assert_eq!(
            (
                resumed.passed(s(3)),
                resumed.waited(s(3)),
                resumed.whole(awake(3)),
                resumed.since_previous(awake(3))
            ),
            (s(22), s(2), None, None)
        );
        // Not even if the user had thought about nothing yet: the other side had.
        let mut resumed = TurnTime::taken_up(s(1), Duration::ZERO, true);
        assert_eq!(resumed.whole(awake(3)), None);
        resumed.begin(awake(4), true);
        assert_eq!((resumed.whole(awake(6)), resumed.since_previous(awake(6))), (Some(s(2)), None));
    }
}
