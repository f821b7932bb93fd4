//! Sources of samples: the trait, a WAV file, a script.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use super::microphone::MicrophoneError;
use super::resampler::{FormatError, Resampler};
use crate::{SAMPLE_RATE, SystemError};
use crate::{files, language::Message};

/// A stream of mono samples at [`SAMPLE_RATE`].
pub trait AudioSource: Send {
    /// Appends the next samples to `block`; waits for them for about 50 ms at most.
    fn read(&mut self, block: &mut Vec<i16>) -> AudioRead;

    /// Whether the samples come in real time; otherwise they come as fast as they are read.
    fn is_live(&self) -> bool;

    /// The state of echo cancellation for the samples that were read last.
    fn echo_state(&self) -> EchoState {
        EchoState::Uncancelled
    }
}

/// What has become of the echo of the program's own voice.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum EchoState {
    /// An echo may be in the samples.
    Uncancelled,
    /// The echo was cancelled.
    Cancelled {
        /// Whether something was being played.
        is_playing: bool,
        /// The [`energy`] of the samples before cancelling.
        energy_before: f64,
    },
}

/// Returns the sum of the squares of samples.
pub fn energy(samples: &[i16]) -> f64 {
    samples.iter().map(|&sample| f64::from(sample).powi(2)).sum()
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AudioRead {
    /// Samples were appended, unless none came in time.
    Samples,
    /// The device is gone. Reported once; the source reopens it by itself.
    Lost {
        reason: MicrophoneError,
    },
    Back,
    /// No more samples will come.
    Ended {
        /// The cause, if the source broke off.
        fault: Option<BrokenRecording>,
    },
}

/// The pace at which a recording is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pacing {
    /// As fast as it is read.
    FullSpeed,
    /// In real time.
    RealTime,
}

/// Why a recording cannot be read.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "wav")]
pub enum WavError {
    /// The file cannot be opened or read.
    Unreadable { path: PathBuf, source: io::Error },
    /// The file is not RIFF/WAVE, or not PCM.
    NotWav { path: PathBuf, found: String },
    /// The file holds less than its header says.
    CutShort {
        path: PathBuf,
        /// Bytes of samples declared.
        declared: u64,
        /// Bytes of samples there.
        found: u64,
    },
    /// The rate or number of channels is not that of a recording.
    Format { path: PathBuf, source: FormatError },
}

/// A recording breaks off in the middle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, "wav-breaks-off")]
pub struct BrokenRecording {
    what: SystemError,
}

/// A recording: a PCM WAV file of any usual rate, bit depth and number of channels.
pub struct WavSource {
    samples: Samples,
    resampler: Resampler,
    /// Interleaved samples in 20 ms.
    step: usize,
    interleaved: Vec<f32>,
    pace: Pacing,
    started: Option<Instant>,
    delivered: u64,
    fault: Option<BrokenRecording>,
    at_end: bool,
}

impl WavSource {
    /// Opens a recording.
    ///
    /// # Errors
    ///
    /// If the file is unreadable, no PCM WAV, or cut short. A length that was never written (by a recorder into a
    /// pipe) is no error.
    pub fn open(path: &Path, pace: Pacing) -> Result<Self, WavError> {
        let unreadable = |source| WavError::Unreadable { path: path.to_path_buf(), source };
        let not_wav = |found: &str| WavError::NotWav { path: path.to_path_buf(), found: found.to_owned() };
        let file = files::open(path).map_err(unreadable)?;
        let size = file.metadata().map_err(unreadable)?.len();
        let file = with_length(io::BufReader::new(file), size).map_err(unreadable)?;
        let reader = hound::WavReader::new(file).map_err(|error| match error {
            hound::Error::IoError(source) if source.raw_os_error().is_some() => unreadable(source),
            hound::Error::IoError(_) => not_wav("the file ends within its header"),
            hound::Error::FormatError(found) => not_wav(found),
            hound::Error::Unsupported => not_wav("an unsupported encoding"),
            other => not_wav(&other.to_string()),
        })?;
        let spec = reader.spec();
        let resampler = Resampler::new(spec.sample_rate, spec.channels)
            .map_err(|source| WavError::Format { path: path.to_path_buf(), source })?;
        let declared = u64::from(reader.len()) * u64::from(spec.bits_per_sample.div_ceil(8));
        if declared + HEADER > size {
            return Err(WavError::CutShort {
                path: path.to_path_buf(),
                declared,
                found: size.saturating_sub(HEADER),
            });
        }
        Ok(Self {
            samples: normalised(reader),
            resampler,
            step: spec.sample_rate as usize / 50 * usize::from(spec.channels),
            interleaved: Vec::new(),
            pace,
            started: None,
            delivered: 0,
            fault: None,
            at_end: false,
        })
    }

