//! Reads moves as people write them.
//!
//! It reads the short and the long form in the letters of one language, UCI, and the habits of score sheets: `13.de`,
//! `ed5:`, `e8=D`, `e8(D)`, `Sg1-f3+!`, `exd6 e.p.`, `O-O`, `00`, `♘f3`; and the digits of
//! [`super::iccf()`]. It consults no position: what was omitted
//! stays out of the [`Attempt`], and `judge` completes it.
//!
//! One rule tells pieces from files: **a capital is a piece, a small letter is a file**, wherever both are possible
//! (`B` and `b` in English, `D` and `d` in German). It is relaxed only if the other reading cannot be a move: `dh5`
//! is a queen move in German, since no pawn moves from the d-file to the h-file, and `D4` is a pawn move. If
//! everything is in capitals (`BXC3`), the rule does not help, and reading fails.

use shakmaty::{CastlingSide, Rank, Role};

use super::{Letters, iccf::read_iccf, letters::figurine};
use crate::language::Message;
use crate::laws::{Attempt, File, PartialSquare};

/// Text that is no move in algebraic notation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "notation")]
pub enum ReadError {
    /// There is no text.
    Empty,
    /// No square of destination is named.
    NoDestination {
        /// The text that was found.
        found: String,
    },
    /// A letter names no piece.
    UnknownPiece {
        /// The text that was found.
        found: String,
        /// The letter.
        letter: char,
        /// The letters of the language.
        letters: String,
    },
    /// No piece that a pawn can become is named.
    Promotion {
        /// The text that was found.
        found: String,
        /// The letters of the language.
        letters: String,
    },
    /// A letter can be a piece or a file.
    PieceOrFile {
        /// The text that was found.
        found: String,
    },
}

/// Reads one move, with or without its number and comment signs.
pub fn read(text: &str, letters: &Letters) -> Result<Attempt, ReadError> {
    let (body, marks) = without_additions(text);
    if body.is_empty() {
        return Err(ReadError::Empty);
    }
    if let Some(numeric) = read_iccf(&body) {
        return Ok(Attempt { check: marks.check, mate: marks.mate, ..numeric });
    }
    if let Some(side) = castling(&body) {
        return Ok(Attempt { check: marks.check, mate: marks.mate, ..Attempt::castling(side) });
    }
    let (body, captures) = match body.strip_suffix('x') {
        Some(body) => (body, true),
        None => (body.as_str(), false),
    };
    let (body, promotion) = without_promotion(body, letters)?;
    let (named, way) = piece_and_squares(body, letters)?;
    let role = match named {
        Some(role) => Some(role),
        // Two squares leave the piece open; less is a pawn move.
        None => way.from.square().is_none().then_some(Role::Pawn),
    };
    let leaves_file =
        named.is_none() && role.is_some() && way.from.file.is_some_and(|f| Some(f) != way.to.file);
    Ok(Attempt {
        role,
        from: way.from,
        to: way.to,
        captures: captures || way.captures || marks.en_passant || leaves_file,
        promotion,
        en_passant: marks.en_passant,
        check: marks.check,
        mate: marks.mate,
        ..Attempt::default()
    })
}

/// Returns the piece that a written move names by a capital letter or a figurine; a pawn is named by none.
pub fn named_piece(text: &str, letters: &Letters) -> Option<Role> {
    let (body, _) = without_additions(text);
    let (body, _) = without_promotion(body.trim_end_matches('x'), letters).ok()?;
    let is_capital = |c: char| c.is_uppercase() || figurine(c).is_some();
    let (role, rest) = leading_piece(body, letters).filter(|_| body.starts_with(is_capital))?;
    let goes_somewhere = square_pair(rest).is_some_and(|way| way.to.square().is_some());
    (role != Role::Pawn && goes_somewhere).then_some(role)
}

/// Returns the piece that a pawn becomes in a written move.
pub fn new_piece(text: &str, letters: &Letters) -> Option<Role> {
    let (body, _) = without_additions(text);
    without_promotion(body.trim_end_matches('x'), letters).ok()?.1
}

/// What is written after a move.
#[derive(Default)]
struct MoveSuffixes {
    check: bool,
    mate: bool,
    en_passant: bool,
}

/// Removes what is no part of the move: its number, blanks, and what is written after it.
fn without_additions(text: &str) -> (String, MoveSuffixes) {
    let (body, marks) = without_suffixes(without_number(text));
    (body.chars().filter(|c| !c.is_whitespace()).filter_map(plain).collect(), marks)
}

/// Removes `13.`, `13...`, `13 ` and `...`.
fn without_number(text: &str) -> &str {
    let text = text.trim();
    let after = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_number = after.len() < text.len()
        && !text.starts_with('0')
        && after.starts_with(|c: char| c == '.' || c == '…' || c.is_whitespace());
    let rest = if is_number { after } else { text };
    rest.trim_start_matches(|c: char| c == '.' || c == '…' || c.is_whitespace())
}

