//! The time that is left: felt when the last five minutes begin, and told where the player chose to be warned.

use std::{collections::BTreeSet, time::Duration};

use super::{Effect, Handler, Pattern, Session};
use crate::{
    announce::Announcement,
    laws::{ByColor, Color},
};

/// The time left that a clock for the blind lets be felt (FIDE D.2.6).
const FIVE_MINUTES: Duration = Duration::from_secs(5 * 60);

/// The times left of which each side was warned.
#[derive(Debug, Default)]
pub(super) struct TimeWarnings {
    given: ByColor<Vec<Duration>>,
}

impl TimeWarnings {
    /// The last warning of this side.
    pub(super) fn last(&self, side: Color) -> Option<Duration> {
        self.given[side].last().copied()
    }
}

impl Session {
    /// When the side whose clock runs is warned next, and of what time left; none where the period never had more.
    pub(super) fn next_warning(&self) -> Option<(Duration, Duration)> {
        let clock = self.record.clock()?;
        let side = clock.running()?;
        let falls = clock.flag_falls_at()?;
        let had_more =
            |warning: &Duration| clock.control().periods().iter().any(|period| period.time > *warning);
        let mut warnings: BTreeSet<Duration> = self.warnings_told().iter().copied().collect();
        warnings.insert(FIVE_MINUTES);
        let next = warnings
            .into_iter()
            .rev()
            .filter(had_more)
            .find(|warning| !self.warnings.given[side].contains(warning))?;
        Some((falls.checked_sub(next)?, next))
    }

    /// The warnings told aloud: in competition, an advantage that the arbiter must allow.
    pub(super) fn warnings_told(&self) -> &[Duration] {
        let start = self.record.start();
        if start.competition && !start.warnings_allowed { &[] } else { &self.options.warnings }
    }
}

impl Handler<'_> {
    /// Warns the side whose clock runs, once at each of the times left.
    pub(super) fn watch_warnings(&mut self) {
        if let Some(clock) = self.session.record.clock() {
            // After more time was given, the warnings count again.
            for side in Color::ALL {
                let left = clock.left(side, self.at);
                self.session.warnings.given[side].retain(|warning| left <= 2 * *warning);
            }
        }
        let Some(side) = self.running() else { return };
        let mut passed = None;
        while let Some((_, warning)) = self.next_warning().filter(|(due, _)| *due <= self.at) {
            self.session.warnings.given[side].push(warning);
            passed = Some(warning);
        }
        // Of several that have passed at once only the last is true.
        if let Some(time) = passed.filter(|_| self.concerns_user(side)) {
            self.effects.push(Effect::Feel(Pattern::Five));
            if self.warnings_told().contains(&time) {
                self.tell(Announcement::TimeWarning(side, time));
            }
        }
    }
}
