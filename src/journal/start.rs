//! How a game began, and for whom.

use std::{collections::BTreeMap, fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use super::text;
use crate::{
    clock::{Authority, TimeControl},
    language::Message,
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
    /// Where the other side plays.
    #[serde(with = "text::opponent", skip_serializing_if = "Opponent::is_here")]
    pub opponent: Opponent,
    /// Of the engine: Elo, or below 100 a level of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strength: Option<u32>,
    /// How long it thinks about a move, where that is not for the clock to say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub move_time_ms: Option<u64>,
    /// Whether it resigns.
    #[serde(skip_serializing_if = "is_not")]
    pub engine_resigns: bool,
    /// Who sits at this microphone.
    pub users: Users,
    #[serde(flatten, with = "text::position")]
    pub position: StartPosition,
    /// Absent for a game without a clock.
    #[serde(with = "text::time_control", skip_serializing_if = "Option::is_none")]
    pub time_control: Option<TimeControl>,
    /// Who keeps the time.
    #[serde(with = "text::authority", skip_serializing_if = "is_program")]
    pub authority: Authority,
    #[serde(with = "text::ruleset")]
    pub ruleset: Ruleset,
    /// What the event allows (FIDE 9.1.1).
    #[serde(with = "text::draw_offers")]
    pub draw_offers: DrawRule,
    /// No legal moves are told, and nothing of the position that is not `described`.
    pub competition: bool,
    /// Nothing is told of the position, as in competition; moves are.
    #[serde(skip_serializing_if = "is_not")]
    pub blindfold: bool,
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

    /// Where people look up a game that was played on the server, by what it calls the game.
    pub const SITE: &str = "https://lichess.org/";

    /// What the server calls the game, where it was played on one.
    pub fn id_on_server(&self) -> Option<&str> {
        self.site.strip_prefix(Start::SITE).filter(|id| !id.is_empty())
    }

    /// The name of the player of a side, where it is known.
    pub fn player(&self, side: Color) -> Option<&str> {
        known(side.fold_wb(&self.white, &self.black))
    }
}

/// What a tag of PGN says, where that is known.
pub fn known(tag: &str) -> Option<&str> {
    Some(tag).filter(|tag| !["", "?"].contains(tag))
}

/// Where the other side plays, and who it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Opponent {
    /// At this board.
    #[default]
    Board,
    /// An engine on this machine: the program named, or the one that is found.
    Engine(Option<String>),
    /// At this service on the internet, and there perhaps a certain player.
    Online { service: String, player: Option<String> },
}

/// Neither a place nor a program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, "unknown-opponent")]
pub struct UnknownOpponent(#[message("found")] pub String);

impl Opponent {
    /// What services there are.
    pub const SERVICES: [&str; 1] = ["lichess"];

    /// Whether it sits at this board.
    pub fn is_here(&self) -> bool {
        *self == Opponent::Board
    }

    /// Whether it is on the internet.
    pub fn is_online(&self) -> bool {
        matches!(self, Opponent::Online { .. })
    }

    /// Whether it is a program that nothing can be taken from.
    pub fn is_engine(&self) -> bool {
        matches!(self, Opponent::Engine(_))
    }
}

/// As it is chosen and written down: `board`, `engine:/usr/games/stockfish`, `lichess:NAME`.
impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (place, who) = match self {
            Opponent::Board => ("board", None),
            Opponent::Engine(program) => ("engine", program.as_ref()),
            Opponent::Online { service, player } => (service.as_str(), player.as_ref()),
        };
        f.write_str(place)?;
        who.map_or(Ok(()), |who| write!(f, ":{who}"))
    }
}

impl FromStr for Opponent {
    type Err = UnknownOpponent;

    fn from_str(text: &str) -> Result<Opponent, UnknownOpponent> {
        let (place, who) = match text.split_once(':') {
            Some((_, "")) => return Err(UnknownOpponent(text.to_owned())),
            Some((place, who)) => (place, Some(who.to_owned())),
            None => (text, None),
        };
        match place {
            "board" if who.is_none() => Ok(Opponent::Board),
            "engine" => Ok(Opponent::Engine(who)),
            place if Opponent::SERVICES.contains(&place) => {
                Ok(Opponent::Online { service: place.to_owned(), player: who })
            }
            _ => Err(UnknownOpponent(text.to_owned())),
        }
    }
}

fn is_not(set: &bool) -> bool {
    !set
}

fn is_program(authority: &Authority) -> bool {
    authority.is_program()
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
