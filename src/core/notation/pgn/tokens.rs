//! The games of a PGN text as they are written: tags, the words of the main line, comments.
//!
//! `pgn-reader` skips what it cannot read, so a typing error in the last move of a game would silently lose the move;
//! and it ends at a null move. Here every word that stands in the place of a move is kept, for all who read scores.

use std::time::Duration;

use crate::notation::{Letters, read, read_iccf};

/// A game as it is written; what its moves mean depends on the letters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WrittenGame {
    /// Its tags, as they follow each other.
    pub tags: Vec<(String, String)>,
    /// The words of its main line, in the place of moves.
    pub words: Vec<WrittenWord>,
    /// Its comments, each with the number of words before it.
    pub(super) comments: Vec<(usize, String)>,
    pub(super) result: Option<&'static str>,
    /// What begins and is never closed, with the number of words before it.
    pub(super) unclosed: Option<(usize, Unclosed)>,
}

/// A word in the place of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenWord {
    /// The word.
    pub text: String,
    /// Time left to the mover, where it stands beside the word.
    pub left: Option<Duration>,
}

/// What begins in a game and is never closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unclosed {
    Comment,
    Variation,
}

/// Words that may stand behind a move and are no moves: check and mate, a capture in passing, and a novelty or a diagram.
const CHECKS: [&str; 6] = ["ch", "dbl", "mate", "matt", "mat", "schach"];
const IN_PASSING: [&str; 3] = ["ep", "e.p", "e.p."];
/// The same with a gap in it: `e` may also begin a move.
const IN_PASSING_TORN: [&str; 2] = ["e", "p"];
const NOVELTY_OR_DIAGRAM: [&str; 2] = ["N", "D"];
/// How an assessment ends a word: `Nf3±`.
const ASSESSMENTS: [&str; 14] =
    ["+-", "-+", "+/-", "-/+", "+=", "=+", "=", "±", "∓", "⩲", "⩱", "∞", "+−", "−+"];
/// A move that was not made, or that nobody could read.
const NULL_MOVES: [&str; 7] = ["--", "Z0", "0000", "@@@@", "<>", "––", "——"];
/// The results, as PGN writes them and as people do; one that another begins with stands behind it.
const RESULTS: [(&str, &str); 18] = [
    ("1/2-0", "1/2-0"),
    ("1/2–0", "1/2-0"),
    ("½-0", "1/2-0"),
    ("½–0", "1/2-0"),
    ("0-1/2", "0-1/2"),
    ("0–1/2", "0-1/2"),
    ("0-½", "0-1/2"),
    ("0–½", "0-1/2"),
    ("1-0", "1-0"),
    ("0-1", "0-1"),
    ("1/2-1/2", "1/2-1/2"),
    ("½-½", "1/2-1/2"),
    ("1–0", "1-0"),
    ("0–1", "0-1"),
    ("1/2–1/2", "1/2-1/2"),
    ("1/2", "1/2-1/2"),
    ("½", "1/2-1/2"),
    ("*", "*"),
];

/// Returns the games of a text. A game begins with a tag, or behind an empty line.
pub fn written_games(text: &str) -> Vec<WrittenGame> {
    let text = text.replace('\u{feff}', "").replace("\r\n", "\n").replace('\r', "\n");
    let mut games = Vec::new();
    let mut rest = skip_blank(&text);
    while !rest.is_empty() {
        let mut game = WrittenGame::default();
        rest = game.take_tags(rest);
        if !rest.starts_with('[') {
            rest = game.take_moves(rest);
        }
        games.push(game);
        rest = skip_blank(rest);
    }
    games
}

/// A text is a score if at least one in so many words is a move.
const SHARE: usize = 4;

/// Whether games are scores and not prose or noise: enough of their words are moves, in the letters of any language.
pub fn is_score(games: &[WrittenGame]) -> bool {
    let words: Vec<&WrittenWord> = games.iter().flat_map(|game| &game.words).collect();
    let is_move = |word: &&&WrittenWord| Letters::ALL.iter().any(|letters| read(&word.text, letters).is_ok());
    let moves = words.iter().filter(is_move).count();
    moves > 0 && SHARE * moves >= words.len()
}

