//! Why a journal cannot be read, and why an entry does not fit the state.

use shakmaty::uci::UciMove;

use super::{Doubt, JournalLineError};
use crate::language::Message;

/// Why a journal cannot be read.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "journal")]
pub enum JournalError {
    /// A line cannot be relied on.
    #[message(transparent)]
    Line(#[from] JournalLineError),
    /// The entries do not add up.
    #[message(transparent)]
    Replay(#[from] ReplayError),
    /// The journal cannot be gone on with as it is.
    #[message(transparent)]
    Doubt(#[from] Doubt),
}

impl JournalError {
    /// Whether lines were changed or damaged.
    pub fn is_damage(&self) -> bool {
        match self {
            JournalError::Line(fault) => fault.is_damage(),
            JournalError::Doubt(_) => true,
            JournalError::Replay(_) => false,
        }
    }
}

/// Why a journal does not add up.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "journal")]
pub enum ReplayError {
    /// The journal has no lines.
    Empty,
    /// The first line does not start a game.
    NoStart,
    /// A later line starts a game.
    SecondStart(#[message("found")] usize),
    /// The move is not legal.
    Illegal {
        /// The number of the line.
        line: usize,
        /// The move.
        #[message(display)]
        uci: UciMove,
    },
    /// The SAN of the line is not that of the move.
    Contradicted {
        /// The number of the line.
        line: usize,
        /// The move.
        #[message(display)]
        uci: UciMove,
        /// The SAN of the line.
        san: String,
    },
    /// No move, or no ruling, can be taken back.
    NothingToTakeBack(#[message("found")] usize),
    /// The game that is reopened is not over.
    NotOver(#[message("found")] usize),
}

/// Why an entry does not fit the state.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum EntryRefused {
    SecondStart,
    Illegal(UciMove),
    Contradicted(UciMove, String),
    NothingToTakeBack,
    NotOver,
}

impl EntryRefused {
    pub(super) fn in_line(self, line: usize) -> ReplayError {
        match self {
            EntryRefused::SecondStart => ReplayError::SecondStart(line),
            EntryRefused::Illegal(uci) => ReplayError::Illegal { line, uci },
            EntryRefused::Contradicted(uci, san) => ReplayError::Contradicted { line, uci, san },
            EntryRefused::NothingToTakeBack => ReplayError::NothingToTakeBack(line),
            EntryRefused::NotOver => ReplayError::NotOver(line),
        }
    }
}
