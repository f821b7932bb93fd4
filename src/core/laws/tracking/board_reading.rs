//! A placement as a board reports it, and how it fits a position.

use shakmaty::{Bitboard, Board, Chess, Color, Piece, Position, Role, Square};

use crate::laws::GameResult;

/// The pieces that a board reports, and how far they can be trusted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardReading {
    /// The pieces on their squares.
    pub board: Board,
    /// Squares with a piece that the board cannot identify.
    pub unknown: Bitboard,
    /// The squares reported since the last reading, changed or not.
    pub reported: Bitboard,
    /// Changes that may not have been reported.
    pub missed: Vec<MissedChange>,
}

/// A change that may not have been reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MissedChange {
    /// Its number.
    pub number: u32,
    /// The squares on which it may have happened.
    pub on: Bitboard,
    /// Other squares on which it may have happened, and what the square holds in that case.
    pub or: Option<(Bitboard, Option<Piece>)>,
}

/// A square with what it holds and what it should hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The square.
    pub square: Square,
    /// The piece that stands there.
    pub holds: Option<Piece>,
    /// The piece that should stand there.
    pub should: Option<Piece>,
}

/// The squares on which players put the kings to report a result.
const CENTRE: Bitboard = Bitboard::CENTER;

impl BoardReading {
    /// Returns a complete and certain reading.
    pub fn of(board: Board) -> BoardReading {
        BoardReading { board, unknown: Bitboard::EMPTY, reported: Bitboard::FULL, missed: Vec::new() }
    }

    /// Returns, if the reading can be this position, each differing square with the missed change that explains it.
    pub fn fits(&self, position: &Chess) -> Option<Vec<(Square, u32)>> {
        let differing = self.differing(position.board());
        if differing.count() > self.missed.len() {
            return None;
        }
        explained(differing, position.board(), &self.missed)
    }

    /// Whether the reading is this position without any missed change.
    pub fn is_exactly(&self, position: &Chess) -> bool {
        self.differing(position.board()).is_empty()
    }

    /// Whether only the lift of a piece was reported that has no part in a move.
    pub fn is_lift_beside(&self, m: shakmaty::Move) -> bool {
        let lifted = self.reported.single_square().filter(|square| self.board.piece_at(*square).is_none());
        let victim = |from: Square| {
            if m.is_en_passant() { Square::from_coords(m.to().file(), from.rank()) } else { m.to() }
        };
        lifted.is_some_and(|lifted| m.from().is_some_and(|from| ![from, victim(from)].contains(&lifted)))
    }

    /// Returns the squares on which another board differs from the reading.
    pub fn differing(&self, other: &Board) -> Bitboard {
        let seen = differing(&self.board, other);
        seen.without(self.unknown & other.occupied()) | self.unknown.without(other.occupied())
    }

    /// Returns those squares with what they hold and should hold.
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

    /// Returns the result that both kings in the centre report: both on light squares, White has won; both on dark
    /// ones, Black has; else it is a draw.
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

/// Returns the squares on which two boards differ.
pub fn differing(a: &Board, b: &Board) -> Bitboard {
    let colours = (a.white() ^ b.white()) | (a.black() ^ b.black());
    Role::ALL.into_iter().fold(colours, |all, role| all | (a.by_role(role) ^ b.by_role(role)))
}

/// Explains each of these squares by a missed change of its own, if possible.
fn explained(mut differing: Bitboard, should: &Board, doubts: &[MissedChange]) -> Option<Vec<(Square, u32)>> {
    let Some(square) = differing.pop_front() else { return Some(Vec::new()) };
    let explains = |doubt: &MissedChange| {
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

/// Whether a king moves to the centre, where it may report a result.
pub(super) fn is_into_the_middle(m: shakmaty::Move) -> bool {
    m.role() == Role::King && !m.is_castle() && CENTRE.contains(m.to())
}

/// Returns the position after a legal move.
pub(super) fn after(position: &Chess, m: shakmaty::Move) -> Chess {
    let mut after = position.clone();
    after.play_unchecked(m);
    after
}
