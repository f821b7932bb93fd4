//! DGT as a maker, and the board's side of its protocol, with the board's clock.

use std::time::Duration;

use super::{ClockAck, DgtMessage, encode, request};
use crate::board::{
    ClockReading, ClockSide, Placement,
    clock::SideReading,
    link::{BoardLink, DgtLink},
    maker::{BoardMaker, EmulatedProtocol, Emulation, WireKind},
};

pub(in crate::board) struct Dgt;

impl BoardMaker for Dgt {
    fn name(&self) -> &'static str {
        "DGT"
    }

    fn wire(&self) -> WireKind {
        WireKind::Serial { baud: 9_600, dtr: true }
    }

    fn usb_names(&self) -> &'static [&'static str] {
        &["dgt", "digital game"]
    }

    fn link(&self) -> Box<dyn BoardLink> {
        Box::new(DgtLink::default())
    }

    fn emulated(&self, _start: &Placement, clock: Option<Duration>) -> Box<dyn EmulatedProtocol> {
        let clock = clock.map(|time| EmulatedDgtClock {
            left: time,
            right: time,
            running: None,
            at: Duration::ZERO,
            sent: None,
        });
        Box::new(EmulatedDgt { order: Vec::new(), clock })
    }
}

struct EmulatedDgt {
    /// The bytes of an incomplete order.
    order: Vec<u8>,
    clock: Option<EmulatedDgtClock>,
}

/// The clock of an emulated board. White sits on the left.
struct EmulatedDgtClock {
    left: Duration,
    right: Duration,
    running: Option<ClockSide>,
    at: Duration,
    /// The reading that was last sent.
    sent: Option<ClockReading>,
}

impl EmulatedProtocol for EmulatedDgt {
    fn received(&mut self, bytes: &[u8], board: &mut Emulation) {
        bytes.iter().for_each(|byte| self.take_byte(*byte, board));
    }

    fn encode(&self, placement: &Placement) -> Vec<u8> {
        encode(&DgtMessage::Placed(*placement))
    }

    fn put(&mut self, square: u8, piece: char, board: &mut Emulation) {
        board.placement.put(square, piece);
        if board.is_followed {
            board.writes.push_back(encode(&DgtMessage::Changed { square, piece }));
        }
    }

    fn begin(&mut self) {
        if let Some(clock) = &mut self.clock {
            clock.running = Some(ClockSide::Left);
        }
    }

    fn pressed(&mut self, by: ClockSide, now: Duration, board: &mut Emulation) {
        self.passed(now, board);
        if let Some(clock) = &mut self.clock {
            clock.running = Some(by.other());
        }
        self.send_clock(false, board);
    }

    fn passed(&mut self, now: Duration, board: &mut Emulation) {
        if let Some(clock) = &mut self.clock {
            let spent = now.saturating_sub(clock.at);
            clock.at = now;
            let left = match clock.running {
                Some(ClockSide::Left) => Some(&mut clock.left),
                Some(ClockSide::Right) => Some(&mut clock.right),
                None => None,
            };
            left.into_iter().for_each(|left| *left = left.saturating_sub(spent));
            self.send_clock(false, board);
        }
    }
}

impl EmulatedDgt {
    fn take_byte(&mut self, byte: u8, board: &mut Emulation) {
        self.order.push(byte);
        let mut send = |message: DgtMessage| board.writes.push_back(encode(&message));
        match *self.order.as_slice() {
            [0x2b | 0x60] => return,
            [0x2b | 0x60, length, ref rest @ ..] if rest.len() < usize::from(length) => return,
            [0x2b, _, _, number, ref data @ ..] => {
                if let Some(clock) = &mut self.clock {
                    let ack = clock.carry_out(number, data, &mut board.texts);
                    send(DgtMessage::Answered(ack));
                }
            }
            [0x60, _, mode, first, last, ..] => {
                let squares = if mode == 0 { Vec::new() } else { vec![first ^ 0o70, last ^ 0o70] };
                board.lights.push_back(squares);
            }
            [request::BOARD] => send(DgtMessage::Placed(board.placement)),
            [request::CLOCK] => self.send_clock(true, board),
            [request::CHANGES | 0x44] => board.is_followed = true,
            [request::RESET] => board.is_followed = false,
            [request::SERIAL] => send(DgtMessage::Serial("12345".to_owned())),
            [request::VERSION] => send(DgtMessage::Version { major: 1, minor: 7 }),
            _ => {}
        }
        self.order.clear();
    }

    /// Sends the clock's reading when it has changed, or when it was asked for.
    fn send_clock(&mut self, asked: bool, board: &mut Emulation) {
        let Some(clock) = &mut self.clock else {
            if asked {
                board.writes.push_back(encode(&DgtMessage::NoClock));
            }
            return;
        };
        let reading = clock.reading();
        if asked || board.is_followed && clock.sent != Some(reading) {
            clock.sent = Some(reading);
            board.writes.push_back(encode(&DgtMessage::Clock(reading)));
        }
    }
}

impl EmulatedDgtClock {
    fn reading(&self) -> ClockReading {
        let side = |time: Duration| SideReading {
            time: Duration::from_secs(time.as_secs()),
            flag_fallen: time.is_zero(),
            ..SideReading::default()
        };
        let turn = self.running.unwrap_or(ClockSide::Left);
        ClockReading {
            left: side(self.left),
            right: side(self.right),
            turn: Some(turn),
            runs: self.running.is_some(),
            lever_up: turn,
            battery_low: false,
        }
    }

    /// Carries out the order with this number, as in `ClockOrder::number`.
    fn carry_out(&mut self, number: u8, data: &[u8], texts: &mut impl Extend<String>) -> ClockAck {
        match (number, data) {
            (0x09, _) => return ClockAck::Version { major: 2, minor: 2 },
            (0x0a, &[lh, lm, ls, rh, rm, rs, mode, ..]) => {
                let time = |h: u8, m: u8, s: u8| {
                    Duration::from_secs(u64::from(h) * 3600 + u64::from(m) * 60 + u64::from(s))
                };
                (self.left, self.right) = (time(lh, lm, ls), time(rh, rm, rs));
                self.running = match mode {
                    1 => Some(ClockSide::Left),
                    2 => Some(ClockSide::Right),
                    _ => None,
                };
            }
            (0x0c, text) => {
                let text: String = text.iter().take(8).map(|byte| char::from(*byte)).collect();
                texts.extend([text.trim_end().to_owned()]);
            }
            _ => {}
        }
        ClockAck::Done(number)
    }
}