/// Removes check signs, `e.p.` and comment signs, in any order.
fn without_suffixes(text: &str) -> (&str, MoveSuffixes) {
    const EN_PASSANT: [&str; 6] = ["e. p.", "e.p.", "e.p", "(ep)", "ep.", "ep"];
    const MATE: [&str; 7] = ["++", "#", "‡", "≠", "matt", "mate", "мат"];
    const CHECK: [&str; 5] = ["+", "†", "sch", "ch", "шах"];
    const COMMENT: [&str; 7] = ["(=)", "!", "?", "=", "□", ",", "."];
    let mut marks = MoveSuffixes::default();
    let mut rest = text.trim_end();
    loop {
        let before = rest.len();
        for (signs, said) in [
            (&EN_PASSANT[..], Some(&mut marks.en_passant)),
            (&MATE, Some(&mut marks.mate)),
            (&CHECK, Some(&mut marks.check)),
            (&COMMENT, None),
        ] {
            if let Some(cut) = signs.iter().find_map(|sign| strip_suffix(rest, sign)) {
                rest = cut.trim_end();
                if let Some(said) = said {
                    *said = true;
                }
                break;
            }
        }
        if rest.len() == before {
            marks.check |= marks.mate;
            return (without_glyph(rest), marks);
        }
    }
}

/// Removes a numeric annotation glyph, `$12`.
fn without_glyph(text: &str) -> &str {
    match text.rsplit_once('$') {
        Some((rest, digits)) if digits.chars().all(|c| c.is_ascii_digit()) => rest.trim_end(),
        _ => text,
    }
}

/// Removes a suffix, in any case.
fn strip_suffix<'a>(text: &'a str, suffix: &str) -> Option<&'a str> {
    let at = text.len().checked_sub(suffix.len())?;
    let (rest, end) = (text.get(..at)?, text.get(at..)?);
    (end.to_lowercase() == suffix).then_some(rest)
}

/// Unifies dashes and capture signs, and drops the variation selectors of figurines.
fn plain(c: char) -> Option<char> {
    Some(match c {
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '×' | '✕' | '∶' | ':' | 'X' | 'х' | 'Х' | '*' => 'x',
        '\u{fe0e}' | '\u{fe0f}' => return None,
        c => c,
    })
}

fn castling(body: &str) -> Option<CastlingSide> {
    // Zero, and the Latin and Cyrillic O.
    let is_ring = |c: char| matches!(c, '0' | 'O' | 'o' | 'О' | 'о');
    let rings: Vec<&str> = match body.contains('-') {
        true => body.split('-').collect(),
        false => body.split("").filter(|c| !c.is_empty()).collect(),
    };
    let castles = rings.iter().all(|ring| ring.chars().count() == 1 && ring.chars().all(is_ring));
    match rings.len() {
        2 if castles => Some(CastlingSide::KingSide),
        3 if castles => Some(CastlingSide::QueenSide),
        _ => None,
    }
}

/// Removes the new piece: `e8D`, `e8=D`, `e8/D`, `e8(D)`, `e8=(D)`, `e8d`, and the `q r b n` of UCI.
fn without_promotion<'a>(body: &'a str, letters: &Letters) -> Result<(&'a str, Option<Role>), ReadError> {
    let (rest, found, is_marked) = match body.find(['=', '/', '(']) {
        Some(at) => (&body[..at], body[at + 1..].trim_matches(['(', ')']), true),
        None => {
            let after_rank = body.rfind(|c: char| c.is_ascii_digit()).map_or(body.len(), |at| at + 1);
            (&body[..after_rank], &body[after_rank..], false)
        }
    };
    if found.is_empty() {
        return Ok((rest, None));
    }
    let own = match found.chars().next().and_then(figurine) {
        Some(role) if found.chars().count() == 1 => Some(role),
        _ => Role::ALL.into_iter().find(|role| is_letter(found, letters.of_role(*role))),
    };
    let uci = match found {
        "q" => Some(Role::Queen),
        "r" => Some(Role::Rook),
        "b" => Some(Role::Bishop),
        "n" => Some(Role::Knight),
        _ => None,
    };
    let own = own.filter(|role| !matches!(role, Role::King | Role::Pawn));
    match (own, uci) {
        // `e7e8r` is a rook in UCI, a knight in Afrikaans: leave it open, so that the player is asked.
        (Some(own), Some(uci)) if own != uci && !is_marked && is_uci(rest) => Ok((rest, None)),
        (Some(role), _) => Ok((rest, Some(role))),
        (None, Some(role)) if !is_marked && is_uci(rest) => Ok((rest, Some(role))),
        _ => Err(ReadError::Promotion {
            found: found.to_owned(),
            letters: [letters.queen, letters.rook, letters.bishop, letters.knight].join(" "),
        }),
    }
}

/// Whether the text is two squares and nothing else.
fn is_uci(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() == 4
        && bytes.iter().step_by(2).all(|c| (b'a'..=b'h').contains(c))
        && bytes.iter().skip(1).step_by(2).all(|c| (b'1'..=b'8').contains(c))
}

/// The origin and destination of a piece, as far as written.
#[derive(Clone, Copy)]
struct SquarePair {
    from: PartialSquare,
    to: PartialSquare,
    captures: bool,
}

