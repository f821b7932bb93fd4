//! The braille display, through BrlAPI of brltty.
//!
//! One character is one cell: the text is sent as UTF-8 and brltty's text table chooses the dots, as the reader has
//! set them. A thread owns the connection. It reports the loss of brltty or of the display once, tries again once a
//! second, and then shows the last text.
#![warn(unreachable_pub)]

use super::{Panicked, SystemError};
use crate::language::Message;

#[cfg(feature = "braille")]
mod connection;
mod key;
#[cfg(feature = "braille")]
mod display_thread;
#[cfg(not(feature = "braille"))]
#[path = "no_display_thread.rs"]
mod display_thread;
#[cfg(feature = "braille")]
mod service;

pub use key::BrailleKey;

/// A line of cells.
pub trait BrailleLine {
    /// Shows one character per cell, cut or padded with blanks to the line, and the cursor at a cell counted from 0.
    fn show(&mut self, text: &str, cursor: Option<usize>);
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BrailleEvent {
    Key(BrailleKey),
    /// The display is lost; reported once, until [`BrailleEvent::Back`].
    Lost {
        reason: BrailleLossReason,
    },
    /// The display is connected, for the first time or again, or has another number of cells; the last text was
    /// written to it.
    Back {
        cells: usize,
    },
}

/// Why the display is not connected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "braille")]
pub enum BrailleLossReason {
    NoServer {
        what: String,
    },
    Refused {
        what: String,
    },
    ServerGone {
        what: String,
    },
    #[message("braille-display-gone")]
    NoDisplay,
    #[message(transparent)]
    Died(Panicked),
}

impl BrailleLossReason {
    /// Returns whether the display may come back without any change to the system.
    pub fn waiting_helps(&self) -> bool {
        !matches!(self, Self::Refused { .. } | Self::Died(_))
    }
}

/// Why there is no braille at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "braille")]
pub enum BrailleUnavailable {
    NotBuilt,
    ZeroByte {
        which: &'static str,
        #[message(debug)]
        found: String,
    },
    Thread {
        what: SystemError,
    },
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
pub struct BrailleDisplay(display_thread::DisplayThread);

impl BrailleDisplay {
    /// Starts looking for a display, which need not be there yet.
    ///
    /// `tell` is called on the display's thread, so it should only pass events on.
    ///
    /// # Errors
    /// [`BrailleUnavailable::NotBuilt`] without the feature `braille`. A server that is not there is reported as
    /// [`BrailleEvent::Lost`] instead.
    pub fn open(
        server: BrailleServer,
        tell: impl FnMut(BrailleEvent) + Send + 'static,
    ) -> Result<Self, BrailleUnavailable> {
        display_thread::DisplayThread::start(server, tell).map(Self)
    }
}

impl BrailleLine for BrailleDisplay {
    fn show(&mut self, text: &str, cursor: Option<usize>) {
        self.0.show(text, cursor);
    }
}
