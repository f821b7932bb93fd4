//! Who is behind an event.

use std::fmt;

use super::Color;

/// Who is behind an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// A player known by colour: by their lever, keys or own microphone.
    Player(Color),
    /// Somebody at this microphone or keyboard; attributed by what they say, or asked.
    Table,
    /// The arbiter.
    Arbiter,
    /// The side that plays elsewhere: an engine, a person online, an electronic board.
    Remote(Color),
    /// Nobody: time passes, a device comes or goes.
    Program,
}

impl Origin {
    /// Returns the side, where it is known.
    pub fn side(self) -> Option<Color> {
        match self {
            Origin::Player(side) | Origin::Remote(side) => Some(side),
            Origin::Table | Origin::Arbiter | Origin::Program => None,
        }
    }
}

/// The name in journals.
impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Origin::Player(side) => side.fold_wb("white", "black"),
            Origin::Table => "table",
            Origin::Arbiter => "arbiter",
            Origin::Remote(side) => side.fold_wb("remote-white", "remote-black"),
            Origin::Program => "program",
        })
    }
}
