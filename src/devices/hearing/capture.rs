//! Records through the sound system. A thread of its own opens it, so a sound system that hangs blocks nobody.
//!
//! A sound server (PulseAudio, or PipeWire in its place) is tried before the sound cards: it shares them, resamples,
//! and offers monitors of its loudspeakers.

use std::time::Duration;

use crossbeam_channel::Receiver;

use super::microphone::{CaptureDevice, CaptureError, MicrophoneError};

pub(crate) use backend::{Capture, list};

#[cfg(feature = "audio")]
mod cards;
#[cfg(all(feature = "audio", target_os = "linux"))]
mod server;
#[cfg(all(feature = "audio", not(target_os = "linux")))]
#[path = "capture/no_server.rs"]
mod server;

/// What is to be recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum CaptureTarget {
    /// The named microphone, or the default one.
    Microphone(Option<String>),
    /// The monitor of the default loudspeakers, as long as they are the default.
    #[cfg(feature = "audio")]
    Playback,
}

/// A device without samples for this long counts as lost. Some sound servers deliver blocks of two seconds.
#[cfg(feature = "audio")]
const SILENT: Duration = Duration::from_secs(5);

/// A recording that is being opened.
pub(crate) struct PendingCapture(Receiver<Result<Capture, MicrophoneError>>);

impl PendingCapture {
    /// Starts to open the target.
    pub(crate) fn begin(wanted: CaptureTarget) -> PendingCapture {
        PendingCapture(backend::begin(wanted))
    }

    /// Waits for the result; `None` if the sound system does not answer in time.
    pub(crate) fn wait(&self, patience: Duration) -> Option<Result<Capture, MicrophoneError>> {
        self.0.recv_timeout(patience).ok()
    }
}

#[cfg(not(feature = "audio"))]
mod backend {
    //! The stub without sound: nothing opens.

    use super::{CaptureDevice, CaptureError, CaptureTarget, Duration, MicrophoneError, Receiver};

    pub(crate) enum Capture {}

    impl Capture {
        pub(crate) fn read(&mut self, _: &mut Vec<i16>, _: Duration) -> Result<(), CaptureError> {
            match *self {}
        }
    }

    pub(crate) fn begin(_: CaptureTarget) -> Receiver<Result<Capture, MicrophoneError>> {
        let (tell, told) = crossbeam_channel::bounded(1);
        let _ = tell.send(Err(MicrophoneError::NotBuilt));
        told
    }

    pub(crate) fn list() -> Result<Vec<CaptureDevice>, MicrophoneError> {
        Err(MicrophoneError::NotBuilt)
    }
}

#[cfg(feature = "audio")]
mod backend {
    //! Capture from a server, or else from the cards.

    use std::convert::Infallible;

    use crossbeam_channel::{Sender, bounded};

    use super::cards::{self, Card};
    use super::server::{self, Server, Source};
    use super::{CaptureDevice, CaptureError, CaptureTarget, Duration, MicrophoneError, Receiver};
    use crate::{Panicked, alsa_messages::suppress_alsa_messages, worker};

    /// A running recording.
    pub(crate) enum Capture {
        Server(server::ServerCapture),
        Card {
            recording: Box<cards::CardCapture>,
            /// Dropping it ends the thread that holds the stream.
            _lives: Sender<Infallible>,
        },
    }

    impl Capture {
        /// Appends the samples that have come; an error means that none will come any more.
        pub(crate) fn read(&mut self, block: &mut Vec<i16>, patience: Duration) -> Result<(), CaptureError> {
            match self {
                Capture::Server(recording) => recording.read(block, patience),
                Capture::Card { recording, .. } => recording.read(block, patience),
            }
        }
    }

    /// Opens the target on a thread, which holds a card's stream until the [`Capture`] is dropped.
    pub(crate) fn begin(wanted: CaptureTarget) -> Receiver<Result<Capture, MicrophoneError>> {
        let (tell, told) = bounded(1);
        let work = {
            let tell = tell.clone();
            move || {
                let _suppressed = suppress_alsa_messages();
                let (lives, alive) = bounded(0);
                match find(&wanted).and_then(|found| found.record(&wanted, lives)) {
                    Ok((capture, stream)) => {
                        let _ = tell.send(Ok(capture));
                        // Nothing is ever sent: this waits until the capture is dropped.
                        let _ = alive.recv();
                        drop(stream);
                    }
                    Err(error) => {
                        let _ = tell.send(Err(error));
                    }
                }
            }
        };
        let failed = |found| MicrophoneError::DoesNotOpen { name: "default".to_owned(), found };
        let died = move |panic: Panicked| failed(CaptureError::Panicked(panic));
        let report = tell.clone();
        let report = move |failure| drop(report.try_send(Err(failure)));
        if let Err(error) = worker::spawn("recording", report, died, move |_| work()) {
            let _ = tell.send(Err(failed(error.into())));
        }
        told
    }

