//! The serial protocol of DGT boards and their clock: bytes in, messages out.
//!
//! The host's requests are single bytes, except orders to the clock. A message begins with its kind, the only byte in
//! it whose high bit is set, and two bytes of seven bits each, which give its length including these three. So a byte
//! with the high bit set ends any unfinished message, and reading is in step again at once.
//!
//! A board sends each change only once, so damaged bytes are kept as [`Damage`]: a frame that lacks one byte often
//! still holds all its information.

mod emulated;

use std::time::Duration;

use strum::VariantArray;

use super::{
    clock::{Button, ClockReading, ClockSide, SideReading},
    placement::Placement,
};

pub(super) use emulated::Dgt;

/// The requests of the host, a byte each.
pub mod request {
    /// Stop sending changes.
    pub const RESET: u8 = 0x40;
    /// Send the placement once.
    pub const BOARD: u8 = 0x42;
    /// Send the clock once.
    pub const CLOCK: u8 = 0x41;
    /// Send each change, and the clock whenever it has changed.
    pub const CHANGES: u8 = 0x4b;
    pub const SERIAL: u8 = 0x45;
    pub const VERSION: u8 = 0x4d;
}

/// The kinds of messages: their first byte without the high bit.
mod kind {
    pub(super) const BOARD: u8 = 0x06;
    pub(super) const CLOCK: u8 = 0x0d;
    pub(super) const CHANGE: u8 = 0x0e;
    pub(super) const SERIAL: u8 = 0x11;
    pub(super) const VERSION: u8 = 0x13;
}

/// The high bit, which is set only in the first byte of a message.
const BEGINS: u8 = 0x80;
/// The length of a message's head: its kind and its length.
const HEAD: usize = 3;
/// The longest message of a board; a longer length is the result of a lost byte.
const LONGEST: usize = 8192;
/// The piece of each code.
const PIECES: [char; 16] = ['.', 'P', 'R', 'N', 'B', 'K', 'Q', 'p', 'r', 'n', 'b', 'k', 'q', '=', '1', '0'];

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DgtMessage {
    /// All squares.
    Placed(Placement),
    /// The piece that stands on one square now. Squares are counted from a1 along the ranks.
    Changed {
        square: u8,
        piece: char,
    },
    Clock(ClockReading),
    /// The board has no clock.
    NoClock,
    /// The clock has answered an order, or a button was pressed.
    Answered(ClockAck),
    Serial(String),
    Version {
        major: u8,
        minor: u8,
    },
    /// Another message, by the number of its kind.
    Other(u8),
    /// Bytes that could not be read.
    Damaged(Damage),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockAck {
    /// The order with this number was carried out.
    Done(u8),
    /// The order was refused: the display shows a text.
    Refused,
    Version {
        major: u8,
        minor: u8,
    },
    Pressed(Button),
    Other([u8; 4]),
}

/// Bytes that are no message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The offset of the first byte since the decoder was made.
    pub at: u64,
    pub bytes: Vec<u8>,
}

/// What a damaged frame still says about the pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Salvage {
    /// The frame was not about pieces.
    Nothing,
    /// The whole message, although a byte is missing.
    Whole(DgtMessage),
    /// A change on this square.
    ChangeOn(u8),
    /// A change either on this square, or on some square that holds this piece now.
    Change { square: u8, piece: char },
    /// A placement with one square left out: the codes in the board's order.
    AllButOne(Vec<u8>),
    /// Anything may have been lost.
    Anything,
}

/// Splits the received bytes into messages.
#[derive(Debug, Default)]
pub struct DgtDecoder {
    frame: Vec<u8>,
    /// The frame is damaged and ends where the next begins.
    broken: bool,
    received: u64,
}

impl DgtDecoder {
    /// Takes bytes in any portions and returns the messages that are complete.
    pub fn read(&mut self, bytes: &[u8]) -> Vec<DgtMessage> {
        let mut messages = Vec::new();
        for &byte in bytes {
            if byte >= BEGINS || self.frame.len() > LONGEST {
                messages.extend(self.finish());
            }
            self.received += 1;
            self.broken |= self.frame.is_empty() && byte < BEGINS;
            self.frame.push(byte);
            if !self.broken {
                match self.length() {
                    Some(Err(())) => self.broken = true,
                    Some(Ok(length)) if length == self.frame.len() => messages.push(self.message()),
                    _ => {}
                }
            }
        }
        messages
    }

