//! The host's side of DGT's protocol.
//!
//! The board sends changes only, so silence is normal. After damage the placement is requested at once; until it
//! comes, the changes that may have been lost are kept.

use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

use super::{BoardEvent, BoardLink, ClockOrder};
use crate::board::{
    clock::ClockReading,
    dgt::{ClockAck, DgtDecoder, DgtMessage, Salvage, request},
    known_placement::KnownPlacement,
};

/// How long the clock may take to acknowledge an order; after that, it has not received the order.
const ANSWER: Duration = Duration::from_millis(1200);
/// How many times an order is sent at most.
const SENDS: u32 = 5;
/// The interval at which the placement is requested until it comes.
const ASKED: Duration = Duration::from_secs(1);

/// The conversation with one board.
#[derive(Debug, Default)]
pub struct DgtLink {
    decoder: DgtDecoder,
    known: Option<KnownPlacement>,
    /// A clock reading that came before the first placement and is reported after it: a press follows its move.
    clock: Option<ClockReading>,
    serial: Option<String>,
    /// The board has sent a message since the port was opened.
    heard: bool,
    asked: Option<Instant>,
    orders: VecDeque<ClockOrder>,
    sent: Option<PendingOrder>,
    writes: VecDeque<Vec<u8>>,
}

#[derive(Debug)]
struct PendingOrder {
    order: ClockOrder,
    sends: u32,
    deadline: Instant,
}

impl DgtLink {
    fn take(&mut self, message: DgtMessage, now: Instant) -> Option<BoardEvent> {
        match message {
            DgtMessage::Clock(reading) if self.known.is_none() => {
                self.clock = Some(reading);
                None
            }
            DgtMessage::Clock(reading) => Some(BoardEvent::Clock { reading, at: now }),
            DgtMessage::Answered(answer) => {
                self.answered(answer, now);
                None
            }
            message => {
                if let (None, DgtMessage::Placed(placement)) = (&self.known, &message) {
                    self.known = Some(KnownPlacement::certain(*placement));
                }
                let known = self.known.as_mut()?;
                known.take(&message).then(|| BoardEvent::Placed { known: known.clone(), at: now })
            }
        }
    }

    fn answered(&mut self, answer: ClockAck, now: Instant) {
        let done = |sent: &PendingOrder| match answer {
            ClockAck::Done(number) => number == sent.order.number(),
            ClockAck::Version { .. } => sent.order == ClockOrder::Version,
            _ => false,
        };
        match (&self.sent, answer) {
            (Some(sent), _) if done(sent) => {
                self.sent = None;
                self.send(now);
            }
            // The display shows a text, which must be ended first.
            (Some(PendingOrder { sends, .. }), ClockAck::Refused) if *sends < SENDS => {
                let Some(sent) = self.sent.take() else { return };
                self.write(ClockOrder::EndText.bytes());
                self.transmit(sent.order, sent.sends + 1, now);
            }
            _ => {}
        }
    }

    fn send(&mut self, now: Instant) {
        if self.sent.is_none()
            && let Some(order) = self.orders.pop_front()
        {
            self.transmit(order, 1, now);
        }
    }

    fn transmit(&mut self, order: ClockOrder, sends: u32, now: Instant) {
        self.write(order.bytes());
        self.sent = Some(PendingOrder { order, sends, deadline: now + ANSWER });
    }

    fn ask(&mut self, now: Instant) {
        self.asked = Some(now);
        self.write([request::BOARD]);
    }

    fn write(&mut self, bytes: impl Into<Vec<u8>>) {
        self.writes.push_back(bytes.into());
    }
}

impl BoardLink for DgtLink {
    fn opened(&mut self, now: Instant) {
        *self = DgtLink::default();
        self.write([request::VERSION, request::SERIAL, request::CHANGES]);
        self.ask(now);
        self.write([request::CLOCK]);
    }

    fn received(&mut self, bytes: &[u8], now: Instant) -> Vec<BoardEvent> {
        let mut events = Vec::new();
        for message in self.decoder.read(bytes) {
            if let DgtMessage::Damaged(damage) = &message {
                if self.heard && damage.salvage() != Salvage::Nothing {
                    self.ask(now);
                }
            } else {
                if let DgtMessage::Serial(serial) = &message {
                    self.serial = Some(serial.clone());
                }
                if !std::mem::replace(&mut self.heard, true) {
                    let number = self.serial.as_ref().map(|serial| format!(" {serial}"));
                    events.push(BoardEvent::Back { name: format!("DGT{}", number.unwrap_or_default()) });
                }
            }
            events.extend(self.take(message, now));
            if self.known.is_some() {
                events.extend(self.clock.take().map(|reading| BoardEvent::Clock { reading, at: now }));
            }
        }
        events
    }

