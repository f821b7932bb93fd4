//! The requests that wait to be sent. It alone decides when one is sent, and whether it is sent again.

use std::{collections::VecDeque, time::Duration};

use super::LichessRequest;
use crate::devices::{
    lichess::{LichessError, Timeouts},
    supervisor::Backoff,
};

/// The requests that wait: one at a time is sent, and after a fault none until its pause is over.
///
/// A move is not kept here: the session says which one the server lacks.
#[derive(Debug)]
pub(super) struct Outbox {
    queue: VecDeque<LichessRequest>,
    /// A request was sent, and is not answered.
    in_flight: bool,
    backoff: Backoff,
    not_before: Option<Duration>,
    /// The delay of the next request was told.
    is_told: bool,
}

impl Outbox {
    pub(super) fn new(timeouts: &Timeouts) -> Outbox {
        Outbox {
            queue: VecDeque::new(),
            in_flight: false,
            backoff: timeouts.backoff(),
            not_before: None,
            is_told: false,
        }
    }

    pub(super) fn push(&mut self, request: LichessRequest) {
        self.queue.push_back(request);
    }

    /// Takes over the requests of another.
    pub(super) fn adopt(&mut self, other: &Outbox) {
        self.queue.extend(other.queue.iter().cloned());
    }

    /// Returns the end of the pause, where there is one.
    pub(super) fn paused_until(&self, now: Duration) -> Option<Duration> {
        self.not_before.filter(|due| now < *due)
    }

    /// Takes the request that is to be sent now: the first that `can` be sent, or else the move.
    pub(super) fn take(
        &mut self,
        now: Duration,
        can: impl Fn(&LichessRequest) -> bool,
        last: impl FnOnce() -> Option<LichessRequest>,
    ) -> Option<LichessRequest> {
        if self.in_flight || self.paused_until(now).is_some() {
            return None;
        }
        let first = self.queue.iter().position(can).and_then(|at| self.queue.remove(at));
        let next = first.or_else(last);
        self.in_flight = next.is_some();
        next
    }

    /// The request was carried out or refused, or cannot be sent any more.
    pub(super) fn settle(&mut self) {
        self.in_flight = false;
        self.is_told = false;
        self.not_before = None;
        self.backoff.reset();
    }

    /// Keeps a request that failed, to be sent again. Returns the pause, the first time that it fails.
    pub(super) fn postpone(
        &mut self,
        request: LichessRequest,
        fault: &LichessError,
        now: Duration,
    ) -> Option<Duration> {
        let pause = self.backoff.pause_after(fault);
        self.in_flight = false;
        self.not_before = Some(now + pause);
        if !matches!(request, LichessRequest::Move { .. }) {
            self.queue.push_front(request);
        }
        (!std::mem::replace(&mut self.is_told, true)).then_some(pause)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_request_at_a_time_is_sent_until_it_is_carried_out() {
        let mut outbox = Outbox::new(&Timeouts::default());
        let seconds = Duration::from_secs;
        let all = |_: &LichessRequest| true;
        let a_move = || Some(LichessRequest::Move { ply: 3, uci: "e2e4".to_owned() });
        outbox.push(LichessRequest::Games);
        let games = outbox.take(seconds(1), all, a_move).unwrap();
        assert!(matches!(games, LichessRequest::Games));
        assert!(outbox.take(seconds(1), all, a_move).is_none(), "one at a time");
        // A failure is told once, and each pause is longer.
        let pause = outbox.postpone(games, &LichessError::Cut, seconds(1)).unwrap();
        assert!(pause <= seconds(1), "{pause:?}");
        assert!(outbox.take(Duration::from_millis(1_700), all, a_move).is_none());
        let games = outbox.take(seconds(2), all, a_move).unwrap();
        assert_eq!(outbox.postpone(games, &LichessError::Cut, seconds(2)), None);
        assert!(outbox.paused_until(seconds(3)) > Some(seconds(3)));
        let games = outbox.take(seconds(4), all, a_move).unwrap();
        assert!(matches!(games, LichessRequest::Games));
        // A server that names a pause gets it.
        assert_eq!(outbox.postpone(games, &LichessError::TooMany(seconds(60)), seconds(4)), None);
        assert_eq!(outbox.paused_until(seconds(5)), Some(seconds(64)));
        assert!(matches!(outbox.take(seconds(64), all, a_move), Some(LichessRequest::Games)));
        outbox.settle();
        assert!(matches!(outbox.take(seconds(4), all, a_move), Some(LichessRequest::Move { .. })));
    }
}