    /// Returns an unfinished message as damage.
    pub fn finish(&mut self) -> Option<DgtMessage> {
        self.broken = false;
        let bytes = std::mem::take(&mut self.frame);
        let at = self.received - bytes.len() as u64;
        (!bytes.is_empty()).then_some(DgtMessage::Damaged(Damage { at, bytes }))
    }

    /// Returns the frame's length as soon as it is known; an error if it does not fit its kind.
    fn length(&self) -> Option<Result<usize, ()>> {
        let [kind, high, low, ..] = *self.frame.as_slice() else { return None };
        let length = usize::from(high) << 7 | usize::from(low);
        let right = match kind & !BEGINS {
            kind::BOARD => length == HEAD + 64,
            kind::CLOCK => length == HEAD + 7,
            kind::CHANGE => length == HEAD + 2,
            kind::SERIAL => length == HEAD + 5,
            kind::VERSION => length == HEAD + 2,
            _ => (HEAD..=LONGEST).contains(&length),
        };
        Some(if right { Ok(length) } else { Err(()) })
    }

    fn message(&mut self) -> DgtMessage {
        let kind = self.frame[0] & !BEGINS;
        match decode_message(kind, &self.frame[HEAD..]) {
            Some(message) => {
                self.frame.clear();
                message
            }
            None => self.finish().expect("a frame is there"),
        }
    }
}

/// Returns the message with this content, if it is valid.
fn decode_message(kind: u8, data: &[u8]) -> Option<DgtMessage> {
    Some(match (kind, data) {
        (kind::BOARD, codes) => DgtMessage::Placed(placement(codes)?),
        (kind::CHANGE, &[square, code]) if square < 64 => {
            DgtMessage::Changed { square: square ^ 0o70, piece: piece(code)? }
        }
        (kind::CLOCK, data) => clock(data.try_into().ok()?)?,
        (kind::SERIAL, data) => DgtMessage::Serial(data.iter().map(|byte| char::from(*byte)).collect()),
        (kind::VERSION, &[major, minor]) => DgtMessage::Version { major, minor },
        (kind::CHANGE | kind::VERSION, _) => return None,
        (kind, _) => DgtMessage::Other(kind),
    })
}

fn piece(code: u8) -> Option<char> {
    PIECES.get(usize::from(code)).copied()
}

/// Reads codes from a8 to h1.
fn placement(codes: &[u8]) -> Option<Placement> {
    let mut placement = Placement::empty();
    for (square, code) in (0..64).zip(codes) {
        placement.put(square ^ 0o70, piece(*code)?);
    }
    (codes.len() == 64).then_some(placement)
}

/// Reads three bytes of the right side's time, three of the left side's, and the status.
fn clock(data: [u8; 7]) -> Option<DgtMessage> {
    let [right_hours, .., status] = data;
    let left_hours = data[3];
    if right_hours & 0x0f == 0x0a || left_hours & 0x0f == 0x0a {
        return Some(DgtMessage::Answered(answer(data)));
    }
    if status & 0x20 != 0 {
        return Some(DgtMessage::NoClock);
    }
    let right = side([data[0], data[1], data[2]])?;
    let left = side([data[3], data[4], data[5]])?;
    let turn = match (status & 0x10 != 0, status & 0x08 != 0) {
        (true, false) => Some(ClockSide::Right),
        (false, true) => Some(ClockSide::Left),
        _ => None,
    };
    Some(DgtMessage::Clock(ClockReading {
        left,
        right,
        turn,
        runs: status & 0x01 != 0,
        lever_up: if status & 0x02 != 0 { ClockSide::Right } else { ClockSide::Left },
        battery_low: status & 0x04 != 0,
    }))
}

/// Reads hours with flags above them, and minutes and seconds in BCD.
fn side([hours, minutes, seconds]: [u8; 3]) -> Option<SideReading> {
    let decimal =
        |byte: u8| (byte >> 4 < 6 && byte & 0x0f < 10).then_some(u64::from((byte >> 4) * 10 + (byte & 0x0f)));
    let seconds = u64::from(hours & 0x0f) * 3600 + decimal(minutes)? * 60 + decimal(seconds)?;
    Some(SideReading {
        time: Duration::from_secs(seconds),
        flag_fallen: hours & 0x10 != 0,
        time_per_move: Some(hours & 0x20 != 0),
        flag_shown: hours & 0x40 != 0,
    })
}

