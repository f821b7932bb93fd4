//! Moves in the letters of any language, and in another spelling than PGN's: `Sf3`, `♘f3`, `e2-e4`, `a8Q`.
//!
//! PGN has English letters only (8.2.3.2), but scores are typed in any. A game has one set of letters, and a piece that
//! these do not name is no other piece.

use super::tokens::WrittenGame;
use crate::{
    laws::{Attempt, Chess, Game, ScoreSheet, Verdict},
    notation::{Letters, named_piece, new_piece, read},
};

/// Returns what a word states in these letters; nothing, if it is no move in them or names a piece of other letters only.
pub(super) fn said(word: &str, letters: &Letters) -> Option<Attempt> {
    let names = |letters: &Letters| named_piece(word, letters).is_some();
    let is_of_others = || !names(letters) && Letters::ALL.iter().any(names);
    let attempt = read(word, letters).ok().filter(|_| !is_of_others())?;
    // What was written about check is no part of the move.
    Some(Attempt { check: false, mate: false, ..attempt })
}

impl WrittenGame {
    /// Whether each capital that names a piece in some language names one in these letters, also a pawn's new piece.
    pub(super) fn has_the_pieces_of(&self, letters: &Letters) -> bool {
        let is_named = |names: &dyn Fn(&Letters) -> bool| names(letters) || !Letters::ALL.iter().any(names);
        self.words.iter().map(|word| &word.text).all(|word| {
            is_named(&|letters| named_piece(word, letters).is_some())
                && is_named(&|letters| new_piece(word, letters).is_some())
        })
    }

    /// Returns the words as a player's score, slips and all, in the letters that have its pieces and by which it goes
    /// furthest without a slip.
    pub fn score_sheet(&self, start: &Chess) -> ScoreSheet {
        let in_letters = |letters: &Letters| -> ScoreSheet {
            self.words.iter().map(|word| (word.text.clone(), said(&word.text, letters))).collect()
        };
        let fits = |letters: &Letters, sheet: &ScoreSheet| {
            (self.has_the_pieces_of(letters), legal_run(start, sheet))
        };
        let sheets = Letters::ALL.iter().map(|letters| (letters, in_letters(letters)));
        let rated = sheets.map(|(letters, sheet)| (fits(letters, &sheet), sheet));
        let best = rated.reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.map(|(_, sheet)| sheet).unwrap_or_default()
    }
}

fn legal_run(start: &Chess, sheet: &ScoreSheet) -> usize {
    let mut game = Game::from_position(start.clone());
    let plays = |entry: &crate::laws::ScoreEntry| {
        let Verdict::Legal(m) = game.judge(entry.said.as_ref()?) else { return None };
        game.play(m).ok()
    };
    sheet.entries.iter().map_while(plays).count()
}
