//! The lines of the tactile clock's serial protocol, version 1.
//!
//! The host and the clock emulator use them.
//!
#![doc = include_str!("../../../docs/tactile-clock.md")]

use std::fmt;

use strum::{Display, EnumString, VariantArray};

use crate::language::{Arguments, Message};

/// The speed in baud; a pseudo-terminal takes any.
pub const BAUD: u32 = 115_200;

/// The longest line, with its `$`, checksum, CR and LF, in bytes.
pub const LINE_LIMIT: usize = 80;

/// The version of the protocol spoken here.
pub const VERSION: u8 = 1;

/// The bytes of a line that are not its body: `$`, `*`, two digits, CR, LF.
const FRAME: usize = 6;

/// White or Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Display, EnumString)]
pub enum TactileSide {
    #[strum(serialize = "W")]
    White,
    #[strum(serialize = "B")]
    Black,
}

/// The flags that have fallen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FallenFlags {
    pub white: bool,
    pub black: bool,
}

/// What a clock shows: both times, which one runs, which flags have fallen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ClockState {
    /// White's time left, in milliseconds.
    pub white_ms: u32,
    /// Black's time left, in milliseconds.
    pub black_ms: u32,
    /// The side whose time runs down; `None` when the clock is stopped.
    pub run: Option<TactileSide>,
    pub flag: FallenFlags,
}

/// A pattern for the finger on the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Display, EnumString, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum FeelPattern {
    Tick,
    Confirm,
    Refuse,
    Again,
    Turn,
    Question,
    Offer,
    Check,
    /// The braille line is lost.
    Line,
    /// Something waits to be read on the braille line.
    Message,
    /// The last five minutes have begun.
    Five,
    Flag,
}

/// The features that a clock reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Features {
    pub hands: bool,
    pub flag: bool,
    pub feel: bool,
    pub lever: bool,
}

/// The faults that a clock reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Display, EnumString, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum FaultCode {
    Motor,
    Power,
    Sensor,
    /// The host was silent for three seconds, so the hands were stopped.
    Host,
}

/// A line from the host to the clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HostMessage {
    Hello { version: u8 },
    Set { seq: u16, face: ClockState },
    Feel { seq: u16, pattern: FeelPattern },
    Ack { seq: u16 },
}

/// A line from the clock to the host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClockMessage {
    Hello { version: u8, name: String, features: Features },
    Ack { seq: u16 },
    Nak { seq: u16, reason: String },
    Lever { seq: u16, side: TactileSide },
    Fault(FaultCode),
}

/// Why a line was dropped.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "clock-line")]
pub enum ClockLineError {
    #[message(with = limit)]
    TooLong,
    CutOff,
    Unframed {
        #[message(debug)]
        found: String,
    },
    #[message(with = checksums)]
    Checksum {
        found: u8,
        expected: u8,
    },
    Unknown {
        #[message(debug)]
        body: String,
    },
}

fn limit(to: &mut Arguments) {
    to.set_number("limit", LINE_LIMIT as f64);
}

fn checksums(found: &u8, expected: &u8, to: &mut Arguments) {
    to.set("found", format_args!("{found:02X}"));
    to.set("expected", format_args!("{expected:02X}"));
}

impl HostMessage {
    /// Reads the body of a line, without `$` and checksum.
    pub fn parse(body: &str) -> Result<Self, ClockLineError> {
        let fields: Vec<&str> = body.split(',').collect();
        Self::from_fields(&fields).ok_or_else(|| unknown(body))
    }

    /// Returns the whole line, from `$` to LF.
    pub fn to_line(&self) -> String {
        frame(&match self {
            Self::Hello { version } => format!("TCHELO,{version}"),
            Self::Set { seq, face } => format!("TCSET,{seq},{face}"),
            Self::Feel { seq, pattern } => format!("TCFEEL,{seq},{pattern}"),
            Self::Ack { seq } => format!("TCACK,{seq}"),
        })
    }

    fn from_fields(fields: &[&str]) -> Option<Self> {
        Some(match fields {
            ["TCHELO", version] => Self::Hello { version: number(version)? },
            ["TCSET", seq, white, black, run, flag] => Self::Set {
                seq: number(seq)?,
                face: ClockState {
                    white_ms: number(white)?,
                    black_ms: number(black)?,
                    run: match *run {
                        "-" => None,
                        side => Some(side.parse().ok()?),
                    },
                    flag: FallenFlags::from_word(flag)?,
                },
            },
            ["TCFEEL", seq, pattern] => Self::Feel { seq: number(seq)?, pattern: pattern.parse().ok()? },
            ["TCACK", seq] => Self::Ack { seq: number(seq)? },
            _ => return None,
        })
    }
}

impl ClockMessage {
    /// Reads the body of a line, without `$` and checksum.
    pub fn parse(body: &str) -> Result<Self, ClockLineError> {
        let fields: Vec<&str> = body.split(',').collect();
        Self::from_fields(&fields).ok_or_else(|| unknown(body))
    }

    /// Returns the whole line, from `$` to LF.
    ///
    /// A name or reason loses what cannot stand in a line: commas, `$`, `*`, bytes outside printable ASCII, and
    /// excess length.
    pub fn to_line(&self) -> String {
        frame(&match self {
            Self::Hello { version, name, features } => format!("TCHELO,{version},{},{features}", field(name)),
            Self::Ack { seq } => format!("TCACK,{seq}"),
            Self::Nak { seq, reason } => format!("TCNAK,{seq},{}", field(reason)),
            Self::Lever { seq, side } => format!("TCLEVER,{seq},{side}"),
            Self::Fault(code) => format!("TCFAULT,{code}"),
        })
    }

