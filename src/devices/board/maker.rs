//! What is to be known of a maker's boards: one `impl` of [`BoardMaker`] each, in the file of its protocol.

use std::{collections::VecDeque, time::Duration};

use super::{ClockSide, Placement, link::BoardLink};

/// What leads to a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WireKind {
    /// A serial port of this speed. Where `dtr` is false, that line is cleared: some boards take it for a reset.
    Serial { baud: u32, dtr: bool },
    /// The reports of a USB device, which is recognised by its vendor number.
    Hid { vendor: u16 },
    /// Texts over a WebSocket, at this host and port where the address names no others.
    WebSocket { host: &'static str, port: u16 },
}

pub trait BoardMaker: Sync {
    /// The name in messages.
    fn name(&self) -> &'static str;

    fn wire(&self) -> WireKind;

    /// What the USB names of its boards have in them, in small letters; for serial ports.
    fn usb_names(&self) -> &'static [&'static str] {
        &[]
    }

    /// The host's side of the protocol.
    fn link(&self) -> Box<dyn BoardLink>;

    /// The board's side of the protocol, for the emulator. `clock` is the time of both sides, where a clock hangs on it.
    fn emulated(&self, start: &Placement, clock: Option<Duration>) -> Box<dyn EmulatedProtocol>;
}

/// A whole placement is sent this often by a board that repeats it.
const SCAN: Duration = Duration::from_millis(100);

/// What stands on an emulated board, and what goes over its wire.
#[derive(Debug)]
pub struct Emulation {
    pub placement: Placement,
    /// A host listens.
    pub is_followed: bool,
    scanned_at: Duration,
    /// What goes to the host.
    pub writes: VecDeque<Vec<u8>>,
    /// The squares that the host has lit, by their numbers from a1.
    pub lights: VecDeque<Vec<u8>>,
    /// What the host has written on the clock's display.
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
    /// A host has opened the wire, or none has it open.
    fn connected(&mut self, there: bool, board: &mut Emulation) {
        board.is_followed &= there;
    }

    /// Takes what the host has written at once.
    fn received(&mut self, bytes: &[u8], board: &mut Emulation);

    /// The message that tells where everything stands.
    fn encode(&self, placement: &Placement) -> Vec<u8>;

    /// Whether the placement is sent ten times a second, and not when it changes.
    fn repeats(&self) -> bool {
        false
    }

    /// This stands on a square now.
    fn put(&mut self, square: u8, piece: char, board: &mut Emulation) {
        board.placement.put(square, piece);
        if board.is_followed && !self.repeats() {
            board.writes.push_back(self.encode(&board.placement));
        }
    }

    /// The game begins, which starts White's clock.
    fn begin(&mut self) {}

    /// The clock's lever was pressed on this side.
    fn pressed(&mut self, _by: ClockSide, _now: Duration, _board: &mut Emulation) {}

    /// Time has passed.
    fn passed(&mut self, now: Duration, board: &mut Emulation) {
        if self.repeats() && board.is_followed && now >= board.scanned_at + SCAN {
            board.scanned_at = now;
            board.writes.push_back(self.encode(&board.placement));
        }
    }
}
