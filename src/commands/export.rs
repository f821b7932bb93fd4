//! A journal as others want it: PGN, text to be read aloud, or the arbiter's account of who did what when.

use std::{path::Path, time::Duration};

use crate::{
    announce::{Announcement, Announcer, Audience, Told},
    journal::{Entry, Line, Record, ReplayError, entry::LineError},
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

/// Everything but the ticks of the clock, one line each: when, who, and what, in the journal's own words.
///
/// The instant is the time since the session began. `program` is nobody's word: time passing, the clock, a
/// result that follows by itself; in journals that do not say who, everything is.
pub fn audit(lines: &[Line]) -> String {
    let mut text = String::new();
    for line in lines.iter().filter(|line| line.entry != Entry::Tick) {
        let seconds = line.at().as_secs();
        let at = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
        text.push_str(&format!("{at:>8}  {:<12}  {}\n", line.from.to_string(), entry_words(&line.entry)));
    }
    text
}

/// A note as it reads; of any other entry its name and its values: "moved: san e4, uci e2e4".
fn entry_words(entry: &Entry) -> String {
    if let Entry::Noted(note) = entry {
        return note.to_string();
    }
    let value = serde_json::to_value(entry).expect("an entry has no map with keys other than strings");
    let fields = value.as_object().into_iter().flatten();
    let said = |value: &serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let mut name = String::new();
    let mut rest = Vec::new();
    for (key, value) in fields {
        match key.as_str() {
            "entry" => name = said(value),
            // Scrambled, and nobody's business until it is opened.
            "sealed" => {}
            _ if value == "" => {}
            _ => rest.push(format!("{} {}", key.replace('_', " "), said(value))),
        }
    }
    if rest.is_empty() { name } else { format!("{name}: {}", rest.join(", ")) }
}

fn told(game: &Game) -> impl Iterator<Item = Told> {
    game.moves().iter().enumerate().map(|(ply, &m)| Told { before: game.position_at(ply).clone(), m })
}
