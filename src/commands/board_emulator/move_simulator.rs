//! Simulates how people make legal moves on a board, also clumsily, by a seeded random generator.

use std::time::Duration;

use strum::VariantArray;

use crate::laws::{Board, CastlingSide, Chess, Color, Move, Piece, Position, Role, Square};

/// An action, and the time since the action before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimedAction {
    pub after: Duration,
    pub action: BoardAction,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardAction {
    /// This piece, or none, stands on the square now.
    Put(Square, Option<Piece>),
    /// This side pressed the clock's lever.
    Press(Color),
    /// The cable is pulled out, or put in again.
    Cable(bool),
    /// No action; time passes.
    Nothing,
}

/// A style of making a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantArray)]
pub enum MoveStyle {
    Plain,
    /// The piece is pushed over the squares between.
    Slides,
    /// The captured piece is taken off before the capturing piece is lifted.
    TakesFirst,
    TakesLast,
    RookFirst,
    /// The pawn stands on the last rank for a while before it is replaced.
    PromotesLate,
    /// The promotion piece is changed once more.
    ChangesPromotion,
    /// Another piece is lifted and put back.
    Adjusts,
    /// Pieces are knocked over and set up again, some of them on a wrong square at first.
    KnocksOver,
    /// The piece is put on another square for a moment.
    Hesitates,
    /// Both players move while the cable is out.
    CableOut,
}

/// Makes moves as two people at a board do.
#[derive(Debug)]
pub struct MoveSimulator {
    dice: fastrand::Rng,
    /// Whether the players press a lever after each move.
    pub lever: bool,
    steps: Vec<TimedAction>,
    board: Board,
}

impl MoveSimulator {
    /// Returns a simulator. The same seed gives the same actions.
    pub fn new(seed: u64, lever: bool, board: Board) -> MoveSimulator {
        MoveSimulator { dice: fastrand::Rng::with_seed(seed), lever, steps: Vec::new(), board }
    }

    /// Makes a move in this style; a style that does not fit the move is ignored.
    pub fn make(&mut self, position: &Chess, m: Move, habit: MoveStyle) -> Vec<TimedAction> {
        let side = position.turn();
        self.think();
        match habit {
            MoveStyle::Adjusts => self.adjust(position),
            MoveStyle::KnocksOver => self.knock_over(position),
            _ => {}
        }
        match m {
            Move::Castle { king, rook } => self.castle(side, king, rook, habit),
            Move::EnPassant { from, to } => {
                let pawn = Square::from_coords(to.file(), from.rank());
                self.capture(from, to, pawn, habit);
            }
            m if m.is_promotion() => self.promote(side, m, habit),
            m => {
                let from = m.from().expect("no piece is dropped");
                match m.is_capture() {
                    true => self.capture(from, m.to(), m.to(), habit),
                    false => self.go(from, m.to(), m.role(), habit),
                }
            }
        }
        if self.lever {
            let after = self.between(120, 900);
            self.steps.push(TimedAction { after, action: BoardAction::Press(side) });
        }
        std::mem::take(&mut self.steps)
    }

    /// Returns a style, each with the same probability.
    pub fn any_habit(&mut self) -> MoveStyle {
        MoveStyle::VARIANTS[self.dice.usize(..MoveStyle::VARIANTS.len())]
    }

    /// Returns a number below `count`.
    pub fn choose(&mut self, count: usize) -> usize {
        self.dice.usize(..count)
    }

    /// Returns the board after all actions.
    pub fn board(&self) -> &Board {
        &self.board
    }

    fn between(&mut self, least: u64, most: u64) -> Duration {
        Duration::from_millis(self.dice.u64(least..=most))
    }

    fn think(&mut self) {
        let after = self.between(1_200, 4_000);
        self.steps.push(TimedAction { after, action: BoardAction::Nothing });
    }

    fn put(&mut self, after: Duration, square: Square, piece: Option<Piece>) {
        match piece {
            Some(piece) => self.board.set_piece_at(square, piece),
            None => self.board.discard_piece_at(square),
        }
        self.steps.push(TimedAction { after, action: BoardAction::Put(square, piece) });
    }

    fn lift(&mut self, square: Square) -> Option<Piece> {
        let piece = self.board.piece_at(square);
        let after = self.between(60, 500);
        self.put(after, square, None);
        piece
    }

    fn set_down(&mut self, square: Square, piece: Option<Piece>) {
        let after = self.between(150, 900);
        self.put(after, square, piece);
    }

