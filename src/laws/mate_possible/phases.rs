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
    kings::Kings,
    mate_fit,
};

/// Whether `side` can never mate in any phase, looking at up to `limit` of them. `false` proves
/// nothing.
pub(super) fn are_all_blocked(position: &Chess, side: Color, limit: usize) -> bool {
    if position.castles().any() || position.ep_square(EnPassantMode::PseudoLegal).is_some() {
        // Neither belongs to any one man's moves; such positions are not blocked yet.
        return false;
    }
    if position.turn() == side && mates_at_once(position) {
        return false;
    }
    let first = Phase { men: men_of(position), kings: None, after_a_move: true };
    let mut seen = HashSet::from([first.clone()]);
    let mut waiting = vec![first];
    while let Some(Phase { men, kings, after_a_move }) = waiting.pop() {
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

/// The men with the squares they start a phase from.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Phase {
    men: Vec<Man>,
    /// Where both kings are at once, where that is known.
    kings: Option<Kings>,
    /// Before any mate in it the mated side has moved within the squares that it has here, or else its king was not
    /// all it could move. (In the first phase but for the mates at once, which are looked at.)
    after_a_move: bool,
}

fn mates_at_once(position: &Chess) -> bool {
    position.legal_moves().into_iter().any(|m| {
        let mut after = position.clone();
        after.play_unchecked(m);
        after.is_checkmate()
    })
}

/// The phases one capture or pawn move leads to. `None` if a pawn's long step could be met en
/// passant, which is not followed up.
fn next_phases(phase: &Reaches) -> Option<Vec<Phase>> {
    let mut next = Vec::new();
    for (index, man) in phase.men.iter().enumerate() {
        captures(phase, index, man, &mut next);
        if man.role == Role::Pawn {
            pawn_steps(phase, index, man, &mut next)?;
        }
    }
    Some(next)
}

fn captures(phase: &Reaches, index: usize, man: &Man, next: &mut Vec<Phase>) {
    // The king's own capture is such a move. The other side's may be the mate: then he must have moved before it.
    let mated = !phase.side;
    let after_a_move =
        if man.color == mated { man.role == Role::King } else { phase.only_the_king_moves(mated) };
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
        // A man that stands, so that it is known what is left when it is gone.
        let taken = match phase.homes[other] {
            Some(home) if taken.contains(home) && phase.king_takes_and_ends_it(index, home) => {
                Bitboard::EMPTY
            }
            _ => taken,
        };
        if man.role == Role::Pawn {
            // Where a pawn stands matters too much to keep several squares in one phase.
            for to in taken {
                next.push(Phase {
                    men: moved(phase, index, Bitboard::from_square(to), Some(other)),
                    kings: phase.together.clone(),
                    after_a_move,
                });
            }
        } else if taken.any() {
            let by_king = |kings: &Kings| kings.after_taking(man.color, taken);
            let kings = match man.role {
                Role::King => phase.together.as_ref().map(by_king),
                _ => phase.together.clone(),
            };
            next.push(Phase { men: moved(phase, index, taken, Some(other)), kings, after_a_move });
        }
    }
}

fn pawn_steps(phase: &Reaches, index: usize, man: &Man, next: &mut Vec<Phase>) -> Option<()> {
    // A pawn may step where the king has come from.
    let mut push = |to| {
        let men = moved(phase, index, Bitboard::from_square(to), None);
        next.push(Phase { men, kings: phase.together.clone(), after_a_move: false });
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
            let passed = phase.men.iter().any(|other| {
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
    // Men that are alike are so in any order.
    men.sort_by_key(|man| (man.color as u8, man.role as u8, man.reach.0, man.promoted.0));
    // A man without a square left would have to share one: then no position is in this phase.
    men
}
