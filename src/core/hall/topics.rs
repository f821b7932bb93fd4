//! Where each message of a board stands.

use strum::{EnumString, IntoStaticStr};

/// What a board and the arbiter tell each other, each under a topic of the board's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum BoardTopic {
    /// The game, by the board.
    Game,
    /// Whether the board is there: by the board, and by the broker in its place.
    Presence,
    /// What the arbiter has ruled, by the desk.
    Ruling,
    /// What has come of that, by the board.
    Ruled,
}

impl BoardTopic {
    /// The topic of a board: `hall/17/game`.
    pub fn of(self, board: u16) -> String {
        self.of_user(&board.to_string())
    }

    /// The topics of all boards, for a subscription.
    pub fn of_all(self) -> String {
        self.of_user("+")
    }

    fn of_user(self, user: &str) -> String {
        let name: &str = self.into();
        format!("hall/{user}/{name}")
    }

    /// Reads a topic; none of what is no board's.
    pub fn read(topic: &str) -> Option<(u16, BoardTopic)> {
        let (board, name) = topic.strip_prefix("hall/")?.split_once('/')?;
        let number: u16 = board.parse().ok()?;
        // Only as it is written here: not +7, not 007.
        (number.to_string() == board).then_some(())?;
        Some((number, name.parse().ok()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_topic_is_read_as_it_is_written() {
        for topic in [BoardTopic::Game, BoardTopic::Presence, BoardTopic::Ruling, BoardTopic::Ruled] {
            assert_eq!(BoardTopic::read(&topic.of(17)), Some((17, topic)));
        }
        assert_eq!(BoardTopic::Game.of(17), "hall/17/game");
        assert_eq!(BoardTopic::Ruled.of_all(), "hall/+/ruled");
        for foreign in [
            "",
            "hall",
            "hall/17",
            "hall/017/game",
            "hall/+7/game",
            "hall/x/game",
            "hall/17/games",
            "17/game",
        ] {
            assert_eq!(BoardTopic::read(foreign), None, "{foreign}");
        }
    }
}
