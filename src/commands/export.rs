//! Exports a journal as PGN, or as text to be read aloud.

use std::path::Path;

use crate::{
    announce::{Announcement, Announcer, Audience, MoveInPosition},
    app::journal_key::{self, KeyError},
    devices::journal_file::{self, JournalFileError},
    journal::{self, ChainSum, Entry, JournalLine, JournalRemark, Reading, Record},
    language::Message,
    laws::Game,
    notation::pgn::ScoreNotation,
};

/// A journal that cannot be read.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "export")]
pub enum ExportError {
    #[message(transparent)]
    Read(#[from] JournalFileError),
    #[message(transparent)]
    Key(#[from] KeyError),
    Journal {
        path: String,
        source: journal::JournalError,
    },
    SeveralGames {
        path: String,
        count: usize,
    },
    NoSuchGame {
        path: String,
        found: usize,
        count: usize,
    },
    /// This build writes no pages.
    WithoutPages,
}

/// A journal on the disk: its lines without the ticks of the clock, and what they add up to.
#[derive(Debug)]
pub struct ReadJournal {
    pub record: Record,
    pub lines: Vec<JournalLine>,
    /// The last move of the game after each of these lines, "1... e5".
    pub last_moves: Vec<Option<String>>,
    /// The sum of the last line, if the journal has sums.
    pub sum: Option<ChainSum>,
    /// What is to be said of it: damage that was read over, a torn last line.
    pub remarks: Vec<JournalRemark>,
}

/// Reads a journal.
///
/// # Errors
///
/// If a line is no entry, does not fit the lines before it, or was altered; with `despite_damage` only if the
/// remaining lines do not add up.
pub fn journal(path: &Path, despite_damage: bool) -> Result<ReadJournal, ExportError> {
    let (mut lines, mut last_moves) = (Vec::new(), Vec::new());
    let keep = |_, line: JournalLine, record: &Record| {
        if line.entry != Entry::Tick {
            lines.push(line);
            last_moves.push(last_move(record.game()));
        }
    };
    let reading = read(path, despite_damage, keep)?;
    let sum = reading.sum();
    Ok(ReadJournal { record: reading.record, lines, last_moves, sum, remarks: reading.remarks })
}

/// Returns the last move of a game with its number: "1... e5".
pub fn last_move(game: &Game) -> Option<String> {
    let ply = game.moves().len().checked_sub(1)?;
    let before = game.position_at(ply);
    let dots = shakmaty::Position::turn(before).fold_wb(".", "...");
    let san = shakmaty::san::SanPlus::from_move(before.clone(), game.moves()[ply]);
    Some(format!("{}{dots} {san}", shakmaty::Position::fullmoves(before)))
}

/// Reads a journal. `take` gets each line, its number, and the record after it.
pub(super) fn read(
    path: &Path,
    despite_damage: bool,
    take: impl FnMut(usize, JournalLine, &Record),
) -> Result<Reading, ExportError> {
    let text = journal_file::read(path)?;
    let in_file = |source| ExportError::Journal { path: path.display().to_string(), source };
    let key = journal_key::own()?;
    Reading::of(&text, key, despite_damage, take).map_err(in_file)
}

/// Returns the place of the game that is wanted among those of a file, from its number.
pub fn chosen_game(number: Option<usize>, file: &Path, count: usize) -> Result<usize, ExportError> {
    let path = file.display().to_string();
    match (number, count) {
        (None, 1) => Ok(0),
        (None, count) => Err(ExportError::SeveralGames { path, count }),
        (Some(found), count) if (1..=count).contains(&found) => Ok(found - 1),
        (Some(found), count) => Err(ExportError::NoSuchGame { path, found, count }),
    }
}

/// Returns the score of the game as PGN, with English piece letters.
pub fn pgn(record: &Record) -> String {
    score(record, ScoreNotation::Pgn)
}

/// Returns the score of the game with its seven tags, clocks, draw offers and rulings, and its moves in this notation.
pub fn score(record: &Record, notation: ScoreNotation) -> String {
    record.score().in_notation(notation).to_string()
}

/// Returns a date, unless it is empty or partly unknown.
pub(super) fn pgn_date(date: &str) -> Option<&str> {
    Some(date).filter(|date| !date.is_empty() && !date.contains('?'))
}

/// Returns the moves in words, one line each, and the result.
pub fn text(record: &Record, announcer: &Announcer) -> String {
    let mut text = String::new();
    for told in moves_with_positions(record.game()) {
        let number = told.before.clone();
        let dots = shakmaty::Position::turn(&number).fold_wb(".", "...");
        let words = announcer.render(&Announcement::Moved(told), Audience::Spectator).words;
        text.push_str(&format!("{}{dots} {words}\n", shakmaty::Position::fullmoves(&number)));
    }
    if let Some(outcome) = record.ended() {
        text.push_str(&format!("{}\n", outcome.result));
    }
    text
}

fn moves_with_positions(game: &Game) -> impl Iterator<Item = MoveInPosition> {
    game.moves().iter().enumerate().map(|(ply, &m)| MoveInPosition::new(game.position_at(ply).clone(), m))
}
