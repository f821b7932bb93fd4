//! Errors of the server and of the way to it.

use std::time::Duration;

use crate::language::{Arguments, Message};
use crate::{Panicked, SystemError, supervisor::Loss};

/// Why a request failed or a stream ended.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "server")]
pub enum LichessError {
    Unreachable(#[message("found")] NoConnection),
    Cut,
    Silent,
    Closed,
    TokenRefused,
    NoRight(#[message("found")] String),
    TooMany(#[message(with = seconds)] Duration),
    /// The server understood the request and refused it.
    Refused(#[message("found")] String),
    NotFound(#[message("found")] String),
    Trouble(#[message("found")] u16),
    NotLichess(#[message("found")] ForeignAnswer),
}

/// Why there is no connection to the server.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "no-connection")]
pub enum NoConnection {
    NoAnswer {
        /// What the client waited for, in its own word.
        when: String,
    },
    UnknownName,
    Failed,
    #[message(transparent)]
    System(SystemError),
    #[message(transparent)]
    Died(Panicked),
    Other {
        found: String,
    },
}

/// What answers instead of Lichess.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "foreign-answer")]
pub enum ForeignAnswer {
    NoHttp,
    Status { found: u16 },
    WebPage { found: u16 },
    EndlessLine,
    Other { found: String },
}

fn seconds(pause: &Duration, to: &mut Arguments) {
    to.set_number("seconds", pause.as_secs() as f64);
}

impl LichessError {
    /// Returns whether the same request may succeed a little later.
    pub fn waiting_helps(&self) -> bool {
        match self {
            LichessError::Unreachable(_)
            | LichessError::Cut
            | LichessError::Silent
            | LichessError::Closed
            | LichessError::TooMany(_)
            | LichessError::Trouble(_)
            | LichessError::NotLichess(_) => true,
            LichessError::TokenRefused
            | LichessError::NoRight(_)
            | LichessError::Refused(_)
            | LichessError::NotFound(_) => false,
        }
    }
}

impl From<Panicked> for LichessError {
    fn from(panic: Panicked) -> LichessError {
        LichessError::Unreachable(NoConnection::Died(panic))
    }
}

impl Loss for LichessError {
    fn least_pause(&self) -> Duration {
        if let LichessError::TooMany(wanted) = self { *wanted } else { Duration::ZERO }
    }
}

impl From<ureq::Error> for LichessError {
    fn from(error: ureq::Error) -> LichessError {
        use std::io::ErrorKind as Kind;
        match error {
            ureq::Error::Timeout(ureq::Timeout::PerRead | ureq::Timeout::RecvResponse) => {
                LichessError::Silent
            }
            ureq::Error::Timeout(when) => {
                LichessError::Unreachable(NoConnection::NoAnswer { when: when.to_string() })
            }
            ureq::Error::Io(error) => match error.kind() {
                Kind::UnexpectedEof | Kind::ConnectionReset | Kind::BrokenPipe | Kind::ConnectionAborted => {
                    LichessError::Cut
                }
                Kind::TimedOut | Kind::WouldBlock => LichessError::Silent,
                _ => LichessError::Unreachable(NoConnection::System(error.into())),
            },
            ureq::Error::HostNotFound => LichessError::Unreachable(NoConnection::UnknownName),
            ureq::Error::ConnectionFailed => LichessError::Unreachable(NoConnection::Failed),
            ureq::Error::Protocol(_) | ureq::Error::Http(_) => {
                LichessError::NotLichess(ForeignAnswer::NoHttp)
            }
            error => LichessError::Unreachable(NoConnection::Other { found: error.to_string() }),
        }
    }
}

/// Converts an error that came while a body was read.
impl From<std::io::Error> for LichessError {
    fn from(error: std::io::Error) -> LichessError {
        match error.downcast::<ureq::Error>() {
            Ok(error) => match LichessError::from(error) {
                // The server was reached a moment ago.
                LichessError::Unreachable(_) | LichessError::NotLichess(_) => LichessError::Cut,
                fault => fault,
            },
            Err(error) => match error.kind() {
                std::io::ErrorKind::TimedOut | std::io::ErrorKind::WouldBlock => LichessError::Silent,
                _ => LichessError::Cut,
            },
        }
    }
}
