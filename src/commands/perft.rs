//! Perft: the number of ways a game can go on for so many half-moves.

use shakmaty::Chess;

use crate::laws::{StartError, StartPosition};

/// Counts all lines of `depth` half-moves.
pub fn perft(start: &Chess, depth: u32) -> u64 {
    shakmaty::perft(start, depth)
}

/// Reads the position to count from: `startpos`, a FEN, and for Chess960 also a number or White's first rank.
///
/// `chess960` reads the castling rights as in Chess960, since some positions do not show it.
pub fn position(text: &str, chess960: bool) -> Result<Chess, StartError> {
    let start: StartPosition = text.parse()?;
    if chess960 && !start.is_chess960() {
        return StartPosition::of_fen(&start.fen().to_string(), true).map(|start| start.position().clone());
    }
    Ok(start.position().clone())
}
