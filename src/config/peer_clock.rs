//! Whose clock counts between two players apart.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// Whose clock counts in a game of two players apart.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, PartialEq, Eq, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum PeerClock {
    /// Each counts its own player's time, and the other checks it
    #[default]
    Each,
    /// White's alone
    White,
    /// Black's alone
    Black,
}
