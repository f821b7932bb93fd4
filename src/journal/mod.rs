//! What is written down of a game: entries, the lines they are kept as, and what they add up to.
//!
//! The journal is the game. A [`Record`] is only the sum of its entries, so what a session knows and
//! what a power cut leaves behind cannot differ: `Record::apply` is the one way either changes.

mod chain;
pub mod entry;
mod line;
mod note;
mod reading;
mod start;
mod text;
pub mod record;
mod rulings;

pub use chain::{Chain, Sum};
pub use entry::{ClaimKind, Entry, Ruling};
pub use line::Line;
pub use note::{Answer, Note, NoteKind};
pub use reading::{LineError, Reader};
pub use record::{JournalError, Record, ReplayError};
pub use start::{Chosen, Opponent, Start, UnknownOpponent, Users, known};
