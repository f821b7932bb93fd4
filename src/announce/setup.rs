//! The first evening: what is asked before any game, so that all games fit the player.

use fluent_bundle::FluentArgs;

use super::{Announcement, Told, announcer::Announcer, facts};
use crate::journal::Users;

/// What makes a move that was read back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Settles {
    #[default]
    Yes,
    Lever,
    Silence,
    /// It is not even read back.
    Nothing,
}

/// What a microphone gives while nobody speaks to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// There is none, or none that opens.
    None,
    Silent,
    Good,
    /// So loud that it is cut off.
    Clipping,
}

/// What was chosen.
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

/// A question, an answer to be checked, or how it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    Heard(Told),
    /// What was said is no move of the start position.
    NoMove,
    /// Whether the voice is as it should be.
    Speed,
    /// Whether everything waits on the braille line until it was read.
    ByTouch,
    /// Whether the tactile clock is at this port.
    Clock(String),
    /// Whether all this is to be kept.
    Keep(Choices),
    Kept,
    /// It could not be written.
    NotWritten,
    /// Nothing is changed.
    NotKept,
}

impl From<Setup> for Announcement {
    fn from(setup: Setup) -> Announcement {
        Announcement::Setup(setup)
    }
}

impl Setup {
    /// The message's name, its arguments set.
    pub(super) fn facts(&self, args: &mut FluentArgs<'static>, announcer: &Announcer) -> &'static str {
        match self {
            Setup::Language => "setup-language",
            Setup::ForBoth => "setup-for-both",
            Setup::HasWhite => "setup-has-white",
            Setup::Settles(settles) => {
                args.set("settles", settles.name());
                "setup-settles"
            }
            Setup::SayMove(level) => {
                let level = match level {
                    Level::None => "none",
                    Level::Silent => "silent",
                    Level::Good => "good",
                    Level::Clipping => "clipping",
                };
                args.set("level", level);
                "setup-say-move"
            }
            Setup::Heard(told) => {
                facts::moved(args, told, announcer);
                "setup-heard"
            }
            Setup::NoMove => "setup-no-move",
            Setup::Speed => "setup-speed",
            Setup::ByTouch => "setup-by-touch",
            Setup::Clock(port) => {
                // The folder is the same for all of them.
                args.set("port", port.rsplit('/').next().unwrap_or_default().to_owned());
                "setup-clock"
            }
            Setup::Keep(choices) => {
                let users = match choices.users {
                    Users::White => "white",
                    Users::Black => "black",
                    Users::Both => "both",
                };
                args.set("users", users);
                args.set("settles", choices.settles.name());
                args.set("by-touch", if choices.by_touch == Some(true) { "yes" } else { "no" });
                args.set("clock", if choices.clock.is_some() { "yes" } else { "no" });
                "setup-keep"
            }
            Setup::Kept => "setup-kept",
            Setup::NotWritten => "setup-not-written",
            Setup::NotKept => "setup-not-kept",
        }
    }
}

impl Settles {
    fn name(self) -> &'static str {
        match self {
            Settles::Yes => "yes",
            Settles::Lever => "lever",
            Settles::Silence => "silence",
            Settles::Nothing => "nothing",
        }
    }
}
