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

/// Around an answer, in the language's data and here.
const ANSWER: (char, char) = ('«', '»');
/// Before what stands for a square, with the square's own mark behind it, and after it. Of the private
/// use area, so that no language's text has them.
const SQUARE: (char, char) = ('\u{E000}', '\u{E001}');
const FIRST_SQUARE: u32 = 0xE100;

/// Marks cells as an answer.
pub(super) fn answer(cells: &str) -> String {
    format!("{}{cells}{}", ANSWER.0, ANSWER.1)
}

/// Marks cells as standing for a square.
pub(super) fn on_square(square: Square, cells: &str) -> String {
    let mark = char::from_u32(FIRST_SQUARE + u32::from(square)).unwrap_or(SQUARE.0);
    format!("{}{mark}{cells}{}", SQUARE.0, SQUARE.1)
}

impl Line {
    /// Takes the marks out of rendered cells and keeps what they say.
    pub(super) fn of_marked(text: &str) -> Line {
        let mut line = Line::default();
        let mut open: Option<(usize, Target)> = None;
        let (mut at, mut answers) = (0, 0);
        let mut chars = text.chars();
        while let Some(c) = chars.next() {
            if c == ANSWER.0 {
                open = Some((at, Target::Choice(answers)));
                answers += 1;
            } else if c == SQUARE.0 {
                let mark = chars.next().map(u32::from).and_then(|mark| mark.checked_sub(FIRST_SQUARE));
                open = mark.and_then(|n| Square::try_from(n).ok()).map(|square| (at, Target::Square(square)));
            } else if c == ANSWER.1 || c == SQUARE.1 {
                line.targets.extend(open.take().map(|(from, target)| (from..at, target)));
            } else {
                line.cells.push(c);
                at += 1;
            }
        }
        line
    }

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

    /// This line with the clocks: at the display's right end where both fit, else where the next window of
    /// the display begins, so that the pan keys reach them whole.
    #[must_use]
    pub fn with_clocks(mut self, clocks: &str, width: usize) -> Line {
        let (wide, clock) = (self.len(), clocks.chars().count());
        if clock == 0 {
            return self;
        }
        let next = wide.next_multiple_of(width.max(1));
        let gap = if wide + 2 + clock <= width { width - wide - clock } else { next - wide };
        self.cells.extend(std::iter::repeat_n(' ', gap));
        self.cells.push_str(clocks);
        self
    }

    /// What a display of so many cells shows from a cell on, filled up with blanks.
    pub fn window(&self, from: usize, width: usize) -> String {
        self.cells.chars().skip(from).chain(std::iter::repeat(' ')).take(width).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_become_targets() {
        let yes = Line::of_marked("e2-e4? «ja» «nein»");
        assert_eq!(yes.cells, "e2-e4? ja nein");
        for (cell, target) in [
            (0, None),
            (6, None),
            (7, Some(Target::Choice(0))),
            (8, Some(Target::Choice(0))),
            (9, None),
            (13, Some(Target::Choice(1))),
            (14, None),
        ] {
            assert_eq!(yes.target_at(cell), target, "cell {cell}");
        }
        let rank =
            Line::of_marked(&format!("2 {}{}", on_square(Square::A2, "B"), on_square(Square::B2, "-")));
        assert_eq!(rank.cells, "2 B-");
        assert_eq!(
            [1, 2, 3].map(|cell| rank.target_at(cell)),
            [None, Some(Target::Square(Square::A2)), Some(Target::Square(Square::B2))]
        );
    }

    #[test]
    fn the_clocks_stand_at_the_right_where_they_fit_and_behind_where_not() {
        let line = Line::of_marked("1. e2-e4");
        let clocks = "W 1:00 S 1:00";
        assert_eq!(line.clone().with_clocks(clocks, 24).cells, "1. e2-e4   W 1:00 S 1:00");
        assert_eq!(line.clone().with_clocks(clocks, 20).window(0, 10), "1. e2-e4  ");
        assert_eq!(line.clone().with_clocks(clocks, 20).window(20, 20).trim_end(), clocks);
        assert_eq!(line.clone().with_clocks("", 40), line);
        assert_eq!(Line::default().window(0, 3), "   ");
    }
}
