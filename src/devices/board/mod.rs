//! Electronic boards of any maker: where the pieces stand, and the clock that belongs to the board.
//!
//! A board reports [placements](Placement) and knows no chess; an [`Orientation`] says how it is turned.
//! [`KnownPlacement`] keeps what is known after messages were lost. [`dgt`], [`chessnut`], [`chesslink`], [`certabo`]
//! and [`livechess`] are the protocols, as bytes in and messages out, each with its `impl` of [`maker::BoardMaker`].
//! [`link`] is the host's side of each conversation. A [`BoardAddress`] says which board and where, and
//! [`WiredBoard`] is the thread that talks with it over a serial port, USB reports, or a WebSocket.
#![warn(unreachable_pub)]

pub mod placement;
pub mod clock;
pub mod dgt;
pub mod chessnut;
pub mod chesslink;
pub mod certabo;
pub mod livechess;
pub mod known_placement;
pub mod link;
pub mod maker;
pub mod address;
mod wire;

use std::{fmt, time::Instant};

use strum::{EnumIter, EnumString, IntoEnumIterator, IntoStaticStr};

use super::{
    SystemError,
    serial::{self, NotBuilt},
    supervisor::{PortLost, supervise},
    worker::Worker,
};

use crate::language::Message;

pub use address::{BoardAddress, UnknownBoard, plugged, usb_names};
pub use clock::{Button, ClockReading, ClockSide};
pub use dgt::ClockOrder;
pub use known_placement::{KnownPlacement, LostChange};
use maker::{BoardMaker, WireKind};
pub use placement::{InvalidPlacement, Orientation, Placement};

/// The makers, in the order in which the command line names them, by these words in small letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Maker {
    Dgt,
    Chessnut,
    Certabo,
    ChessLink,
    /// DGT's program for boards of any maker.
    LiveChess,
}

impl Maker {
    /// Returns what the program must know of the maker's boards.
    pub fn board(self) -> &'static dyn BoardMaker {
        match self {
            Maker::Dgt => &dgt::Dgt,
            Maker::Chessnut => &chessnut::Chessnut,
            Maker::Certabo => &certabo::Certabo,
            Maker::ChessLink => &chesslink::ChessLink,
            Maker::LiveChess => &livechess::LiveChess,
        }
    }

    /// Returns the maker's word on the command line.
    pub fn word(self) -> &'static str {
        self.into()
    }
}

/// Returns the makers' words for the help of the command line: all, and those of each kind of wire.
pub fn maker_lists() -> [(&'static str, String); 4] {
    let list = |is_in: fn(WireKind) -> bool| {
        let words: Vec<&str> =
            Maker::iter().filter(|maker| is_in(maker.board().wire())).map(Maker::word).collect();
        words.join(", ")
    };
    [
        ("makers", list(|_| true)),
        ("serial-makers", list(|wire| matches!(wire, WireKind::Serial { .. }))),
        ("hid-makers", list(|wire| matches!(wire, WireKind::Hid { .. }))),
        ("websocket-makers", list(|wire| matches!(wire, WireKind::WebSocket { .. }))),
    ]
}

impl fmt::Display for Maker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.board().name())
    }
}

pub trait ElectronicBoard {
    /// Lights these squares and no others, by their numbers from a1, if the board has lights.
    fn light(&mut self, squares: &[u8]);

    /// Gives an order to the board's clock, if there is one.
    fn clock(&mut self, order: ClockOrder);
}

#[derive(Clone, Debug, PartialEq)]
pub enum BoardEvent {
    /// The placement has changed.
    Placed {
        known: KnownPlacement,
        at: Instant,
    },
    /// What the clock shows.
    Clock {
        reading: ClockReading,
        at: Instant,
    },
    Lost {
        reason: PortLost,
    },
    /// The board is connected.
    Back {
        name: String,
    },
    /// The board sends something, but no placement can be read.
    Puzzling {
        why: BoardPuzzle,
    },
}

/// Why a board that sends something is not understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardPuzzle {
    /// It never stood as at the start of a game, so that its pieces are not known.
    NoStart,
    /// It tells which squares are occupied, and not by what.
    NoPieces,
    /// It speaks another protocol.
    Foreign,
}

impl BoardEvent {
    /// Returns when a placement or a reading was seen.
    pub fn seen_at(&self) -> Option<Instant> {
        match self {
            BoardEvent::Placed { at, .. } | BoardEvent::Clock { at, .. } => Some(*at),
            BoardEvent::Lost { .. } | BoardEvent::Back { .. } | BoardEvent::Puzzling { .. } => None,
        }
    }
}

/// Why there is no board at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "board")]
pub enum BoardUnavailable {
    #[message(transparent)]
    NotBuilt(#[from] NotBuilt),
    #[message(transparent)]
    Unknown(#[from] UnknownBoard),
    Thread {
        what: SystemError,
    },
}

/// A board on a wire that a thread owns; a lost board is looked for until this is dropped.
#[derive(Debug)]
pub struct WiredBoard(Worker<BoardCommand>);

/// An order to the thread of a board.
#[derive(Debug)]
enum BoardCommand {
    Light(Vec<u8>),
    Clock(ClockOrder),
}

impl WiredBoard {
    /// Starts looking for a board, which need not be there yet.
    ///
    /// `tell` is called on the board's thread, so it should only pass events on.
    ///
    /// # Errors
    /// [`BoardUnavailable::NotBuilt`] without the feature `serial`. A board that cannot be reached is reported as
    /// [`BoardEvent::Lost`] instead.
    pub fn open(
        address: BoardAddress,
        tell: impl FnMut(BoardEvent) + Send + 'static,
    ) -> Result<Self, BoardUnavailable> {
        serial::built()?;
        supervise("electronic board", wire::BoardDriver::new(address), tell)
            .map(Self)
            .map_err(|error| BoardUnavailable::Thread { what: error.into() })
    }
}

impl ElectronicBoard for WiredBoard {
    fn light(&mut self, squares: &[u8]) {
        self.0.send(BoardCommand::Light(squares.to_vec()));
    }

    fn clock(&mut self, order: ClockOrder) {
        self.0.send(BoardCommand::Clock(order));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::LANGUAGES;

    #[test]
    fn a_maker_is_named_everywhere() {
        let guides = LANGUAGES.map(|language| language.guide.replace('\n', " "));
        for maker in Maker::iter() {
            let word = maker.word();
            assert_eq!(maker.to_string().to_lowercase(), word);
            let option = format!("`--board {word}`");
            assert!(guides.iter().all(|guide| guide.contains(&option)), "a guide does not say {option}");
        }
    }
}
