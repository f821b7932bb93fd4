//! Where something that is said or done comes from.

use std::fmt;

use super::Color;

/// Who is behind an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// A player, known by his colour: his lever, his keys, his own microphone.
    Player(Color),
    /// Somebody at this microphone or keyboard: who, follows from what is said, or is asked.
    Table,
    Arbiter,
    /// The side of this colour plays from elsewhere: an engine, a person online, an electronic board.
    Remote(Color),
    /// Nobody: time that passes, a device that comes or goes.
    Program,
}

impl Origin {
    /// The side that it is, where that is known.
    pub fn side(self) -> Option<Color> {
        match self {
            Origin::Player(side) | Origin::Remote(side) => Some(side),
            Origin::Table | Origin::Arbiter | Origin::Program => None,
        }
    }
}

/// As journals name it.
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
