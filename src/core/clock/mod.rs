//! Time controls and a chess clock, as arithmetic on given instants (FIDE 6).
//!
//! An instant is the [`Duration`] since the session began. Nothing here reads a real clock: six hours of play are
//! exact to the millisecond and tested in no time.

#![warn(missing_docs, unreachable_pub)]

mod authority;
mod control;
#[cfg(test)]
mod tests;

use std::time::Duration;

use shakmaty::{ByColor, Color};

pub use authority::{Authority, UnknownAuthority};
pub use control::{Bonus, IncrementFrom, Period, TimeControl, TimeControlError};

/// One player's side of the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SideClock {
    /// Time left when this clock was last started or stopped.
    left: Duration,
    /// Time used by then.
    used: Duration,
    /// Completed moves as counted by the clock.
    completed: u32,
    /// What a server adds for the move that it has not yet reported.
    awaited: Duration,
    fallen: bool,
}

/// A chess clock: at most one side runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    increment_from: IncrementFrom,
    authority: Authority,
    sides: ByColor<SideClock>,
    /// Added with every move besides the bonus of the control.
    extra: Duration,
    /// The side whose time runs, and since when.
    running: Option<(Color, Duration)>,
}

impl Clock {
    /// Returns a stopped clock with the first period on both sides, and the increment of the first move.
    pub fn new(control: TimeControl) -> Clock {
        Clock::with_increment_from(control, IncrementFrom::default())
    }

    /// Returns a stopped clock that begins without the increment, or with it.
    pub fn with_increment_from(control: TimeControl, increment_from: IncrementFrom) -> Clock {
        let left = control.given(0, increment_from);
        let side =
            SideClock { left, used: Duration::ZERO, completed: 0, awaited: Duration::ZERO, fallen: false };
        Clock {
            control,
            increment_from,
            authority: Authority::Program,
            sides: ByColor { white: side, black: side },
            extra: Duration::ZERO,
            running: None,
        }
    }

    /// Returns the clock with another authority, which starts, stops and corrects it by [`Clock::take_over`].
    #[must_use]
    pub fn kept_by(self, authority: Authority) -> Clock {
        Clock { authority, ..self }
    }

    /// Returns who keeps the time.
    pub fn authority(&self) -> Authority {
        self.authority
    }

    /// Returns the time control.
    pub fn control(&self) -> &TimeControl {
        &self.control
    }

    /// Returns all the time that a player has been given by the control after `completed` moves.
    pub fn given(&self, completed: u32) -> Duration {
        self.control.given(completed, self.increment_from)
    }

    /// Returns the side whose time runs.
    pub fn running(&self) -> Option<Color> {
        self.running.map(|(side, _)| side)
    }

    /// Starts `side`'s time and stops the other's, without completing a move.
    pub fn start(&mut self, side: Color, at: Duration) {
        if self.authority.is_program() {
            self.halt(at);
            self.running = Some((side, at));
        }
    }

    /// Stops both sides, if the program keeps the time. The rest of a delay is lost, as on the clocks in use.
    pub fn stop(&mut self, at: Duration) {
        if self.authority.is_program() {
            self.halt(at);
        }
    }

    /// Stops both sides, whoever keeps the time, because the game is over or the program ended.
    pub fn halt(&mut self, at: Duration) {
        if let Some((side, _)) = self.running {
            self.settle(side, at);
            self.running = None;
        }
    }

    /// Completes a move of `side`: adds its bonus and a new period, and starts the opponent's time.
    ///
    /// A stopped clock of another authority has not begun: it only counts the move. A server's runs on, until the server
    /// has the move.
    pub fn press(&mut self, side: Color, at: Duration) {
        let runs = self.authority.is_program() || self.running.is_some();
        let waits = matches!(self.authority, Authority::Server | Authority::Peers);
        if !waits {
            self.halt(at);
        }
        let player = &mut self.sides[side];
        let completed = player.completed;
        player.completed += 1;
        if runs {
            let gained = self.control.gained(completed, self.increment_from) + self.extra;
            if waits {
                player.awaited += gained;
                return;
            }
            if !player.fallen {
                player.left += gained;
            }
            self.running = Some((!side, at));
        }
    }

    /// Takes over a report of the authority: the time left to both, and whose time runs.
    pub fn take_over(&mut self, left: ByColor<Duration>, running: Option<Color>, at: Duration) {
        self.halt(at);
        for side in Color::ALL {
            let player = &mut self.sides[side];
            // Corrects what the program counted too much or too little since the last report.
            let awaited = std::mem::take(&mut player.awaited);
            player.used = (player.used + player.left + awaited).saturating_sub(left[side]);
            player.left = left[side];
        }
        self.running = running.map(|side| (side, at));
    }

