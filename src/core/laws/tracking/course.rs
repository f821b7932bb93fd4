//! A possible course of the game, and what a reading makes of it.

use std::sync::Arc;

use shakmaty::{Bitboard, Board, Chess, Color, Move, Piece, Position, Role, Square};

use super::board_reading::{BoardReading, after};

/// The most pieces that are in hands when a move is made: one to go, and one to be captured.
const LIFTED: usize = 2;

/// A possible course of the game since the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameCourse {
    /// Shared by the courses that part behind them, of which there may be hundreds at a reading.
    pub(super) moves: Arc<Vec<Move>>,
    pub(super) base: Chess,
    pub(super) tentative: Option<(Move, Chess)>,
    /// The squares whose pieces were in hands when the last agreed move was made, and when the tentative one was.
    pub(super) lifted: [Bitboard; 2],
    /// The number of the reading at which they were made.
    pub(super) since: [u64; 2],
    /// The number of the last reading that fitted, and how many readings have fitted.
    pub(super) fitted: u64,
    pub(super) fits: u64,
    /// The squares that hold other than reported if this course is right, until the board reports them again.
    pub(super) unreported: Vec<(Square, Option<Piece>)>,
    /// The missed changes that account for those squares.
    pub(super) spent: Vec<u32>,
}

/// A change on a square.
#[derive(Clone, Copy, Debug)]
pub(super) struct SeenChange {
    /// The number of the last reading that showed it.
    pub(super) reading: u64,
    pub(super) square: Square,
    pub(super) holds: Option<Piece>,
}

