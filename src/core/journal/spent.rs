//! The time spent on each move: by the clock where there is one, else from one move to the next.

use std::time::Duration;

use super::Record;
use crate::laws::{ByColor, Color};

/// The time spent on each half-move.
#[derive(Clone, Debug)]
pub(super) struct TimesSpent {
    /// None while a move is not completed.
    spent: Vec<Option<Duration>>,
    /// What each side had used by the clock when it last completed a move.
    used: ByColor<Duration>,
    /// Without a clock: the instant of the last move.
    since: Duration,
}

impl TimesSpent {
    pub(super) fn since(at: Duration) -> TimesSpent {
        TimesSpent {
            spent: Vec::new(),
            used: ByColor { white: Duration::ZERO, black: Duration::ZERO },
            since: at,
        }
    }
}

impl Record {
    /// Returns the time spent on a half-move, by the half-moves before it; none while it is not completed.
    pub fn time_spent(&self, ply: usize) -> Option<Duration> {
        self.spent.spent.get(ply).copied().flatten()
    }

    /// Returns the time spent on the move that is still to be completed, and by which side.
    pub fn time_since_move(&self, at: Duration) -> (Color, Duration) {
        match &self.clock {
            Some(clock) => {
                let side = clock.running().unwrap_or(self.game().turn());
                (side, clock.used(side, at).saturating_sub(self.spent.used[side]))
            }
            None => (self.game().turn(), at.saturating_sub(self.spent.since)),
        }
    }

    /// Notes that a move was made.
    pub(super) fn spend(&mut self, at: Duration) {
        let time = at.saturating_sub(self.spent.since);
        self.spent.spent.push(self.clock.is_none().then_some(time));
        self.spent.since = at;
    }

    /// Notes that a side has completed its last move.
    pub(super) fn note_completion(&mut self, side: Color, at: Duration) {
        let Some(used) = self.clock.as_ref().map(|clock| clock.used(side, at)) else { return };
        if let Some(last) = self.spent.spent.last_mut() {
            *last = Some(used.saturating_sub(self.spent.used[side]));
        }
        self.spent.used[side] = used;
    }

    /// Forgets the last move, which was taken back: its time is spent on the next.
    pub(super) fn unspend(&mut self) {
        if let Some(Some(time)) = self.spent.spent.pop() {
            self.spent.since = self.spent.since.saturating_sub(time);
        }
    }

    /// Forgets the moves after so many half-moves, and the time spent since.
    pub(super) fn forget_times_spent(&mut self, ply: usize, at: Duration) {
        self.spent.spent.truncate(ply);
        self.spent.since = at;
        if let Some(clock) = &self.clock {
            self.spent.used = ByColor::new_with(|side| clock.used(side, at));
        }
    }
}
