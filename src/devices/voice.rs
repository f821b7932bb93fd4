//! The synthesiser: speech-dispatcher, or a script.
//!
//! Speech goes through the crate `tts`. The server's default language comes from the crate below it,
//! `speech-dispatcher`, since `tts` cannot ask for it: otherwise every start would list thousands of voices, for over
//! three seconds, before the first word.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::language::Message;

/// How long no server is started after one that could not be had: each start is a program that looks for a sound card.
const START_AGAIN: Duration = Duration::from_secs(60);

/// How to speak.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VoiceSettings {
    /// A language tag, "de".
    pub language: String,
    /// The rate relative to the user's setting for all programs: -100 (slower) to 100.
    pub rate: i32,
    /// The volume relative to the user's setting for all programs: -100 (softer) to 100.
    pub volume: i32,
}

impl Default for VoiceSettings {
    fn default() -> Self {
        Self { language: crate::language::LanguageFolder::USUAL.tag.to_owned(), rate: 0, volume: 0 }
    }
}

/// Why nothing is spoken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "voice")]
pub enum VoiceError {
    /// The program was built without speech; waiting does not help.
    NotBuilt,
    /// No speech server answers; it may come.
    NoServer,
    /// The speech server went away.
    Gone,
    /// The speech server is there but does not answer.
    NoAnswer,
}

impl VoiceError {
    /// Whether the voice may become available by itself.
    pub fn waiting_helps(&self) -> bool {
        *self != Self::NotBuilt
    }
}

/// What happens to a sentence, identified by the number that [`Voice::say`] returned; or to the voice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VoiceEvent {
    /// It begins to sound.
    Began(u64),
    /// It has sounded to its end.
    Ended(u64),
    /// It was cut off, or will not begin.
    Cancelled(u64),
    /// The voice has to be started before it opens.
    Starting,
}

/// Receives a voice's events, on a thread of the voice, perhaps before [`Voice::say`] returns.
pub type VoiceCallback = Arc<dyn Fn(VoiceEvent) + Send + Sync>;

/// A synthesiser; it stays on one thread.
pub trait Voice {
    /// Starts to speak `text`, which has no control characters and is not empty; returns the sentence's number.
    fn say(&mut self, text: &str) -> Result<u64, VoiceError>;

    /// Stops speaking at once.
    fn cancel(&mut self) -> Result<(), VoiceError>;

    /// Applies settings from the next sentence on. Called with unchanged settings, it checks that the voice is there.
    fn adjust(&mut self, settings: &VoiceSettings) -> Result<(), VoiceError>;
}

/// Opens a voice that reports to the given callback; called on the voice's thread.
pub type OpenVoice = Arc<dyn Fn(VoiceCallback) -> Result<Box<dyn Voice>, VoiceError> + Send + Sync>;

/// Returns the system's speech server, which is started if it does not run; but only once a minute if it cannot be had.
pub fn system() -> OpenVoice {
    let failed = Mutex::<Option<Instant>>::default();
    Arc::new(move |report| {
        let recent = |failed: Option<Instant>| failed.is_some_and(|at| at.elapsed() < START_AGAIN);
        let known = *failed.lock().unwrap_or_else(PoisonError::into_inner);
        if !backend::is_running() {
            if recent(known) {
                return Err(VoiceError::NoServer);
            }
            report(VoiceEvent::Starting);
        }
        let opened = backend::open(report);
        let failure = opened.is_err().then(Instant::now);
        *failed.lock().unwrap_or_else(PoisonError::into_inner) = failure;
        opened
    })
}

/// Whether the system's speech server has a voice for `language` ("de"). Starting the server and listing its voices
/// takes some seconds.
pub fn speaks(language: &str) -> Result<bool, VoiceError> {
    backend::speaks(language)
}

#[cfg(not(feature = "tts"))]
mod backend {
    use super::{Voice, VoiceCallback, VoiceError};

    pub(crate) fn speaks(_: &str) -> Result<bool, VoiceError> {
        Err(VoiceError::NotBuilt)
    }

    pub(crate) fn open(_: VoiceCallback) -> Result<Box<dyn Voice>, VoiceError> {
        Err(VoiceError::NotBuilt)
    }

    pub(crate) fn is_running() -> bool {
        true
    }
}

#[cfg(feature = "tts")]
mod backend {
    //! The `tts` crate over speech-dispatcher. It honours `SPEECHD_ADDRESS`, and starts a server that is installed
    //! but not running.

    use std::mem::ManuallyDrop;
    use std::net::TcpStream;
    use std::os::unix::net::UnixStream;
    use std::path::PathBuf;

    use speech_dispatcher::{Connection, Mode};
    use tts::{Backends, Tts, UtteranceId};

    use super::{Voice, VoiceCallback, VoiceError, VoiceEvent, VoiceSettings};

    /// The port of a server on the network, unless the address names another.
    const SPEECHD_PORT: u16 = 6560;

    struct SpeechDispatcher {
        /// Never dropped: a callback that arrives while `Tts` is dropped finds its entry gone and aborts the whole
        /// program. One connection leaks each time the server dies.
        tts: ManuallyDrop<Tts>,
        /// The language it speaks, if known.
        language: Option<String>,
        /// The user's setting for all programs, -100 to 100.
        rate: f32,
        volume: f32,
    }

