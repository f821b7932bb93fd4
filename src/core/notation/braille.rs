//! A move on the braille line.
//!
//! It has one cell per character, as in computer braille, and the long form: the line has no board that completes a
//! short form.

use shakmaty::{Chess, Move, Position};

use super::{Letters, long};

/// Writes the number before a move, `1.` for White and `1...` for Black.
pub fn numbered(position: &Chess) -> String {
    let dots = position.turn().fold_wb(".", "...");
    format!("{}{dots}", position.fullmoves())
}

/// Writes a legal move with its number, `1. e2-e4` for White and `1... e7-e5` for Black.
pub fn braille(position: &Chess, m: Move, letters: &Letters) -> String {
    format!("{} {}", numbered(position), long(position, m, letters))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::Game;

    #[test]
    fn a_move_comes_with_its_number() {
        let mut game = Game::default();
        for (san, expected) in [
            ("e4", "1. e2-e4"),
            ("e5", "1... e7-e5"),
            ("Nf3", "2. Sg1-f3"),
            ("d6", "2... d7-d6"),
            ("Bb5+", "3. Lf1-b5+"),
            ("Ke7", "3... Ke8-e7"),
            ("O-O", "4. 0-0"),
        ] {
            let m = san.parse::<shakmaty::san::SanPlus>().unwrap().san.to_move(game.position()).unwrap();
            assert_eq!(braille(game.position(), m, &Letters::GERMAN), expected);
            game.play(m).unwrap();
        }
    }
}
