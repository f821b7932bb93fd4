//! Renders announcements in one language: its sentences, spoken names and piece letters.

use super::{Announcement, Audience, Line, MoveDetail, MoveInPosition, facts::Facts};
use crate::{
    language::{Catalogue, CatalogueError, LanguageFolder, Message},
    laws::{CastlingSide, Color, PartialSquare, Position, Role, Square},
    notation::{
        BrailleCode, Letters, Style, Wording, algebraic, numbered,
        spoken::{MoveForm, SpokenNames, speak},
    },
};

/// Renders announcements in one language.
pub struct Announcer {
    sentences: Catalogue,
    /// The names as the language gives them, and as the style speaks them.
    given: SpokenNames,
    pub(super) names: SpokenNames,
    pub(super) style: Style,
    letters: Letters,
    /// The chess code for pieces and moves; none for the letters in the display's own table.
    code: Option<BrailleCode>,
}

/// One announcement for one audience, in both senses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rendering {
    /// The sentence to be spoken.
    pub words: String,
    /// The line to be felt.
    pub line: Line,
}

/// The sense that a side of a message is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sense {
    Words,
    Cells,
}

impl Announcer {
    /// An announcer from Fluent text and the names its language has for squares and pieces.
    pub fn new(
        tag: &str,
        ftl: &str,
        names: SpokenNames,
        letters: Letters,
    ) -> Result<Announcer, CatalogueError> {
        let sentences = Catalogue::new(tag, ftl)?;
        let style = Style::default();
        Ok(Announcer { sentences, given: names.clone(), names, style, letters, code: None })
    }

    /// The announcer of an embedded language, with the names and letters its grammar gives.
    ///
    /// # Panics
    ///
    /// Never: the tests read every language.
    pub fn of(language: LanguageFolder, names: SpokenNames, letters: Letters) -> Announcer {
        Announcer::new(language.tag, language.sentences, names, letters)
            .expect("the embedded sentences are sound")
    }

    /// Changes the style, which is the usual one at first.
    pub fn speak_in(&mut self, style: Style) {
        self.names = style.names(&self.given);
        self.style = style;
    }

    /// The same with moves and pieces in the cells of a chess code.
    #[must_use]
    pub fn in_code(self, code: Option<BrailleCode>) -> Announcer {
        Announcer { code, ..self }
    }

    /// Renders an announcement for an audience.
    pub fn render(&self, announcement: &Announcement, audience: Audience) -> Rendering {
        let line = Line::of_marked(&self.tell(announcement, audience, Sense::Cells));
        Rendering { words: self.sentence(announcement, audience), line }
    }