    /// Undoes a press: stops the opponent's time and takes the bonus back.
    pub fn unpress(&mut self, side: Color, at: Duration) {
        self.halt(at);
        let player = &mut self.sides[side];
        player.awaited = Duration::ZERO;
        let Some(completed) = player.completed.checked_sub(1) else { return };
        player.completed = completed;
        player.left =
            player.left.saturating_sub(self.control.gained(completed, self.increment_from) + self.extra);
    }

    /// Returns the time left to `side`; zero once the flag has fallen.
    pub fn left(&self, side: Color, at: Duration) -> Duration {
        let player = self.sides[side];
        match self.running {
            Some((running, since)) if running == side => {
                player.left.saturating_sub(self.run_down(side, since, at))
            }
            _ => player.left,
        }
    }

    /// Returns the time used by `side`, without delays.
    pub fn used(&self, side: Color, at: Duration) -> Duration {
        let player = self.sides[side];
        player.used + player.left - self.left(side, at)
    }

    /// Whether `side`'s flag has fallen by `at` (FIDE 6.2.1); false if another authority reports that.
    pub fn flag(&self, side: Color, at: Duration) -> bool {
        self.authority.is_program() && (self.sides[side].fallen || self.left(side, at).is_zero())
    }

    /// Returns the instant at which the flag of the running side falls or fell.
    pub fn flag_falls_at(&self) -> Option<Duration> {
        let (side, since) = self.running?;
        Some(since + self.sides[side].left + self.delay(side))
    }

    /// Returns the instant from which the time counts down: `at`, or later during a delay.
    pub fn counts_from(&self, at: Duration) -> Duration {
        self.running.map_or(at, |(side, since)| at.max(since + self.delay(side)))
    }

    /// Returns the moves that `side` has completed.
    pub fn completed(&self, side: Color) -> u32 {
        self.sides[side].completed
    }

    /// Returns the moves that `side` must complete before the next time control; none in a period for all the rest.
    pub fn moves_to_control(&self, side: Color) -> Option<u32> {
        let completed = self.sides[side].completed;
        self.control.period_of(completed).moves?;
        (1..).find(|more| self.control.ends_period(completed + more - 1))
    }

    /// Whether `side` must complete all remaining moves in its period.
    pub fn is_last_period(&self, side: Color) -> bool {
        self.control.period_of(self.sides[side].completed).moves.is_none()
    }

    /// Whether each move of `side`'s period has a bonus.
    pub fn has_bonus(&self, side: Color) -> bool {
        !self.extra.is_zero() || self.control.period_of(self.sides[side].completed).bonus != Bonus::None
    }

    /// Returns the increment or delay of a move in `side`'s period.
    pub fn bonus(&self, side: Color) -> Duration {
        let bonus = match self.control.period_of(self.sides[side].completed).bonus {
            Bonus::None => Duration::ZERO,
            Bonus::Increment(time) | Bonus::Delay(time) => time,
        };
        bonus + self.extra
    }

    /// Sets the time added with every move of both sides besides the bonus.
    pub fn set_extra(&mut self, extra: Duration) {
        self.extra = extra;
    }

    /// Sets `side`'s time, as an arbiter may (FIDE 6.10, 7.5.5), and raises its flag.
    pub fn set_left(&mut self, side: Color, left: Duration, at: Duration) {
        if let Some((running, _)) = self.running {
            self.settle(running, at);
            self.running = Some((running, at));
        }
        self.sides[side].left = left;
        self.sides[side].fallen = left.is_zero();
    }

    /// Adds penalty time.
    pub fn add(&mut self, side: Color, time: Duration, at: Duration) {
        self.set_left(side, self.left(side, at) + time, at);
    }

    /// Charges both sides with the time they used between two states of the clock.
    pub fn charge_since(&mut self, earlier: &Clock, later: &Clock, at: Duration) {
        for side in Color::ALL {
            let more = later.used(side, at).saturating_sub(earlier.used(side, at));
            if !more.is_zero() {
                self.set_left(side, self.left(side, at).saturating_sub(more), at);
            }
        }
    }

    /// Corrects the move counter.
    pub fn set_completed(&mut self, side: Color, completed: u32) {
        self.sides[side].completed = completed;
        self.sides[side].awaited = Duration::ZERO;
    }

    fn settle(&mut self, side: Color, at: Duration) {
        let (left, used) = (self.left(side, at), self.used(side, at));
        (self.sides[side].left, self.sides[side].used) = (left, used);
        self.sides[side].fallen |= self.authority.is_program() && left.is_zero();
    }

    fn delay(&self, side: Color) -> Duration {
        // The reported times include the delay.
        if !self.authority.is_program() {
            return Duration::ZERO;
        }
        match self.control.period_of(self.sides[side].completed).bonus {
            Bonus::Delay(delay) => delay,
            Bonus::None | Bonus::Increment(_) => Duration::ZERO,
        }
    }

    fn run_down(&self, side: Color, since: Duration, at: Duration) -> Duration {
        at.saturating_sub(since).saturating_sub(self.delay(side))
    }
}