/// Reads an answer of four bytes. The high bits of each side's bytes are in the other side's hours.
fn answer(data: [u8; 7]) -> ClockAck {
    let bytes = [
        data[1] & 0x7f | data[3] << 3 & 0x80,
        data[2] & 0x7f | data[3] << 2 & 0x80,
        data[4] & 0x7f | data[0] << 3 & 0x80,
        data[5] & 0x7f | data[0] << 2 & 0x80,
    ];
    match bytes {
        [0x10, 0x88, _, button] => match Button::VARIANTS.get(usize::from(button.wrapping_sub(0x31))) {
            Some(button) => ClockAck::Pressed(*button),
            None => ClockAck::Other(bytes),
        },
        [0x10, 0x09, version, _] => ClockAck::Version { major: version >> 4, minor: version & 0x0f },
        [0x10, order, ..] => ClockAck::Done(order),
        [0x40, ..] => ClockAck::Refused,
        bytes => ClockAck::Other(bytes),
    }
}

impl Damage {
    /// Returns what these bytes say about the pieces if one byte was lost.
    pub fn salvage(&self) -> Salvage {
        const BOARD: u8 = BEGINS | kind::BOARD;
        const CHANGE: u8 = BEGINS | kind::CHANGE;
        let changed = |square: u8, code: u8| {
            decode_message(kind::CHANGE, &[square, code]).map_or(Salvage::Anything, Salvage::Whole)
        };
        let all = |codes: &[u8]| {
            placement(codes).map_or(Salvage::Anything, |it| Salvage::Whole(DgtMessage::Placed(it)))
        };
        match *self.bytes.as_slice() {
            [CHANGE, 0, 5, square] if square < 64 && usize::from(square) >= PIECES.len() => {
                Salvage::ChangeOn(square ^ 0o70)
            }
            [CHANGE, 0, 5, byte] => match piece(byte) {
                Some(piece) => Salvage::Change { square: byte ^ 0o70, piece },
                None => Salvage::Anything,
            },
            [CHANGE, 0 | 5, square, code] | [0, 5, square, code] => changed(square, code),
            [BOARD, 0, 67, ref codes @ ..] if codes.len() == 63 => Salvage::AllButOne(codes.to_vec()),
            [BOARD, 0 | 67, ref codes @ ..] | [0, 67, ref codes @ ..] if codes.len() == 64 => all(codes),
            // A message of the clock, a serial number, or a version.
            [first, ..] if first >= BEGINS && first != CHANGE && first != BOARD => Salvage::Nothing,
            [0, 10, ..] if self.bytes.len() == 9 => Salvage::Nothing,
            _ => Salvage::Anything,
        }
    }

    /// Returns the largest number of changes that the bytes may have held.
    pub fn changes(&self) -> usize {
        self.bytes.len().div_ceil(HEAD + 2)
    }
}

/// Returns whether these 63 codes are this placement with one square left out.
pub fn is_all_but_one(codes: &[u8], whole: &Placement) -> bool {
    let pieces: Vec<char> = codes.iter().filter_map(|code| piece(*code)).collect();
    let whole: Vec<char> = (0..64).map(|square| whole.at(square ^ 0o70)).collect();
    pieces.len() == 63
        && (0..64).any(|gap| pieces[..gap] == whole[..gap] && pieces[gap..] == whole[gap + 1..])
}

/// Returns the bytes that a board sends for a message; they are empty for messages that no board sends.
pub fn encode(message: &DgtMessage) -> Vec<u8> {
    let code = |piece: char| PIECES.iter().position(|own| *own == piece).unwrap_or_default() as u8;
    let (kind, data) = match message {
        DgtMessage::Placed(placement) => {
            (kind::BOARD, (0..64).map(|square| code(placement.at(square ^ 0o70))).collect())
        }
        DgtMessage::Changed { square, piece } => (kind::CHANGE, vec![square ^ 0o70, code(*piece)]),
        DgtMessage::Clock(reading) => (kind::CLOCK, clock_bytes(reading).to_vec()),
        DgtMessage::NoClock => (kind::CLOCK, vec![0, 0, 0, 0, 0, 0, 0x20]),
        DgtMessage::Answered(answer) => (kind::CLOCK, answer_bytes(*answer).to_vec()),
        DgtMessage::Serial(serial) => (kind::SERIAL, serial.bytes().chain([b' '; 5]).take(5).collect()),
        DgtMessage::Version { major, minor } => (kind::VERSION, vec![*major, *minor]),
        DgtMessage::Other(_) | DgtMessage::Damaged(_) => return Vec::new(),
    };
    let length = HEAD + data.len();
    let mut bytes = vec![BEGINS | kind, (length >> 7) as u8, (length & 0x7f) as u8];
    bytes.extend(data);
    bytes
}

