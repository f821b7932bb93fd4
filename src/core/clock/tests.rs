use shakmaty::Color::{Black, White};

use super::*;

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
    assert_eq!(clock.left(White, s(10.0)), s(60.0));
    assert_eq!(clock.running(), Some(Black));
    clock.press(Black, s(12.0));
    assert_eq!(clock.left(Black, s(12.0)), s(68.0));
    assert_eq!(clock.left(White, s(12.5)), s(59.5));
}

#[test]
fn an_increment_is_there_from_the_first_move() {
    let of_before =
        |control: &str| Clock::with_increment_from(control.parse().unwrap(), IncrementFrom::SecondMove);
    let new = |control: &str| Clock::new(control.parse().unwrap());
    // After so many moves in no time.
    check(new("5400+30"), &[5430.0, 5460.0, 5490.0]);
    check(of_before("5400+30"), &[5400.0, 5430.0, 5460.0]);
    check(new("0+30"), &[30.0, 60.0]);
    check(new("300d3"), &[300.0, 300.0]);
    // A period's first move has the increment of that period.
    check(new("2/60+5:30+1"), &[65.0, 70.0, 101.0, 102.0]);
    check(of_before("2/60+5:30+1"), &[60.0, 65.0, 100.0, 101.0]);
    fn check(mut clock: Clock, expected: &[f64]) {
        for (completed, expected) in (0..).zip(expected) {
            assert_eq!(clock.left(White, s(0.0)), s(*expected), "{clock:?}");
            assert_eq!(clock.given(completed), s(*expected));
            clock.press(White, s(0.0));
        }
    }
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
            assert_eq!(clock.given(completed), clock.left(White, s(0.0)), "{control} {completed}");
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
    assert!(!clock.flag(White, s(65.999)));
    assert!(clock.flag(White, s(66.0)));
    clock.press(White, s(67.0));
    assert!(clock.flag(White, s(67.0)), "no bonus raises it");
    clock.set_left(White, s(30.0), s(67.0));
    assert!(!clock.flag(White, s(67.0)), "an arbiter may");
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
    assert_eq!((clock.left(White, s(10.0)), clock.completed(White)), (s(55.0), 0));
}

#[test]
fn a_clock_that_another_keeps_does_as_it_is_told() {
    let both = |white, black| ByColor { white: s(white), black: s(black) };
    let mut clock = Clock::with_increment_from("60+5".parse().unwrap(), IncrementFrom::SecondMove)
        .kept_by(Authority::Server);
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
        (clock.running(), clock.left(White, s(8.5))),
        (Some(White), s(56.5)),
        "until the server has it"
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
    assert_eq!(clock.left(White, at), Duration::from_secs(21600 + 401 * 30) - used);
}
