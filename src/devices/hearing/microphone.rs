//! The microphone: samples from a sound card or sound server.

use std::io;
use std::thread;
use std::time::{Duration, Instant};

use super::capture::{self, Capture, CaptureTarget, PendingCapture};
use super::source::{AudioRead, AudioSource};
use crate::language::Message;
use crate::{
    Panicked, SystemError,
    supervisor::{Backoff, ToldOnce},
};

/// Why the microphone cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "microphone")]
pub enum MicrophoneError {
    /// The program was built without sound.
    NotBuilt,
    NoDevice,
    NoSuchDevice {
        /// The requested name.
        #[message(debug)]
        wanted: String,
        /// The available names.
        there: String,
    },
    /// The sound system is there but does not answer.
    #[message("microphone-silent-system")]
    Silent,
    Gone {
        found: CaptureError,
    },
    /// It opens, but has never delivered a sample.
    NeverHeard {
        found: CaptureError,
    },
    /// The device is there but does not open.
    DoesNotOpen {
        name: String,
        /// The sound system's error.
        found: CaptureError,
    },
}

impl MicrophoneError {
    /// Whether it worked before.
    pub fn was_there(&self) -> bool {
        matches!(self, MicrophoneError::Gone { .. })
    }
}

/// Why no samples come.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "capture")]
pub enum CaptureError {
    /// There is no such device, or no server.
    Absent,
    Busy,
    /// The user is not in the group `audio`.
    NotInGroup,
    /// The server does not know the device.
    Unknown,
    /// The server allows nothing.
    Forbidden,
    TakenAway,
    OnlyErrors,
    NoSamples {
        seconds: u64,
    },
    ServerGone,
    /// The loudspeakers have no monitor.
    NoMonitor,
    NoLoudspeakers,
    OtherLoudspeakers,
    #[message(transparent)]
    System(SystemError),
    #[message(transparent)]
    Panicked(Panicked),
    /// Another error of the sound system.
    Other {
        found: String,
    },
}

impl From<io::Error> for CaptureError {
    fn from(error: io::Error) -> CaptureError {
        CaptureError::System(error.into())
    }
}

/// A device to record from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaptureDevice {
    /// The name that [`Microphone::open`] takes.
    pub name: String,
    /// The sound system's description.
    pub description: String,
    pub is_default: bool,
}

/// A microphone, of any rate, format and number of channels.
///
/// It survives the loss of the device or of the sound server: the loss is reported once, and its return is reported
/// once.
pub struct Microphone {
    wanted: CaptureTarget,
    /// The longest wait of a read.
    patience: Duration,
    state: MicrophoneState,
    told: ToldOnce,
    backoff: Backoff,
    /// It has delivered samples.
    delivered: bool,
}

enum MicrophoneState {
    Running(Box<Capture>),
    /// The sound system has not answered yet. It is asked only once, however long that takes.
    Opening(PendingCapture),
    Waiting {
        error: MicrophoneError,
        /// When the device is opened again.
        until: Instant,
    },
}

/// The longest wait of a read: less than a tenth of a second, so that commands are not delayed.
const PATIENCE: Duration = Duration::from_millis(50);
/// How long the sound system may take before the game begins without it.
const ANSWER: Duration = Duration::from_secs(3);

impl Microphone {
    /// Opens the named device, or the system's default.
    ///
    /// # Errors
    ///
    /// Names the available devices, or gives the sound system's error.
    pub fn open(name: Option<&str>) -> Result<Self, MicrophoneError> {
        let microphone = Self::open_when_available(name);
        match microphone.state {
            MicrophoneState::Running(_) => Ok(microphone),
            MicrophoneState::Opening(_) => Err(MicrophoneError::Silent),
            MicrophoneState::Waiting { error, .. } => Err(error),
        }
    }

