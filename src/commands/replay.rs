//! Plays a game as it sounded, from the recordings that were kept beside its journal.

use std::{
    io,
    path::{Path, PathBuf},
};

use crate::{
    app::game_setup::recordings_folder,
    devices::{
        hearing::source::{AudioRead, AudioSource, Pacing, WavError, WavSource},
        voice_recorder::{self, VoiceRecording},
    },
    journal::{JournalLine, JournalRemark, Record},
    language::{Arguments, Message},
};

use super::export::{self, ExportError};

/// Why a game cannot be played as it sounded.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "replay")]
pub enum PlaybackError {
    #[message(transparent)]
    Journal(#[from] ExportError),
    NoRecordings(#[message("path")] PathBuf),
    Folder {
        path: PathBuf,
        source: io::Error,
    },
    NoMove(#[message("found")] u32),
    #[message(transparent)]
    Recording(#[from] WavError),
    NoLoudspeaker,
}

/// A recording, and the move to which it belongs.
#[derive(Clone, Debug, PartialEq, Eq, Message)]
#[message(printed, "recording-of-move")]
pub struct MoveRecording {
    /// The number of the move that was to be made next.
    pub number: u32,
    #[message(with = line_and_voice)]
    pub kept: VoiceRecording,
}

fn line_and_voice(kept: &VoiceRecording, to: &mut Arguments) {
    to.set_number("line", kept.line as f64);
    to.set("voice", if kept.told { "program" } else { "person" });
}

/// Returns the recordings of a game, or of one of its moves, in the order in which they sounded; and what is to be said of
/// the journal.
///
/// # Errors
///
/// If the journal cannot be read, or there are no recordings.
pub fn sounds(
    journal: &Path,
    number: Option<u32>,
    despite_damage: bool,
) -> Result<(Vec<MoveRecording>, Vec<JournalRemark>), PlaybackError> {
    let (numbers, remarks) = numbers(journal, despite_damage)?;
    let folder = recordings_folder(journal);
    let kept = match voice_recorder::recordings(&folder) {
        Ok(kept) if !kept.is_empty() => kept,
        Ok(_) => return Err(PlaybackError::NoRecordings(folder)),
        Err(source) if source.kind() == io::ErrorKind::NotFound => {
            return Err(PlaybackError::NoRecordings(folder));
        }
        Err(source) => return Err(PlaybackError::Folder { path: folder, source }),
    };
    let of = |kept: VoiceRecording| {
        let at = usize::try_from(kept.line).unwrap_or(usize::MAX).saturating_sub(1);
        let number = numbers.get(at).or(numbers.last()).copied().unwrap_or(1);
        MoveRecording { number, kept }
    };
    let sounds: Vec<MoveRecording> =
        kept.into_iter().map(of).filter(|sound| number.is_none_or(|number| sound.number == number)).collect();
    match number {
        Some(number) if sounds.is_empty() => Err(PlaybackError::NoMove(number)),
        _ => Ok((sounds, remarks)),
    }
}

/// Returns for each line of a journal, and for a line after the last, which move was to be made before it; and what is to
/// be said of the journal.
fn numbers(journal: &Path, despite_damage: bool) -> Result<(Vec<u32>, Vec<JournalRemark>), ExportError> {
    let mut numbers = vec![1];
    let follow = |line: usize, _: JournalLine, record: &Record| {
        // Lines that were read over belong to the same move.
        numbers.resize(line, numbers[numbers.len() - 1]);
        numbers.push(record.game().move_number());
    };
    let reading = export::read(journal, despite_damage, follow)?;
    Ok((numbers, reading.remarks))
}

/// Returns the samples of a recording.
///
/// # Errors
///
/// If it is no WAV file.
pub fn samples(kept: &VoiceRecording) -> Result<Vec<i16>, PlaybackError> {
    let mut source = WavSource::open(&kept.path, Pacing::FullSpeed)?;
    let mut samples = Vec::new();
    while !matches!(source.read(&mut samples), AudioRead::Ended { .. }) {}
    Ok(samples)
}

/// Plays recordings one after the other. `tell` gets each before it is played.
///
/// # Errors
///
/// If a recording cannot be read, or there is no loudspeaker.
#[cfg(feature = "audio")]
pub fn play(sounds: &[MoveRecording], mut tell: impl FnMut(&MoveRecording)) -> Result<(), PlaybackError> {
    use std::{thread::sleep, time::Duration};

    use crate::devices::{SAMPLE_RATE, hearing::resampler::Resampler, loudspeaker::Loudspeaker};

    /// The silence between two recordings, in seconds.
    const APART: f32 = 0.25;
    let step = Duration::from_millis(20);
    let mut loudspeaker = Loudspeaker::open().ok_or(PlaybackError::NoLoudspeaker)?;
    let rate = loudspeaker.rate();
    for sound in sounds {
        tell(sound);
        let mut resampler =
            Resampler::between(SAMPLE_RATE, rate, 1).map_err(|_| PlaybackError::NoLoudspeaker)?;
        let heard: Vec<f32> =
            samples(&sound.kept)?.into_iter().map(|sample| f32::from(sample) / 32_768.0).collect();
        let mut played = Vec::new();
        resampler.push(&heard, &mut played);
        resampler.finish(&mut played);
        played.extend(std::iter::repeat_n(0, (rate as f32 * APART) as usize));
        let played: Vec<f32> = played.into_iter().map(|sample| f32::from(sample) / 32_768.0).collect();
        let mut rest = &played[..];
        while !rest.is_empty() || !loudspeaker.is_idle() {
            if loudspeaker.is_lost() {
                return Err(PlaybackError::NoLoudspeaker);
            }
            rest = &rest[loudspeaker.push(rest)..];
            sleep(step);
        }
    }
    // The last samples were taken, but have not sounded yet.
    sleep(Duration::from_millis(300));
    Ok(())
}

/// Plays nothing: this build has no sound.
///
/// # Errors
///
/// Always.
#[cfg(not(feature = "audio"))]
pub fn play(_sounds: &[MoveRecording], _tell: impl FnMut(&MoveRecording)) -> Result<(), PlaybackError> {
    Err(PlaybackError::NoLoudspeaker)
}