    fn from_fields(fields: &[&str]) -> Option<Self> {
        Some(match fields {
            ["TCHELO", version, name, features] => Self::Hello {
                version: number(version)?,
                name: (*name).to_owned(),
                features: Features::from_words(features),
            },
            ["TCACK", seq] => Self::Ack { seq: number(seq)? },
            ["TCNAK", seq, reason] => Self::Nak { seq: number(seq)?, reason: (*reason).to_owned() },
            ["TCLEVER", seq, side] => Self::Lever { seq: number(seq)?, side: side.parse().ok()? },
            ["TCFAULT", code] => Self::Fault(code.parse().ok()?),
            _ => return None,
        })
    }
}

/// Takes bytes one by one and returns the bodies of lines.
///
/// Anything but a whole line with the right checksum is dropped. The next `$` begins a new line. The CR before the LF
/// may be missing.
#[derive(Clone, Debug, Default)]
pub struct LineReceiver {
    /// The line since its `$`, without the `$`; `None` between lines.
    line: Option<Vec<u8>>,
}

impl LineReceiver {
    /// Returns whether no line has begun.
    pub fn is_between(&self) -> bool {
        self.line.is_none()
    }

    /// Takes one byte; returns the body or the error of a line that has ended.
    ///
    /// Bytes between lines are ignored.
    pub fn push(&mut self, byte: u8) -> Option<Result<String, ClockLineError>> {
        if byte == b'$' {
            return self.line.replace(Vec::with_capacity(LINE_LIMIT)).map(|_| Err(ClockLineError::CutOff));
        }
        let line = self.line.as_mut()?;
        if byte == b'\n' {
            let line = self.line.take()?;
            return Some(unframe(&line));
        }
        line.push(byte);
        // `line` holds neither the `$` nor the LF still to come.
        if line.len() > LINE_LIMIT - 2 {
            self.line = None;
            return Some(Err(ClockLineError::TooLong));
        }
        None
    }
}

impl FallenFlags {
    fn from_word(word: &str) -> Option<Self> {
        let (white, black) = match word {
            "-" => (false, false),
            "W" => (true, false),
            "B" => (false, true),
            "WB" => (true, true),
            _ => return None,
        };
        Some(Self { white, black })
    }
}

impl fmt::Display for FallenFlags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.white, self.black) {
            (false, false) => "-",
            (true, false) => "W",
            (false, true) => "B",
            (true, true) => "WB",
        })
    }
}

impl fmt::Display for ClockState {
    /// Writes the fields of `TCSET` after its sequence number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},", self.white_ms, self.black_ms)?;
        match self.run {
            None => f.write_str("-")?,
            Some(side) => write!(f, "{side}")?,
        }
        write!(f, ",{}", self.flag)
    }
}

impl Features {
    /// Reads features. Words that version 1 does not know are ignored: a clock may be able to do more.
    fn from_words(words: &str) -> Self {
        let has = |word| words.split('+').any(|it| it == word);
        Self { hands: has("hands"), flag: has("flag"), feel: has("feel"), lever: has("lever") }
    }
}

impl fmt::Display for Features {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<&str> =
            [(self.hands, "hands"), (self.flag, "flag"), (self.feel, "feel"), (self.lever, "lever")]
                .into_iter()
                .filter_map(|(has, word)| has.then_some(word))
                .collect();
        f.write_str(&words.join("+"))
    }
}

fn checksum(body: &[u8]) -> u8 {
    body.iter().fold(0, |sum, byte| sum ^ byte)
}

/// Returns the line of a body: with `$`, checksum, CR and LF.
pub fn frame(body: &str) -> String {
    format!("${body}*{:02X}\r\n", checksum(body.as_bytes()))
}

/// Returns the body of a line that is given without its `$` and LF.
fn unframe(line: &[u8]) -> Result<String, ClockLineError> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let unframed = || ClockLineError::Unframed { found: String::from_utf8_lossy(line).into_owned() };
    let (body, digits) = line.split_last_chunk::<3>().ok_or_else(unframed)?;
    let printable = |byte: &u8| matches!(byte, 0x20..=0x7e) && *byte != b'*';
    if digits[0] != b'*' || !body.iter().all(printable) {
        return Err(unframed());
    }
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let (Some(high), Some(low)) = (digit(digits[1]), digit(digits[2])) else {
        return Err(unframed());
    };
    let found = (high * 16 + low) as u8;
    let expected = checksum(body);
    if found != expected {
        return Err(ClockLineError::Checksum { found, expected });
    }
    String::from_utf8(body.to_vec()).map_err(|_| unframed())
}

/// Reads a plain decimal number: `u16::from_str` would also take a leading `+`.
fn number<T: std::str::FromStr>(digits: &str) -> Option<T> {
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| digits.parse().ok()).flatten()
}

/// Makes a text fit for a field of a line.
fn field(text: &str) -> String {
    // The longest line around a free field is `TCHELO`.
    const ROOM: usize = LINE_LIMIT - FRAME - "TCHELO,255,,hands+flag+feel+lever".len();
    text.chars().filter(|c| matches!(c, ' '..='~') && !matches!(c, '$' | '*' | ',')).take(ROOM).collect()
}

fn unknown(body: &str) -> ClockLineError {
    ClockLineError::Unknown { body: body.to_owned() }
}

#[cfg(test)]
mod tests;
