//! Games in Portable Game Notation, read and written.
//!
//! In reading order: [`reading`] takes a file apart with `pgn-reader`, `tokens` finds what that
//! reader passes over in silence, `letters` spells as PGN what was written otherwise, [`writing`] writes the export format.

mod letters;
pub mod reading;
mod tokens;
pub mod writing;

use std::time::Duration;

pub use reading::{PgnError, games, read_games};
use shakmaty::Position;

use crate::laws::Game;

/// The seven tags every game has, in their order (PGN standard, 8.1.1).
pub const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// One game of a PGN file.
///
/// The tags `SetUp`, `FEN` and `Variant` are not among its tags: they are read into the game and
/// written from it.
#[derive(Clone, Debug, Default)]
pub struct PgnGame {
    pub game: Game,
    tags: Vec<(String, String)>,
    /// Time left to the mover after each half-move, as far as it is known. May be shorter than the
    /// game.
    pub clocks: Vec<Option<Duration>>,
    /// Remarks, each with the number of half-moves before it.
    pub comments: Vec<(usize, String)>,
}

impl PgnGame {
    /// A game without tags.
    pub fn new(game: Game) -> PgnGame {
        PgnGame { game, ..PgnGame::default() }
    }

    /// All tags there are, in their order.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags().find(|(own, _)| *own == name).map(|(_, value)| value)
    }

    /// Adds a tag or replaces its value: `Event`, `TimeControl`, `Termination`.
    ///
    /// A name is letters, digits and underscores; other characters of it are dropped, and line ends
    /// in the value become spaces, for there is no way to write them. The tags of the start are not
    /// set: they are written from the game.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        let name: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
        let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        match self.tags.iter_mut().find(|(own, _)| *own == name) {
            Some((_, own)) => *own = value,
            None if ["", "FEN", "SetUp", "Variant"].contains(&name.as_str()) => {}
            None => self.tags.push((name, value)),
        }
    }

    /// `1-0`, `0-1`, `1/2-1/2`, or `*` for a game that is not over.
    pub fn result(&self) -> &str {
        self.tag("Result").unwrap_or("*")
    }
}

/// The number a half-move has in the text: `12.` or `12...`.
fn move_number(game: &Game, ply: usize) -> String {
    let position = game.position_at(ply);
    let dots = position.turn().fold_wb(".", "...");
    format!("{}{dots}", position.fullmoves())
}
