//! The microphone: samples from a sound card or sound server.

use std::io;
use std::thread;
use std::time::{Duration, Instant};

use super::capture::{self, Capture, CaptureTarget, PendingCapture};
use super::source::{AudioRead, AudioSource};
use crate::devices::{Panicked, SystemError};
use crate::language::Message;

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
    /// The device is there but does not open.
    DoesNotOpen {
        name: String,
        /// The sound system's error.
        found: CaptureError,
    },
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
/// It survives the loss of the device or of the sound server: the loss is reported once, the device is reopened at
/// intervals from a quarter of a second to one second, and its return is reported once.
pub struct Microphone {
    wanted: CaptureTarget,
    /// The longest wait of a read.
    patience: Duration,
    state: MicrophoneState,
    /// Whether the loss was reported.
    reported_lost: bool,
}

enum MicrophoneState {
    Running(Box<Capture>),
    /// The sound system has not answered yet. It is asked only once, however long that takes.
    Opening {
        asked: PendingCapture,
        /// The pause after a refusal.
        pause: Duration,
    },
    Waiting {
        error: MicrophoneError,
        /// When the device is opened again.
        until: Instant,
        /// The pause after that attempt.
        pause: Duration,
    },
}

const FIRST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);
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
            MicrophoneState::Opening { .. } => Err(MicrophoneError::Silent),
            MicrophoneState::Waiting { error, .. } => Err(error),
        }
    }

    /// Opens the device, or begins as lost and waits for it.
    pub fn open_when_available(name: Option<&str>) -> Self {
        let wanted = CaptureTarget::Microphone(name.map(str::to_owned));
        let asked = PendingCapture::begin(wanted.clone());
        let state = match asked.wait(ANSWER) {
            Some(opened) => MicrophoneState::opened(opened, FIRST_PAUSE),
            None => MicrophoneState::Opening { asked, pause: FIRST_PAUSE },
        };
        Self { wanted, patience: PATIENCE, state, reported_lost: false }
    }

    /// Opens the monitor of the default loudspeakers, if the sound system has one.
    #[cfg(feature = "audio")]
    pub fn playback_monitor() -> Self {
        let wanted = CaptureTarget::Playback;
        let state =
            MicrophoneState::Opening { asked: PendingCapture::begin(wanted.clone()), pause: FIRST_PAUSE };
        Self { wanted, patience: PATIENCE, state, reported_lost: false }
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

    fn lose(&mut self, error: MicrophoneError, pause: Duration) -> AudioRead {
        let reason = error.clone();
        // Drops the old stream before a new one is built.
        self.state = MicrophoneState::Waiting { error, until: Instant::now() + pause, pause };
        if std::mem::replace(&mut self.reported_lost, true) {
            return AudioRead::Samples;
        }
        AudioRead::Lost { reason }
    }
}

impl MicrophoneState {
    fn opened(opened: Result<Capture, MicrophoneError>, pause: Duration) -> MicrophoneState {
        match opened {
            Ok(capture) => MicrophoneState::Running(Box::new(capture)),
            Err(error) => MicrophoneState::Waiting { error, until: Instant::now() + pause, pause },
        }
    }
}

impl AudioSource for Microphone {
    fn read(&mut self, block: &mut Vec<i16>) -> AudioRead {
        match &mut self.state {
            MicrophoneState::Running(capture) => {
                let before = block.len();
                match capture.read(block, self.patience) {
                    // A device is back when it delivers, not when it opens.
                    Ok(()) if self.reported_lost && block.len() > before => {
                        self.reported_lost = false;
                        AudioRead::Back
                    }
                    Ok(()) => AudioRead::Samples,
                    Err(found) => self.lose(MicrophoneError::Gone { found }, FIRST_PAUSE),
                }
            }
            MicrophoneState::Opening { asked, pause } => {
                let pause = (*pause * 2).min(LONGEST_PAUSE);
                match asked.wait(self.patience) {
                    Some(Ok(capture)) => self.state = MicrophoneState::Running(Box::new(capture)),
                    Some(Err(error)) => return self.lose(error, pause),
                    None if !self.reported_lost && self.patience > Duration::ZERO => {
                        self.reported_lost = true;
                        return AudioRead::Lost { reason: MicrophoneError::Silent };
                    }
                    None => {}
                }
                AudioRead::Samples
            }
            MicrophoneState::Waiting { error, pause, .. } if !self.reported_lost => {
                let (error, pause) = (error.clone(), *pause);
                self.lose(error, pause)
            }
            MicrophoneState::Waiting { until, pause, .. } => {
                let left = until.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    self.state = MicrophoneState::Opening {
                        asked: PendingCapture::begin(self.wanted.clone()),
                        pause: *pause,
                    };
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
