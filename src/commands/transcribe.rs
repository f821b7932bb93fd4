//! Transcribes a recording of moves.

use std::path::Path;

use super::{
    error::CommandError,
    spoken::{Transcript, TranscriptError},
};
use crate::{
    app::{
        game_options::Language,
        ports::ear::{alternatives, expected},
        speech::{SpeechModel, ear},
    },
    config::Settings,
    devices::hearing::{
        ear::{EarEvent, EarOptions},
        source::{Pacing, WavSource},
    },
    language::Failure,
};

/// Hears a recording move by move, and adds the moves to a transcript. `refused` is told what is no move.
pub fn transcribe(
    settings: &Settings,
    audio: &Path,
    transcript: &mut Transcript,
    mut refused: impl FnMut(&TranscriptError),
) -> Result<(), Failure> {
    let (tell, news) = crossbeam_channel::unbounded();
    let mut language = Language::of(settings)?;
    let source = WavSource::open(audio, Pacing::FullSpeed)?;
    let hearing = SpeechModel::of(settings, &mut language)?.hearing()?;
    let first = expected(&language.grammar, &transcript.moment());
    let ear = ear(Box::new(source), hearing, settings, EarOptions::default(), &first, move |event| {
        let _ = tell.send(event);
    })?;
    for event in news {
        match event {
            EarEvent::Recognized(utterance) => {
                if let Err(fault) = transcript.take_heard(&alternatives(utterance.alternatives)) {
                    refused(&fault);
                }
                ear.expect(expected(&language.grammar, &transcript.moment()));
                ear.proceed();
            }
            EarEvent::Ended { fault: Some(fault) } => {
                return Err(CommandError::Heard { path: audio.to_owned(), reason: fault.into() }.into());
            }
            EarEvent::Died { reason } => {
                return Err(CommandError::Heard { path: audio.to_owned(), reason: reason.into() }.into());
            }
            EarEvent::Ended { fault: None } => break,
            _ => {}
        }
    }
    Ok(())
}
