//! What an utterance was heard as, and what of that counts.

use std::time::{Duration, Instant};

use super::{EarEvent, Listener};
use crate::devices::hearing::again::{hear_again, is_doubtful, is_heard_alike};
use crate::devices::hearing::cut_start::doubt_first_word;
use crate::devices::hearing::endpoint::time;
use crate::devices::hearing::recognizer::Heard;

/// What sounds longer is no move but talk, which is not worth being heard again: of many voices that takes longer than
/// they talk.
pub(super) const TALK: Duration = Duration::from_secs(4);
/// What sounds longer for every word that is heard in it is no speech. Of 600 short commands and moves of synthetic
/// voices, some of them slow and some in noise, none that was heard right did; music does.
const LONGEST_WORD: Duration = Duration::from_millis(1600);

/// What an utterance was heard as, and heard again as, if it was. Until the speaker goes on the recognizer has nothing
/// of it.
pub(super) struct Finished {
    pub heard: Vec<Heard>,
    pub again: Vec<Vec<Heard>>,
}

impl Finished {
    /// Whether it was heard every time as the same.
    pub(super) fn is_clear(&self) -> bool {
        !is_doubtful(&self.heard) || !self.again.is_empty() && is_heard_alike(&self.heard, &self.again)
    }
}

impl<S: FnMut(EarEvent)> Listener<S> {
    /// What was heard since it last was asked, hearing by hearing, and in which samples.
    pub(super) fn collect(&mut self, voiced: bool) -> (Vec<Heard>, Vec<i16>) {
        let started = Instant::now();
        let finished = self.current.finished.take();
        let finished =
            finished.unwrap_or_else(|| Finished { heard: self.recognizer.finish(), again: Vec::new() });
        let given = std::mem::take(&mut self.current.given);
        let heard = self.weigh(finished, &given, voiced);
        self.current.decoding += started.elapsed();
        (heard, given)
    }

    /// What is not `voiced` may be a noise that sounds like a word: it counts as little as what somebody says farther
    /// away, and tells nothing of how loud the speaker usually is.
    fn weigh(&mut self, finished: Finished, given: &[i16], voiced: bool) -> Vec<Heard> {
        let Finished { heard: mut alternatives, mut again } = finished;
        let course = std::mem::take(&mut self.current.loudness).course();
        let is_cut = std::mem::take(&mut self.current.is_cut);
        let tell_apart = |hearing: &mut Vec<Heard>| {
            if is_cut {
                doubt_first_word(hearing);
            }
            for heard in hearing {
                if heard.times.len() == heard.words.len() {
                    heard.near = course.near(&heard.times);
                }
            }
        };
        tell_apart(&mut alternatives);
        let Some(best) = alternatives.first() else { return alternatives };
        let sounded = self.endpointer.sounded();
        if sounded > LONGEST_WORD * best.words.len() as u32 {
            return Vec::new();
        }
        let level = course.loudest(&best.times);
        let is_known = best.is_known();
        let (began, listened) = (time(self.current.began), time(self.endpointer.position()));
        let is_far = level.is_some_and(|level| self.usual.is_far(level, began));
        let may_be_ours = self.shares.may_be_ours(&(self.current.began..self.endpointer.position()));
        let is_worth_it = !is_far && sounded <= TALK && (may_be_ours || is_doubtful(&alternatives));
        if is_worth_it && again.is_empty() {
            again = hear_again(&mut *self.recognizer, given);
        }
        // What the canceller leaves of our own voice is soft, or sounds otherwise every time.
        if may_be_ours && !(is_worth_it && is_heard_alike(&alternatives, &again)) {
            return Vec::new();
        }
        if let Some(level) = level.filter(|_| is_known && voiced) {
            self.usual.learn(level, began, listened);
        }
        if is_worth_it {
            for (index, mut hearing) in again.into_iter().enumerate() {
                tell_apart(&mut hearing);
                alternatives.extend(hearing.into_iter().map(|heard| Heard { hearing: index + 1, ..heard }));
            }
        }
        if is_far || !voiced {
            alternatives.iter_mut().for_each(|heard| heard.near = 0..0);
        }
        alternatives
    }
}
