//! A line of braille: cells, and what the routing key over each of them means.

use std::ops::Range;

use crate::laws::Square;

/// Begins a new window of the display.
pub(super) const BREAK: char = '\n';

/// The cells of the narrowest display, and the least room for a second line.
pub(super) const NARROWEST: usize = 12;

/// A line of braille, one cell a character. It may be longer than the display, which then pans.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// A `BREAK` between two cells is counted as one.
    pub cells: String,
    /// Ranges of cells, counted from 0, with their targets; in order and without overlap.
    pub targets: Vec<(Range<usize>, Target)>,
}

/// What a routing key over a cell means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// The answer at this place of the question, from 0.
    Choice(usize),
    /// This square of the board.
    Square(Square),
    /// A character of what is being typed.
    Type(char),
    /// Words, as if they were typed.
    Say(String),
    /// The beginning of words that are typed on.
    Begin(String),
    /// The list of this number, from 0.
    Open(usize),
}

/// Marks around an answer, in the sentences of the languages and here.
const ANSWER: (char, char) = ('«', '»');
/// Marks around the cells of a square; the first is followed by the square's own mark. They are in the private use area
/// of Unicode, so no language's text has them.
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
    /// Cells without targets.
    pub fn plain(cells: impl Into<String>) -> Line {
        Line { cells: cells.into(), targets: Vec::new() }
    }

    /// Turns the marks in rendered cells into targets.
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

    /// The target of a cell, counted from 0.
    pub fn target_at(&self, cell: usize) -> Option<&Target> {
        self.targets.iter().find(|(cells, _)| cells.contains(&cell)).map(|(_, target)| target)
    }

    /// How many cells it has.
    pub fn len(&self) -> usize {
        self.cells.chars().count()
    }

    /// Whether it has no cells.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Adds cells with one target.
    pub fn push(&mut self, cells: &str, target: Option<Target>) {
        let from = self.len();
        self.cells.push_str(cells);
        self.targets.extend(target.map(|target| (from..self.len(), target)));
    }

    /// Adds another line behind this one.
    pub fn append(&mut self, other: Line) {
        let from = self.len();
        self.cells.push_str(&other.cells);
        let moved =
            other.targets.into_iter().map(|(cells, target)| (cells.start + from..cells.end + from, target));
        self.targets.extend(moved);
    }

    /// This line with another at the right end of its last window, where there is room.
    ///
    /// `other` makes a line for a room of so many cells.
    #[must_use]
    pub fn beside(mut self, width: usize, other: impl Fn(usize) -> Line) -> Line {
        let filled = self.windows(width).last().map_or(0, Range::len);
        let room = width.saturating_sub(filled + 2);
        let other = if room >= NARROWEST { other(room) } else { Line::default() };
        if !other.is_empty() {
            let first = other.windows(room).first().map_or(0, Range::len);
            self.push(&" ".repeat(width - filled - first), None);
            self.append(other);
        }
        self
    }

    /// The first window of a display of `width` cells.
    #[must_use]
    pub fn first(mut self, width: usize) -> Line {
        if let Some(end) = self.windows(width).first().map(|window| window.end) {
            self.cells = self.cells.chars().take(end).collect();
            self.targets.retain(|(cells, _)| cells.end <= end);
        }
        self
    }

    /// This line with another beside it, or in the next windows.
    #[must_use]
    pub fn and(self, width: usize, other: impl Fn(usize) -> Line) -> Line {
        let alone = self.len();
        let mut both = self.beside(width, &other);
        let behind = other(width);
        if both.len() == alone && !behind.is_empty() {
            both.push(&BREAK.to_string(), None);
            both.append(behind);
        }
        both
    }

    /// The same with its words contracted by `write`, where that has cells for them.
    ///
    /// Moves, squares, times, names of keys and words that a target divides stay one cell a character.
    #[must_use]
    pub fn contracted(&self, write: impl Fn(&str) -> Option<String>) -> Line {
        let cells: Vec<char> = self.cells.chars().collect();
        let parts = |at: usize| self.targets.iter().any(|(cells, _)| cells.start == at || cells.end == at);
        let mut line = Line::default();
        // The new place of each cell, and the end of the last.
        let mut moved = Vec::with_capacity(cells.len() + 1);
        let (mut at, mut len) = (0, 0);
        while at < cells.len() {
            let end =
                (at + 1..cells.len()).find(|n| is_gap(cells[*n]) != is_gap(cells[at])).unwrap_or(cells.len());
            let token: String = cells[at..end].iter().collect();
            let whole = !(at + 1..end).any(parts);
            let written = Some(&token).filter(|token| whole && is_word(token)).and_then(|token| write(token));
            let count = written.as_ref().map_or(end - at, |written| written.chars().count());
            moved.extend((0..end - at).map(|n| len + n.min(count)));
            line.cells.push_str(&written.unwrap_or(token));
            (at, len) = (end, len + count);
        }
        moved.push(len);
        let target =
            |(cells, target): &(Range<usize>, Target)| (moved[cells.start]..moved[cells.end], target.clone());
        line.targets = self.targets.iter().map(target).collect();
        line
    }

    /// The windows that a display of `width` cells shows one after another. Words are kept whole where they fit.
    ///
    /// By hand and not with textwrap: that gives texts, and a window is a range of cells, which the targets count.
    pub fn windows(&self, width: usize) -> Vec<Range<usize>> {
        let cells: Vec<char> = self.cells.chars().collect();
        let width = width.max(1);
        let mut windows = Vec::new();
        let mut from = 0;
        for part in cells.split(|c| *c == BREAK) {
            let end = from + part.len();
            let mut at = from;
            while end - at > width {
                // A blank just behind the window also ends it.
                let blank = (at + 1..=at + width).rev().find(|n| cells[*n] == ' ');
                let cut = blank.unwrap_or(at + width);
                let filled = (at..cut).rev().find(|n| cells[*n] != ' ').map_or(at, |last| last + 1);
                windows.push(at..filled);
                at = (cut..end).find(|n| cells[*n] != ' ').unwrap_or(end);
            }
            if at < end || end == from {
                windows.push(at..end);
            }
            from = end + 1;
        }
        windows
    }

    /// The cells of a window.
    pub fn cut(&self, window: &Range<usize>) -> String {
        self.cells.chars().skip(window.start).take(window.len()).collect()
    }
}