impl GameCourse {
    /// Returns all moves, the tentative one last.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.moves.iter().copied().chain(self.tentative())
    }

    /// Returns the moves that were answered on the board or by the clock.
    pub fn agreed(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the last move, which the board may still take back.
    pub fn tentative(&self) -> Option<Move> {
        self.tentative.as_ref().map(|(m, _)| *m)
    }

    /// Returns the position before the tentative move.
    pub fn base(&self) -> &Chess {
        &self.base
    }

    /// Returns the position with the tentative move.
    pub fn position(&self) -> &Chess {
        self.tentative.as_ref().map_or(&self.base, |(_, position)| position)
    }

    /// Whether the readings do not tell the two courses apart.
    pub fn is_as_likely_as(&self, other: &GameCourse) -> bool {
        (self.fits, self.fitted, self.plies()) == (other.fits, other.fitted, other.plies())
    }

    pub(super) fn plies(&self) -> usize {
        self.moves.len() + usize::from(self.tentative.is_some())
    }

    /// Whether it has the same moves as another course.
    pub(super) fn is_same_game(&self, other: &GameCourse) -> bool {
        self.moves == other.moves && self.tentative() == other.tentative()
    }

    pub(super) fn agree(&mut self) {
        if let Some((m, position)) = self.tentative.take() {
            Arc::make_mut(&mut self.moves).push(m);
            self.base = position;
            self.lifted = [self.lifted[1], Bitboard::EMPTY];
            self.since = [self.since[1]; 2];
        }
    }

    /// Returns the course without the tentative move.
    pub(super) fn without_tentative(&self) -> GameCourse {
        GameCourse { tentative: None, ..self.clone() }
    }

    /// Returns the course with each next move that the reading shows, but for pieces in hands. The changes explain it: what
    /// was put down belongs to the move, or was put back.
    pub(super) fn with_a_move_made(
        &self,
        sight: &BoardReading,
        changes: &[SeenChange],
        reading: u64,
    ) -> Vec<GameCourse> {
        let mut agreed = self.clone();
        agreed.agree();
        let side = agreed.base.turn();
        let is_there = |m: &Move| {
            let (to, role) = arrival(*m, side);
            sight.unknown.contains(to) || sight.board.piece_at(to) == Some(Piece { color: side, role })
        };
        // A piece that was in a hand already when the move before was made has moved by now, or is back.
        let cannot_lack = sight.board.occupied() | sight.unknown | agreed.lifted[0];
        let with = |m: Move| {
            let position = after(&agreed.base, m);
            let lacks = sight.differing(position.board());
            let is_made = lacks.count() <= if sight.is_lift_beside(m) { 0 } else { LIFTED }
                && (lacks & cannot_lack).is_empty()
                && !lacks.contains(arrival(m, side).0)
                && m.castling_side().is_none_or(|castling| !lacks.contains(castling.rook_to(side)))
                && agreed.is_in_order(m, lacks, changes)
                && agreed.puts(changes).all(|(to, piece)| {
                    let stood = [&agreed.base, &position].map(|it| it.board().piece_at(to));
                    stood.contains(&Some(piece))
                        || belongs_to(m, side, to, piece)
                        || agreed.is_carried_off(piece)
                });
            let (lifted, since) = ([agreed.lifted[0], lacks], [agreed.since[0], reading]);
            is_made.then(|| GameCourse { tentative: Some((m, position)), lifted, since, ..agreed.clone() })
        };
        agreed.base.legal_moves().into_iter().filter(is_there).filter_map(with).collect()
    }

    /// Whether it may be a piece that one of the last two moves captured: a hand that carries it off the board sets it down.
    pub fn is_carried_off(&self, piece: Piece) -> bool {
        let side = self.base.turn();
        let [before, last] = [self.moves.last().copied(), self.tentative()];
        let captured = if piece.color == side { before } else { last };
        captured.and_then(|m| m.capture()) == Some(piece.role)
    }

    /// Returns the pieces that were put down since the base was reached.
    fn puts(&self, changes: &[SeenChange]) -> impl Iterator<Item = (Square, Piece)> {
        let since = changes.iter().filter(|change| change.reading > self.since[0]);
        since.filter_map(|change| Some((change.square, change.holds?)))
    }

    /// Whether the piece moved before others were lifted for the next move, and after it was lifted itself: if it was not,
    /// a pawn may have become it.
    fn is_in_order(&self, m: Move, lacks: Bitboard, changes: &[SeenChange]) -> bool {
        let last = |square: Square, holds: fn(&Option<Piece>) -> bool| {
            let of_it = |change: &&SeenChange| change.square == square && holds(&change.holds);
            changes.iter().filter(of_it).map(|change| change.reading).max()
        };
        let Some(begun) = m.from().and_then(|from| last(from, Option::is_none)) else { return true };
        let may_have_promoted = || {
            let promotes = |other: &Move| other.promotion() == Some(m.role()) && other.to() == m.to();
            !m.is_promotion() && self.base.legal_moves().iter().any(promotes)
        };
        let is_late = last(m.to(), Option::is_some).is_some_and(|put| put < begun);
        lacks.into_iter().all(|square| last(square, Option::is_none).is_some_and(|lift| lift >= begun))
            && !(is_late && may_have_promoted())
    }

    /// Whether pieces of both sides were put where they have no place in it.
    pub(super) fn is_after_a_detour(&self, changes: &[SeenChange]) -> bool {
        let stood = |to: Square| [self.base(), self.position()].map(|it| it.board().piece_at(to));
        let strange: Vec<Color> = self
            .puts(changes)
            .filter(|(to, piece)| !stood(*to).contains(&Some(*piece)) && !self.is_carried_off(*piece))
            .map(|(_, piece)| piece.color)
            .collect();
        strange.contains(&Color::White) && strange.contains(&Color::Black)
    }

    /// Whether a piece stands where it has none.
    pub(super) fn is_left_behind(&self, sight: &BoardReading) -> bool {
        !(sight.differing(self.position().board()) & sight.board.occupied()).is_empty()
    }

    /// Returns the reading as corrected by this course.
    pub(super) fn seen(&self, sight: &BoardReading) -> BoardReading {
        let mut sight = sight.clone();
        sight.missed.retain(|doubt| !self.spent.contains(&doubt.number));
        for (square, holds) in &self.unreported {
            match holds {
                Some(piece) => sight.board.set_piece_at(*square, *piece),
                None => sight.board.discard_piece_at(*square),
            }
        }
        sight
    }

    /// Makes the course less likely if the board reported a square unchanged in it, since boards report only changes.
    pub(super) fn weigh_no_change(&mut self, before: &Board, sight: &BoardReading) {
        let Some(square) = sight.reported.single_square().filter(|_| !sight.missed.is_empty()) else {
            return;
        };
        let untold = self.unreported.iter().rev().find(|(other, _)| *other == square);
        let held = untold.map_or(before.piece_at(square), |(_, holds)| *holds);
        if held == sight.board.piece_at(square) {
            self.fits = self.fits.saturating_sub(1);
        }
    }

    /// Drops corrections of squares that were reported again.
    pub(super) fn forget(&mut self, told: Bitboard) {
        self.unreported.retain(|(square, _)| !told.contains(*square));
    }

    /// Returns every continuation of this course that fits the reading.
    pub(super) fn continued(&self, sight: &BoardReading) -> Vec<GameCourse> {
        let sight = self.seen(sight);
        let back = self.without_tentative();
        let mut agreed = self.clone();
        agreed.agree();
        let mut reached = Vec::new();
        reached.extend(back.fitting(&sight));
        reached.extend(back.with_a_move(&sight));
        if self.tentative.is_some() {
            reached.extend(agreed.with_a_move(&sight));
        }
        reached
    }

    /// Returns the course with the changes that must have been missed, if it fits.
    pub(super) fn fitting(&self, sight: &BoardReading) -> Option<GameCourse> {
        let mut line = self.clone();
        for (square, doubt) in sight.fits(self.position())? {
            line.unreported.push((square, self.position().board().piece_at(square)));
            line.spent.push(doubt);
        }
        Some(line)
    }

    /// Returns the course with each tentative move that leads to the reading.
    fn with_a_move(&self, sight: &BoardReading) -> Vec<GameCourse> {
        let differing = sight.differing(self.base.board());
        // A move changes at most four squares (castling), and always its origin and destination.
        if differing.count() > 4 + sight.missed.len() {
            return Vec::new();
        }
        let moves = self.base.legal_moves().into_iter().filter(|m| is_told(*m, differing, sight));
        moves
            .map(|m| (m, after(&self.base, m)))
            .filter(|(_, position)| sight.fits(position).is_some())
            .filter_map(|tentative| GameCourse { tentative: Some(tentative), ..self.clone() }.fitting(sight))
            .collect()
    }

    /// Returns the course with each move from which so many more may lead to the reading.
    pub(super) fn further(&self, sight: &BoardReading, more: usize) -> Vec<GameCourse> {
        // A move changes at most four squares, and its origin and destination in any case.
        let most = 4 * more + sight.missed.len();
        let differing = sight.differing(self.base.board());
        if differing.count() > most + 4 {
            return Vec::new();
        }
        let moves = self.base.legal_moves().into_iter();
        let moves = moves.filter(|m| more > 0 || is_told(*m, differing, sight));
        moves
            .map(|m| (m, after(&self.base, m)))
            .filter(|(_, position)| sight.differing(position.board()).count() <= most)
            .map(|tentative| GameCourse { tentative: Some(tentative), ..self.without_tentative() })
            .collect()
    }
}

/// Whether the reading can show a move by what differs before it: its origin and its destination, but for missed changes.
fn is_told(m: Move, differing: Bitboard, sight: &BoardReading) -> bool {
    let is_untold = |square: &Square| !(differing | sight.unknown).contains(*square);
    let own = [m.from(), Some(m.to())].into_iter().flatten();
    m.is_castle() || own.filter(is_untold).count() <= sight.missed.len()
}

/// Returns the square on which a move of this side ends, and the piece that stands there: the king, if it castles.
fn arrival(m: Move, side: Color) -> (Square, Role) {
    let plain = (m.to(), m.promotion().unwrap_or(m.role()));
    m.castling_side().map_or(plain, |castling| (castling.king_to(side), Role::King))
}

/// Whether a piece that is put down there may be the one that moves, on its way: it slides, or hesitates, or a pawn is
/// still to be replaced.
fn belongs_to(m: Move, side: Color, to: Square, piece: Piece) -> bool {
    let castles = m.is_castle() && piece.role == Role::Rook;
    piece.color == side && (piece.role == m.role() || to == m.to() || castles)
}
