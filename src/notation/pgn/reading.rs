//! Reads PGN: tags, main line, clocks and comments of game after game.

use std::{io, ops::ControlFlow, time::Duration};

use pgn_reader::{Outcome, RawComment, RawTag, Reader, SanPlus, Visitor};

use super::{
    PgnGame,
    letters::in_pgn,
    move_number,
    tokens::{ScannedGame, UnreadableWord, scan},
};
use crate::{
    language::Message,
    laws::{Game, Move, NotLegal, Reason, StartError, StartPosition, Verdict},
    notation::{Letters, ReadError, named_piece, read},
};

/// Why a written move is not legal.
#[derive(Clone, Debug, PartialEq, Eq, Message)]
#[message(printed, prefix = "pgn-illegal")]
pub enum IllegalSan {
    /// It is not written like a move.
    #[message(transparent)]
    Unread(ReadError),
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
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
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
    /// The tag `FEN` holds no start.
    Start {
        /// The number of the game.
        game: usize,
        /// Its value.
        fen: String,
        /// What is wrong with it.
        reason: String,
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
    /// The text cannot be read at all.
    Broken {
        /// The number of the game.
        game: usize,
        /// What is wrong with it.
        reason: String,
    },
}

/// Reads game after game; an error in one does not affect the next.
///
/// Keeps tags, main line, clocks (`%clk`) and comments, and skips variations and move assessments. A word that stands
/// in the place of a move but is none is an error.
pub fn games(text: &str) -> impl Iterator<Item = Result<PgnGame, PgnError>> {
    scan(text).into_iter().zip(1..).map(|(walk, number)| in_any_letters(&walk, number))
}

/// Reads a game as it stands, or else in the letters of another language, which has all the capitals that name a piece; in
/// none if two languages give different games. What is wrong in every language is told as in the first that has them.
fn in_any_letters(walk: &ScannedGame, number: usize) -> Result<PgnGame, PgnError> {
    let as_it_stands = read_one(walk, number);
    let is_about_a_move = matches!(as_it_stands, Err(PgnError::Unreadable { .. } | PgnError::Illegal { .. }));
    if !is_about_a_move {
        return as_it_stands;
    }
    let in_letters = |letters: &Letters| {
        let text = walk.with_words(|word| in_pgn(word, letters));
        let read = read_one(self::scan(&text).first()?, number);
        Some(read.map_err(|error| as_written(error, walk, letters)))
    };
    let mut found: Option<Result<PgnGame, PgnError>> = None;
    for letters in Letters::ALL.iter().filter(|letters| has_the_pieces_of(walk, letters)) {
        let read = in_letters(letters);
        if *letters == Letters::ENGLISH {
            return read.filter(Result::is_ok).unwrap_or(as_it_stands);
        }
        match (&found, read) {
            (Some(Ok(known)), Some(Ok(game))) if known.game.moves() != game.game.moves() => {
                return as_it_stands;
            }
            (None | Some(Err(_)), Some(Ok(game))) => found = Some(Ok(game)),
            (None, slip) => found = slip,
            (Some(_), _) => {}
        }
    }
    found.unwrap_or(as_it_stands)
}

/// Names the word of a score that is wrong as it was written, in these letters.
fn as_written(mut error: PgnError, walk: &ScannedGame, letters: &Letters) -> PgnError {
    if let PgnError::Illegal { san, .. } | PgnError::Ambiguous { san, .. } = &mut error {
        let is_it = |word: &&&str| in_pgn(word, letters).as_deref() == Some(san);
        if let Some(word) = walk.words.iter().find(is_it) {
            *san = (*word).to_owned();
        }
    }
    error
}

/// Whether each capital that names a piece in some language names one in these letters: a game has one set of letters, and a
/// move that is not legal in them is not another piece's in others.
fn has_the_pieces_of(walk: &ScannedGame, letters: &Letters) -> bool {
    walk.words.iter().all(|word| {
        let names = |letters: &Letters| named_piece(word, letters).is_some();
        names(letters) || !Letters::ALL.iter().any(names)
    })
}

/// Reads the first game of a text.
fn read_one(walk: &ScannedGame, number: usize) -> Result<PgnGame, PgnError> {
    // A tag line longer than the buffer would end the game.
    let mut reader =
        Reader::build(io::Cursor::new(walk.text)).set_supported_tag_line_length(1 << 16).finish();
    let broken = |reason: String| PgnError::Broken { game: number, reason };
    match reader.read_game(&mut GameVisitor { number }) {
        Ok(Some(read)) => checked(read, walk, number),
        Ok(None) => Err(broken("nothing can be read of it".to_owned())),
        Err(error) => Err(broken(error.to_string())),
    }
}

/// A game as `pgn-reader` sees it, up to its first error.
struct ParsedGame {
    game: PgnGame,
    error: Option<PgnError>,
}

/// Reports a skipped word rather than a later error that it caused.
fn checked(read: ParsedGame, walk: &ScannedGame, number: usize) -> Result<PgnGame, PgnError> {
    let game = &read.game.game;
    if let (Some(ply), None) = (walk.unclosed, &read.error)
        && ply <= game.moves().len()
    {
        return Err(PgnError::Unclosed { game: number, number: move_number(game, ply) });
    }
    match (walk.unreadable.clone(), read.error) {
        (Some(UnreadableWord { ply, word }), error)
            if ply <= game.moves().len()
                && !matches!(error, Some(PgnError::Start { .. } | PgnError::Variant { .. })) =>
        {
            Err(PgnError::Unreadable { game: number, number: move_number(game, ply), word })
        }
        (_, Some(error)) => Err(error),
        (_, None) => Ok(read.game),
    }
}

struct GameVisitor {
    number: usize,
}

#[derive(Default)]
struct Tags {
    game: PgnGame,
    fen: Option<String>,
    variant: Option<String>,
}

impl Visitor for GameVisitor {
    type Tags = Tags;
    type Movetext = PgnGame;
    type Output = ParsedGame;

