//! A game: where it started, what was played, and what that makes of the position.

use shakmaty::{
    CastlingMode, Chess, Color, EnPassantMode, FromSetup, Move, Position, PositionError, fen::Fen,
};

/// A game under way, with its whole history.
#[derive(Clone, Debug)]
pub struct Game {
    /// The position before each ply and the one on the board, so one more than there are moves.
    positions: Vec<Chess>,
    moves: Vec<Move>,
}

/// Why a position cannot be a start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error("not a FEN: {0}")]
    Fen(#[from] shakmaty::fen::ParseFenError),
    #[error("no legal position: {0}")]
    Position(Box<PositionError<Chess>>),
}

/// The move is not legal in the position on the board.
#[derive(Debug, thiserror::Error)]
#[error("not legal here")]
pub struct NotLegal;

impl Default for Game {
    fn default() -> Game {
        Game::from_position(Chess::default())
    }
}

impl Game {
    /// A game from any legal position.
    pub fn from_position(start: Chess) -> Game {
        Game { positions: vec![start], moves: Vec::new() }
    }

    /// A game from a position in Forsyth-Edwards notation.
    pub fn from_fen(fen: &str) -> Result<Game, StartError> {
        let fen: Fen = fen.parse()?;
        let mode = CastlingMode::detect(fen.as_setup());
        let start = Chess::from_setup(fen.into_setup(), mode)
            .map_err(|error| StartError::Position(Box::new(error)))?;
        Ok(Game::from_position(start))
    }

    /// The position on the board.
    pub fn position(&self) -> &Chess {
        self.position_at(self.moves.len())
    }

    /// The position the game began from.
    pub fn start(&self) -> &Chess {
        &self.positions[0]
    }

    /// The position after `ply` half-moves, 0 being the start. Panics beyond the last.
    pub fn position_at(&self, ply: usize) -> &Chess {
        &self.positions[ply]
    }

    /// The side on move.
    pub fn turn(&self) -> Color {
        self.position().turn()
    }

    /// All moves played.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The start in Forsyth-Edwards notation.
    pub fn start_fen(&self) -> Fen {
        Fen::from_position(self.start(), EnPassantMode::Legal)
    }

    /// Plays a legal move.
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
}
