//! A journal as others want it: PGN, or text to be read aloud.

use std::{path::Path, time::Duration};

use crate::{
    announce::{Announcement, Announcer, Audience, Told},
    journal::{Line, Record, ReplayError, entry::LineError},
    laws::Game,
    notation::pgn::PgnGame,
};

/// A journal that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    #[error("cannot read {path}: {cause}")]
    Read { path: String, cause: std::io::Error },
    #[error("{path}: {cause}")]
    Line { path: String, cause: LineError },
    #[error("{path}: {cause}")]
    Replay { path: String, cause: ReplayError },
}

/// The lines of journal text, without half a line at its end.
pub fn lines(path: &Path) -> Result<Vec<Line>, JournalError> {
    let name = || path.display().to_string();
    let text = std::fs::read(path).map_err(|cause| JournalError::Read { path: name(), cause })?;
    let text = String::from_utf8_lossy(&text);
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let lines = whole.split('\n').filter(|line| !line.is_empty());
    Line::read_all(lines).map_err(|cause| JournalError::Line { path: name(), cause })
}

/// The record a journal file adds up to.
pub fn record(path: &Path) -> Result<Record, JournalError> {
    let lines = lines(path)?;
    Record::replay(&lines).map_err(|cause| JournalError::Replay { path: path.display().to_string(), cause })
}

/// The score of the game with its seven tags, clocks and draw offers.
pub fn pgn(record: &Record) -> String {
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
    if let Some(outcome) = record.ended() {
        game.set_tag("Termination", outcome.ending.name());
    }
    // PGN counts clock times in whole seconds.
    game.clocks =
        record.left().iter().map(|left| left.map(|left| Duration::from_secs(left.as_secs()))).collect();
    // FIDE 8.1.5 and C.12: a draw offer is written as (=).
    game.comments = record.offers().iter().map(|&(ply, _)| (ply, "(=)".to_owned())).collect();
    game.to_string()
}

/// The moves in words, one line each, and the result.
pub fn text(record: &Record, announcer: &Announcer) -> String {
    let mut text = String::new();
    for told in told(record.game()) {
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

fn told(game: &Game) -> impl Iterator<Item = Told> {
    game.moves().iter().enumerate().map(|(ply, &m)| Told { before: game.position_at(ply).clone(), m })
}