fn is_gap(c: char) -> bool {
    c == ' ' || c == BREAK
}

/// Whether these are letters, perhaps with punctuation behind them: no row of piece letters, and no square.
fn is_word(token: &str) -> bool {
    let word = token.trim_end_matches(['.', ',', ';', ':', '!', '?']);
    let small = word.chars().skip(1).all(|c| c.is_alphabetic() && c.is_lowercase());
    word.chars().count() > 1 && small && word.chars().all(char::is_alphabetic)
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
            assert_eq!(yes.target_at(cell), target.as_ref(), "cell {cell}");
        }
        let rank =
            Line::of_marked(&format!("2 {}{}", on_square(Square::A2, "B"), on_square(Square::B2, "-")));
        assert_eq!(rank.cells, "2 B-");
        assert_eq!(
            [1, 2, 3].map(|cell| rank.target_at(cell)),
            [None, Some(&Target::Square(Square::A2)), Some(&Target::Square(Square::B2))]
        );
    }

    #[test]
    fn words_are_contracted_and_what_they_stand_for_goes_with_them() {
        let write = |word: &str| match word {
            "geht" => Some("⠛".to_owned()),
            "nicht:" => Some("⠝⠒".to_owned()),
            "nein" => Some("⠝⠫⠝".to_owned()),
            "de" | "Sf" => panic!("{word} is not a word"),
            _ => None,
        };
        let line = Line::of_marked("geht nicht: Sg1-f3? «ja» «nein» «Springer» 2BBBB\nnein");
        let contracted = line.contracted(write);
        assert_eq!(contracted.cells, "⠛ ⠝⠒ Sg1-f3? ja ⠝⠫⠝ Springer 2BBBB\n⠝⠫⠝");
        let under = |cell| contracted.target_at(cell).cloned();
        assert_eq!(
            [13, 14, 16, 18, 19, 20].map(under),
            [
                Some(Target::Choice(0)),
                Some(Target::Choice(0)),
                Some(Target::Choice(1)),
                Some(Target::Choice(1)),
                None,
                Some(Target::Choice(2)),
            ]
        );
        // An answer that is part of a word leaves the word as it is.
        assert_eq!(Line::of_marked("«ge»ht").contracted(write).cells, "geht");
    }

    #[test]
    fn words_are_kept_whole_where_they_fit() {
        check("1. e2-e4 e7-e5", 12, &["1. e2-e4", "e7-e5"]);
        check("1. e2-e4 e7-e5", 8, &["1. e2-e4", "e7-e5"]);
        check("1. e2-e4 e7-e5", 4, &["1.", "e2-e", "4", "e7-e", "5"]);
        check("1TSLD\n2BBBB", 12, &["1TSLD", "2BBBB"]);
        check("ja  nein", 4, &["ja", "nein"]);
        check("ja ", 2, &["ja"]);
        check("    ja", 2, &["", "ja"]);
        check("", 12, &[""]);
        fn check(cells: &str, width: usize, windows: &[&str]) {
            let line = Line::plain(cells);
            let cut: Vec<String> = line.windows(width).iter().map(|window| line.cut(window)).collect();
            assert_eq!(cut, windows, "{cells:?} in {width}");
        }
    }

    #[test]
    fn a_second_line_stands_at_the_right_where_it_fits_and_behind_where_not() {
        let (line, clocks) = (Line::of_marked("«ja»"), |_| Line::of_marked("W 1h30 «S» 1h30"));
        assert_eq!(line.clone().and(24, clocks), line.clone().beside(24, clocks));
        assert_eq!(line.clone().beside(24, clocks).cells, "ja         W 1h30 S 1h30");
        assert_eq!(line.clone().beside(14, clocks), line);
        let behind = line.clone().and(14, clocks);
        assert_eq!(behind.cells, "ja\nW 1h30 S 1h30");
        assert_eq!(behind.windows(14), [0..2, 3..16]);
        assert_eq!(behind.target_at(10), Some(&Target::Choice(0)));
        assert_eq!(line.clone().beside(24, |_| Line::default()), line);
        assert_eq!(line.clone().and(14, |_| Line::default()), line);
        assert_eq!(behind.first(14), line);
    }
}
