//! Whether a side can still mate by any series of legal moves.
//!
//! This decides the dead position (FIDE 5.2.2) and whether a fallen flag or another forfeit loses or draws (5.1.2,
//! 6.9). A `Yes` carries the moves and a `No` its proof, both exact; only a spent budget leaves the question open.
//!
//! The steps, from cheap to dear:
//! 1. the game is over, or the material is insufficient;
//! 2. a greedy search, which finds the mate in nearly every position from play;
//! 3. the squares that each piece could ever reach (`blockade`): no mate fits into them (`mate_fit`), taken at once,
//!    phase by phase (`phases`), or behind forced moves (`forced`);
//! 4. a search through everything that can still happen (`helpmate`).

mod blockade;
mod cage;
mod corner_mate;
mod forced;
mod helpmate;
mod kings;
mod mate_fit;
mod estimate;
mod opposed;
mod packed;
mod phases;

use shakmaty::{Chess, Color, Move, Position};

use helpmate::{Exploration, Helpmate};

use crate::language::Message;

/// Whether a side can still mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatePossible {
    /// It can: these legal moves by both sides end with its mate. Empty if it has mated.
    Yes(Vec<Move>),
    /// It cannot, whatever both sides play.
    No(Proof),
    /// The budget was spent before an answer.
    Unknown,
}

/// Why a side can never mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Message)]
#[message(error, prefix = "proof")]
pub enum Proof {
    /// The side is mated itself, or it is stalemate.
    GameOver,
    /// No mate exists with this material.
    InsufficientMaterial,
    /// The pieces are blocked: no mate fits into the squares they could ever reach.
    Blocked,
    /// Every position that can still arise was visited, and none is a mate.
    Exhausted {
        /// The number of positions, without those behind a hopeless one.
        positions: u64,
    },
}

/// Finds out whether `side` can still mate by any series of legal moves (FIDE 5.2.2, 6.9).
///
/// `budget` is the number of moves to try. A million, about a second, decides all but a few composed positions.
pub fn mate_possible(position: &Chess, side: Color, budget: u64) -> MatePossible {
    if position.is_checkmate() {
        return if position.turn() == side {
            MatePossible::No(Proof::GameOver)
        } else {
            MatePossible::Yes(Vec::new())
        };
    }
    if position.is_stalemate() {
        return MatePossible::No(Proof::GameOver);
    }
    if position.has_insufficient_material(side) {
        return MatePossible::No(Proof::InsufficientMaterial);
    }
    if let Some(moves) = Helpmate::search_greedily(position, side, budget.min(GREEDY_MOVES)) {
        return MatePossible::Yes(moves);
    }
    let mut helpmate = Helpmate::new(position, side);
    let mut found = helpmate.explore(budget.min(FIRST_LOOK));
    if matches!(found, Exploration::OutOfBudget) {
        if forced::all_lines_are_blocked(position, side, PHASES) {
            return MatePossible::No(Proof::Blocked);
        }
        found = helpmate.explore(budget);
    }
    match found {
        Exploration::Mate(moves) => MatePossible::Yes(moves),
        Exploration::Exhausted(positions) => MatePossible::No(Proof::Exhausted { positions }),
        Exploration::OutOfBudget => MatePossible::Unknown,
    }
}

/// Whether neither side can mate: the game is drawn at once (FIDE 5.2.2).
///
/// `None` if the budget, spent for each side by itself, does not decide it.
pub fn is_dead(position: &Chess, budget: u64) -> Option<bool> {
    let mut known = true;
    for side in Color::ALL {
        match mate_possible(position, side, budget) {
            MatePossible::Yes(_) => return Some(false),
            MatePossible::No(_) => {}
            MatePossible::Unknown => known = false,
        }
    }
    known.then_some(true)
}

/// The moves of the greedy search. With it 12,000 positions of random games took 1.75 instead of 2.8 seconds.
const GREEDY_MOVES: u64 = 2_000;

/// Moves tried before the reaches are computed, which costs about a hundred moves: most mates are found by then.
const FIRST_LOOK: u64 = 1_500;

/// Phases of a blocked position examined; each costs about a hundred moves.
const PHASES: usize = 400;

#[cfg(test)]
mod tests;
