//! The games that are not over: found by their journals, and asked about.

use std::{
    os::unix::fs::FileTypeExt,
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{
    game_loop::LoopEnding,
    game_options,
    game_setup::{InputSource, RunningGames, SetupError},
    port_setup::GameSetup,
    screen::Screen,
    speech::language_and_model,
};
use crate::{
    announce::{GameToResume, SavedFile},
    config::{self, Settings},
    files,
    journal::{Reading, Record, known_tag},
    language::Failure,
    session::{self, Event, EventKind, GamesToResume, NewGame, Session},
};

/// A game that is not over, as its journal has it.
pub struct UnfinishedGame {
    pub journal: PathBuf,
    pub record: Record,
}

/// So many of the latest journals are looked through for games that are not over.
const LOOKED_THROUGH: usize = 50;

/// Returns the games that are not over, the latest first.
pub fn unfinished_games() -> Result<Vec<UnfinishedGame>, SetupError> {
    let folder = config::journals().ok_or(SetupError::NoFolder)?;
    let games: Vec<_> =
        latest_journals(&folder).into_iter().take(LOOKED_THROUGH).filter_map(unfinished).collect();
    if games.is_empty() { Err(SetupError::NothingUnfinished { folder }) } else { Ok(games) }
}

/// Whether the game that was played last is not over. Of one before that the players know.
pub fn is_last_game_open() -> bool {
    let latest = config::journals().and_then(|folder| latest_journals(&folder).into_iter().next());
    latest.and_then(unfinished).is_some()
}

/// Returns the journal of the last game that is over.
pub fn last_finished_game() -> Result<PathBuf, SetupError> {
    let folder = config::journals().ok_or(SetupError::NoFolder)?;
    let is_over = |journal: &PathBuf| {
        let reading = files::read(journal).ok().and_then(|text| {
            Some(Reading::of(&text, None, true, |_, _, _| {}).ok()?.record.ended().is_some())
        });
        reading == Some(true)
    };
    let mut latest = latest_journals(&folder).into_iter().take(LOOKED_THROUGH);
    latest.find(is_over).ok_or(SetupError::NothingFinished { folder })
}

/// Returns the journals of a folder, the latest first.
fn latest_journals(folder: &Path) -> Vec<PathBuf> {
    let journals = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let journals = journals.filter(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    let mut journals: Vec<_> = journals.collect();
    journals
        .sort_by_key(|path| std::cmp::Reverse(std::fs::metadata(path).and_then(|file| file.modified()).ok()));
    journals
}

fn unfinished(journal: PathBuf) -> Option<UnfinishedGame> {
    let text = files::read(&journal).ok()?;
    // Most games are over, and need not be replayed to know that.
    let has = |line: &[u8], entry: &[u8]| line.windows(entry.len()).any(|part| part == entry);
    let mut lines = text.rsplit(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    let last = lines.find(|line| !has(line, br#""entry":"tick""#))?;
    if has(last, br#""entry":"ended""#) {
        return None;
    }
    let record = Reading::of(&text, None, true, |_, _, _| {}).ok()?.record;
    record.ended().is_none().then_some(UnfinishedGame { journal, record })
}

/// Whether somebody is there to be asked: not where a script has the program's input.
pub fn may_ask(words: &InputSource) -> bool {
    let is_script = || std::fs::metadata("/dev/stdin").is_ok_and(|input| !input.file_type().is_char_device());
    matches!(words, InputSource::Spoken) && !is_script()
}

/// Asks which of several games goes on, and returns its journal; none if none does.
pub fn ask_which(
    unfinished: &[UnfinishedGame],
    settings: &Settings,
    words: &InputSource,
    screen: &Screen,
) -> Result<Option<PathBuf>, Failure> {
    let (language, model) = language_and_model(settings, words, screen)?;
    let begin =
        game_options::start(&Settings { language: settings.language.clone(), ..Settings::default() })?;
    let session = Session::new(begin, game_options::options(settings)?, Arc::clone(&language.grammar))
        .going_on(to_resume(unfinished, NewGame::Never));
    let setup = GameSetup { session, engine: None, settings: settings.clone(), journal: None };
    let first = vec![(0, Event::of_program(EventKind::Began))];
    let mut games = RunningGames::set_up(settings, words, language, model, vec![setup], first, screen)?;
    match games.run() {
        LoopEnding::Resume(journal) => Ok(Some(journal)),
        _ => {
            games.finish_speaking();
            Ok(None)
        }
    }
}

/// Returns the games as they are asked about.
pub(super) fn to_resume(unfinished: &[UnfinishedGame], otherwise: NewGame) -> GamesToResume {
    let game = |(n, UnfinishedGame { journal, record }): (usize, &UnfinishedGame)| {
        let start = record.start();
        let last = record.game().moves().len().checked_sub(1).map(|ply| session::told_at(record, ply));
        let asked = GameToResume {
            players: [&start.white, &start.black].map(|name| known_tag(name).map(str::to_owned)),
            file: SavedFile::of(journal),
            last,
            place: n + 1,
            count: unfinished.len(),
            else_new: otherwise != NewGame::Never,
        };
        (journal.clone(), asked)
    };
    let games = unfinished.iter().enumerate().map(game).collect();
    GamesToResume { games, otherwise }
}
