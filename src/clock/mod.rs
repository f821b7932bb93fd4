//! Time controls and a chess clock, as arithmetic on given instants (FIDE 6).
//!
//! An instant is the [`Duration`] since the session began. Nothing here reads a real clock: six hours of play are
//! exact to the millisecond and tested in no time.

#![warn(missing_docs, unreachable_pub)]

mod authority;
mod control;

use std::time::Duration;

use shakmaty::{ByColor, Color};

pub use authority::{Authority, UnknownAuthority};
pub use control::{Bonus, Period, TimeControl, TimeControlError};

/// One player's side of the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SideClock {
    /// Time left when this clock was last started or stopped.
    left: Duration,
    /// Time used by then.
    used: Duration,
    /// Completed moves as counted by the clock.
    completed: u32,
    fallen: bool,
}

/// A chess clock: at most one side runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    authority: Authority,
    sides: ByColor<SideClock>,
    /// Added with every move besides the bonus of the control.
    extra: Duration,
    /// The side whose time runs, and since when.
    running: Option<(Color, Duration)>,
}

impl Clock {
    /// Returns a stopped clock with the first period on both sides.
    pub fn new(control: TimeControl) -> Clock {
        let side =
            SideClock { left: control.periods()[0].time, used: Duration::ZERO, completed: 0, fallen: false };
        Clock {
            control,
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
    /// A stopped clock of another authority has not begun: it only counts the move.
    pub fn press(&mut self, side: Color, at: Duration) {
        let runs = self.authority.is_program() || self.running.is_some();
        self.halt(at);
        let player = &mut self.sides[side];
        let completed = player.completed;
        player.completed += 1;
        if runs {
            if !player.fallen {
                player.left += self.control.gained(completed) + self.extra;
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
            player.used = (player.used + player.left).saturating_sub(left[side]);
            player.left = left[side];
        }
        self.running = running.map(|side| (side, at));
    }

    /// Undoes a press: stops the opponent's time and takes the bonus back.
    pub fn unpress(&mut self, side: Color, at: Duration) {
        self.halt(at);
        let player = &mut self.sides[side];
        let Some(completed) = player.completed.checked_sub(1) else { return };
        player.completed = completed;
        player.left = player.left.saturating_sub(self.control.gained(completed) + self.extra);
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

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::Color::{Black, White};

    fn s(seconds: f64) -> Duration {
        Duration::from_secs_f64(seconds)
    }

    #[test]
    fn time_used_counts_what_ran_and_nothing_that_was_added() {
        let mut clock = Clock::new("2/600+5:300".parse().unwrap());
        clock.start(White, s(0.0));
        clock.press(White, s(40.0));
        assert_eq!((clock.used(White, s(50.0)), clock.used(Black, s(50.0))), (s(40.0), s(10.0)));
        clock.press(Black, s(60.0));
        clock.add(White, s(120.0), s(70.0));
        clock.press(White, s(80.0));
        assert_eq!((clock.used(White, s(80.0)), clock.left(White, s(80.0))), (s(60.0), s(970.0)));
        let mut delayed = Clock::new("600d5".parse().unwrap());
        delayed.start(White, s(0.0));
        assert_eq!((delayed.used(White, s(4.0)), delayed.used(White, s(7.0))), (s(0.0), s(2.0)));
        assert_eq!(delayed.used(White, s(700.0)), s(600.0), "no more than there was");
    }

    #[test]
    fn the_next_time_control_is_so_many_moves_away() {
        for (control, expected) in [
            ("4/600:2/60:300", [Some(4), Some(3), Some(2), Some(1), Some(2), Some(1), None]),
            ("3/600", [Some(3), Some(2), Some(1), Some(3), Some(2), Some(1), Some(3)]),
        ] {
            let mut clock = Clock::new(control.parse().unwrap());
            for (completed, moves) in (0..).zip(expected) {
                clock.set_completed(White, completed);
                assert_eq!(clock.moves_to_control(White), moves, "{control} after {completed}");
            }
        }
    }

    #[test]
    fn time_controls_are_read_and_written() {
        check("5400+30", "5400+30");
        check("40/7200:3600", "40/7200:3600");
        check("40/5400+30:1800+30", "40/5400+30:1800+30");
        check("300d3", "300d3");
        check("0+5", "0+5");
        check("90.5", "90.5");
        fn check(text: &str, written: &str) {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), written);
        }
    }

    #[test]
    fn people_speak_of_minutes() {
        check("90+30", "5400+30");
        check("15", "900");
        check("0.5+1", "30+1");
        check("5d3", "300d3");
        check("40/90+30, 30+30", "40/5400+30:1800+30");
        fn check(text: &str, pgn: &str) {
            let control = TimeControl::from_minutes(text).unwrap();
            assert_eq!(control.to_string(), pgn);
            let said = text.replace("0.5", "0:30").replace(' ', "");
            assert_eq!(control.in_minutes(), said);
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for text in [
            "",
            "+",
            "x",
            "-5",
            "40/",
            "/3",
            "0/60",
            "0",
            "0+0",
            "1e99",
            "300:600",
            "inf",
            "nan",
            "60+-1",
            "99999999999999999999",
        ] {
            assert!(text.parse::<TimeControl>().is_err(), "{text:?} was read");
        }
    }

    #[test]
    fn an_increment_is_kept() {
        let mut clock = Clock::new("60+5".parse().unwrap());
        clock.start(White, s(0.0));
        clock.press(White, s(10.0));
        assert_eq!(clock.left(White, s(10.0)), s(55.0));
        assert_eq!(clock.running(), Some(Black));
        clock.press(Black, s(12.0));
        assert_eq!(clock.left(Black, s(12.0)), s(63.0));
        assert_eq!(clock.left(White, s(12.5)), s(54.5));
    }

    #[test]
    fn a_delay_is_not_kept_and_main_time_runs_after_it() {
        let mut clock = Clock::new("60d5".parse().unwrap());
        clock.start(White, s(0.0));
        assert_eq!(clock.left(White, s(4.0)), s(60.0));
        assert_eq!(clock.left(White, s(6.0)), s(59.0));
        clock.press(White, s(7.0));
        assert_eq!(clock.left(White, s(100.0)), s(58.0));
        assert_eq!(clock.flag_falls_at(), Some(s(7.0 + 65.0)));
    }

    #[test]
    fn a_new_period_comes_with_its_move() {
        let mut clock = Clock::new("2/60:30".parse().unwrap());
        let mut at = 0.0;
        clock.start(White, s(0.0));
        for n in 1..=3 {
            at += 10.0;
            clock.press(White, s(at));
            clock.press(Black, s(at));
            let expected = if n >= 2 { 90.0 } else { 60.0 } - 10.0 * f64::from(n);
            assert_eq!(clock.left(White, s(at)), s(expected), "after move {n}");
        }
    }

    #[test]
    fn what_is_given_is_what_an_idle_clock_shows() {
        for control in ["60", "60+5", "60d5", "2/60+5:1/30:20", "2/60"] {
            let mut clock = Clock::new(control.parse().unwrap());
            for completed in 0..6 {
                assert_eq!(
                    clock.control().given(completed),
                    clock.left(White, s(0.0)),
                    "{control} {completed}"
                );
                clock.press(White, s(0.0));
            }
        }
    }

    #[test]
    fn a_period_of_moves_at_the_end_repeats() {
        let mut clock = Clock::new("2/60".parse().unwrap());
        clock.start(White, s(0.0));
        for _ in 0..4 {
            clock.press(White, s(0.0));
        }
        assert_eq!(clock.left(White, s(0.0)), s(180.0));
    }

    #[test]
    fn a_flag_falls_on_the_millisecond_and_stays() {
        let mut clock = Clock::new("60+5".parse().unwrap());
        clock.start(White, s(1.0));
        assert!(!clock.flag(White, s(60.999)));
        assert!(clock.flag(White, s(61.0)));
        clock.press(White, s(62.0));
        assert!(clock.flag(White, s(62.0)), "no bonus raises it");
        clock.set_left(White, s(30.0), s(62.0));
        assert!(!clock.flag(White, s(62.0)), "an arbiter may");
    }

    #[test]
    fn stopping_costs_nobody_time() {
        let mut clock = Clock::new("60".parse().unwrap());
        clock.start(Black, s(0.0));
        clock.stop(s(3.0));
        assert_eq!((clock.left(Black, s(50.0)), clock.left(White, s(50.0))), (s(57.0), s(60.0)));
        clock.start(Black, s(50.0));
        assert_eq!(clock.left(Black, s(51.0)), s(56.0));
        clock.add(White, s(120.0), s(51.0));
        assert_eq!((clock.left(Black, s(52.0)), clock.left(White, s(52.0))), (s(55.0), s(180.0)));
    }

    #[test]
    fn a_press_can_be_undone() {
        let mut clock = Clock::new("1/60+5:30".parse().unwrap());
        clock.start(White, s(0.0));
        clock.press(White, s(10.0));
        clock.unpress(White, s(10.0));
        assert_eq!((clock.left(White, s(10.0)), clock.completed(White)), (s(50.0), 0));
    }

    #[test]
    fn a_clock_that_another_keeps_does_as_it_is_told() {
        let both = |white, black| ByColor { white: s(white), black: s(black) };
        let mut clock = Clock::new("60+5".parse().unwrap()).kept_by(Authority::Server);
        clock.start(White, s(0.0));
        clock.press(White, s(2.0));
        assert_eq!((clock.running(), clock.left(White, s(9.0))), (None, s(60.0)), "it has not begun");
        clock.press(Black, s(4.0));
        clock.take_over(both(60.0, 59.5), Some(White), s(5.0));
        assert_eq!(
            (clock.running(), clock.left(White, s(8.0)), clock.left(Black, s(8.0))),
            (Some(White), s(57.0), s(59.5))
        );
        clock.press(White, s(8.0));
        assert_eq!(
            (clock.running(), clock.left(White, s(8.0))),
            (Some(Black), s(62.0)),
            "until more is told"
        );
        clock.take_over(both(62.5, 59.5), Some(Black), s(9.0));
        assert_eq!((clock.left(White, s(10.0)), clock.left(Black, s(10.0))), (s(62.5), s(58.5)));
        assert_eq!((clock.used(White, s(10.0)), clock.used(Black, s(10.0))), (s(2.5), s(1.5)));
        clock.stop(s(20.0));
        assert_eq!(clock.running(), Some(Black), "nobody here stops it");
        assert!(!clock.flag(Black, s(500.0)) && clock.left(Black, s(500.0)).is_zero(), "nor calls a flag");
        clock.take_over(both(62.5, 3.0), None, s(500.0));
        assert_eq!((clock.running(), clock.left(Black, s(600.0))), (None, s(3.0)));
    }

    #[test]
    fn six_hours_are_exact() {
        let mut clock = Clock::new("21600+30".parse().unwrap());
        clock.start(White, Duration::ZERO);
        let (mut at, mut used) = (Duration::ZERO, Duration::ZERO);
        for n in 0..400u32 {
            let think = Duration::from_millis(u64::from(n) * 7 + 1);
            at += think;
            used += think;
            clock.press(White, at);
            at += Duration::from_millis(13);
            clock.press(Black, at);
        }
        assert_eq!(clock.left(White, at), Duration::from_secs(21600 + 400 * 30) - used);
    }
}
