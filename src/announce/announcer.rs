//! One language's voice: Fluent messages, spoken names and piece letters.

use std::time::Duration;

use fluent_bundle::FluentArgs;

use super::{
    Announcement, Audience, Line, Shown, Told,
    facts::{self, Facts},
    line::on_square,
};
use crate::{
    language::{Catalogue, CatalogueError, LanguageFolder},
    laws::{CastlingSide, Color, Part, Piece, Role, Square, tracking::Difference},
    notation::{
        BrailleCode, Letters, Style, Wording, algebraic, braille,
        spoken::{Form, SpokenNames, speak},
    },
};

/// Renders announcements in one language.
pub struct Announcer {
    sentences: Catalogue,
    /// As the language gives them, and as they are spoken in this style.
    given: SpokenNames,
    names: SpokenNames,
    style: Style,
    letters: Letters,
    /// Cells of men and moves, instead of the letters that the display's own table makes cells of.
    code: Option<BrailleCode>,
}

/// One announcement for one audience, to both senses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rendering {
    /// The sentence to be spoken.
    pub words: String,
    /// The line to be felt.
    pub line: Line,
}

/// Which side of a message.
#[derive(Clone, Copy)]
enum Side {
    Words,
    Cells,
}

impl Announcer {
    /// A voice from Fluent text and the names its language has for squares and pieces.
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

    /// The voice of a language that comes with annabella, with the names and letters its grammar gives.
    ///
    /// # Panics
    ///
    /// Never: the tests read all of them.
    pub fn of(language: LanguageFolder, names: SpokenNames, letters: Letters) -> Announcer {
        Announcer::new(language.tag, language.sentences, names, letters)
            .expect("the embedded sentences are sound")
    }

    /// From now on in this style; at first it is the usual one.
    pub fn speak_in(&mut self, style: Style) {
        self.names = style.names(&self.given);
        self.style = style;
    }

    /// With moves and men in the cells of a chess code.
    #[must_use]
    pub fn in_code(self, code: Option<BrailleCode>) -> Announcer {
        Announcer { code, ..self }
    }

    /// What is told to somebody: to be spoken, and to be felt.
    pub fn render(&self, announcement: &Announcement, audience: Audience) -> Rendering {
        let line = Line::of_marked(&self.cells(announcement, audience));
        Rendering { words: self.words(announcement, audience), line }
    }

    pub(super) fn words(&self, announcement: &Announcement, audience: Audience) -> String {
        let facts = Facts::of(announcement, self, audience);
        let mut sentence = self.format(facts.id, Side::Words, &facts.args);
        // Whatever word it happens to begin with.
        if let Some(first) = sentence.chars().next().filter(|first| first.is_lowercase()) {
            sentence.replace_range(..first.len_utf8(), &first.to_uppercase().to_string());
        }
        sentence
    }

    /// The line with its marks still in it.
    pub(super) fn cells(&self, announcement: &Announcement, audience: Audience) -> String {
        let facts = Facts::of(announcement, self, audience);
        self.format(facts.id, Side::Cells, &facts.args)
    }

    /// A building block of a sentence.
    pub(super) fn text(&self, id: &str, args: &FluentArgs) -> String {
        self.format(id, Side::Words, args)
    }

    /// A building block of a line.
    pub(super) fn text_cells(&self, id: &str, args: &FluentArgs) -> String {
        self.format(id, Side::Cells, args)
    }

    fn format(&self, id: &str, side: Side, args: &FluentArgs) -> String {
        let attribute = match side {
            Side::Words => None,
            Side::Cells => Some("braille"),
        };
        self.sentences.text(id, attribute, args)
    }

    pub(super) fn square(&self, square: Square) -> String {
        self.names.square(square)
    }

    /// As much of a square as was named; `None` for nothing.
    pub(super) fn part(&self, part: Part) -> Option<String> {
        let file = part.file.map(|file| self.names.file(file));
        let rank = part.rank.map(|rank| self.names.rank(rank));
        match (file, rank) {
            (None, None) => None,
            (file, rank) => Some(file.into_iter().chain(rank).collect::<Vec<_>>().join(" ")),
        }
    }

    /// The whole move as FIDE D.2.1 wants it announced.
    pub(super) fn full(&self, told: &Told) -> String {
        self.in_style(told, true).unwrap_or_else(|| speak(&told.before, told.m, &self.names, Form::Full))
    }

