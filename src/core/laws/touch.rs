//! Touch-move (4.2 to 4.5): the move that a player must make after touching pieces.
//!
//! On a blind player's board a piece counts as touched when lifted out of its hole (D.2.2), on the sighted player's
//! when a hand is on it. Both arrive here as a square.

use shakmaty::{Bitboard, CastlingSide, Chess, Move, Position, Role, Square, attacks};

use super::{Article, Attempt};

/// The pieces that the player on move has touched since the opponent's move was made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TouchedPieces {
    touched: Vec<Square>,
    adjusting: bool,
}

/// The obligation of a player who has touched pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TouchObligation {
    /// Nothing was touched, or only adjusted.
    Nothing,
    /// One of these legal moves must be played.
    OneOf {
        /// The moves to choose from.
        moves: Vec<Move>,
        /// What they do with the touched pieces.
        because: ObligationCause,
        /// The article it rests on.
        article: Article,
    },
    /// None of the touched pieces can act: any legal move will do (4.5).
    AnyMove {
        /// The article it rests on.
        article: Article,
    },
}

/// What the obligatory move does with the touched pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObligationCause {
    /// Moves the first touched own piece that can move.
    Own(Square),
    /// Captures the first touched piece of the opponent that can be captured.
    Opponents(Square),
    /// Captures one with the other.
    Both {
        /// The capturing piece.
        own: Square,
        /// The captured piece.
        opponents: Square,
    },
    /// Castles: king, then rook were touched.
    Castling(CastlingSide),
    /// Moves the king: king, then rook were touched, but castling there is illegal.
    KingInstead(Square),
}

impl TouchedPieces {
    /// Returns no touched pieces, as after every move.
    pub fn new() -> TouchedPieces {
        TouchedPieces::default()
    }

    /// Announces an adjustment: the piece touched next does not count (4.2.1).
    pub fn adjust(&mut self) {
        self.adjusting = true;
    }

    /// Ends an announced adjustment.
    pub fn end_adjustment(&mut self) {
        self.adjusting = false;
    }

    /// Whether an announced adjustment is under way.
    pub fn is_adjusting(&self) -> bool {
        self.adjusting
    }

    /// Records a touch. Returns whether it counts: not on an empty square, not twice, not the adjusted piece.
    pub fn touch(&mut self, position: &Chess, square: Square) -> bool {
        if !position.board().occupied().contains(square) {
            return false;
        }
        let counts = !std::mem::take(&mut self.adjusting) && !self.touched.contains(&square);
        if counts {
            self.touched.push(square);
        }
        counts
    }

    /// Returns the touched pieces, in order.
    pub fn touched(&self) -> &[Square] {
        &self.touched
    }

    /// Whether a piece was touched. That forfeits draw claims (9.4) and complaints about the opponent's touch (4.8)
    /// on this move.
    pub fn is_bound(&self) -> bool {
        !self.touched.is_empty()
    }

    /// Returns the obligation of the player on move.
    pub fn obligation(&self, position: &Chess) -> TouchObligation {
        let legal = position.legal_moves();
        let ours = position.us();
        let (own, opponents): (Vec<Square>, Vec<Square>) =
            self.touched.iter().partition(|square| ours.contains(**square));
        let owed = match (own.as_slice(), opponents.as_slice()) {
            ([], []) => return TouchObligation::Nothing,
            (own, []) => obligation_of_own(position, &legal, own),
            ([], opponents) => first_that_acts(&legal, opponents, |m, square| captures(m) == Some(square))
                .map(|(square, moves)| {
                    (moves, ObligationCause::Opponents(square), Article::TOUCHED_OPPONENTS)
                }),
            ([own, ..], [opponents, ..]) => self.obligation_of_both(&legal, *own, *opponents),
        };
        match owed {
            Some((moves, because, article)) => TouchObligation::OneOf { moves, because, article },
            None => TouchObligation::AnyMove { article: Article::TOUCHED_NONE_CAN_ACT },
        }
    }

    /// FIDE 4.3.3.
    fn obligation_of_both(&self, legal: &[Move], own: Square, opponents: Square) -> Option<ObligedMoves> {
        let with_own = moves_where(legal, |m| m.from() == Some(own) && captures(m) == Some(opponents));
        if !with_own.is_empty() {
            return Some((with_own, ObligationCause::Both { own, opponents }, Article::TOUCHED_BOTH));
        }
        first_that_acts(legal, &self.touched, |m, square| {
            m.from() == Some(square) || captures(m) == Some(square)
        })
        .map(|(square, moves)| {
            let is_own = moves.iter().any(|m| m.from() == Some(square));
            let because =
                if is_own { ObligationCause::Own(square) } else { ObligationCause::Opponents(square) };
            (moves, because, Article::TOUCHED_BOTH)
        })
    }
}

