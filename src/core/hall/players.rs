//! Two players who are not in one room and meet in a hall: each writes a sheet of its own, which waits there for the other.

use serde::{Deserialize, Serialize};

use super::{HallStateError, VERSION, board_state};
use crate::laws::Color;

/// Where a player's sheet stands, which only that player writes: `hall/17/white`.
pub fn sheet_topic(board: u16, side: Color) -> String {
    format!("hall/{board}/{}", topic_word(side))
}

/// Reads the topic of a player's sheet; none of what is none.
pub fn read_sheet_topic(topic: &str) -> Option<(u16, Color)> {
    let (board, side) = topic.strip_prefix("hall/")?.split_once('/')?;
    let (board, side) =
        (board.parse().ok()?, Color::ALL.into_iter().find(|known| topic_word(*known) == side)?);
    // Only as it is written here.
    (sheet_topic(board, side) == topic).then_some((board, side))
}

/// The topics of the sheets of all boards, for a subscription.
pub fn sheet_topics() -> [String; 2] {
    Color::ALL.map(|side| format!("hall/+/{}", topic_word(side)))
}

fn topic_word(side: Color) -> &'static str {
    side.fold_wb("white", "black")
}

/// Where it stands whether a player is there: `hall/17/white/presence`.
pub fn player_presence_topic(board: u16, side: Color) -> String {
    format!("{}/presence", sheet_topic(board, side))
}

/// What a player has to say, as the program of the other side reads it, and a seal that nobody else can make.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SealedSheet {
    /// See [`VERSION`].
    pub version: u32,
    /// The message.
    pub message: String,
    /// Its seal.
    pub seal: String,
}

/// Whether a player is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PlayerPresence {
    /// See [`VERSION`].
    pub version: u32,
    /// Whether the player's program is there.
    pub there: bool,
    /// Which life of that program says so, by a number made by chance.
    pub life: u64,
}

impl SealedSheet {
    /// Returns the message to publish.
    ///
    /// # Errors
    ///
    /// [`HallStateError::TooLong`].
    pub fn written(&self) -> Result<Vec<u8>, HallStateError> {
        board_state::written(&SealedSheet { version: VERSION, ..self.clone() })
    }

    /// Reads a message.
    ///
    /// # Errors
    ///
    /// [`HallStateError`].
    pub fn read(bytes: &[u8]) -> Result<SealedSheet, HallStateError> {
        board_state::read(bytes)
    }
}

impl PlayerPresence {
    /// Returns the message that a player is there, or is not.
    pub fn written(there: bool, life: u64) -> Vec<u8> {
        board_state::written(&PlayerPresence { version: VERSION, there, life }).expect("it is short")
    }

    /// Reads a message.
    ///
    /// # Errors
    ///
    /// [`HallStateError`].
    pub fn read(bytes: &[u8]) -> Result<PlayerPresence, HallStateError> {
        board_state::read(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        assert_eq!(sheet_topic(17, Color::Black), "hall/17/black");
        assert_eq!(player_presence_topic(17, Color::White), "hall/17/white/presence");
        assert_eq!(read_sheet_topic("hall/17/black"), Some((17, Color::Black)));
        for foreign in
            ["hall/17/game", "hall/017/white", "hall/17/white/presence", "17/white", "hall/x/white"]
        {
            assert_eq!(read_sheet_topic(foreign), None, "{foreign}");
        }
        let sheet = SealedSheet { version: VERSION, message: "{}".to_owned(), seal: "x".to_owned() };
        assert_eq!(SealedSheet::read(&sheet.written().unwrap()), Ok(sheet.clone()));
        for torn in [&b""[..], b"{}", b"[]", br#"{"version":1,"message":3}"#] {
            assert!(matches!(SealedSheet::read(torn), Err(HallStateError::Damaged { .. })));
        }
        let there = PlayerPresence { version: VERSION, there: true, life: 7 };
        assert_eq!(PlayerPresence::read(&PlayerPresence::written(true, 7)), Ok(there));
    }
}
