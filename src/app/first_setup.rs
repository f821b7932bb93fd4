//! The dialogue that writes the configuration, played with the devices of a game.

use std::path::Path;

use super::{
    game_loop::LoopEnding,
    game_options,
    game_setup::InputSource,
    port_setup::{self, GameSetup, SharedResources},
    ports::speaker,
    screen::Screen,
    speech,
};
use crate::{
    announce::{ConfirmedBy, EngineStrength, Setup, SetupChoices},
    config::{self, ConfigError, ConfirmMode, ScreenForm, Settings, VoiceSetting},
    language::Failure,
    session::{Event, EventKind, Session, SetupDevices},
};

/// How the first setup ended.
#[derive(Debug)]
pub enum FirstSetupOutcome {
    /// The configuration file now has these.
    Kept(Box<Settings>),
    NotWritten(ConfigError),
    Left,
    OtherLanguage,
}

/// Asks the player for the settings, and writes them into the configuration file.
pub fn set_up(
    settings: &Settings,
    words: &InputSource,
    there: SetupDevices,
    file: &Path,
    screen: &Screen,
) -> Result<FirstSetupOutcome, Failure> {
    let (language, model) = speech::language_and_model(settings, words, screen)?;
    let begin =
        game_options::start(&Settings { language: settings.language.clone(), ..Settings::default() })?;
    let session = Session::new(begin, game_options::options(settings)?, language.grammar.clone())
        .setting_up(there.clone());
    let setup = GameSetup { session, engine: None, settings: settings.clone(), journal: None };
    let games = vec![setup];
    let mut play = port_setup::plug_devices(
        settings,
        words,
        language,
        model,
        games,
        &SharedResources::default(),
        screen,
    )?;
    let first = |what| vec![(0, Event::of_program(what))];
    let outcome = match play.run(first(EventKind::Began)) {
        LoopEnding::SetUp(None) => return Ok(FirstSetupOutcome::OtherLanguage),
        LoopEnding::SetUp(Some(choices)) => {
            let chosen = chosen_settings(&choices, settings);
            let kept = config::keep(&chosen, &declined(&choices, &there), file);
            play.go_on();
            play.run(first(EventKind::SetUp { written: kept.is_ok() }));
            match kept {
                Ok(()) => FirstSetupOutcome::Kept(Box::new(chosen)),
                Err(fault) => FirstSetupOutcome::NotWritten(fault),
            }
        }
        LoopEnding::Left { .. } => FirstSetupOutcome::Left,
        LoopEnding::Chosen(_)
        | LoopEnding::Resume(_)
        | LoopEnding::Beside(_)
        | LoopEnding::Finished
        | LoopEnding::InputOver
        | LoopEnding::Failed(_) => {
            play.tell(Setup::NotKept.into());
            FirstSetupOutcome::Left
        }
    };
    play.finish_speaking();
    Ok(outcome)
}

/// Returns the settings that were asked for, and that no choice was made of.
fn declined(choices: &SetupChoices, there: &SetupDevices) -> Vec<&'static str> {
    let clock = there.clock.is_some() && choices.clock.is_none();
    let strength = choices.strength == Some(EngineStrength::Full);
    [clock.then_some("clock"), strength.then_some("strength")].into_iter().flatten().collect()
}

/// Returns the choices as settings; anything else stays unset.
fn chosen_settings(choices: &SetupChoices, settings: &Settings) -> Settings {
    let rate = settings.rate.unwrap_or(0) + speaker::VOICE_STEP * choices.speed_steps;
    Settings {
        language: settings.language.clone(),
        user: Some(game_options::user(choices.users)),
        confirm: Some(match choices.confirmed_by {
            ConfirmedBy::Yes => ConfirmMode::Voice,
            ConfirmedBy::Lever => ConfirmMode::Lever,
            ConfirmedBy::Silence => ConfirmMode::Delay,
            ConfirmedBy::Nothing => ConfirmMode::Never,
        }),
        rate: (choices.speed_steps != 0).then(|| rate.clamp(-100, 100)),
        by_touch: choices.by_touch,
        // A screen reader's voice in place of ours, and beside it.
        voice: settings.voice.filter(|voice| *voice == VoiceSetting::Off),
        // Who has one keeps it; another screen is chosen for a game.
        screen: settings.screen.filter(|form| *form == ScreenForm::Reader),
        clock: choices.clock.as_deref().map(Into::into),
        strength: choices.strength.and_then(|strength| match strength {
            EngineStrength::Full => None,
            EngineStrength::Elo(number) | EngineStrength::Level(number) => Some(number.into()),
        }),
        ..Settings::default()
    }
}
