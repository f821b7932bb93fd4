//! The tactile clock on a serial port: its hands can be felt, and it has a lever and a flag.
//!
//! [`mod@line`] holds the lines of the protocol, [`link`] the host's side of the conversation as arithmetic on
//! instants, and [`TactileClock`] the thread that owns the port. The caller keeps the time and gives the state at
//! every change. Between changes the thread counts the running side down by itself and tells the clock twice a
//! second.
#![warn(unreachable_pub)]

mod event;
pub mod line;
pub mod link;
mod port;

use std::path::PathBuf;
use std::time::Instant;

use super::serial::{self, NotBuilt, PortInfo};
use super::{SystemError, supervisor::supervise, worker::Worker};
use link::ClockCommand;

use crate::language::Message;
pub use port::find;

pub use event::{ClockEvent, ClockRefusal};
pub use line::{ClockState, FallenFlags, FaultCode, Features, FeelPattern, TactileSide, VERSION as PROTOCOL};

/// Parts of the USB names of tactile clocks, in small letters.
pub const USB_NAMES: &[&str] = &["tactile clock", "annabella"];

/// The path that stands for whichever clock is plugged in.
pub const AUTO: &str = "auto";

/// Returns the port of the clock that is plugged in, by its USB name.
pub fn plugged(plugs: &[PortInfo]) -> Option<&PortInfo> {
    plugs.iter().find(|plug| plug.is_called(USB_NAMES))
}

/// A clock that can be felt.
pub trait ClockHands {
    /// Shows a state that is true at `true_at`.
    ///
    /// The running side counts down from then on. Before then the time stands, as in a delay before the countdown.
    fn show(&mut self, face: ClockState, true_at: Instant);

    /// Sends a pattern to the finger; without a clock it is dropped.
    fn feel(&mut self, pattern: FeelPattern);
}

/// Why there is no clock at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "clock")]
pub enum ClockUnavailable {
    #[message(transparent)]
    NotBuilt(#[from] NotBuilt),
    Thread {
        what: SystemError,
    },
}

/// The clock on a serial port, owned by a thread of its own. A lost port is tried under the same path, until this is
/// dropped.
#[derive(Debug)]
pub struct TactileClock(Worker<ClockCommand>);

impl TactileClock {
    /// Starts looking for a clock at `path`, which need not exist yet. At `auto` the clock is looked for by its USB
    /// name, whenever it is opened.
    ///
    /// `tell` is called on the clock's thread, so it should only pass events on.
    ///
    /// # Errors
    /// [`ClockUnavailable::NotBuilt`] without the feature `serial`. A port that cannot be opened is reported as
    /// [`ClockEvent::Lost`] instead.
    pub fn open(
        path: impl Into<PathBuf>,
        tell: impl FnMut(ClockEvent) + Send + 'static,
    ) -> Result<Self, ClockUnavailable> {
        serial::built()?;
        supervise("tactile clock", port::ClockDriver::new(path.into()), tell)
            .map(Self)
            .map_err(|error| ClockUnavailable::Thread { what: error.into() })
    }
}

impl ClockHands for TactileClock {
    fn show(&mut self, face: ClockState, true_at: Instant) {
        self.0.send(ClockCommand::Show(face, true_at));
    }

    fn feel(&mut self, pattern: FeelPattern) {
        self.0.send(ClockCommand::Feel(pattern));
    }
}
