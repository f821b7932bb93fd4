//! The voice's own thread, which may block and be abandoned.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crossbeam_channel::{Receiver, Sender};

use crate::voice::{OpenVoice, Voice, VoiceCallback, VoiceError, VoiceEvent, VoiceSettings};

/// A report with the generation of its voice thread.
pub(crate) type NumberedReport = (u64, VoiceReport);

/// What a voice thread reports.
pub(crate) enum VoiceReport {
    Starting,
    Up,
    Down(VoiceError),
    Answer,
    Began(u64),
    Ended(u64),
    Cancelled(u64),
    Closed,
}

/// What a voice thread is to do.
pub(crate) enum VoiceJob {
    Speak { token: u64, text: String },
    Cancel,
    Settings(VoiceSettings),
}

pub(crate) struct VoiceThread {
    pub open: OpenVoice,
    pub settings: VoiceSettings,
    pub orders: Receiver<VoiceJob>,
    pub reports: Sender<NumberedReport>,
    pub generation: u64,
    /// The supervisor no longer waits for it.
    pub abandoned: Arc<AtomicBool>,
}

impl VoiceThread {
    pub(crate) fn run(self) {
        let marks = Arc::new(TokenMap::new(self.reports.clone(), self.generation));
        let report: VoiceCallback = {
            let marks = Arc::clone(&marks);
            Arc::new(move |event| marks.hear(event))
        };
        let word = match (self.open)(report) {
            Ok(mut voice) => {
                let word = self
                    .work(voice.as_mut(), &marks)
                    .map_or_else(VoiceReport::Down, |()| VoiceReport::Closed);
                if self.abandoned.load(Ordering::Relaxed) {
                    // A newer connection exists by now, and closing this one would close that: the library mixes up
                    // connections of the same number.
                    std::mem::forget(voice);
                } else {
                    drop(voice);
                }
                word
            }
            Err(error) => VoiceReport::Down(error),
        };
        self.tell(word);
    }

    /// Does the jobs until there are no more.
    fn work(&self, voice: &mut dyn Voice, marks: &TokenMap) -> Result<(), VoiceError> {
        voice.adjust(&self.settings)?;
        self.tell(VoiceReport::Up);
        for job in &self.orders {
            match job {
                VoiceJob::Speak { token, text } => {
                    let mark = voice.say(&text)?;
                    marks.name(mark, token);
                }
                VoiceJob::Cancel => voice.cancel()?,
                VoiceJob::Settings(settings) => {
                    voice.adjust(&settings)?;
                    self.tell(VoiceReport::Answer);
                }
            }
        }
        Ok(())
    }

    fn tell(&self, word: VoiceReport) {
        // The supervisor may have ended.
        let _ = self.reports.send((self.generation, word));
    }
}

/// Maps the voice's numbers of sentences to ours. The voice may report on a sentence before it has returned its
/// number.
struct TokenMap {
    table: Mutex<TokenTable>,
    reports: Sender<NumberedReport>,
    generation: u64,
}

#[derive(Default)]
struct TokenTable {
    tokens: HashMap<u64, u64>,
    early: Vec<VoiceEvent>,
}

impl TokenMap {
    fn new(reports: Sender<NumberedReport>, generation: u64) -> Self {
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

    fn pass_on(&self, table: &mut TokenTable, event: VoiceEvent) {
        let (mark, report): (u64, fn(u64) -> VoiceReport) = match event {
            VoiceEvent::Starting => {
                let _ = self.reports.send((self.generation, VoiceReport::Starting));
                return;
            }
            VoiceEvent::Began(mark) => (mark, VoiceReport::Began),
            VoiceEvent::Ended(mark) => (mark, VoiceReport::Ended),
            VoiceEvent::Cancelled(mark) => (mark, VoiceReport::Cancelled),
        };
        let Some(&token) = table.tokens.get(&mark) else {
            table.early.push(event);
            return;
        };
        if !matches!(event, VoiceEvent::Began(_)) {
            table.tokens.remove(&mark);
        }
        let _ = self.reports.send((self.generation, report(token)));
    }
}
