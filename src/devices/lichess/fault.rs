//! What can go wrong between us and the server.

use std::time::Duration;

/// Why something did not come through.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    #[error("the server cannot be reached: {0}")]
    Unreachable(String),
    #[error("the connection was cut")]
    Cut,
    #[error("the server has gone silent")]
    Silent,
    #[error("the server has closed the stream")]
    Closed,
    #[error("the server refuses the token")]
    TokenRefused,
    #[error("the token has not the right: {0}")]
    NoRight(String),
    #[error("too many requests, the server wants a pause of {} s", .0.as_secs())]
    TooMany(Duration),
    /// It was understood, and not done.
    #[error("the server refuses: {0}")]
    Refused(String),
    #[error("there is no such thing: {0}")]
    NotFound(String),
    #[error("the server is in trouble ({0})")]
    Trouble(u16),
    #[error("what answers there is not Lichess: {0}")]
    NotLichess(String),
}

impl Fault {
    /// Whether the same may go well a little later.
    pub fn waiting_helps(&self) -> bool {
        match self {
            Fault::Unreachable(_)
            | Fault::Cut
            | Fault::Silent
            | Fault::Closed
            | Fault::TooMany(_)
            | Fault::Trouble(_)
            | Fault::NotLichess(_) => true,
            Fault::TokenRefused | Fault::NoRight(_) | Fault::Refused(_) | Fault::NotFound(_) => false,
        }
    }
}

impl From<ureq::Error> for Fault {
    fn from(error: ureq::Error) -> Fault {
        use std::io::ErrorKind as Kind;
        match error {
            ureq::Error::Timeout(ureq::Timeout::PerRead | ureq::Timeout::RecvResponse) => Fault::Silent,
            ureq::Error::Timeout(when) => Fault::Unreachable(format!("no answer ({when})")),
            ureq::Error::Io(error) => match error.kind() {
                Kind::UnexpectedEof | Kind::ConnectionReset | Kind::BrokenPipe | Kind::ConnectionAborted => {
                    Fault::Cut
                }
                Kind::TimedOut | Kind::WouldBlock => Fault::Silent,
                _ => Fault::Unreachable(error.to_string()),
            },
            ureq::Error::HostNotFound => {
                Fault::Unreachable("its name is not known, is there a network?".to_owned())
            }
            ureq::Error::ConnectionFailed => Fault::Unreachable("no connection".to_owned()),
            ureq::Error::Protocol(_) | ureq::Error::Http(_) => Fault::NotLichess("no HTTP".to_owned()),
            error => Fault::Unreachable(error.to_string()),
        }
    }
}

/// As a body that is being read reports it.
impl From<std::io::Error> for Fault {
    fn from(error: std::io::Error) -> Fault {
        match error.downcast::<ureq::Error>() {
            Ok(error) => match Fault::from(error) {
                // It was reached a moment ago.
                Fault::Unreachable(_) | Fault::NotLichess(_) => Fault::Cut,
                fault => fault,
            },
            Err(error) => match error.kind() {
                std::io::ErrorKind::TimedOut | std::io::ErrorKind::WouldBlock => Fault::Silent,
                _ => Fault::Cut,
            },
        }
    }
}
