//! The school of a program: the lessons there are, the user's own among them, and what is kept of what was learnt.

use std::{path::PathBuf, sync::Arc};

use super::{
    game_options::{self, Language},
    game_setup::{InputSource, RunningGames},
    port_setup::GameSetup,
    screen::Screen,
    speech::{self, Hearing},
};
use crate::{
    config::{self, Settings},
    devices::engine::{self, EngineOptions, EngineUnavailable, StartedEngine},
    files,
    grammar::{Intent, StudyRequest},
    journal::Opponent,
    language::{Catalogue, Failure, Message},
    laws::Position,
    school::{LessonError, Progress, PuzzleFault, read_puzzles},
    session::{Event, EventKind, Options, ReviewedGame, School, Session},
};

/// What is wrong with what the user has for the school.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "school")]
pub enum SchoolFault {
    /// A file is no lesson.
    #[message(transparent)]
    Lesson(#[from] LessonError),
    /// A puzzle cannot be read.
    Puzzle { path: PathBuf, reason: PuzzleFault },
    /// A file cannot be read at all.
    Unread { path: PathBuf, source: std::io::Error },
    /// What was learnt cannot be read. It is kept beside, and begins anew.
    SetAside { path: PathBuf, aside: PathBuf },
}

/// Adds the user's own lessons and puzzles, and what was learnt. What is wrong with them is told where they are used.
pub fn add_own(school: &mut School, words: &Catalogue) {
    let mut faults: Vec<SchoolFault> = Vec::new();
    let wrong = Arc::make_mut(&mut school.lessons).add(own_lessons());
    faults.extend(wrong.into_iter().map(SchoolFault::from));
    let own = config::own_puzzles().filter(|path| path.exists());
    if let Some(path) = own {
        match files::read_text(&path).map(|text| read_puzzles(&text)) {
            Ok(file) => {
                let in_file = |reason| SchoolFault::Puzzle { path: path.clone(), reason };
                faults.extend(file.faults.into_iter().map(in_file));
                school.own = Arc::new(file.puzzles);
            }
            Err(source) => faults.push(SchoolFault::Unread { path, source }),
        }
    }
    faults.extend(add_progress(school));
    school.faults.extend(faults.iter().map(|fault| words.render(fault)));
}

/// Adds what was learnt; returns what is wrong with its file.
fn add_progress(school: &mut School) -> Option<SchoolFault> {
    let path = config::progress()?;
    let bytes = files::read(&path).ok()?;
    match std::str::from_utf8(&bytes).ok().and_then(Progress::read) {
        Some(progress) => {
            school.progress = progress;
            None
        }
        None => {
            let aside = path.with_extension("damaged.toml");
            // What cannot be moved is written over by what is learnt next.
            std::fs::rename(&path, &aside).is_ok().then_some(SchoolFault::SetAside { path, aside })
        }
    }
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
    let mut options = school_options(settings, &language)?;
    // Without an engine a short search of our own tells what refutes a move.
    let engine = start_engine(settings, false).ok();
    options.school.has_engine = engine.is_some();
    let wanted = lesson.map_or(StudyRequest::Lessons, StudyRequest::Lesson);
    study(settings, words, language, model, (options, engine), wanted, screen)
}

/// Tells what decided a game, and asks for the better moves.
///
/// # Errors
///
/// If no engine can be started, unless the game was reviewed before.
pub fn review(
    settings: &Settings,
    reviewed: ReviewedGame,
    words: &InputSource,
    screen: &Screen,
) -> Result<(), Failure> {
    let (language, model) = speech::language_and_model(settings, words, screen)?;
    let mut options = school_options(settings, &language)?;
    let kept = options.school.progress.review.as_ref();
    let is_kept = kept.is_some_and(|kept| kept.points(&reviewed.game).is_some());
    let is_chess960 = reviewed.game.start().castles().mode().is_chess960();
    let engine = match start_engine(settings, is_chess960) {
        Err(fault) if !is_kept => return Err(fault.into()),
        engine => engine.ok(),
    };
    options.school.has_engine = engine.is_some();
    options.school.game = Some(Arc::new(reviewed));
    study(settings, words, language, model, (options, engine), StudyRequest::Review, screen)
}

/// Returns the options of a session of the school, with what the learner has for it.
fn school_options(settings: &Settings, language: &Language) -> Result<Options, Failure> {
    let mut options = Options { seed: super::game_setup::seed(), ..game_options::options(settings)? };
    add_own(&mut options.school, &language.words);
    Ok(options)
}

/// Starts the engine of the settings, or else the one that is installed.
fn start_engine(settings: &Settings, chess960: bool) -> Result<StartedEngine, EngineUnavailable> {
    let opponent = settings.opponent.as_deref().and_then(|opponent| opponent.parse().ok());
    let named = match opponent {
        Some(Opponent::Engine(named)) => named,
        Some(Opponent::Board | Opponent::Online { .. }) | None => None,
    };
    let program = engine::find(named.as_deref())?;
    StartedEngine::start(&EngineOptions { program, strength: None, chess960 })
}

/// The settings in which a page has a seat for the learner: one that is only looked at teaches nobody.
fn with_seat(settings: &Settings) -> Settings {
    let seat = settings.web_seat.clone().or_else(|| Some("table".to_owned()));
    let web_seat = settings.web.as_ref().and(seat);
    Settings { web_seat, ..settings.clone() }
}

/// Runs a session of the school until the learner leaves it or the input ends.
fn study(
    settings: &Settings,
    words: &InputSource,
    language: Language,
    model: Option<Hearing>,
    (options, engine): (Options, Option<StartedEngine>),
    wanted: StudyRequest,
    screen: &Screen,
) -> Result<(), Failure> {
    let start =
        game_options::start(&Settings { language: settings.language.clone(), ..Settings::default() })?;
    let session = Session::new(start, options, Arc::clone(&language.grammar)).in_school();
    let settings = &with_seat(settings);
    let setup = GameSetup { session, engine, settings: settings.clone(), journal: None };
    let first = vec![(0, Event::at_table(EventKind::Intent(Intent::Study(wanted))))];
    let mut games = RunningGames::set_up(settings, words, language, model, vec![setup], first, screen)?;
    games.run();
    games.finish_speaking();
    Ok(())
}
