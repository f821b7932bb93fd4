//! The emulated board's side of the talk, in the language of its maker, and the clock that hangs on a DGT board.

use std::{collections::VecDeque, time::Duration};

use super::move_simulator::BoardAction;
use crate::{
    app::sight::placement,
    devices::board::{
        ClockReading, ClockSide, Maker, Orientation, Placement, certabo, chesslink, chessnut,
        clock::SideReading,
        dgt::{ClockAck, DgtMessage, encode, request},
    },
    laws::{ByColor, Chess, Color, Position},
};

/// Whoever tells everything again and again does so as often.
const SCAN: Duration = Duration::from_millis(100);

/// What stands on it, and what its host knows of that.
pub(super) struct EmulatedBoard {
    maker: Maker,
    placement: Placement,
    facing: Orientation,
    /// A host listens.
    pub(super) tells_changes: bool,
    /// Bytes of an order that is not whole yet.
    order: Vec<u8>,
    clock: Option<EmulatedDgtClock>,
    shown: Option<ClockReading>,
    /// The chip on each square from a8 to h1, and those that were lifted, with their men.
    chips: [u8; 64],
    in_hand: Vec<(char, u8)>,
    new_chip: u8,
    scanned_at: Duration,
    /// What goes to the host.
    pub(super) writes: VecDeque<Vec<u8>>,
    /// The squares that the host has lit.
    pub(super) lights: VecDeque<Vec<u8>>,
    /// What the host has written on the clock's display.
    pub(super) texts: VecDeque<String>,
}

struct EmulatedDgtClock {
    left: ByColor<Duration>,
    running: Option<Color>,
    at: Duration,
}

impl EmulatedBoard {
    pub(super) fn new(maker: Maker, turned: bool, minutes: Option<u64>) -> EmulatedBoard {
        let facing = Orientation { ranks_turned: turned, files_turned: turned };
        let clock = minutes.map(|minutes| EmulatedDgtClock {
            left: ByColor::new_with(|_| Duration::from_secs(60 * minutes)),
            running: None,
            at: Duration::ZERO,
        });
        let placement = placement(Chess::default().board(), facing);
        let mut chips = [0; 64];
        for (square, man) in placement.squares() {
            if man != Placement::EMPTY {
                chips[usize::from(square ^ 0o70)] = square + 1;
            }
        }
        EmulatedBoard {
            maker,
            placement,
            facing,
            tells_changes: false,
            order: Vec::new(),
            clock,
            shown: None,
            chips,
            in_hand: Vec::new(),
            new_chip: 100,
            scanned_at: Duration::ZERO,
            writes: VecDeque::new(),
            lights: VecDeque::new(),
            texts: VecDeque::new(),
        }
    }

    /// A host is there, or none is.
    pub(super) fn host_is_there(&mut self, there: bool) {
        match self.maker {
            // It asks nobody.
            Maker::Certabo => self.tells_changes = there,
            _ => self.tells_changes &= there,
        }
    }

    /// Takes what a host has said at once.
    pub(super) fn received(&mut self, bytes: &[u8]) {
        match self.maker {
            Maker::Dgt => bytes.iter().for_each(|byte| self.take_byte(*byte)),
            Maker::Chessnut if bytes == chessnut::BEGIN => {
                self.tells_changes = true;
                self.tell_men();
            }
            Maker::Chessnut => self.lights.extend(chessnut::lit(bytes)),
            Maker::Certabo => self.lights.extend(bytes.as_chunks().0.iter().map(certabo::lit)),
            Maker::ChessLink => {
                let text: Vec<u8> = bytes.iter().map(|byte| byte & 0x7f).collect();
                self.lights.extend(chesslink::lit(&text));
                if text.ends_with(&chesslink::block(b"S")) {
                    self.tells_changes = true;
                    self.tell_men();
                }
            }
            Maker::LiveChess => self.take_call(&String::from_utf8_lossy(bytes)),
        }
    }

    /// The byte of an order to a DGT board.
    fn take_byte(&mut self, byte: u8) {
        self.order.push(byte);
        match *self.order.as_slice() {
            [0x2b | 0x60] => return,
            [0x2b | 0x60, length, ref rest @ ..] if rest.len() < usize::from(length) => return,
            [0x2b, _, _, number, ref rest @ ..] => {
                let rest = rest.to_vec();
                self.clock_order(number, &rest);
            }
            [0x60, _, mode, first, last, ..] => {
                let squares = if mode == 0 { Vec::new() } else { vec![first ^ 0o70, last ^ 0o70] };
                self.lights.push_back(squares);
            }
            [request::BOARD] => self.tell_men(),
            [request::CLOCK] => self.tell_clock(true),
            [request::CHANGES | 0x44] => self.tells_changes = true,
            [request::RESET] => self.tells_changes = false,
            [request::SERIAL] => self.tell(&DgtMessage::Serial("12345".to_owned())),
            [request::VERSION] => self.tell(&DgtMessage::Version { major: 1, minor: 7 }),
            _ => {}
        }
        self.order.clear();
    }