    /// Where the style is not that of the Laws.
    fn in_style(&self, told: &Told, captures: bool) -> Option<String> {
        let m = told.m;
        match self.style.wording {
            Wording::Names | Wording::Nato => None,
            Wording::Literate if captures || !m.is_capture() => {
                Some(speak(&told.before, m, &self.names, Form::Short))
            }
            Wording::Literate => None,
            Wording::San if captures || !m.is_capture() => {
                let san = algebraic::san(&told.before, m, &self.letters);
                // Check and mate are told in words.
                Some(san.trim_end_matches(['+', '#']).to_owned())
            }
            Wording::San => Some(algebraic::as_said(m, &self.letters, false)),
            Wording::Coordinates if m.castling_side().is_some() => None,
            Wording::Coordinates => {
                let squares = m.from().into_iter().chain([m.to()]).map(|square| square.to_string());
                let promotion = m.promotion().map(|role| self.names.piece(role).to_owned());
                Some(squares.chain(promotion).collect::<Vec<_>>().join(" "))
            }
        }
    }

    /// The move as it is asked back: a pawn that only goes ahead by its squares.
    pub(super) fn question_of(&self, told: &Told, shown: Shown) -> String {
        let captures = told.m.is_capture() && !matches!(shown, Shown::Said { captures: false, .. });
        if let Some(words) = self.in_style(told, captures) {
            return words;
        }
        let form = match told.m.role() {
            Role::Pawn if !captures && !told.m.is_promotion() => Form::Squares,
            _ if captures => Form::Full,
            _ => Form::Plain,
        };
        speak(&told.before, told.m, &self.names, form)
    }

    pub(super) fn cells_as_shown(&self, told: &Told, shown: Shown) -> String {
        let Shown::Said { captures, check, mate } = shown else { return self.cells_of(told) };
        let mut cells = algebraic::as_said(told.m, &self.letters, captures && told.m.is_capture());
        match (check, mate) {
            (_, true) => cells.push('#'),
            (true, false) => cells.push('+'),
            (false, false) => {}
        }
        cells
    }

    pub(super) fn cells_of(&self, told: &Told) -> String {
        match &self.code {
            Some(code) => code.of_move(&told.before, told.m),
            None => algebraic::long(&told.before, told.m, &self.letters),
        }
    }

    /// The move with its number, as it stands on the line.
    pub(super) fn score_of(&self, told: &Told) -> String {
        match &self.code {
            Some(code) => code.numbered(&told.before, told.m),
            None => braille(&told.before, told.m, &self.letters),
        }
    }

    pub(super) fn letter(&self, role: Role) -> String {
        if role == Role::Pawn { String::new() } else { self.letter_of_pawn_too(role) }
    }

    pub(super) fn letter_of_pawn_too(&self, role: Role) -> String {
        self.letters.of_role(role).to_owned()
    }

    /// White's pieces in capitals, Black's small.
    pub(super) fn piece_cell(&self, role: Role, color: Color) -> String {
        if let Some(code) = &self.code {
            return code.man(role, color).to_string();
        }
        let letter = self.letter_of_pawn_too(role);
        color.fold_wb(letter.to_uppercase(), letter.to_lowercase())
    }

    /// A square with nothing on it, which is white or black all the same.
    pub(super) fn empty_cell(&self, square: Square) -> String {
        match &self.code {
            Some(code) => code.empty(square).to_string(),
            None => if square.is_light() { "-" } else { "+" }.to_owned(),
        }
    }

    pub(super) fn piece_of(&self, role: Role, color: Color, audience: Audience) -> String {
        let mut args = FluentArgs::new();
        args.set("piece", facts::piece(role));
        args.set("owner", facts::owner(audience, color));
        self.text("piece-of", &args)
    }

    /// How a square of the electronic board is not as it should be, in words and in cells.
    pub(super) fn difference(&self, difference: &Difference, discreet: bool) -> (String, String) {
        let Difference { square, holds, should } = *difference;
        if discreet {
            return (self.square(square), on_square(square, &square.to_string()));
        }
        let name = |man: Option<Piece>| man.map_or("none", |man| facts::piece(man.role));
        let cell = |man: Option<Piece>| {
            man.map_or_else(|| "-".to_owned(), |man| self.piece_cell(man.role, man.color))
        };
        let mut args = FluentArgs::new();
        args.set("square", self.square(square));
        args.set("holds", name(holds));
        args.set("should", name(should));
        args.set(
            "colours",
            match (holds, should) {
                (Some(holds), Some(should)) if holds.role == should.role => facts::side(holds.color),
                _ => "none",
            },
        );
        let cells = format!("{square} {}/{}", cell(holds), cell(should));
        (self.text("board-square", &args), on_square(square, &cells))
    }

    pub(super) fn no_piece(&self, role: Role) -> String {
        let mut args = FluentArgs::new();
        args.set("piece", facts::piece(role));
        self.text("no-piece", &args)
    }

    pub(super) fn pieces(&self, role: Role, count: usize) -> String {
        let mut args = FluentArgs::new();
        args.set("piece", facts::piece(role));
        args.set("count", count);
        self.text("pieces", &args)
    }

