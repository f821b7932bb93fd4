//! What is wrong with a move that is not the solution: an answer after which the solver has less than the solution gives.
//!
//! A search for material and mate, three half-moves and the captures after them: enough to show a beginner what they
//! overlooked, and no engine. It says nothing where it is not sure.

use shakmaty::{Chess, Move, Position};

use crate::laws::assessment::{material_balance, worth};

/// Half-moves that are searched whole, the answer being the first.
const DEPTH: u32 = 3;

/// Captures that are followed after those.
const CAPTURES: u32 = 6;

/// Moves that may be tried.
const NODES: u32 = 60_000;

/// A mate, in pawns; nothing on the board is worth as much.
const MATE: i32 = 1000;

/// Returns the strongest answer to the move that led here, if the solver then has less material than `promised`, or is mated.
pub(super) fn refuting_reply(position: &Chess, promised: i32) -> Option<Move> {
    let mut search = Search { nodes: NODES };
    // Of the side that answers: more than this refutes.
    let enough = -promised;
    let mut best: Option<(i32, Move)> = None;
    for (m, after) in ordered(position, false) {
        let least = best.map_or(enough, |(value, _)| value);
        let value = -search.value(&after, DEPTH - 1, -(MATE + 1), -least)?;
        if value > least {
            best = Some((value, m));
        }
    }
    best.map(|(_, m)| m)
}

struct Search {
    nodes: u32,
}

impl Search {
    /// The value for the side on move between two bounds, in pawns; none if the nodes are spent.
    fn value(&mut self, position: &Chess, depth: u32, mut least: i32, most: i32) -> Option<i32> {
        self.nodes = self.nodes.checked_sub(1)?;
        if position.is_checkmate() {
            return Some(-(MATE + depth as i32));
        }
        if position.is_stalemate() || position.is_insufficient_material() {
            return Some(0);
        }
        if depth == 0 {
            return self.captures(position, CAPTURES, least, most);
        }
        let mut best = -(2 * MATE);
        for (_, after) in ordered(position, false) {
            let value = -self.value(&after, depth - 1, -most, -least)?;
            best = best.max(value);
            least = least.max(value);
            if least >= most {
                break;
            }
        }
        Some(best)
    }

    fn captures(&mut self, position: &Chess, depth: u32, mut least: i32, most: i32) -> Option<i32> {
        self.nodes = self.nodes.checked_sub(1)?;
        let mut best = material_balance(position, position.turn());
        if depth == 0 || best >= most {
            return Some(best);
        }
        least = least.max(best);
        for (_, after) in ordered(position, true) {
            let value = -self.captures(&after, depth - 1, -most, -least)?;
            best = best.max(value);
            least = least.max(value);
            if least >= most {
                break;
            }
        }
        Some(best)
    }
}

/// The moves and what follows from each, great captures first, then checks.
fn ordered(position: &Chess, captures: bool) -> Vec<(Move, Chess)> {
    let moves = if captures { position.capture_moves() } else { position.legal_moves() };
    let mut all: Vec<(i32, Move, Chess)> = moves
        .into_iter()
        .map(|m| {
            let mut after = position.clone();
            after.play_unchecked(m);
            let gain = m.capture().map_or(0, |role| 10 * worth(role) - worth(m.role()));
            let gain = gain + m.promotion().map_or(0, worth) + i32::from(after.is_check());
            (-gain, m, after)
        })
        .collect();
    all.sort_by_key(|(order, ..)| *order);
    all.into_iter().map(|(_, m, after)| (m, after)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::Game;

    #[test]
    fn what_was_overlooked_is_shown() {
        // The queen stands where a pawn takes it; White, who would have kept it, has nine.
        check("4k3/2p5/3Q4/8/8/8/8/4K3 b - - 0 1", 8, Some("c7xd6"));
        check("4k3/2p5/8/3Q4/8/8/8/4K3 b - - 0 1", 8, None);
        // A mate on the back rank.
        check("4r1k1/5ppp/8/8/8/8/5PPP/R5K1 b - - 0 1", 0, None);
        check("4r1k1/5ppp/8/8/8/8/R4PPP/6K1 b - - 0 1", 0, Some("Re8-e1"));
        fn check(fen: &str, promised: i32, reply: Option<&str>) {
            let position = Game::from_fen(fen).unwrap().position().clone();
            assert_eq!(refuting_reply(&position, promised).map(|m| m.to_string()).as_deref(), reply, "{fen}");
        }
    }
}
