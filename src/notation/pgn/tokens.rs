//! The words of a PGN text that no PGN reader takes for a move.
//!
//! `pgn-reader` passes over what it cannot read, so a slip in the last move of a game would lose the
//! move without a word. This walks the text by the same rules and finds such words.

use shakmaty::san::SanPlus;

/// A word in the place of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unreadable {
    /// Half-moves of the main line before it.
    pub ply: usize,
    pub word: String,
}

/// For each game of the text its first unreadable word, if any.
pub(super) fn unreadable(text: &str) -> Vec<Option<Unreadable>> {
    let mut games = Vec::new();
    let mut rest = skip_blank(text.trim_start_matches('\u{feff}'));
    while !rest.is_empty() {
        while rest.starts_with('[') {
            rest = skip_blank(skip_tag(rest));
        }
        let (found, after) = movetext(rest);
        games.push(found);
        rest = skip_blank(after);
    }
    games
}

/// Words that belong to a move or a remark and are none themselves.
const BESIDE_A_MOVE: [&str; 8] = ["e", "p", "ep", "N", "D", "ch", "mate", "dbl"];

/// Walks over the moves of one game, up to an empty line or a tag.
fn movetext(text: &str) -> (Option<Unreadable>, &str) {
    let mut found = None;
    let mut ply = 0;
    let mut is_over = false;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let tail = &rest[c.len_utf8()..];
        rest = match c {
            '{' => after(tail, '}'),
            ';' => from_line_end(tail),
            '(' => skip_variation(tail),
            '\n' if tail.starts_with('%') => from_line_end(tail),
            '\n' if tail.starts_with(['[', '\n']) || tail.starts_with("\r\n") => return (found, tail),
            '0' if let Some(after) = skip_zeros(rest) => {
                ply += 1;
                after
            }
            '0'..='9' | '½' | '*' if let Some(after) = skip_result(rest) => {
                is_over = true;
                after
            }
            '$' | '½' => skip_word(tail),
            '0'..='9' => tail.trim_start_matches(|c: char| c.is_ascii_digit()),
            c if c.is_alphabetic() || c == '-' => {
                let after_word = skip_word(rest);
                let word = &rest[..rest.len() - after_word.len()];
                if SanPlus::from_ascii(word.as_bytes()).is_ok() {
                    ply += 1;
                } else if found.is_none() && !is_over && c != '-' && !BESIDE_A_MOVE.contains(&word) {
                    found = Some(Unreadable { ply, word: word.to_owned() });
                }
                after_word
            }
            _ => tail,
        };
    }
    (found, rest)
}

/// Castling as the Laws write it.
fn skip_zeros(text: &str) -> Option<&str> {
    ["0-0-0", "0-0", "0–0–0", "0–0", "0—0—0", "0—0"].iter().find_map(|zeros| text.strip_prefix(zeros))
}

fn skip_result(text: &str) -> Option<&str> {
    ["1-0", "0-1", "1/2-1/2", "½-½", "1–0", "0–1", "1/2–1/2", "*"]
        .iter()
        .find_map(|result| text.strip_prefix(result))
}

fn skip_word(text: &str) -> &str {
    let is_end = |c: char| c.is_whitespace() || "{}()!?$;.*".contains(c);
    text.find(is_end).map_or("", |at| &text[at..])
}

/// To behind the bracket that closes it, but never over the end of a game.
fn skip_variation(text: &str) -> &str {
    let mut depth = 0;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let tail = &rest[c.len_utf8()..];
        rest = match c {
            '(' => {
                depth += 1;
                tail
            }
            ')' if depth == 0 => return tail,
            ')' => {
                depth -= 1;
                tail
            }
            '{' => after(tail, '}'),
            ';' => from_line_end(tail),
            '\n' if tail.starts_with('%') => from_line_end(tail),
            '\n' if tail.starts_with(['[', '\n']) || tail.starts_with("\r\n") => return rest,
            _ => tail,
        };
    }
    rest
}

/// White space, and the lines a `%` at their start reserves for programs.
fn skip_blank(text: &str) -> &str {
    let mut rest = text.trim_start();
    while rest.starts_with('%') {
        rest = from_line_end(rest).trim_start();
    }
    rest
}

/// To behind the value of a tag, or to the next line where it is not closed.
fn skip_tag(text: &str) -> &str {
    let mut is_value = false;
    let mut is_escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            '\n' => return &text[at..],
            ']' if !is_value => return &text[at + 1..],
            '"' if !is_escaped => is_value = !is_value,
            _ => {}
        }
        is_escaped = is_value && c == '\\' && !is_escaped;
    }
    ""
}

fn after(text: &str, end: char) -> &str {
    text.split_once(end).map_or("", |(_, rest)| rest)
}

fn from_line_end(text: &str) -> &str {
    text.find('\n').map_or("", |at| &text[at..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_unreadable_word_of_each_game_is_found() {
        check("1. e4 e5 2. Nf3 (2. Sf3) {Sc3} Nc6 $14 3. O-O 1/2-1/2", &[None]);
        check("1. e4 e5\n2. Sf3 Nc6 *", &[Some((2, "Sf3"))]);
        check("1. e4 e5 2. 0-0 0-0-0 3. ed5:", &[Some((4, "ed5:"))]);
        check("1. exd6 e.p. 1-0\n\n1. e4? e5!! 2. x9", &[None, Some((2, "x9"))]);
        check(
            "[White \"a]\\\"[\"]\n[Black \"x\"]\n\n1. e4\n[Event \"?\"]\n\n1. Zf3",
            &[None, Some((0, "Zf3"))],
        );
        check("1.e4 1-0 Schwarz gab auf", &[None]);
        check("1e4 e5 2Kf9", &[Some((2, "Kf9"))]);
        check("% e9\n1. e4 ; e9 is not meant\n% nor here\ne5\n", &[None]);
        check("\u{feff}\n\n", &[]);
    }

    #[track_caller]
    fn check(text: &str, expected: &[Option<(usize, &str)>]) {
        let found = unreadable(text);
        let found: Vec<_> =
            found.iter().map(|found| found.as_ref().map(|found| (found.ply, found.word.as_str()))).collect();
        assert_eq!(found, expected);
    }
}