/// Whether a word says that no move was made there.
pub(super) fn is_null_move(word: &str) -> bool {
    NULL_MOVES.contains(&word)
}

impl WrittenGame {
    /// Returns the value of a tag; that of the last, if it is there several times.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().rev().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    /// Takes tags. Behind an empty line they are the next game's, if they begin anew; an empty line between two tags of
    /// a game is tolerated.
    fn take_tags<'a>(&mut self, text: &'a str) -> &'a str {
        let mut rest = text;
        let mut empty_lines = 0;
        while rest.starts_with('[') {
            let (name, value, after) = tag(rest);
            let is_again = name == "Event" || self.tag(&name).is_some();
            if empty_lines > 1 || empty_lines == 1 && is_again {
                return rest;
            }
            // Where the text ends within a tag, half of a position would be another one.
            if !after.is_empty() || rest.trim_end().ends_with(']') {
                self.tags.push((name, value));
            }
            rest = skip_blank(after);
            let gap = &after[..after.len() - rest.len()];
            empty_lines = gap.lines().skip(1).filter(|line| line.trim().is_empty()).count();
        }
        rest
    }

    /// Takes the moves of the game, up to an empty line or a tag.
    fn take_moves<'a>(&mut self, text: &'a str) -> &'a str {
        let mut rest = text;
        let (mut is_over, mut after_number) = (false, false);
        while let Some(c) = rest.chars().next() {
            let tail = &rest[c.len_utf8()..];
            let behind_number = std::mem::take(&mut after_number);
            rest = match c {
                '{' => {
                    let (comment, after) = comment(tail);
                    self.take_comment(comment.unwrap_or_default());
                    self.mark_unclosed(comment.is_none(), Unclosed::Comment);
                    after
                }
                '(' => {
                    let (after, closed) = skip_variation(tail);
                    self.mark_unclosed(!closed, Unclosed::Variation);
                    after
                }
                ';' => from_line_end(tail),
                '\n' if tail.starts_with('%') => from_line_end(tail),
                '\n' if ends_game(tail) => return tail,
                '$' => tail.trim_start_matches(|c: char| c.is_ascii_digit()),
                // Somebody could not read the move.
                '?' if behind_number => {
                    let after = tail.trim_start_matches('?');
                    self.take_word(&rest[..rest.len() - after.len()], is_over);
                    after
                }
                _ if let Some((result, after)) = result(rest) => {
                    self.result.get_or_insert(result);
                    is_over = true;
                    after
                }
                '0' if begins_with_zeros(rest) => {
                    let (word, after) = rest.split_at(word_end(rest));
                    self.take_word(word, is_over);
                    after
                }
                '0'..='9' if is_numeric_move(rest) => {
                    let (word, after) = rest.split_at(word_end(rest));
                    self.take_word(word, is_over);
                    after
                }
                '0'..='9' => {
                    after_number = true;
                    tail.trim_start_matches(|c: char| c.is_ascii_digit())
                }
                c if is_word_end(c) => {
                    after_number = behind_number;
                    tail
                }
                _ => {
                    let (word, after) = rest.split_at(word_end(rest));
                    let bare = without_assessments(word);
                    let is_beside = !behind_number && self.stands_behind_a_move(bare, after);
                    let is_word = bare.contains(char::is_alphabetic) && !is_beside;
                    match is_null_move(word) {
                        true => self.take_word(word, is_over),
                        false if is_word => self.take_word(bare, is_over),
                        false => {}
                    }
                    after
                }
            };
        }
        rest
    }

    /// Whether a word is no move, nor the beginning of one with a gap in it: `N f3`, `e 6`.
    fn stands_behind_a_move(&self, word: &str, after: &str) -> bool {
        let is_file = |c: char| matches!(c, 'a'..='h' | 'x');
        let takes_as_a_pawn = || {
            let last = self.words.last().map_or("", |last| last.text.as_str());
            let ends_there = last.trim_end_matches(|c: char| !c.is_ascii_digit()).ends_with(['3', '6']);
            last.starts_with(is_file)
                && last.chars().filter(char::is_ascii_digit).count() + 1 < last.len()
                && !last.contains('-')
                && ends_there
        };
        let word = word.trim_end_matches(['+', '#']);
        match word {
            _ if CHECKS.iter().any(|check| word.eq_ignore_ascii_case(check)) => true,
            _ if IN_PASSING.contains(&word) => true,
            _ if IN_PASSING_TORN.contains(&word) => takes_as_a_pawn(),
            _ if NOVELTY_OR_DIAGRAM.contains(&word) => {
                !after.trim_start_matches([' ', '\t']).starts_with(is_file)
            }
            _ => false,
        }
    }

    fn take_word(&mut self, word: &str, is_over: bool) {
        if !is_over {
            self.words.push(WrittenWord { text: word.to_owned(), left: None });
        }
    }

    fn take_comment(&mut self, comment: &str) {
        let (clock, text) = without_clock(comment);
        if let (Some(left), Some(last)) = (clock, self.words.last_mut()) {
            last.left = Some(left);
        }
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if !text.is_empty() {
            self.comments.push((self.words.len(), text));
        }
    }

    fn mark_unclosed(&mut self, is_unclosed: bool, what: Unclosed) {
        if is_unclosed {
            self.unclosed.get_or_insert((self.words.len(), what));
        }
    }
}

