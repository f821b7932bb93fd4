//! The audience of an announcement.

use crate::{journal::Users, laws::Color};

/// The person who listens or reads.
///
/// Forms of address depend on the audience alone: the same fact is "Ihre Zeit ist abgelaufen" for a player and
/// "Die Zeit von Weiß ist abgelaufen" for a spectator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// The player of this colour, whom the program assists.
    User(Color),
    /// Both players at the board, or an assistant who relays for both.
    Table,
    /// The arbiter.
    Arbiter,
    /// Anybody else.
    Spectator,
}

impl Audience {
    /// Whether `side` is addressed as "Sie".
    pub fn addresses(self, side: Color) -> bool {
        self == Audience::User(side)
    }
}

impl From<Users> for Audience {
    fn from(users: Users) -> Audience {
        match users {
            Users::White => Audience::User(Color::White),
            Users::Black => Audience::User(Color::Black),
            Users::Both => Audience::Table,
        }
    }
}
