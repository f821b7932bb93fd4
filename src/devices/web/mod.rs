//! A page on the network: a document with its scripts and pictures, and a live state for each place.
//!
//! A place is what one code opens. The caller gives each place its whole state, as text, at every change. Whoever looks
//! gets the latest one, so a late or slow viewer leaves some out and is never wrong. What a place sends comes back as
//! text. `guard` lets nobody in from another site, `access` holds codes and tries, `live` is a viewer's connection.
#![warn(unreachable_pub)]

mod access;
mod guard;
mod live;
mod server;

use std::{
    borrow::Cow,
    net::{SocketAddr, TcpListener},
    sync::Arc,
};

use tokio::sync::{oneshot, watch};

pub use access::{Code, WebKey};

use super::{Panicked, SystemError, worker};
use crate::language::Message;

/// A place at the page.
#[derive(Clone, Debug)]
pub struct Place {
    /// The code that opens it.
    pub code: Code,
    /// Whether what it sends is reported; a place that only looks is cut off when it sends.
    pub writes: bool,
    /// How many may look at once.
    pub viewers: usize,
}

/// A file that the page consists of.
#[derive(Clone, Debug)]
pub struct WebFile {
    /// The path after the address, `/` for the document.
    pub path: &'static str,
    /// Its media type.
    pub media_type: &'static str,
    /// Its text.
    pub text: Cow<'static, str>,
}

/// What is made when a viewer asks for it, by its path; only those get it who have opened a place. It may have a policy of
/// its own for what runs in it.
#[derive(Clone)]
pub struct Papers(pub Arc<PaperMaker>);

/// Makes the paper at a path, if there is one.
pub type PaperMaker = dyn Fn(&str) -> Option<WebFile> + Send + Sync;

impl std::fmt::Debug for Papers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Papers")
    }
}

/// What a page is served as.
#[derive(Clone, Debug)]
pub struct WebOptions {
    /// Where it listens.
    pub address: SocketAddr,
    /// The name under which browsers find it, beside its numbers; of a proxy, for instance.
    pub name: Option<String>,
    pub places: Vec<Place>,
    pub files: Vec<WebFile>,
    pub papers: Option<Papers>,
    /// What seals the passes that browsers keep.
    pub key: WebKey,
}

/// What the page reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WebEvent {
    /// A place has sent this.
    Sent { place: usize, text: String },
    /// The server has ended, and why.
    Lost { reason: Panicked },
}

/// Why no page can be served.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "web")]
pub enum WebUnavailable {
    Address {
        #[message(display)]
        address: SocketAddr,
        what: SystemError,
    },
    Thread {
        what: SystemError,
    },
}

/// A page that is served until this is dropped.
#[derive(Debug)]
pub struct WebServer {
    address: SocketAddr,
    states: Vec<watch::Sender<Arc<str>>>,
    /// Ends the server when it is dropped.
    _alive: oneshot::Sender<()>,
}

impl WebServer {
    /// Listens, and serves on a thread of its own.
    pub fn open(
        options: WebOptions,
        tell: impl FnMut(WebEvent) + Send + 'static,
    ) -> Result<WebServer, WebUnavailable> {
        let no_address =
            |error| WebUnavailable::Address { address: options.address, what: SystemError::from(error) };
        let listener = TcpListener::bind(options.address).map_err(no_address)?;
        listener.set_nonblocking(true).map_err(no_address)?;
        let address = listener.local_addr().map_err(no_address)?;
        let (states, latest) = options.places.iter().map(|_| watch::channel(Arc::from(""))).unzip();
        let (alive, over) = oneshot::channel();
        let died = |reason| WebEvent::Lost { reason };
        worker::spawn("web", tell, died, move |report| {
            server::run(listener, options, latest, over, report);
        })
        .map_err(|error| WebUnavailable::Thread { what: SystemError::from(error) })?;
        Ok(WebServer { address, states, _alive: alive })
    }

    /// Returns where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Shows a place its state.
    pub fn show(&self, place: usize, state: String) {
        if let Some(latest) = self.states.get(place) {
            latest.send_replace(state.into());
        }
    }
}
