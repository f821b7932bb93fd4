//! What is seen of a board, and how that fits a position.

use shakmaty::{Bitboard, Board, Chess, Color, Piece, Position, Role, Square};

use crate::laws::GameResult;

/// The men as a board tells them, and how far that can be trusted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sight {
    pub board: Board,
    /// Where something stands of which the board cannot tell what.
    pub unknown: Bitboard,
    /// The squares that were told since the last sight, whether they had changed or not.
    pub told: Bitboard,
    /// Changes that may not have been told.
    pub doubts: Vec<Doubt>,
}

/// One change that may not have been told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Doubt {
    pub number: u32,
    /// It was on one of these squares.
    pub on: Bitboard,
    /// Or else on one of those, which now holds this.
    pub or: Option<(Bitboard, Option<Piece>)>,
}

/// What a square holds, and what it should hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    pub square: Square,
    pub holds: Option<Piece>,
    pub should: Option<Piece>,
}

/// The squares the kings are put on to tell how a game ended.
const CENTRE: Bitboard = Bitboard::CENTER;

impl Sight {
    /// What is seen without any doubt.
    pub fn of(board: Board) -> Sight {
        Sight { board, unknown: Bitboard::EMPTY, told: Bitboard::FULL, doubts: Vec::new() }
    }

    /// How the sight fits a position, if it can: by which of the doubts each square that is otherwise is explained.
    pub fn fits(&self, position: &Chess) -> Option<Vec<(Square, u32)>> {
        let differing = self.differing(position.board());
        if differing.count() > self.doubts.len() {
            return None;
        }
        explained(differing, position.board(), &self.doubts)
    }

    /// Whether it can be, and without a doubt.
    pub fn is(&self, position: &Chess) -> bool {
        self.differing(position.board()).is_empty()
    }

    /// Where another board differs from what is seen.
    pub fn differing(&self, other: &Board) -> Bitboard {
        let seen = differing(&self.board, other);
        seen.without(self.unknown & other.occupied()) | self.unknown.without(other.occupied())
    }

    /// The same, square by square.
    pub fn differences(&self, should: &Board) -> Vec<Difference> {
        let differing = self.differing(should).into_iter();
        differing
            .map(|square| Difference {
                square,
                holds: self.board.piece_at(square),
                should: should.piece_at(square),
            })
            .collect()
    }

    /// The result that kings in the middle stand for: both on light squares, White has won; both on dark ones,
    /// Black; else a draw. Two kings there are no position.
    pub fn result(&self) -> Option<GameResult> {
        let king = |side: Color| self.board.king_of(side).filter(|square| CENTRE.contains(*square));
        let (white, black) = (king(Color::White)?, king(Color::Black)?);
        Some(match (white.is_light(), black.is_light()) {
            (true, true) => GameResult::WhiteWins,
            (false, false) => GameResult::BlackWins,
            _ => GameResult::Draw,
        })
    }
}

/// Where two boards do not hold the same.
pub fn differing(a: &Board, b: &Board) -> Bitboard {
    let colours = (a.white() ^ b.white()) | (a.black() ^ b.black());
    Role::ALL.into_iter().fold(colours, |all, role| all | (a.by_role(role) ^ b.by_role(role)))
}

/// A change that was not told for each of these squares, if there may have been one.
fn explained(mut differing: Bitboard, should: &Board, doubts: &[Doubt]) -> Option<Vec<(Square, u32)>> {
    let Some(square) = differing.pop_front() else { return Some(Vec::new()) };
    let explains = |doubt: &Doubt| {
        let holds = |(squares, holds): (Bitboard, Option<Piece>)| {
            squares.contains(square) && holds == should.piece_at(square)
        };
        doubt.on.contains(square) || doubt.or.is_some_and(holds)
    };
    (0..doubts.len()).filter(|n| explains(&doubts[*n])).find_map(|n| {
        let others = [&doubts[..n], &doubts[n + 1..]].concat();
        let mut all = explained(differing, should, &others)?;
        all.push((square, doubts[n].number));
        Some(all)
    })
}

/// Whether a king steps onto one of the squares that tell a result.
pub(super) fn is_into_the_middle(m: shakmaty::Move) -> bool {
    m.role() == Role::King && !m.is_castle() && CENTRE.contains(m.to())
}

/// The position after a legal move.
pub(super) fn after(position: &Chess, m: shakmaty::Move) -> Chess {
    let mut after = position.clone();
    after.play_unchecked(m);
    after
}
