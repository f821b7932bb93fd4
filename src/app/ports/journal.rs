//! The journal of a running game; lines wait while it cannot be written.

use std::{collections::VecDeque, time::Instant};

use super::{Port, PortContext, Reporter};
use crate::{
    announce::Device,
    devices::journal_file::{Appended, JournalFile, JournalFileError},
    journal::{Chain, Entry, JournalLine},
    session::{Effect, Event, EventKind},
};

/// A file of lines.
pub trait JournalOutput {
    /// Appends a line; returns when it is on the disk.
    fn append(&mut self, line: &str) -> Result<Appended, JournalFileError>;
}

impl JournalOutput for JournalFile {
    fn append(&mut self, line: &str) -> Result<Appended, JournalFileError> {
        JournalFile::append(self, line)
    }
}

/// A change in how the file takes lines.
#[derive(Debug)]
pub enum JournalNews {
    /// The file cannot be written; lines wait.
    Failing(JournalFileError),
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
    reporter: Reporter<JournalNews>,
}

impl JournalPort {
    /// Appends to a journal that ends with `chain`.
    pub fn new(
        pages: impl JournalOutput + 'static,
        chain: Chain,
        reporter: Reporter<JournalNews>,
    ) -> JournalPort {
        JournalPort { output: Box::new(pages), chain, waiting: VecDeque::new(), reporter }
    }

    /// Writes a line; returns when it is on the disk, or waits.
    fn write(&mut self, line: &JournalLine, at: Instant) {
        let failing = !self.waiting.is_empty();
        // While the file fails, a tick only tries again.
        if !failing || line.entry != Entry::Tick {
            self.waiting.push_back(line.sealed(&mut self.chain));
        }
        while let Some(line) = self.waiting.front() {
            match self.output.append(line) {
                Ok(Appended::InPlace) => {}
                Ok(Appended::Rewritten) => self.reporter.report_at(at, JournalNews::WrittenAnew),
                Err(error) => {
                    if !failing {
                        self.reporter.report_at(at, JournalNews::Failing(error));
                    }
                    return;
                }
            }
            self.waiting.pop_front();
        }
        if failing {
            self.reporter.report_at(at, JournalNews::Recovered);
        }
    }
}

impl Port for JournalPort {
    type News = JournalNews;

    fn perform(&mut self, effect: &Effect, cx: &PortContext) {
        if let Effect::Record(line) = effect {
            self.write(line, cx.zero + cx.now);
        }
    }

    fn translate(&mut self, news: JournalNews, cx: &PortContext) -> Vec<Event> {
        vec![Event::of_program(match news {
            JournalNews::Failing(error) => {
                (cx.print)(&format!("journal: {error}"));
                EventKind::Lost(Device::Journal)
            }
            JournalNews::Recovered => EventKind::Back(Device::Journal),
            JournalNews::WrittenAnew => {
                (cx.print)("journal: it had been removed or cut short, and was written anew");
                return Vec::new();
            }
        })]
    }
}
