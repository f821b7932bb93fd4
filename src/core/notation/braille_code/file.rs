//! The file of a braille code.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::language::{Message, exactly};

/// A string of braille cells.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
pub(super) struct Cells(String);

impl Cells {
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum MoveLength {
    Long,
    Short,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CodeFile {
    pub(super) name: String,
    /// Tags of the languages in which it is usual.
    #[serde(default)]
    pub(super) languages: Vec<String>,
    pub(super) form: MoveLength,
    pub(super) pieces: PieceCells,
    pub(super) board: BoardCells,
    pub(super) squares: SquareCells,
    pub(super) marks: MarkCells,
    pub(super) score: ScoreCells,
    pub(super) text: TextCells,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PieceCells {
    pub(super) king: Cells,
    pub(super) queen: Cells,
    pub(super) rook: Cells,
    pub(super) bishop: Cells,
    pub(super) knight: Cells,
    pub(super) pawn: Cells,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct BoardCells {
    /// The dots added for a white piece.
    pub(super) white: Cells,
    pub(super) empty_light: Cells,
    pub(super) empty_dark: Cells,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SquareCells {
    #[serde(deserialize_with = "exactly")]
    pub(super) files: [Cells; 8],
    #[serde(deserialize_with = "exactly")]
    pub(super) ranks: [Cells; 8],
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct MarkCells {
    pub(super) to: Cells,
    pub(super) capture: Cells,
    pub(super) promotion: Cells,
    pub(super) check: Cells,
    pub(super) mate: Cells,
    pub(super) short_castling: Cells,
    pub(super) long_castling: Cells,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ScoreCells {
    pub(super) before_number: Cells,
    #[serde(deserialize_with = "exactly")]
    pub(super) digits: [Cells; 10],
    pub(super) after_number: Cells,
    pub(super) black_first: Cells,
    pub(super) white_wins: Cells,
    pub(super) black_wins: Cells,
    pub(super) draw: Cells,
    pub(super) both_lose: Cells,
    pub(super) half_to_white: Cells,
    pub(super) half_to_black: Cells,
    pub(super) unfinished: Cells,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct TextCells {
    pub(super) number_sign: Cells,
    #[serde(deserialize_with = "exactly")]
    pub(super) digits: [Cells; 10],
    pub(super) unknown: Cells,
    pub(super) characters: BTreeMap<char, Cells>,
}

/// What is wrong with the cells of a code. The name is that of a section or of a value in it.
#[derive(Clone, Debug, PartialEq, Eq, Message)]
#[message(printed, prefix = "braille-code")]
pub enum BrailleCodeFault {
    /// More or fewer than the one cell that there must be.
    Count {
        /// Where.
        name: &'static str,
        /// How many there are.
        count: usize,
    },
    /// No cells.
    Empty {
        /// Where.
        name: &'static str,
    },
    /// The same cells for two things that must differ.
    Same {
        /// Where.
        name: &'static str,
        /// The cells.
        cells: String,
    },
    /// A character that is no cell.
    NoCell {
        /// Where.
        name: &'static str,
        /// The character.
        found: String,
    },
}

impl CodeFile {
    /// Checks that all values are cells, one where one is required, and that none has two meanings.
    pub(super) fn check(&self) -> Result<(), BrailleCodeFault> {
        let pieces = &self.pieces;
        let pieces = [
            ("pieces.king", &pieces.king),
            ("pieces.queen", &pieces.queen),
            ("pieces.rook", &pieces.rook),
            ("pieces.bishop", &pieces.bishop),
            ("pieces.knight", &pieces.knight),
            ("pieces.pawn", &pieces.pawn),
        ];
        let board = [
            ("board.white", &self.board.white),
            ("board.empty-light", &self.board.empty_light),
            ("board.empty-dark", &self.board.empty_dark),
        ];
        for (name, cells) in pieces.iter().chain(&board) {
            let count = cells.0.chars().count();
            if count != 1 {
                return Err(BrailleCodeFault::Count { name, count });
            }
        }
        check_distinct("pieces", pieces.iter().map(|(_, cells)| *cells))?;
        check_distinct("squares.files", self.squares.files.iter())?;
        check_distinct("squares.ranks", self.squares.ranks.iter())?;
        let score = &self.score;
        let results = [
            &score.white_wins,
            &score.black_wins,
            &score.draw,
            &score.both_lose,
            &score.half_to_white,
            &score.half_to_black,
            &score.unfinished,
        ];
        check_distinct("score", results.into_iter())?;
        check_distinct("score.digits", self.score.digits.iter())?;
        let marks = &self.marks;
        check_distinct("marks", [&marks.short_castling, &marks.long_castling].into_iter())?;
        let named =
            [("marks.to", &marks.to), ("marks.capture", &marks.capture), ("marks.check", &marks.check)];
        let named =
            named.into_iter().chain([("marks.mate", &marks.mate), ("marks.promotion", &marks.promotion)]);
        let all = pieces.into_iter().chain(board).chain(named);
        let all = all.chain(self.squares.files.iter().map(|cells| ("squares.files", cells)));
        let all = all.chain(self.squares.ranks.iter().map(|cells| ("squares.ranks", cells)));
        let all = all.chain(score.digits.iter().map(|cells| ("score.digits", cells)));
        let all = all.chain(results.into_iter().map(|cells| ("score", cells)));
        let rest = [&score.before_number, &score.after_number, &score.black_first, &self.text.number_sign];
        let all = all.chain(rest.into_iter().map(|cells| ("score", cells)));
        let all = all.chain(self.text.digits.iter().map(|cells| ("text.digits", cells)));
        let all = all.chain(self.text.characters.values().map(|cells| ("text.characters", cells)));
        for (name, cells) in all.chain([("text.unknown", &self.text.unknown)]) {
            if let Some(other) = cells.0.chars().find(|c| !('\u{2800}'..='\u{28FF}').contains(c)) {
                return Err(BrailleCodeFault::NoCell { name, found: other.to_string() });
            }
        }
        Ok(())
    }
}

/// Checks that these are not empty and all differ.
fn check_distinct<'a>(
    name: &'static str,
    cells: impl Iterator<Item = &'a Cells>,
) -> Result<(), BrailleCodeFault> {
    let mut known: Vec<&Cells> = Vec::new();
    for one in cells {
        if one.0.is_empty() {
            return Err(BrailleCodeFault::Empty { name });
        }
        if known.contains(&one) {
            return Err(BrailleCodeFault::Same { name, cells: one.0.clone() });
        }
        known.push(one);
    }
    Ok(())
}
