//! An emulated board, which reports actions in its maker's protocol.

use std::time::Duration;

use super::move_simulator::BoardAction;
use crate::{
    app::board_sight::placement,
    devices::board::{
        ClockSide, Maker, Orientation, Placement,
        maker::{EmulatedProtocol, Emulation},
    },
    laws::{Chess, Color, Position},
};

/// A board with the pieces at their start.
pub(super) struct EmulatedBoard {
    protocol: Box<dyn EmulatedProtocol>,
    orientation: Orientation,
    /// The placement of the pieces, and the bytes on the wire.
    pub(super) board: Emulation,
}

impl EmulatedBoard {
    pub(super) fn new(maker: Maker, turned: bool, minutes: Option<u64>) -> EmulatedBoard {
        let orientation = Orientation { ranks_turned: turned, files_turned: turned };
        let board = Emulation::new(placement(Chess::default().board(), orientation));
        let clock = minutes.map(|minutes| Duration::from_secs(60 * minutes));
        let protocol = maker.board().emulated(&board.placement, clock);
        EmulatedBoard { protocol, orientation, board }
    }

    /// Takes what the host has written, in its portions; `None` while there is no host.
    pub(super) fn received(&mut self, portions: Option<Vec<Vec<u8>>>) {
        self.protocol.connected(portions.is_some(), &mut self.board);
        portions.iter().flatten().for_each(|bytes| self.protocol.received(bytes, &mut self.board));
    }

    pub(super) fn act(&mut self, action: BoardAction, now: Duration) {
        match action {
            BoardAction::Put(square, piece) => {
                let square = self.orientation.map(u8::from(square));
                let piece = piece.map_or(Placement::EMPTY, |piece| piece.char());
                self.protocol.put(square, piece, &mut self.board);
            }
            // White sits on the left.
            BoardAction::Press(side) => {
                let by = if side == Color::White { ClockSide::Left } else { ClockSide::Right };
                self.protocol.pressed(by, now, &mut self.board);
            }
            BoardAction::Cable(_) | BoardAction::Nothing => {}
        }
    }

    /// Begins the game: Black starts White's clock.
    pub(super) fn begin(&mut self) {
        self.protocol.begin();
    }

    pub(super) fn passed(&mut self, now: Duration) {
        self.protocol.passed(now, &mut self.board);
    }
}
