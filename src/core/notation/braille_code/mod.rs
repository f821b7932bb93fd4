//! Chess in braille cells, by codes that are data: `grammars/braille/*.toml`.
//!
//! Cells are the characters U+2800 to U+28FF, whose lowest eight bits are the dots 1 to 8.

mod file;

use std::path::Path;

use shakmaty::{CastlingSide, Chess, Color, Move, Position, Role, Square, san::San};

use crate::files;
use crate::language::{Message, TomlFault};
use crate::laws::{Game, GameResult};
pub use file::BrailleCodeFault;
use file::{Cells, CodeFile, MoveLength};

/// A chess code.
#[derive(Clone, Debug)]
pub struct BrailleCode(CodeFile);

/// The codes that come with annabella, by name.
const KNOWN: [(&str, &str); 3] = [
    ("german", include_str!("../../../../grammars/braille/german.toml")),
    ("english", include_str!("../../../../grammars/braille/english.toml")),
    ("uk-2015", include_str!("../../../../grammars/braille/uk-2015.toml")),
];

/// Why a chess code cannot be used.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "braille-code")]
pub enum BrailleCodeError {
    /// No code has this name.
    Unknown {
        /// The name.
        found: String,
        /// The known names.
        #[message(display)]
        expected: String,
    },
    /// The file cannot be read.
    Read {
        /// The path.
        file: String,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// A line of the file cannot be read.
    Line {
        /// The path or name.
        file: String,
        /// Counted from 1.
        line: usize,
        /// The line.
        text: String,
        /// What is wrong with it.
        fault: TomlFault,
    },
    /// The file holds no code.
    Fault {
        /// The path or name.
        file: String,
        /// What is wrong.
        fault: BrailleCodeFault,
    },
}

impl BrailleCode {
    /// Returns a code by its name, or from a file.
    pub fn named(name: &str) -> Result<BrailleCode, BrailleCodeError> {
        if let Some((_, text)) = KNOWN.iter().find(|(known, _)| *known == name) {
            return BrailleCode::parse(text, name);
        }
        let path = Path::new(name);
        if path.extension().is_none() && !path.exists() {
            let expected = KNOWN.map(|(known, _)| known).join(", ");
            return Err(BrailleCodeError::Unknown { found: name.to_owned(), expected });
        }
        let text = files::read_text(path)
            .map_err(|source| BrailleCodeError::Read { file: name.to_owned(), source })?;
        BrailleCode::parse(&text, name)
    }

    /// Returns the usual code of a language; the English one if it has none.
    ///
    /// # Panics
    ///
    /// Never: the tests read all of them.
    pub fn of_language(tag: &str) -> BrailleCode {
        let language = tag.split(['-', '_']).next().unwrap_or_default();
        let known = |name| BrailleCode::named(name).expect("the codes built in are sound");
        let mut codes = KNOWN.iter().map(|(name, _)| known(name));
        codes
            .find(|code| code.0.languages.iter().any(|of| of == language))
            .unwrap_or_else(|| known("english"))
    }

    /// Reads the text of a code; `name` is what errors call it.
    pub fn parse(text: &str, name: &str) -> Result<BrailleCode, BrailleCodeError> {
        let fault = |fault| BrailleCodeError::Fault { file: name.to_owned(), fault };
        let file: CodeFile = toml::from_str(text).map_err(|error| {
            let (line, text, fault) = TomlFault::locate(text, &error);
            BrailleCodeError::Line { file: name.to_owned(), line, text, fault }
        })?;
        file.check().map_err(fault)?;
        Ok(BrailleCode(file))
    }

    /// Returns the name of the code.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    fn piece(&self, role: Role) -> &str {
        let pieces = &self.0.pieces;
        match role {
            Role::King => &pieces.king,
            Role::Queen => &pieces.queen,
            Role::Rook => &pieces.rook,
            Role::Bishop => &pieces.bishop,
            Role::Knight => &pieces.knight,
            Role::Pawn => &pieces.pawn,
        }
        .as_str()
    }

    fn is_piece(&self, cells: &str) -> bool {
        Role::ALL.into_iter().any(|role| self.piece(role) == cells)
    }

    /// Returns the cell of a piece on the board.
    pub fn piece_on_board(&self, role: Role, color: Color) -> char {
        let cell = self.piece(role).chars().next().unwrap_or(BLANK);
        let added = self.0.board.white.as_str().chars().next().filter(|_| color == Color::White);
        let dots = u32::from(cell) | added.map_or(0, u32::from);
        char::from_u32(dots).unwrap_or(cell)
    }

    /// Returns the cell of an empty square.
    pub fn empty(&self, square: Square) -> char {
        let board = &self.0.board;
        let cell = if square.is_light() { &board.empty_light } else { &board.empty_dark };
        cell.as_str().chars().next().unwrap_or(BLANK)
    }

    fn square(&self, square: Square) -> String {
        format!("{}{}", self.file(square.file()), self.rank(square.rank()))
    }

    fn file(&self, file: shakmaty::File) -> &str {
        self.0.squares.files[usize::from(file)].as_str()
    }

    fn rank(&self, rank: shakmaty::Rank) -> &str {
        self.0.squares.ranks[usize::from(rank)].as_str()
    }

    /// Writes a legal move.
    pub fn of_move(&self, position: &Chess, m: Move) -> String {
        let marks = &self.0.marks;
        let mut cells = self.without_check(position, m, m.is_capture());
        let mut after = position.clone();
        after.play_unchecked(m);
        if after.is_checkmate() {
            cells.push_str(marks.mate.as_str());
        } else if after.is_check() {
            cells.push_str(marks.check.as_str());
        }
        cells
    }

