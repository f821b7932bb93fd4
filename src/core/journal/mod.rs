//! The journal of a game: its entries, their lines in the file, and the state they add up to.
//!
//! The journal is the game. A [`Record`] changes by its entries only (`Record::apply`), so what a session knows and what
//! a power cut leaves behind cannot differ.

#![warn(missing_docs, unreachable_pub)]
#![deny(clippy::wildcard_enum_match_arm)]

mod chain;
mod entry;
mod line;
mod note;
mod number;
mod question;
mod reader;
mod reading;
mod start;
mod tail;
mod text;
mod record;
mod moves;
mod times;
mod spent;
mod rulings;
mod refusal;
mod score;

pub use chain::{Chain, ChainSum, JournalKey};
pub use entry::Entry;
pub use line::JournalLine;
pub use note::{Note, NoteAnswer, NoteKind};
pub use number::{MOST_MS, MOST_PLIES, in_ms};
pub use question::OpenQuestion;
pub use reader::{JournalLineError, JournalReader};
pub use reading::{Doubt, JournalRemark, Reading};
pub use record::Record;
pub use refusal::{JournalError, ReplayError};
pub use start::{ChosenSettings, Opponent, Start, UnknownOpponent, Users, known_tag};
pub use tail::{InterruptedRuling, TornLine, lines, whole_lines};