    /// Sleeps until the samples delivered so far would have sounded.
    fn keep_pace(&mut self) {
        let due = Duration::from_secs_f64(self.delivered as f64 / f64::from(SAMPLE_RATE));
        let elapsed = self.started.get_or_insert_with(Instant::now).elapsed();
        thread::sleep(due.saturating_sub(elapsed));
    }
}

/// Recorders into a pipe leave a length near the format's limit: 0x7fff0000 or more.
const UNWRITTEN_LENGTH: u32 = 0x7f00_0000;

/// Bytes of the shortest header: RIFF 12, fmt 24, data 8.
const HEADER: u64 = 44;

/// Replaces a data length that the recorder could not know with the actual length.
fn with_length(mut file: impl Read, size: u64) -> io::Result<impl Read> {
    let mut header = Vec::new();
    let mut take = |header: &mut Vec<u8>, count: u64| {
        (&mut file).take(count).read_to_end(header).map(|taken| taken as u64 == count)
    };
    let mut block = 1;
    if take(&mut header, 12)? && header.starts_with(b"RIFF") {
        // Chunk by chunk up to the samples; no header is longer than 64 KiB.
        while header.len() < 1 << 16 {
            let at = header.len();
            if !take(&mut header, 8)? {
                break;
            }
            let length = u32::from_le_bytes([header[at + 4], header[at + 5], header[at + 6], header[at + 7]]);
            if &header[at..at + 4] == b"data" {
                if length >= UNWRITTEN_LENGTH {
                    let there = size.saturating_sub(header.len() as u64);
                    let whole = u32::try_from(there).unwrap_or(UNWRITTEN_LENGTH) / block * block;
                    header[at + 4..].copy_from_slice(&whole.to_le_bytes());
                }
                break;
            }
            take(&mut header, u64::from(length) + u64::from(length % 2))?;
            if &header[at..at + 4] == b"fmt " && header.len() >= at + 22 {
                block = u32::from(u16::from_le_bytes([header[at + 20], header[at + 21]])).max(1);
            }
        }
    }
    Ok(io::Cursor::new(header).chain(file))
}

/// Samples at full scale 1.
type Samples = Box<dyn Iterator<Item = Result<f32, hound::Error>> + Send>;

fn normalised(reader: hound::WavReader<impl Read + Send + 'static>) -> Samples {
    let spec = reader.spec();
    match spec.sample_format {
        hound::SampleFormat::Float => Box::new(reader.into_samples::<f32>()),
        hound::SampleFormat::Int => {
            let full_scale = 2_f32.powi(i32::from(spec.bits_per_sample) - 1);
            Box::new(
                reader
                    .into_samples::<i32>()
                    .map(move |sample| sample.map(|sample| sample as f32 / full_scale)),
            )
        }
    }
}

impl AudioSource for WavSource {
    fn read(&mut self, block: &mut Vec<i16>) -> AudioRead {
        if self.at_end {
            return AudioRead::Ended { fault: self.fault.take() };
        }
        self.interleaved.clear();
        let before = block.len();
        for sample in self.samples.by_ref().take(self.step.max(1)) {
            match sample {
                Ok(sample) => self.interleaved.push(sample),
                Err(error) => {
                    let error = match error {
                        hound::Error::IoError(error) => error,
                        error => io::Error::other(error),
                    };
                    self.fault = Some(BrokenRecording { what: error.into() });
                    break;
                }
            }
        }
        self.resampler.push(&self.interleaved, block);
        if self.interleaved.len() < self.step.max(1) {
            self.resampler.finish(block);
            self.at_end = true;
        }
        self.delivered += (block.len() - before) as u64;
        if self.pace == Pacing::RealTime {
            self.keep_pace();
        }
        AudioRead::Samples
    }

    fn is_live(&self) -> bool {
        self.pace == Pacing::RealTime
    }
}

/// A source that follows a script of samples, losses and returns.
pub struct ScriptedSource {
    script: std::vec::IntoIter<ScriptedRead>,
    /// The rest of the samples under way.
    stretch: std::vec::IntoIter<i16>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ScriptedRead {
    /// Delivers these samples, in blocks of 20 ms.
    Samples(Vec<i16>),
    /// The device goes, for this reason.
    Lost(MicrophoneError),
    /// The device comes back.
    Back,
}

impl ScriptedSource {
    /// Plays `script` to its end, then ends.
    pub fn new(script: impl IntoIterator<Item = ScriptedRead>) -> Self {
        Self { script: script.into_iter().collect::<Vec<_>>().into_iter(), stretch: Vec::new().into_iter() }
    }