impl TouchObligation {
    /// Returns the article it rests on, if something was touched.
    pub fn article(&self) -> Option<Article> {
        match self {
            TouchObligation::Nothing => None,
            TouchObligation::OneOf { article, .. } | TouchObligation::AnyMove { article } => Some(*article),
        }
    }
}

/// Returns the squares of the pieces that an illegal move touches when it is made: the one that moves, then the one that is
/// captured (7.5.1 with 4.3). The one that moves is left out where the words fit several.
pub fn touched_by(position: &Chess, attempt: &Attempt) -> Vec<Square> {
    let (board, turn) = (position.board(), position.turn());
    let role = if attempt.castling.is_some() { Some(Role::King) } else { attempt.moved_role() };
    let to = attempt.to.square();
    let mut own: Bitboard = position.us().into_iter().filter(|square| attempt.from.fits(*square)).collect();
    own &= role.map_or(own, |role| board.by_role(role));
    if let Some(to) = to.filter(|_| own.more_than_one()) {
        let reaches = |square: &Square| {
            let is_pawn = board.role_at(*square) == Some(Role::Pawn);
            let straight = is_pawn && square.file() == to.file() && !attempt.captures;
            straight
                || board
                    .piece_at(*square)
                    .is_some_and(|piece| attacks::attacks(*square, piece, board.occupied()).contains(to))
        };
        own = own.into_iter().filter(reaches).collect();
    }
    let captured = to.filter(|to| board.color_at(*to) == Some(!turn));
    own.single_square().into_iter().chain(captured).collect()
}

type ObligedMoves = (Vec<Move>, ObligationCause, Article);

/// FIDE 4.3.1, with 4.4 for king and rook.
fn obligation_of_own(position: &Chess, legal: &[Move], own: &[Square]) -> Option<ObligedMoves> {
    if let [first, second, ..] = *own {
        let rook_side = |king: Square, rook: Square| {
            let home = position.turn().backrank();
            let pair = position.our(Role::King).contains(king) && position.our(Role::Rook).contains(rook);
            // Only a rook on the home rank can be meant for castling.
            (pair && king.rank() == home && rook.rank() == home)
                .then(|| CastlingSide::from_king_side(king < rook))
        };
        if let Some(side) = rook_side(first, second) {
            return king_then_rook(legal, first, second, side);
        }
        // Rook first: no castling on that side, and the first that can move must (4.4.2).
        if let Some(side) = rook_side(second, first) {
            let with_that_rook = position.castles().rook(position.turn(), side) == Some(first);
            let allowed: Vec<Move> = legal
                .iter()
                .copied()
                .filter(|m| !with_that_rook || m.castling_side() != Some(side))
                .collect();
            return own_moves(&allowed, own, Article::TOUCHED_ROOK_THEN_KING);
        }
    }
    own_moves(legal, own, Article::TOUCHED_OWN)
}

/// FIDE 4.4.1 and 4.4.3.
fn king_then_rook(legal: &[Move], king: Square, rook: Square, side: CastlingSide) -> Option<ObligedMoves> {
    let castling = moves_where(legal, |m| matches!(m, Move::Castle { rook: with, .. } if with == rook));
    if !castling.is_empty() {
        return Some((castling, ObligationCause::Castling(side), Article::TOUCHED_KING_AND_ROOK));
    }
    let king_moves = moves_where(legal, |m| m.from() == Some(king));
    (!king_moves.is_empty()).then_some((
        king_moves,
        ObligationCause::KingInstead(king),
        Article::TOUCHED_KING_CASTLING_ILLEGAL,
    ))
}

fn own_moves(legal: &[Move], own: &[Square], article: Article) -> Option<ObligedMoves> {
    first_that_acts(legal, own, |m, square| m.from() == Some(square))
        .map(|(square, moves)| (moves, ObligationCause::Own(square), article))
}

/// Returns the first square that some legal move concerns, and those moves.
fn first_that_acts(
    legal: &[Move],
    squares: &[Square],
    about: impl Fn(Move, Square) -> bool,
) -> Option<(Square, Vec<Move>)> {
    squares
        .iter()
        .map(|square| (*square, moves_where(legal, |m| about(m, *square))))
        .find(|(_, moves)| !moves.is_empty())
}

fn moves_where(legal: &[Move], keep: impl Fn(Move) -> bool) -> Vec<Move> {
    legal.iter().copied().filter(|m| keep(*m)).collect()
}

/// Returns the square of the captured piece.
fn captures(m: Move) -> Option<Square> {
    match m {
        Move::EnPassant { from, to } => Some(Square::from_coords(to.file(), from.rank())),
        Move::Normal { capture: Some(_), to, .. } => Some(to),
        Move::Normal { .. } | Move::Castle { .. } | Move::Put { .. } => None,
    }
}