    pub(crate) fn open(report: VoiceCallback) -> Result<Box<dyn Voice>, VoiceError> {
        let language = default_language();
        let tts = Tts::new(Backends::SpeechDispatcher).map_err(|_| VoiceError::NoServer)?;
        let to = |event: fn(u64) -> VoiceEvent| -> Option<Box<dyn FnMut(UtteranceId)>> {
            let report = VoiceCallback::clone(&report);
            // The library holds its lock here: it must not be called.
            Some(Box::new(move |id| report(event(number(&id)))))
        };
        let told = tts
            .on_utterance_begin(to(VoiceEvent::Began))
            .and_then(|()| tts.on_utterance_end(to(VoiceEvent::Ended)))
            .and_then(|()| tts.on_utterance_stop(to(VoiceEvent::Cancelled)));
        let tts = ManuallyDrop::new(tts);
        told.map_err(|_| VoiceError::NoServer)?;
        let (Ok(rate), Ok(volume)) = (tts.get_rate(), tts.get_volume()) else {
            return Err(VoiceError::Gone);
        };
        Ok(Box::new(SpeechDispatcher { tts, language, rate, volume }))
    }

    /// Whether a speech server listens where its library looks for it, so that it need not be started.
    pub(crate) fn is_running() -> bool {
        let address = std::env::var("SPEECHD_ADDRESS").unwrap_or_default();
        let (method, place) = address.split_once(':').unwrap_or((&address, ""));
        if method == "inet_socket" {
            let place =
                if place.contains(':') { place.to_owned() } else { format!("localhost:{SPEECHD_PORT}") };
            return TcpStream::connect(place).is_ok();
        }
        let folder = std::env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from);
        let usual = folder.map(|folder| folder.join("speech-dispatcher/speechd.sock"));
        let socket = if place.is_empty() { usual } else { Some(PathBuf::from(place)) };
        socket.is_some_and(|socket| UnixStream::connect(socket).is_ok())
    }

    pub(crate) fn speaks(language: &str) -> Result<bool, VoiceError> {
        let server = Connection::open("annabella", "voices", "annabella", Mode::Threaded);
        let server = server.map_err(|_| VoiceError::NoServer)?;
        let voices = server.list_synthesis_voices().unwrap_or_default();
        Ok(voices.iter().any(|voice| primary(&voice.language) == primary(language)))
    }

    /// Returns the language in which the server speaks by default.
    fn default_language() -> Option<String> {
        // In its other mode the library takes seconds for this.
        let probe = Connection::open("annabella", "language", "annabella", Mode::Threaded).ok()?;
        probe.get_language().ok().map(str::to_owned)
    }

    /// Returns "de" of "de-AT".
    fn primary(tag: &str) -> String {
        tag.split(['-', '_']).next().unwrap_or_default().to_lowercase()
    }

    fn number(id: &UtteranceId) -> u64 {
        let UtteranceId::SpeechDispatcher(number) = id;
        *number
    }

    impl SpeechDispatcher {
        /// Chooses the first voice of a language, which is the plain one in espeak-ng.
        ///
        /// The crate has no other way to choose a language. It lists thousands of voices twice for this: some
        /// seconds, once, before the first sentence.
        fn choose(&mut self, language: &str) -> Result<(), VoiceError> {
            let voices = self.tts.voices().map_err(|_| VoiceError::Gone)?;
            let wanted = primary(language);
            match voices.iter().find(|voice| primary(voice.language().as_str()) == wanted) {
                Some(voice) => self.tts.set_voice(voice).map_err(|_| VoiceError::Gone),
                // A server without the language speaks in its default voice.
                None => Ok(()),
            }
        }
    }

    impl Voice for SpeechDispatcher {
        fn say(&mut self, text: &str) -> Result<u64, VoiceError> {
            // The library takes C strings and panics on a NUL.
            let text = text.replace('\0', " ");
            match self.tts.speak(text, false) {
                Ok(Some(id)) => Ok(number(&id)),
                _ => Err(VoiceError::Gone),
            }
        }

        fn cancel(&mut self) -> Result<(), VoiceError> {
            self.tts.stop().map(|_| ()).map_err(|_| VoiceError::Gone)
        }

        fn adjust(&mut self, settings: &VoiceSettings) -> Result<(), VoiceError> {
            let spoken = self.language.as_deref().map(primary);
            if spoken.as_ref() != Some(&primary(&settings.language)) {
                self.choose(&settings.language)?;
            }
            self.language = Some(settings.language.clone());
            // Both scales are speech-dispatcher's own, -100 to 100.
            let within = |own: f32, change: i32| (own + change as f32).clamp(-100.0, 100.0);
            let gone = |_| VoiceError::Gone;
            self.tts.set_volume(within(self.volume, settings.volume)).map_err(gone)?;
            self.tts.set_rate(within(self.rate, settings.rate)).map_err(gone)?;
            Ok(())
        }
    }
}
