//! Text that is being written on the display, in six dots or eight.

/// The characters that were written, or chosen by routing keys.
#[derive(Debug, Default)]
pub(super) struct TextEntry {
    cells: String,
    chosen: bool,
}

/// The greatest number of characters; further input is ignored.
const MAX_LENGTH: usize = 200;

/// The sign before digits in six dots, as brltty's text tables and as Unicode write it.
const NUMBER_SIGNS: [char; 2] = ['#', '\u{283C}'];

/// The six-dot patterns of a to z, counted from U+2800.
const LETTERS: [u8; 26] = [
    0x01, 0x03, 0x09, 0x19, 0x11, 0x0B, 0x1B, 0x13, 0x0A, 0x1A, 0x05, 0x07, 0x0D, 0x1D, 0x15, 0x0F, 0x1F,
    0x17, 0x0E, 0x1E, 0x25, 0x27, 0x3A, 0x2D, 0x3D, 0x35,
];

impl TextEntry {
    pub(super) fn cells(&self) -> &str {
        &self.cells
    }

    pub(super) fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Whether text was written, not chosen.
    pub(super) fn is_written(&self) -> bool {
        !self.is_empty() && !self.chosen
    }

    pub(super) fn push(&mut self, typed: char) {
        self.chosen = false;
        if self.cells.chars().count() < MAX_LENGTH && !typed.is_control() {
            self.cells.push(readable(typed));
        }
    }

    /// Adds the file or rank of a routing key.
    pub(super) fn choose(&mut self, key: char) {
        self.push(key);
        self.chosen = true;
    }

    pub(super) fn erase(&mut self) {
        self.cells.pop();
    }

    /// Writes the beginning of a phrase.
    pub(super) fn begin(&mut self, words: &str) {
        self.cells = format!("{words} ").trim_start().to_owned();
        self.chosen = false;
    }

    pub(super) fn clear(&mut self) {
        self.cells.clear();
    }

    /// Takes the text as it would be typed on a keyboard.
    pub(super) fn take(&mut self) -> String {
        let written = std::mem::take(&mut self.cells);
        let mut typed = String::new();
        let mut number = false;
        let mut chars = written.trim().chars().peekable();
        while let Some(c) = chars.next() {
            if NUMBER_SIGNS.contains(&c) {
                number = true;
                continue;
            }
            // A letter before a number sign is no digit: the file in "e#be#d".
            let signed = chars.peek().is_some_and(|next| NUMBER_SIGNS.contains(next));
            let digit =
                ('a'..='j').position(|letter| letter == c.to_ascii_lowercase()).filter(|_| number && !signed);
            number &= digit.is_some();
            typed.push(digit.map_or(c, |n| char::from(b"1234567890"[n])));
        }
        // A `#` at the end of a move is mate, not a number sign.
        if written.trim_end().ends_with(NUMBER_SIGNS[0]) {
            typed.push('#');
        }
        typed
    }

    /// Whether two squares have been written and nothing else.
    pub(super) fn is_two_squares(&self) -> bool {
        let cells = self.cells.as_bytes();
        let file = |n: usize| (b'a'..=b'h').contains(&cells[n]);
        let rank = |n: usize| (b'1'..=b'8').contains(&cells[n]);
        cells.len() == 4 && file(0) && rank(1) && file(2) && rank(3)
    }
}

/// Returns the letter of a braille pattern: brltty sends one where its text table has no character.
fn readable(typed: char) -> char {
    let Some(dots) = u32::from(typed).checked_sub(0x2800).and_then(|dots| u8::try_from(dots).ok()) else {
        return typed;
    };
    if dots == 0 {
        return ' ';
    }
    let letter = LETTERS.iter().position(|pattern| *pattern == dots & 0x3F);
    letter.map_or(typed, |n| {
        let letter = char::from(b'a' + n as u8);
        // Dot 7 makes a capital.
        if dots & 0x40 == 0 { letter } else { letter.to_ascii_uppercase() }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_dots_and_eight_are_read() {
        for (written, typed) in [
            ("e2e4", "e2e4"),
            ("sf3", "sf3"),
            ("e#be#d", "e2e4"),
            ("s f#c", "s f3"),
            ("#aj", "10"),
            ("#e min", "5 min"),
            ("Dh7#", "Dh7#"),
            ("\u{2811}\u{283C}\u{2803}\u{2811}\u{283C}\u{2819}", "e2e4"),
            ("\u{280E}\u{280B}\u{283C}\u{2809}", "sf3"),
            ("\u{284E}\u{2800}\u{280B}", "S f"),
            ("  remis ", "remis"),
            ("0-0", "0-0"),
            ("", ""),
        ] {
            let mut entry = TextEntry::default();
            written.chars().for_each(|c| entry.push(c));
            assert_eq!(entry.take(), typed, "{written}");
            assert!(entry.is_empty());
        }
    }

    #[test]
    fn two_squares_are_a_move() {
        for (written, whole) in
            [("e2e4", true), ("e2e", false), ("e2e9", false), ("sf3x", false), ("", false)]
        {
            let mut entry = TextEntry::default();
            written.chars().for_each(|c| entry.push(c));
            assert_eq!(entry.is_two_squares(), whole, "{written}");
        }
    }
}
