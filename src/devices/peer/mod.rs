//! The program of another player, without a server between: an encrypted line of text each way.
//!
//! One side listens, the other connects; both make the same two certificates of a code that the players told each other,
//! and neither takes another one. What comes is foreign bytes all the same: each line has a greatest length, and silence
//! counts as loss.

mod certificates;
mod discovery;
mod driver;
mod wire;
#[cfg(test)]
mod tests;

use std::{io, net::SocketAddr};

pub use certificates::PeerSecret;
pub use wire::SILENCE;

use super::{
    Panicked, SystemError,
    supervisor::{DeviceReport, Loss, supervise},
    worker::Worker,
};
use crate::language::Message;

/// The longest line that is taken or sent.
pub const LONGEST_LINE: usize = 1 << 20;

/// The port that is listened at, if it is free.
pub const PORT: u16 = 7464;

/// How the other program is reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PeerPlace {
    /// It connects to this port; zero for the usual one, or else any that is free.
    Listen(u16),
    /// It listens at this address, `HOST` or `HOST:PORT`.
    Connect(String),
    /// It listens somewhere in the local network.
    Find,
}

/// What happens on the way to the other program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PeerReport {
    /// This program listens, at this port.
    Listening(u16),
    /// The other one is there, with the same code.
    There(SocketAddr),
    /// It says this.
    Line(String),
    /// Somebody came who has not the code, or is no such program.
    Knocked(PeerLost),
    /// It is not there any more, or cannot be reached.
    Lost(PeerLost),
}

/// Why the other program is not there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "peer")]
pub enum PeerLost {
    /// Nobody listens there.
    Unreachable {
        /// Where.
        place: String,
        /// Why.
        what: SystemError,
    },
    /// Nobody in the local network waits with this code.
    NotFound,
    /// No machine has this name.
    UnknownPlace {
        /// The name.
        place: String,
    },
    /// The port to listen at cannot be had.
    PortTaken {
        /// The port.
        port: u16,
        /// Why.
        what: SystemError,
    },
    /// Its code is another one.
    WrongCode,
    /// What is there speaks otherwise.
    Foreign,
    /// It has closed the connection, or the network has.
    Cut,
    /// It does not answer.
    Silent,
    /// Its line has no end.
    LongLine,
    /// This program has a fault.
    #[message(transparent)]
    Died(Panicked),
}

impl From<Panicked> for PeerLost {
    fn from(panic: Panicked) -> PeerLost {
        PeerLost::Died(panic)
    }
}

impl Loss for PeerLost {}

impl DeviceReport for PeerReport {
    type Loss = PeerLost;

    fn lost(reason: PeerLost) -> PeerReport {
        PeerReport::Lost(reason)
    }

    fn presence(&self) -> Option<bool> {
        match self {
            PeerReport::There(_) => Some(true),
            PeerReport::Lost(_) => Some(false),
            PeerReport::Listening(_) | PeerReport::Line(_) | PeerReport::Knocked(_) => None,
        }
    }
}

/// The line to another program.
#[derive(Debug)]
pub struct PeerLink(Worker<String>);

impl PeerLink {
    /// Begins to listen or to connect, and goes on with it whenever the line is cut.
    pub fn open(
        place: PeerPlace,
        secret: PeerSecret,
        tell: impl FnMut(PeerReport) + Send + 'static,
    ) -> io::Result<PeerLink> {
        Ok(PeerLink(supervise("peer", driver::PeerDriver::new(place, secret), tell)?))
    }

    /// Sends a line. One that cannot be sent now is dropped: what counts is said again when the other is there.
    pub fn send(&self, line: String) {
        self.0.send(line);
    }
}
