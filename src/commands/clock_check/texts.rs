//! The texts on a clock's session.

use super::Violation;
use crate::{
    devices::tactile_clock::{FaultCode, FeelPattern, TactileSide, line::ClockLineError},
    language::Message,
};

/// What is wrong with a message of the clock, or with its silence.
#[derive(Clone, Debug, PartialEq, Eq, Message)]
#[message(error, prefix = "violation")]
pub enum ViolationDetail {
    NoAnswerAnyMore {
        seq: u16,
    },
    NotAnswered {
        seq: u16,
    },
    BetweenLines,
    NoMessage {
        error: ClockLineError,
    },
    Damaged {
        error: ClockLineError,
    },
    GreetedTwice,
    AnsweredTwice {
        seq: u16,
    },
    NotWaiting {
        seq: u16,
    },
    Overtaken {
        later: u16,
        seq: u16,
    },
    Late {
        seq: u16,
        ms: usize,
    },
    Restarted,
    PortLost {
        reason: String,
    },
    PortStaysAway,
    SilentSinceUnplugged,
    OtherVersion {
        version: u8,
        known: u8,
    },
    GreetingUnanswered,
    PatternRefused {
        #[message(display)]
        pattern: FeelPattern,
        reason: String,
    },
    UnknownPatternTaken,
    Believed {
        line: BadLine,
        seq: u16,
    },
    HostSilenceMistimed {
        ms: usize,
    },
    HostSilenceDropped,
    HostSilenceUnnoticed,
    RenumberedPress {
        first: u16,
        seq: u16,
    },
    PressToldOften {
        seq: u16,
        times: u32,
    },
    PressToldAfterAnswer {
        seq: u16,
    },
    PressToldOnce {
        seq: u16,
    },
    OtherSide {
        #[message(display)]
        told: TactileSide,
        #[message(display)]
        side: TactileSide,
    },
}

impl ViolationDetail {
    /// Returns the kind of violation.
    pub(super) fn violation(&self) -> Violation {
        match self {
            Self::NoAnswerAnyMore { .. }
            | Self::PortStaysAway
            | Self::SilentSinceUnplugged
            | Self::GreetingUnanswered => Violation::Silent,
            Self::NotAnswered { .. } | Self::HostSilenceDropped => Violation::Drop,
            Self::BetweenLines | Self::NoMessage { .. } => Violation::Line,
            Self::Damaged { .. } => Violation::Corrupt,
            Self::GreetedTwice | Self::AnsweredTwice { .. } => Violation::Duplicate,
            Self::NotWaiting { .. } => Violation::Number,
            Self::Overtaken { .. } => Violation::Reorder,
            Self::Late { .. } => Violation::Delay,
            Self::Restarted => Violation::Reset,
            Self::PortLost { .. } => Violation::Unplug,
            Self::OtherVersion { .. } => Violation::Version,
            Self::PatternRefused { .. } | Self::UnknownPatternTaken => Violation::Refuses,
            Self::Believed { .. } => Violation::Believes,
            Self::HostSilenceMistimed { .. } | Self::HostSilenceUnnoticed => Violation::Host,
            Self::RenumberedPress { .. }
            | Self::PressToldOften { .. }
            | Self::PressToldAfterAnswer { .. }
            | Self::PressToldOnce { .. }
            | Self::OtherSide { .. } => Violation::Lever,
        }
    }
}

/// A line that the clock must ignore.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Message)]
#[message(printed, prefix = "bad-line")]
pub enum BadLine {
    WrongChecksum,
    Half,
    TooLong,
    UnknownWord,
    NegativeTime,
    Noise,
}

/// What is tried next, or what the person at the clock must do.
#[derive(Clone, Debug, PartialEq, Eq, Message)]
#[message(error, prefix = "instruction")]
pub enum Instruction {
    Greeting {
        name: String,
        features: String,
    },
    Patterns,
    States,
    Nonsense,
    Silence,
    PressLever {
        #[message(display)]
        side: TactileSide,
    },
    Faces,
    Face {
        dial: String,
    },
    /// The clock reports a fault of its own.
    Fault {
        #[message(display)]
        code: FaultCode,
    },
}

/// A test that could not be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Message)]
#[message(error, prefix = "untried")]
pub enum Untried {
    NoLever,
    NotPressed {
        #[message(display)]
        side: TactileSide,
    },
}
