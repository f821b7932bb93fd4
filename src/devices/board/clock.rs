//! The times and buttons of a board's clock.

use std::time::Duration;

use strum::VariantArray;

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

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideReading {
    /// The time shown, in whole seconds.
    pub time: Duration,
    pub flag_fallen: bool,
    pub flag_shown: bool,
    /// Whether the time is given per move, if the clock reports that.
    pub time_per_move: Option<bool>,
}

/// What a clock shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockReading {
    pub left: SideReading,
    pub right: SideReading,
    /// The side whose time runs, or would run if the clock ran.
    pub turn: Option<ClockSide>,
    pub runs: bool,
    /// The side where the lever is up, because the other side has pressed.
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

/// The buttons on the clock's front, from left to right, in the order of their numbers in the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantArray)]
pub enum Button {
    Back,
    Plus,
    Run,
    Minus,
    Ok,
}
