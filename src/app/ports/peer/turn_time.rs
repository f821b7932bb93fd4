//! How long each side's turn has lasted, as it is measured here.

use std::time::Duration;

/// The time of the turn under way.
#[derive(Debug, Default)]
pub(super) struct TurnTime {
    /// When it began here; none if this program was not there.
    began: Option<Duration>,
    /// What passed of it before this program was started again.
    before: Duration,
    /// How long the other side was connected in it, and since when it is again.
    connected: Duration,
    connected_since: Option<Duration>,
    /// When the turn before began.
    previous: Option<Duration>,
}

impl TurnTime {
    /// Takes up a turn of which so much had passed.
    pub(super) fn taken_up(now: Duration, before: Duration, is_connected: bool) -> TurnTime {
        TurnTime {
            before,
            connected_since: is_connected.then_some(now),
            ..TurnTime { began: Some(now), ..TurnTime::default() }
        }
    }

    /// A new turn begins.
    pub(super) fn begin(&mut self, now: Duration, is_connected: bool) {
        let previous = self.began.filter(|_| self.before.is_zero());
        *self = TurnTime { previous, ..TurnTime::taken_up(now, Duration::ZERO, is_connected) };
    }

    /// The connection is there, or gone.
    pub(super) fn connection(&mut self, now: Duration, is_there: bool) {
        self.connected = self.waited(now);
        self.connected_since = is_there.then_some(now);
    }

    /// Returns what has passed of this turn.
    pub(super) fn passed(&self, now: Duration) -> Duration {
        self.before + self.began.map_or(Duration::ZERO, |began| now.saturating_sub(began))
    }

    /// Returns what has passed while the other side was connected.
    pub(super) fn waited(&self, now: Duration) -> Duration {
        let since = self.connected_since.map_or(Duration::ZERO, |since| now.saturating_sub(since));
        self.connected + since
    }

    /// Returns all that has passed of this turn, if this program was there for the whole of it.
    pub(super) fn whole(&self, now: Duration) -> Option<Duration> {
        self.before.is_zero().then(|| self.passed(now))
    }

    /// Returns what has passed since the turn before began, if this program was there for the whole of it.
    pub(super) fn since_previous(&self, now: Duration) -> Option<Duration> {
        self.previous.map(|began| now.saturating_sub(began))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_without_a_connection_is_not_waited() {
        let s = Duration::from_secs;
        let mut time = TurnTime::default();
        time.begin(s(10), true);
        time.connection(s(15), false);
        time.connection(s(40), true);
        assert_eq!((time.passed(s(45)), time.waited(s(45)), time.whole(s(45))), (s(35), s(10), Some(s(35))));
        time.begin(s(50), false);
        assert_eq!(
            (time.passed(s(55)), time.waited(s(55)), time.since_previous(s(55))),
            (s(5), s(0), Some(s(45)))
        );
        let resumed = TurnTime::taken_up(s(1), s(20), true);
        assert_eq!(
            (resumed.passed(s(3)), resumed.whole(s(3)), resumed.since_previous(s(3))),
            (s(22), None, None)
        );
    }
}
