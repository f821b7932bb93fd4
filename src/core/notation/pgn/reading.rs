//! Reads PGN: tags, main line, clocks and comments of game after game.

use shakmaty::san::SanPlus;

use super::{
    PgnGame,
    letters::said,
    move_number,
    tokens::{Unclosed, WrittenGame, is_null_move, written_games},
};
use crate::{
    language::Message,
    laws::{Game, Move, NotLegal, Reason, StartError, StartPosition, Verdict},
    notation::Letters,
};

/// Why a written move is not legal.
#[derive(Clone, Debug, PartialEq, Eq, Message)]
#[message(printed, prefix = "pgn-illegal")]
pub enum IllegalSan {
    /// The game takes no move there.
    #[message(transparent)]
    NotPlayed(NotLegal),
    /// No piece can make it.
    #[message(transparent)]
    Reason(Reason),
    /// The pawn's new piece is left out.
    PromotionMissing,
}

/// A game that cannot be read. Games are counted from one.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "pgn")]
pub enum PgnError {
    /// A word is no move.
    Unreadable {
        /// The number of the game.
        game: usize,
        /// The number of the move.
        number: String,
        /// The word.
        word: String,
    },
    /// The move is not legal.
    Illegal {
        /// The number of the game.
        game: usize,
        /// The number of the move.
        number: String,
        /// The move as written.
        san: String,
        /// Why it is not legal.
        reason: IllegalSan,
    },
    /// It fits several moves.
    Ambiguous {
        /// The number of the game.
        game: usize,
        /// The number of the move.
        number: String,
        /// The move as written.
        san: String,
    },
    /// Its letter is a pawn in English and another piece, which can go there too, in another language.
    PawnLetter {
        /// The number of the game.
        game: usize,
        /// The number of the move.
        number: String,
        /// The move as written.
        san: String,
    },
    /// The tag `FEN` holds no start.
    Start {
        /// The number of the game.
        game: usize,
        /// Its value.
        fen: String,
        /// What is wrong with it.
        reason: StartError,
    },
    /// It is a game of another variant than chess and Chess960.
    Variant {
        /// The number of the game.
        game: usize,
        /// The name of the variant.
        variant: String,
    },
    /// A variation is not closed.
    Unclosed {
        /// The number of the game.
        game: usize,
        /// The number of the move before it.
        number: String,
    },
    /// A comment is not closed.
    UnclosedComment {
        /// The number of the game.
        game: usize,
        /// The number of the move before it.
        number: String,
    },
    /// No move was made there, or it could not be read.
    NullMove {
        /// The number of the game.
        game: usize,
        /// The number of the move.
        number: String,
        /// What stands in its place.
        word: String,
    },
}

/// A game as far as it can be read, and why not further.
#[derive(Debug)]
pub struct ReadGame {
    /// Its tags, and the moves before the fault.
    pub game: PgnGame,
    /// What is wrong with it.
    pub fault: Option<PgnError>,
}

/// Reads game after game, each as far as it can be read; what is wrong with one does not affect the next.
///
/// Keeps tags, main line, clocks (`%clk`) and comments, and skips variations and assessments. A word that stands in the
/// place of a move but is none is an error.
pub fn readable_games(text: &str) -> impl Iterator<Item = ReadGame> {
    written_games(text).into_iter().zip(1..).map(|(written, number)| in_any_letters(&written, number))
}

/// Reads game after game; one that cannot be read to its end is an error.
pub fn games(text: &str) -> impl Iterator<Item = Result<PgnGame, PgnError>> {
    readable_games(text).map(|read| read.fault.map_or(Ok(read.game), Err))
}

impl ReadGame {
    /// Whether a word of it is no legal move in the letters in which it was read.
    fn has_a_slip(&self) -> bool {
        matches!(self.fault, Some(PgnError::Unreadable { .. } | PgnError::Illegal { .. }))
    }
}

/// Reads a game as it stands, or else in the letters of another language, which has all the capitals that name a piece; in
/// none if two languages give different games. What is wrong in every language is told as in that in which most can be read.
fn in_any_letters(written: &WrittenGame, number: usize) -> ReadGame {
    let as_it_stands = read_in(&Letters::ENGLISH, written, number);
    if written.has_the_pieces_of(&Letters::ENGLISH) {
        return as_it_stands;
    }
    if !as_it_stands.has_a_slip() {
        return written.unless_in_others(as_it_stands, number);
    }
    let plies = |read: &ReadGame| read.game.game.moves().len();
    let mut found: Option<ReadGame> = None;
    for letters in Letters::ALL.iter().filter(|letters| written.has_the_pieces_of(letters)) {
        let read = read_in(letters, written, number);
        match &found {
            Some(known) if !known.has_a_slip() && !read.has_a_slip() => {
                if known.game.game.moves() != read.game.game.moves() {
                    return as_it_stands;
                }
            }
            Some(known) if !known.has_a_slip() || read.has_a_slip() && plies(&read) <= plies(known) => {}
            _ => found = Some(read),
        }
    }
    found.unwrap_or(as_it_stands)
}

