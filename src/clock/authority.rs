//! Who keeps the time.

use std::{fmt, str::FromStr, time::Duration};

use crate::language::Message;

/// Who keeps the time of a game.
///
/// If it is not the program, the program's clock only counts on from the last report, so that the time is known at any
/// instant. Reports start, stop and correct it, and tell when a flag has fallen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Authority {
    /// This program.
    #[default]
    Program,
    /// The server the game is played on.
    Server,
    /// The clock beside an electronic board.
    BoardClock,
}

impl Authority {
    const ALL: [Authority; 3] = [Authority::Program, Authority::Server, Authority::BoardClock];

    /// Whether the program keeps the time.
    pub fn is_program(self) -> bool {
        self == Authority::Program
    }

    /// Returns the precision of its reports.
    pub fn grain(self) -> Duration {
        match self {
            Authority::Program | Authority::Server => Duration::ZERO,
            // Its display shows whole seconds.
            Authority::BoardClock => Duration::from_secs(1),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Authority::Program => "program",
            Authority::Server => "server",
            Authority::BoardClock => "board-clock",
        }
    }
}

/// Its name in journals.
impl fmt::Display for Authority {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Nobody who keeps a time.
#[derive(Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, "unknown-authority")]
pub struct UnknownAuthority(#[message("found")] pub String);

impl FromStr for Authority {
    type Err = UnknownAuthority;

    fn from_str(text: &str) -> Result<Authority, UnknownAuthority> {
        let named = Authority::ALL.into_iter().find(|authority| authority.name() == text);
        named.ok_or_else(|| UnknownAuthority(text.to_owned()))
    }
}
