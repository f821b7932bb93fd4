//! The microphone: samples from a sound card or sound server.

use std::thread;
use std::time::{Duration, Instant};

use super::capture::{self, Capture, CaptureTarget, PendingCapture};
use super::source::{AudioRead, AudioSource};

use crate::language::Message;

/// Why the microphone cannot be heard.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "microphone")]
pub enum MicrophoneError {
    /// The program was built without sound.
    NotBuilt,
    /// There is no device at all.
    NoDevice,
    /// The device asked for is not there.
    NoSuchDevice {
        /// The name asked for.
        #[message(debug)]
        wanted: String,
        /// The names there are.
        there: String,
    },
    /// The sound system is there but does not answer.
    #[message("microphone-silent-system")]
    Silent,
    /// The device was there.
    Gone(#[message("found")] String),
    /// The device is there but does not open.
    DoesNotOpen {
        /// The device's name.
        name: String,
        /// What the sound system says.
        found: String,
    },
}

/// A device that samples can come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaptureDevice {
    /// What [`Microphone::open`] takes.
    pub name: String,
    /// What the sound system calls it.
    pub description: String,
    /// Whether it is the one taken when none is named.
    pub is_default: bool,
}

/// A microphone, of any rate, format and number of channels.
///
/// It survives the loss of the device or of the sound server: the loss is reported
/// once, the device is reopened with growing pauses (a quarter of a second up to one
/// second), and its return is reported once.
pub struct Microphone {
    wanted: CaptureTarget,
    /// How long a read waits for samples at most.
    patience: Duration,
    state: MicrophoneState,
    /// Whether the listener knows that the device is gone.
    told_lost: bool,
}

enum MicrophoneState {
    Running(Box<Capture>),
    /// Asked for; the sound system has not answered yet. It is asked once, however long that takes.
    Opening {
        asked: PendingCapture,
        /// How long to wait if it refuses.
        pause: Duration,
    },
    Waiting {
        error: MicrophoneError,
        /// When the device is tried again.
        until: Instant,
        /// How long to wait after that.
        pause: Duration,
    },
}

const FIRST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);
/// How long a read waits for samples at most.
const PATIENCE: Duration = Duration::from_millis(50);
/// How long the sound system may take to answer before the game begins without it.
const ANSWER: Duration = Duration::from_secs(3);

impl Microphone {
    /// Opens the device called `name`, or the system's default.
    ///
    /// # Errors
    ///
    /// Says what there is instead, or what the sound system says.
    pub fn open(name: Option<&str>) -> Result<Self, MicrophoneError> {
        let microphone = Self::open_when_available(name);
        match microphone.state {
            MicrophoneState::Running(_) => Ok(microphone),
            MicrophoneState::Opening { .. } => Err(MicrophoneError::Silent),
            MicrophoneState::Waiting { error, .. } => Err(error),
        }
    }

    /// Opens the device, or begins as lost and waits until it is plugged in.
    pub fn open_when_available(name: Option<&str>) -> Self {
        let wanted = CaptureTarget::Microphone(name.map(str::to_owned));
        let asked = PendingCapture::begin(wanted.clone());
        let state = match asked.wait(ANSWER) {
            Some(opened) => MicrophoneState::opened(opened, FIRST_PAUSE),
            None => MicrophoneState::Opening { asked, pause: FIRST_PAUSE },
        };
        Self { wanted, patience: PATIENCE, state, told_lost: false }
    }

    /// One that hears what the usual loudspeakers play, and nothing else, where the sound system tells.
    #[cfg(feature = "audio")]
    pub fn playback_monitor() -> Self {
        let wanted = CaptureTarget::Playback;
        let state =
            MicrophoneState::Opening { asked: PendingCapture::begin(wanted.clone()), pause: FIRST_PAUSE };
        Self { wanted, patience: PATIENCE, state, told_lost: false }
    }

    /// The same without what this machine's usual loudspeakers play, once that is known.
    pub fn without_echo(self) -> Box<dyn AudioSource> {
        #[cfg(feature = "audio")]
        {
            // It is read beside the microphone, which waits.
            let played = Self { patience: Duration::ZERO, ..Self::playback_monitor() };
            Box::new(super::echo::EchoCancellingSource::new(Box::new(self), Box::new(played)))
        }
        #[cfg(not(feature = "audio"))]
        Box::new(self)
    }

    /// Whether the device is open.
    pub fn is_open(&self) -> bool {
        matches!(self.state, MicrophoneState::Running(_))
    }

    fn lose(&mut self, error: MicrophoneError, pause: Duration) -> AudioRead {
        let reason = error.to_string();
        // The old stream ends here, before a new one is built.
        self.state = MicrophoneState::Waiting { error, until: Instant::now() + pause, pause };
        if std::mem::replace(&mut self.told_lost, true) {
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
                    Ok(()) if self.told_lost && block.len() > before => {
                        self.told_lost = false;
                        AudioRead::Back
                    }
                    Ok(()) => AudioRead::Samples,
                    Err(reason) => self.lose(MicrophoneError::Gone(reason), FIRST_PAUSE),
                }
            }
            MicrophoneState::Opening { asked, pause } => {
                let pause = (*pause * 2).min(LONGEST_PAUSE);
                match asked.wait(self.patience) {
                    Some(Ok(capture)) => self.state = MicrophoneState::Running(Box::new(capture)),
                    Some(Err(error)) => return self.lose(error, pause),
                    None if !self.told_lost && self.patience > Duration::ZERO => {
                        self.told_lost = true;
                        return AudioRead::Lost { reason: MicrophoneError::Silent.to_string() };
                    }
                    None => {}
                }
                AudioRead::Samples
            }
            MicrophoneState::Waiting { error, pause, .. } if !self.told_lost => {
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

/// The devices that samples can come from, the default first.
///
/// # Errors
///
/// When there is no sound system to ask.
pub fn list() -> Result<Vec<CaptureDevice>, MicrophoneError> {
    capture::list()
}
