//! What is told at the end: where the scores lie, and how the games go on. And what is asked when they are to go on.

use std::{ffi::OsStr, path::Path};

use jiff::civil::DateTime;

use super::{Facts, MoveInPosition, facts::NONE};
use crate::language::Argument;

/// The last announcement of the program, or of its games before the next one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Farewell {
    /// The scores that were written.
    pub scores: Vec<SavedFile>,
    /// Whether a score could not be written.
    pub unwritten: bool,
    /// How many journals do not have their whole game.
    pub incomplete: usize,
    /// How many half-moves they lack.
    pub missing_moves: usize,
    /// The journals of the games that can be resumed.
    pub unfinished: Vec<SavedFile>,
    /// Whether `annabella resume` alone goes on with the game.
    pub resumes_alone: bool,
    /// Whether another game begins.
    pub again: bool,
    /// Whether the program ends by a fault of its own.
    pub failed: bool,
}

/// A file and its folder, by their names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedFile {
    /// The folder; empty if it is the root.
    pub folder: String,
    /// The file, with its extension.
    pub name: String,
}

impl SavedFile {
    /// The form of the names that the program chooses for its files; a number may follow.
    pub const DATED: &str = "%Y-%m-%d-%H%M%S";

    /// Returns the name of a file and of its folder.
    pub fn of(path: &Path) -> SavedFile {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let name = |part: Option<&OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
        SavedFile { folder: name(path.parent().and_then(Path::file_name)), name: name(path.file_name()) }
    }

    fn stem(&self) -> &str {
        self.name.rsplit_once('.').map_or(&self.name, |(stem, _)| stem)
    }

    /// When the game began, if the program chose the name; and the number behind that.
    fn dated(&self) -> Option<(DateTime, Option<&str>)> {
        let (date, number) = self.stem().split_at_checked("2026-11-27-224619".len())?;
        let number = if number.is_empty() { None } else { Some(number.strip_prefix('-')?) };
        Some((DateTime::strptime(SavedFile::DATED, date).ok()?, number))
    }

    /// The name as it is spoken.
    fn spoken(&self) -> String {
        self.stem().split(['-', '_', '.']).collect::<Vec<_>>().join(" ")
    }
}

pub(super) fn farewell(told: &Farewell, to: &mut Facts<'_>) {
    to.set_text("failed", &told.failed);
    to.set("scores", told.scores.len());
    to.set_text("unwritten", &told.unwritten);
    to.set("incomplete", told.incomplete);
    to.set("missing", told.missing_moves);
    to.set("unfinished", told.unfinished.len());
    to.set_text("alone", &told.resumes_alone);
    let journals = told.unfinished.iter().map(|file| to.either(|| file.spoken(), || file.name.clone()));
    let journals = to.row(journals.collect::<Vec<_>>().into_iter());
    to.set("journals", journals);
    to.set_text("again", &told.again);
    let [file] = &told.scores[..] else { return };
    // A dot before a name is not spoken, and would end the sentence.
    to.set("folder", to.either(|| file.folder.trim_start_matches('.').to_owned(), || file.folder.clone()));
    to.set("file", to.either(|| file.spoken(), || file.name.clone()));
    set_date(file, to);
}

/// Sets when the game of a file began, if its name tells that.
fn set_date(file: &SavedFile, to: &mut Facts<'_>) {
    to.set_text("dated", &file.dated().is_some());
    if let Some((began, number)) = file.dated() {
        to.set("day", i64::from(began.day()));
        to.set("month", i64::from(began.month()));
        to.set("hour", i64::from(began.hour()));
        to.set("minute", format!("{:02}", began.minute()));
        to.set("number", number.unwrap_or(NONE).to_owned());
    }
}

/// A game that is not over, as a player tells it from others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameToResume {
    /// White's player and Black's, where they are known.
    pub players: [Option<String>; 2],
    /// Its journal.
    pub file: SavedFile,
    /// The last move.
    pub last: Option<MoveInPosition>,
    /// Its place among those that are not over, the latest first, from 1.
    pub place: usize,
    /// How many are not over.
    pub count: usize,
    /// Whether a new game begins if none of them goes on.
    pub else_new: bool,
}

pub(super) fn go_on(game: &GameToResume, to: &mut Facts<'_>) {
    to.set("place", game.place);
    to.set("count", game.count);
    to.set_text("else-new", &game.else_new);
    to.set_text("named", &game.players.iter().any(Option::is_some));
    for (name, player) in ["white", "black"].into_iter().zip(&game.players) {
        to.set(name, player.as_deref().unwrap_or(NONE).to_owned());
    }
    to.set("file", to.either(|| game.file.spoken(), || game.file.name.clone()));
    set_date(&game.file, to);
    game.last.add_to("last", to);
}
