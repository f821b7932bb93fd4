//! A hall of boards that meet at a broker: what a board publishes, what the arbiter sends it, and who may come in.
//!
//! Every message is a whole state, which the broker keeps and the board repeats: whoever comes late or was away has all of
//! it with one message, and one that is lost is made good by the next. A [`BoardTopic`] is where each stands, a [`HallGame`]
//! what a board publishes, a [`HallRuling`] what an arbiter sends, and a [`HallFile`] what one needs to come in. Nothing
//! here knows of a network, and the journal on the board stays the truth.

#![warn(missing_docs, unreachable_pub)]

mod board_state;
mod file;
mod players;
mod round;
mod ruling;
mod topics;

pub use board_state::{BoardNeed, BoardPresence, HallClock, HallGame, HallStateError, PublishedGame};
pub use file::{HallFile, HallFileError, HallRole, PlayerSide};
pub use players::{
    PlayerPresence, SealedSheet, player_presence_topic, read_sheet_topic, sheet_topic, sheet_topics,
};
pub use round::{BoardSeen, Round, RoundNews};
pub use ruling::{CarriedOut, HallRuling, RulingsDone, RulingsSent};
pub use topics::BoardTopic;

/// The version of the messages. It is raised where an older program would understand one wrongly.
pub const VERSION: u32 = 1;

/// The longest message, in bytes: a broker is set to a little more, and one that is longer than the broker allows would
/// break every connection.
pub const LONGEST: usize = 65_000;

/// The most boards of one hall.
pub const MOST_BOARDS: u16 = 2_000;
