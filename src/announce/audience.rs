//! The audience of an announcement.

use crate::{journal::Users, laws::Color};

/// The person who listens or reads.
///
/// "Sie" and "Ihr" belong to the audience, never to what is told: the same fact is "Ihre Zeit ist
/// abgelaufen" for the one and "Die Zeit von Weiß ist abgelaufen" for the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// The player of this colour, whose assistant the program is.
    User(Color),
    /// Both players at the board, or an assistant who relays for both.
    Table,
    Arbiter,
    Spectator,
}

impl Audience {
    /// Whether `side` is the one addressed as "Sie".
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
