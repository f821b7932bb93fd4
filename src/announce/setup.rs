//! The questions of `annabella setup`.

use super::{Announcement, Facts, MoveInPosition, facts::choices};
use crate::{journal::Users, language::Message};

/// What confirms a move that was read back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Settles {
    #[default]
    Yes,
    Lever,
    Silence,
    /// The move is not read back.
    Nothing,
}

/// The level of the microphone while nobody speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Level {
    /// There is no microphone, or it does not open.
    None,
    Silent,
    Good,
    /// The samples are clipped.
    Clipping,
}

/// The player's choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choices {
    pub users: Users,
    pub settles: Settles,
    /// Steps of the voice's speed from where it was.
    pub faster: i32,
    pub by_touch: Option<bool>,
    /// The port of the tactile clock.
    pub clock: Option<String>,
}

/// A question of the setup, or its result.
#[derive(Clone, Debug, PartialEq, Eq, Message)]
#[message(prefix = "setup", sink = Facts<'_>)]
pub enum Setup {
    /// Whether this is the language.
    Language,
    /// Whether the player speaks for both sides.
    ForBoth,
    /// Whether the player has White, as a rule.
    HasWhite,
    /// Whether this makes a move.
    Settles(Settles),
    /// Any move is to be said, for a trial.
    SayMove(Level),
    /// Whether this is the move that was said.
    Heard(MoveInPosition),
    /// What was said is no move of the start position.
    NoMove,
    /// Whether the voice is as it should be.
    Speed,
    /// Whether everything waits on the braille line until it was read.
    ByTouch,
    /// Whether the tactile clock is at this port.
    #[message(with = clock)]
    Clock(String),
    /// Whether all this is to be kept.
    #[message(with = keep)]
    Keep(Choices),
    Kept,
    /// It could not be written.
    NotWritten,
    /// Nothing is changed.
    NotKept,
}

choices!(Settles, Level);

impl From<Setup> for Announcement {
    fn from(setup: Setup) -> Announcement {
        Announcement::Setup(setup)
    }
}

fn clock(port: &str, to: &mut Facts<'_>) {
    // The folder is the same for all of them.
    to.set("port", port.rsplit('/').next().unwrap_or_default().to_owned());
}

fn keep(choices: &Choices, to: &mut Facts<'_>) {
    let users = match choices.users {
        Users::White => "white",
        Users::Black => "black",
        Users::Both => "both",
    };
    to.set("users", users);
    to.set_text("settles", &choices.settles);
    to.set_text("by-touch", &(choices.by_touch == Some(true)));
    to.set_text("clock", &choices.clock.is_some());
}
