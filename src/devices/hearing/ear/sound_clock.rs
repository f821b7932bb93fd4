//! Tells when a live source's sound sounded, however late it is recognized.

use std::time::{Duration, Instant};

/// The clock of a sound card and the system's part by less than this fraction.
const DRIFT: u32 = 1000;

/// When the source began, reckoned from when its blocks came.
#[derive(Debug, Default)]
pub(super) struct SoundClock(Option<KnownStart>);

#[derive(Debug)]
struct KnownStart {
    zero: Instant,
    /// When the last block came.
    at: Instant,
}

impl SoundClock {
    /// Takes note that the sound before `position` had come by `now`. The block that waited least for the recognizer
    /// tells best.
    pub(super) fn came(&mut self, position: Duration, now: Instant) {
        let Some(zero) = now.checked_sub(position) else { return };
        let known = self.0.take().map(|known| known.zero + now.saturating_duration_since(known.at) / DRIFT);
        self.0 = Some(KnownStart { zero: known.map_or(zero, |known| known.min(zero)), at: now });
    }

    /// The source was interrupted.
    pub(super) fn forget(&mut self) {
        self.0 = None;
    }

    /// Returns when the sound at `position` sounded.
    pub(super) fn instant(&self, position: Duration) -> Option<Instant> {
        self.0.as_ref().map(|known| known.zero + position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_late_has_sounded_when_it_sounded() {
        let start = Instant::now();
        let second = |n: u64| Duration::from_secs(n);
        let mut clock = SoundClock::default();
        assert_eq!(clock.instant(second(1)), None);
        for n in 1..4 {
            clock.came(second(n), start + second(n));
        }
        // The recognizer is busy for ten seconds, and reads the sound of that time at once.
        for n in 4..14 {
            clock.came(second(n), start + second(14));
        }
        let late = clock.instant(second(8)).unwrap().duration_since(start + second(8));
        assert!(late < Duration::from_millis(20), "{late:?}");
        // A card that is slow by 50 millionths leaves nothing behind after an hour.
        let slow = |n: u64| start + second(n) + Duration::from_micros(50 * n);
        for n in 14..3614 {
            clock.came(second(n), slow(n));
        }
        let apart = slow(3600).saturating_duration_since(clock.instant(second(3600)).unwrap());
        assert!(apart < Duration::from_millis(20), "{apart:?}");
        clock.forget();
        assert_eq!(clock.instant(second(1)), None);
    }
}
