//! Blocked positions behind a few forced moves, such as a capture that must be made.
//!
//! A position is often blocked only once the last free piece has been captured. If few moves are legal, all of them
//! are followed, and each must be hopeless.

use shakmaty::{Chess, Color, Position};

use super::{blockade, phases};

/// Positions with more legal moves are not followed. A check, or a blocked side, leaves no more.
const FEW_REPLIES: usize = 4;

/// The most half-moves followed.
const DEEP: u32 = 6;

/// The most positions examined; each may cost as many phases as the first.
const POSITIONS: u32 = 40;

/// Whether `side` can never mate because every forced line ends in a blocked position. `false` proves nothing.
pub(super) fn all_lines_are_blocked(position: &Chess, side: Color, limit: usize) -> bool {
    let mut left = POSITIONS;
    is_hopeless(position, side, limit, DEEP, &mut left)
}

fn is_hopeless(position: &Chess, side: Color, limit: usize, deep: u32, left: &mut u32) -> bool {
    if position.is_checkmate() {
        return position.turn() == side;
    }
    if position.is_stalemate() || position.has_insufficient_material(side) {
        return true;
    }
    *left = left.saturating_sub(1);
    if *left == 0 {
        return false;
    }
    if blockade::is_blocked(position, side) || phases::are_all_blocked(position, side, limit) {
        return true;
    }
    let replies = position.legal_moves();
    deep > 0
        && replies.len() <= FEW_REPLIES
        && replies.iter().all(|reply| {
            let mut after = position.clone();
            after.play_unchecked(*reply);
            is_hopeless(&after, side, limit, deep - 1, left)
        })
}
