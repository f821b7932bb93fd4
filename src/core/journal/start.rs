//! The start of a game: players, rules, devices.

use std::{collections::BTreeMap, fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use super::text;
use crate::{
    clock::{Authority, IncrementFrom, TimeControl},
    language::Message,
    laws::{AllowedDescriptions, Color, DrawRule, Ruleset, StartPosition},
};

/// The start of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Start {
    /// The version of the format, see [`Start::VERSION`].
    pub version: u32,
    /// The date as PGN writes it, `2026.11.21`.
    pub date: String,
    /// The name of the event.
    pub event: String,
    /// The place, or the address of the game on its server.
    pub site: String,
    /// The number of the round.
    pub round: String,
    /// The name of White's player.
    pub white: String,
    /// The name of Black's player.
    pub black: String,
    /// The place of the opponent.
    #[serde(with = "text::opponent", skip_serializing_if = "Opponent::is_at_board")]
    pub opponent: Opponent,
    /// The engine's strength: Elo, or below 100 one of its own levels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strength: Option<u32>,
    /// The engine's time for a move, if not by the clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub move_time_ms: Option<u64>,
    /// Whether the engine may resign.
    #[serde(skip_serializing_if = "is_not")]
    pub engine_resigns: bool,
    /// The players whom the program assists.
    pub users: Users,
    /// The position from which the game begins.
    #[serde(flatten, with = "text::position")]
    pub position: StartPosition,
    /// The time control; absent for a game without a clock.
    #[serde(with = "text::time_control", skip_serializing_if = "Option::is_none")]
    pub time_control: Option<TimeControl>,
    /// From which move players have the increment. Journals that do not say so were played from the second.
    #[serde(default = "increment_of_old_journals")]
    pub increment_from: IncrementFrom,
    /// Who keeps the time.
    #[serde(with = "text::authority", skip_serializing_if = "is_program")]
    pub authority: Authority,
    /// The edition of the Laws.
    #[serde(with = "text::ruleset")]
    pub ruleset: Ruleset,
    /// The event's rule for draw offers (FIDE 9.1.1).
    #[serde(with = "text::draw_offers")]
    pub draw_offers: DrawRule,
    /// Whether no legal moves are told, and of the position only what `described` allows.
    pub competition: bool,
    /// Whether nothing of the position is told, but legal moves are.
    #[serde(skip_serializing_if = "is_not")]
    pub blindfold: bool,
    /// The descriptions of the position that the arbiter allows (FIDE D.1).
    #[serde(with = "text::described", skip_serializing_if = "AllowedDescriptions::is_nothing")]
    pub described: AllowedDescriptions,
    /// Whether Guidelines III were announced (III.2.1), so that the last two minutes can be claimed.
    #[serde(skip_serializing_if = "is_not")]
    pub guidelines_iii: bool,
    /// Whether not every game has an arbiter (A.4).
    #[serde(skip_serializing_if = "is_not")]
    pub unsupervised: bool,
    /// Whether the arbiter allows warnings of little time, in competition too.
    #[serde(skip_serializing_if = "is_not")]
    pub warnings_allowed: bool,
    /// How late a player may arrive, in seconds (FIDE 6.7.1).
    #[serde(skip_serializing_if = "is_zero")]
    pub default_time: u64,
    /// The name of the key with which the journal is sealed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Settings that are no part of the game.
    #[serde(skip_serializing_if = "ChosenSettings::is_empty")]
    pub chosen: ChosenSettings,
}

/// Settings that are no part of the game, by their names in the configuration file.
///
/// The journal keeps them for a resumed game and does not interpret them.
pub type ChosenSettings = BTreeMap<String, serde_json::Value>;

impl Start {
    /// The version of the format that is written: an older program refuses the journal of a newer one whole. Lines of
    /// version 1 had neither number nor sum; version 3 has open questions, the words of moves, and what was said before
    /// ticks that were written until it was known; lines of version 4 have their length, and may be
    /// sealed with a key; version 5 has rulings from the desk of a hall.
    pub const VERSION: u32 = 6;

    /// The address of a game on the server, without its id.
    pub const SITE: &str = "https://lichess.org/";

    /// Returns the game's id on the server, if it was played there.
    pub fn id_on_server(&self) -> Option<&str> {
        self.site.strip_prefix(Start::SITE).filter(|id| !id.is_empty())
    }

    /// Returns from which move players have the increment. A clock that is not kept here alone begins without it.
    pub(super) fn increment_from(&self) -> IncrementFrom {
        match self.authority {
            Authority::Program | Authority::BoardClock => self.increment_from,
            Authority::Server | Authority::Peers => IncrementFrom::SecondMove,
        }
    }

    /// Returns the name of a side's player, if known.
    pub fn player(&self, side: Color) -> Option<&str> {
        known_tag(side.fold_wb(&self.white, &self.black))
    }
}

/// Returns the value of a PGN tag, unless it is unknown.
pub fn known_tag(tag: &str) -> Option<&str> {
    Some(tag).filter(|tag| !["", "?"].contains(tag))
}

/// The opponent: where they play, and who it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Opponent {
    /// At this board.
    #[default]
    Board,
    /// An engine on this machine: the named program, or the one that is found.
    Engine(Option<String>),
    /// On a server, a certain player or anybody.
    Online {
        /// The server.
        service: String,
        /// The player, if a certain one.
        player: Option<String>,
    },
}

/// A text that names no opponent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, "unknown-opponent")]
pub struct UnknownOpponent(#[message("found")] pub String);

impl Opponent {
    /// The known servers.
    pub const SERVICES: [&str; 2] = ["lichess", Opponent::PEER];

    /// In place of a server: the program of the other player. The player is where it listens, if it does.
    pub const PEER: &str = "peer";

    /// Whether the opponent's own program is played against, without a server.
    pub fn is_peer(&self) -> bool {
        matches!(self, Opponent::Online { service, .. } if service == Opponent::PEER)
    }

    /// Whether the opponent sits at this board.
    pub fn is_at_board(&self) -> bool {
        *self == Opponent::Board
    }

    /// Whether the opponent plays on a server.
    pub fn is_online(&self) -> bool {
        matches!(self, Opponent::Online { .. })
    }

    /// Whether the opponent is an engine.
    pub fn is_engine(&self) -> bool {
        matches!(self, Opponent::Engine(_))
    }
}

/// Writes the form in settings and journals: `board`, `engine:/usr/games/stockfish`, `lichess:NAME`.
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
            // Its program is looked for in the local network.
            Some((Opponent::PEER, "")) => (Opponent::PEER, Some(String::new())),
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

fn increment_of_old_journals() -> IncrementFrom {
    IncrementFrom::SecondMove
}

fn is_zero(seconds: &u64) -> bool {
    *seconds == 0
}

/// The players whom the program assists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Users {
    /// White alone.
    White,
    /// Black alone.
    Black,
    /// An assistant relays for both.
    #[default]
    Both,
}

impl Users {
    /// Returns the same players with colours changed.
    #[must_use]
    pub fn swapped(self) -> Users {
        match self {
            Users::White => Users::Black,
            Users::Black => Users::White,
            Users::Both => Users::Both,
        }
    }

    /// Whether the program addresses `side` as "Sie".
    pub fn addresses(self, side: Color) -> bool {
        matches!((self, side), (Users::White, Color::White) | (Users::Black, Color::Black))
    }
}