    /// What is recorded, and by what.
    enum CaptureSource {
        Playback(Server),
        Source(Server, Source),
        Card(Box<Card>),
    }

    fn find(wanted: &CaptureTarget) -> Result<CaptureSource, MicrophoneError> {
        let server = Server::connect();
        match (wanted, server) {
            (CaptureTarget::Playback, server) => server.map(CaptureSource::Playback),
            (CaptureTarget::Microphone(None), Some(mut server)) => {
                server.default_microphone().map(|source| CaptureSource::Source(server, source))
            }
            (CaptureTarget::Microphone(None), None) => {
                Card::default_input().map(|card| CaptureSource::Card(Box::new(card)))
            }
            (CaptureTarget::Microphone(Some(name)), server) => return find_called(name, server),
        }
        .ok_or(MicrophoneError::NoDevice)
    }

    /// Finds a device by its name or a part of its description.
    fn find_called(wanted: &str, mut server: Option<Server>) -> Result<CaptureSource, MicrophoneError> {
        let sources = server.as_mut().map(Server::sources).unwrap_or_default();
        let mut cards: Vec<Card> = Card::all().filter(Card::records).collect();
        let part = wanted.to_lowercase();
        let is_like = |description: &str| description.to_lowercase().contains(&part);
        let mut source = sources.iter().find(|source| source.name == wanted);
        let mut card = cards.iter().position(|card| card.name() == wanted);
        if source.is_none() && card.is_none() {
            source = sources.iter().find(|source| !source.is_monitor && is_like(&source.description));
            cards.retain(Card::is_microphone);
            card = cards.iter().position(|card| is_like(&card.description()));
        }
        if let (Some(source), Some(server)) = (source, server) {
            return Ok(CaptureSource::Source(server, source.clone()));
        }
        if let Some(at) = card {
            return Ok(CaptureSource::Card(Box::new(cards.swap_remove(at))));
        }
        let there: Vec<String> = names(&sources).chain(cards.iter().map(Card::name)).collect();
        if there.is_empty() {
            return Err(MicrophoneError::NoDevice);
        }
        Err(MicrophoneError::NoSuchDevice { wanted: wanted.to_owned(), there: there.join(", ") })
    }

    fn names(sources: &[Source]) -> impl Iterator<Item = String> {
        sources.iter().filter(|source| !source.is_monitor).map(|source| source.name.clone())
    }

    impl CaptureSource {
        fn record(
            self,
            wanted: &CaptureTarget,
            lives: Sender<Infallible>,
        ) -> Result<(Capture, Option<cpal::Stream>), MicrophoneError> {
            let refused = |name: &str, found| MicrophoneError::DoesNotOpen { name: name.to_owned(), found };
            match self {
                CaptureSource::Playback(server) => {
                    let recording = server.record_playback();
                    recording.map_err(|found| refused("of what is played", found))
                }
                CaptureSource::Source(server, source) => {
                    // The one that was named is that one.
                    let is_named = *wanted != CaptureTarget::Microphone(None);
                    server.record(&source, is_named).map_err(|found| refused(&source.name, found))
                }
                CaptureSource::Card(card) => {
                    return match card.record() {
                        Ok((stream, recording)) => {
                            let recording = Box::new(recording);
                            Ok((Capture::Card { recording, _lives: lives }, Some(stream)))
                        }
                        Err(error)
                            if cards::is_absent(&error) && *wanted == CaptureTarget::Microphone(None) =>
                        {
                            Err(MicrophoneError::NoDevice)
                        }
                        Err(error) => Err(refused(&card.name(), cards::capture_error(&error))),
                    };
                }
            }
            .map(|recording| (Capture::Server(recording), None))
        }
    }

    pub(crate) fn list() -> Result<Vec<CaptureDevice>, MicrophoneError> {
        let _suppressed = suppress_alsa_messages();
        let mut server = Server::connect();
        let usual = match &mut server {
            Some(server) => server.default_microphone().map(|source| source.name),
            None => Card::default_input().map(|card| card.name()),
        };
        let mut list: Vec<CaptureDevice> = Vec::new();
        let mut add = |name: String, description| {
            if list.iter().all(|other| other.name != name) {
                list.push(CaptureDevice { description, is_default: Some(&name) == usual.as_ref(), name });
            }
        };
        let sources = server.as_mut().map(Server::sources).unwrap_or_default();
        for source in sources.into_iter().filter(|source| !source.is_monitor) {
            add(source.name, source.description);
        }
        // Cards that only lead to the server would repeat its devices.
        for card in Card::all().filter(|card| server.is_none() || !card.leads_to_server()) {
            if card.is_microphone() {
                add(card.name(), card.description());
            }
        }
        list.sort_by_key(|device| !device.is_default);
        Ok(list)
    }
}
