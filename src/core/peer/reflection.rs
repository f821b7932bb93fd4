//! Reflection time by correspondence, in days, as the ICCF's rules have it in outline.
//!
//! A side has so many days for so many moves, and as many again for as many more; days that it did not use stay its own.
//! Only whole days of 24 hours count, from when the opponent's move lay there. A side that uses more than it has exceeds
//! the time: nothing ends by itself, and the opponent may claim the game.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::laws::{ByColor, Color};

/// What is counted.
pub const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// So many days for so many moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReflectionTime {
    /// The days.
    pub days: u32,
    /// The moves.
    pub moves: u32,
}

impl ReflectionTime {
    /// The moves for which there are so many days, unless others are agreed: as in the ICCF's tournaments.
    pub const MOVES: u32 = 10;

    /// Whether a game can be played with it.
    pub fn is_possible(self) -> bool {
        (1..=100).contains(&self.days) && (1..=100).contains(&self.moves)
    }
}

/// What both sides have left of their reflection time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReflectionLeft {
    time: ReflectionTime,
    left: ByColor<u32>,
    made: ByColor<u32>,
    exceeded: ByColor<bool>,
}

impl ReflectionLeft {
    /// Returns what both have at the beginning.
    pub(super) fn new(time: ReflectionTime) -> ReflectionLeft {
        let of_both = |days| ByColor { white: days, black: days };
        ReflectionLeft {
            time,
            left: of_both(time.days),
            made: of_both(0),
            exceeded: ByColor { white: false, black: false },
        }
    }

    /// The whole days that a side has left.
    pub fn days(&self, side: Color) -> u32 {
        self.left[side]
    }

    /// Whether a side has exceeded its time with a move that it has made.
    pub fn has_exceeded(&self, side: Color) -> bool {
        self.exceeded[side]
    }

    /// Before how much thinking a side has to move: the day after its last one does not count until it is whole.
    pub fn may_take(&self, side: Color) -> Duration {
        DAY * (self.left[side] + 1)
    }

    /// A side has moved after so much thinking.
    pub(super) fn press(&mut self, side: Color, taken: Duration) {
        self.exceeded[side] |= taken >= self.may_take(side);
        let days = u32::try_from(taken.as_secs() / DAY.as_secs()).unwrap_or(u32::MAX);
        self.left[side] = self.left[side].saturating_sub(days);
        self.made[side] += 1;
        if self.made[side].is_multiple_of(self.time.moves) {
            self.left[side] = self.left[side].saturating_add(self.time.days);
        }
    }

    /// A side's last move is taken back; the time that it took stays used.
    pub(super) fn unpress(&mut self, side: Color) {
        if self.made[side].is_multiple_of(self.time.moves) {
            self.left[side] = self.left[side].saturating_sub(self.time.days);
        }
        self.made[side] = self.made[side].saturating_sub(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_days_count_and_what_is_left_is_kept() {
        let white = Color::White;
        let mut left = ReflectionLeft::new(ReflectionTime { days: 10, moves: 10 });
        left.press(white, DAY - Duration::from_secs(1));
        assert_eq!(left.days(white), 10);
        left.press(white, DAY * 3);
        assert_eq!((left.days(white), left.days(Color::Black)), (7, 10));
        (2..9).for_each(|_| left.press(white, DAY));
        assert_eq!((left.days(white), left.may_take(white)), (0, DAY));
        // With the tenth move there are ten days more; one that comes a day too late has exceeded the time.
        let mut late = left;
        left.press(white, DAY - Duration::from_secs(1));
        assert_eq!((left.days(white), left.has_exceeded(white)), (10, false));
        late.press(white, DAY);
        assert!(late.has_exceeded(white) && !late.has_exceeded(Color::Black));
        left.unpress(white);
        assert_eq!(left.days(white), 0);
    }
}
