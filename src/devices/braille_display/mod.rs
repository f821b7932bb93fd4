//! The braille display, through BrlAPI of brltty.
//!
//! One character is one cell: the text is sent as UTF-8 and brltty's text table chooses the dots, as the reader has
//! set them. A thread owns the connection, and shows the last text on a display that is back.
#![warn(unreachable_pub)]

use super::{
    SystemError,
    supervisor::{DeviceReport, PortLost},
    worker::Worker,
};
use crate::language::Message;

#[cfg(feature = "braille")]
mod connection;
mod key;
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
        reason: PortLost,
    },
    /// The display is connected, for the first time or again, or has another number of cells; the last text was
    /// written to it.
    Back {
        cells: usize,
    },
}

impl DeviceReport for BrailleEvent {
    type Loss = PortLost;

    fn lost(reason: PortLost) -> BrailleEvent {
        BrailleEvent::Lost { reason }
    }

    fn presence(&self) -> Option<bool> {
        match self {
            BrailleEvent::Lost { .. } => Some(false),
            BrailleEvent::Back { .. } => Some(true),
            BrailleEvent::Key(_) => None,
        }
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

/// What the line shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct LineContent {
    text: String,
    cursor: Option<usize>,
}

/// The display, owned by a thread of its own.
#[derive(Debug)]
pub struct BrailleDisplay(Worker<LineContent>);

impl BrailleDisplay {
    /// Starts looking for a display, which need not be there yet.
    ///
    /// `tell` is called on the display's thread, so it should only pass events on.
    ///
    /// # Errors
    /// [`BrailleUnavailable::NotBuilt`] without the feature `braille`. A server that is not there is reported as
    /// [`BrailleEvent::Lost`] instead.
    #[cfg(feature = "braille")]
    pub fn open(
        server: BrailleServer,
        tell: impl FnMut(BrailleEvent) + Send + 'static,
    ) -> Result<Self, BrailleUnavailable> {
        super::supervisor::supervise("braille display", service::DisplayDriver::new(server)?, tell)
            .map(Self)
            .map_err(|error| BrailleUnavailable::Thread { what: error.into() })
    }

    /// Returns that the program was built without BrlAPI.
    #[cfg(not(feature = "braille"))]
    pub fn open(
        _server: BrailleServer,
        _tell: impl FnMut(BrailleEvent) + Send + 'static,
    ) -> Result<Self, BrailleUnavailable> {
        Err(BrailleUnavailable::NotBuilt)
    }
}

impl BrailleLine for BrailleDisplay {
    fn show(&mut self, text: &str, cursor: Option<usize>) {
        self.0.send(LineContent { text: text.to_owned(), cursor });
    }
}
