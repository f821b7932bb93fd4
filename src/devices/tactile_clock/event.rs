//! What a tactile clock reports, and why it is lost.

use std::time::Instant;

use super::line::{FaultCode, Features, TactileSide};
use crate::language::Message;
use crate::supervisor::{DeviceReport, PortLost};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClockEvent {
    /// The clock answers, for the first time or again, and has been sent the state.
    Back { name: String, features: Features },
    /// The clock is lost; reported once, until [`ClockEvent::Back`].
    Lost { reason: PortLost },
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

impl DeviceReport for ClockEvent {
    type Loss = PortLost;

    fn lost(reason: PortLost) -> ClockEvent {
        ClockEvent::Lost { reason }
    }

    fn presence(&self) -> Option<bool> {
        match self {
            ClockEvent::Back { .. } => Some(true),
            ClockEvent::Lost { .. } => Some(false),
            ClockEvent::Lever { .. } | ClockEvent::Fault(_) | ClockEvent::Refused { .. } => None,
        }
    }
}
