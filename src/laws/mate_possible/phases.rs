//! Blocked positions, phase by phase.
//!
//! Between two moves that change something for good (a capture or a pawn move) only pieces go
//! to and fro among men that stand still. Such a phase is taken as a whole: each man with the
//! squares it could have in it. A mate has to fit into some phase, so it is enough to go through
//! the phases that can follow from one another. Each knows which men are gone and which still
//! stand in the way, so this sees more than the reaches of the whole game at once do.

use std::collections::HashSet;

use shakmaty::{Bitboard, Chess, Color, EnPassantMode, Position, Rank, Role, attacks};

use super::{
    blockade::{Man, Reaches, men_of},
    mate_fit,
};

/// Whether `side` can never mate in any phase, looking at up to `limit` of them. `false` proves
/// nothing.
pub(super) fn are_all_blocked(position: &Chess, side: Color, limit: usize) -> bool {
    if position.castles().any() || position.ep_square(EnPassantMode::PseudoLegal).is_some() {
        // Neither belongs to any one man's moves; such positions are not blocked yet.
        return false;
    }
    let first = men_of(position);
    let mut seen = HashSet::from([first.clone()]);
    let mut waiting = vec![first];
    while let Some(men) = waiting.pop() {
        if seen.len() > limit {
            return false;
        }
        let mut whole = Reaches::new(men.clone(), side);
        whole.grow_all(None);
        if whole.are_bounded() && !mate_fit::fits(&whole) {
            continue;
        }
        let mut phase = Reaches::new(men, side);
        phase.grow_quietly();
        if mate_fit::fits(&phase) {
            return false;
        }
        let Some(next) = next_phases(&phase) else {
            return false;
        };
        waiting.extend(next.into_iter().filter(|men| seen.insert(men.clone())));
    }
    true
}

/// The phases one capture or pawn move leads to. `None` if a pawn's long step could be met en
/// passant, which is not followed up.
fn next_phases(phase: &Reaches) -> Option<Vec<Vec<Man>>> {
    let mut next = Vec::new();
    for (index, man) in phase.men.iter().enumerate() {
        captures(phase, index, man, &mut next);
        if man.role == Role::Pawn {
            pawn_steps(phase, index, man, &mut next)?;
        }
    }
    Some(next)
}

fn captures(phase: &Reaches, index: usize, man: &Man, next: &mut Vec<Vec<Man>>) {
    let mut targets = man.attacks_from_anywhere(phase.fixed);
    if man.role == Role::King {
        targets &= !phase.guards(!man.color);
    }
    for (other, prey) in phase.men.iter().enumerate() {
        if prey.color == man.color || prey.role == Role::King {
            continue;
        }
        let taken: Bitboard =
            (prey.anywhere() & targets).into_iter().filter(|&to| !phase.mates(index, to)).collect();
        if man.role == Role::Pawn {
            // Where a pawn stands matters too much to keep several squares in one phase.
            for to in taken {
                next.push(moved(phase, index, Bitboard::from_square(to), Some(other)));
            }
        } else if taken.any() {
            next.push(moved(phase, index, taken, Some(other)));
        }
    }
}

fn pawn_steps(phase: &Reaches, index: usize, man: &Man, next: &mut Vec<Vec<Man>>) -> Option<()> {
    let way = man.color.fold_wb(8, -8);
    for from in man.reach {
        let Some(to) = from.offset(way).filter(|to| !phase.fixed.contains(*to)) else {
            continue;
        };
        if !phase.mates(index, to) {
            next.push(moved(phase, index, Bitboard::from_square(to), None));
        }
        if from.rank() == man.color.relative_rank(Rank::Second)
            && let Some(second) = to.offset(way)
            && !phase.fixed.contains(second)
        {
            let passed = phase.men.iter().any(|other| {
                other.color != man.color
                    && other.role == Role::Pawn
                    && (attacks::pawn_attacks(man.color, to) & other.reach).any()
            });
            if passed {
                return None;
            }
            next.push(moved(phase, index, Bitboard::from_square(second), None));
        }
    }
    Some(())
}

/// The men once the one at `index` stands on one of the squares `to`, another being taken.
fn moved(phase: &Reaches, index: usize, to: Bitboard, taken: Option<usize>) -> Vec<Man> {
    let mut men = phase.men.clone();
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
    // A man without a square left would have to share one: then no position is in this phase.
    men
}
