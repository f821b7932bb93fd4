//! What an utterance was heard as, and what of that counts.

use std::time::{Duration, Instant};

use super::{EarEvent, Listener};
use crate::devices::hearing::endpoint::time;
use crate::devices::hearing::recognizer::Hypothesis;
use crate::devices::hearing::speed_perturbation::{is_doubtful, passes_agree, perturbed_passes};
use crate::devices::hearing::truncated_onset::doubt_first_word;

/// What sounds longer is no move but talk, which is not worth being heard again: of many voices that takes longer than
/// they talk.
pub(super) const TALK: Duration = Duration::from_secs(4);
/// What sounds longer for every word that is heard in it is no speech. Of 600 short commands and moves of synthetic
/// voices, some of them slow and some in noise, none that was heard right did; music does.
const LONGEST_WORD: Duration = Duration::from_millis(1600);

/// What an utterance was heard as, and heard again as, if it was. Until the speaker goes on the recognizer has nothing
/// of it.
pub(super) struct DecodedPasses {
    pub heard: Vec<Hypothesis>,
    pub again: Vec<Vec<Hypothesis>>,
}

impl DecodedPasses {
    /// Whether it was heard every time as the same.
    pub(super) fn is_clear(&self) -> bool {
        !is_doubtful(&self.heard) || !self.again.is_empty() && passes_agree(&self.heard, &self.again)
    }
}

impl<S: FnMut(EarEvent)> Listener<S> {
    /// What was heard since it last was asked, hearing by hearing, and in which samples.
    pub(super) fn collect(&mut self, voiced: bool) -> (Vec<Hypothesis>, Vec<i16>) {
        let started = Instant::now();
        let finished = self.current.finished.take();
        let finished =
            finished.unwrap_or_else(|| DecodedPasses { heard: self.recognizer.finish(), again: Vec::new() });
        let given = std::mem::take(&mut self.current.given);
        let heard = self.weigh(finished, &given, voiced);
        self.current.decoding += started.elapsed();
        (heard, given)
    }

    /// What is not `voiced` may be a noise that sounds like a word: it counts as little as what somebody says farther
    /// away, and tells nothing of how loud the speaker usually is.
    fn weigh(&mut self, finished: DecodedPasses, given: &[i16], voiced: bool) -> Vec<Hypothesis> {
        let DecodedPasses { heard: mut alternatives, mut again } = finished;
        let course = std::mem::take(&mut self.current.loudness).contour();
        let is_cut = std::mem::take(&mut self.current.is_cut);
        let tell_apart = |hearing: &mut Vec<Hypothesis>| {
            if is_cut {
                doubt_first_word(hearing);
            }
            for heard in hearing {
                if heard.times.len() == heard.words.len() {
                    heard.near = course.near_words(&heard.times);
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
        let may_be_echo = self.residue.may_be_echo(&(self.current.began..self.endpointer.position()));
        let is_worth_it = !is_far && sounded <= TALK && (may_be_echo || is_doubtful(&alternatives));
        if is_worth_it && again.is_empty() {
            again = perturbed_passes(&mut *self.recognizer, given);
        }
        // What the canceller leaves of our own voice is soft, or sounds otherwise every time.
        if may_be_echo && !(is_worth_it && passes_agree(&alternatives, &again)) {
            return Vec::new();
        }
        if let Some(level) = level.filter(|_| is_known && voiced) {
            self.usual.learn(level, began, listened);
        }
        if is_worth_it {
            for (index, mut hearing) in again.into_iter().enumerate() {
                tell_apart(&mut hearing);
                alternatives.extend(hearing.into_iter().map(|heard| Hypothesis { pass: index + 1, ..heard }));
            }
        }
        if is_far || !voiced {
            alternatives.iter_mut().for_each(|heard| heard.near = 0..0);
        }
        alternatives
    }
}
