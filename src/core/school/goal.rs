//! What a move must do to answer a task, and what one that does not do it lacks.

use crate::laws::{CastlingSide, Chess, Move, Position, Role, Square};

/// What a move must do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Nothing but be legal: whatever leads out of check, for one.
    Any,
    /// Checkmate.
    Mate,
    /// Give check.
    Check,
    /// Give check and stay safe.
    SafeCheck,
    /// Leave the opponent no mate in one move.
    Guard,
    /// Stalemate.
    Stalemate,
    /// Capture something, or what stands on this square.
    Capture(Option<Square>),
    /// Castle, to this side if one is asked for.
    Castle(Option<CastlingSide>),
    /// Promote a pawn, to this piece if one is asked for.
    Promote(Option<Role>),
    /// Capture en passant.
    EnPassant,
    /// Go to this square.
    To(Square),
    /// Move the piece on this square.
    From(Square),
    /// Be one of these.
    OneOf(Vec<Move>),
}

/// What a legal move lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shortfall {
    /// It gives no check.
    NoCheck,
    /// It gives check, and this reply parries it.
    Parried(Move),
    /// It gives check, and the piece can be captured by this reply.
    Captured(Move),
    /// The opponent mates with this move.
    AllowsMate(Move),
    /// The opponent still has this move.
    StillMoves(Move),
    /// It would be stalemate, but it is checkmate.
    IsMate,
    /// It captures nothing.
    NoCapture,
    /// It captures something else than what was asked for.
    CapturesElsewhere,
    /// It is no castling, or to the other side.
    NoCastling,
    /// It promotes no pawn.
    NoPromotion,
    /// It promotes to another piece.
    OtherPromotion(Role),
    /// It is no capture en passant.
    NoEnPassant,
    /// It leads to another square.
    ElsewhereTo(Square),
    /// It is another piece's move.
    ElsewhereFrom(Square),
    /// It can be played, and something else is asked for.
    NotAsked,
}

impl Goal {
    /// Returns the moves that reach it, in the order of the squares.
    pub fn moves(&self, position: &Chess) -> Vec<Move> {
        let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
        moves.retain(|m| self.shortfall(position, *m).is_none());
        moves.sort_by_key(|m| (m.from().map(u32::from), u32::from(m.to())));
        moves
    }

    /// Returns what a legal move lacks; none if it reaches the goal.
    pub fn shortfall(&self, position: &Chess, m: Move) -> Option<Shortfall> {
        let mut after = position.clone();
        after.play_unchecked(m);
        let reply = |fits: &dyn Fn(&Move) -> bool| after.legal_moves().into_iter().find(|reply| fits(reply));
        let unless = |reached: bool, short: Shortfall| (!reached).then_some(short);
        match self {
            Goal::Any => None,
            Goal::Check => unless(after.is_check(), Shortfall::NoCheck),
            Goal::SafeCheck => unless(after.is_check(), Shortfall::NoCheck).or_else(|| {
                reply(&|reply| reply.is_capture() && reply.to() == m.to()).map(Shortfall::Captured)
            }),
            Goal::Mate => unless(after.is_check(), Shortfall::NoCheck)
                .or_else(|| reply(&|_| true).map(Shortfall::Parried)),
            Goal::Guard => reply(&|reply| {
                let mut mated = after.clone();
                mated.play_unchecked(*reply);
                mated.is_checkmate()
            })
            .map(Shortfall::AllowsMate),
            Goal::Stalemate => reply(&|_| true)
                .map(Shortfall::StillMoves)
                .or_else(|| unless(!after.is_check(), Shortfall::IsMate)),
            Goal::Capture(_) if !m.is_capture() => Some(Shortfall::NoCapture),
            Goal::Capture(on) => unless(on.is_none_or(|on| on == m.to()), Shortfall::CapturesElsewhere),
            Goal::Castle(side) => {
                let castles = m.castling_side();
                let is_asked = castles.is_some() && (side.is_none() || castles == *side);
                unless(is_asked, Shortfall::NoCastling)
            }
            Goal::Promote(role) => match m.promotion() {
                None => Some(Shortfall::NoPromotion),
                Some(to) => unless(role.is_none_or(|role| role == to), Shortfall::OtherPromotion(to)),
            },
            Goal::EnPassant => unless(m.is_en_passant(), Shortfall::NoEnPassant),
            Goal::To(square) => unless(m.to() == *square && !m.is_castle(), Shortfall::ElsewhereTo(*square)),
            Goal::From(square) => unless(m.from() == Some(*square), Shortfall::ElsewhereFrom(*square)),
            Goal::OneOf(moves) => unless(moves.contains(&m), Shortfall::NotAsked),
        }
    }
}
