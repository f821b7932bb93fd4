//! Blocked positions, phase by phase.
//!
//! Between two irreversible moves (captures or pawn moves) pieces only move about. Such a phase is taken as a whole:
//! each piece with the squares it could have in it. A mate must fit into some phase, so it is enough to go through
//! the phases that can follow one another. Each knows which pieces are gone, so this proves more than the reaches of
//! the whole game.

use std::collections::HashSet;

use shakmaty::{Bitboard, Chess, Color, EnPassantMode, Position, Rank, Role, attacks};

use super::{
    blockade::{PieceReach, Reaches, reaches_at_rest},
    kings::KingPairs,
    mate_fit,
};

/// Whether `side` can never mate in any phase, examining up to `limit` of them. `false` proves nothing.
pub(super) fn are_all_blocked(position: &Chess, side: Color, limit: usize) -> bool {
    if position.castles().any() || position.ep_square(EnPassantMode::PseudoLegal).is_some() {
        // Neither castling nor en passant is a move of one piece; such positions are rarely blocked.
        return false;
    }
    if position.turn() == side && mates_at_once(position) {
        return false;
    }
    let first = BlockedPhase { pieces: reaches_at_rest(position), kings: None, after_a_move: true };
    let mut seen = HashSet::from([first.clone()]);
    let mut waiting = vec![first];
    while let Some(BlockedPhase { pieces, kings, after_a_move }) = waiting.pop() {
        if seen.len() > limit {
            return false;
        }
        let mut whole = Reaches::new(pieces.clone(), side);
        whole.grow_all(None);
        if whole.are_bounded() && !mate_fit::fits(&whole) {
            continue;
        }
        let mut phase = Reaches::new(pieces, side);
        phase.grow_quietly(kings);
        let fits = if after_a_move { mate_fit::fits_after_a_move } else { mate_fit::fits };
        if fits(&phase) {
            return false;
        }
        let Some(next) = next_phases(&phase) else {
            return false;
        };
        waiting.extend(next.into_iter().filter(|pieces| seen.insert(pieces.clone())));
    }
    true
}

/// The pieces with the squares on which they start a phase.
#[derive(Clone, PartialEq, Eq, Hash)]
struct BlockedPhase {
    pieces: Vec<PieceReach>,
    /// The pairs of squares of both kings, if known.
    kings: Option<KingPairs>,
    /// Whether the mated side has moved within this phase before any mate, unless it could move more than its king.
    /// This holds in the first phase too, since immediate mates are excluded before.
    after_a_move: bool,
}

fn mates_at_once(position: &Chess) -> bool {
    position.legal_moves().into_iter().any(|m| {
        let mut after = position.clone();
        after.play_unchecked(m);
        after.is_checkmate()
    })
}

/// Returns the phases after one capture or pawn move. `None` if a double step could be captured en passant, which is
/// not followed.
fn next_phases(phase: &Reaches) -> Option<Vec<BlockedPhase>> {
    let mut next = Vec::new();
    for (index, piece) in phase.pieces.iter().enumerate() {
        captures(phase, index, piece, &mut next);
        if piece.role == Role::Pawn {
            pawn_steps(phase, index, piece, &mut next)?;
        }
    }
    Some(next)
}

fn captures(phase: &Reaches, index: usize, piece: &PieceReach, next: &mut Vec<BlockedPhase>) {
    // The mated king's capture is such a move itself. If the other side's capture mates, the king moved before it.
    let mated = !phase.side;
    let after_a_move =
        if piece.color == mated { piece.role == Role::King } else { phase.only_the_king_moves(mated) };
    let mut targets = piece.attacks_from_anywhere(phase.fixed);
    if piece.role == Role::King {
        targets &= !phase.guards(!piece.color);
    }
    for (other, prey) in phase.pieces.iter().enumerate() {
        if prey.color == piece.color || prey.role == Role::King {
            continue;
        }
        let taken: Bitboard =
            (prey.anywhere() & targets).into_iter().filter(|&to| !phase.mates(index, to)).collect();
        // For a fixed piece it is known what remains without it.
        let taken = match phase.homes[other] {
            Some(home) if taken.contains(home) && phase.king_takes_and_ends_it(index, home) => {
                Bitboard::EMPTY
            }
            _ => taken,
        };
        if piece.role == Role::Pawn {
            // A pawn's square matters too much to keep several in one phase.
            for to in taken {
                next.push(BlockedPhase {
                    pieces: moved(phase, index, Bitboard::from_square(to), Some(other)),
                    kings: phase.together.clone(),
                    after_a_move,
                });
            }
        } else if taken.any() {
            let by_king = |kings: &KingPairs| kings.after_taking(piece.color, taken);
            let kings = if piece.role == Role::King {
                phase.together.as_ref().map(by_king)
            } else {
                phase.together.clone()
            };
            next.push(BlockedPhase { pieces: moved(phase, index, taken, Some(other)), kings, after_a_move });
        }
    }
}

fn pawn_steps(phase: &Reaches, index: usize, piece: &PieceReach, next: &mut Vec<BlockedPhase>) -> Option<()> {
    // A pawn may step to a square that the king has left.
    let mut push = |to| {
        let pieces = moved(phase, index, Bitboard::from_square(to), None);
        next.push(BlockedPhase { pieces, kings: phase.together.clone(), after_a_move: false });
    };
    let way = piece.color.fold_wb(8, -8);
    for from in piece.reach {
        let Some(to) = from.offset(way).filter(|to| !phase.fixed.contains(*to)) else {
            continue;
        };
        if !phase.mates(index, to) {
            push(to);
        }
        if from.rank() == piece.color.relative_rank(Rank::Second)
            && let Some(second) = to.offset(way)
            && !phase.fixed.contains(second)
        {
            let passed = phase.pieces.iter().any(|other| {
                other.color != piece.color
                    && other.role == Role::Pawn
                    && (attacks::pawn_attacks(piece.color, to) & other.reach).any()
            });
            if passed {
                return None;
            }
            push(second);
        }
    }
    Some(())
}

/// Returns the pieces once the one at `index` stands on one of the squares `to`, another being captured.
fn moved(phase: &Reaches, index: usize, to: Bitboard, taken: Option<usize>) -> Vec<PieceReach> {
    let mut pieces = phase.pieces.clone();
    let piece = &mut pieces[index];
    let last = Bitboard::from_rank(piece.color.relative_rank(Rank::Eighth));
    if piece.role == Role::Pawn && (piece.promoted.any() || (to & last).any()) {
        piece.reach = Bitboard::EMPTY;
        piece.promoted = to;
    } else {
        piece.reach = to;
    }
    if let Some(square) = to.single_square() {
        for (other, piece) in pieces.iter_mut().enumerate() {
            if other != index {
                piece.reach.discard(square);
                piece.promoted.discard(square);
            }
        }
    }
    if let Some(taken) = taken {
        pieces.remove(taken);
    }
    // Equal sets of pieces must compare equal, in whatever order they came.
    pieces.sort_by_key(|piece| (piece.color as u8, piece.role as u8, piece.reach.0, piece.promoted.0));
    // A piece without a square would have to share one: then the phase holds no position.
    pieces
}
