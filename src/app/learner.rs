//! The school of a program: the lessons there are, the user's own among them, and what is kept of what was learnt.

use std::{path::PathBuf, sync::Arc};

use super::{
    game_options,
    game_setup::{InputSource, RunningGames},
    port_setup::GameSetup,
    screen::Screen,
    speech,
};
use crate::{
    config::{self, Settings},
    files,
    grammar::{Intent, StudyRequest},
    language::{Failure, Message},
    school::{LessonError, Progress},
    session::{Event, EventKind, Options, School, Session},
};

/// What is wrong with what the user has for the school.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "school")]
pub enum SchoolFault {
    /// A file is no lesson.
    #[message(transparent)]
    Lesson(#[from] LessonError),
    /// What was learnt cannot be read. It is kept beside, and begins anew.
    SetAside { path: PathBuf, aside: PathBuf },
}

/// Adds the user's own lessons, and what was learnt. Returns what is wrong with them.
pub fn add_own(school: &mut School) -> Vec<SchoolFault> {
    let wrong = Arc::make_mut(&mut school.lessons).add(own_lessons());
    let mut faults: Vec<SchoolFault> = wrong.into_iter().map(SchoolFault::from).collect();
    let Some(path) = config::progress() else { return faults };
    let Ok(bytes) = files::read(&path) else { return faults };
    match std::str::from_utf8(&bytes).ok().and_then(Progress::read) {
        Some(progress) => school.progress = progress,
        None => {
            let aside = path.with_extension("damaged.toml");
            // What cannot be moved is written over by what is learnt next.
            if std::fs::rename(&path, &aside).is_ok() {
                faults.push(SchoolFault::SetAside { path, aside });
            }
        }
    }
    faults
}

/// The user's files of lessons, by their names, with their texts; what cannot be read is passed over.
fn own_lessons() -> Vec<(PathBuf, String)> {
    let entries = config::lessons().and_then(|folder| std::fs::read_dir(folder).ok());
    let mut paths: Vec<PathBuf> =
        entries.into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    paths.sort();
    paths.into_iter().filter_map(|path| files::read_text(&path).ok().map(|text| (path, text))).collect()
}

/// Learns, beginning with this lesson or with the list of all, until the learner leaves or the input ends.
pub fn learn(
    settings: &Settings,
    lesson: Option<u16>,
    words: &InputSource,
    screen: &Screen,
) -> Result<(), Failure> {
    let (language, model) = speech::language_and_model(settings, words, screen)?;
    let start =
        game_options::start(&Settings { language: settings.language.clone(), ..Settings::default() })?;
    let mut options = Options { seed: super::game_setup::seed(), ..game_options::options(settings)? };
    for fault in &add_own(&mut options.school) {
        screen.warn(&language.words.render(fault));
    }
    let session = Session::new(start, options, Arc::clone(&language.grammar)).in_school();
    let setup = GameSetup { session, engine: None, settings: settings.clone(), journal: None };
    let wanted = lesson.map_or(StudyRequest::Lessons, StudyRequest::Lesson);
    let first = vec![(0, Event::at_table(EventKind::Intent(Intent::Study(wanted))))];
    let mut games = RunningGames::set_up(settings, words, language, model, vec![setup], first, screen)?;
    games.run();
    games.finish_speaking();
    Ok(())
}
