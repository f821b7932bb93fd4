//! The first setup: finds what is plugged in, and asks the rest.

use std::path::Path;

use super::devices::{braille, language, loudness, speech};
use crate::{
    announce::MicrophoneLevel,
    app::{
        first_setup::{self, FirstSetupOutcome},
        game_options,
        game_setup::{self, InputSource},
        screen::{GameFile, Screen},
    },
    config::{Settings, VoiceSetting},
    devices::tactile_clock,
    files,
    language::{Catalogue, Failure, LANGUAGES},
    session::SetupDevices,
};

/// From this level on a microphone is too loud: samples are cut off at 32,767.
const CLIPPING: u16 = 32_000;

/// Asks until the player has chosen a language and answered all questions, and writes the answers to `file`.
pub fn set_up(
    settings: &Settings,
    said: &InputSource,
    file: &Path,
    words: &Catalogue,
    screen: &Screen,
) -> Result<FirstSetupOutcome, Failure> {
    let first = game_options::language_folder(settings)?;
    let from = LANGUAGES.iter().position(|language| language.tag == first.tag).unwrap_or(0);
    if let Ok(text) = files::read_text(file) {
        screen.remark(&words.say("setup-file", &[("path", &file.display())]));
        if !screen.is_read_aloud() {
            screen.text(&text);
        }
    }
    let devices = found_devices(settings, said, words);
    // The languages are offered in turn until the player takes one.
    for language in LANGUAGES.iter().cycle().skip(from) {
        let settings = Settings { language: Some(language.tag.to_owned()), ..settings.clone() };
        match first_setup::set_up(&settings, said, devices.clone(), file, screen)? {
            FirstSetupOutcome::OtherLanguage => {}
            evening => return Ok(evening),
        }
    }
    Ok(FirstSetupOutcome::Left)
}

/// Prints what was written, in words, and where.
pub fn tell_kept(chosen: &Settings, file: &Path, screen: &Screen) {
    let words = game_setup::catalogue_for(chosen);
    screen.file(&words, GameFile::Configuration, &file.display());
    for (name, value) in chosen.chosen() {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        screen.remark(&words.say("setup-chose", &[("name", &name), ("value", &value)]));
    }
}

/// Returns the devices that answer.
fn found_devices(settings: &Settings, said: &InputSource, words: &Catalogue) -> SetupDevices {
    let microphone = match said {
        InputSource::Typed(_) => MicrophoneLevel::None,
        InputSource::Recorded { .. } => MicrophoneLevel::Good,
        InputSource::Spoken => match loudness(settings.microphone.as_deref(), words) {
            Ok(0) => MicrophoneLevel::Silent,
            Ok(loudest) if loudest >= CLIPPING => MicrophoneLevel::Clipping,
            Ok(_) => MicrophoneLevel::Good,
            Err(_) => MicrophoneLevel::None,
        },
    };
    let named = settings.clock.as_ref().map(|port| port.display().to_string());
    let plugged_in = || {
        let found = tactile_clock::find(Path::new(tactile_clock::AUTO));
        found.ok().map(|port| port.display().to_string())
    };
    SetupDevices {
        microphone,
        voice: settings.voice != Some(VoiceSetting::Off)
            && matches!(speech(&language(settings), words), Ok(true)),
        braille: braille(words).is_ok(),
        clock: named.or_else(plugged_in),
        strengths: game_setup::installed_strengths(),
    }
}
