//! The host's side of the talk with a board, as arithmetic on instants: no port, no clock.

mod dgt;
mod livechess;
mod placements;

use std::time::Instant;

use super::{BoardEvent, ClockOrder};

pub use dgt::DgtLink;
pub use livechess::LiveChessLink;
pub use placements::{PlacementLink, PlacementProtocol};

/// The talk with one board over a way that opens and breaks.
pub trait BoardLink {
    /// The way is open, for the first time or again.
    fn opened(&mut self, now: Instant);

    /// Takes what came from the board.
    fn received(&mut self, bytes: &[u8], now: Instant) -> Vec<BoardEvent>;

    /// Time has passed.
    fn passed(&mut self, now: Instant);

    /// What is to be written next.
    fn next_write(&mut self) -> Option<Vec<u8>>;

    /// Squares are to be lit, by their numbers from a1; none puts the lights out.
    fn light(&mut self, squares: &[u8], now: Instant);

    /// The clock on the board is to do this; where there is one that can be told.
    fn order(&mut self, order: ClockOrder, now: Instant);
}
