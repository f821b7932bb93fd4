//! Exports a journal as PGN, or as text to be read aloud.

use std::{path::Path, time::Duration};

use crate::{
    announce::{Announcement, Announcer, Audience, MoveInPosition},
    app::journal_key::{self, KeyError},
    devices::journal_file::{self, JournalFileError},
    journal::{self, ChainSum, Entry, JournalLine, JournalRemark, Reading, Record},
    language::Message,
    laws::{Ending, Game},
    notation::pgn::{PgnGame, ScoreNotation},
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
    let mut lines = Vec::new();
    let keep = |_, line: JournalLine, _: &Record| {
        if line.entry != Entry::Tick {
            lines.push(line)
        }
    };
    let reading = read(path, despite_damage, keep)?;
    let sum = reading.sum();
    Ok(ReadJournal { record: reading.record, lines, sum, remarks: reading.remarks })
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

/// Returns the score of the game as PGN, with English piece letters.
pub fn pgn(record: &Record) -> String {
    score(record, ScoreNotation::Pgn)
}

/// Returns the score of the game with its seven tags, clocks, draw offers and rulings, and its moves in this notation.
pub fn score(record: &Record, notation: ScoreNotation) -> String {
    pgn_game(record).in_notation(notation).to_string()
}

/// Returns the game with all that a score has.
pub(super) fn pgn_game(record: &Record) -> PgnGame {
    let start = record.start();
    let mut game = PgnGame::new(record.game().clone());
    let named = |value: &str| if value.is_empty() { "?".to_owned() } else { value.to_owned() };
    game.set_tag("Event", &named(&start.event));
    game.set_tag("Site", &named(&start.site));
    game.set_tag("Date", if start.date.is_empty() { "????.??.??" } else { &start.date });
    game.set_tag("Round", &named(&start.round));
    game.set_tag("White", &named(&start.white));
    game.set_tag("Black", &named(&start.black));
    let unfinished = || "*".to_owned();
    game.set_tag("Result", &record.ended().map_or_else(unfinished, |outcome| outcome.result.to_string()));
    let untimed = || "-".to_owned();
    game.set_tag("TimeControl", &start.time_control.as_ref().map_or_else(untimed, ToString::to_string));
    let ended = record.ended().map(|outcome| outcome.ending);
    game.set_tag("Termination", ended.map_or("unterminated", termination));
    if let Some(doubt) = record.doubt() {
        game.set_tag("Journal", &doubt.in_score());
    }
    // PGN counts clock times in whole seconds.
    game.clocks =
        record.times_left().iter().map(|left| left.map(|left| Duration::from_secs(left.as_secs()))).collect();
    // FIDE 8.1.5 and C.12: a draw offer is written as (=).
    let offers = record.offers().iter().map(|&(ply, _)| (ply, "(=)".to_owned()));
    game.comments = offers.chain(record.remarks().iter().cloned()).collect();
    game
}

/// Returns a date, unless it is empty or partly unknown.
pub(super) fn pgn_date(date: &str) -> Option<&str> {
    Some(date).filter(|date| !date.is_empty() && !date.contains('?'))
}

/// Returns how the game ended, in the words of the PGN standard.
fn termination(ending: Ending) -> &'static str {
    match ending {
        Ending::FlagFall(_) | Ending::BothFlags => "time forfeit",
        Ending::IllegalMoves(_) | Ending::Default(_) | Ending::SealedMove(_) => "rules infraction",
        Ending::ClaimReferred => "unterminated",
        Ending::LastTwoMinutes | Ending::Arbiter | Ending::Service => "adjudication",
        Ending::Left(_) | Ending::Aborted => "abandoned",
        Ending::Checkmate
        | Ending::Stalemate
        | Ending::DeadPosition
        | Ending::Agreement
        | Ending::Threefold { .. }
        | Ending::FiftyMoves { .. }
        | Ending::Fivefold
        | Ending::SeventyFiveMoves
        | Ending::Resignation(_) => "normal",
    }
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
