//! The times and buttons of a clock that hangs on a board.

use std::time::Duration;

/// One of the two sides of a clock, seen from its front.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClockSide {
    Left,
    Right,
}

impl ClockSide {
    pub fn other(self) -> ClockSide {
        match self {
            ClockSide::Left => ClockSide::Right,
            ClockSide::Right => ClockSide::Left,
        }
    }
}

/// One side of the clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideReading {
    /// Whole seconds, which is all that is told.
    pub time: Duration,
    pub flag_fallen: bool,
    pub flag_shown: bool,
    /// Time is given for each move, where that is told.
    pub time_per_move: Option<bool>,
}

/// What a clock shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockReading {
    pub left: SideReading,
    pub right: SideReading,
    /// Whose time it is that runs or would run.
    pub turn: Option<ClockSide>,
    pub runs: bool,
    /// Where the lever is up: the other has pressed.
    pub lever_up: ClockSide,
    pub battery_low: bool,
}

impl ClockReading {
    pub fn side(&self, hand: ClockSide) -> &SideReading {
        match hand {
            ClockSide::Left => &self.left,
            ClockSide::Right => &self.right,
        }
    }
}

/// A button on the clock's front, from left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    Back,
    Plus,
    Run,
    Minus,
    Ok,
}

impl Button {
    /// In the order of their numbers.
    pub const ALL: [Button; 5] = [Button::Back, Button::Plus, Button::Run, Button::Minus, Button::Ok];
}
