//! Games in Portable Game Notation, read and written.
//!
//! In reading order: [`tokens`] finds the games of a file and the words of their moves, [`letters`] what a word states
//! in which language, [`reading`] plays them, [`writing`] writes the export format. Every command that takes a score
//! reads it here.

pub mod tokens;
pub mod letters;
pub mod reading;
pub mod writing;

use std::time::Duration;

pub use reading::{PgnError, ReadGame, games, readable_games};
use shakmaty::{Chess, EnPassantMode, Position, fen::Fen};
pub use tokens::{WrittenGame, is_score, written_games};
pub use writing::ScoreNotation;

use crate::{language::is_bidi_control, laws::Game};

/// The seven tags every game has, in their order (PGN standard, 8.1.1).
pub const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// One game of a PGN file.
///
/// Its tags are without `SetUp`, `FEN` and `Variant`, which are read into the game and written from it.
#[derive(Clone, Debug, Default)]
pub struct PgnGame {
    /// The start and the moves.
    pub game: Game,
    tags: Vec<(String, String)>,
    /// Time left to the mover after each half-move, where known. May be shorter than the game.
    pub clocks: Vec<Option<Duration>>,
    /// Comments, each with the number of half-moves before it.
    pub comments: Vec<(usize, String)>,
}

impl PgnGame {
    /// Returns a game without tags.
    pub fn new(game: Game) -> PgnGame {
        PgnGame { game, ..PgnGame::default() }
    }

    /// Returns all tags, in their order.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Returns the value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags().find(|(own, _)| *own == name).map(|(_, value)| value)
    }

    /// Adds a tag or replaces its value: `Event`, `TimeControl`, `Termination`.
    ///
    /// Characters of the name other than letters, digits and underscores are dropped; control characters of the value
    /// become spaces, since PGN cannot write them, and those that change the direction of what is shown are dropped. The tags of the start are ignored: they are written from the game.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        let name: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
        let value: String = plain(value);
        match self.tags.iter_mut().find(|(own, _)| *own == name) {
            Some((_, own)) => *own = value,
            None if ["", "FEN", "SetUp", "Variant"].contains(&name.as_str()) => {}
            None => self.tags.push((name, value)),
        }
    }

    /// Returns `1-0`, `0-1`, `1/2-1/2`, or `*` for a game that is not over.
    pub fn result(&self) -> &str {
        self.tag("Result").unwrap_or("*")
    }
}

/// Returns the tags that set up the board, with their values; none for the usual start.
pub(crate) fn start_tags(game: &Game) -> Vec<(&'static str, String)> {
    let start = game.start_fen();
    let is_chess960 = game.start().castles().mode().is_chess960();
    let mut tags = Vec::new();
    if is_chess960 {
        tags.push(("Variant", "Chess960".to_owned()));
    }
    if is_chess960 || start != Fen::from_position(&Chess::default(), EnPassantMode::Legal) {
        tags.extend([("SetUp", "1".to_owned()), ("FEN", start.to_string())]);
    }
    tags
}

/// Returns the number before a half-move: `12.` or `12...`.
fn move_number(game: &Game, ply: usize) -> String {
    let position = game.position_at(ply);
    let dots = position.turn().fold_wb(".", "...");
    format!("{}{dots}", position.fullmoves())
}

/// Returns a text as a score can have it: on one line, and shown in the order in which it is written.
fn plain(text: &str) -> String {
    let shown = text.chars().filter(|c| !is_bidi_control(*c));
    shown.map(|c| if c.is_control() { ' ' } else { c }).collect()
}
