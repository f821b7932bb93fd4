//! The server's JSON, as far as it is needed, with the names of the API's description.

use serde::{Deserialize, Deserializer, de::DeserializeOwned};

/// Reads an answer or a line of a stream; returns `None` for anything else.
pub fn parse<T: DeserializeOwned>(json: &[u8]) -> Option<T> {
    serde_json::from_slice(json).ok()
}

/// A line of the account's stream.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum AccountLine {
    GameStart {
        game: GameInfo,
    },
    GameFinish {
        game: GameInfo,
    },
    Challenge {
        challenge: ChallengeJson,
        #[serde(default)]
        compat: Compatibility,
    },
    ChallengeCanceled {
        challenge: ChallengeJson,
    },
    ChallengeDeclined {
        challenge: ChallengeJson,
    },
    #[serde(other)]
    Other,
}

/// A line of a game's stream.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum GameLine {
    GameFull(Box<GameFull>),
    GameState(GameState),
    ChatLine {
        room: String,
        username: String,
        text: String,
    },
    #[serde(rename_all = "camelCase")]
    OpponentGone {
        gone: bool,
        claim_win_in_seconds: Option<u64>,
    },
    #[serde(other)]
    Other,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GameFull {
    pub id: String,
    pub variant: Variant,
    pub clock: Option<LichessClock>,
    pub speed: String,
    pub rated: bool,
    pub white: LichessPlayer,
    pub black: LichessPlayer,
    pub initial_fen: String,
    pub state: GameState,
    pub days_per_turn: Option<u32>,
}

/// Which programs may play a game.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Compatibility {
    /// Those of the Board API; absent where the server does not say.
    pub board: Option<bool>,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Variant {
    pub key: String,
}

/// A time control, in milliseconds.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct LichessClock {
    pub initial: u64,
    pub increment: u64,
}

/// A player. Lichess's own engine has a level and no name.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct LichessPlayer {
    pub ai_level: Option<u32>,
    pub id: Option<String>,
    #[serde(alias = "username")]
    pub name: Option<String>,
    pub rating: Option<u32>,
}

#[derive(Clone, Debug, Deserialize)]
pub struct GameState {
    pub moves: String,
    #[serde(deserialize_with = "not_negative")]
    pub wtime: u64,
    #[serde(deserialize_with = "not_negative")]
    pub btime: u64,
    pub status: String,
    pub winner: Option<String>,
    #[serde(default)]
    pub wdraw: bool,
    #[serde(default)]
    pub bdraw: bool,
    #[serde(default)]
    pub wtakeback: bool,
    #[serde(default)]
    pub btakeback: bool,
}

/// A game of the account.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GameInfo {
    pub game_id: String,
    pub opponent: Option<LichessPlayer>,
    pub is_my_turn: Option<bool>,
    pub speed: Option<String>,
    /// What the side on move has left.
    pub seconds_left: Option<u64>,
    pub status: Option<GameStatusName>,
    pub winner: Option<String>,
    pub color: Option<String>,
    pub variant: Option<Variant>,
    pub rated: Option<bool>,
    #[serde(default)]
    pub compat: Compatibility,
}

/// The status of a game: a name, or an object with one.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum GameStatusName {
    Name(String),
    Object { name: String },
}

impl GameStatusName {
    pub fn name(&self) -> &str {
        match self {
            GameStatusName::Name(name) | GameStatusName::Object { name } => name,
        }
    }
}

/// The account's running games.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OngoingGames {
    pub now_playing: Vec<GameInfo>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChallengeJson {
    pub id: String,
    pub challenger: LichessPlayer,
    pub dest_user: Option<LichessPlayer>,
    pub variant: Variant,
    pub rated: bool,
    pub time_control: ChallengeTimeControl,
    pub color: String,
    /// The challenger's side.
    pub final_color: Option<String>,
    pub direction: Option<String>,
    pub initial_fen: Option<String>,
    pub rematch_of: Option<String>,
    pub decline_reason_key: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChallengeTimeControl {
    pub limit: Option<u64>,
    pub increment: Option<u64>,
    pub days_per_turn: Option<u32>,
}

/// The account of a token.
#[derive(Clone, Debug, Deserialize)]
pub struct AccountInfo {
    pub id: String,
    pub username: String,
}

/// What a token allows.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TokenInfo {
    pub user_id: Option<String>,
    pub scopes: Option<String>,
}

/// A body whose content is ignored.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct IgnoredBody {}

/// Reads a time. It may be negative when it has run out, and counts as 0 then.
fn not_negative<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    Ok(i64::deserialize(from)?.max(0).unsigned_abs())
}
