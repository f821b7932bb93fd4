//! The host's side of LiveChess' protocol: it requests the list of boards, then the feed of the first active one.

use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

use super::{BoardEvent, BoardLink, ClockOrder};
use crate::board::{
    KnownPlacement, Placement,
    clock::{ClockReading, ClockSide, SideReading},
    livechess::{Feed, LiveChessNews, ask_for_boards, read, subscribe},
};

/// The interval at which boards are requested until one is active.
const ASKED: Duration = Duration::from_secs(2);

/// The conversation with one LiveChess.
#[derive(Debug, Default)]
pub struct LiveChessLink {
    /// The number of the last call.
    call: u32,
    asked_at: Option<Instant>,
    /// The serial number of the board that is followed.
    serial: Option<String>,
    placement: Option<Placement>,
    clock: Option<ClockReading>,
    writes: VecDeque<Vec<u8>>,
}

impl LiveChessLink {
    fn ask(&mut self, now: Instant) {
        self.asked_at = Some(now);
        self.call += 1;
        self.writes.push_back(ask_for_boards(self.call).into_bytes());
    }

    fn take(&mut self, feed: Feed, now: Instant) -> Vec<BoardEvent> {
        let mut events = Vec::new();
        if let Some(placement) = feed.placement
            && self.placement.replace(placement) != Some(placement)
        {
            events.push(BoardEvent::Placed { known: KnownPlacement::certain(placement), at: now });
        }
        if let Some(reading) = clock(&feed)
            && self.clock.replace(reading) != Some(reading)
        {
            events.push(BoardEvent::Clock { reading, at: now });
        }
        events
    }
}

/// Returns the clock's reading. LiveChess reports colours instead of sides, so White is on the left here.
fn clock(feed: &Feed) -> Option<ClockReading> {
    let (white, black) = feed.left?;
    let side = |time: Duration| SideReading {
        time: Duration::from_secs(time.as_secs()),
        flag_fallen: time.is_zero(),
        ..SideReading::default()
    };
    let turn = feed.white_runs.map(|white| if white { ClockSide::Left } else { ClockSide::Right });
    Some(ClockReading {
        left: side(white),
        right: side(black),
        turn,
        runs: turn.is_some(),
        lever_up: turn.unwrap_or(ClockSide::Left),
        battery_low: false,
    })
}

impl BoardLink for LiveChessLink {
    fn opened(&mut self, now: Instant) {
        *self = LiveChessLink::default();
        self.ask(now);
    }

    /// Takes one text at a time.
    fn received(&mut self, bytes: &[u8], now: Instant) -> Vec<BoardEvent> {
        let text = String::from_utf8_lossy(bytes);
        match read(&text) {
            Some(LiveChessNews::Boards(serials)) if self.serial.is_none() => {
                let Some(serial) = serials.into_iter().next() else { return Vec::new() };
                self.call += 1;
                self.writes.push_back(subscribe(self.call, &serial).into_bytes());
                let name = format!("LiveChess {serial}");
                self.serial = Some(serial);
                vec![BoardEvent::Back { name }]
            }
            Some(LiveChessNews::Feed(feed)) if feed.serial.is_none() || feed.serial == self.serial => {
                self.take(feed, now)
            }
            _ => Vec::new(),
        }
    }

    fn passed(&mut self, now: Instant) {
        if self.serial.is_none() && self.asked_at.is_none_or(|at| at + ASKED <= now) {
            self.ask(now);
        }
    }

    fn next_write(&mut self) -> Option<Vec<u8>> {
        self.writes.pop_front()
    }

    /// LiveChess cannot light squares.
    fn light(&mut self, _squares: &[u8], _now: Instant) {}

    fn order(&mut self, _order: ClockOrder, _now: Instant) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARDS: &str = r#"{"response":"call","id":1,"time":1,"param":[
        {"serialnr":"1","source":"COM3","state":"INACTIVE","board":""},
        {"serialnr":"24535","source":"COM4","state":"ACTIVE","board":"8/8/8/8/8/8/8/8"}]}"#;

    fn written(link: &mut LiveChessLink) -> Vec<String> {
        std::iter::from_fn(|| link.next_write()).map(|bytes| String::from_utf8(bytes).unwrap()).collect()
    }

    #[test]
    fn the_first_board_that_is_there_is_followed() {
        let now = Instant::now();
        let mut link = LiveChessLink::default();
        link.opened(now);
        assert_eq!(written(&mut link), [ask_for_boards(1)]);
        assert_eq!(link.received(br#"{"response":"call","id":1,"param":[]}"#, now), []);
        link.passed(now + ASKED);
        assert_eq!(written(&mut link), [ask_for_boards(2)]);
        let events = link.received(BOARDS.as_bytes(), now);
        assert_eq!(events, [BoardEvent::Back { name: "LiveChess 24535".to_owned() }]);
        assert_eq!(written(&mut link), [subscribe(3, "24535")]);
        let feed = |serial: &str, piece: &str| {
            format!(
                r#"{{"response":"feed","id":3,"param":{{"serialnr":"{serial}","board":"8/8/8/8/{piece}7/8/8/8",
                "clock":{{"white":59,"black":60,"run":false}}}}}}"#
            )
        };
        let events = link.received(feed("24535", "P").as_bytes(), now);
        let [BoardEvent::Placed { known, .. }, BoardEvent::Clock { reading, .. }] = &events[..] else {
            panic!("{events:?}")
        };
        assert_eq!(known.placement.at(24), 'P');
        assert_eq!((reading.turn, reading.left.time), (Some(ClockSide::Right), Duration::from_secs(59)));
        assert_eq!(link.received(feed("24535", "P").as_bytes(), now), []);
        assert_eq!(link.received(feed("1", "K").as_bytes(), now), []);
        assert_eq!(link.received(b"\xff{", now), []);
    }
}
