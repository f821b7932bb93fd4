//! What is written down of a game: entries, the lines they are kept as, and what they add up to.
//!
//! The journal is the game. A [`Record`] is only the sum of its entries, so what a session knows and
//! what a power cut leaves behind cannot differ: `Record::apply` is the one way either changes.

pub mod entry;
mod note;
mod text;
pub mod record;
mod rulings;

pub use entry::{ClaimKind, Entry, Irregularity, Line, Start, Users};
pub use note::{Answer, Note, NoteKind};
pub use record::{Record, ReplayError};
