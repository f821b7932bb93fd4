//! Games with other letters or another spelling than PGN's: `Sf3`, `♘f3`, `e2-e4`, `a8Q`.
//!
//! PGN has English letters only (8.2.3.2), but scores are typed in any. A game that cannot be read as it stands is
//! tried in the letters of each language; it counts if all languages in which it is a legal game agree on the moves.

use shakmaty::{CastlingSide, Role};

use crate::{
    laws::Attempt,
    notation::{Letters, read},
};

/// Returns a word of a score in PGN's spelling; none if it names no destination.
pub(super) fn in_pgn(word: &str, letters: &Letters) -> Option<String> {
    let Attempt { role, from, to, captures, promotion, castling, check, mate, .. } =
        read(word, letters).ok()?;
    let sign = if mate { "#" } else { "+" };
    let sign = if check || mate { sign } else { "" };
    if let Some(side) = castling {
        let castles = if side == CastlingSide::KingSide { "O-O" } else { "O-O-O" };
        return Some(format!("{castles}{sign}"));
    }
    let piece = role.filter(|role| *role != Role::Pawn).map(|role| role.upper_char().to_string());
    let mut san = piece.unwrap_or_default();
    san.extend(from.file.map(|file| file.char()));
    san.extend(from.rank.map(|rank| rank.char()));
    if captures {
        san.push('x');
    }
    san.push_str(&to.square()?.to_string());
    if let Some(role) = promotion {
        san.push('=');
        san.push(role.upper_char());
    }
    Some(san + sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_spelled_as_pgn_spells_them() {
        check("Sf3", Letters::GERMAN, "Nf3");
        check("Sg1-f3+", Letters::GERMAN, "Ng1f3+");
        check("e2-e4", Letters::ENGLISH, "e2e4");
        check("a8Q", Letters::ENGLISH, "a8=Q");
        check("bxa8D#", Letters::GERMAN, "bxa8=Q#");
        check("♘c3", Letters::ENGLISH, "Nc3");
        check("Крe2", Letters::RUSSIAN, "Ke2");
        check("Rg1", Letters::FRENCH, "Kg1");
        check("0-0-0", Letters::GERMAN, "O-O-O");
        assert_eq!(in_pgn("ed", &Letters::GERMAN), None);
        fn check(word: &str, letters: Letters, pgn: &str) {
            assert_eq!(in_pgn(word, &letters).as_deref(), Some(pgn));
        }
    }
}
