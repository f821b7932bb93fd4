//! The clock on a board: which of its sides is White's, who pressed the lever, and the times it shows.

use crate::{
    devices::board::{ClockOrder, ClockReading, ClockSide},
    laws::{ByColor, Color},
    session::{BoardClockReading, ClockFace},
};

/// The state of the clock, as far as it was reported.
#[derive(Debug, Default)]
pub(super) struct BoardClock {
    reading: Option<ClockReading>,
    before: Option<ClockReading>,
    /// The side of the clock that is White's, once known.
    white: Option<ClockSide>,
    /// A player who had moved pressed the side that is theirs according to `white`.
    confirmed: bool,
    /// A player who had moved pressed the other side, and no press has confirmed `white` since.
    contradicted: bool,
}

impl BoardClock {
    /// Takes a reading and returns the side that pressed the lever.
    ///
    /// `open` is the side that moved and has not pressed yet; `thinks` is the side whose time runs, if any does.
    /// Players try the lever before a game, so only a press by a side that has moved proves which clock side is
    /// theirs; one press may be a slip.
    pub(super) fn take(
        &mut self,
        reading: ClockReading,
        open: Option<Color>,
        thinks: Color,
    ) -> Option<Color> {
        self.before = self.reading.replace(reading);
        let turned = self.before.and_then(|before| before.turn);
        let by = turned.filter(|by| reading.turn == Some(by.other()));
        if let (Some(by), Some(mover)) = (by, open) {
            self.learn_white(whites(by, mover));
        } else if let (false, Some(turn), true) = (self.confirmed, reading.turn, reading.runs)
            && (open.is_none() || self.white.is_none())
        {
            self.white = Some(whites(turn, thinks));
        }
        by.and_then(|by| self.colour(by))
    }

    fn learn_white(&mut self, white: ClockSide) {
        if self.white == Some(white) {
            (self.confirmed, self.contradicted) = (true, false);
        } else if self.confirmed && !self.contradicted {
            self.contradicted = true;
        } else {
            (self.white, self.confirmed, self.contradicted) = (Some(white), true, false);
        }
    }

    fn colour(&self, hand: ClockSide) -> Option<Color> {
        self.white.map(|white| if hand == white { Color::White } else { Color::Black })
    }

    fn hand(&self, side: Color) -> Option<ClockSide> {
        self.white.map(|white| whites(white, side))
    }

    /// Returns all that the clock shows, once White's side is known.
    pub(super) fn state(&self) -> Option<BoardClockReading> {
        let (reading, white) = (self.reading?, self.white?);
        let of = |side| *reading.side(whites(white, side));
        Some(BoardClockReading {
            left: ByColor::new_with(|side| of(side).time),
            running: reading.turn.filter(|_| reading.runs).and_then(|hand| self.colour(hand)),
            fallen: ByColor::new_with(|side| of(side).flag_fallen),
            per_move: of(Color::White).time_per_move,
        })
    }

    /// Returns the sides whose flag has fallen since the previous reading.
    pub(super) fn newly_fallen(&self) -> impl Iterator<Item = Color> + use<> {
        let fell = |reading: &Option<ClockReading>, hand: Option<ClockSide>| {
            reading.zip(hand).is_some_and(|(reading, hand)| reading.side(hand).flag_fallen)
        };
        let fallen = [Color::White, Color::Black].map(|side| {
            let hand = self.hand(side);
            (fell(&self.reading, hand) && !fell(&self.before, hand)).then_some(side)
        });
        fallen.into_iter().flatten()
    }

    /// Returns the order that shows this face, if the clock is there and White's side is known.
    pub(super) fn shows(&self, face: &ClockFace) -> Option<ClockOrder> {
        let white = self.white.filter(|_| self.reading.is_some())?;
        let (left, right) = match white {
            ClockSide::Left => (face.white, face.black),
            ClockSide::Right => (face.black, face.white),
        };
        Some(ClockOrder::SetAndRun { left, right, runs: face.running.map(|side| whites(white, side)) })
    }
}

/// Returns White's clock side if `hand` is `side`'s; conversely, `side`'s if `hand` is White's.
fn whites(hand: ClockSide, side: Color) -> ClockSide {
    if side == Color::White { hand } else { hand.other() }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::devices::board::clock::SideReading;

    fn reading(turn: ClockSide) -> ClockReading {
        let side = |seconds| SideReading { time: Duration::from_secs(seconds), ..SideReading::default() };
        ClockReading {
            left: side(100),
            right: side(200),
            turn: Some(turn),
            runs: true,
            lever_up: turn,
            battery_low: false,
        }
    }

    /// Checks presses, each with the side that had moved, against the side that pressed and White's time then.
    fn check(presses: &[(ClockSide, Option<Color>)], expected: &[(Color, u64)]) {
        let mut clock = BoardClock::default();
        let mut found = Vec::new();
        clock.take(reading(presses[0].0), None, Color::White);
        for (by, mover) in presses {
            let pressed = clock.take(reading(by.other()), *mover, Color::White).unwrap();
            found.push((pressed, clock.state().unwrap().left.white.as_secs()));
        }
        assert_eq!(found, expected);
    }

    #[test]
    fn whose_side_it_is_is_known_by_who_has_moved() {
        use ClockSide::{Left, Right};
        use Color::{Black, White};
        check(&[(Left, Some(White)), (Right, Some(Black))], &[(White, 100), (Black, 100)]);
        check(&[(Right, Some(White)), (Left, Some(Black))], &[(White, 200), (Black, 200)]);
        // Players try the lever before the game: the side whose time runs would be White.
        let played = [(Left, None), (Right, None), (Left, None), (Right, Some(White)), (Left, Some(Black))];
        check(&played, &[(Black, 200), (Black, 100), (Black, 200), (White, 200), (Black, 200)]);
        // One wrong press changes nothing, two in a row do.
        let slip = [(Left, Some(White)), (Right, Some(White)), (Left, Some(White)), (Right, Some(Black))];
        check(&slip, &[(White, 100), (Black, 100), (White, 100), (Black, 100)]);
        let turned = [(Left, Some(White)), (Right, Some(White)), (Left, Some(Black)), (Right, Some(White))];
        check(&turned, &[(White, 100), (Black, 100), (Black, 200), (White, 200)]);
    }
}
