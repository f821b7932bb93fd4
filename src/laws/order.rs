//! What the arbiter orders by his own word (6.7, 6.10, 11.7, 11.8, 12.9, Guidelines III.4).

use std::{fmt, time::Duration};

use super::{Article, Color};

/// One order. Times are what is added, taken or shown; what was left out is filled in before it is carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    AddTime {
        side: Color,
        time: Duration,
    },
    TakeTime {
        side: Color,
        time: Duration,
    },
    /// The clock of `side` is to show so much.
    SetTime {
        side: Color,
        left: Duration,
    },
    /// The move counter of `side`: so many moves completed.
    SetMoves {
        side: Color,
        moves: u32,
    },
    Warn(Color),
    /// The opponent of `side` gets this time; if none was named, what an illegal move costs.
    Penalize {
        side: Color,
        time: Option<Duration>,
    },
    Lose(Color),
    Draw,
    BothLose,
    /// How late a player may come.
    DefaultTime(Duration),
    /// `side` came so late; if it was not said, as long as the game has been going on.
    Late {
        side: Color,
        time: Option<Duration>,
    },
    /// Five seconds more with every move for both, and two minutes for the opponent of the one who asked (III.4).
    FiveSeconds,
    /// The game that was over goes on.
    Reopen,
    /// Back to before this side's move with that number, White's unless told.
    BackTo {
        number: u8,
        by: Option<Color>,
    },
}

impl Order {
    /// The article it rests on.
    pub fn article(self) -> Article {
        match self {
            Order::SetTime { .. } | Order::SetMoves { .. } => Article::CLOCK_SETTING,
            Order::AddTime { .. } | Order::TakeTime { .. } | Order::Warn(_) | Order::Penalize { .. } => {
                Article::ARBITER
            }
            Order::Lose(_) | Order::Draw => Article::ARBITER,
            Order::BothLose => Article::BOTH_LOSE,
            Order::DefaultTime(_) | Order::Late { .. } => Article::DEFAULT_TIME,
            Order::FiveSeconds => Article::FIVE_SECONDS,
            Order::Reopen => Article::ARBITER_DUTIES,
            Order::BackTo { .. } => Article::DISPLACED_FOUND,
        }
    }

    /// Whether it ends the game, so that it is asked back.
    pub fn ends_the_game(self) -> bool {
        matches!(self, Order::Lose(_) | Order::Draw | Order::BothLose)
    }

    /// The name it goes by in journals and in the sentences.
    pub fn name(self) -> &'static str {
        match self {
            Order::AddTime { .. } => "time-added",
            Order::TakeTime { .. } => "time-taken",
            Order::SetTime { .. } => "clock-set",
            Order::SetMoves { .. } => "move-counter",
            Order::Warn(_) => "warning",
            Order::Penalize { .. } => "penalty",
            Order::Lose(_) => "lost",
            Order::Draw => "drawn",
            Order::BothLose => "both-lose",
            Order::DefaultTime(_) => "default-time",
            Order::Late { .. } => "late",
            Order::FiveSeconds => "five-seconds",
            Order::Reopen => "reopened",
            Order::BackTo { .. } => "back-to",
        }
    }

    /// The side it is about, where it is about one.
    pub fn side(self) -> Option<Color> {
        match self {
            Order::AddTime { side, .. }
            | Order::TakeTime { side, .. }
            | Order::SetTime { side, .. }
            | Order::SetMoves { side, .. }
            | Order::Penalize { side, .. }
            | Order::Late { side, .. } => Some(side),
            Order::Warn(side) | Order::Lose(side) => Some(side),
            Order::BackTo { by, .. } => by,
            Order::Draw | Order::BothLose | Order::DefaultTime(_) | Order::FiveSeconds | Order::Reopen => {
                None
            }
        }
    }

    /// The time it names.
    pub fn time(self) -> Option<Duration> {
        match self {
            Order::AddTime { time, .. } | Order::TakeTime { time, .. } => Some(time),
            Order::SetTime { left, .. } => Some(left),
            Order::DefaultTime(time) => Some(time),
            Order::Penalize { time, .. } | Order::Late { time, .. } => time,
            _ => None,
        }
    }

    /// The number it names.
    pub fn number(self) -> Option<u32> {
        match self {
            Order::SetMoves { moves, .. } => Some(moves),
            Order::BackTo { number, .. } => Some(u32::from(number)),
            _ => None,
        }
    }
}

/// What it is about, as a journal and a score have it beside its name: `white 0:02:00`, `black 12`.
impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = self.side().map(|side| side.fold_wb("white", "black").to_owned());
        let time = self.time().map(|time| {
            let seconds = time.as_secs();
            format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
        });
        let number = self.number().map(|number| number.to_string());
        let words: Vec<String> = [side, time, number].into_iter().flatten().collect();
        f.write_str(&words.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};

    #[test]
    fn orders_name_what_they_are_about() {
        let minutes = |n| Duration::from_secs(60_u64 * n);
        check(Order::AddTime { side: White, time: minutes(2) }, "time-added white 0:02:00 12.9");
        check(Order::SetTime { side: Black, left: minutes(90) }, "clock-set black 1:30:00 6.10.2");
        check(Order::SetMoves { side: Black, moves: 12 }, "move-counter black 12 6.10.2");
        check(Order::BackTo { number: 7, by: None }, "back-to 7 7.6");
        check(Order::BothLose, "both-lose  11.8");
        check(Order::Late { side: White, time: None }, "late white 6.7.1");
        fn check(order: Order, says: &str) {
            assert_eq!(format!("{} {order} {}", order.name(), order.article()), says);
        }
    }
}
