//! How a game began, and for whom.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::text;
use crate::{
    clock::TimeControl,
    laws::{Color, Described, DrawRule, Ruleset, StartPosition},
};

/// How a game began.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Start {
    /// Of the format, see [`Start::VERSION`].
    pub version: u32,
    /// As PGN writes it, `2026.11.21`.
    pub date: String,
    pub event: String,
    pub site: String,
    pub round: String,
    pub white: String,
    pub black: String,
    /// Who sits at this microphone.
    pub users: Users,
    #[serde(flatten, with = "text::position")]
    pub position: StartPosition,
    /// Absent for a game without a clock.
    #[serde(with = "text::time_control", skip_serializing_if = "Option::is_none")]
    pub time_control: Option<TimeControl>,
    #[serde(with = "text::ruleset")]
    pub ruleset: Ruleset,
    /// What the event allows (FIDE 9.1.1).
    #[serde(with = "text::draw_offers")]
    pub draw_offers: DrawRule,
    /// No legal moves are told, and nothing of the position that is not `described`.
    pub competition: bool,
    /// What of the position the arbiter lets be told all the same (FIDE D.1).
    #[serde(with = "text::described", skip_serializing_if = "Described::is_nothing")]
    pub described: Described,
    /// Guidelines III were announced (III.2.1): the last two minutes can be claimed.
    #[serde(skip_serializing_if = "is_not")]
    pub guidelines_iii: bool,
    /// There is not an arbiter for every game (A.4).
    #[serde(skip_serializing_if = "is_not")]
    pub unsupervised: bool,
    /// The arbiter lets a player be told how little time is left, in competition too.
    #[serde(skip_serializing_if = "is_not")]
    pub warnings_allowed: bool,
    /// How late a player may come, in seconds (FIDE 6.7.1).
    #[serde(skip_serializing_if = "is_zero")]
    pub default_time: u64,
    #[serde(skip_serializing_if = "Chosen::is_empty")]
    pub chosen: Chosen,
}

/// What was chosen that is no part of the game, by the names of the configuration file. The journal keeps it for
/// whoever goes on with the game, and does not know what it means.
pub type Chosen = BTreeMap<String, serde_json::Value>;

impl Start {
    /// What is written now. In version 1 lines had neither number nor sum.
    pub const VERSION: u32 = 2;
}

fn is_not(set: &bool) -> bool {
    !set
}

fn is_zero(seconds: &u64) -> bool {
    *seconds == 0
}

/// Whose assistant the program is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Users {
    White,
    Black,
    /// An assistant relays for both.
    #[default]
    Both,
}

impl Users {
    /// The same people, having changed colours.
    #[must_use]
    pub fn swapped(self) -> Users {
        match self {
            Users::White => Users::Black,
            Users::Black => Users::White,
            Users::Both => Users::Both,
        }
    }

    /// Whether `side` is the one addressed as "Sie".
    pub fn addresses(self, side: Color) -> bool {
        matches!((self, side), (Users::White, Color::White) | (Users::Black, Color::Black))
    }
}
