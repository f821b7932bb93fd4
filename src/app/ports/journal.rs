//! The journal of a running game, kept even while it cannot be written.

use std::{collections::VecDeque, time::Instant};

use super::{Port, Scene, Tell};
use crate::{
    announce::Device,
    devices::journal_file::{JournalFile, JournalFileError},
    journal::{Entry, Line},
    session::{Effect, Event, What},
};

/// A file of lines.
pub trait Pages {
    /// Adds a line, and returns when it is on the disk.
    fn append(&mut self, line: &str) -> Result<(), JournalFileError>;
}

impl Pages for JournalFile {
    fn append(&mut self, line: &str) -> Result<(), JournalFileError> {
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
}

/// Writes down what must survive a power cut.
pub struct JournalPort {
    pages: Box<dyn Pages>,
    waiting: VecDeque<String>,
    tell: Tell<JournalNews>,
}

impl JournalPort {
    pub fn new(pages: impl Pages + 'static, tell: Tell<JournalNews>) -> JournalPort {
        JournalPort { pages: Box::new(pages), waiting: VecDeque::new(), tell }
    }

    /// Returns when the line is on the disk, or waits as was told.
    fn write(&mut self, line: &Line, at: Instant) {
        let failing = !self.waiting.is_empty();
        // While the file takes nothing, a tick is only a reason to try again.
        if !failing || line.entry != Entry::Tick {
            self.waiting.push_back(line.to_json());
        }
        while let Some(line) = self.waiting.front() {
            if let Err(error) = self.pages.append(line) {
                if !failing {
                    self.tell.seen(at, JournalNews::Failing(error));
                }
                return;
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
                What::Lost(Device::Journal)
            }
            JournalNews::Recovered => What::Back(Device::Journal),
        })]
    }
}
