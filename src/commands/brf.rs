//! The score in braille, page by page, for an embosser or a display.

use super::export::pgn_date;
use crate::{
    devices::liblouis::{Liblouis, LiblouisError},
    journal::Start,
    language::Message,
    laws::{Game, GameResult},
    notation::{
        BrailleCode,
        braille_code::{BLANK, brf},
    },
};

#[derive(Clone, Debug)]
pub struct PageLayout {
    /// Cells per line.
    pub width: usize,
    /// Lines per page. The last line has the page number.
    pub length: usize,
    /// Whether a form feed follows each page.
    pub form_feeds: bool,
    /// Whether lines end with carriage return and line feed, not line feed alone.
    pub crlf: bool,
    /// Whether cells are Unicode patterns instead of an embosser's letters.
    pub unicode: bool,
    /// The liblouis table for text that is no move.
    pub table: Option<String>,
}

/// Why a score cannot be written in braille.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "brf")]
pub enum BrfError {
    Width(#[message("found")] usize),
    Length(#[message("found")] usize),
    #[message(transparent)]
    Liblouis(#[from] LiblouisError),
}

/// Returns the score of a game in a braille code.
pub fn score(
    start: &Start,
    game: &Game,
    result: Option<GameResult>,
    code: &BrailleCode,
    layout: &PageLayout,
) -> Result<String, BrfError> {
    if !(20..=80).contains(&layout.width) {
        return Err(BrfError::Width(layout.width));
    }
    if !(5..=60).contains(&layout.length) {
        return Err(BrfError::Length(layout.length));
    }
    let mut lines = Vec::new();
    let table = layout.table.as_deref().map(Liblouis::open).transpose()?;
    for words in header(start) {
        let cells = match &table {
            Some(table) => table.cells(&words)?,
            None => code.text(&words),
        };
        let words: Vec<String> = cells.split(BLANK).map(str::to_owned).collect();
        wrap(&words, layout.width, &mut lines);
    }
    if !lines.is_empty() {
        lines.push(String::new());
    }
    wrap(&code.score(game, result), layout.width, &mut lines);
    Ok(pages(&lines, code, layout))
}

/// Returns what is known of the game, one line each: players, event, place, round, date, time control.
fn header(start: &Start) -> Vec<String> {
    let known = |value: &String| !["", "?"].contains(&value.as_str());
    let mut lines = Vec::new();
    if known(&start.white) || known(&start.black) {
        lines.push(format!("{} - {}", start.white, start.black));
    }
    lines.extend([&start.event, &start.site].into_iter().filter(|value| known(value)).cloned());
    lines.extend(Some(&start.round).filter(|round| known(round)).map(|round| format!("({round})")));
    lines.extend(pgn_date(&start.date).map(str::to_owned));
    lines.extend(start.time_control.as_ref().map(ToString::to_string));
    if start.position != Default::default() {
        lines.push(start.position.fen().to_string());
    }
    lines
}

/// Fills lines with words. A word longer than a line goes on in the next line.
///
/// textwrap does not fit: it breaks at spaces, and a blank here is a cell of its own, U+2800.
fn wrap(words: &[String], width: usize, lines: &mut Vec<String>) {
    let mut line = String::new();
    let len = |text: &str| text.chars().count();
    for word in words {
        let gap = usize::from(!line.is_empty());
        if len(&line) + gap + len(word) > width && !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(BLANK);
        }
        for cell in word.chars() {
            if len(&line) == width {
                lines.push(std::mem::take(&mut line));
            }
            line.push(cell);
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
}

fn pages(lines: &[String], code: &BrailleCode, layout: &PageLayout) -> String {
    let end = if layout.crlf { "\r\n" } else { "\n" };
    let mut text = String::new();
    for (n, page) in lines.chunks(layout.length - 1).enumerate() {
        for line in page {
            text.push_str(&cells(line, layout));
            text.push_str(end);
        }
        for _ in page.len()..layout.length - 1 {
            text.push_str(end);
        }
        let number = code.text(&(n + 1).to_string());
        let blanks = layout.width.saturating_sub(number.chars().count());
        text.push_str(&cells(&(BLANK.to_string().repeat(blanks) + &number), layout));
        text.push_str(end);
        if layout.form_feeds {
            text.push('\u{C}');
        }
    }
    text
}

fn cells(line: &str, layout: &PageLayout) -> String {
    if layout.unicode { line.to_owned() } else { brf(line) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_whole_on_a_line() {
        check(&["abc", "de"], 6, &["abc\u{2800}de"]);
        check(&["abc", "def"], 6, &["abc", "def"]);
        check(&["abcdefgh", "i"], 3, &["abc", "def", "gh", "i"]);
        check(&[], 3, &[]);
        fn check(words: &[&str], width: usize, expected: &[&str]) {
            let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            let mut lines = Vec::new();
            wrap(&words, width, &mut lines);
            assert_eq!(lines, expected);
        }
    }
}
