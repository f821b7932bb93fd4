//! Who keeps the time.

use std::time::Duration;

use crate::language::Message;

/// Who keeps the time of a game.
///
/// If another authority keeps it, the program's clock only counts on from the last report, so that the time is known
/// at any instant. Reports start, stop and correct it, and tell when a flag has fallen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, strum::Display, strum::EnumString)]
#[strum(serialize_all = "kebab-case", parse_err_ty = UnknownAuthority, parse_err_fn = unknown)]
pub enum Authority {
    /// This program.
    #[default]
    Program,
    /// The server the game is played on.
    Server,
    /// The programs of both players, each for its own.
    Peers,
    /// The clock beside an electronic board.
    BoardClock,
}

impl Authority {
    /// Whether the program keeps the time.
    pub fn is_program(self) -> bool {
        self == Authority::Program
    }

    /// Returns the precision of its reports.
    pub fn grain(self) -> Duration {
        match self {
            Authority::Program | Authority::Server | Authority::Peers => Duration::ZERO,
            // Its display shows whole seconds.
            Authority::BoardClock => Duration::from_secs(1),
        }
    }
}

/// A text that names no authority.
#[derive(Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, "unknown-authority")]
pub struct UnknownAuthority(#[message("found")] pub String);

fn unknown(text: &str) -> UnknownAuthority {
    UnknownAuthority(text.to_owned())
}
