//! The letters that stand for the pieces, per language.
//!
//! Players use the first letters of the names in their country (FIDE C.2, C.3); a pawn has none (C.4). Letters are
//! read only in the chosen language: К is the Russian knight and Кр the king, K the German king and the Indonesian
//! knight, B the English bishop, the Indonesian rook and the German pawn.

use crate::laws::Role;

/// The piece letters of one language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Letters {
    /// Language tag (BCP 47), or `figurines`.
    pub tag: &'static str,
    pub(super) king: &'static str,
    pub(super) queen: &'static str,
    pub(super) rook: &'static str,
    pub(super) bishop: &'static str,
    pub(super) knight: &'static str,
    /// Read, but never written.
    pub(super) pawn: &'static str,
}

impl Letters {
    /// English.
    pub const ENGLISH: Letters = Letters::new("en", ["K", "Q", "R", "B", "N", "P"]);
    /// German.
    pub const GERMAN: Letters = Letters::new("de", ["K", "D", "T", "L", "S", "B"]);
    /// Russian.
    pub const RUSSIAN: Letters = Letters::new("ru", ["Кр", "Ф", "Л", "С", "К", "П"]);
    /// Ukrainian.
    pub const UKRAINIAN: Letters = Letters::new("uk", ["Кр", "Ф", "Т", "С", "К", "П"]);
    /// Afrikaans.
    pub const AFRIKAANS: Letters = Letters::new("af", ["K", "D", "T", "L", "R", "P"]);
    /// French.
    pub const FRENCH: Letters = Letters::new("fr", ["R", "D", "T", "F", "C", "P"]);
    /// Spanish.
    pub const SPANISH: Letters = Letters::new("es", ["R", "D", "T", "A", "C", "P"]);
    /// Dutch.
    pub const DUTCH: Letters = Letters::new("nl", ["K", "D", "T", "L", "P", "O"]);
    /// Indonesian.
    pub const INDONESIAN: Letters = Letters::new("id", ["R", "M", "B", "G", "K", "P"]);
    /// The outlined figurines for both sides, as in print. The filled ones are read too, both in every language.
    pub const FIGURINES: Letters = Letters::new("figurines", ["♔", "♕", "♖", "♗", "♘", "♙"]);

    /// The letters of all languages, English first.
    pub const ALL: [Letters; 10] = [
        Letters::ENGLISH,
        Letters::GERMAN,
        Letters::RUSSIAN,
        Letters::UKRAINIAN,
        Letters::AFRIKAANS,
        Letters::FRENCH,
        Letters::SPANISH,
        Letters::DUTCH,
        Letters::INDONESIAN,
        Letters::FIGURINES,
    ];

    const fn new(tag: &'static str, [king, queen, rook, bishop, knight, pawn]: [&'static str; 6]) -> Letters {
        Letters { tag, king, queen, rook, bishop, knight, pawn }
    }

    /// Returns the letters of a language; `de-AT` has those of `de`.
    pub fn of_language(tag: &str) -> Option<Letters> {
        let language = tag.split(['-', '_']).next().unwrap_or_default();
        Letters::ALL.into_iter().find(|letters| letters.tag.eq_ignore_ascii_case(language))
    }

    /// Returns the letters of a language that is not among [`ALL`](Letters::ALL), from king to pawn. They are leaked,
    /// since a program reads few languages.
    pub fn of_its_own(tag: String, letters: [String; 6]) -> Letters {
        Letters::new(tag.leak(), letters.map(|letter| &*letter.leak()))
    }

    /// Returns the letter of a piece; that of a pawn is only read.
    pub fn of_role(&self, role: Role) -> &'static str {
        match role {
            Role::King => self.king,
            Role::Queen => self.queen,
            Role::Rook => self.rook,
            Role::Bishop => self.bishop,
            Role::Knight => self.knight,
            Role::Pawn => self.pawn,
        }
    }

    /// Whether this is a figurine, of either side.
    pub fn is_figurine(c: char) -> bool {
        figurine(c).is_some()
    }

    /// Returns the five letters that are written, for messages: "K D T L S".
    pub fn written(&self) -> String {
        [self.king, self.queen, self.rook, self.bishop, self.knight].join(" ")
    }
}

/// Returns the piece of a figurine, of either side.
pub(super) fn figurine(c: char) -> Option<Role> {
    Some(match c {
        '♔' | '♚' => Role::King,
        '♕' | '♛' => Role::Queen,
        '♖' | '♜' => Role::Rook,
        '♗' | '♝' => Role::Bishop,
        '♘' | '♞' => Role::Knight,
        '♙' | '♟' => Role::Pawn,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_one_language_differ() {
        for letters in Letters::ALL {
            let mut all: Vec<&str> = Role::ALL.iter().map(|role| letters.of_role(*role)).collect();
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len(), 6, "{letters:?}");
        }
    }

    #[test]
    fn a_region_has_the_letters_of_its_language() {
        assert_eq!(Letters::of_language("de-AT"), Some(Letters::GERMAN));
        assert_eq!(Letters::of_language("UK"), Some(Letters::UKRAINIAN));
        assert_eq!(Letters::of_language("tlh"), None);
    }
}
