//! What comes while an utterance is recognized.

use std::mem;
use std::time::Duration;

use super::{EarEvent, Listener};
use crate::hearing::endpoint::samples;

/// A longer block than this is not recognized in full: an answer would come too late.
const BEHIND: Duration = Duration::from_secs(2);

impl<S: FnMut(EarEvent)> Listener<S> {
    /// Listens to what has come. What came while an utterance was recognized is in the block after its report.
    pub(super) fn take_block(&mut self, block: &[i16]) {
        let was_behind = mem::take(&mut self.behind);
        self.process_block(block);
        if was_behind && !self.behind {
            self.tell_caught_up();
        }
    }

    /// Tells that nobody has begun to speak since the last report, unless it was told that somebody has. Behind what was
    /// reported of an utterance is only noise.
    pub(super) fn tell_caught_up(&mut self) {
        if self.endpointer.is_speech() && !self.current.was_reported {
            // Where the onset is missing, no beginning is told.
            self.behind = self.current.clipped.is_some();
        } else {
            (self.sink)(EarEvent::CaughtUp);
        }
    }

    /// Skips the oldest samples, and the utterance under way, when more has come than can be recognized in time.
    pub(super) fn catch_up<'a>(&mut self, block: &'a [i16]) -> &'a [i16] {
        if !self.source.is_live() || block.len() as u64 <= samples(BEHIND) {
            return block;
        }
        self.forget(EarEvent::NoWords);
        let (old, new) = block.split_at(block.len() - samples(BEHIND) as usize / 2);
        self.endpointer.skip(old.len());
        // What sounds now may have begun before.
        self.opened = Some(self.endpointer.position());
        new
    }
}