    fn go(&mut self, from: Square, to: Square, role: Role, habit: MoveStyle) {
        let piece = self.lift(from);
        if habit == MoveStyle::Slides && role != Role::Knight {
            for square in between(from, to) {
                let after = self.between(20, 500);
                self.put(after, square, piece);
                let after = self.between(20, 500);
                self.put(after, square, None);
            }
        }
        if habit == MoveStyle::Hesitates {
            let free: Vec<Square> =
                (!self.board.occupied()).into_iter().filter(|other| *other != to).collect();
            let square = free[self.choose(free.len())];
            self.set_down(square, piece);
            let after = self.between(30, 800);
            self.put(after, square, None);
        }
        self.set_down(to, piece);
    }

    fn capture(&mut self, from: Square, to: Square, victim: Square, habit: MoveStyle) {
        match habit {
            MoveStyle::TakesFirst => {
                self.lift(victim);
                let piece = self.lift(from);
                self.set_down(to, piece);
            }
            MoveStyle::TakesLast if victim != to => {
                let piece = self.lift(from);
                self.set_down(to, piece);
                self.lift(victim);
            }
            // The capturing piece pushes the captured piece off its square.
            MoveStyle::TakesLast => {
                let piece = self.lift(from);
                self.set_down(to, piece);
            }
            _ => {
                let piece = self.lift(from);
                self.lift(victim);
                self.set_down(to, piece);
            }
        }
    }

    fn castle(&mut self, side: Color, king: Square, rook: Square, habit: MoveStyle) {
        let castling = CastlingSide::from_king_side(king < rook);
        let (king_to, rook_to) = (castling.king_to(side), castling.rook_to(side));
        if habit == MoveStyle::RookFirst {
            let piece = self.lift(rook);
            self.set_down(rook_to, piece);
            let piece = self.lift(king);
            let after = self.between(100, 400);
            self.put(after, king_to, piece);
        } else {
            let piece = self.lift(king);
            if habit == MoveStyle::Slides {
                let after = self.between(20, 500);
                self.put(after, rook_to, piece);
                let after = self.between(20, 500);
                self.put(after, rook_to, None);
            }
            self.set_down(king_to, piece);
            let piece = self.lift(rook);
            self.set_down(rook_to, piece);
        }
    }

    fn promote(&mut self, side: Color, m: Move, habit: MoveStyle) {
        let (Some(from), Some(role)) = (m.from(), m.promotion()) else { return };
        let pawn = self.lift(from);
        if m.is_capture() {
            self.lift(m.to());
        }
        if habit == MoveStyle::PromotesLate {
            self.set_down(m.to(), pawn);
            let after = self.between(500, 4_000);
            self.put(after, m.to(), None);
        }
        if habit == MoveStyle::ChangesPromotion {
            let other = if role == Role::Queen { Role::Rook } else { Role::Queen };
            self.set_down(m.to(), Some(Piece { color: side, role: other }));
            let after = self.between(50, 180);
            self.put(after, m.to(), None);
        }
        self.set_down(m.to(), Some(Piece { color: side, role }));
    }

    /// Adjusts one of the player's own pieces (FIDE 4.2.1).
    fn adjust(&mut self, position: &Chess) {
        let own: Vec<Square> = position.us().into_iter().collect();
        let square = own[self.choose(own.len())];
        let piece = self.lift(square);
        self.set_down(square, piece);
    }

    /// Knocks pieces over, as a sleeve does.
    fn knock_over(&mut self, position: &Chess) {
        let pieces: Vec<Square> = position.board().occupied().into_iter().collect();
        let first = self.choose(pieces.len());
        let count = 2 + self.choose(4);
        let fallen: Vec<Square> =
            pieces.iter().copied().cycle().skip(first).take(count.min(pieces.len())).collect();
        let mut lying: Vec<(Square, Option<Piece>)> = Vec::new();
        for square in &fallen {
            let piece = self.board.piece_at(*square);
            let after = self.between(5, 80);
            self.put(after, *square, None);
            lying.push((*square, piece));
        }
        if lying.len() > 2 && self.dice.bool() {
            // The second piece stands on the first one's square for a moment.
            let ((a, _), (b, piece)) = (lying[0], lying[1]);
            self.set_down(a, piece);
            let after = self.between(200, 600);
            self.put(after, a, None);
            let _ = b;
        }
        for (square, piece) in lying {
            self.set_down(square, piece);
        }
        let after = self.between(300, 1_500);
        self.steps.push(TimedAction { after, action: BoardAction::Nothing });
    }
}

/// Returns the squares between two squares of a line; none if no line joins them.
fn between(from: Square, to: Square) -> Vec<Square> {
    let (files, ranks) =
        (i32::from(to.file()) - i32::from(from.file()), i32::from(to.rank()) - i32::from(from.rank()));
    let length = files.abs().max(ranks.abs());
    if files != 0 && ranks != 0 && files.abs() != ranks.abs() {
        return Vec::new();
    }
    (1..length).filter_map(|n| from.offset(n * (files.signum() + 8 * ranks.signum()))).collect()
}
