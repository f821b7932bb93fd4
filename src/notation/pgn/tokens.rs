//! Finds the words of a PGN text that `pgn-reader` skips.
//!
//! That reader skips what it cannot read, so a typing error in the last move of a game would silently lose the move.
//! This module scans the text by the same rules.

use shakmaty::san::SanPlus;

/// A word that stands in the place of a move but is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct UnreadableWord {
    /// Half-moves of the main line before it.
    pub ply: usize,
    pub word: String,
}

/// A game of a text, and the words of its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ScannedGame<'a> {
    /// Its tags and moves.
    pub text: &'a str,
    /// The words of its main line that may be moves.
    pub words: Vec<&'a str>,
    /// Half-moves of the main line before a variation that is never closed.
    pub unclosed: Option<usize>,
    /// Half-moves of the main line.
    pub plies: usize,
    /// The first word that is no move.
    pub unreadable: Option<UnreadableWord>,
}

/// Scans all games of a text.
pub(super) fn scan(text: &str) -> Vec<ScannedGame<'_>> {
    let mut games = Vec::new();
    let mut rest = skip_blank(text.trim_start_matches('\u{feff}'));
    while !rest.is_empty() {
        let whole = rest;
        while rest.starts_with('[') {
            rest = skip_blank(skip_tag(rest));
        }
        let (found, after) = movetext(rest);
        games.push(ScannedGame { text: &whole[..whole.len() - after.len()], ..found });
        rest = skip_blank(after);
    }
    games
}

/// Words that may stand beside a move and are no moves.
const BESIDE_A_MOVE: [&str; 8] = ["e", "p", "ep", "N", "D", "ch", "mate", "dbl"];

/// Scans the moves of one game, up to an empty line or a tag.
fn movetext(text: &str) -> (ScannedGame<'_>, &str) {
    let mut walk = ScannedGame::default();
    let mut is_over = false;
    // The end of the last word that was kept whole.
    let mut taken = 0;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let tail = &rest[c.len_utf8()..];
        rest = match c {
            '{' => after(tail, '}'),
            ';' => from_line_end(tail),
            '(' => {
                let (after, closed) = skip_variation(tail);
                if !closed {
                    walk.unclosed.get_or_insert(walk.plies);
                }
                after
            }
            '\n' if tail.starts_with('%') => from_line_end(tail),
            '\n' if tail.starts_with(['[', '\n']) || tail.starts_with("\r\n") => return (walk, tail),
            '0' if let Some(after) = skip_zeros(rest) => {
                walk.plies += 1;
                after
            }
            '0'..='9' | '½' | '*' if let Some(after) = skip_result(rest) => {
                is_over = true;
                after
            }
            '$' | '½' => skip_word(tail),
            '0'..='9' => tail.trim_start_matches(|c: char| c.is_ascii_digit()),
            c if is_word_end(c) && c != '}' => tail,
            _ => {
                let after_word = skip_word(tail);
                let word = &rest[..rest.len() - after_word.len()];
                let at = text.len() - rest.len();
                if !is_over && at >= taken && !BESIDE_A_MOVE.contains(&word) {
                    walk.words.push(word);
                    taken = at + word.len();
                }
                // If a word only begins with a move, the reader takes the rest as another word.
                let san = SanPlus::from_ascii_prefix(word.as_bytes()).ok().map(|(_, length)| length);
                if san == Some(word.len()) {
                    walk.plies += 1;
                } else if walk.unreadable.is_none()
                    && !is_over
                    && (san.is_some() || word.contains(char::is_alphabetic))
                    && !BESIDE_A_MOVE.contains(&word)
                {
                    walk.unreadable = Some(UnreadableWord { ply: walk.plies, word: word.to_owned() });
                }
                san.map_or(after_word, |length| &rest[length..])
            }
        };
    }
    (walk, rest)
}

impl ScannedGame<'_> {
    /// Returns the text with other words for the moves of the main line.
    pub(super) fn with_words(&self, other: impl Fn(&str) -> Option<String>) -> String {
        let mut text = String::with_capacity(self.text.len() + self.words.len());
        let mut from = 0;
        for word in &self.words {
            let at = word.as_ptr() as usize - self.text.as_ptr() as usize;
            text.push_str(&self.text[from..at]);
            text.push_str(other(word).as_deref().unwrap_or(word));
            from = at + word.len();
        }
        text + &self.text[from..]
    }
}

