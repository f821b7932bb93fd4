//! The synthesiser: speech-dispatcher, or a script.
//!
//! The crate `speech-dispatcher` is used itself rather than through `tts`: `tts`
//! cannot choose a language without listing all voices first (over three seconds),
//! and a callback that comes while it is being dropped aborts the program.

use std::sync::{Arc, Mutex, PoisonError};

/// How to speak.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Manner {
    /// A language tag, "de".
    pub language: String,
    /// -100, slowest, to 100, fastest; 0 is what the user set for all programs.
    pub rate: i32,
    /// -100, softest, to 100, loudest.
    pub volume: i32,
}

impl Default for Manner {
    fn default() -> Self {
        Self {
            language: "de".to_owned(),
            rate: 0,
            volume: 100,
        }
    }
}

/// Why nothing sounds.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum VoiceError {
    /// The program was built without speech; waiting does not help.
    #[error("this build has no speech output: build it with the feature `tts`")]
    NotBuilt,
    /// No speech server answers; it may come.
    #[error("no speech server answers: start speech-dispatcher")]
    NoServer,
    /// The speech server went away.
    #[error("the speech server went away")]
    Gone,
}

impl VoiceError {
    /// Whether the voice may come by itself.
    pub fn waiting_helps(&self) -> bool {
        *self != Self::NotBuilt
    }
}

/// What becomes of a sentence, named by what [`Voice::say`] returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VoiceEvent {
    /// It begins to sound.
    Began(u64),
    /// It has sounded to its end.
    Ended(u64),
    /// It was cut off, or will not begin.
    Cancelled(u64),
}

/// Where a voice reports to, from a thread of its own; it may come before
/// [`Voice::say`] returns.
pub type Report = Arc<dyn Fn(VoiceEvent) + Send + Sync>;

/// Something that speaks. Lives on one thread.
pub trait Voice {
    /// Begins to speak `text`, which has no control characters and is not empty.
    ///
    /// # Errors
    ///
    /// If the voice is gone.
    fn say(&mut self, text: &str) -> Result<u64, VoiceError>;

    /// Falls silent at once.
    ///
    /// # Errors
    ///
    /// If the voice is gone.
    fn cancel(&mut self) -> Result<(), VoiceError>;

    /// Speaks in this manner from the next sentence on. Also asked, with nothing
    /// changed, to see whether the voice is still there.
    ///
    /// # Errors
    ///
    /// If the voice is gone.
    fn adjust(&mut self, manner: &Manner) -> Result<(), VoiceError>;
}

/// Makes a voice that reports to the given place; called on the voice's thread.
pub type OpenVoice = Arc<dyn Fn(Report) -> Result<Box<dyn Voice>, VoiceError> + Send + Sync>;

/// The system's speech server.
pub fn system() -> OpenVoice {
    Arc::new(backend::open)
}

#[cfg(not(feature = "tts"))]
mod backend {
    use super::{Report, Voice, VoiceError};

    pub fn open(_: Report) -> Result<Box<dyn Voice>, VoiceError> {
        Err(VoiceError::NotBuilt)
    }
}

#[cfg(feature = "tts")]
mod backend {
    //! speech-dispatcher over its socket; `SPEECHD_ADDRESS` is honoured, and a
    //! server that is installed but not running is started by the library.

    use speech_dispatcher::{Connection, Mode, Priority};

    use super::{Manner, Report, Voice, VoiceError, VoiceEvent};

    struct SpeechDispatcher {
        connection: Connection,
        /// What was last set, to set only what changed.
        language: Option<String>,
    }

    pub fn open(report: Report) -> Result<Box<dyn Voice>, VoiceError> {
        let connection = Connection::open("annabella", "main", "annabella", Mode::Threaded)
            .map_err(|_| VoiceError::NoServer)?;
        let to = |event: fn(u64) -> VoiceEvent| -> Option<Box<dyn FnMut(usize, usize)>> {
            let report = Report::clone(&report);
            // The library holds its lock here: nothing may be asked of it.
            Some(Box::new(move |mark, _client| report(event(mark as u64))))
        };
        connection.on_begin(to(VoiceEvent::Began));
        connection.on_end(to(VoiceEvent::Ended));
        connection.on_cancel(to(VoiceEvent::Cancelled));
        Ok(Box::new(SpeechDispatcher {
            connection,
            language: None,
        }))
    }

    impl Voice for SpeechDispatcher {
        fn say(&mut self, text: &str) -> Result<u64, VoiceError> {
            // The library takes C strings and panics on a NUL.
            let text = text.replace('\0', " ");
            self.connection
                .say(Priority::Important, text)
                .ok_or(VoiceError::Gone)
        }

        fn cancel(&mut self) -> Result<(), VoiceError> {
            self.connection.cancel().map_err(|_| VoiceError::Gone)
        }

        fn adjust(&mut self, manner: &Manner) -> Result<(), VoiceError> {
            let gone = |_| VoiceError::Gone;
            if self.language.as_ref() != Some(&manner.language) {
                let language = manner.language.replace('\0', "");
                self.connection.set_language(language).map_err(gone)?;
                self.language = Some(manner.language.clone());
            }
            self.connection
                .set_volume(manner.volume.clamp(-100, 100))
                .map_err(gone)?;
            self.connection
                .set_voice_rate(manner.rate.clamp(-100, 100))
                .map_err(gone)
        }
    }
}

/// A voice that writes down what it says, and has said it at once.
#[derive(Clone, Default)]
pub struct ScriptedVoice {
    said: Arc<Mutex<Vec<String>>>,
}

impl ScriptedVoice {
    /// Everything said so far.
    pub fn said(&self) -> Vec<String> {
        self.said
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// A way to open this voice.
    pub fn opener(&self) -> OpenVoice {
        let said = Arc::clone(&self.said);
        Arc::new(move |report| {
            Ok(Box::new(Scripted {
                said: Arc::clone(&said),
                report,
            }))
        })
    }
}

struct Scripted {
    said: Arc<Mutex<Vec<String>>>,
    report: Report,
}

impl Voice for Scripted {
    fn say(&mut self, text: &str) -> Result<u64, VoiceError> {
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        said.push(text.to_owned());
        let mark = said.len() as u64;
        (self.report)(VoiceEvent::Began(mark));
        (self.report)(VoiceEvent::Ended(mark));
        Ok(mark)
    }

    fn cancel(&mut self) -> Result<(), VoiceError> {
        Ok(())
    }

    fn adjust(&mut self, _: &Manner) -> Result<(), VoiceError> {
        Ok(())
    }
}