/// Reads a tag: its name, its value and what follows. Quotes within a value should be escaped, but are tolerated.
fn tag(text: &str) -> (String, String, &str) {
    let (mut is_value, mut is_escaped) = (false, false);
    let mut end = text.len();
    for (at, c) in text.char_indices() {
        match c {
            '\n' => {
                end = at;
                break;
            }
            ']' if !is_value => {
                end = at + 1;
                break;
            }
            '"' if !is_escaped => is_value = !is_value,
            _ => {}
        }
        is_escaped = is_value && c == '\\' && !is_escaped;
    }
    let (tag, after) = text.split_at(end);
    let (name, rest) = tag.split_once('"').unwrap_or((tag, ""));
    let value = rest.rsplit_once('"').map_or(rest, |(value, _)| value);
    (name.trim_matches(['[', ']', ' ', '\t']).to_owned(), unescaped(value), after)
}

/// Unescapes the value of a tag.
fn unescaped(value: &str) -> String {
    let mut plain = String::with_capacity(value.len());
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        let escaped = if c == '\\' { chars.next_if(|next| matches!(next, '\\' | '"')) } else { None };
        plain.push(escaped.unwrap_or(c));
    }
    plain
}

/// Reads a comment whose brace is open; none if it is not closed before the next game. Braces do not nest in PGN, but
/// people write them so: what follows the first closing one and is no move still belongs to it.
fn comment(text: &str) -> (Option<&str>, &str) {
    let end = text.find('}');
    let within = &text[..end.unwrap_or(text.len())];
    let game = within.match_indices("\n[").find(|(at, _)| {
        let is_behind_empty_line = within[..*at].trim_end_matches([' ', '\t']).ends_with('\n');
        let name = within[at + 2..].trim_start_matches(char::is_alphanumeric);
        is_behind_empty_line && name.starts_with(" \"")
    });
    if let Some((at, _)) = game {
        return (None, &text[at..]);
    }
    let Some(mut end) = end else { return (None, "") };
    for _ in within.matches('{') {
        let tail = &text[end + 1..];
        let next = tail.find(['{', '}']).filter(|at| tail[*at..].starts_with('}') && is_remark(&tail[..*at]));
        end = next.map_or(end, |at| end + 1 + at);
    }
    (Some(&text[..end]), &text[end + 1..])
}