    /// Plays one stretch of samples.
    pub fn of(samples: Vec<i16>) -> Self {
        Self::new([ScriptedRead::Samples(samples)])
    }
}

impl AudioSource for ScriptedSource {
    fn read(&mut self, block: &mut Vec<i16>) -> AudioRead {
        const STEP: usize = SAMPLE_RATE as usize / 50;
        if self.stretch.len() == 0 {
            match self.script.next() {
                Some(ScriptedRead::Samples(samples)) => self.stretch = samples.into_iter(),
                Some(ScriptedRead::Lost(reason)) => return AudioRead::Lost { reason },
                Some(ScriptedRead::Back) => return AudioRead::Back,
                None => return AudioRead::Ended { fault: None },
            }
        }
        block.extend(self.stretch.by_ref().take(STEP));
        AudioRead::Samples
    }

    fn is_live(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_all(source: &mut dyn AudioSource) -> (Vec<i16>, Option<BrokenRecording>) {
        let mut samples = Vec::new();
        loop {
            match source.read(&mut samples) {
                AudioRead::Ended { fault } => return (samples, fault),
                AudioRead::Samples | AudioRead::Lost { .. } | AudioRead::Back => {}
            }
        }
    }

    fn write(path: &Path, spec: hound::WavSpec, samples: &[i32]) {
        let mut writer = hound::WavWriter::create(path, spec).unwrap();
        for &sample in samples {
            match spec.sample_format {
                hound::SampleFormat::Int => writer.write_sample(sample).unwrap(),
                hound::SampleFormat::Float => {
                    writer.write_sample(sample as f32 / 32_768.0).unwrap();
                }
            }
        }
        writer.finalize().unwrap();
    }

    fn mono(bits: u16, sample_format: hound::SampleFormat) -> hound::WavSpec {
        hound::WavSpec { channels: 1, sample_rate: SAMPLE_RATE, bits_per_sample: bits, sample_format }
    }

    #[test]
    fn every_bit_depth_is_read() {
        let samples: Vec<i32> = (-1000..1000).collect();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.wav");
        for (bits, format, shift) in [
            (16, hound::SampleFormat::Int, 0),
            (24, hound::SampleFormat::Int, 8),
            (32, hound::SampleFormat::Int, 16),
            (32, hound::SampleFormat::Float, 0),
        ] {
            let scaled: Vec<i32> = samples.iter().map(|sample| sample << shift).collect();
            write(&path, mono(bits, format), &scaled);
            let mut source = WavSource::open(&path, Pacing::FullSpeed).unwrap();
            let (read, fault) = read_all(&mut source);
            assert_eq!(fault, None);
            let expected: Vec<i16> = samples.iter().map(|&sample| sample as i16).collect();
            assert!(read == expected, "{bits} bits, {format:?}");
        }
    }

    #[test]
    fn two_channels_are_mixed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.wav");
        let spec = hound::WavSpec { channels: 2, ..mono(16, hound::SampleFormat::Int) };
        write(&path, spec, &[100, 300, -50, 50, 0, 8]);
        let mut source = WavSource::open(&path, Pacing::FullSpeed).unwrap();
        assert_eq!(read_all(&mut source).0, [200, 0, 4]);
    }

    #[test]
    fn broken_files_get_one_clear_sentence() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.wav");
        write(&path, mono(16, hound::SampleFormat::Int), &[7; 16_000]);
        let whole = std::fs::read(&path).unwrap();
        let mut mp3 = b"ID3\x04\0\0\0\0".to_vec();
        mp3.resize(1000, 0x55);
        for (content, expected) in [
            (&whole[..whole.len() / 2], "cut short"),
            (&whole[..whole.len() - 2], "cut short"),
            (&whole[..20], "a PCM WAV file expected"),
            (&[][..], "a PCM WAV file expected"),
            (&mp3[..], "a PCM WAV file expected"),
        ] {
            std::fs::write(&path, content).unwrap();
            let error = WavSource::open(&path, Pacing::FullSpeed).err().unwrap();
            let error = error.to_string();
            assert!(
                error.contains(expected) && error.contains("a.wav") && !error.contains('\n'),
                "{} bytes: {error}",
                content.len()
            );
        }
        assert!(matches!(
            WavSource::open(&folder.path().join("none.wav"), Pacing::FullSpeed),
            Err(WavError::Unreadable { .. })
        ));
    }

    #[test]
    fn a_length_that_was_never_written_is_no_fault() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.wav");
        write(&path, mono(16, hound::SampleFormat::Int), &[7; 1000]);
        let mut bytes = std::fs::read(&path).unwrap();
        let data = bytes.len() - 2000 - 4;
        bytes[data..data + 4].copy_from_slice(&0x7fff_f000_u32.to_le_bytes());
        std::fs::write(&path, bytes).unwrap();
        let mut source = WavSource::open(&path, Pacing::FullSpeed).unwrap();
        assert_eq!(read_all(&mut source).0, [7; 1000]);
    }
}