    /// Writes a legal move without capture and check.
    pub fn unmarked(&self, position: &Chess, m: Move) -> String {
        self.without_check(position, m, false)
    }

    fn without_check(&self, position: &Chess, m: Move, captures: bool) -> String {
        let marks = &self.0.marks;
        match m.castling_side() {
            Some(CastlingSide::KingSide) => marks.short_castling.as_str().to_owned(),
            Some(CastlingSide::QueenSide) => marks.long_castling.as_str().to_owned(),
            None => self.squares_of(position, m, captures),
        }
    }

    fn squares_of(&self, position: &Chess, m: Move, captures: bool) -> String {
        let marks = &self.0.marks;
        let mut cells = String::new();
        if m.role() != Role::Pawn {
            cells.push_str(self.piece(m.role()));
        }
        let capture = if captures { marks.capture.as_str() } else { "" };
        match self.0.form {
            MoveLength::Long => {
                cells.extend(m.from().map(|from| self.square(from)));
                cells.push_str(if capture.is_empty() { marks.to.as_str() } else { capture });
            }
            MoveLength::Short => {
                if let San::Normal { file, rank, .. } = San::from_move(position, m) {
                    cells.extend(file.map(|file| self.file(file)));
                    // Without capitals a pawn of the b-file looks like a bishop.
                    let pawns = file.filter(|file| m.role() == Role::Pawn && self.is_piece(self.file(*file)));
                    let rank = rank.or(pawns.and(m.from()).map(|from| from.rank()));
                    cells.extend(rank.map(|rank| self.rank(rank)));
                }
                cells.push_str(capture);
            }
        }
        cells.push_str(&self.square(m.to()));
        if let Some(role) = m.promotion() {
            cells.push_str(marks.promotion.as_str());
            cells.push_str(self.piece(role));
        }
        cells
    }

    /// Writes the number before a move; of Black's moves only the first in a list has one.
    pub fn number(&self, number: u32, black_first: bool) -> String {
        let score = &self.0.score;
        let digits: String = digits(number, &score.digits);
        let after = if black_first { &score.black_first } else { &score.after_number };
        format!("{}{digits}{}", score.before_number.as_str(), after.as_str())
    }

    /// Writes the number before a single move.
    pub fn number_of(&self, position: &Chess) -> String {
        self.number(position.fullmoves().get(), position.turn() == Color::Black)
    }

    /// Writes all moves and the result as words that must not be broken; a number and its move are one word.
    pub fn score(&self, game: &Game, result: Option<GameResult>) -> Vec<String> {
        let mut words = Vec::new();
        for (ply, m) in game.moves().iter().enumerate() {
            let position = game.position_at(ply);
            let cells = self.of_move(position, *m);
            let number = position.fullmoves().get();
            words.push(match position.turn() {
                Color::White => format!("{}{BLANK}{cells}", self.number(number, false)),
                Color::Black if ply == 0 => format!("{}{BLANK}{cells}", self.number(number, true)),
                Color::Black => cells,
            });
        }
        words.push(self.result(result).to_owned());
        words
    }

    /// Returns the cells of a result; without one the game is unfinished.
    pub fn result(&self, result: Option<GameResult>) -> &str {
        let score = &self.0.score;
        match result {
            Some(GameResult::WhiteWins) => &score.white_wins,
            Some(GameResult::BlackWins) => &score.black_wins,
            Some(GameResult::Draw) => &score.draw,
            Some(GameResult::BothLose) => &score.both_lose,
            Some(GameResult::HalfToWhite) => &score.half_to_white,
            Some(GameResult::HalfToBlack) => &score.half_to_black,
            Some(GameResult::NoResult) | None => &score.unfinished,
        }
        .as_str()
    }

    /// Writes other text in six dots: no capitals, digits with the number sign.
    pub fn text(&self, text: &str) -> String {
        let table = &self.0.text;
        let mut cells = String::new();
        let mut number = false;
        for c in text.to_lowercase().chars() {
            match c.to_digit(10) {
                Some(digit) => {
                    if !std::mem::replace(&mut number, true) {
                        cells.push_str(table.number_sign.as_str());
                    }
                    cells.push_str(table.digits[digit as usize].as_str());
                    continue;
                }
                None if c.is_whitespace() => cells.push(BLANK),
                None => {
                    let known = table.characters.get(&c).unwrap_or(&table.unknown);
                    cells.push_str(known.as_str());
                }
            }
            number = false;
        }
        cells
    }
}

/// A cell without dots.
pub const BLANK: char = '\u{2800}';

fn digits(number: u32, cells: &[Cells; 10]) -> String {
    let digits = number.to_string();
    digits.chars().filter_map(|c| c.to_digit(10)).map(|digit| cells[digit as usize].as_str()).collect()
}

/// The letter of each six-dot pattern in North American ASCII braille, by its dots.
const ASCII: &[u8; 64] = b" A1B'K2L@CIF/MSP\"E3H9O6R^DJG>NTQ,*5<-U8V.%[$+X!&;:4\\0Z7(_?W]#Y)=";

/// Converts cells to an embosser's letters, without the dots 7 and 8.
pub fn brf(cells: &str) -> String {
    let letter = |c: char| match u32::from(c).checked_sub(0x2800) {
        Some(dots) => char::from(ASCII[(dots & 0x3F) as usize]),
        None => c,
    };
    cells.chars().map(letter).collect()
}
