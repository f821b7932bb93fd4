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
    /// What the arbiter has ruled, by a desk; each desk has a topic of its own there.
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
        let desks = if self == BoardTopic::Ruling { "/+" } else { "" };
        format!("hall/{user}/{name}{desks}")
    }

    /// The topic under which a desk rules at a board: `hall/17/ruling/k3f9`.
    pub fn ruling_of(board: u16, desk: &str) -> String {
        format!("hall/{board}/ruling/{desk}")
    }

    /// Reads a topic; none of what is no board's.
    pub fn read(topic: &str) -> Option<(u16, BoardTopic)> {
        let (board, name) = topic.strip_prefix("hall/")?.split_once('/')?;
        let number: u16 = board.parse().ok()?;
        // Only as it is written here: not +7, not 007.
        (number.to_string() == board).then_some(())?;
        match name.split_once('/') {
            Some((name, desk)) if is_desk(desk) => {
                Some((number, name.parse().ok().filter(|topic| *topic == BoardTopic::Ruling)?))
            }
            Some(_) => None,
            None => Some((number, name.parse().ok().filter(|topic| *topic != BoardTopic::Ruling)?)),
        }
    }

    /// The desk that rules under a topic.
    pub fn desk(topic: &str) -> Option<&str> {
        let (_, desk) = topic.split_once("/ruling/")?;
        Some(desk).filter(|desk| is_desk(desk))
    }
}

/// The name of a desk is made by chance.
fn is_desk(name: &str) -> bool {
    (1..=16).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_topic_is_read_as_it_is_written() {
        for topic in [BoardTopic::Game, BoardTopic::Presence, BoardTopic::Ruled] {
            assert_eq!(BoardTopic::read(&topic.of(17)), Some((17, topic)));
        }
        assert_eq!(BoardTopic::Game.of(17), "hall/17/game");
        assert_eq!(BoardTopic::Ruling.of_all(), "hall/+/ruling/+");
        let ruling = BoardTopic::ruling_of(17, "k3f9");
        assert_eq!(BoardTopic::read(&ruling), Some((17, BoardTopic::Ruling)));
        assert_eq!((BoardTopic::desk(&ruling), BoardTopic::desk("hall/17/ruled")), (Some("k3f9"), None));
        assert_eq!(BoardTopic::Ruled.of_all(), "hall/+/ruled");
        for foreign in [
            "",
            "hall",
            "hall/17",
            "hall/017/game",
            "hall/+7/game",
            "hall/x/game",
            "hall/17/games",
            "hall/17/ruling",
            "hall/17/ruling/",
            "hall/17/ruling/a/b",
            "hall/17/game/a",
            "17/game",
        ] {
            assert_eq!(BoardTopic::read(foreign), None, "{foreign}");
        }
    }
}
