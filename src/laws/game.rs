//! A game: where it started, what was played, and what that makes of the position.

use std::str::FromStr;

use shakmaty::{
    CastlingMode, Chess, Color, EnPassantMode, FromSetup, Move, Position, PositionError, Setup, fen::Fen,
};

use super::{Attempt, Ending, Outcome, Reason, RightLost, Ruleset, TimeFormat, Verdict, judge};

use crate::language::{Arguments, Message};

/// Where a game begins: any legal position.
///
/// Whether it is one of Chess960 is in the way its castling is kept ([`StartPosition::is_chess960`]). Boxed,
/// since it is kept beside what is small.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StartPosition(Box<Chess>);

/// Why a position cannot be a start.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "start")]
pub enum StartError {
    Fen(
        #[from]
        #[message(with = fen)]
        shakmaty::fen::ParseFenError,
    ),
    Position(#[message(with = position)] Box<PositionError<Chess>>),
    Number(#[message("found")] u32),
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

/// A game under way, with its whole history.
#[derive(Clone, Debug)]
pub struct Game {
    /// The position before each ply and the one on the board, so one more than there are moves.
    positions: Vec<Chess>,
    moves: Vec<Move>,
    /// How it ended, where that was declared and is not to be seen on the board.
    declared: Option<Outcome>,
}

/// The move cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "not-legal")]
pub enum NotLegal {
    Illegal,
    GameOver(#[message(skip)] Ending),
}

impl Default for Game {
    fn default() -> Game {
        Game::from_position(Chess::default())
    }
}

impl Game {
    /// A game from any legal position.
    pub fn from_position(start: Chess) -> Game {
        Game { positions: vec![start], moves: Vec::new(), declared: None }
    }

    /// A game from a position in Forsyth-Edwards notation.
    ///
    /// Castling is that of Chess960 where king or rook with the right do not stand as in chess.
    pub fn from_fen(fen: &str) -> Result<Game, StartError> {
        Ok(Game::from_start(&StartPosition::of_fen(fen, false)?))
    }

    /// A game from one of the 960 starts, by its number.
    pub fn chess960(number: u32) -> Result<Game, StartError> {
        Ok(Game::from_start(&StartPosition::chess960(number)?))
    }

    /// A game from the start.
    pub fn from_start(start: &StartPosition) -> Game {
        Game::from_position(start.position().clone())
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

    /// The moves made by one side.
    pub fn moves_made(&self, side: Color) -> u32 {
        let plies = self.moves.len() as u32;
        if self.start().turn() == side { plies.div_ceil(2) } else { plies / 2 }
    }

    /// The number of the move to be made, as written on the score.
    pub fn move_number(&self) -> u32 {
        self.position().fullmoves().get()
    }

    /// Half-moves since the last pawn move or capture, counting those the start came with.
    pub fn quiet_plies(&self) -> u32 {
        self.position().halfmoves()
    }

    /// The start in Forsyth-Edwards notation.
    pub fn start_fen(&self) -> Fen {
        Fen::from_position(self.start(), EnPassantMode::Legal)
    }

    /// The legal move an attempt means, or why there is none, the history of this game included.
    pub fn judge(&self, attempt: &Attempt) -> Verdict {
        if let Some(outcome) = self.declared {
            return Verdict::Illegal(Reason::GameOver(outcome.ending));
        }
        match judge(self.position(), attempt) {
            Verdict::Illegal(Reason::CastlingLost { side, because: RightLost::Unknown }) => {
                let because = self.right_lost(self.turn(), side, self.moves.len());
                Verdict::Illegal(Reason::CastlingLost { side, because })
            }
            verdict => verdict,
        }
    }

    /// Plays a legal move.
    ///
    /// Also after a draw that only fide-2023 knows without a claim: whether that ends the game is
    /// asked of [`Game::outcome`].
    pub fn play(&mut self, m: Move) -> Result<(), NotLegal> {
        if let Some(outcome) = self.declared {
            return Err(NotLegal::GameOver(outcome.ending));
        }
        if !self.position().is_legal(m) {
            return Err(NotLegal::Illegal);
        }
        let mut position = self.position().clone();
        position.play_unchecked(m);
        self.positions.push(position);
        self.moves.push(m);
        Ok(())
    }

    /// Takes the last move back, and with it what was declared after it.
    pub fn take_back(&mut self) -> Option<Move> {
        let m = self.moves.pop()?;
        self.positions.pop();
        self.declared = None;
        Some(m)
    }

    /// Goes back to the position after `ply` half-moves and gives the moves taken back, in order.
    pub fn return_to(&mut self, ply: usize) -> Vec<Move> {
        let ply = ply.min(self.moves.len());
        self.positions.truncate(ply + 1);
        self.declared = None;
        self.moves.split_off(ply)
    }

    /// Ends the game by a declaration: agreement, resignation, a claim, the flag, the arbiter.
    pub fn end(&mut self, outcome: Outcome) {
        self.declared = Some(outcome);
    }

    /// How the game ended, if it has: by declaration, or on the board under that ruleset.
    ///
    /// A dead position (5.2.2) is found by search and declared with [`Game::end`].
    pub fn outcome(&self, ruleset: Ruleset) -> Option<Outcome> {
        self.declared.or_else(|| self.outcome_on_board(ruleset))
    }

    /// What the board and the history alone make of the game: checkmate, which takes precedence,
    /// stalemate, and under fide-2023 the fivefold repetition and the 75 moves (9.6).
    pub fn outcome_on_board(&self, ruleset: Ruleset) -> Option<Outcome> {
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

    /// How often the position on the board has appeared, this time included (9.2.3).
    pub fn appearances(&self) -> usize {
        self.count(self.position(), self.positions.len())
    }

    /// How often the position that a legal move would bring about would then have appeared.
    pub fn appearances_with(&self, m: Move) -> usize {
        let mut position = self.position().clone();
        position.play_unchecked(m);
        1 + self.count(&position, self.positions.len())
    }

    /// Half-moves without pawn move or capture that there would be with a legal move.
    pub fn quiet_plies_with(&self, m: Move) -> u32 {
        if m.is_zeroing() { 0 } else { self.quiet_plies() + 1 }
    }

    fn count(&self, position: &Chess, plies: usize) -> usize {
        // Equal to shakmaty is the same to 9.2.3: side to move, pieces, rights to castle, and en passant
        // where it can really be played. Nothing before the last pawn move or capture can be the same.
        let reversible = (position.halfmoves() as usize).saturating_add(1).min(plies);
        self.positions[plies - reversible..plies].iter().filter(|earlier| *earlier == position).count()
    }

    /// By what within the first half-moves one side has lost the right to castle there.
    pub(super) fn right_lost(&self, us: Color, side: shakmaty::CastlingSide, plies: usize) -> RightLost {
        let Some(rook) = self.start().castles().rook(us, side) else { return RightLost::Unknown };
        for (m, before) in self.moves.iter().zip(&self.positions).take(plies) {
            match *m {
                Move::Castle { .. } if before.turn() == us => return RightLost::KingMoved,
                m if before.turn() == us && m.role() == shakmaty::Role::King => return RightLost::KingMoved,
                m if before.turn() == us && m.from() == Some(rook) => return RightLost::RookMoved,
                m if before.turn() != us && m.to() == rook => return RightLost::RookGone,
                _ => {}
            }
        }
        RightLost::Unknown
    }
}

impl StartPosition {
    /// One of the 960 starts by its number, 518 being the usual one (Guidelines II).
    pub fn chess960(number: u32) -> Result<StartPosition, StartError> {
        if number >= 960 {
            return Err(StartError::Number(number));
        }
        let board = shakmaty::Board::chess960(number);
        let castling_rights = board.rooks();
        StartPosition::set_up(Setup { board, castling_rights, ..Setup::initial() }, CastlingMode::Chess960)
    }

    /// A position in Forsyth-Edwards notation.
    ///
    /// `chess960`: its castling is that of Chess960 even where king and rook stand as in chess; where they
    /// do not, it is so in any case.
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

    /// The position on the board at the start.
    pub fn position(&self) -> &Chess {
        &self.0
    }

    /// Whether castling is that of Chess960.
    pub fn is_chess960(&self) -> bool {
        self.0.castles().mode().is_chess960()
    }

    /// The position in Forsyth-Edwards notation.
    pub fn fen(&self) -> Fen {
        Fen::from_position(self.position(), EnPassantMode::Legal)
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
            let number = (0..960).find(|number| {
                let fen = shakmaty::Board::chess960(*number).to_string();
                fen.rsplit('/').next().is_some_and(|rank| rank.eq_ignore_ascii_case(text))
            });
            return StartPosition::chess960(number.ok_or_else(|| StartError::Placement(text.to_owned()))?);
        }
        StartPosition::of_fen(text, false)
    }
}
