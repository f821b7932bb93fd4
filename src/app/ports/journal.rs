//! The journal of a running game, kept even while it cannot be written.

use std::{collections::VecDeque, time::Instant};

use super::{Port, Scene, Tell};
use crate::{
    announce::Device,
    devices::journal_file::{Appended, JournalFile, JournalFileError},
    journal::{Chain, Entry, JournalLine},
    session::{Effect, Event, EventKind},
};

/// A file of lines.
pub trait Pages {
    /// Adds a line, and returns when it is on the disk.
    fn append(&mut self, line: &str) -> Result<Appended, JournalFileError>;
}

impl Pages for JournalFile {
    fn append(&mut self, line: &str) -> Result<Appended, JournalFileError> {
        JournalFile::append(self, line)
    }
}

/// What becomes of the lines, told when it changes.
#[derive(Debug)]
pub enum JournalNews {
    /// They wait, since the file cannot be written.
    Failing(JournalFileError),
    /// The file takes lines again, and has got all that waited.
    Recovered,
    /// The file was gone, and is there again with all that was in it.
    WrittenAnew,
}

/// Writes down what must survive a power cut.
pub struct JournalPort {
    pages: Box<dyn Pages>,
    /// Where the journal stands with all that was or waits to be written.
    chain: Chain,
    waiting: VecDeque<String>,
    tell: Tell<JournalNews>,
}

impl JournalPort {
    /// Goes on behind what is written there already.
    pub fn new(pages: impl Pages + 'static, chain: Chain, tell: Tell<JournalNews>) -> JournalPort {
        JournalPort { pages: Box::new(pages), chain, waiting: VecDeque::new(), tell }
    }

    /// Returns when the line is on the disk, or waits as was told.
    fn write(&mut self, line: &JournalLine, at: Instant) {
        let failing = !self.waiting.is_empty();
        // While the file takes nothing, a tick is only a reason to try again.
        if !failing || line.entry != Entry::Tick {
            self.waiting.push_back(line.sealed(&mut self.chain));
        }
        while let Some(line) = self.waiting.front() {
            match self.pages.append(line) {
                Ok(Appended::InPlace) => {}
                Ok(Appended::Rewritten) => self.tell.seen(at, JournalNews::WrittenAnew),
                Err(error) => {
                    if !failing {
                        self.tell.seen(at, JournalNews::Failing(error));
                    }
                    return;
                }
            }
            self.waiting.pop_front();
        }
        if failing {
            self.tell.seen(at, JournalNews::Recovered);
        }
    }
}

impl Port for JournalPort {
    type News = JournalNews;

    fn perform(&mut self, effect: &Effect, scene: &Scene) {
        if let Effect::Record(line) = effect {
            self.write(line, scene.zero + scene.now);
        }
    }

    fn translate(&mut self, news: JournalNews, scene: &Scene) -> Vec<Event> {
        vec![Event::of_program(match news {
            JournalNews::Failing(error) => {
                (scene.print)(&format!("journal: {error}"));
                EventKind::Lost(Device::Journal)
            }
            JournalNews::Recovered => EventKind::Back(Device::Journal),
            JournalNews::WrittenAnew => {
                (scene.print)("journal: it had been removed or cut short, and was written anew");
                return Vec::new();
            }
        })]
    }
}
