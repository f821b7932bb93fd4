//! All rulings: the arbiter's orders and reported irregularities, one row each, and what the program itself finds.

use std::{fmt, time::Duration};

use crate::{
    announce::{ArbiterAnnouncement, Declaration},
    journal::{self, Entry},
    laws::{
        Article, ClockFault, Color, Ending, GameResult, Outcome, Square,
        time_claim::{FIVE_SECONDS, FIVE_SECONDS_COST},
    },
};

use super::{
    Availability, Execution, Field, Meaning, NO_PHRASES, OrderContext, OrderValue, Slot, ordered, reported,
    rulings, set_left,
};

const SIDE: &[Slot] = &[Slot::White, Slot::Black];
const TIME: &[Slot] = &[Slot::Hours, Slot::Minutes, Slot::Seconds];
const SIDE_AND_TIME: &[Slot] = &[Slot::White, Slot::Black, Slot::Hours, Slot::Minutes, Slot::Seconds];
const NUMBER_AND_SIDE: &[Slot] = &[Slot::Number, Slot::White, Slot::Black];

rulings! {
    ordered {
        /// Adds time to one side's clock.
        AddTime { side: Color, time: Duration } = TimeAdded {
            phrases: ordered("add-time", SIDE_AND_TIME, &[Field::Side], |said| {
                Some(Order::AddTime { side: said.side()?, time: said.time()? })
            }),
            article: Article::ARBITER,
            bearing: Clock,
            does: |ordered| Execution::Write(vec![set_left(side, ordered.left(side) + time)]),
        }
        /// Takes time from one side's clock.
        TakeTime { side: Color, time: Duration } = TimeTaken {
            phrases: ordered("take-time", SIDE_AND_TIME, &[Field::Side], |said| {
                Some(Order::TakeTime { side: said.side()?, time: said.time()? })
            }),
            article: Article::ARBITER,
            bearing: Clock,
            does: |ordered| Execution::Write(vec![set_left(side, ordered.left(side).saturating_sub(time))]),
        }
        /// Sets one side's clock.
        SetTime { side: Color, left: Duration } = ClockSet {
            phrases: ordered("set-time", SIDE_AND_TIME, &[Field::Side], |said| {
                Some(Order::SetTime { side: said.side()?, left: said.time()? })
            }),
            article: Article::CLOCK_SETTING,
            bearing: Clock,
            does: |_| Execution::Write(vec![set_left(side, left)]),
        }
        /// Sets the number of moves that one side has completed.
        SetMoves { side: Color, moves: u32 } = MoveCounter {
            phrases: ordered(
                "set-moves",
                &[Slot::White, Slot::Black, Slot::Number],
                &[Field::Side, Field::Number],
                |said| Some(Order::SetMoves { side: said.side()?, moves: said.value(Field::Number)?.into() }),
            ),
            article: Article::CLOCK_SETTING,
            bearing: Clock,
            does: |_| Execution::Write(vec![Entry::MovesSet { side, moves }]),
        }
        /// Warns a player.
        Warn { side: Color } = Warning {
            phrases: ordered("warn", SIDE, &[Field::Side], |said| Some(Order::Warn { side: said.side()? })),
            article: Article::ARBITER,
            bearing: Result,
            does: |_| Execution::Write(Vec::new()),
        }
        /// Adds time to the clock of a player's opponent; by default the penalty for an illegal move.
        Penalize { side: Color, time: Option<Duration> } = Penalty {
            phrases: ordered("penalize", SIDE_AND_TIME, &[Field::Side], |said| {
                Some(Order::Penalize { side: said.side()?, time: said.time() })
            }),
            article: Article::ARBITER,
            bearing: Clock,
            completed: |ordered| {
                let time = time.unwrap_or(ordered.record.rules().switches().illegal_move);
                Order::Penalize { side, time: Some(time) }
            },
            does: |ordered| {
                let time = time.unwrap_or_default();
                Execution::Write(vec![set_left(!side, ordered.left(!side) + time)])
            },
        }
        /// Declares the game lost by a player.
        Lose { side: Color } = Lost {
            phrases: ordered("lose", SIDE, &[Field::Side], |said| Some(Order::Lose { side: said.side()? })),
            article: Article::ARBITER,
            bearing: Result,
            does: |_| Execution::End(Outcome::win(!side, Ending::Arbiter)),
        }
        /// Declares the game drawn.
        Draw = Drawn {
            phrases: ordered("draw", &[], &[], |_| Some(Order::Draw)),
            article: Article::ARBITER,
            bearing: Result,
            does: |_| Execution::End(Outcome::draw(Ending::Arbiter)),
        }
        /// Declares the game lost by both players.
        BothLose = BothLose {
            phrases: ordered("both-lose", &[], &[], |_| Some(Order::BothLose)),
            article: Article::BOTH_LOSE,
            bearing: Result,
            does: |_| Execution::End(Outcome { result: GameResult::BothLose, ending: Ending::Arbiter }),
        }
        /// Gives one player half a point and the other none.
        HalfPoint { side: Color } = HalfPoint {
            phrases: ordered("half-point", SIDE, &[Field::Side], |said| Some(Order::HalfPoint { side: said.side()? })),
            article: Article::OPPONENTS_SCORE,
            bearing: Result,
            does: |_| Execution::End(Outcome { result: GameResult::half_point(side), ending: Ending::Arbiter }),
        }
        /// Sets the default time, how late a player may arrive.
        DefaultTime { time: Duration } = DefaultTime {
            phrases: ordered("default-time", TIME, &[], |said| Some(Order::DefaultTime { time: said.time()? })),
            article: Article::DEFAULT_TIME,
            bearing: Game,
            does: |_| Execution::Write(vec![Entry::DefaultTimeSet { ms: journal::in_ms(time) }]),
        }
        /// Notes how late a player arrived; by default as long as the game has been going on. The game is lost if
        /// that is more than the default time (FIDE 6.7).
        Late { side: Color, time: Option<Duration> } = Late {
            phrases: ordered("late", SIDE_AND_TIME, &[Field::Side], |said| {
                Some(Order::Late { side: said.side()?, time: said.time() })
            }),
            article: Article::DEFAULT_TIME,
            bearing: Game,
            completed: |ordered| {
                let began = ordered.record.began().unwrap_or(ordered.at);
                Order::Late { side, time: time.or(Some(ordered.at.saturating_sub(began))) }
            },
            does: |ordered| {
                match Outcome::late(side, time.unwrap_or_default(), ordered.record.default_time()) {
                    Some(late) => Execution::End(ordered.absent(side, late)),
                    None => Execution::Write(Vec::new()),
                }
            },
        }
        /// Grants both players five seconds a move, and the asker's opponent two minutes (Guidelines III.4).
        FiveSeconds = FiveSeconds {
            phrases: NO_PHRASES,
            article: Article::FIVE_SECONDS,
            bearing: Clock,
            does: |ordered| {
                let gains = !ordered.asker;
                let bonus = Entry::BonusSet { ms: journal::in_ms(FIVE_SECONDS) };
                let time = set_left(gains, ordered.left(gains) + FIVE_SECONDS_COST);
                // The game goes on only where the offer that the request makes was refused.
                let refused = ordered.record.offer().map(|_| Entry::DrawDeclined);
                let entries = refused.into_iter().chain([bonus, time]).collect();
                Execution::WriteAndTell(entries, ArbiterAnnouncement::FiveSeconds(gains).into())
            },
        }
        /// Reopens a finished game.
        Reopen = Reopened {
            phrases: ordered("reopen", &[], &[], |_| Some(Order::Reopen)),
            article: Article::ARBITER_DUTIES,
            bearing: Result,
            does: |ordered| match ordered.record.ended() {
                Some(_) => Execution::Write(vec![Entry::Reopened]),
                None => Execution::Refuse(ArbiterAnnouncement::NothingToReopen.into()),
            },
        }
        /// Returns to the position before a side's move with this number; White's if no side was named.
        BackTo { number: u16, by: Option<Color> } = BackTo {
            phrases: NO_PHRASES,
            article: Article::DISPLACED_FOUND,
            bearing: Game,
            does: |ordered| match ordered.record.ply_of(number, by.unwrap_or(Color::White)) {
                Some(ply) => Execution::ReturnTo(ply),
                None => Execution::Refuse(Declaration::NoSuchMove.into()),
            },
        }
    }

    reported {
        /// An illegal move was completed; with its number if it was found later (FIDE 7.5.1).
        IllegalMove { by: Option<Color>, number: Option<u16> } = [IllegalMove]
            [reported("illegal-move", NUMBER_AND_SIDE, &[], |said| {
                Some(Irregularity::IllegalMove { by: said.side(), number: said.value(Field::Number) })
            })];
        /// A pawn was left on the last rank (FIDE 7.5.2).
        PawnNotReplaced(Option<Square>) = [PawnNotReplaced]
            [reported("pawn-not-replaced", &[Slot::Square], &[], |said| {
                Some(Irregularity::PawnNotReplaced(said.square()))
            })];
        /// The clock was pressed without a move (FIDE 7.5.3).
        PressedWithoutMove(Option<Color>) = [PressedWithoutMove]
            [reported("pressed-without-move", SIDE, &[], |said| Some(Irregularity::PressedWithoutMove(said.side())))];
        /// Two hands made one move (FIDE 7.5.4).
        TwoHands(Option<Color>) = [TwoHands]
            [reported("two-hands", SIDE, &[], |said| Some(Irregularity::TwoHands(said.side())))];
        /// An illegal position is still on the board after the next move (A.5.4).
        IllegalPosition = [IllegalPosition]
            [reported("illegal-position", &[], &[], |_| Some(Irregularity::IllegalPosition))];
        /// A player has just displaced pieces (FIDE 7.4.1).
        Displaced(Option<Color>) = [Displaced]
            [reported("displaced", SIDE, &[], |said| Some(Irregularity::Displaced(said.side())))];
        /// Pieces have stood wrongly since the move with this number, White's if no side was named (FIDE 7.6).
        DisplacedSince { number: u16, by: Option<Color> } = [DisplacedSince]
            [reported("displaced-since", NUMBER_AND_SIDE, &[Field::Number], |said| {
                Some(Irregularity::DisplacedSince { number: said.value(Field::Number)?, by: said.side() })
            })];
        /// The pieces were set up wrongly (FIDE 7.2.1).
        WrongStart = [WrongStart] [reported("wrong-start", &[], &[], |_| Some(Irregularity::WrongStart))];
        /// The board lies with a dark corner to the right (FIDE 7.2.2).
        BoardTurned = [BoardTurned] [reported("board-turned", &[], &[], |_| Some(Irregularity::BoardTurned))];
        /// The colours were reversed (FIDE 7.3).
        ColoursReversed = [ColoursReversed]
            [reported("colours-reversed", &[], &[], |_| Some(Irregularity::ColoursReversed))];
        /// The clock is faulty. It was last right after the move with this number (FIDE 6.10).
        Clock { fault: ClockFault, after: Option<u16> } = [ClockDefect, ClockSetting]
            [
                reported("clock-defect", &[Slot::Number], &[], |said| {
                    Some(Irregularity::Clock { fault: ClockFault::Defect, after: said.value(Field::Number) })
                }),
                reported("clock-set-wrong", &[Slot::Number], &[], |said| {
                    Some(Irregularity::Clock { fault: ClockFault::WrongSetting, after: said.value(Field::Number) })
                }),
            ];
    }

    found {
        /// The computer stood still while a clock ran.
        StoodStill,
        /// A player had touched another piece before the last move (FIDE 4.3).
        TouchedBefore,
        /// The two boards differ (FIDE D.2.9).
        BoardsDiffer,
        /// Whether a side can still mate (FIDE 6.9).
        CanMate,
        /// The envelope was opened (Guidelines I.7).
        Envelope,
    }
}

/// Writes the details as a journal and a score have them after the name: `white 0:02:00`, `black 12`.
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
        check(Order::HalfPoint { side: Black }, "half-point black 12.9.6");
        check(Order::Late { side: White, time: None }, "late white 6.7.1");
        fn check(order: Order, says: &str) {
            assert_eq!(format!("{} {order} {}", order.ruling(), order.article()), says);
        }
    }
}
