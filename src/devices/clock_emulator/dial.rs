//! The dials of a tactile clock (FIDE D.2.6).

use std::fmt;

use crate::tactile_clock::{ClockState, TactileSide};

const HOUR_MS: u32 = 3_600_000;
const DIAL_MS: u32 = 12 * HOUR_MS;
const LAST_FIVE_MS: u32 = 300_000;
/// Raised dots on the whole dial: one every five minutes, two every fifteen.
pub const DOTS_ON_DIAL: u32 = 8 + 2 * 4;

/// One side's dial: its hands and its flag.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dial {
    /// Time left, in milliseconds.
    pub left_ms: u32,
    /// Degrees clockwise from XII, 0 to under 360; at XII the hour is over.
    pub minute_hand: f64,
    /// Degrees clockwise from XII, once round in 12 hours.
    pub hour_hand: f64,
    /// Raised dots under the minute hand: 2, 1, or 0 between two marks.
    pub dots: u8,
    pub flag: FlagPosition,
}

/// The position of a flag.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FlagPosition {
    /// Hanging, with more than five minutes to go.
    Rest,
    /// Lifted by the minute hand, 0 (just begun) to 1 (about to drop).
    Lifting(f64),
    /// Dropped.
    Fallen,
}

impl Dial {
    /// Returns the dial of one side of a face.
    ///
    /// Each hand reaches XII when the time runs out. The flag begins to lift when the minute hand has five minutes to
    /// go in the last hour, and drops at zero.
    pub fn of(face: &ClockState, side: TactileSide) -> Self {
        let (left_ms, told) = match side {
            TactileSide::White => (face.white_ms, face.flag.white),
            TactileSide::Black => (face.black_ms, face.flag.black),
        };
        let flag = match left_ms {
            _ if told => FlagPosition::Fallen,
            0 => FlagPosition::Fallen,
            1..=LAST_FIVE_MS => FlagPosition::Lifting(1.0 - f64::from(left_ms) / f64::from(LAST_FIVE_MS)),
            _ => FlagPosition::Rest,
        };
        Self {
            left_ms,
            minute_hand: angle(left_ms, HOUR_MS),
            hour_hand: angle(left_ms, DIAL_MS),
            dots: dots(left_ms),
            flag,
        }
    }
}

impl fmt::Display for Dial {
    /// Writes one line, which changes at most once a second.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Rounded up: 0:00:00 is shown only when the time is up.
        let seconds = self.left_ms.div_ceil(1000);
        let shown = seconds.saturating_mul(1000);
        write!(
            f,
            "{}:{:02}:{:02} minute {:5.1} hour {:5.1} dots {} flag ",
            seconds / 3600,
            seconds / 60 % 60,
            seconds % 60,
            angle(shown, HOUR_MS),
            angle(shown, DIAL_MS),
            dots(shown),
        )?;
        match self.flag {
            FlagPosition::Rest => f.write_str("rest"),
            FlagPosition::Lifting(_) => {
                let lift = 1.0 - f64::from(shown) / f64::from(LAST_FIVE_MS);
                write!(f, "lifting {:.0} %", lift.max(0.0) * 100.0)
            }
            FlagPosition::Fallen => f.write_str("fallen"),
        }
    }
}

/// Returns a hand's angle, clockwise from XII: 360° × (1 - (ms mod round) / round).
fn angle(left_ms: u32, round_ms: u32) -> f64 {
    let gone = (round_ms - left_ms % round_ms) % round_ms;
    360.0 * f64::from(gone) / f64::from(round_ms)
}

