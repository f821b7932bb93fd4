//! Time controls: periods, moves, and what is added with each.

use std::{fmt, str::FromStr, time::Duration};

use serde::{Deserialize, Serialize};

use crate::language::Message;

/// What a player gains with every move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bonus {
    /// Nothing.
    #[default]
    None,
    /// Added before the move; unused time is kept (Fischer).
    Increment(Duration),
    /// The main time runs only after this; the unused rest is lost (FIDE 6.3.2).
    Delay(Duration),
}

/// The first move for which a player has the increment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum IncrementFrom {
    /// Their first: 90+30 begins at 1:30:30 (FIDE, glossary of 2023).
    #[default]
    FirstMove,
    /// Their second: as journals count that do not say, and as servers do.
    SecondMove,
}

/// One period of a time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// How many moves it covers; `None` for all that remain.
    pub moves: Option<u32>,
    /// The main time.
    pub time: Duration,
    /// What each move adds.
    pub bonus: Bonus,
}

/// The time of both players, period by period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeControl {
    periods: Vec<Period>,
}

/// A time control that cannot be read.
#[derive(Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "time")]
pub enum TimeControlError {
    /// The text is no period.
    Unreadable(#[message("found")] String),
    /// A period before the last has no number of moves.
    OpenPeriod(#[message("found")] String),
    /// A period has no time at all, or more than a day.
    Length(#[message("found")] String),
}

/// More moves than any game has, and more periods than any event.
const MOST_MOVES: u32 = 9_999;
const MOST_PERIODS: usize = 20;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

impl TimeControl {
    /// Returns the periods, never none.
    pub fn periods(&self) -> &[Period] {
        &self.periods
    }

    /// Reads the spoken form: minutes, `+` or `d` and seconds (`90+30`, `5d3`), periods separated by `,` with the
    /// moves before a slash (`40/90+30,30+30`).
    pub fn from_minutes(text: &str) -> Result<TimeControl, TimeControlError> {
        TimeControl::parse(text, ',', 60.0)
    }

    /// Returns the spoken form: minutes, `90+30`, and `0:50+1` where they are not whole.
    pub fn in_minutes(&self) -> String {
        let period = |period: &Period| {
            let (minutes, seconds) = (period.time.as_secs() / 60, period.time.as_secs() % 60);
            let seconds = if seconds == 0 { String::new() } else { format!(":{seconds:02}") };
            let moves = period.moves.map(|moves| format!("{moves}/")).unwrap_or_default();
            let bonus = match period.bonus {
                Bonus::None => String::new(),
                Bonus::Increment(bonus) => format!("+{}", bonus.as_secs_f64()),
                Bonus::Delay(bonus) => format!("d{}", bonus.as_secs_f64()),
            };
            format!("{moves}{minutes}{seconds}{bonus}")
        };
        self.periods.iter().map(period).collect::<Vec<_>>().join(",")
    }

    fn parse(text: &str, parting: char, unit: f64) -> Result<TimeControl, TimeControlError> {
        let periods = text
            .trim()
            .split(parting)
            .map(|period| parse_period(period.trim(), unit))
            .collect::<Result<Vec<_>, _>>()?;
        if periods.len() > MOST_PERIODS {
            return Err(TimeControlError::Unreadable(text.to_owned()));
        }
        if periods[..periods.len() - 1].iter().any(|period| period.moves.is_none()) {
            return Err(TimeControlError::OpenPeriod(text.to_owned()));
        }
        Ok(TimeControl { periods })
    }

    /// Returns the period in which the move after `completed` moves is played.
    ///
    /// A last period with a number of moves repeats, as `40/7200` does in PGN.
    pub(super) fn period_of(&self, completed: u32) -> Period {
        let mut left = completed;
        let last = self.periods[self.periods.len() - 1];
        for period in &self.periods {
            match period.moves {
                Some(moves) if left >= moves => left -= moves,
                _ => return *period,
            }
        }
        last
    }

    /// Whether the move after `completed` moves ends a period.
    pub(super) fn ends_period(&self, completed: u32) -> bool {
        let mut sum = 0;
        let mut step = 0;
        for period in &self.periods {
            let Some(moves) = period.moves else { return false };
            step = moves;
            sum += moves;
            if completed + 1 == sum {
                return true;
            }
        }
        completed >= sum && (completed + 1 - sum).is_multiple_of(step)
    }

    /// Returns the increment of the move after `completed` moves.
    fn increment(&self, completed: u32) -> Duration {
        match self.period_of(completed).bonus {
            Bonus::Increment(increment) => increment,
            Bonus::None | Bonus::Delay(_) => Duration::ZERO,
        }
    }

    /// Returns the time added when the move after `completed` moves is completed.
    pub(super) fn gained(&self, completed: u32, from: IncrementFrom) -> Duration {
        let increment = match from {
            IncrementFrom::FirstMove => self.increment(completed + 1),
            IncrementFrom::SecondMove => self.increment(completed),
        };
        let period = self.ends_period(completed).then(|| self.period_of(completed + 1).time);
        increment + period.unwrap_or_default()
    }

    /// Returns all the time that a player has been given after `completed` moves.
    pub fn given(&self, completed: u32, from: IncrementFrom) -> Duration {
        let first = match from {
            IncrementFrom::FirstMove => self.increment(0),
            IncrementFrom::SecondMove => Duration::ZERO,
        };
        self.periods[0].time + first + (0..completed).map(|n| self.gained(n, from)).sum::<Duration>()
    }

    /// Returns the time of each player for 60 moves: the main time and 60 bonuses (FIDE A.1, B.1).
    pub fn estimate(&self) -> Duration {
        let last = self.periods[self.periods.len() - 1];
        let bonus = match last.bonus {
            Bonus::None => Duration::ZERO,
            Bonus::Increment(bonus) | Bonus::Delay(bonus) => bonus,
        };
        self.periods.iter().map(|period| period.time).sum::<Duration>() + bonus * 60
    }
}

fn parse_period(text: &str, unit: f64) -> Result<Period, TimeControlError> {
    let unreadable = || TimeControlError::Unreadable(text.to_owned());
    let number = |digits: &str| -> Result<f64, TimeControlError> {
        let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        if plain { digits.parse().map_err(|_| unreadable()) } else { Err(unreadable()) }
    };
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => {
            let moves = moves.parse().ok().filter(|moves| (1..=MOST_MOVES).contains(moves));
            (Some(moves.ok_or_else(unreadable)?), rest)
        }
        None => (None, text),
    };
    let (time, bonus) = match rest.find(['+', 'd']) {
        Some(sign) => {
            let bonus = Duration::try_from_secs_f64(number(&rest[sign + 1..])?).map_err(|_| unreadable())?;
            let bonus = match &rest[sign..=sign] {
                _ if bonus.is_zero() => Bonus::None,
                "+" => Bonus::Increment(bonus),
                _ => Bonus::Delay(bonus),
            };
            (&rest[..sign], bonus)
        }
        None => (rest, Bonus::None),
    };
    let time = Duration::try_from_secs_f64(number(time)? * unit).map_err(|_| unreadable())?;
    let bonus_time = match bonus {
        Bonus::None => Duration::ZERO,
        Bonus::Increment(bonus) | Bonus::Delay(bonus) => bonus,
    };
    if time.is_zero() && bonus_time.is_zero() || time > DAY || bonus_time > DAY {
        return Err(TimeControlError::Length(text.to_owned()));
    }
    Ok(Period { moves, time, bonus })
}

/// Reads the PGN tag `TimeControl`: seconds, `40/7200:3600`, `5400+30`; a delay is `5400d30`.
impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<TimeControl, TimeControlError> {
        TimeControl::parse(text, ':', 1.0)
    }
}

/// Writes the PGN tag.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, period) in self.periods.iter().enumerate() {
            if n > 0 {
                f.write_str(":")?;
            }
            if let Some(moves) = period.moves {
                write!(f, "{moves}/")?;
            }
            write!(f, "{}", period.time.as_secs_f64())?;
            match period.bonus {
                Bonus::None => {}
                Bonus::Increment(bonus) => write!(f, "+{}", bonus.as_secs_f64())?,
                Bonus::Delay(bonus) => write!(f, "d{}", bonus.as_secs_f64())?,
            }
        }
        Ok(())
    }
}