    fn begin_tags(&mut self) -> ControlFlow<ParsedGame, Tags> {
        ControlFlow::Continue(Tags::default())
    }

    fn tag(&mut self, tags: &mut Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<ParsedGame> {
        let name = String::from_utf8_lossy(name);
        let value = unescaped(&String::from_utf8_lossy(value.as_bytes()));
        match name.trim() {
            "FEN" => tags.fen = Some(value),
            "Variant" => tags.variant = Some(value),
            "SetUp" => {}
            name => tags.game.set_tag(name, &value),
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Tags) -> ControlFlow<ParsedGame, PgnGame> {
        let mut game = tags.game;
        match start(self.number, tags.fen, tags.variant) {
            Ok(start) => {
                game.game = start;
                ControlFlow::Continue(game)
            }
            Err(error) => ControlFlow::Break(ParsedGame { game, error: Some(error) }),
        }
    }

    fn san(&mut self, game: &mut PgnGame, san: SanPlus) -> ControlFlow<ParsedGame> {
        match self.play(game, san) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(ParsedGame { game: std::mem::take(game), error: Some(error) }),
        }
    }

    // A long comment arrives in parts; each counts as a comment.
    fn comment(&mut self, game: &mut PgnGame, comment: RawComment<'_>) -> ControlFlow<ParsedGame> {
        let text = String::from_utf8_lossy(comment.as_bytes());
        let (clock, text) = without_clock(&text);
        if let (Some(left), Some(last)) = (clock, game.clocks.last_mut()) {
            *last = Some(left);
        }
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if !text.is_empty() {
            game.comments.push((game.game.moves().len(), text));
        }
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, game: &mut PgnGame, outcome: Outcome) -> ControlFlow<ParsedGame> {
        if matches!(game.tag("Result"), None | Some("*" | "?" | "")) {
            game.set_tag("Result", outcome.as_str());
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, game: PgnGame) -> ParsedGame {
        ParsedGame { game, error: None }
    }
}

impl GameVisitor {
    fn play(&self, game: &mut PgnGame, san: SanPlus) -> Result<(), PgnError> {
        let m = self.resolve(&game.game, san)?;
        game.game.play(m).map_err(|error| self.illegal(&game.game, san, IllegalSan::NotPlayed(error)))?;
        game.clocks.push(None);
        Ok(())
    }

    /// Returns the written move. An unmarked capture and a superfluous square are tolerated.
    fn resolve(&self, game: &Game, san: SanPlus) -> Result<Move, PgnError> {
        if let Ok(m) = san.san.to_move(game.position()) {
            return Ok(m);
        }
        let illegal = |reason| self.illegal(game, san, reason);
        let attempt =
            read(&san.to_string(), &Letters::ENGLISH).map_err(|error| illegal(IllegalSan::Unread(error)))?;
        match game.judge(&attempt) {
            Verdict::Legal(m) => Ok(m),
            Verdict::Ambiguous(_) => Err(PgnError::Ambiguous {
                game: self.number,
                number: move_number(game, game.moves().len()),
                san: san.to_string(),
            }),
            Verdict::PromotionMissing(_) => Err(illegal(IllegalSan::PromotionMissing)),
            Verdict::Illegal(reason) => Err(illegal(IllegalSan::Reason(reason))),
        }
    }

    fn illegal(&self, game: &Game, san: SanPlus, reason: IllegalSan) -> PgnError {
        let number = move_number(game, game.moves().len());
        PgnError::Illegal { game: self.number, number, san: san.to_string(), reason }
    }
}

/// Returns the start of the game.
fn start(game: usize, fen: Option<String>, variant: Option<String>) -> Result<Game, PgnError> {
    let variant = variant.unwrap_or_default();
    let is_chess960 = match variant.to_lowercase().replace([' ', '-'], "").as_str() {
        "" | "?" | "standard" | "chess" | "normal" | "fromposition" => false,
        "chess960" | "fischerandom" | "fischerrandom" | "freestyle" | "freestylechess" => true,
        _ => return Err(PgnError::Variant { game, variant }),
    };
    let start = match (&fen, is_chess960) {
        (None, false) => return Ok(Game::default()),
        (None, true) => StartPosition::chess960(USUAL),
        (Some(text), _) => StartPosition::of_fen(text, is_chess960),
    };
    let refuse = |error: StartError| PgnError::Start {
        game,
        fen: fen.clone().unwrap_or_default(),
        reason: error.to_string(),
    };
    start.map(|start| Game::from_start(&start)).map_err(refuse)
}

/// The number of the usual start among the 960.
const USUAL: u32 = 518;

/// Unescapes the value of a tag: `RawTag::decode` takes the second of two backslashes for another escape.
fn unescaped(value: &str) -> String {
    let mut plain = String::with_capacity(value.len());
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        let escaped = if c == '\\' { chars.next_if(|next| matches!(next, '\\' | '"')) } else { None };
        plain.push(escaped.unwrap_or(c));
    }
    plain
}

/// Returns the time left to the mover if a comment holds it: `[%clk 1:30:00]`.
pub fn clock_of(remark: &str) -> Option<Duration> {
    without_clock(remark).0
}

/// Removes `[%clk 1:30:00]` from a comment, and returns its time.
fn without_clock(text: &str) -> (Option<Duration>, String) {
    let found = text.split_once("[%clk").and_then(|(before, rest)| {
        let (time, after) = rest.split_once(']')?;
        Some((clock_time(time.trim())?, format!("{before}{after}")))
    });
    match found {
        Some((left, rest)) => (Some(left), rest),
        None => (None, text.to_owned()),
    }
}

/// Reads hours, minutes and seconds, the seconds with or without decimals.
fn clock_time(text: &str) -> Option<Duration> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let mut seconds: u64 = 0;
    for part in whole.split(':') {
        let part: u32 = part.parse().ok()?;
        seconds = seconds.checked_mul(60)?.checked_add(part.into())?;
    }
    if !decimals.bytes().all(|c| c.is_ascii_digit()) {
        return None;
    }
    let ms: u64 = format!("{decimals:0<3}").get(..3)?.parse().ok()?;
    Some(Duration::from_secs(seconds) + Duration::from_millis(ms))
}
