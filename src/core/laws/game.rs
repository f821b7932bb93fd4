//! A game with its start and its moves.

use std::str::FromStr;

use shakmaty::{
    CastlingMode, Chess, Color, EnPassantMode, FromSetup, Move, Position, PositionError, Role, Setup,
    fen::Fen,
};

use super::{Attempt, Ending, Outcome, Reason, RightLost, Ruleset, TimeFormat, Verdict, judge};

use crate::language::{Arguments, Message};

/// The start of a game: any legal position.
///
/// Its castling mode tells Chess960 ([`StartPosition::is_chess960`]). Boxed, since it is kept in small enums.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StartPosition(Box<Chess>);

/// The starts of Chess960 (Guidelines II).
const CHESS960_STARTS: u32 = 960;

/// Why a text is no start of a game.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "start")]
pub enum StartError {
    /// The text is not Forsyth-Edwards notation.
    Fen(
        #[from]
        #[message(with = fen)]
        shakmaty::fen::ParseFenError,
    ),
    /// The position is not legal.
    Position(#[message(with = position)] Box<PositionError<Chess>>),
    /// The number is not in 0 to 959.
    Number(#[message("found")] u32),
    /// The pieces stand as in no Chess960 start.
    Placement(#[message("found")] String),
}

fn fen(error: &shakmaty::fen::ParseFenError, to: &mut Arguments) {
    to.set("found", error);
    to.set("kind", format_args!("{error:?}"));
}

fn position(error: &PositionError<Chess>, to: &mut Arguments) {
    to.set("found", error);
    to.set("kind", error.kinds().iter_names().next().map_or("UNKNOWN", |(name, _)| name));
}

/// A game with its whole history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The position before each move, and the one on the board.
    positions: Vec<Chess>,
    moves: Vec<Move>,
}

/// The move cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, "not-legal-illegal")]
pub struct NotLegal;

impl Default for Game {
    fn default() -> Game {
        Game::from_position(Chess::default())
    }
}

impl Game {
    /// Returns a game from any legal position.
    pub fn from_position(start: Chess) -> Game {
        Game { positions: vec![start], moves: Vec::new() }
    }

    /// Returns a game from a position in Forsyth-Edwards notation.
    ///
    /// Castling is that of Chess960 if a king or rook with the right to castle does not stand as in chess.
    pub fn from_fen(fen: &str) -> Result<Game, StartError> {
        Ok(Game::from_start(&StartPosition::of_fen(fen, false)?))
    }

    /// Returns a game from one of the 960 starts, by its number.
    pub fn chess960(number: u32) -> Result<Game, StartError> {
        Ok(Game::from_start(&StartPosition::chess960(number)?))
    }

    /// Returns a game from a start.
    pub fn from_start(start: &StartPosition) -> Game {
        Game::from_position(start.position().clone())
    }

    /// Returns the position on the board.
    pub fn position(&self) -> &Chess {
        self.position_at(self.moves.len())
    }

    /// Returns the position at the start.
    pub fn start(&self) -> &Chess {
        &self.positions[0]
    }

    /// Returns the position after `ply` half-moves.
    ///
    /// # Panics
    ///
    /// If `ply` is more than were played.
    pub fn position_at(&self, ply: usize) -> &Chess {
        &self.positions[ply]
    }

    /// Returns the side on move.
    pub fn turn(&self) -> Color {
        self.position().turn()
    }

    /// Returns all moves played.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the number of moves made by one side.
    pub fn moves_made(&self, side: Color) -> u32 {
        let plies = self.moves.len() as u32;
        if self.start().turn() == side { plies.div_ceil(2) } else { plies / 2 }
    }

    /// Returns the number of the next move, as on the score.
    pub fn move_number(&self) -> u32 {
        self.position().fullmoves().get()
    }

    /// Returns the half-moves since the last pawn move or capture, those of the start included.
    pub fn quiet_plies(&self) -> u32 {
        self.position().halfmoves()
    }

    /// Returns the start in Forsyth-Edwards notation.
    pub fn start_fen(&self) -> Fen {
        Fen::from_position(self.start(), EnPassantMode::Legal)
    }

    /// Returns the legal move that an attempt means, or why there is none. The history tells why castling is lost.
    pub fn judge(&self, attempt: &Attempt) -> Verdict {
        let mut verdict = judge(self.position(), attempt);
        if let Verdict::Illegal(Reason::CastlingLost { side, because: because @ RightLost::Unknown }) =
            &mut verdict
        {
            *because = self.right_lost(self.turn(), *side, self.moves.len());
        }
        verdict
    }

    /// Plays a legal move.
    ///
    /// It does so even after an automatic draw of fide-2023; [`Game::outcome`] tells whether the game is over.
    pub fn play(&mut self, m: Move) -> Result<(), NotLegal> {
        if !self.position().is_legal(m) {
            return Err(NotLegal);
        }
        let mut position = self.position().clone();
        position.play_unchecked(m);
        self.positions.push(position);
        self.moves.push(m);
        Ok(())
    }

    /// Takes the last move back.
    pub fn take_back(&mut self) -> Option<Move> {
        let m = self.moves.pop()?;
        self.positions.pop();
        Some(m)
    }

    /// Returns to the position after `ply` half-moves, and gives the moves taken back, in order.
    pub fn return_to(&mut self, ply: usize) -> Vec<Move> {
        let ply = ply.min(self.moves.len());
        self.positions.truncate(ply + 1);
        self.moves.split_off(ply)
    }

    /// Returns how the game ended on the board, if it has: checkmate, which takes precedence, stalemate, and under
    /// fide-2023 fivefold repetition and the 75 moves (9.6). A dead position (5.2.2) is found by search.
    pub fn outcome(&self, ruleset: Ruleset) -> Option<Outcome> {
        match Ending::of_position(self.position()) {
            Some(Ending::Checkmate) => return Some(Outcome::win(!self.turn(), Ending::Checkmate)),
            Some(ending) => return Some(Outcome::draw(ending)),
            None => {}
        }
        let automatic = ruleset.switches(TimeFormat::Standard).automatic_draws;
        if automatic && self.appearances() >= 5 {
            Some(Outcome::draw(Ending::Fivefold))
        } else if automatic && self.quiet_plies() >= 150 {
            Some(Outcome::draw(Ending::SeventyFiveMoves))
        } else {
            None
        }
    }

    /// Counts the appearances of the position on the board, this one included (9.2.3).
    pub fn appearances(&self) -> usize {
        self.count(self.position(), self.positions.len())
    }

    /// Counts the appearances that the position after a legal move would then have.
    pub fn appearances_with(&self, m: Move) -> usize {
        let mut position = self.position().clone();
        position.play_unchecked(m);
        1 + self.count(&position, self.positions.len())
    }

    /// Returns the half-moves without pawn move or capture, after a legal move.
    pub fn quiet_plies_with(&self, m: Move) -> u32 {
        if m.is_zeroing() { 0 } else { self.quiet_plies() + 1 }
    }

    fn count(&self, position: &Chess, plies: usize) -> usize {
        // shakmaty's equality is that of 9.2.3: side to move, pieces, castling rights, and en passant if it can be
        // played. No position before the last pawn move or capture can be equal.
        let reversible = (position.halfmoves() as usize).saturating_add(1).min(plies);
        self.positions[plies - reversible..plies].iter().filter(|earlier| *earlier == position).count()
    }

    /// Returns how one side lost the right to castle within the first `plies` half-moves.
    pub(super) fn right_lost(&self, us: Color, side: shakmaty::CastlingSide, plies: usize) -> RightLost {
        let Some(rook) = self.start().castles().rook(us, side) else { return RightLost::Unknown };
        for (m, before) in self.moves.iter().zip(&self.positions).take(plies) {
            if before.turn() != us {
                if m.to() == rook {
                    return RightLost::RookGone;
                }
            } else if m.is_castle() {
                return RightLost::Castled;
            } else if m.role() == Role::King {
                return RightLost::KingMoved;
            } else if m.from() == Some(rook) {
                return RightLost::RookMoved;
            }
        }
        RightLost::Unknown
    }
}

impl StartPosition {
    /// Returns one of the 960 starts by its number; 518 is that of chess (Guidelines II).
    pub fn chess960(number: u32) -> Result<StartPosition, StartError> {
        if number >= CHESS960_STARTS {
            return Err(StartError::Number(number));
        }
        let board = shakmaty::Board::chess960(number);
        let castling_rights = board.rooks();
        StartPosition::set_up(Setup { board, castling_rights, ..Setup::initial() }, CastlingMode::Chess960)
    }

    /// Reads a position in Forsyth-Edwards notation.
    ///
    /// `chess960` forces the castling of Chess960; otherwise it holds if king or rook do not stand as in chess.
    pub fn of_fen(fen: &str, chess960: bool) -> Result<StartPosition, StartError> {
        let setup = fen.trim().parse::<Fen>()?.into_setup();
        let mode = if chess960 { CastlingMode::Chess960 } else { CastlingMode::detect(&setup) };
        StartPosition::set_up(setup, mode)
    }

    fn set_up(setup: Setup, mode: CastlingMode) -> Result<StartPosition, StartError> {
        let position = Chess::from_setup(setup, mode);
        position
            .map(|position| StartPosition(Box::new(position)))
            .map_err(|error| StartError::Position(Box::new(error)))
    }

    /// Returns the position.
    pub fn position(&self) -> &Chess {
        &self.0
    }

    /// Whether its castling is that of Chess960.
    pub fn is_chess960(&self) -> bool {
        self.0.castles().mode().is_chess960()
    }

    /// Returns the number of this start of Chess960, from 0 to 959; none if it is another position.
    pub fn chess960_number(&self) -> Option<u32> {
        let is_this = |number: &u32| StartPosition::chess960(*number).is_ok_and(|start| start == *self);
        (0..CHESS960_STARTS).filter(|_| self.is_chess960()).find(is_this)
    }

    /// Returns the position in Forsyth-Edwards notation.
    pub fn fen(&self) -> Fen {
        Fen::from_position(self.position(), EnPassantMode::Legal)
    }
}

impl From<Chess> for StartPosition {
    fn from(position: Chess) -> StartPosition {
        StartPosition(Box::new(position))
    }
}

impl FromStr for StartPosition {
    type Err = StartError;

    /// Reads `startpos`, a Chess960 number, White's first rank such as `BBQNNRKR`, or a FEN.
    fn from_str(text: &str) -> Result<StartPosition, StartError> {
        let text = text.trim();
        if text.is_empty() || text == "startpos" {
            return Ok(StartPosition::default());
        }
        if let Ok(number) = text.parse() {
            return StartPosition::chess960(number);
        }
        if text.len() == 8 && text.chars().all(|letter| "KQRBN".contains(letter.to_ascii_uppercase())) {
            let number = (0..CHESS960_STARTS).find(|number| {
                let fen = shakmaty::Board::chess960(*number).to_string();
                fen.rsplit('/').next().is_some_and(|rank| rank.eq_ignore_ascii_case(text))
            });
            return StartPosition::chess960(number.ok_or_else(|| StartError::Placement(text.to_owned()))?);
        }
        StartPosition::of_fen(text, false)
    }
}
