//! The first evening: the dialogue that sets up all games, with the devices of a game.

use std::path::Path;

use super::{
    play::Ending,
    plugging::{self, Seated, Shared},
    ports::speaker,
    start::{self, Words},
    table,
};
use crate::{
    announce::{Choices, Settles},
    config::{self, ConfigError, ConfirmMode, Settings},
    devices::printer::Printer,
    language::Failure,
    session::{Event, EventKind, Session, SetupDevices},
};

/// How it ended.
#[derive(Debug)]
pub enum Evening {
    /// The file holds this now.
    Kept(String),
    /// It could not be written.
    NotWritten(ConfigError),
    /// Nothing was changed.
    Left,
    /// Another language is wanted.
    OtherLanguage,
}

/// Asks for everything, and writes it into the configuration file.
pub fn set_up(
    settings: &Settings,
    words: &Words,
    there: SetupDevices,
    file: &Path,
    printer: &Printer,
) -> Result<Evening, Failure> {
    let (language, hearing) = start::language_and_hearing(settings, words, printer)?;
    let begin = table::start(&Settings { language: settings.language.clone(), ..Settings::default() })?;
    let session = Session::new(begin, table::options(settings)?, language.grammar.clone()).setting_up(there);
    let seated = Seated { session, engine: None, settings: settings.clone(), journal: None };
    let games = vec![seated];
    let mut play = plugging::set_up(settings, words, language, hearing, games, &Shared::default(), printer)?;
    let first = |what| vec![(0, Event::of_program(what))];
    let evening = match play.run(first(EventKind::Began)) {
        Ending::SetUp(None) => return Ok(Evening::OtherLanguage),
        Ending::SetUp(Some(choices)) => {
            let kept = config::keep(&chosen(&choices, settings), file);
            play.go_on(None, |_| {});
            play.run(first(EventKind::SetUp { written: kept.is_ok() }));
            kept.map_or_else(Evening::NotWritten, Evening::Kept)
        }
        _ => Evening::Left,
    };
    play.fall_silent();
    Ok(evening)
}

/// The choices by their names; what was not asked is not among them.
fn chosen(choices: &Choices, settings: &Settings) -> Settings {
    let rate = settings.rate.unwrap_or(0) + speaker::STEP * choices.faster;
    Settings {
        language: settings.language.clone(),
        user: Some(table::user(choices.users)),
        confirm: Some(match choices.settles {
            Settles::Yes => ConfirmMode::Voice,
            Settles::Lever => ConfirmMode::Lever,
            Settles::Silence => ConfirmMode::Delay,
            Settles::Nothing => ConfirmMode::Never,
        }),
        rate: (choices.faster != 0).then(|| rate.clamp(-100, 100)),
        by_touch: choices.by_touch,
        clock: choices.clock.as_deref().map(Into::into),
        ..Settings::default()
    }
}