/// Whether a text on one page has a word that is no move, in the letters of no language.
fn is_remark(text: &str) -> bool {
    let is_move = |word: &str| Letters::ALL.iter().any(|letters| read(word, letters).is_ok());
    !text.contains("\n\n")
        && text.split_whitespace().any(|word| word.contains(char::is_alphabetic) && !is_move(word))
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
            '{' => comment(tail).1,
            ';' => from_line_end(tail),
            '\n' if tail.starts_with('%') => from_line_end(tail),
            '\n' if ends_game(tail) => return (rest, false),
            _ => tail,
        };
    }
    (rest, false)
}

/// Whether what follows a line's end is another game's, or an empty line.
fn ends_game(after_line: &str) -> bool {
    after_line.starts_with('[') || after_line.lines().next().is_none_or(|line| line.trim().is_empty())
}

fn result(text: &str) -> Option<(&'static str, &str)> {
    RESULTS.iter().find_map(|(written, result)| Some((*result, text.strip_prefix(written)?)))
}

/// Whether this is castling as the Laws write it, or a null move, rather than a number.
fn begins_with_zeros(text: &str) -> bool {
    let word = &text[..word_end(text)];
    let zeros = word.trim_start_matches(['0', '-', '–', '—']).trim_start_matches(['+', '#']);
    zeros.is_empty() && word.len() > 1
}

/// Whether a move in digits begins here, and no number of a move.
fn is_numeric_move(text: &str) -> bool {
    let (word, after) = text.split_at(word_end(text));
    let bare = word.trim_end_matches(['!', '?', '+', '#', '=']);
    read_iccf(bare).is_some() && !after.starts_with('.')
}

/// Returns the length of the word at the beginning, with a new piece in brackets, `a8(Q)`, and `e.p.` written to it.
fn word_end(text: &str) -> usize {
    let end = text.find(is_word_end).unwrap_or(text.len());
    let (word, after) = text.split_at(end);
    if let Some((piece, _)) = after.strip_prefix('(').and_then(|after| after.split_once(')'))
        && word.trim_end_matches('=').ends_with(['1', '8'])
        && (1..=2).contains(&piece.chars().count())
        && piece.chars().all(|c| c.is_alphabetic() || Letters::is_figurine(c))
    {
        return end + piece.len() + 2;
    }
    let rest = [".p.", ".p"].into_iter().find(|rest| word.ends_with('e') && after.starts_with(rest));
    end + rest.map_or(0, str::len)
}

/// Removes the assessments that end a word.
fn without_assessments(word: &str) -> &str {
    let mut bare = word;
    while let Some(shorter) = ASSESSMENTS.iter().find_map(|sign| bare.strip_suffix(sign)) {
        bare = shorter;
    }
    bare
}

fn is_word_end(c: char) -> bool {
    c.is_whitespace() || "{}()!?$;.…*".contains(c)
}

/// Skips white space, and lines that begin with `%`, which are reserved for programs, or with `;`.
fn skip_blank(text: &str) -> &str {
    let mut rest = text.trim_start();
    while rest.starts_with(['%', ';']) {
        rest = from_line_end(rest).trim_start();
    }
    rest
}

fn from_line_end(text: &str) -> &str {
    text.find('\n').map_or("", |at| &text[at..])
}

/// Removes `[%clk 1:30:00]` from a comment, and returns its time.
fn without_clock(text: &str) -> (Option<Duration>, String) {
    let found = text.split_once("[%clk").and_then(|(before, rest)| {
        let (time, after) = rest.split_once(']')?;
        Some((clock_time(time.trim())?, format!("{before}{after}")))
    });
    match found {
        Some((left, rest)) => (Some(left), rest),
        None => (None, text.to_owned()),
    }
}

