//! A round of a broadcast, whose games are pushed as PGN.

use std::str::FromStr;

use serde::Deserialize;

use super::{Client, LichessError};
use crate::language::Message;

/// The scope a token needs for that.
pub const BROADCAST: &str = "study:write";

/// So many games at most are taken in one request.
const MOST_GAMES: usize = 100;

/// The round's name on the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BroadcastRoundId(String);

/// A text that names no round.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, "unknown-broadcast")]
pub struct UnknownBroadcastRound(#[message("found")] pub String);

impl FromStr for BroadcastRoundId {
    type Err = UnknownBroadcastRound;

    /// Reads the eight letters and digits, or the address of the round's page, which ends with them.
    fn from_str(text: &str) -> Result<BroadcastRoundId, UnknownBroadcastRound> {
        let id = text.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
        match id.len() == 8 && id.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            true => Ok(BroadcastRoundId(id.to_owned())),
            false => Err(UnknownBroadcastRound(text.to_owned())),
        }
    }
}

/// What the server made of a game that was pushed.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct PushedGame {
    /// How many moves it has taken.
    #[serde(default)]
    pub moves: u32,
    /// Why it took no more.
    pub error: Option<String>,
}

#[derive(Deserialize)]
struct PushAnswer {
    games: Vec<PushedGame>,
}

/// Pushes whole games, each as PGN; the server compares them with those it has. Returns what it made of each.
pub fn push(
    client: &Client,
    round: &BroadcastRoundId,
    games: &[String],
) -> Result<Vec<PushedGame>, LichessError> {
    let path = format!("/api/broadcast/round/{}/push", round.0);
    let mut taken = Vec::new();
    for some in games.chunks(MOST_GAMES) {
        let PushAnswer { games } = client.post_text(&path, &some.join("\n\n"))?;
        taken.extend(games);
    }
    Ok(taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_is_named_by_its_eight_letters_or_its_address() {
        for text in ["AbCdEf12", "https://lichess.org/broadcast/an-open/round-3/AbCdEf12", "x/AbCdEf12/"] {
            assert_eq!(text.parse(), Ok(BroadcastRoundId("AbCdEf12".to_owned())), "{text}");
        }
        for text in ["", "AbCdEf1", "AbCdEf123", "AbCdEf1!", "../AbCdEf1?"] {
            assert_eq!(text.parse::<BroadcastRoundId>(), Err(UnknownBroadcastRound(text.to_owned())));
        }
    }
}
