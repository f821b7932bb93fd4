//! Whose clock counts.

use std::{fmt, str::FromStr, time::Duration};

use crate::language::Message;

/// Who keeps the time of a game.
///
/// Where it is not the program, its own clock only counts on from what was last told, so that the time can be asked
/// at any instant; it is started, stopped and corrected by what is told, and a flag has fallen when that is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Authority {
    #[default]
    Program,
    /// The server the game is played on.
    Server,
    /// The clock beside an electronic board.
    BoardClock,
}

impl Authority {
    const ALL: [Authority; 3] = [Authority::Program, Authority::Server, Authority::BoardClock];

    pub fn is_program(self) -> bool {
        self == Authority::Program
    }

    /// What it tells is no more exact than this.
    pub fn grain(self) -> Duration {
        match self {
            Authority::Program | Authority::Server => Duration::ZERO,
            // Whole seconds are on its display.
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

/// As journals name it.
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
