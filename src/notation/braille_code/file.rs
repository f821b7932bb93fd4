//! A braille code as it is written.

use std::collections::BTreeMap;

use serde::Deserialize;

/// Some cells.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
pub(super) struct Cells(String);

impl Cells {
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Form {
    Long,
    Short,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub(super) name: String,
    /// Tags of the languages in which it is usual.
    #[serde(default)]
    pub(super) languages: Vec<String>,
    pub(super) form: Form,
    pub(super) pieces: Pieces,
    pub(super) board: Board,
    pub(super) squares: Squares,
    pub(super) marks: Marks,
    pub(super) score: Score,
    pub(super) text: Text,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Pieces {
    pub(super) king: Cells,
    pub(super) queen: Cells,
    pub(super) rook: Cells,
    pub(super) bishop: Cells,
    pub(super) knight: Cells,
    pub(super) pawn: Cells,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Board {
    /// The dots that a white man has more.
    pub(super) white: Cells,
    pub(super) empty_light: Cells,
    pub(super) empty_dark: Cells,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Squares {
    pub(super) files: [Cells; 8],
    pub(super) ranks: [Cells; 8],
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Marks {
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
pub(super) struct Score {
    pub(super) before_number: Cells,
    pub(super) digits: [Cells; 10],
    pub(super) after_number: Cells,
    pub(super) black_first: Cells,
    pub(super) white_wins: Cells,
    pub(super) black_wins: Cells,
    pub(super) draw: Cells,
    pub(super) both_lose: Cells,
    pub(super) unfinished: Cells,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Text {
    pub(super) number_sign: Cells,
    pub(super) digits: [Cells; 10],
    pub(super) unknown: Cells,
    pub(super) characters: BTreeMap<char, Cells>,
}

impl File {
    /// Whether all of it is cells, where one is wanted there is one, and nothing stands for two things.
    pub(super) fn check(&self) -> Result<(), String> {
        let pieces = &self.pieces;
        let men = [
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
        for (name, cells) in men.iter().chain(&board) {
            let count = cells.0.chars().count();
            if count != 1 {
                return Err(format!("{name} has {count} cells, expected one"));
            }
        }
        apart("piece", men.iter().map(|(_, cells)| *cells))?;
        apart("file", self.squares.files.iter())?;
        apart("rank", self.squares.ranks.iter())?;
        let score = &self.score;
        let results =
            [&score.white_wins, &score.black_wins, &score.draw, &score.both_lose, &score.unfinished];
        apart("result", results.into_iter())?;
        apart("digit", self.score.digits.iter())?;
        let marks = &self.marks;
        apart("castling", [&marks.short_castling, &marks.long_castling].into_iter())?;
        let named =
            [("marks.to", &marks.to), ("marks.capture", &marks.capture), ("marks.check", &marks.check)];
        let named =
            named.into_iter().chain([("marks.mate", &marks.mate), ("marks.promotion", &marks.promotion)]);
        let all = men.into_iter().chain(board).chain(named);
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
                return Err(format!("'{other}' in {name} is no braille cell, expected U+2800 to U+28FF"));
            }
        }
        Ok(())
    }
}

/// Whether all of these differ and say something.
fn apart<'a>(what: &str, cells: impl Iterator<Item = &'a Cells>) -> Result<(), String> {
    let mut known: Vec<&Cells> = Vec::new();
    for one in cells {
        if one.0.is_empty() {
            return Err(format!("a {what} has no cells"));
        }
        if known.contains(&one) {
            return Err(format!("{} stands for two things of the kind {what}, expected one", one.0));
        }
        known.push(one);
    }
    Ok(())
}
