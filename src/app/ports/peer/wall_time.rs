//! How long a turn by correspondence has lasted, while programs came and went.
//!
//! Two clocks tell it: that of this machine, and the hall, which says how long it has had a sheet. Either may be wrong, by a
//! battery that is empty or a broker that was started anew; the shorter time counts.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::PeerPort;
use crate::{peer::DAY, session::MoveTime};

/// The time of this machine's clock, in seconds since 1970.
pub(super) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

/// How long ago that was; nothing, if it is still to come.
pub(super) fn since(at: u64) -> Duration {
    Duration::from_secs(now().saturating_sub(at))
}

impl PeerPort {
    /// How long the user has thought about the move under way.
    pub(super) fn thought(&self, now: Duration) -> Duration {
        if !self.is_by_correspondence() {
            return self.time.passed(now);
        }
        let by_clock = self.kept.as_ref().and_then(|kept| kept.began_at).map(since);
        by_clock.into_iter().chain(self.by_hall(now)).min().unwrap_or_default().min(DAY * 365)
    }

    /// How long the other side has thought, as far as it is known here.
    pub(super) fn awaited(&self, now: Duration) -> Duration {
        if !self.is_by_correspondence() {
            return self.time.waited(now);
        }
        let acted_at = self.kept.as_ref().and_then(|kept| kept.acted_at);
        acted_at.map(since).unwrap_or_default().min(DAY * 365)
    }

    /// How long the hall has had the sheet of the other side as it is.
    fn by_hall(&self, now: Duration) -> Option<Duration> {
        match &self.way {
            #[cfg(feature = "hall")]
            Some(super::PeerWay::Hall(hall)) => hall.age(now),
            Some(_) | None => {
                let _ = now;
                None
            }
        }
    }

    /// The user's turn begins, by what the hall says of the other side's sheet.
    pub(super) fn begin_to_think(&mut self, cx_now: Duration) {
        let age = self.by_hall(cx_now).unwrap_or_default();
        if let Some(kept) = &mut self.kept {
            kept.began_at = Some(now().saturating_sub(age.as_secs()));
        }
    }

    /// What the side on move has left by correspondence.
    pub(super) fn move_time(&self, now: Duration) -> Option<MoveTime> {
        let exchange = self.exchange.as_ref()?;
        let (time, left) = (exchange.terms().reflection?, exchange.merged().reflection?);
        let turn = exchange.merged().game.turn();
        let passed = if turn == exchange.own() { self.thought(now) } else { self.awaited(now) };
        let left = left.may_take(turn).saturating_sub(passed);
        Some(MoveTime { days: Some(time.days), moves: time.moves, left: Some(left) })
    }
}
