//! The seats at the page: who sits there, and for whom it is written.

use crate::{
    announce::Audience,
    devices::web::{Place, WebKey},
    laws::{Color, Origin},
    session::Session,
};

/// A seat at the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::IntoStaticStr, strum::EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum Seat {
    /// Spectators, who only look.
    View,
    /// An assistant who relays for both sides, or whoever sits at this place.
    Table,
    /// The player of White.
    White,
    /// The player of Black.
    Black,
}

/// How many may look from a seat that acts.
const VIEWERS_OF_SEAT: usize = 12;
/// How many may only look.
const VIEWERS: usize = 250;

impl Seat {
    /// The place at the server, with the code that the key gives it.
    pub fn place(self, key: &WebKey) -> Place {
        let acts = self != Seat::View;
        Place {
            code: key.code(self.name()),
            writes: acts,
            viewers: if acts { VIEWERS_OF_SEAT } else { VIEWERS },
        }
    }

    /// The name in options, and from which its code is made.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Who is behind what this seat sends; none for spectators, who send nothing.
    pub fn origin(self) -> Option<Origin> {
        match self {
            Seat::View => None,
            Seat::Table => Some(Origin::Table),
            Seat::White => Some(Origin::Player(Color::White)),
            Seat::Black => Some(Origin::Player(Color::Black)),
        }
    }

    /// The side that sits here, if it is one.
    pub fn side(self) -> Option<Color> {
        self.origin().and_then(Origin::side)
    }

    /// For whom announcements are rendered here.
    pub fn audience(self, session: &Session) -> Audience {
        match self {
            Seat::View => Audience::Spectator,
            Seat::Table => session.audience(),
            Seat::White => Audience::User(Color::White),
            Seat::Black => Audience::User(Color::Black),
        }
    }

    /// Whether all that this place's voice says is meant for this seat too.
    pub fn hears_all(self, session: &Session) -> bool {
        match self {
            Seat::View => false,
            Seat::Table => true,
            Seat::White | Seat::Black => {
                let place = session.audience();
                place == Audience::Table || place == self.audience(session)
            }
        }
    }
}
