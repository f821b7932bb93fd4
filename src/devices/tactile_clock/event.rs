//! What a tactile clock reports, and why it is lost.

use std::time::Instant;

use super::line::{FaultCode, Features, TactileSide, VERSION};
use crate::devices::{Panicked, SystemError};
use crate::language::{Arguments, Message};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClockEvent {
    /// The clock answers, for the first time or again, and has been sent the state.
    Back { name: String, features: Features },
    /// The clock is lost; reported once, until [`ClockEvent::Back`].
    Lost { reason: ClockLossReason },
    /// This side pressed the lever; reported once per press, with the instant of the first message.
    Lever { side: TactileSide, at: Instant },
    /// A fault; reported once, until it is mended.
    Fault(FaultCode),
    /// The clock refused a state or a pattern; reported once per reason in a row.
    Refused { reason: ClockRefusal },
}

/// Why the clock refuses something, in its own word.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, "clock-refusal")]
pub struct ClockRefusal {
    pub found: String,
}

/// Why the clock is not connected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "clock")]
pub enum ClockLossReason {
    Missing {
        path: String,
    },
    Unplugged,
    Several {
        ports: String,
    },
    Busy {
        path: String,
    },
    Forbidden {
        path: String,
    },
    CannotOpen {
        path: String,
        what: SystemError,
    },
    Gone {
        what: SystemError,
    },
    NoAnswer,
    #[message(with = versions)]
    OtherVersion {
        found: u8,
    },
    #[message(transparent)]
    Died(Panicked),
}

fn versions(found: &u8, to: &mut Arguments) {
    to.set_number("found", (*found).into());
    to.set_number("expected", VERSION.into());
}

impl ClockLossReason {
    /// Returns whether the clock may come back without any change to the system.
    pub fn waiting_helps(&self) -> bool {
        !matches!(self, Self::Forbidden { .. } | Self::OtherVersion { .. } | Self::Died(_))
    }
}