fn clock_bytes(reading: &ClockReading) -> [u8; 7] {
    let decimal = |n: u64| (16 * (n / 10) + n % 10) as u8;
    let side = |side: &SideReading| {
        let seconds = side.time.as_secs();
        let hours = (seconds / 3600).min(9) as u8;
        let flags = u8::from(side.flag_fallen) << 4
            | u8::from(side.time_per_move == Some(true)) << 5
            | u8::from(side.flag_shown) << 6;
        [hours | flags, decimal(seconds / 60 % 60), decimal(seconds % 60)]
    };
    let turn = match reading.turn {
        Some(ClockSide::Right) => 0x10,
        Some(ClockSide::Left) => 0x08,
        None => 0,
    };
    let lever = u8::from(reading.lever_up == ClockSide::Right) << 1;
    let status = u8::from(reading.runs) | lever | u8::from(reading.battery_low) << 2 | turn;
    let ([a, b, c], [d, e, f]) = (side(&reading.right), side(&reading.left));
    [a, b, c, d, e, f, status]
}

fn answer_bytes(answer: ClockAck) -> [u8; 7] {
    let bytes = match answer {
        ClockAck::Done(order) => [0x10, order, 0, 0],
        ClockAck::Refused => [0x40, 0, 0, 0],
        ClockAck::Version { major, minor } => [0x10, 0x09, major << 4 | minor, 0],
        ClockAck::Pressed(button) => {
            let place = Button::VARIANTS.iter().position(|own| *own == button).unwrap_or_default();
            [0x10, 0x88, 0, 0x31 + place as u8]
        }
        ClockAck::Other(bytes) => bytes,
    };
    let high = |first: u8, second: u8| 0x0a | first >> 3 & 0x10 | second >> 2 & 0x20;
    let [a, b, c, d] = bytes;
    [high(c, d), a & 0x7f, b & 0x7f, high(a, b), c & 0x7f, d & 0x7f, 0]
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClockOrder {
    Version,
    /// Shows eight characters.
    Text {
        text: String,
        beep: bool,
    },
    /// Beeps, for a length in sixteenths of a second.
    Beep {
        length: u8,
    },
    /// Ends a text, so that the clock shows the time again.
    EndText,
    SetAndRun {
        left: Duration,
        right: Duration,
        runs: Option<ClockSide>,
    },
}

impl ClockOrder {
    /// Returns the number by which the clock acknowledges the order.
    pub fn number(&self) -> u8 {
        match self {
            ClockOrder::Version => 0x09,
            ClockOrder::Text { .. } => 0x0c,
            ClockOrder::Beep { .. } => 0x0b,
            ClockOrder::EndText => 0x03,
            ClockOrder::SetAndRun { .. } => 0x0a,
        }
    }

    /// Returns the bytes for the board; the length counts the bytes that follow it.
    pub fn bytes(&self) -> Vec<u8> {
        let data = match self {
            ClockOrder::Version | ClockOrder::EndText => Vec::new(),
            ClockOrder::Text { text, beep } => {
                let printable = |c: char| if (' '..='~').contains(&c) { c as u8 } else { b'?' };
                let text = text.chars().map(printable).chain(std::iter::repeat(b' ')).take(8);
                text.chain([u8::from(*beep)]).collect()
            }
            ClockOrder::Beep { length } => vec![*length],
            ClockOrder::SetAndRun { left, right, runs } => {
                // The display has one digit for hours.
                let digits = |time: &Duration| {
                    let seconds = time.as_secs().min(35_999);
                    [(seconds / 3600) as u8, (seconds / 60 % 60) as u8, (seconds % 60) as u8]
                };
                let mode = match runs {
                    Some(ClockSide::Left) => 0x01,
                    Some(ClockSide::Right) => 0x02,
                    None => 0x00,
                };
                [&digits(left)[..], &digits(right)[..], &[mode]].concat()
            }
        };
        let mut bytes = vec![0x2b, data.len() as u8 + 3, 0x03, self.number()];
        bytes.extend(data);
        bytes.push(0x00);
        bytes
    }
}

#[cfg(test)]
mod tests;
