//! The server of Lichess, through its Board API: streams of lines, and requests one at a time.
//!
//! It knows only strings of the protocol; the port in `app` knows their meaning for a game. Every stream has a thread
//! of its own and is opened again when it breaks, as a device is; requests share one thread, since the service wants one at a time.
#![warn(unreachable_pub)]

pub mod broadcast;
mod client;
mod error;
mod requests;
mod stream;
mod token;
pub mod wire;

pub use client::{BadAddress, Client, Timeouts};
pub use error::{ForeignAnswer, LichessError, NoConnection};
pub use requests::{RequestOutcome, Requests};
pub use stream::{Stream, StreamNews};
pub use token::{AccessToken, TokenError};

/// The default server.
pub const ADDRESS: &str = "https://lichess.org";

/// The scope a token needs for playing; it includes accepting challenges.
pub const PLAY: &str = "board:play";
