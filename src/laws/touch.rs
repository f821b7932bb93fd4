//! Touch-move (4.2 to 4.5): what a player who has touched pieces still owes.
//!
//! For a blind player's board a piece is touched when it is lifted out of its hole (D.2.2); for the
//! sighted player's when his hand is on it. Either way it comes in here as a square.

use shakmaty::{CastlingSide, Chess, Move, Position, Role, Square};

use super::Article;

/// The pieces that the player on move has touched since the opponent's move was made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Touch {
    touched: Vec<Square>,
    adjusting: bool,
}

/// What a player owes after touching.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Owed {
    /// Nothing was touched, or only to adjust it.
    Nothing,
    /// One of these legal moves.
    OneOf { moves: Vec<Move>, because: Touched, article: Article },
    /// Pieces were touched, but none of them can act: any legal move will do (4.5).
    AnyMove { article: Article },
}

/// What the owed move does to the pieces touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touched {
    /// The first touched piece of his own that can move.
    Own(Square),
    /// The first touched piece of the opponent's that can be captured.
    Opponents(Square),
    /// The one captures the other.
    Both { own: Square, opponents: Square },
    /// King, then rook: castling there.
    Castling(CastlingSide),
    /// King, then rook, but castling there is illegal: another move of the king.
    KingInstead(Square),
}

impl Touch {
    /// Nothing touched yet, as after every move.
    pub fn new() -> Touch {
        Touch::default()
    }

    /// "Ich rücke zurecht": the piece that is touched next does not count (4.2.1).
    pub fn adjust(&mut self) {
        self.adjusting = true;
    }

    /// Nothing is about to be adjusted any more.
    pub fn adjusted(&mut self) {
        self.adjusting = false;
    }

    /// Whether an announced adjustment is under way.
    pub fn is_adjusting(&self) -> bool {
        self.adjusting
    }

    /// A piece was touched; whether it counts.
    ///
    /// An empty square does not count, nor does a piece touched before, nor the one that was to be adjusted.
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

    /// The pieces touched, in order.
    pub fn touched(&self) -> &[Square] {
        &self.touched
    }

    /// Whether a piece has been touched, which forfeits draw claims (9.4) and complaints about the
    /// opponent's touching (4.8) on this move.
    pub fn is_bound(&self) -> bool {
        !self.touched.is_empty()
    }

    /// What the player on move owes.
    pub fn owed(&self, position: &Chess) -> Owed {
        let legal = position.legal_moves();
        let ours = position.us();
        let (own, opponents): (Vec<Square>, Vec<Square>) =
            self.touched.iter().partition(|square| ours.contains(**square));
        let owed = match (own.as_slice(), opponents.as_slice()) {
            ([], []) => return Owed::Nothing,
            (own, []) => owed_by_own(position, &legal, own),
            ([], opponents) => first_that_acts(&legal, opponents, |m, square| captures(m) == Some(square))
                .map(|(square, moves)| (moves, Touched::Opponents(square), Article::TOUCHED_OPPONENTS)),
            ([own, ..], [opponents, ..]) => self.owed_by_both(&legal, *own, *opponents),
        };
        match owed {
            Some((moves, because, article)) => Owed::OneOf { moves, because, article },
            None => Owed::AnyMove { article: Article::TOUCHED_NONE_CAN_ACT },
        }
    }

    /// FIDE 4.3.3.
    fn owed_by_both(&self, legal: &[Move], own: Square, opponents: Square) -> Option<OwedMoves> {
        let with_own = moves_where(legal, |m| m.from() == Some(own) && captures(m) == Some(opponents));
        if !with_own.is_empty() {
            return Some((with_own, Touched::Both { own, opponents }, Article::TOUCHED_BOTH));
        }
        first_that_acts(legal, &self.touched, |m, square| {
            m.from() == Some(square) || captures(m) == Some(square)
        })
        .map(|(square, moves)| {
            let is_own = moves.iter().any(|m| m.from() == Some(square));
            let because = if is_own { Touched::Own(square) } else { Touched::Opponents(square) };
            (moves, because, Article::TOUCHED_BOTH)
        })
    }
}

impl Owed {
    /// The article it rests on, where something was touched.
    pub fn article(&self) -> Option<Article> {
        match self {
            Owed::Nothing => None,
            Owed::OneOf { article, .. } | Owed::AnyMove { article } => Some(*article),
        }
    }
}

type OwedMoves = (Vec<Move>, Touched, Article);

/// FIDE 4.3.1, with 4.4 for king and rook.
fn owed_by_own(position: &Chess, legal: &[Move], own: &[Square]) -> Option<OwedMoves> {
    if let [first, second, ..] = *own {
        let rook_side = |king: Square, rook: Square| {
            let home = position.turn().backrank();
            let pair = position.our(Role::King).contains(king) && position.our(Role::Rook).contains(rook);
            // A rook elsewhere is not touched to castle with.
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
fn king_then_rook(legal: &[Move], king: Square, rook: Square, side: CastlingSide) -> Option<OwedMoves> {
    let castling = moves_where(legal, |m| matches!(m, Move::Castle { rook: with, .. } if with == rook));
    if !castling.is_empty() {
        return Some((castling, Touched::Castling(side), Article::TOUCHED_KING_AND_ROOK));
    }
    let king_moves = moves_where(legal, |m| m.from() == Some(king));
    (!king_moves.is_empty()).then_some((
        king_moves,
        Touched::KingInstead(king),
        Article::TOUCHED_KING_CASTLING_ILLEGAL,
    ))
}

fn own_moves(legal: &[Move], own: &[Square], article: Article) -> Option<OwedMoves> {
    first_that_acts(legal, own, |m, square| m.from() == Some(square))
        .map(|(square, moves)| (moves, Touched::Own(square), article))
}

/// The first of the squares that some legal move is about, and those moves.
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

/// The square the captured piece stands on.
fn captures(m: Move) -> Option<Square> {
    match m {
        Move::EnPassant { from, to } => Some(Square::from_coords(to.file(), from.rank())),
        Move::Normal { capture: Some(_), to, .. } => Some(to),
        _ => None,
    }
}