    /// "eine Dame", "2 Türme".
    pub(super) fn counted(&self, role: Role, count: usize) -> String {
        let mut args = FluentArgs::new();
        args.set("piece", facts::piece(role));
        args.set("count", count);
        self.text("counted", &args)
    }

    pub(super) fn owner(&self, audience: Audience, color: Color) -> String {
        let mut args = FluentArgs::new();
        args.set("owner", facts::owner(audience, color));
        self.text("owner", &args)
    }

    pub(super) fn castling(&self, side: CastlingSide) -> &str {
        self.names.castling(side)
    }

    /// "A, B oder C".
    pub(super) fn either(&self, choices: &[String]) -> String {
        match choices {
            [] => String::new(),
            [only] => only.clone(),
            [first @ .., last] => {
                let mut args = FluentArgs::new();
                args.set("first", first.join(", "));
                args.set("last", last.clone());
                self.text("either", &args)
            }
        }
    }

    pub(super) fn squares(&self, squares: &[Square]) -> String {
        if squares.is_empty() {
            return "none".to_owned();
        }
        squares.iter().map(|&square| self.square(square)).collect::<Vec<_>>().join(", ")
    }

    pub(super) fn squares_cells(&self, squares: &[Square]) -> String {
        squares.iter().map(|square| on_square(*square, &square.to_string())).collect::<Vec<_>>().join(" ")
    }

    /// "König Eva eins, Dame David eins".
    pub(super) fn placed(&self, pieces: &[(Square, Role)]) -> String {
        let placed = pieces.iter().map(|&(square, role)| self.at(&self.pieces(role, 1), square));
        self.in_row(placed)
    }

    /// A man and its square, in the order that was chosen.
    pub(super) fn at(&self, man: &str, square: Square) -> String {
        let square = self.square(square);
        if self.style.square_first { format!("{square} {man}") } else { format!("{man} {square}") }
    }

    /// Men told one after the other, with a pause after every few of them where that was chosen.
    pub(super) fn in_row(&self, men: impl Iterator<Item = String>) -> String {
        let men: Vec<String> = men.collect();
        let parts = men.chunks(if self.style.pause_after == 0 { usize::MAX } else { self.style.pause_after });
        parts.map(|part| part.join(", ")).collect::<Vec<_>>().join(". ")
    }

    pub(super) fn placed_cells(&self, pieces: &[(Square, Role)]) -> String {
        let placed =
            pieces.iter().map(|&(square, role)| on_square(square, &format!("{}{square}", self.letter(role))));
        placed.collect::<Vec<_>>().join(" ")
    }

    /// The main time of a time control: "90 Minuten", as everybody calls it.
    pub(super) fn main_time(&self, time: Duration) -> String {
        let minutes = time.as_secs() / 60;
        if time.as_secs().is_multiple_of(60) && time.subsec_nanos() == 0 && (2..=150).contains(&minutes) {
            let mut args = FluentArgs::new();
            args.set("minutes", minutes);
            return self.text("duration-minutes", &args);
        }
        self.duration(time)
    }

    /// A time as a player wants to hear it: the exacter, the less there is.
    pub(super) fn duration(&self, time: Duration) -> String {
        // A clock shows 0:01 until the last millisecond is gone.
        let seconds = time.as_millis().div_ceil(1000) as u64;
        let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        let mut args = FluentArgs::new();
        args.set("hours", hours);
        args.set("minutes", minutes);
        args.set("seconds", rest);
        let id = match (hours, minutes, rest) {
            (0, 0, _) => "duration-seconds",
            (0, _, 0) => "duration-minutes",
            (0, 0..=9, _) => "duration-minutes-seconds",
            (0, _, _) => "duration-minutes",
            _ => "duration-hours",
        };
        self.text(id, &args)
    }

    /// The same to the second, also where the last minutes are far.
    pub(super) fn exactly(&self, time: Duration) -> String {
        let whole = self.duration(Duration::from_secs(time.as_secs() / 60 * 60));
        match (time.as_secs() / 60, time.as_secs() % 60) {
            (..10, _) | (_, 0) => self.duration(time),
            (_, seconds) => format!("{whole} {}", self.duration(Duration::from_secs(seconds))),
        }
    }

    /// "1:30:00".
    pub fn time_cells(time: Duration) -> String {
        let seconds = time.as_millis().div_ceil(1000);
        format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
    }

    /// "W 1:30:00 S 1:30:00", for the right end of the line.
    pub fn clock_cells(&self, white: Duration, black: Duration) -> String {
        let mut args = FluentArgs::new();
        args.set("white", Announcer::time_cells(white));
        args.set("black", Announcer::time_cells(black));
        self.format("clocks", Side::Cells, &args)
    }
}
