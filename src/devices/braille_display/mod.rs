//! The braille display, through BrlAPI of brltty.
//!
//! One character is one cell: the text goes out as UTF-8 and brltty's own
//! text table chooses the dots, as the reader has set them. A thread owns the
//! connection; when brltty or the display goes, it says so once, tries once a
//! second, and puts back what was shown.

#[cfg(feature = "braille")]
mod connection;
mod key;
#[cfg(feature = "braille")]
mod service;

use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::thread::JoinHandle;

use crossbeam_channel::Sender;
#[cfg(feature = "braille")]
use rustix::event::{EventfdFlags, eventfd};

pub use key::BrailleKey;

/// A line of cells.
pub trait BrailleLine {
    /// Shows one character per cell, cut or padded with blanks to the line,
    /// and the cursor at a cell counted from 0.
    fn show(&mut self, text: &str, cursor: Option<usize>);
}

/// What the display, or its loss, has to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BrailleEvent {
    Key(BrailleKey),
    /// The display is gone; said once, until [`BrailleEvent::Back`].
    Lost {
        reason: LostReason,
    },
    /// The display is there, for the first time or again, or has another
    /// number of cells; it has been given what was last shown.
    Back {
        cells: usize,
    },
}

/// Why the display is not there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LostReason {
    #[error("no braille server answers ({what}), start brltty")]
    NoServer { what: String },
    #[error("brltty refuses this user ({what}), add the user to the group brlapi")]
    Refused { what: String },
    #[error("brltty has gone ({what})")]
    ServerGone { what: String },
    #[error("brltty runs but has no display any more, connect the display")]
    NoDisplay,
}

impl LostReason {
    /// Whether the display may come back without anybody setting things up anew.
    pub fn waiting_helps(&self) -> bool {
        !matches!(self, Self::Refused { .. })
    }
}

/// Why there is no braille at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BrailleUnavailable {
    #[error("this program was built without braille, build it with the feature `braille`")]
    NotBuilt,
    #[error("the braille server's {which} {found:?} contains a zero byte")]
    ZeroByte { which: &'static str, found: String },
    #[error("cannot start the thread of the braille display: {what}")]
    Thread { what: String },
}

/// Where the braille server is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BrailleServer {
    /// As in `BRLAPI_HOST`, for instance `:0`; `None` leaves it to that variable.
    pub host: Option<String>,
    /// As in `BRLAPI_AUTH`, for instance `none`; `None` leaves it to that variable.
    pub auth: Option<String>,
}

/// The display, owned by a thread of its own.
#[derive(Debug)]
pub struct BrailleDisplay {
    /// `None` only while dropping.
    orders: Option<Sender<Order>>,
    /// Written to after an order, so that the thread looks at its orders.
    waker: Arc<OwnedFd>,
    thread: Option<JoinHandle<()>>,
}

/// What to show.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Order {
    text: String,
    cursor: Option<usize>,
}

impl BrailleDisplay {
    /// Starts looking for a display, which need not be there yet.
    ///
    /// `tell` is called on the display's thread, so it should only pass on.
    ///
    /// # Errors
    /// [`BrailleUnavailable::NotBuilt`] without the feature `braille`. A server
    /// that is not there is no error but [`BrailleEvent::Lost`].
    pub fn open(
        server: BrailleServer,
        tell: impl FnMut(BrailleEvent) + Send + 'static,
    ) -> Result<Self, BrailleUnavailable> {
        start(server, tell)
    }

    fn wake(&self) {
        // Fails only when so many wakes are waiting that one more is no news.
        let _ = rustix::io::write(&*self.waker, &1u64.to_ne_bytes());
    }
}

impl BrailleLine for BrailleDisplay {
    fn show(&mut self, text: &str, cursor: Option<usize>) {
        if let Some(orders) = &self.orders {
            // The thread outlives this value, so somebody always listens.
            let _ = orders.send(Order { text: text.to_owned(), cursor });
            self.wake();
        }
    }
}

impl Drop for BrailleDisplay {
    fn drop(&mut self) {
        self.orders = None;
        self.wake();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

#[cfg(feature = "braille")]
fn start(
    server: BrailleServer,
    tell: impl FnMut(BrailleEvent) + Send + 'static,
) -> Result<BrailleDisplay, BrailleUnavailable> {
    let address = connection::Address::new(server)?;
    let (orders, inbox) = crossbeam_channel::unbounded();
    let flags = EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK;
    let waker = eventfd(0, flags).map_err(|err| BrailleUnavailable::Thread { what: err.to_string() })?;
    let waker = Arc::new(waker);
    let woken = Arc::clone(&waker);
    let thread = std::thread::Builder::new()
        .name("braille display".to_owned())
        .spawn(move || service::run(&address, &inbox, &woken, tell))
        .map_err(|err| BrailleUnavailable::Thread { what: err.to_string() })?;
    Ok(BrailleDisplay { orders: Some(orders), waker, thread: Some(thread) })
}

#[cfg(not(feature = "braille"))]
fn start(
    _server: BrailleServer,
    _tell: impl FnMut(BrailleEvent) + Send + 'static,
) -> Result<BrailleDisplay, BrailleUnavailable> {
    Err(BrailleUnavailable::NotBuilt)
}

/// A line that only keeps what it was told, for tests of its users.
#[derive(Clone, Debug, Default)]
pub struct ScriptedLine {
    pub shown: Vec<(String, Option<usize>)>,
}

impl BrailleLine for ScriptedLine {
    fn show(&mut self, text: &str, cursor: Option<usize>) {
        self.shown.push((text.to_owned(), cursor));
    }
}
