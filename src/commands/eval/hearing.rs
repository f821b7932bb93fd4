//! Hears a recording as from the microphone.

use std::{
    ops::Range,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use rustix::time::{ClockId, clock_gettime};

use crate::{
    app::ports::ear::alternatives,
    commands::error::CommandError,
    devices::{
        SAMPLE_RATE,
        hearing::{
            ear::{Ear, EarEvent, EarOptions, PhraseSet},
            recognizer::{Model, Recognizer, Utterance},
            source::{AudioRead, AudioSource, Pacing, WavSource},
        },
    },
    grammar::Alternative,
    language::Failure,
};

/// What was heard in a file.
pub(super) struct FileRecognition {
    pub(super) utterances: Vec<TimedUtterance>,
    /// Processor time.
    pub(super) worked: Duration,
    pub(super) sound: Duration,
}

/// One utterance in a file.
pub(super) struct TimedUtterance {
    /// At least one, the best first.
    pub(super) alternatives: Vec<Alternative>,
    /// Its place in the file.
    pub(super) sound: Range<Duration>,
    /// How long it was waited after its last sound.
    pub(super) pause: Duration,
}

pub(super) fn hear(path: &Path, model: &Model, expected: &PhraseSet) -> Result<FileRecognition, Failure> {
    let (recognizer, _) = Recognizer::new(model, &expected.phrases)?;
    // The recognizer has the phrases: making its graph is no part of the time that hearing takes.
    let expected = PhraseSet { phrases: Vec::new(), ..expected.clone() };
    let options = EarOptions { expected, ..EarOptions::default() };
    let delivered = Arc::new(AtomicU64::new(0));
    let source = WavSource::open(path, Pacing::FullSpeed)?;
    let source = CountingSource { source, delivered: Arc::clone(&delivered) };
    let (tell, news) = crossbeam_channel::unbounded();
    let before = processor_time();
    let ear = Ear::start(Box::new(source), Box::new(recognizer), options, move |event| {
        // The receiver is gone after an error.
        let _ = tell.send(event);
    })?;
    let mut utterances = Vec::new();
    for event in news {
        match event {
            EarEvent::Recognized(utterance) => {
                let Utterance { alternatives: heard, began, ended, listened, .. } = utterance;
                let (alternatives, pause) = (alternatives(heard), listened.saturating_sub(ended));
                utterances.push(TimedUtterance { alternatives, sound: began..ended, pause });
                ear.proceed();
            }
            EarEvent::Failed { reason } => {
                return Err(CommandError::Unheard { reason: reason.into() }.into());
            }
            EarEvent::Ended { fault: Some(fault) } => {
                return Err(CommandError::Unheard { reason: fault.into() }.into());
            }
            EarEvent::Ended { fault: None } => break,
            _ => {}
        }
    }
    let worked = processor_time().saturating_sub(before);
    let samples = delivered.load(Ordering::Relaxed);
    Ok(FileRecognition {
        utterances,
        worked,
        sound: Duration::from_secs_f64(samples as f64 / f64::from(SAMPLE_RATE)),
    })
}

/// Returns the processor time of all threads. One file is heard at a time.
fn processor_time() -> Duration {
    clock_gettime(ClockId::ProcessCPUTime).try_into().unwrap_or_default()
}

/// Counts the samples that a recording delivers.
struct CountingSource {
    source: WavSource,
    delivered: Arc<AtomicU64>,
}

impl AudioSource for CountingSource {
    fn read(&mut self, block: &mut Vec<i16>) -> AudioRead {
        let before = block.len();
        let reading = self.source.read(block);
        self.delivered.fetch_add((block.len() - before) as u64, Ordering::Relaxed);
        reading
    }

    fn is_live(&self) -> bool {
        self.source.is_live()
    }
}
