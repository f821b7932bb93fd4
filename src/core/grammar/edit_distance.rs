//! Finds the legal moves from whose squares one letter or number was lost or misheard.
//!
//! A letter is short and easily lost: "h eins g eins" is heard as "h eins eins". Three of the four words for the
//! squares must be right, and the piece too, if one was said.

use crate::laws::{Move, Position as _, Square};

use super::network::WordId;
use super::slot::{SlotValue, WordClass};
use super::{Grammar, Moment};

/// What a word names: a piece, a file or a rank; `None` if it names none of them.
type Symbol = Option<(WordClass, SlotValue)>;

/// The words for the two squares of a move.
const SYMBOLS: usize = 4;

impl Grammar {
    /// Returns the legal moves that are one letter or number away from these words.
    pub(super) fn within_one_edit(&self, words: &[WordId], moment: &Moment) -> Vec<Move> {
        let mut symbols = self.symbols(words);
        let piece = match symbols.first() {
            Some(&Some((WordClass::Piece, role))) => Some(role),
            _ => None,
        };
        if piece.is_some() {
            symbols.remove(0);
        }
        if !(SYMBOLS - 1..=SYMBOLS).contains(&symbols.len()) {
            return Vec::new();
        }
        let legal = moment.position.map(|position| position.legal_moves()).unwrap_or_default();
        let moves = legal.into_iter().filter(|m| {
            let is_said = piece.is_none_or(|piece| m.role() as SlotValue == piece);
            let squares = m.from().map(|from| [from, m.to()]).filter(|_| !m.is_castle() && !m.is_promotion());
            is_said && squares.is_some_and(|squares| is_one_edit(&symbols, &squares.map(symbols_of).concat()))
        });
        moves.collect()
    }

    /// Returns the symbol of each word, except words for a capture, which tell nothing of the squares.
    fn symbols(&self, words: &[WordId]) -> Vec<Symbol> {
        let value = |class: WordClass, word: &WordId| {
            let mut rows = self.compiled.classes.get(&class).into_iter().flatten();
            rows.find(|(row, _)| row == &[*word]).map(|(_, value)| (class, *value))
        };
        let is_passed_over = |word: &&WordId| value(WordClass::Takes, word).is_none();
        let symbol = |word| {
            [WordClass::Piece, WordClass::File, WordClass::Rank]
                .into_iter()
                .find_map(|class| value(class, word))
        };
        words.iter().filter(is_passed_over).map(symbol).collect()
    }
}

fn symbols_of(square: Square) -> [Symbol; 2] {
    [Some((WordClass::File, square.file() as SlotValue)), Some((WordClass::Rank, square.rank() as SlotValue))]
}

/// Whether one wanted symbol is missing or replaced. The last one may not be missing, since it may still be said.
fn is_one_edit(heard: &[Symbol], wanted: &[Symbol]) -> bool {
    let same = heard.iter().zip(wanted).take_while(|(heard, wanted)| heard == wanted).count();
    same < heard.len() && heard.get(same + heard.len() + 1 - wanted.len()..) == wanted.get(same + 1..)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_may_be_lost_or_another() {
        let symbols = |text: &str| -> Vec<Symbol> {
            let symbol = |c: char| match c {
                'a'..='h' => Some((WordClass::File, c as SlotValue - 'a' as SlotValue)),
                '1'..='8' => Some((WordClass::Rank, c as SlotValue - '1' as SlotValue)),
                _ => None,
            };
            text.chars().map(symbol).collect()
        };
        for (heard, expected) in [
            ("h11", true),
            ("1g1", true),
            ("h1g", false),
            ("h1e1", true),
            ("?1g1", true),
            ("h1?1", true),
            ("h1g?", true),
            ("hg", false),
            ("h1h2", false),
            ("g1h1", false),
            ("h1g1", false),
        ] {
            assert_eq!(is_one_edit(&symbols(heard), &symbols("h1g1")), expected, "{heard}");
        }
    }
}
