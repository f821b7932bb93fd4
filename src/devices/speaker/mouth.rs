//! The voice's own thread: it may block, and be abandoned.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crossbeam_channel::{Receiver, Sender};

use crate::devices::voice::{Manner, OpenVoice, Report, Voice, VoiceError, VoiceEvent};

/// What a voice thread of this generation reports.
pub type Said = (u64, Word);

/// What a voice thread reports.
pub enum Word {
    Up,
    Down(VoiceError),
    Answer,
    Began(u64),
    Ended(u64),
    Cancelled(u64),
    Closed,
}

/// What a voice thread is told.
pub enum Job {
    Speak { token: u64, text: String },
    Cancel,
    Manner(Manner),
}

/// The voice's thread.
pub struct Mouth {
    pub open: OpenVoice,
    pub manner: Manner,
    pub orders: Receiver<Job>,
    pub reports: Sender<Said>,
    pub generation: u64,
    /// It is no longer waited for: nobody hears its last words.
    pub abandoned: Arc<AtomicBool>,
}

impl Mouth {
    pub fn run(self) {
        let marks = Arc::new(Marks::new(self.reports.clone(), self.generation));
        let report: Report = {
            let marks = Arc::clone(&marks);
            Arc::new(move |event| marks.hear(event))
        };
        let word = match (self.open)(report) {
            Ok(mut voice) => {
                let word = self.work(voice.as_mut(), &marks).map_or_else(Word::Down, |()| Word::Closed);
                if self.abandoned.load(Ordering::Relaxed) {
                    // Another connection is there by now, and the library mixes up
                    // two of the same number when the elder is closed.
                    std::mem::forget(voice);
                } else {
                    drop(voice);
                }
                word
            }
            Err(error) => Word::Down(error),
        };
        self.tell(word);
    }

    /// Does what it is told until it is told nothing more.
    fn work(&self, voice: &mut dyn Voice, marks: &Marks) -> Result<(), VoiceError> {
        voice.adjust(&self.manner)?;
        self.tell(Word::Up);
        for job in &self.orders {
            match job {
                Job::Speak { token, text } => {
                    let mark = voice.say(&text)?;
                    marks.name(mark, token);
                }
                Job::Cancel => voice.cancel()?,
                Job::Manner(manner) => {
                    voice.adjust(&manner)?;
                    self.tell(Word::Answer);
                }
            }
        }
        Ok(())
    }

    fn tell(&self, word: Word) {
        // The supervisor may have gone.
        let _ = self.reports.send((self.generation, word));
    }
}

/// Turns the voice's names of sentences into ours. The voice may report on a
/// sentence before it has told its name.
struct Marks {
    table: Mutex<Table>,
    reports: Sender<Said>,
    generation: u64,
}

#[derive(Default)]
struct Table {
    tokens: HashMap<u64, u64>,
    early: Vec<VoiceEvent>,
}

impl Marks {
    fn new(reports: Sender<Said>, generation: u64) -> Self {
        Self { table: Mutex::default(), reports, generation }
    }

    fn name(&self, mark: u64, token: u64) {
        let mut table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        table.tokens.insert(mark, token);
        for event in std::mem::take(&mut table.early) {
            self.pass_on(&mut table, event);
        }
    }

    fn hear(&self, event: VoiceEvent) {
        let mut table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        self.pass_on(&mut table, event);
    }

    fn pass_on(&self, table: &mut Table, event: VoiceEvent) {
        let (VoiceEvent::Began(mark) | VoiceEvent::Ended(mark) | VoiceEvent::Cancelled(mark)) = event;
        let Some(&token) = table.tokens.get(&mark) else {
            table.early.push(event);
            return;
        };
        let word = match event {
            VoiceEvent::Began(_) => Word::Began(token),
            VoiceEvent::Ended(_) => Word::Ended(token),
            VoiceEvent::Cancelled(_) => Word::Cancelled(token),
        };
        if !matches!(event, VoiceEvent::Began(_)) {
            table.tokens.remove(&mark);
        }
        let _ = self.reports.send((self.generation, word));
    }
}
