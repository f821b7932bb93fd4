//! The host's side of the boards' protocols: bytes and instants in, events and bytes out, without a port or a clock.

mod dgt;
mod livechess;
mod placements;

use std::time::Instant;

use super::{BoardEvent, ClockOrder};

pub use dgt::DgtLink;
pub use livechess::LiveChessLink;
pub use placements::{PlacementLink, PlacementProtocol};

/// The conversation with one board over a wire that opens and breaks.
pub trait BoardLink: Send {
    /// Begins the conversation on a wire that was opened, for the first time or again.
    fn opened(&mut self, now: Instant);

    /// Takes bytes from the board.
    fn received(&mut self, bytes: &[u8], now: Instant) -> Vec<BoardEvent>;

    /// Does what is due at this instant.
    fn passed(&mut self, now: Instant);

    /// Returns the bytes to be written next.
    fn next_write(&mut self) -> Option<Vec<u8>>;

    /// Lights these squares and no others, by their numbers from a1.
    fn light(&mut self, squares: &[u8], now: Instant);

    /// Gives an order to the board's clock, if the clock takes orders.
    fn order(&mut self, order: ClockOrder, now: Instant);
}