/// Reads hours, minutes and seconds, the seconds with or without decimals.
fn clock_time(text: &str) -> Option<Duration> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let mut seconds: u64 = 0;
    for part in whole.split(':') {
        let part: u32 = part.parse().ok()?;
        seconds = seconds.checked_mul(60)?.checked_add(part.into())?;
    }
    if !decimals.bytes().all(|c| c.is_ascii_digit()) {
        return None;
    }
    let ms: u64 = format!("{decimals:0<3}").get(..3)?.parse().ok()?;
    Some(Duration::from_secs(seconds) + Duration::from_millis(ms))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_the_main_line_are_found() {
        check("1. e4 e5 2. Nf3 (2. Sf3 (x)) {Sc3} Nc6 $14 3. O-O 1/2-1/2", &["e4 e5 Nf3 Nc6 O-O"]);
        check("1. e4 e5 2. 0-0 0-0-0 3. ed5:", &["e4 e5 0-0 0-0-0 ed5:"]);
        check("1. exd6 e.p. 1-0\n\n1. e4? e5!! 2. x9", &["exd6", "e4 e5 x9"]);
        check("1. a8=(Q) h1(D)", &["a8=(Q) h1(D)"]);
        check("1.exd6e.p. a8(Q) 2. ??? -- Z0 ± +- Nf3± = *", &["exd6e.p. a8(Q) ??? -- Z0 Nf3"]);
        check("[White \"a]\\\"[\"]\n[Black \"x\"]\n\n1. e4\n[Event \"?\"]\n\n1. Zf3", &["e4", "Zf3"]);
        check("1.e4 1-0 Schwarz gab auf", &["e4"]);
        check("1e4 e5 2Kf9", &["e4 e5 Kf9"]);
        check("1. e4 N 1... e5 D 2. Nf3 ch exd6 ep+ ed6 e. p. mate matt", &["e4 e5 Nf3 exd6 ed6"]);
        check("% e9\r1. e4 ; e9 is not meant\r% nor here\re5\r", &["e4 e5"]);
        check("1. e4 {ein {kleiner} Scherz} e5 {:{} 2. Nf3 {a {b} Nc6 }", &["e4 e5 Nf3 Nc6"]);
        check("\u{feff}\n\n", &[]);
    }

    /// A gap in a move does not make another move of the rest of it.
    #[test]
    fn a_move_that_is_torn_is_no_other_move() {
        check("1. e 4 e 5", &["e e"]);
        check("1. e4 e5 2. N f3 Nc6", &["e4 e5 N f3 Nc6"]);
        check("1. e4 N f6 2. D xd5", &["e4 N f6 D xd5"]);
        check("1. Nf3 e 6 2. d3 e 5", &["Nf3 e d3 e"]);
        check("1. e x d6 e p", &["e x d6 e p"]);
    }

    #[test]
    fn tags_without_moves_are_a_game() {
        check("[Event \"a\"]\n[FEN \"x\"]\n\n[Event \"b\"]\n\n1. e4 *", &["", "e4"]);
        check("[White \"a\"]\n\n[White \"b\"]\n\n\n[Black \"c\"]", &["", "", ""]);
        check("[White \"a\"]\n\n[Black \"b\"]\n\n1. e4 *", &["e4"]);
        assert_eq!(written_games("[White \"a\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w")[0].tag("FEN"), None);
        let game =
            &written_games("[Event \"Der \"große\" Preis\"]\n[Site \"C:\\\"]\n[Site \"a \\\\ \\\"b\"]")[0];
        assert_eq!((game.tag("Event"), game.tag("Site")), (Some("Der \"große\" Preis"), Some("a \\ \"b")));
    }

    #[test]
    fn what_is_never_closed_ends_with_its_game() {
        let games = written_games("1. e4 {open\n\n[Event \"b\"]\n\n1. d4 (1. c4 *\n\n1. e4 {end");
        let unclosed: Vec<_> = games.iter().map(|game| game.unclosed).collect();
        let (comment, variation) = (Some((1, Unclosed::Comment)), Some((1, Unclosed::Variation)));
        assert_eq!(unclosed, [comment, variation, comment]);
    }

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let words = |game: &WrittenGame| {
            game.words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(written_games(text).iter().map(words).collect::<Vec<_>>(), expected, "{text}");
    }
}
