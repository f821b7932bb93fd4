//! Blocked positions behind a few forced moves: a check, or a capture that must be made.
//!
//! What shuts the men in often stands only once the last free man has been taken. So where little can be played, every
//! reply is followed, and each way on has to be hopeless by itself.

use shakmaty::{Chess, Color, Position};

use super::{blockade, phases};

/// A position with more legal moves than this is no forced one.
const FEW_REPLIES: usize = 4;

/// Half-moves followed, at most.
const DEEP: u32 = 6;

/// Positions looked at in all, each for about as many phases as one at the root.
const POSITIONS: u32 = 40;

/// Whether `side` can never mate, whatever is played, since each forced line ends where it is shut in. `false` proves
/// nothing.
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