impl WrittenGame {
    /// Returns a game whose pawns have letters, up to the first half-move that is another one in the letters of another
    /// language: whoever writes `Pf3` may have written a Dutch knight.
    fn unless_in_others(&self, read: ReadGame, number: usize) -> ReadGame {
        let others = Letters::ALL.iter().filter(|letters| self.has_the_pieces_of(letters));
        let others = others.map(|letters| read_in(letters, self, number)).filter(|other| !other.has_a_slip());
        let moves = read.game.game.moves();
        let differs = |other: &ReadGame| moves.iter().zip(other.game.game.moves()).position(|(m, o)| m != o);
        let Some(ply) = others.filter_map(|other| differs(&other)).min() else { return read };
        let before = WrittenGame { words: self.words[..ply].to_vec(), ..self.clone() };
        let game = read_in(&Letters::ENGLISH, &before, number).game;
        let (place, san) = (move_number(&game.game, ply), self.words[ply].text.clone());
        ReadGame { game, fault: Some(PgnError::PawnLetter { game: number, number: place, san }) }
    }
}

/// Reads a game in these letters, up to its first fault.
fn read_in(letters: &Letters, written: &WrittenGame, number: usize) -> ReadGame {
    let mut game = PgnGame::default();
    for (name, value) in written.tags.iter().filter(|(name, _)| !START_TAGS.contains(&name.as_str())) {
        game.set_tag(name, value);
    }
    if let Some(result) = written.result.filter(|_| matches!(game.tag("Result"), None | Some("*" | "?" | "")))
    {
        game.set_tag("Result", result);
    }
    let mut fault = None;
    match written.start(number) {
        Ok(start) => game.game = start.unwrap_or_default(),
        Err(error) => return ReadGame { game, fault: Some(error) },
    }
    for word in &written.words {
        let played = written_move(&game.game, &word.text, letters, number);
        if let Err(error) = played.and_then(|m| played_on(&mut game.game, m, &word.text, number)) {
            fault = Some(error);
            break;
        }
        game.clocks.push(word.left);
    }
    let plies = game.game.moves().len();
    game.comments = written.comments.iter().filter(|(at, _)| *at <= plies).cloned().collect();
    let unclosed = || {
        let number_at = |ply| move_number(&game.game, ply);
        written.unclosed.map(|(ply, what)| match what {
            Unclosed::Comment => PgnError::UnclosedComment { game: number, number: number_at(ply) },
            Unclosed::Variation => PgnError::Unclosed { game: number, number: number_at(ply) },
        })
    };
    let fault = fault.or_else(unclosed);
    ReadGame { game, fault }
}

fn played_on(game: &mut Game, m: Move, word: &str, number: usize) -> Result<(), PgnError> {
    game.play(m).map_err(|error| illegal(game, word, IllegalSan::NotPlayed(error), number))
}

/// Returns the written move. An unmarked capture and a superfluous square are tolerated.
fn written_move(game: &Game, word: &str, letters: &Letters, number: usize) -> Result<Move, PgnError> {
    let place = || move_number(game, game.moves().len());
    if is_null_move(word) {
        return Err(PgnError::NullMove { game: number, number: place(), word: word.to_owned() });
    }
    if *letters == Letters::ENGLISH
        && let Ok(san) = SanPlus::from_ascii(word.as_bytes())
        && let Ok(m) = san.san.to_move(game.position())
    {
        return Ok(m);
    }
    let Some(attempt) = said(word, letters) else {
        return Err(PgnError::Unreadable { game: number, number: place(), word: word.to_owned() });
    };
    match game.judge(&attempt) {
        Verdict::Legal(m) => Ok(m),
        Verdict::Ambiguous(_) => {
            Err(PgnError::Ambiguous { game: number, number: place(), san: word.to_owned() })
        }
        Verdict::PromotionMissing(_) => Err(illegal(game, word, IllegalSan::PromotionMissing, number)),
        Verdict::Illegal(reason) => Err(illegal(game, word, IllegalSan::Reason(reason), number)),
    }
}

fn illegal(game: &Game, word: &str, reason: IllegalSan, number: usize) -> PgnError {
    let place = move_number(game, game.moves().len());
    PgnError::Illegal { game: number, number: place, san: word.to_owned(), reason }
}

/// The tags that are read into the game.
const START_TAGS: [&str; 3] = ["FEN", "SetUp", "Variant"];

impl WrittenGame {
    /// Returns the game without moves that the tags begin; none if they name no start. `number` is for the error.
    pub fn start(&self, number: usize) -> Result<Option<Game>, PgnError> {
        start(number, self.tag("FEN"), self.tag("Variant").unwrap_or_default())
    }
}

fn start(game: usize, fen: Option<&str>, variant: &str) -> Result<Option<Game>, PgnError> {
    let is_chess960 = match variant.to_lowercase().replace([' ', '-'], "").as_str() {
        "" | "?" | "standard" | "chess" | "normal" | "fromposition" => false,
        "chess960" | "fischerandom" | "fischerrandom" | "freestyle" | "freestylechess" => true,
        _ => return Err(PgnError::Variant { game, variant: variant.to_owned() }),
    };
    let start = match (fen, is_chess960) {
        (None, false) => return Ok(None),
        (None, true) => StartPosition::chess960(USUAL),
        (Some(text), _) => StartPosition::of_fen(text, is_chess960),
    };
    let refuse = |reason| PgnError::Start { game, fen: fen.unwrap_or_default().to_owned(), reason };
    start.map(|start| Some(Game::from_start(&start))).map_err(refuse)
}

/// The number of the usual start among the 960.
const USUAL: u32 = 518;
