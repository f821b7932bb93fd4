//! The journal of a running game; lines wait while it cannot be written.

use std::{collections::VecDeque, path::Path, time::Instant};

use super::{Port, PortContext, Reporter};
use crate::{
    announce::Device,
    app::screen::{GameFile, Screen},
    devices::journal_file::{Appended, JournalFile, JournalFileError},
    journal::{Chain, Entry, JournalLine},
    session::{Effect, Event, EventKind},
};

/// A file of lines.
pub trait JournalOutput {
    /// Appends a line; returns when it is on the disk.
    fn append(&mut self, line: &str) -> Result<Appended, JournalFileError>;

    /// Frees the room that was kept for the end.
    fn free_reserve(&mut self);

    /// Returns where it is, for whoever looks for it.
    fn path(&self) -> Option<&Path> {
        None
    }
}

impl JournalOutput for JournalFile {
    fn append(&mut self, line: &str) -> Result<Appended, JournalFileError> {
        JournalFile::append(self, line)
    }

    fn free_reserve(&mut self) {
        JournalFile::free_reserve(self);
    }

    fn path(&self) -> Option<&Path> {
        Some(JournalFile::path(self))
    }
}

/// A change in how the file takes lines.
#[derive(Debug)]
pub enum JournalNews {
    /// The file cannot be written; lines wait.
    Failing(JournalFileError),
    /// It still cannot, and so many half-moves wait.
    StillFailing { moves: usize },
    /// The file takes lines again, and has all that waited.
    Recovered,
    /// The file was gone, and was written anew with all that was in it.
    WrittenAnew,
}

/// Writes down what must survive a power cut.
pub struct JournalPort {
    output: Box<dyn JournalOutput>,
    /// The end of the chain, waiting lines included.
    chain: Chain,
    waiting: VecDeque<String>,
    /// How many half-moves are among them.
    waiting_moves: usize,
    reporter: Reporter<JournalNews>,
}

impl JournalPort {
    /// Appends to a journal that ends with `chain`.
    pub fn new(
        pages: impl JournalOutput + 'static,
        chain: Chain,
        reporter: Reporter<JournalNews>,
    ) -> JournalPort {
        JournalPort { output: Box::new(pages), chain, waiting: VecDeque::new(), waiting_moves: 0, reporter }
    }

    /// Writes a line; returns when it is on the disk, or waits.
    fn write(&mut self, line: &JournalLine, at: Instant) {
        let failing = !self.waiting.is_empty();
        // While the file fails, a tick only tries again.
        if !failing || line.entry != Entry::Tick {
            self.waiting.push_back(line.sealed(&mut self.chain));
        }
        let mut written = self.write_waiting(at);
        if written.is_err() && matches!(line.entry, Entry::Ended { .. }) {
            self.output.free_reserve();
            written = self.write_waiting(at);
        }
        match written {
            Ok(()) if failing => {
                self.waiting_moves = 0;
                self.reporter.report_at(at, JournalNews::Recovered);
            }
            Ok(()) => {}
            Err(error) => {
                if !failing {
                    self.reporter.report_at(at, JournalNews::Failing(error));
                }
                if matches!(line.entry, Entry::Moved { .. }) {
                    self.waiting_moves += 1;
                    let moves = self.waiting_moves;
                    if moves.is_multiple_of(REMINDED_AFTER) {
                        self.reporter.report_at(at, JournalNews::StillFailing { moves });
                    }
                }
            }
        }
    }

    fn write_waiting(&mut self, at: Instant) -> Result<(), JournalFileError> {
        while let Some(line) = self.waiting.front() {
            if self.output.append(line)? == Appended::Rewritten {
                self.reporter.report_at(at, JournalNews::WrittenAnew);
            }
            self.waiting.pop_front();
        }
        Ok(())
    }
}

/// After so many half-moves that are not on the disk that is said again.
const REMINDED_AFTER: usize = 10;

impl Port for JournalPort {
    type News = JournalNews;

    fn perform(&mut self, effect: &Effect, cx: &PortContext) {
        if let Effect::Record(line) = effect {
            // The file of a game that never begins is nobody's.
            if let (Entry::Started(_), Some(path)) = (&line.entry, self.output.path()) {
                cx.screen.file(&cx.language.words, GameFile::Journal, &path.display());
            }
            self.write(line, cx.zero + cx.now);
        }
    }

    fn translate(&mut self, news: JournalNews, cx: &PortContext) -> Vec<Event> {
        vec![Event::of_program(match news {
            JournalNews::Failing(error) => {
                cx.lacking("journal", &error);
                EventKind::Lost(Device::Journal)
            }
            JournalNews::StillFailing { moves } => EventKind::Unwritten { moves },
            JournalNews::Recovered => EventKind::Back(Device::Journal),
            JournalNews::WrittenAnew => {
                cx.screen.remark(&cx.language.words.say("game-journal-anew", &[]));
                return Vec::new();
            }
        })]
    }

    fn settle(&mut self, _screen: &Screen) {
        self.output.free_reserve();
        // What still cannot be written is told by who looks at the file.
        let _ = self.write_waiting(Instant::now());
    }
}
