//! The journal file of a running game, kept even while it cannot be written.

use std::{collections::VecDeque, path::Path};

use crate::{
    devices::journal_file::{JournalFile, JournalFileError},
    journal::{Entry, Line},
};

/// What became of a line.
#[derive(Debug)]
pub enum Written {
    /// It is on disk, or waits as was said before.
    Kept,
    /// It waits, since the file cannot be written; said once.
    Failing(JournalFileError),
    /// The file takes lines again, and has got all that waited.
    Recovered,
}

/// The journal of the game being played.
pub struct Paper {
    file: JournalFile,
    waiting: VecDeque<String>,
}

impl Paper {
    pub fn new(file: JournalFile) -> Paper {
        Paper { file, waiting: VecDeque::new() }
    }

    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// Writes a line down, and returns when it is on the disk.
    pub fn write(&mut self, line: &Line) -> Written {
        let failing = !self.waiting.is_empty();
        // While the file takes nothing, a tick is only a reason to try again.
        if !failing || line.entry != Entry::Tick {
            self.waiting.push_back(line.to_json());
        }
        while let Some(line) = self.waiting.front() {
            if let Err(error) = self.file.append(line) {
                return if failing { Written::Kept } else { Written::Failing(error) };
            }
            self.waiting.pop_front();
        }
        if failing { Written::Recovered } else { Written::Kept }
    }
}