/// Skips castling as the Laws write it.
fn skip_zeros(text: &str) -> Option<&str> {
    ["0-0-0", "0-0", "0–0–0", "0–0", "0—0—0", "0—0"].iter().find_map(|zeros| text.strip_prefix(zeros))
}

fn skip_result(text: &str) -> Option<&str> {
    ["1-0", "0-1", "1/2-1/2", "½-½", "1–0", "0–1", "1/2–1/2", "*"]
        .iter()
        .find_map(|result| text.strip_prefix(result))
}

fn skip_word(text: &str) -> &str {
    text.find(is_word_end).map_or("", |at| &text[at..])
}

fn is_word_end(c: char) -> bool {
    " \t\r\n{}()!?$;.*".contains(c)
}

/// Skips the variation with its closing bracket, but not beyond the game. Returns whether it was closed.
fn skip_variation(text: &str) -> (&str, bool) {
    let mut depth = 0;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let tail = &rest[c.len_utf8()..];
        rest = match c {
            '(' => {
                depth += 1;
                tail
            }
            ')' if depth == 0 => return (tail, true),
            ')' => {
                depth -= 1;
                tail
            }
            '{' => after(tail, '}'),
            ';' => from_line_end(tail),
            '\n' if tail.starts_with('%') => from_line_end(tail),
            '\n' if tail.starts_with(['[', '\n']) || tail.starts_with("\r\n") => return (rest, false),
            _ => tail,
        };
    }
    (rest, false)
}

/// Skips white space, and lines that begin with `%`, which are reserved for programs.
fn skip_blank(text: &str) -> &str {
    let mut rest = text.trim_start();
    while rest.starts_with('%') {
        rest = from_line_end(rest).trim_start();
    }
    rest
}

/// Skips the value of a tag, or to the next line if it is not closed.
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
    use std::ops::ControlFlow;

    use pgn_reader::Visitor;
    use proptest::prelude::*;

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

    /// Counts the moves of the main line in each game, as `pgn-reader` sees them.
    struct PlyCounter;

    impl Visitor for PlyCounter {
        type Tags = ();
        type Movetext = usize;
        type Output = usize;

        fn begin_tags(&mut self) -> ControlFlow<usize> {
            ControlFlow::Continue(())
        }

        fn begin_movetext(&mut self, (): ()) -> ControlFlow<usize, usize> {
            ControlFlow::Continue(0)
        }

        fn san(&mut self, plies: &mut usize, _: SanPlus) -> ControlFlow<usize> {
            *plies += 1;
            ControlFlow::Continue(())
        }

        fn end_game(&mut self, plies: usize) -> usize {
            plies
        }
    }

    const WORDS: [&str; 35] = [
        "1.",
        "2...",
        "3",
        "e4",
        "Nf3+",
        "O-O",
        "0-0-0",
        "e8=Q",
        "Sf3",
        "e9",
        "--",
        "1-0",
        "*",
        "½-½",
        "$3",
        "!?",
        "{",
        "}",
        "(",
        ")",
        ";",
        "\n",
        "\n\n",
        "\r\n",
        "%",
        "[X \"y\"]\n",
        "]",
        "\"",
        " ",
        "\t",
        "ß",
        "",
        "e.p.",
        "+-",
        "=",
    ];

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn nothing_is_lost_that_is_not_found(
            words in prop::collection::vec(prop::sample::select(&WORDS[..]), 0..40),
            spaced in any::<bool>(),
        ) {
            let text = words.join(if spaced { " " } else { "" });
            let walked = scan(&text);
            let mut reader = pgn_reader::Reader::new(std::io::Cursor::new(&text));
            for (n, walked) in walked.iter().enumerate() {
                match reader.read_game(&mut PlyCounter) {
                    // What follows an error is lost, and reported.
                    Err(_) => return Ok(()),
                    Ok(read) => {
                        prop_assert!(read.is_some(), "{text:?}: only {n} games");
                        let is_counted = read == Some(walked.plies);
                        prop_assert!(walked.unreadable.is_some() || is_counted, "{text:?}: {walked:?}, {read:?}");
                    }
                }
            }
            prop_assert!(!reader.has_more().unwrap_or(false), "{text:?}: more than {} games", walked.len());
        }
    }

    #[track_caller]
    fn check(text: &str, expected: &[Option<(usize, &str)>]) {
        let found = scan(text);
        let found: Vec<_> = found
            .iter()
            .map(|walk| walk.unreadable.as_ref().map(|found| (found.ply, found.word.as_str())))
            .collect();
        assert_eq!(found, expected);
    }
}
