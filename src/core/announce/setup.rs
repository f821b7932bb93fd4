//! The questions of `annabella setup`.

use super::{EngineStrength, Facts, MoveInPosition, facts::choices};
use crate::{journal::Users, language::Message};

/// What confirms a move that was read back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum ConfirmedBy {
    /// A spoken yes.
    #[default]
    Yes,
    /// The lever of the clock.
    Lever,
    /// No objection for a while.
    Silence,
    /// The move is not read back.
    Nothing,
}

/// The level of the microphone while nobody speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum MicrophoneLevel {
    /// There is no microphone, or it does not open.
    None,
    /// All samples are zero.
    Silent,
    /// Neither silent nor clipped.
    Good,
    /// The samples are clipped.
    Clipping,
}

/// The player's choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupChoices {
    /// The players whom the program assists.
    pub users: Users,
    /// What confirms a move.
    pub confirmed_by: ConfirmedBy,
    /// Steps of the voice's speed from where it was.
    pub speed_steps: i32,
    /// Whether everything waits on the braille line, where there is one.
    pub by_touch: Option<bool>,
    /// The port of the tactile clock.
    pub clock: Option<String>,
    /// The strength of the engine, where one is installed; the full one holds unless another is named before a game.
    pub strength: Option<EngineStrength>,
}

/// A question of the setup, or its result.
#[derive(Clone, Debug, PartialEq, Eq, Message)]
#[message(prefix = "setup", sink = Facts<'_>)]
pub enum Setup {
    /// Asks whether this is the language.
    Language,
    /// Asks whether the player speaks for both sides.
    ForBoth,
    /// Asks whether the player has White, as a rule.
    HasWhite,
    /// Asks whether this confirms a move.
    #[message("setup-settles")]
    ConfirmedBy(#[message("settles")] ConfirmedBy),
    /// Asks for any move, as a trial.
    SayMove(#[message("level")] MicrophoneLevel),
    /// Asks whether this is the move that was said.
    Heard(MoveInPosition),
    /// What was said is no move of the start position.
    NoMove,
    /// Asks whether the voice has the right speed.
    Speed,
    /// Asks whether everything waits on the braille line until it was read.
    ByTouch,
    /// Asks whether the tactile clock is at this port.
    #[message(with = clock)]
    Clock(String),
    /// Asks whether these choices are kept.
    #[message(with = keep)]
    Keep(SetupChoices),
    /// They are kept.
    Kept,
    /// They could not be written.
    NotWritten,
    /// Nothing is changed.
    NotKept,
}

choices!(ConfirmedBy, MicrophoneLevel);

fn clock(port: &str, to: &mut Facts<'_>) {
    // The folder is the same for all of them.
    to.set("port", port.rsplit('/').next().unwrap_or_default().to_owned());
}

fn keep(choices: &SetupChoices, to: &mut Facts<'_>) {
    let users = match choices.users {
        Users::White => "white",
        Users::Black => "black",
        Users::Both => "both",
    };
    to.set("users", users);
    to.set_text("settles", &choices.confirmed_by);
    to.set_text("by-touch", &(choices.by_touch == Some(true)));
    to.set_text("clock", &choices.clock.is_some());
    let engine = match choices.strength {
        None => "none",
        Some(EngineStrength::Full) => "full",
        Some(EngineStrength::Elo(_) | EngineStrength::Level(_)) => "less",
    };
    to.set("engine", engine);
    to.set_text("strength", &choices.strength.unwrap_or(EngineStrength::Full));
}
