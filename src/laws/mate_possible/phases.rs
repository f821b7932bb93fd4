//! Blocked positions, phase by phase.
//!
//! Between two irreversible moves (a capture or a pawn move) pieces only move about. Such a phase is taken as a whole:
//! each piece with the squares it could have in it. A mate must fit into some phase, so it is enough to go through the
//! phases that can follow one another. Each knows which pieces are gone, so this proves more than the reaches of the
//! whole game.

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
        // Neither is a move of one piece; such positions are rarely blocked.
        return false;
    }
    if position.turn() == side && mates_at_once(position) {
        return false;
    }
    let first = BlockedPhase { pieces: reaches_at_rest(position), kings: None, after_a_move: true };
    let mut seen = HashSet::from([first.clone()]);
    let mut waiting = vec![first];
    while let Some(BlockedPhase { pieces: men, kings, after_a_move }) = waiting.pop() {
        if seen.len() > limit {
            return false;
        }
        let mut whole = Reaches::new(men.clone(), side);
        whole.grow_all(None);
        if whole.are_bounded() && !mate_fit::fits(&whole) {
            continue;
        }
        let mut phase = Reaches::new(men, side);
        phase.grow_quietly(kings);
        let fits = if after_a_move { mate_fit::fits_after_a_move } else { mate_fit::fits };
        if fits(&phase) {
            return false;
        }
        let Some(next) = next_phases(&phase) else {
            return false;
        };
        waiting.extend(next.into_iter().filter(|men| seen.insert(men.clone())));
    }
    true
}

/// The pieces with the squares from which they start a phase.
#[derive(Clone, PartialEq, Eq, Hash)]
struct BlockedPhase {
    pieces: Vec<PieceReach>,
    /// The pairs of squares of both kings, where known.
    kings: Option<KingPairs>,
    /// The mated side has moved within this phase before any mate, unless it could move more than its king. In the first
    /// phase this holds but for immediate mates, which are excluded before.
    after_a_move: bool,
}

fn mates_at_once(position: &Chess) -> bool {
    position.legal_moves().into_iter().any(|m| {
        let mut after = position.clone();
        after.play_unchecked(m);
        after.is_checkmate()
    })
}

/// Returns the phases after one capture or pawn move. `None` if a double step could be captured en passant, which is not
/// followed.
fn next_phases(phase: &Reaches) -> Option<Vec<BlockedPhase>> {
    let mut next = Vec::new();
    for (index, man) in phase.pieces.iter().enumerate() {
        captures(phase, index, man, &mut next);
        if man.role == Role::Pawn {
            pawn_steps(phase, index, man, &mut next)?;
        }
    }
    Some(next)
}

fn captures(phase: &Reaches, index: usize, man: &PieceReach, next: &mut Vec<BlockedPhase>) {
    // The mated king's own capture is such a move. The other side's may be the mate, then the king moved before it.
    let mated = !phase.side;
    let after_a_move =
        if man.color == mated { man.role == Role::King } else { phase.only_the_king_moves(mated) };
    let mut targets = man.attacks_from_anywhere(phase.fixed);
    if man.role == Role::King {
        targets &= !phase.guards(!man.color);
    }
    for (other, prey) in phase.pieces.iter().enumerate() {
        if prey.color == man.color || prey.role == Role::King {
            continue;
        }
        let taken: Bitboard =
            (prey.anywhere() & targets).into_iter().filter(|&to| !phase.mates(index, to)).collect();
        // A fixed piece: it is known what remains without it.
        let taken = match phase.homes[other] {
            Some(home) if taken.contains(home) && phase.king_takes_and_ends_it(index, home) => {
                Bitboard::EMPTY
            }
            _ => taken,
        };
        if man.role == Role::Pawn {
            // A pawn's square matters too much to keep several in one phase.
            for to in taken {
                next.push(BlockedPhase {
                    pieces: moved(phase, index, Bitboard::from_square(to), Some(other)),
                    kings: phase.together.clone(),
                    after_a_move,
                });
            }
        } else if taken.any() {
            let by_king = |kings: &KingPairs| kings.after_taking(man.color, taken);
            let kings = if man.role == Role::King {
                phase.together.as_ref().map(by_king)
            } else {
                phase.together.clone()
            };
            next.push(BlockedPhase { pieces: moved(phase, index, taken, Some(other)), kings, after_a_move });
        }
    }
}

fn pawn_steps(phase: &Reaches, index: usize, man: &PieceReach, next: &mut Vec<BlockedPhase>) -> Option<()> {
    // A pawn may step to a square that the king has left.
    let mut push = |to| {
        let men = moved(phase, index, Bitboard::from_square(to), None);
        next.push(BlockedPhase { pieces: men, kings: phase.together.clone(), after_a_move: false });
    };
    let way = man.color.fold_wb(8, -8);
    for from in man.reach {
        let Some(to) = from.offset(way).filter(|to| !phase.fixed.contains(*to)) else {
            continue;
        };
        if !phase.mates(index, to) {
            push(to);
        }
        if from.rank() == man.color.relative_rank(Rank::Second)
            && let Some(second) = to.offset(way)
            && !phase.fixed.contains(second)
        {
            let passed = phase.pieces.iter().any(|other| {
                other.color != man.color
                    && other.role == Role::Pawn
                    && (attacks::pawn_attacks(man.color, to) & other.reach).any()
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
    let mut men = phase.pieces.clone();
    let man = &mut men[index];
    let last = Bitboard::from_rank(man.color.relative_rank(Rank::Eighth));
    if man.role == Role::Pawn && (man.promoted.any() || (to & last).any()) {
        man.reach = Bitboard::EMPTY;
        man.promoted = to;
    } else {
        man.reach = to;
    }
    if let Some(square) = to.single_square() {
        for (other, man) in men.iter_mut().enumerate() {
            if other != index {
                man.reach.discard(square);
                man.promoted.discard(square);
            }
        }
    }
    if let Some(taken) = taken {
        men.remove(taken);
    }
    // Equal sets of pieces must compare equal, in whatever order they came.
    men.sort_by_key(|man| (man.color as u8, man.role as u8, man.reach.0, man.promoted.0));
    // A piece without a square left would have to share one: then the phase holds no position.
    men
}
