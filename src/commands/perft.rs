//! Perft: the number of ways a game can go on for so many half-moves.

use shakmaty::{CastlingMode, Chess, FromSetup, fen::Fen};

use crate::laws::{Start, StartError};

/// Counts the ends of all lines of `depth` half-moves.
pub fn perft(start: &Chess, depth: u32) -> u64 {
    shakmaty::perft(start, depth)
}

/// The position to count from: `startpos`, a FEN, and for Chess960 also a number or White's first rank.
///
/// `chess960` reads the castling rights as Chess960 has them, which for some positions only this tells.
pub fn position(text: &str, chess960: bool) -> Result<Chess, StartError> {
    let start: Start = text.parse()?;
    let fen: Fen = match (&start, chess960) {
        (Start::Position(fen), true) => fen.clone(),
        (Start::Standard, true) => Start::Chess960(518)
            .position()
            .map(|position| Fen::from_position(&position, shakmaty::EnPassantMode::Legal))?,
        _ => return start.position(),
    };
    Chess::from_setup(fen.into_setup(), CastlingMode::Chess960)
        .map_err(|error| StartError::Position(Box::new(error)))
}
