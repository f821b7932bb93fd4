//! Writes PGN, in the export format of the standard where that loses nothing.

use std::{fmt, time::Duration};

use shakmaty::{Color, Position, san::SanPlus};

use super::{PgnGame, ROSTER, move_number, plain, start_tags};
use crate::notation::{Letters, iccf, san};

/// Columns of a line; the standard requires fewer than 80.
const COLUMNS: usize = 79;

/// Tags, an empty line, moves and result. Put an empty line between games.
impl fmt::Display for PgnGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, &ScoreNotation::Pgn)
    }
}

/// How the moves of a score are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ScoreNotation {
    /// As PGN wants them: `Nf3`, `O-O`, `e8=Q`.
    #[default]
    Pgn,
    /// In the letters of a language, as on paper: `Sf3`, `0-0`, `e8D`.
    Letters(Letters),
    /// In the digits of correspondence chess: `7163`.
    Numeric,
}

/// A game with its moves in another notation.
pub struct InNotation<'a>(&'a PgnGame, ScoreNotation);

impl fmt::Display for InNotation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write(f, &self.1)
    }
}

impl PgnGame {
    /// Returns the game in a notation, which not every PGN program reads.
    pub fn in_notation(&self, notation: ScoreNotation) -> InNotation<'_> {
        InNotation(self, notation)
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, notation: &ScoreNotation) -> fmt::Result {
        for name in ROSTER {
            let unknown = match name {
                "Date" => "????.??.??",
                "Result" => "*",
                _ => "?",
            };
            write_tag(f, name, self.tag(name).unwrap_or(unknown))?;
        }
        for (name, value) in self.tags().filter(|(name, _)| !ROSTER.contains(name)) {
            write_tag(f, name, value)?;
        }
        for (name, value) in start_tags(&self.game) {
            write_tag(f, name, &value)?;
        }
        writeln!(f)?;
        write_wrapped(f, &self.movetext(notation))
    }

    /// Returns the tokens of the text, none of which may be broken over two lines.
    fn movetext(&self, notation: &ScoreNotation) -> Vec<String> {
        let mut tokens = Vec::new();
        let mut is_number_due = true;
        for (ply, m) in self.game.moves().iter().enumerate() {
            let position = self.game.position_at(ply);
            is_number_due |= push_comments(&mut tokens, None, self.comments_at(ply));
            if is_number_due || position.turn() == Color::White {
                tokens.push(move_number(&self.game, ply));
            }
            tokens.push(match notation {
                ScoreNotation::Pgn => SanPlus::from_move(position.clone(), *m).to_string(),
                ScoreNotation::Letters(letters) => san(position, *m, letters),
                ScoreNotation::Numeric => iccf(*m),
            });
            let clock = self.clocks.get(ply).copied().flatten();
            is_number_due = push_comments(&mut tokens, clock, [].into_iter());
        }
        push_comments(&mut tokens, None, self.comments_at(self.game.moves().len()));
        // `0-0`, which only an arbiter gives, would read as castling.
        tokens.push(match self.result() {
            result @ ("1-0" | "0-1" | "1/2-1/2") => result.to_owned(),
            _ => "*".to_owned(),
        });
        tokens
    }

    fn comments_at(&self, ply: usize) -> impl Iterator<Item = &str> {
        self.comments.iter().filter(move |(at, _)| *at == ply).map(|(_, text)| text.as_str())
    }
}

/// Writes the clock and each comment in braces. Returns whether there was any.
fn push_comments<'a>(
    tokens: &mut Vec<String>,
    clock: Option<Duration>,
    comments: impl Iterator<Item = &'a str>,
) -> bool {
    let before = tokens.len();
    tokens.extend(clock.map(|left| format!("{{[%clk {}]}}", ClockComment(left))));
    for comment in comments {
        // A brace cannot be escaped.
        let text = plain(comment).replace('{', "(").replace('}', ")");
        let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        if let Some(first) = words.first_mut() {
            first.insert(0, '{');
        }
        if let Some(last) = words.last_mut() {
            last.push('}');
        }
        tokens.append(&mut words);
    }
    tokens.len() > before
}

/// A time as in `%clk`, `1:30:00`, with milliseconds if any.
struct ClockComment(Duration);

impl fmt::Display for ClockComment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.as_secs();
        write!(f, "{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)?;
        match self.0.subsec_millis() {
            0 => Ok(()),
            ms => write!(f, ".{ms:03}"),
        }
    }
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    writeln!(f, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))
}

fn write_wrapped(f: &mut fmt::Formatter<'_>, tokens: &[String]) -> fmt::Result {
    let mut column = 0;
    for token in tokens {
        let width = token.chars().count();
        if column > 0 && column + 1 + width > COLUMNS {
            writeln!(f)?;
            column = 0;
        }
        if column > 0 {
            write!(f, " ")?;
            column += 1;
        }
        write!(f, "{token}")?;
        column += width;
    }
    writeln!(f)
}