/// Returns the dots of the mark under the minute hand in this second.
fn dots(left_ms: u32) -> u8 {
    match left_ms.div_ceil(1000) % 3600 {
        seconds if seconds % 900 == 0 => 2,
        seconds if seconds % 300 == 0 => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tactile_clock::FallenFlags;

    const MINUTE: u32 = 60_000;

    #[test]
    fn hands_reach_twelve_when_the_time_is_up() {
        check_hands(0, 0.0, 0.0, 2);
        check_hands(1, 359.9999, 360.0 - 360.0 / 43_200_000.0, 0);
        check_hands(5 * MINUTE, 330.0, 357.5, 1);
        check_hands(15 * MINUTE, 270.0, 352.5, 2);
        check_hands(30 * MINUTE, 180.0, 345.0, 2);
        check_hands(50 * MINUTE, 60.0, 335.0, 1);
        check_hands(58 * MINUTE, 12.0, 331.0, 0);
        check_hands(60 * MINUTE, 0.0, 330.0, 2);
        check_hands(90 * MINUTE, 180.0, 315.0, 2);
        check_hands(120 * MINUTE, 0.0, 300.0, 2);
        check_hands(720 * MINUTE, 0.0, 0.0, 2);
        check_hands(721 * MINUTE, 354.0, 359.5, 0);
    }

    #[test]
    fn the_flag_lifts_in_the_last_five_minutes_and_drops_at_zero() {
        check_flag(5 * MINUTE + 1, false, FlagPosition::Rest);
        check_flag(5 * MINUTE, false, FlagPosition::Lifting(0.0));
        check_flag(3 * MINUTE, false, FlagPosition::Lifting(0.4));
        check_flag(75_000, false, FlagPosition::Lifting(0.75));
        check_flag(0, false, FlagPosition::Fallen);
        check_flag(0, true, FlagPosition::Fallen);
        // The hand nears XII, but this is not the last hour.
        check_flag(63 * MINUTE, false, FlagPosition::Rest);
        // The host decides: it counts periods, which the clock cannot.
        check_flag(10 * MINUTE, true, FlagPosition::Fallen);
    }

    #[test]
    fn the_dial_has_sixteen_dots() {
        let all: u32 = (0..60).map(|minute| u32::from(dots(minute * MINUTE))).sum();
        assert_eq!(all, DOTS_ON_DIAL);
    }

    #[test]
    fn a_dial_reads_as_one_line() {
        check_line(5_400_000, "1:30:00 minute 180.0 hour 315.0 dots 2 flag rest");
        check_line(5_399_999, "1:30:00 minute 180.0 hour 315.0 dots 2 flag rest");
        check_line(5_399_000, "1:29:59 minute 180.1 hour 315.0 dots 0 flag rest");
        check_line(150_000, "0:02:30 minute 345.0 hour 358.8 dots 0 flag lifting 50 %");
        check_line(1, "0:00:01 minute 359.9 hour 360.0 dots 0 flag lifting 100 %");
        check_line(0, "0:00:00 minute   0.0 hour   0.0 dots 2 flag fallen");
        check_line(u32::MAX, "1193:02:48 minute 343.3 hour 208.6 dots 0 flag rest");
    }

    fn dial(left_ms: u32, fallen: bool) -> Dial {
        let face = ClockState {
            black_ms: left_ms,
            flag: FallenFlags { white: false, black: fallen },
            ..ClockState::default()
        };
        Dial::of(&face, TactileSide::Black)
    }

    fn check_hands(left_ms: u32, minute_hand: f64, hour_hand: f64, dots: u8) {
        let dial = dial(left_ms, false);
        let near = |a: f64, b: f64| (a - b).abs() < 1e-4;
        assert!(near(dial.minute_hand, minute_hand), "{left_ms}: {dial:?}");
        assert!(near(dial.hour_hand, hour_hand), "{left_ms}: {dial:?}");
        assert_eq!(dial.dots, dots, "{left_ms}");
    }

    fn check_flag(left_ms: u32, told: bool, flag: FlagPosition) {
        match (dial(left_ms, told).flag, flag) {
            (FlagPosition::Lifting(found), FlagPosition::Lifting(expected)) => {
                assert!((found - expected).abs() < 1e-9, "{left_ms}: {found}");
            }
            (found, expected) => assert_eq!(found, expected, "{left_ms}"),
        }
    }

    fn check_line(left_ms: u32, line: &str) {
        assert_eq!(dial(left_ms, false).to_string(), line);
    }
}
