//! What the assistant of a blind player may do (Appendix D).

use std::{fmt, str::FromStr};

use strum::VariantArray;

use super::Article;

use crate::language::Message;

/// Something that an assistant, or this program instead, can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Service {
    /// Make either player's move on the opponent's board.
    MakeMoves,
    /// Announce the moves of both players.
    AnnounceMoves,
    /// Keep the blind player's score.
    KeepScore,
    /// Start the opponent's clock on instruction.
    StartOpponentsClock,
    /// Tell the number of moves completed and the times used.
    TellMovesAndTimes,
    /// Draw attention to a fallen flag.
    ClaimOnTime,
    /// Tell the arbiter that the sighted player has touched a piece.
    ReportTouch,
    /// Carry out the formalities of an adjournment.
    Adjournment,
    /// Say what stands where.
    Describe(Description),
    /// List moves, attackers, material, or advise in any way.
    Advise,
}

/// A kind of description of the position.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, strum::EnumString, strum::IntoStaticStr, strum::VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Description {
    /// What stands on a square.
    Squares,
    /// Where the pieces of a kind or of a side stand.
    #[strum(to_string = "pieces", serialize = "men")]
    Pieces,
    /// What stands on ranks, files and diagonals.
    Lines,
    /// What was captured, and what has changed.
    Changes,
    /// The whole position at once, and the board by touch.
    Position,
}

/// The descriptions that the arbiter allows in competition (D.1); none by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AllowedDescriptions(u8);

impl AllowedDescriptions {
    /// Whether this kind is allowed.
    pub fn allows(self, description: Description) -> bool {
        self.0 & 1 << description as u8 != 0
    }

    /// Whether no kind is allowed.
    pub fn is_nothing(&self) -> bool {
        self.0 == 0
    }
}

/// A word that names no kind of description.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, "unknown-description")]
pub struct UnknownDescription(#[message("found")] pub String);

/// "squares,lines".
impl FromStr for AllowedDescriptions {
    type Err = UnknownDescription;

    fn from_str(list: &str) -> Result<AllowedDescriptions, UnknownDescription> {
        let mut described = AllowedDescriptions::default();
        for name in list.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            let known: Description = name.parse().map_err(|_| UnknownDescription(name.to_owned()))?;
            described.0 |= 1 << known as u8;
        }
        Ok(described)
    }
}

impl fmt::Display for AllowedDescriptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let allowed = Description::VARIANTS.iter().filter(|description| self.allows(**description));
        f.write_str(&allowed.map(<&str>::from).collect::<Vec<_>>().join(","))
    }
}

/// The player whom the assistant helps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AssistantOf {
    /// The blind player (D.2.10).
    Blind,
    /// The sighted player, if the blind player uses no assistant (D.2.11).
    Sighted,
}

/// The terms under which the assistant works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The player who is helped.
    pub assistant_of: AssistantOf,
    /// In practice play everything is allowed.
    pub competition: bool,
    /// The descriptions that the arbiter allows.
    pub described: AllowedDescriptions,
}

impl Terms {
    /// Whether a service may be given. `requested`: the player has asked for it.
    pub fn allow(self, service: Service, requested: bool) -> bool {
        if !self.competition {
            return true;
        }
        let blind = self.assistant_of == AssistantOf::Blind;
        match service {
            Service::MakeMoves | Service::AnnounceMoves => true,
            Service::KeepScore
            | Service::StartOpponentsClock
            | Service::ClaimOnTime
            | Service::ReportTouch
            | Service::Adjournment => blind,
            Service::TellMovesAndTimes => blind && requested,
            Service::Describe(description) => blind && requested && self.described.allows(description),
            Service::Advise => false,
        }
    }

    /// Returns the article they rest on.
    pub fn article(self) -> Article {
        match self.assistant_of {
            AssistantOf::Blind => Article::ASSISTANT,
            AssistantOf::Sighted => Article::ASSISTANT_OF_SIGHTED,
        }
    }
}