    fn passed(&mut self, now: Instant) {
        if self.sent.as_ref().is_some_and(|sent| sent.deadline <= now)
            && let Some(sent) = self.sent.take()
        {
            let overtaken = self.orders.iter().any(|order| order.number() == sent.order.number());
            if sent.sends < SENDS && !overtaken {
                self.transmit(sent.order, sent.sends + 1, now);
            } else {
                self.send(now);
            }
        }
        if self.known.is_none() && self.asked.is_some_and(|asked| asked + ASKED <= now) {
            self.ask(now);
        }
    }

    fn next_write(&mut self) -> Option<Vec<u8>> {
        self.writes.pop_front()
    }

    /// Lights the first two of the squares, since the board can light only two.
    fn light(&mut self, squares: &[u8], _now: Instant) {
        let (mode, from, to) = match squares {
            [] => (0, 0, 63),
            [one] => (1, one ^ 0o70, one ^ 0o70),
            [from, to, ..] => (1, from ^ 0o70, to ^ 0o70),
        };
        self.write([0x60, 0x04, mode, from, to, 0x00]);
    }

    fn order(&mut self, order: ClockOrder, now: Instant) {
        self.orders.retain(|other| other.number() != order.number());
        self.orders.push_back(order);
        self.send(now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{
        Placement,
        clock::{ClockSide, SideReading},
        dgt::encode,
    };

    fn written(link: &mut DgtLink) -> Vec<u8> {
        std::iter::from_fn(|| link.next_write()).flatten().collect()
    }

    fn open(now: Instant) -> DgtLink {
        let mut link = DgtLink::default();
        link.opened(now);
        assert_eq!(written(&mut link), [0x4d, 0x45, 0x4b, 0x42, 0x41]);
        link
    }

    #[test]
    fn what_was_damaged_is_asked_for_again() {
        let now = Instant::now();
        let mut link = open(now);
        let events = link.received(&encode(&DgtMessage::Placed(Placement::empty())), now);
        assert!(matches!(&events[..], [BoardEvent::Back { .. }, BoardEvent::Placed { .. }]), "{events:?}");
        assert!(written(&mut link).is_empty());
        let events = link.received(&[0x8e, 0, 5, 0x24, 0x8d], now);
        assert!(
            matches!(&events[..], [BoardEvent::Placed { known, .. }] if known.lost.len() == 1),
            "{events:?}"
        );
        assert_eq!(written(&mut link), [0x42]);
    }

    #[test]
    fn the_clock_is_told_behind_the_men_that_were_there_before_it() {
        let now = Instant::now();
        let mut link = open(now);
        let side = SideReading::default();
        let turn = Some(ClockSide::Left);
        let reading = ClockReading {
            left: side,
            right: side,
            turn,
            runs: true,
            lever_up: ClockSide::Left,
            battery_low: false,
        };
        let events = link.received(&encode(&DgtMessage::Clock(reading)), now);
        assert!(matches!(&events[..], [BoardEvent::Back { .. }]), "{events:?}");
        let events = link.received(&encode(&DgtMessage::Placed(Placement::empty())), now);
        assert!(matches!(&events[..], [BoardEvent::Placed { .. }, BoardEvent::Clock { .. }]), "{events:?}");
    }

    #[test]
    fn an_order_that_was_lost_is_sent_again_and_a_later_one_overtakes_it() {
        let now = Instant::now();
        let mut link = open(now);
        link.received(&encode(&DgtMessage::Placed(Placement::empty())), now);
        let set = |seconds| ClockOrder::SetAndRun {
            left: Duration::from_secs(seconds),
            right: Duration::from_secs(5),
            runs: None,
        };
        link.order(set(1), now);
        assert_eq!(written(&mut link), set(1).bytes());
        link.passed(now + ANSWER);
        assert_eq!(written(&mut link), set(1).bytes());
        link.order(set(2), now + ANSWER);
        link.order(set(3), now + ANSWER);
        link.passed(now + 2 * ANSWER);
        assert_eq!(written(&mut link), set(3).bytes());
        link.received(&encode(&DgtMessage::Answered(ClockAck::Refused)), now + 2 * ANSWER);
        assert_eq!(written(&mut link), [ClockOrder::EndText.bytes(), set(3).bytes()].concat());
        link.received(&encode(&DgtMessage::Answered(ClockAck::Done(0x0a))), now + 2 * ANSWER);
        link.passed(now + 9 * ANSWER);
        assert!(written(&mut link).is_empty());
    }

    #[test]
    fn a_clock_that_never_answers_is_given_up() {
        let now = Instant::now();
        let mut link = open(now);
        link.received(&encode(&DgtMessage::Placed(Placement::empty())), now);
        link.order(ClockOrder::EndText, now);
        (0..20).for_each(|n| link.passed(now + n * ANSWER));
        let sends =
            written(&mut link).windows(5).filter(|bytes| *bytes == ClockOrder::EndText.bytes()).count();
        assert_eq!(sends, SENDS as usize);
    }
}
