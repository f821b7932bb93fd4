//! The times of the clock that hangs on the board: which move each press completed.

use std::time::Duration;

use crate::devices::board::ClockSide;

/// A press of the lever.
pub(super) struct ClockPress {
    pub(super) by: ClockSide,
    pub(super) left: Duration,
    /// The number of half-moves seen by then.
    pub(super) plies: usize,
}

/// Returns the first mover's side of the clock: the side pressed after an odd number of moves.
pub(super) fn whose_is_first(presses: &[ClockPress]) -> ClockSide {
    let votes =
        |hand: ClockSide| presses.iter().filter(|press| (press.plies % 2 == 1) == (press.by == hand)).count();
    if votes(ClockSide::Right) > votes(ClockSide::Left) { ClockSide::Right } else { ClockSide::Left }
}

/// Returns each mover's remaining time when they pressed.
pub(super) fn clocks(presses: &[ClockPress], first: ClockSide, plies: usize) -> Vec<Option<Duration>> {
    let mut clocks = vec![None; plies];
    for press in presses {
        let is_first = press.by == first;
        // A player who presses before the piece stands has not made their move yet.
        let ply =
            if (press.plies % 2 == 1) == is_first { press.plies.checked_sub(1) } else { Some(press.plies) };
        if let Some(clock) = ply.and_then(|ply| clocks.get_mut(ply)) {
            clock.get_or_insert(press.left);
        }
    }
    clocks
}
