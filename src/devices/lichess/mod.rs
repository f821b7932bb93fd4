//! The server of Lichess, through its Board API: streams of lines that come, and requests one at a time.
//!
//! Strings of the wire only; what they mean for a game is the port's business. Every stream has a thread of its own
//! and opens itself again when it breaks; requests have one thread together, since the service wants one at a time.

mod client;
mod error;
mod requests;
mod stream;
mod token;
pub mod wire;

pub use client::{BadAddress, Client, Timeouts};
pub use error::LichessError;
pub use requests::{RequestOutcome, Requests};
pub use stream::{Stream, StreamNews};
pub use token::{AccessToken, TokenError};

/// Where the service is, unless told.
pub const ADDRESS: &str = "https://lichess.org";

/// What a token must allow for a game to be played with it, beside accepting challenges, which this includes.
pub const PLAY: &str = "board:play";
