//! Why a journal cannot be read, and why an entry does not fit the state.

use shakmaty::uci::UciMove;

use super::JournalLineError;
use crate::language::Message;

/// Why a journal cannot be read.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "journal")]
pub enum JournalError {
    #[message(transparent)]
    Line(#[from] JournalLineError),
    #[message(transparent)]
    Replay(#[from] ReplayError),
}

impl JournalError {
    /// Whether lines were changed or damaged.
    pub fn is_damage(&self) -> bool {
        matches!(self, JournalError::Line(fault) if fault.is_damage())
    }
}

/// Why a journal does not add up.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "journal")]
pub enum ReplayError {
    Empty,
    NoStart,
    SecondStart(#[message("found")] usize),
    Illegal {
        line: usize,
        #[message(display)]
        uci: UciMove,
    },
    Contradicted {
        line: usize,
        #[message(display)]
        uci: UciMove,
        san: String,
    },
    NothingToTakeBack(#[message("found")] usize),
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
