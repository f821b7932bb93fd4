//! What is felt: cells, and what each of them stands for.

use std::ops::Range;

use crate::laws::Square;

/// A line of braille, one cell a character. It may be longer than the display, which then pans.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    pub cells: String,
    /// What lies under some of the cells, counted from 0, in order and apart from each other.
    pub targets: Vec<(Range<usize>, Target)>,
}

/// What a routing key over a cell means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The answer at this place of the question, from 0.
    Choice(usize),
    /// This square of the board.
    Square(Square),
}

impl Line {
    /// What lies under a cell, counted from 0.
    pub fn target_at(&self, cell: usize) -> Option<Target> {
        self.targets.iter().find(|(cells, _)| cells.contains(&cell)).map(|(_, target)| *target)
    }

    /// How many cells it has.
    pub fn len(&self) -> usize {
        self.cells.chars().count()
    }

    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }
}
