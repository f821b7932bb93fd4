//! The times and buttons of a clock that hangs on a board.

use std::time::Duration;

/// One of the two sides of a clock, seen from its front.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hand {
    Left,
    Right,
}

impl Hand {
    pub fn other(self) -> Hand {
        match self {
            Hand::Left => Hand::Right,
            Hand::Right => Hand::Left,
        }
    }
}

/// One side of the clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Side {
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
    pub left: Side,
    pub right: Side,
    /// Whose time it is that runs or would run.
    pub turn: Option<Hand>,
    pub runs: bool,
    /// Where the lever is up: the other has pressed.
    pub lever_up: Hand,
    pub battery_low: bool,
}

impl ClockReading {
    pub fn side(&self, hand: Hand) -> &Side {
        match hand {
            Hand::Left => &self.left,
            Hand::Right => &self.right,
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
