//! What an engine is to do next, from nothing but the game as it stands and what the engine has found.

use crate::{
    devices::engine::Score,
    grammar::Intent,
    journal::Record,
    laws::{Chess, Position, Seen},
    session::{Inquiry, Session, Wanted},
};

/// What the engine has found, and what was made of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Known {
    /// Its move in a position, as the wire names that.
    pub reply: Option<(String, Intent)>,
    /// How it stood then.
    pub score: Option<Score>,
    /// What it has seen so far of what is looked into: the number of the inquiry, and position after position.
    pub seen: Option<(u64, Vec<Seen>)>,
    /// It has claimed that the user's flag has fallen.
    pub claimed: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    Rest,
    /// About this position.
    Think(String),
    /// For the inquiry with this number, into the position after so many half-moves.
    LookInto(u64, usize),
    /// All that is looked into has been seen.
    Report(u64, Vec<Seen>),
    /// This is its move, and it is wanted.
    HandIn(Intent),
    /// The user's time is over (FIDE 6.8).
    ClaimFlag,
}

/// What is to be done next.
pub fn next(session: &Session, known: &Known) -> Next {
    let record = session.record();
    let Some(side) = record.remote() else { return Next::Rest };
    if record.ended().is_some() {
        return look_into(session, known);
    }
    if record.fallen(!side) && record.first_fallen() == Some(!side) && !known.claimed {
        return Next::ClaimFlag;
    }
    let wanted = session.wanted();
    if wanted == Wanted::Nothing {
        return look_into(session, known);
    }
    let position = position(record, usize::MAX);
    match &known.reply {
        Some((of, m)) if *of == position && wanted == Wanted::Move => Next::HandIn(m.clone()),
        // It knows its move, and a question is open here.
        Some((of, _)) if *of == position => look_into(session, known),
        _ => Next::Think(position),
    }
}

/// The next position of what is looked into, where anything is.
fn look_into(session: &Session, known: &Known) -> Next {
    let Some(Inquiry { id, plies, .. }) = session.inquiry() else { return Next::Rest };
    let seen = known.seen.as_ref().filter(|(of, _)| of == id).map_or(&[][..], |(_, seen)| seen);
    match plies.get(seen.len()) {
        Some(ply) => Next::LookInto(*id, *ply),
        None => Next::Report(*id, seen.to_vec()),
    }
}

/// The game after so many half-moves as engines are told it: repetitions count for them too.
pub fn position(record: &Record, ply: usize) -> String {
    let game = record.game();
    let start = match game.start() {
        start if *start == Chess::default() => "startpos".to_owned(),
        _ => format!("fen {}", game.start_fen()),
    };
    let castling = game.start().castles().mode();
    let moves: String = game.moves().iter().take(ply).map(|m| format!(" {}", m.to_uci(castling))).collect();
    if moves.is_empty() { start } else { format!("{start} moves{moves}") }
}
