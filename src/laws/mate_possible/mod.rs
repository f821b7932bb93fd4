//! Whether a side can still mate by any series of legal moves.
//!
//! This decides the dead position (FIDE 5.2.2) and whether a fallen flag or another forfeit
//! loses or draws (FIDE 5.1.2, 6.9). The answer is exact in both directions: a `Yes` carries the
//! moves, a `No` its reason, and only a spent budget leaves the question open.
//!
//! The steps, from cheap to dear: the game may be over; the men may be too few ([`Proof::TooFewMen`]);
//! a dash finds the mate in nearly every position from play; what each man could
//! ever reach may rule a mate out (`blockade`, `mate_fit`), phase by phase (`phases`) and behind forced moves
//! (`forced`); and a longer search goes through all
//! that can still happen (`helpmate`).

mod blockade;
mod cage;
mod corner_mate;
mod forced;
mod helpmate;
mod kings;
mod mate_fit;
mod nearness;
mod packed;
mod phases;

use shakmaty::{Chess, Color, Move, Position};

use helpmate::{Exploration, Helpmate};

/// Whether a side can still mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatePossible {
    /// It can: these legal moves by both sides end with its mate. Empty if it has mated already.
    Yes(Vec<Move>),
    /// It cannot, whatever both sides play.
    No(Proof),
    /// The budget was spent before an answer was found.
    Unknown,
}

/// Why a side can never mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The side is mated itself, or the position is stalemate: no move will follow.
    GameOver,
    /// With these men no mate can be set up, wherever they stand.
    TooFewMen,
    /// The men are shut in: no mate fits into what they could ever reach.
    ShutIn,
    /// Every position that can still arise was looked at, and none is a mate.
    Exhausted {
        /// How many positions that were, leaving out those behind a position already hopeless.
        positions: u64,
    },
}

/// Finds out whether `side` can still mate by any series of legal moves (FIDE 5.2.2, 6.9).
///
/// `budget` is the number of moves the search may try. A million is enough for all but a few
/// composed positions and takes about a second.
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
        return MatePossible::No(Proof::TooFewMen);
    }
    if let Some(moves) = Helpmate::dash(position, side, budget.min(DASH)) {
        return MatePossible::Yes(moves);
    }
    let mut helpmate = Helpmate::new(position, side);
    let mut found = helpmate.explore(budget.min(FIRST_LOOK));
    if matches!(found, Exploration::OutOfBudget) {
        if forced::all_lines_are_blocked(position, side, PHASES) {
            return MatePossible::No(Proof::ShutIn);
        }
        found = helpmate.explore(budget);
    }
    match found {
        Exploration::Mate(moves) => MatePossible::Yes(moves),
        Exploration::Exhausted(positions) => MatePossible::No(Proof::Exhausted { positions }),
        Exploration::OutOfBudget => MatePossible::Unknown,
    }
}

/// Whether neither side can mate any more: the game is drawn at once (FIDE 5.2.2).
///
/// `None` if the budget, spent for each side on its own, does not suffice to tell.
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

/// Moves tried straight on: with so many nearly every mate is found, in half the time.
const DASH: u64 = 2_000;

/// Moves tried before the men's reaches are worked out: that costs a fraction of it, and most mates are found by then.
const FIRST_LOOK: u64 = 1_500;

/// Phases of a blocked position looked at; each costs about as much as a hundred moves.
const PHASES: usize = 400;

#[cfg(test)]
mod tests;
