//! The host's side for boards that send whole placements and have lights.

use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

use super::{BoardEvent, BoardLink, ClockOrder};
use crate::board::{BoardPuzzle, KnownPlacement, Placement};

/// The protocol of a board that sends whole placements.
pub trait PlacementProtocol: Default + Send {
    const NAME: &'static str;
    /// The pause that the board needs after an order.
    const PAUSE: Duration;

    /// Returns the order that begins the conversation, if there is one.
    fn opening() -> Option<Vec<u8>>;
    /// Returns a request for the placement, for boards that may send nothing unasked.
    fn question() -> Option<Vec<u8>>;
    /// Returns the order that lights these squares and no others.
    fn lights(squares: &[u8]) -> Vec<u8>;
    /// Takes bytes in any portions and returns the placements that are complete.
    fn read(&mut self, bytes: &[u8]) -> Vec<Placement>;
    /// Returns why no placement could be read of what has come.
    fn puzzle(&self) -> BoardPuzzle {
        BoardPuzzle::Foreign
    }
}

/// The interval at which a silent board is asked for its placement.
const ASKED: Duration = Duration::from_millis(150);
/// How long a board may send what is not understood.
const PUZZLING: Duration = Duration::from_secs(6);
/// The interval at which the opening is repeated until a placement comes.
const BEGUN: Duration = Duration::from_secs(1);

/// The conversation with one board.
#[derive(Debug, Default)]
pub struct PlacementLink<S> {
    protocol: S,
    /// The last placement.
    placement: Option<Placement>,
    heard_at: Option<Instant>,
    /// When it is told that the board is not understood.
    puzzling_at: Option<Instant>,
    asked_at: Option<Instant>,
    /// An order for lights that waits for the end of the pause.
    lights: Option<Vec<u8>>,
    ordered_at: Option<Instant>,
    writes: VecDeque<Vec<u8>>,
}

impl<S: PlacementProtocol> PlacementLink<S> {
    fn order_bytes(&mut self, bytes: Vec<u8>, now: Instant) {
        self.ordered_at = Some(now);
        self.writes.push_back(bytes);
    }

    fn send_lights(&mut self, now: Instant) {
        let rests = self.ordered_at.is_none_or(|at| at + S::PAUSE <= now);
        if let Some(bytes) = self.lights.take_if(|_| rests) {
            self.order_bytes(bytes, now);
        }
    }
}

impl<S: PlacementProtocol> BoardLink for PlacementLink<S> {
    fn opened(&mut self, now: Instant) {
        // The decoder keeps its state, such as learned chips. The lights may have gone out.
        *self = PlacementLink { protocol: std::mem::take(&mut self.protocol), ..PlacementLink::default() };
        self.heard_at = Some(now);
        self.puzzling_at = Some(now + PUZZLING);
        if let Some(bytes) = S::opening() {
            self.order_bytes(bytes, now);
        }
    }

    fn received(&mut self, bytes: &[u8], now: Instant) -> Vec<BoardEvent> {
        let mut events = Vec::new();
        for placement in self.protocol.read(bytes) {
            self.heard_at = Some(now);
            self.puzzling_at = None;
            if self.placement.is_none() {
                events.push(BoardEvent::Back { name: S::NAME.to_owned() });
            }
            if self.placement.replace(placement) != Some(placement) {
                events.push(BoardEvent::Placed { known: KnownPlacement::certain(placement), at: now });
            }
        }
        if self.puzzling_at.take_if(|at| *at <= now).is_some() {
            events.push(BoardEvent::Puzzling { why: self.protocol.puzzle() });
        }
        events
    }

    fn passed(&mut self, now: Instant) {
        self.send_lights(now);
        let silent = |patience| self.heard_at.max(self.asked_at).is_none_or(|at| at + patience <= now);
        if let Some(question) = S::question().filter(|_| silent(ASKED)) {
            self.asked_at = Some(now);
            self.writes.push_back(question);
        } else if self.placement.is_none()
            && silent(BEGUN)
            && let Some(opening) = S::opening()
        {
            self.asked_at = Some(now);
            self.order_bytes(opening, now);
        }
    }

    fn next_write(&mut self) -> Option<Vec<u8>> {
        self.writes.pop_front()
    }

    fn light(&mut self, squares: &[u8], now: Instant) {
        self.lights = Some(S::lights(squares));
        self.send_lights(now);
    }

    fn order(&mut self, _order: ClockOrder, _now: Instant) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{chesslink::ChessLinkDecoder, chessnut::Chessnut};

    fn written<S: PlacementProtocol>(link: &mut PlacementLink<S>) -> Vec<Vec<u8>> {
        std::iter::from_fn(|| link.next_write()).collect()
    }

    #[test]
    fn a_placement_is_told_when_it_has_changed_and_the_board_once() {
        let now = Instant::now();
        let mut link = PlacementLink::<Chessnut>::default();
        link.opened(now);
        assert_eq!(written(&mut link), [[0x21, 0x01, 0x00]]);
        let mut placement = Placement::empty();
        let report = crate::board::chessnut::encode;
        let events = link.received(&report(&placement), now);
        assert!(
            matches!(&events[..], [BoardEvent::Back { name }, BoardEvent::Placed { .. }] if name == "Chessnut")
        );
        assert_eq!(link.received(&report(&placement), now), []);
        placement.put(12, 'P');
        assert_eq!(link.received(&report(&placement), now).len(), 1);
    }

    #[test]
    fn lights_wait_until_the_board_takes_them_and_the_last_ones_count() {
        let now = Instant::now();
        let mut link = PlacementLink::<Chessnut>::default();
        link.opened(now);
        written(&mut link);
        link.light(&[1], now);
        link.light(&[2], now);
        assert!(written(&mut link).is_empty());
        link.passed(now + Chessnut::PAUSE);
        assert_eq!(written(&mut link), [Chessnut::lights(&[2])]);
    }

    #[test]
    fn a_board_that_may_be_silent_is_asked() {
        let now = Instant::now();
        let mut link = PlacementLink::<ChessLinkDecoder>::default();
        link.opened(now);
        link.passed(now + ASKED);
        link.passed(now + ASKED);
        assert_eq!(written(&mut link), [ChessLinkDecoder::question().unwrap()]);
        link.passed(now + 2 * ASKED);
        assert_eq!(written(&mut link), [ChessLinkDecoder::question().unwrap()]);
    }

    #[test]
    fn a_board_that_says_nothing_is_told_again_how_the_talk_begins() {
        let now = Instant::now();
        let mut link = PlacementLink::<Chessnut>::default();
        link.opened(now);
        link.passed(now + BEGUN);
        assert_eq!(written(&mut link).len(), 2);
    }
}