    /// An announcement in words, with a capital at its beginning.
    pub(super) fn sentence<'a>(
        &'a self,
        announcement: &impl Message<Facts<'a>>,
        audience: Audience,
    ) -> String {
        capitalized(self.tell(announcement, audience, Sense::Words))
    }

    /// One side of a message; cells still have their marks.
    ///
    /// A message without cells of its own has the same text on both sides.
    pub(super) fn tell<'a>(
        &'a self,
        message: &impl Message<Facts<'a>>,
        audience: Audience,
        sense: Sense,
    ) -> String {
        let mut facts = Facts::new(self, audience, sense);
        message.add_arguments(&mut facts);
        let line = match sense {
            Sense::Words => None,
            Sense::Cells => self.sentences.find(message.id(), Some("braille"), facts.args()),
        };
        line.unwrap_or_else(|| self.sentences.text(message.id(), None, facts.args()))
    }

    pub(super) fn square(&self, square: Square) -> String {
        self.names.square(square)
    }

    /// As much of a square as was named.
    pub(super) fn part(&self, part: PartialSquare) -> Option<String> {
        let file = part.file.map(|file| self.names.file(file));
        let rank = part.rank.map(|rank| self.names.rank(rank));
        match (file, rank) {
            (None, None) => None,
            (file, rank) => Some(file.into_iter().chain(rank).collect::<Vec<_>>().join(" ")),
        }
    }

    /// The whole move as FIDE D.2.1 wants it announced.
    pub(super) fn full(&self, told: &MoveInPosition) -> String {
        let (captures, form) = match told.detail {
            MoveDetail::Full => (true, MoveForm::Full),
            MoveDetail::Squares => (false, MoveForm::Plain),
            MoveDetail::AsSaid(attempt) => return self.said(&attempt, false),
        };
        self.in_style(told, captures).unwrap_or_else(|| speak(&told.before, told.m, &self.names, form))
    }

    /// The move in the words of a style that is not that of the Laws.
    fn in_style(&self, told: &MoveInPosition, captures: bool) -> Option<String> {
        let m = told.m;
        match self.style.wording {
            Wording::Names | Wording::Nato => None,
            Wording::Literate if captures || !m.is_capture() => {
                Some(speak(&told.before, m, &self.names, MoveForm::Short))
            }
            Wording::Literate => None,
            Wording::San if captures || !m.is_capture() => {
                let san = algebraic::san(&told.before, m, &self.letters);
                // Check and mate are told in words.
                Some(san.trim_end_matches(['+', '#']).to_owned())
            }
            Wording::San => Some(algebraic::as_said(m, &self.letters, false)),
            Wording::Numeric => Some(speak(&told.before, m, &self.names, MoveForm::Numeric)),
            Wording::Coordinates if m.castling_side().is_some() => None,
            Wording::Coordinates => {
                let squares = m.from().into_iter().chain([m.to()]).map(|square| square.to_string());
                let promotion = m.promotion().map(|role| self.names.piece(role).to_owned());
                Some(squares.chain(promotion).collect::<Vec<_>>().join(" "))
            }
        }
    }

    /// The move as it is read back: a pawn's plain move by its squares alone.
    pub(super) fn question_of(&self, told: &MoveInPosition) -> String {
        let captures = match told.detail {
            MoveDetail::Full => told.m.is_capture(),
            MoveDetail::Squares => false,
            MoveDetail::AsSaid(attempt) => return self.said(&attempt, true),
        };
        if let Some(words) = self.in_style(told, captures) {
            return words;
        }
        let form = if captures {
            MoveForm::Full
        } else if told.m.role() == Role::Pawn && !told.m.is_promotion() {
            MoveForm::Squares
        } else {
            MoveForm::Plain
        };
        speak(&told.before, told.m, &self.names, form)
    }

    pub(super) fn cells_of(&self, told: &MoveInPosition) -> String {
        match (told.detail, &self.code) {
            (MoveDetail::Full, Some(code)) => code.of_move(&told.before, told.m),
            (MoveDetail::Full, None) => algebraic::long(&told.before, told.m, &self.letters),
            (MoveDetail::Squares, Some(code)) => code.unmarked(&told.before, told.m),
            (MoveDetail::Squares, None) => algebraic::as_said(told.m, &self.letters, false),
            (MoveDetail::AsSaid(attempt), _) => self.said_cells(&attempt),
        }
    }

    /// A whole move as it is written on paper: "3. Lf1-b5".
    pub fn written(&self, told: &MoveInPosition) -> Option<String> {
        let whole =
            || format!("{} {}", numbered(&told.before), algebraic::long(&told.before, told.m, &self.letters));
        (told.detail == MoveDetail::Full).then(whole)
    }

    /// The move with its number, in cells.
    pub(super) fn score_of(&self, told: &MoveInPosition) -> String {
        let number = match &self.code {
            Some(code) => code.number_of(&told.before),
            None => numbered(&told.before),
        };
        format!("{number} {}", self.cells_of(told))
    }

    /// "1. e2-e4 e7-e5": White's moves and the first one have numbers.
    pub(super) fn score(&self, moves: &[MoveInPosition]) -> String {
        let cells = moves.iter().enumerate().map(|(n, told)| {
            let numbered = n == 0 || told.before.turn() == Color::White;
            if numbered { self.score_of(told) } else { self.cells_of(told) }
        });
        cells.collect::<Vec<_>>().join(" ")
    }

    pub(super) fn letters(&self) -> &Letters {
        &self.letters
    }

    pub(super) fn letter(&self, role: Role) -> String {
        if role == Role::Pawn { String::new() } else { self.letter_of_pawn_too(role) }
    }

    pub(super) fn letter_of_pawn_too(&self, role: Role) -> String {
        self.letters.of_role(role).to_owned()
    }

    /// A piece of a side, in a cell.
    pub(super) fn piece_cell(&self, role: Role, color: Color) -> String {
        if let Some(code) = &self.code {
            return code.piece_on_board(role, color).to_string();
        }
        self.piece_letter(role, color)
    }

    /// The letter of a piece of a side: White's are capitals, Black's small.
    pub(super) fn piece_letter(&self, role: Role, color: Color) -> String {
        let letter = self.letter_of_pawn_too(role);
        color.fold_wb(letter.to_uppercase(), letter.to_lowercase())
    }

    /// An empty square, light or dark.
    pub(super) fn empty_cell(&self, square: Square) -> String {
        match &self.code {
            Some(code) => code.empty(square).to_string(),
            None => if square.is_light() { "-" } else { "+" }.to_owned(),
        }
    }

    pub(super) fn castling(&self, side: CastlingSide) -> &str {
        self.names.castling(side)
    }

    /// A piece and its square, in the order of the style.
    pub(super) fn at(&self, piece: &str, square: Square) -> String {
        let square = self.square(square);
        if self.style.square_first { format!("{square} {piece}") } else { format!("{piece} {square}") }
    }

    /// After how many pieces the style pauses.
    pub(super) fn pause_after(&self) -> usize {
        if self.style.pause_after == 0 { usize::MAX } else { self.style.pause_after }
    }

    /// Pieces one after another, with the pauses of the style.
    pub(super) fn in_row(&self, pieces: impl Iterator<Item = String>) -> String {
        let pieces: Vec<String> = pieces.collect();
        pieces.chunks(self.pause_after()).map(|part| part.join(", ")).collect::<Vec<_>>().join(". ")
    }
}

/// A text with a capital at its beginning.
pub(super) fn capitalized(mut text: String) -> String {
    if let Some(first) = text.chars().next().filter(|first| first.is_lowercase()) {
        text.replace_range(..first.len_utf8(), &first.to_uppercase().to_string());
    }
    text
}