/// Separates the piece from the squares, by the rule of the module.
fn piece_and_squares(body: &str, letters: &Letters) -> Result<(Option<Role>, SquarePair), ReadError> {
    let found = || body.to_owned();
    let first = body.chars().next().ok_or(ReadError::Empty)?;
    let pawn_or_squares = square_pair(body);
    let piece = leading_piece(body, letters)
        .map(|(role, rest)| (role, rest, square_pair(rest).filter(|way| way.to.square().is_some())));
    let may_be_file = file(first).is_some();
    match (piece, pawn_or_squares) {
        (Some((role, _, Some(way))), None) => Ok((Some(role), way)),
        (None | Some((_, _, None)), Some(way)) => Ok((None, way)),
        (Some((role, rest, Some(piece_way))), Some(square_way)) => {
            let is_pawn_move = square_way.can_be_without_piece();
            if first.is_uppercase() {
                let is_all_capitals = rest.contains(char::is_uppercase)
                    && !rest.contains(|c: char| c.is_lowercase() && c != 'x');
                if is_pawn_move && is_all_capitals {
                    return Err(ReadError::PieceOrFile { found: found() });
                }
                return Ok((Some(role), piece_way));
            }
            Ok(if is_pawn_move { (None, square_way) } else { (Some(role), piece_way) })
        }
        (None, None) if first.is_alphabetic() && !may_be_file => {
            Err(ReadError::UnknownPiece { found: found(), letter: first, letters: letters.written() })
        }
        (_, None) => Err(ReadError::NoDestination { found: found() }),
    }
}

impl SquarePair {
    /// Whether it can be a pawn move or UCI: one square, two squares, or the adjacent files of a capturing pawn.
    fn can_be_without_piece(&self) -> bool {
        match (self.from.file, self.from.rank, self.to.file) {
            (None, None, _) | (Some(_), Some(_), _) => true,
            (Some(from), None, Some(to)) => are_neighbours(from, to),
            _ => false,
        }
    }
}

/// Returns the piece that a text begins with and the rest; the longest letter counts, so `Крf3` is a king.
fn leading_piece<'a>(body: &'a str, letters: &Letters) -> Option<(Role, &'a str)> {
    let first = body.chars().next()?;
    if let Some(role) = figurine(first) {
        return Some((role, &body[first.len_utf8()..]));
    }
    let mut best: Option<(usize, Role, &str)> = None;
    for role in Role::ALL {
        let length = letters.of_role(role).chars().count();
        let end = body.char_indices().nth(length).map_or(body.len(), |(at, _)| at);
        let (start, rest) = body.split_at(end);
        if is_letter(start, letters.of_role(role)) && best.is_none_or(|(longest, ..)| length > longest) {
            best = Some((length, role, rest));
        }
    }
    best.map(|(_, role, rest)| (role, rest))
}

/// Whether `text` is the letter, in any case, or looks like it in the Latin alphabet: `Kp` for `Кр`, `C` for `С`.
fn is_letter(text: &str, letter: &str) -> bool {
    let alike = |c: char| match c {
        'к' => 'k',
        'р' => 'p',
        'с' => 'c',
        'т' => 't',
        c => c,
    };
    let is_cyrillic = !letter.is_ascii();
    let (text, letter) = (text.to_lowercase(), letter.to_lowercase());
    text == letter || (is_cyrillic && text.chars().map(alike).eq(letter.chars().map(alike)))
}

/// Reads `[file][rank][sign]file rank`, or the two files of a capturing pawn.
fn square_pair(text: &str) -> Option<SquarePair> {
    let (before, sign, after) = match text.split_once(['-', 'x']) {
        Some((before, after)) => (before, text[before.len()..].chars().next(), after),
        None => {
            let is_two_files = text.chars().all(|c| file(c).is_some());
            let length = if is_two_files { 1 } else { 2 };
            let (at, _) = text.char_indices().rev().nth(length - 1)?;
            (&text[..at], None, &text[at..])
        }
    };
    let (from, to) = (part(before)?, part(after)?);
    let is_complete = match (to.file?, to.rank) {
        (_, Some(_)) => true,
        (to, None) => from.file.is_some_and(|from| are_neighbours(from, to)),
    };
    is_complete.then_some(SquarePair { from, to, captures: sign == Some('x') })
}

/// Reads a file, a rank, a square or nothing.
fn part(text: &str) -> Option<PartialSquare> {
    let mut chars = text.chars().peekable();
    let file = chars.next_if(|c| file(*c).is_some()).and_then(file);
    let rank = chars.next_if(|c| Rank::from_char(*c).is_some()).and_then(Rank::from_char);
    chars.next().is_none().then_some(PartialSquare { file, rank })
}

/// Reads a file, also as a capital or as a Cyrillic letter of the same shape.
fn file(c: char) -> Option<File> {
    File::from_char(match c {
        'а' | 'А' => 'a',
        'с' | 'С' => 'c',
        'е' | 'Е' => 'e',
        c => c.to_ascii_lowercase(),
    })
}

fn are_neighbours(one: File, other: File) -> bool {
    usize::from(one).abs_diff(usize::from(other)) == 1
}
