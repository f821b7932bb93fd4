//! What the program must know of each maker's boards: one `impl` of [`BoardMaker`], in the file of the protocol.

use std::{collections::VecDeque, time::Duration};

use super::{ClockSide, Placement, link::BoardLink};

/// The kind of wire to a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WireKind {
    /// A serial port of this speed. If `dtr` is false, that line is cleared, since some boards take it for a reset.
    Serial { baud: u32, dtr: bool },
    /// The reports of a USB device, which is found by its vendor number.
    Hid { vendor: u16 },
    /// Texts over a WebSocket, at this host and port unless the address names others.
    WebSocket { host: &'static str, port: u16 },
}

pub trait BoardMaker: Sync {
    /// Returns the name for messages.
    fn name(&self) -> &'static str;

    fn wire(&self) -> WireKind;

    /// Returns the parts, in small letters, by which the USB names of its serial ports are recognised.
    fn usb_names(&self) -> &'static [&'static str] {
        &[]
    }

    /// Returns the host's side of the protocol.
    fn link(&self) -> Box<dyn BoardLink>;

    /// Returns the board's side of the protocol, for the emulator; `clock` is both sides' time, if there is a clock.
    fn emulated(&self, start: &Placement, clock: Option<Duration>) -> Box<dyn EmulatedProtocol>;
}

/// The interval at which a board that repeats its placement sends it.
const SCAN: Duration = Duration::from_millis(100);

/// The pieces on an emulated board, and what goes over its wire.
#[derive(Debug)]
pub struct Emulation {
    pub placement: Placement,
    /// Whether a host listens.
    pub is_followed: bool,
    scanned_at: Duration,
    /// The bytes that go to the host.
    pub writes: VecDeque<Vec<u8>>,
    /// The squares that the host has lit, by their numbers from a1.
    pub lights: VecDeque<Vec<u8>>,
    /// The texts that the host has written on the clock's display.
    pub texts: VecDeque<String>,
}

impl Emulation {
    pub fn new(placement: Placement) -> Emulation {
        Emulation {
            placement,
            is_followed: false,
            scanned_at: Duration::ZERO,
            writes: VecDeque::new(),
            lights: VecDeque::new(),
            texts: VecDeque::new(),
        }
    }
}

/// The board's side of a protocol.
pub trait EmulatedProtocol {
    /// Notes whether a host has the wire open.
    fn connected(&mut self, there: bool, board: &mut Emulation) {
        board.is_followed &= there;
    }

    /// Takes what the host has written in one portion.
    fn received(&mut self, bytes: &[u8], board: &mut Emulation);

    /// Returns the message that reports the whole placement.
    fn encode(&self, placement: &Placement) -> Vec<u8>;

    /// Returns whether the board sends its placement ten times a second, and not when it changes.
    fn repeats(&self) -> bool {
        false
    }

    /// Sets what stands on a square.
    fn put(&mut self, square: u8, piece: char, board: &mut Emulation) {
        board.placement.put(square, piece);
        if board.is_followed && !self.repeats() {
            board.writes.push_back(self.encode(&board.placement));
        }
    }

    /// Begins the game, which starts White's clock.
    fn begin(&mut self) {}

    /// Presses the clock's lever on this side.
    fn pressed(&mut self, _by: ClockSide, _now: Duration, _board: &mut Emulation) {}

    /// Does what is due at this time.
    fn passed(&mut self, now: Duration, board: &mut Emulation) {
        if self.repeats() && board.is_followed && now >= board.scanned_at + SCAN {
            board.scanned_at = now;
            board.writes.push_back(self.encode(&board.placement));
        }
    }
}
