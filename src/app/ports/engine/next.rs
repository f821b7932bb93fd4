//! What an engine is to do next, from nothing but the game as it stands and what the engine has found.

use crate::{
    devices::engine::Score,
    grammar::Intent,
    journal::Record,
    laws::Position,
    session::{Session, Wanted},
};

/// What the engine has found, and what was made of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Known {
    /// Its move in a position, as the wire names that.
    pub reply: Option<(String, Intent)>,
    /// How it stood then.
    pub score: Option<Score>,
    /// It has claimed that the user's flag has fallen.
    pub claimed: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    Rest,
    /// About this position.
    Think(String),
    /// This is its move, and it is wanted.
    HandIn(Intent),
    /// The user's time is over (FIDE 6.8).
    ClaimFlag,
}

/// What is to be done next.
pub fn next(session: &Session, known: &Known) -> Next {
    let record = session.record();
    let Some(side) = record.remote().filter(|_| record.ended().is_none()) else { return Next::Rest };
    if record.fallen(!side) && record.first_fallen() == Some(!side) && !known.claimed {
        return Next::ClaimFlag;
    }
    let wanted = session.wanted();
    if wanted == Wanted::Nothing {
        return Next::Rest;
    }
    let position = position(record);
    match &known.reply {
        Some((of, m)) if *of == position && wanted == Wanted::Move => Next::HandIn(m.clone()),
        // It knows its move, and a question is open here.
        Some((of, _)) if *of == position => Next::Rest,
        _ => Next::Think(position),
    }
}

/// The game so far as engines are told it: repetitions count for them too.
pub fn position(record: &Record) -> String {
    let game = record.game();
    let start = match game.start() {
        start if *start == crate::laws::Chess::default() => "startpos".to_owned(),
        _ => format!("fen {}", game.start_fen()),
    };
    let castling = game.start().castles().mode();
    let moves: String = game.moves().iter().map(|m| format!(" {}", m.to_uci(castling))).collect();
    if moves.is_empty() { start } else { format!("{start} moves{moves}") }
}
