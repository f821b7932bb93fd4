//! The journal file of a running game, kept even while it cannot be written.

use std::{collections::VecDeque, path::PathBuf};

use crate::{
    devices::journal_file::{JournalError, JournalFile},
    journal::{Entry, Line},
};

/// What became of a line.
#[derive(Debug)]
pub enum Written {
    /// It is on disk, or as good as lost: a tick.
    Kept,
    /// It waits, since the file cannot be written; said once.
    Failing(JournalError),
    /// The file takes lines again, and has got all that waited.
    Recovered,
}

/// The journal of the game being played.
pub struct Paper {
    file: JournalFile,
    path: PathBuf,
    waiting: VecDeque<String>,
}

impl Paper {
    pub fn new(file: JournalFile, path: PathBuf) -> Paper {
        Paper { file, path, waiting: VecDeque::new() }
    }

    pub fn path(&self) -> &std::path::Path {
        &self.path
    }

    /// Writes a line down. A tick need not survive a power cut, so it does not wait for the disk.
    pub fn write(&mut self, line: &Line) -> Written {
        let failing = !self.waiting.is_empty();
        if failing && line.entry == Entry::Tick {
            // Nothing is gained by keeping old ticks.
            return self.catch_up(failing);
        }
        if !failing && line.entry == Entry::Tick {
            return match self.file.append_unsynced(&line.to_json()) {
                Ok(()) => Written::Kept,
                Err(error) => Written::Failing(error),
            };
        }
        self.waiting.push_back(line.to_json());
        self.catch_up(failing)
    }

    fn catch_up(&mut self, failing: bool) -> Written {
        while let Some(line) = self.waiting.front() {
            if let Err(error) = self.file.append(line) {
                return if failing { Written::Kept } else { Written::Failing(error) };
            }
            self.waiting.pop_front();
        }
        if failing { Written::Recovered } else { Written::Kept }
    }
}
