//! The pauses between attempts.

use std::time::Duration;

use super::{LichessError, Timeouts};

/// The pauses between attempts at one thing: each is twice as long as the one before, or as long as the server wants,
/// and none is longer than the [`Timeouts`] allow.
#[derive(Clone, Debug)]
pub struct RequestBackoff {
    timeouts: Timeouts,
    next: Duration,
}

impl RequestBackoff {
    pub fn new(timeouts: &Timeouts) -> RequestBackoff {
        RequestBackoff { timeouts: *timeouts, next: timeouts.retry }
    }

    /// Returns the pause after this fault.
    pub fn after(&mut self, fault: &LichessError) -> Duration {
        let own = self.next;
        self.next = (own * 2).min(self.timeouts.retry_at_most);
        match fault {
            // A server that wants a pause of a day would end the game.
            LichessError::TooMany(wanted) => (*wanted).clamp(own, self.timeouts.pause_at_most),
            _ => own,
        }
    }

    /// The attempt has succeeded.
    pub fn reset(&mut self) {
        self.next = self.timeouts.retry;
    }

    /// What began after a pause has ended after `lasted`: it has succeeded if it lasted longer than that pause would.
    pub fn worked_for(&mut self, lasted: Duration) {
        if lasted >= self.next {
            self.reset();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_to_a_cap_whatever_the_server_wants() {
        let seconds = Duration::from_secs;
        let mut backoff = RequestBackoff::new(&Timeouts::default());
        let pauses: Vec<u64> = (0..8).map(|_| backoff.after(&LichessError::Cut).as_secs()).collect();
        assert_eq!(pauses, [1, 2, 4, 8, 16, 30, 30, 30]);
        assert_eq!(backoff.after(&LichessError::TooMany(seconds(86_400))), seconds(300), "not a day");
        assert_eq!(backoff.after(&LichessError::TooMany(Duration::ZERO)), seconds(30), "not at once");
        // A stream that breaks at once, again and again, is not tried more often.
        backoff.worked_for(seconds(5));
        assert_eq!(backoff.after(&LichessError::Closed), seconds(30));
        backoff.worked_for(seconds(60));
        assert_eq!(backoff.after(&LichessError::Closed), seconds(1));
        assert_eq!(backoff.after(&LichessError::TooMany(seconds(60))), seconds(60));
    }
}