    /// Opens the device, or begins as lost and waits for it.
    pub fn open_when_available(name: Option<&str>) -> Self {
        let mut microphone = Self::opening(CaptureTarget::Microphone(name.map(str::to_owned)));
        if let MicrophoneState::Opening(asked) = &microphone.state {
            match asked.wait(ANSWER) {
                Some(Ok(capture)) => microphone.state = MicrophoneState::Running(Box::new(capture)),
                Some(Err(error)) => microphone.wait(error),
                None => {}
            }
        }
        microphone
    }

    /// Opens the monitor of the default loudspeakers, if the sound system has one.
    #[cfg(feature = "audio")]
    pub fn playback_monitor() -> Self {
        Self::opening(CaptureTarget::Playback)
    }

    fn opening(wanted: CaptureTarget) -> Self {
        let state = MicrophoneState::Opening(PendingCapture::begin(wanted.clone()));
        Self {
            wanted,
            patience: PATIENCE,
            state,
            told: ToldOnce::default(),
            backoff: Backoff::default(),
            delivered: false,
        }
    }

    /// Adds echo cancellation against the default loudspeakers.
    pub fn without_echo(self) -> Box<dyn AudioSource> {
        #[cfg(feature = "audio")]
        {
            // Read beside the microphone, which does the waiting.
            let played = Self { patience: Duration::ZERO, ..Self::playback_monitor() };
            Box::new(super::echo::EchoCancellingSource::new(Box::new(self), Box::new(played)))
        }
        #[cfg(not(feature = "audio"))]
        Box::new(self)
    }

    pub fn is_open(&self) -> bool {
        matches!(self.state, MicrophoneState::Running(_))
    }

    fn lose(&mut self, error: MicrophoneError) -> AudioRead {
        let reason = error.clone();
        self.wait(error);
        if self.told.changed(false) { AudioRead::Lost { reason } } else { AudioRead::Samples }
    }

    /// Waits until the device is opened again. This drops the old stream before a new one is built.
    fn wait(&mut self, error: MicrophoneError) {
        self.state = MicrophoneState::Waiting { error, until: Instant::now() + self.backoff.next_pause() };
    }
}

impl AudioSource for Microphone {
    fn read(&mut self, block: &mut Vec<i16>) -> AudioRead {
        match &mut self.state {
            MicrophoneState::Running(capture) => {
                let before = block.len();
                match capture.read(block, self.patience) {
                    // A device is back when it delivers, not when it opens.
                    Ok(()) if block.len() > before => {
                        self.backoff.reset();
                        self.delivered = true;
                        if self.told.changed(true) { AudioRead::Back } else { AudioRead::Samples }
                    }
                    Ok(()) => AudioRead::Samples,
                    Err(found) if self.delivered => self.lose(MicrophoneError::Gone { found }),
                    Err(found) => self.lose(MicrophoneError::NeverHeard { found }),
                }
            }
            MicrophoneState::Opening(asked) => {
                match asked.wait(self.patience) {
                    Some(Ok(capture)) => self.state = MicrophoneState::Running(Box::new(capture)),
                    Some(Err(error)) => return self.lose(error),
                    None if self.patience > Duration::ZERO && self.told.changed(false) => {
                        return AudioRead::Lost { reason: MicrophoneError::Silent };
                    }
                    None => {}
                }
                AudioRead::Samples
            }
            MicrophoneState::Waiting { error, .. } if !self.told.is_lost() => {
                let error = error.clone();
                self.lose(error)
            }
            MicrophoneState::Waiting { until, .. } => {
                let left = until.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    self.state = MicrophoneState::Opening(PendingCapture::begin(self.wanted.clone()));
                } else {
                    thread::sleep(left.min(self.patience));
                }
                AudioRead::Samples
            }
        }
    }

    fn is_live(&self) -> bool {
        true
    }
}

/// Lists the devices to record from, the default first.
pub fn list() -> Result<Vec<CaptureDevice>, MicrophoneError> {
    capture::list()
}
