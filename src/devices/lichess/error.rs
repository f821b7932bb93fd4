//! What can go wrong between us and the server.

use std::time::Duration;

/// Why something did not come through.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LichessError {
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

impl LichessError {
    /// Whether the same may go well a little later.
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

impl From<ureq::Error> for LichessError {
    fn from(error: ureq::Error) -> LichessError {
        use std::io::ErrorKind as Kind;
        match error {
            ureq::Error::Timeout(ureq::Timeout::PerRead | ureq::Timeout::RecvResponse) => {
                LichessError::Silent
            }
            ureq::Error::Timeout(when) => LichessError::Unreachable(format!("no answer ({when})")),
            ureq::Error::Io(error) => match error.kind() {
                Kind::UnexpectedEof | Kind::ConnectionReset | Kind::BrokenPipe | Kind::ConnectionAborted => {
                    LichessError::Cut
                }
                Kind::TimedOut | Kind::WouldBlock => LichessError::Silent,
                _ => LichessError::Unreachable(error.to_string()),
            },
            ureq::Error::HostNotFound => {
                LichessError::Unreachable("its name is not known, is there a network?".to_owned())
            }
            ureq::Error::ConnectionFailed => LichessError::Unreachable("no connection".to_owned()),
            ureq::Error::Protocol(_) | ureq::Error::Http(_) => LichessError::NotLichess("no HTTP".to_owned()),
            error => LichessError::Unreachable(error.to_string()),
        }
    }
}

/// As a body that is being read reports it.
impl From<std::io::Error> for LichessError {
    fn from(error: std::io::Error) -> LichessError {
        match error.downcast::<ureq::Error>() {
            Ok(error) => match LichessError::from(error) {
                // It was reached a moment ago.
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