    fn take_call(&mut self, text: &str) {
        let call: serde_json::Value = serde_json::from_str(text).unwrap_or_default();
        let id = &call["id"];
        let answer = match call["call"].as_str() {
            Some("eboards") => {
                let board = self.placement.to_string();
                format!(
                    r#"{{"response":"call","id":{id},"param":[{{"serialnr":"12345","state":"ACTIVE","board":"{board}"}}]}}"#
                )
            }
            Some("subscribe") => {
                self.tells_changes = true;
                self.tell_men();
                format!(r#"{{"response":"call","id":{id},"param":null}}"#)
            }
            _ => return,
        };
        self.writes.push_back(answer.into_bytes());
    }

    fn clock_order(&mut self, number: u8, data: &[u8]) {
        let Some(clock) = &mut self.clock else { return };
        let answer = match (number, data) {
            (0x09, _) => ClockAck::Version { major: 2, minor: 2 },
            (0x0a, &[lh, lm, ls, rh, rm, rs, mode, ..]) => {
                let time = |h: u8, m: u8, s: u8| {
                    Duration::from_secs(u64::from(h) * 3600 + u64::from(m) * 60 + u64::from(s))
                };
                // White sits on the left.
                clock.left = ByColor { white: time(lh, lm, ls), black: time(rh, rm, rs) };
                clock.running = match mode {
                    1 => Some(Color::White),
                    2 => Some(Color::Black),
                    _ => None,
                };
                ClockAck::Done(number)
            }
            (0x0c, text) => {
                let text = text.iter().take(8).map(|byte| char::from(*byte));
                self.texts.push_back(text.collect::<String>().trim_end().to_owned());
                ClockAck::Done(number)
            }
            _ => ClockAck::Done(number),
        };
        self.tell(&DgtMessage::Answered(answer));
    }

    pub(super) fn step(&mut self, what: BoardAction, now: Duration) {
        match what {
            BoardAction::Put(square, man) => {
                let square = self.facing.map(u8::from(square));
                let man = man.map_or(Placement::EMPTY, |man| man.char());
                self.move_chip(square, man);
                self.placement.put(square, man);
                match self.maker {
                    Maker::Dgt if self.tells_changes => self.tell(&DgtMessage::Changed { square, man }),
                    Maker::Chessnut | Maker::LiveChess if self.tells_changes => self.tell_men(),
                    _ => {}
                }
            }
            BoardAction::Press(side) => {
                self.passed(now);
                if let Some(clock) = &mut self.clock {
                    clock.running = Some(!side);
                }
                self.tell_clock(false);
            }
            BoardAction::Cable(_) | BoardAction::Nothing => {}
        }
    }

    /// The chip goes with its man; another queen than the one that was there has a chip nobody has seen.
    fn move_chip(&mut self, square: u8, man: char) {
        let here = usize::from(square ^ 0o70);
        let before = self.placement.at(square);
        if before != Placement::EMPTY {
            self.in_hand.push((before, self.chips[here]));
        }
        self.chips[here] = match man {
            Placement::EMPTY => 0,
            man => match self.in_hand.iter().rposition(|(other, _)| *other == man) {
                Some(place) => self.in_hand.remove(place).1,
                None => {
                    self.new_chip += 1;
                    self.new_chip
                }
            },
        };
    }

    /// Black lets White's clock run.
    pub(super) fn begin(&mut self) {
        if let Some(clock) = &mut self.clock {
            clock.running = Some(Color::White);
        }
    }

    pub(super) fn passed(&mut self, now: Duration) {
        if let Some(clock) = &mut self.clock {
            let spent = now.saturating_sub(clock.at);
            clock.at = now;
            if let Some(side) = clock.running {
                let left = clock.left.get_mut(side);
                *left = left.saturating_sub(spent);
            }
            self.tell_clock(false);
        }
        let scans = matches!(self.maker, Maker::Certabo | Maker::ChessLink) && self.tells_changes;
        if scans && now >= self.scanned_at + SCAN {
            self.scanned_at = now;
            self.tell_men();
        }
    }

    fn tell_men(&mut self) {
        let bytes = match self.maker {
            Maker::Dgt => encode(&DgtMessage::Placed(self.placement)),
            Maker::Chessnut => chessnut::encode(&self.placement),
            Maker::Certabo => certabo::encode(&self.chips),
            Maker::ChessLink => chesslink::encode(&self.placement),
            Maker::LiveChess => format!(
                r#"{{"response":"feed","id":1,"param":{{"serialnr":"12345","flipped":false,"board":"{}"}}}}"#,
                self.placement
            )
            .into_bytes(),
        };
        self.writes.push_back(bytes);
    }

    /// The clock is told when what it shows has changed, or when it is asked for.
    fn tell_clock(&mut self, asked: bool) {
        let Some(clock) = &self.clock else {
            if asked {
                self.tell(&DgtMessage::NoClock);
            }
            return;
        };
        let side = |time: Duration| SideReading {
            time: Duration::from_secs(time.as_secs()),
            flag_fallen: time.is_zero(),
            ..SideReading::default()
        };
        let turn = if clock.running == Some(Color::Black) { ClockSide::Right } else { ClockSide::Left };
        let reading = ClockReading {
            left: side(clock.left.white),
            right: side(clock.left.black),
            turn: Some(turn),
            runs: clock.running.is_some(),
            lever_up: turn,
            battery_low: false,
        };
        if asked || self.tells_changes && self.shown != Some(reading) {
            self.shown = Some(reading);
            self.tell(&DgtMessage::Clock(reading));
        }
    }

    /// What only a DGT board can say.
    fn tell(&mut self, message: &DgtMessage) {
        if self.maker == Maker::Dgt {
            self.writes.push_back(encode(message));
        }
    }
}
