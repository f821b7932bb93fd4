//! What a move must do to answer a task, and what one that does not do it lacks.

use crate::laws::{
    CastlingSide, Chess, Move, Position, Role, Square, assessment::worth, mate_possible::is_dead,
};

/// Moves that are tried to see whether anybody can still mate: enough for what stands in a lesson.
const DEAD_POSITION_NODES: u64 = 20_000;

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
    /// It is checkmate, and something else is asked for.
    IsMate,
    /// It is stalemate.
    Stalemates,
    /// After it nobody can mate any more.
    Dead,
    /// This reply takes the piece, which is worth more than what it took, and nothing takes back.
    Loses(Move),
    /// It captures nothing.
    NoCapture,
    /// It captures something else than what was asked for.
    CapturesElsewhere,
    /// It captures something that is worth less than what was asked for.
    CapturesLess,
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
        moves.retain(|m| self.lack(position, &after(position, *m), *m).is_none());
        moves.sort_by_key(|m| (m.from().map(u32::from), u32::from(m.to())));
        moves
    }

    /// Returns what a legal move lacks; none if it reaches the goal. That the game would be over weighs more than what was
    /// asked for.
    pub fn shortfall(&self, position: &Chess, m: Move) -> Option<Shortfall> {
        let after = after(position, m);
        let lack = self.lack(position, &after, m)?;
        Some(self.end_of_game(position, &after).unwrap_or(lack))
    }

    /// How a move ends the game, if it does. What is dead before it, or with every move that is asked for, is a board for
    /// practice.
    fn end_of_game(&self, position: &Chess, after_move: &Chess) -> Option<Shortfall> {
        let dead = |position: &Chess| is_dead(position, DEAD_POSITION_NODES) == Some(true);
        let wanted_are_dead = || self.moves(position).iter().all(|m| dead(&after(position, *m)));
        if after_move.is_checkmate() {
            Some(Shortfall::IsMate)
        } else if after_move.is_stalemate() {
            Some(Shortfall::Stalemates)
        } else if dead(after_move) && !dead(position) && !wanted_are_dead() {
            Some(Shortfall::Dead)
        } else {
            None
        }
    }

    fn lack(&self, position: &Chess, after: &Chess, m: Move) -> Option<Shortfall> {
        let reply = |fits: &dyn Fn(&Move) -> bool| after.legal_moves().into_iter().find(|reply| fits(reply));
        let takes = |reply: &Move| reply.is_capture() && reply.to() == m.to();
        let unless = |reached: bool, short: Shortfall| (!reached).then_some(short);
        match self {
            Goal::Any => None,
            Goal::Check => unless(after.is_check(), Shortfall::NoCheck),
            Goal::SafeCheck => unless(after.is_check(), Shortfall::NoCheck)
                .or_else(|| reply(&takes).map(Shortfall::Captured)),
            Goal::Mate => unless(after.is_check(), Shortfall::NoCheck)
                .or_else(|| reply(&takes).or_else(|| reply(&|_| true)).map(Shortfall::Parried)),
            Goal::Guard => mating_reply(after).map(Shortfall::AllowsMate),
            Goal::Stalemate => reply(&|_| true)
                .map(Shortfall::StillMoves)
                .or_else(|| unless(!after.is_check(), Shortfall::IsMate)),
            Goal::Capture(_) if !m.is_capture() => Some(Shortfall::NoCapture),
            Goal::Capture(on) => {
                let value = |role: Option<Role>| role.map_or(0, worth);
                let wanted = |on: Square| value(position.board().role_at(on));
                let is_less = on.is_some_and(|on| value(m.capture()) < wanted(on));
                let short = if is_less { Shortfall::CapturesLess } else { Shortfall::CapturesElsewhere };
                unless(on.is_none_or(|on| on == m.to()), short)
            }
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
            Goal::OneOf(moves) => (!moves.contains(&m)).then(|| none_of(moves, after, m)),
        }
    }
}

fn after(position: &Chess, m: Move) -> Chess {
    let mut after = position.clone();
    after.play_unchecked(m);
    after
}

/// What a move lacks that is none of the wanted ones: what the board shows against it, if anything.
fn none_of(wanted: &[Move], after: &Chess, m: Move) -> Shortfall {
    let is_same_way = |other: &Move| other.from() == m.from() && other.to() == m.to();
    if let Some(role) = m.promotion()
        && wanted.iter().any(is_same_way)
    {
        return Shortfall::OtherPromotion(role);
    }
    let shown = mating_reply(after).map(Shortfall::AllowsMate);
    let shown = shown.or_else(|| taking_reply(after, m).map(Shortfall::Loses));
    let no_capture = wanted.iter().all(|m| m.is_capture()) && !m.is_capture();
    shown.unwrap_or(if no_capture { Shortfall::NoCapture } else { Shortfall::NotAsked })
}

fn mating_reply(position: &Chess) -> Option<Move> {
    position.legal_moves().into_iter().find(|reply| after(position, *reply).is_checkmate())
}

/// The reply that takes the piece that moved, which took less than it is worth, where nothing takes back.
fn taking_reply(position: &Chess, m: Move) -> Option<Move> {
    let moved = m.promotion().unwrap_or(m.role());
    let takes = |reply: &Move| {
        let recaptures = after(position, *reply).capture_moves().iter().any(|back| back.to() == m.to());
        reply.to() == m.to() && reply.is_capture() && !recaptures
    };
    let is_dearer = worth(moved) > m.capture().map_or(0, worth);
    position.capture_moves().into_iter().find(takes).filter(|_| is_dearer && !m.is_castle())
}
