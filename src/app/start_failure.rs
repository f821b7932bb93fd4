//! A program that cannot begin, told to players who read no terminal.

use super::{
    game_options,
    game_setup::{InputSource, RunningGames},
    port_setup::GameSetup,
    ports::lines::TextInput,
    screen::Screen,
    speech::language_and_model,
    unfinished,
};
use crate::{
    announce::Announcement,
    config::{ScreenForm, Settings},
    language::Failure,
    session::Session,
};

/// Speaks and brailles why nothing could begin, with the voice of the settings and no other device. Nobody is told where
/// a script has the program's input, or where a screen reader reads the terminal.
///
/// # Errors
///
/// If neither voice nor braille line can be had; the fault is printed in any case.
pub fn tell(settings: &Settings, words: &InputSource, fault: String) -> Result<(), Failure> {
    if !unfinished::may_ask(words) || settings.screen == Some(ScreenForm::Reader) {
        return Ok(());
    }
    // What else was chosen may be what failed.
    let settings = Settings {
        language: settings.language.clone(),
        voice: settings.voice,
        rate: settings.rate,
        volume: settings.volume,
        by_touch: settings.by_touch,
        ..Settings::default()
    };
    let (screen, nothing) = (Screen::none(), InputSource::Typed(TextInput::empty()));
    let (language, model) = language_and_model(&settings, &nothing, &screen)?;
    let start = game_options::start(&settings)?;
    let session = Session::new(start, game_options::options(&settings)?, language.grammar.clone());
    let setup = GameSetup { session, engine: None, settings: settings.clone(), journal: None };
    let mut games =
        RunningGames::set_up(&settings, &nothing, language, model, vec![setup], Vec::new(), &screen)?;
    games.tell(Announcement::NotBegun(fault));
    games.finish_speaking();
    Ok(())
}
