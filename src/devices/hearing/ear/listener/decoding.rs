//! Decodes an utterance, and decides which of its words count.

use std::ops::Range;
use std::time::{Duration, Instant};

use super::{EarEvent, Listener};
use crate::hearing::endpoint::{samples, time};
use crate::hearing::recognizer::Hypothesis;
use crate::hearing::speed_perturbation::{
    DoubtDistances, answer_passes, is_doubtful, passes_agree, perturbed_passes,
};
use crate::hearing::truncated_onset::doubt_first_word;

/// A longer sound is conversation and is not decoded again: with many voices that would take longer than it lasts.
pub(super) const TALK: Duration = Duration::from_secs(4);
/// An utterance with more sound than this for each word is no speech. None of 600 short commands and moves of
/// synthetic voices, some slow and some in noise, exceeded it when recognized correctly; music does.
const LONGEST_WORD: Duration = Duration::from_millis(1600);

/// So much of the sound before and after the speaker's words is decoded with them.
const MARGIN: Duration = Duration::from_millis(100);

/// No answer to a question sounds longer.
pub(super) const LONGEST_ANSWER: Duration = Duration::from_millis(1500);

/// The hypotheses of the first pass and of any further passes. The recognizer no longer has the samples.
pub(super) struct DecodedPasses {
    pub heard: Vec<Hypothesis>,
    pub again: Vec<Vec<Hypothesis>>,
    /// The passes with nothing but the answers to the open question, if there were any.
    pub answers: Vec<Vec<Hypothesis>>,
    /// Whether a short pause after it is the end.
    pub ends_early: bool,
}

impl DecodedPasses {
    /// Makes it of the first pass alone.
    pub(super) fn new(heard: Vec<Hypothesis>) -> DecodedPasses {
        DecodedPasses { heard, again: Vec::new(), answers: Vec::new(), ends_early: false }
    }

    /// Whether there is no doubt, or all passes agree.
    pub(super) fn is_clear(&self, doubt: DoubtDistances) -> bool {
        !is_doubtful(&self.heard, doubt) || !self.again.is_empty() && passes_agree(&self.heard, &self.again)
    }

    /// Returns the words of the answer that is the best of all passes for one.
    pub(super) fn answer(&self) -> Option<&[String]> {
        let (first, others) = self.answers.split_first()?;
        let best = first.first().filter(|best| best.is_known())?;
        passes_agree(first, others).then_some(&best.words)
    }
}

impl<S: FnMut(EarEvent)> Listener<S> {
    /// Returns the hypotheses since the last call, pass by pass, and the samples.
    pub(super) fn collect(&mut self, voiced: bool) -> (Vec<Hypothesis>, Vec<i16>) {
        let started = Instant::now();
        let finished = self.current.finished.take();
        let finished = finished.unwrap_or_else(|| self.finish());
        let given = std::mem::take(&mut self.current.given);
        let heard = self.weigh(finished, &given, voiced);
        self.current.decoding += started.elapsed();
        (heard, given)
    }

    /// Whether an utterance is decoded again.
    pub(super) fn is_doubtful(&self, heard: &[Hypothesis]) -> bool {
        is_doubtful(heard, self.expected.doubt)
    }

    /// Decodes the utterance with nothing but the answers to the open question, if it may be one and is not clear, or
    /// decides for good.
    pub(super) fn answer_passes(&mut self, heard: &[Hypothesis], given: &[i16]) -> Vec<Vec<Hypothesis>> {
        let is_clear = heard.first().is_none_or(|best| best.is_known() && !self.is_doubtful(heard));
        if self.expected.answers.is_empty()
            || is_clear && !self.expected.is_final
            || self.endpointer.sounded() > LONGEST_ANSWER
        {
            return Vec::new();
        }
        answer_passes(&mut *self.recognizer, &self.expected.answers, given)
    }

    /// Decides which words are the speaker's. An utterance that is not `voiced` may be noise: it counts as little as
    /// a voice from farther away, and tells nothing about the speaker's level.
    fn weigh(&mut self, finished: DecodedPasses, given: &[i16], voiced: bool) -> Vec<Hypothesis> {
        let DecodedPasses { heard: mut alternatives, mut again, mut answers, .. } = finished;
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
        let is_known = best.is_known_near();
        let (began, listened) = (time(self.current.began), time(self.endpointer.position()));
        let is_far = level.is_some_and(|level| self.usual.is_far(level, began));
        let near = near_time(best);
        let may_be_echo = self.residue.may_be_echo(&(self.current.began..self.endpointer.position()));
        let lasts = near.as_ref().map_or(sounded, |near| near.end - near.start);
        let is_worth_it = !is_far && lasts <= TALK && (may_be_echo || self.is_doubtful(&alternatives));
        if is_worth_it && let Some(near) = near {
            again = self.passes_of(given, &near);
        } else if is_worth_it && again.is_empty() {
            again = perturbed_passes(&mut *self.recognizer, given);
        }
        // What the canceller leaves of an echo is soft, or decodes differently in every pass.
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
        if answers.is_empty() && !is_far {
            answers = self.answer_passes(&alternatives, given);
        }
        let answers = answers.into_iter().enumerate().flat_map(|(pass, hearing)| {
            hearing.into_iter().map(move |heard| Hypothesis { pass, answers_only: true, ..heard })
        });
        alternatives.extend(answers);
        if is_far || !voiced {
            alternatives.iter_mut().for_each(|heard| heard.near = 0..0);
        }
        alternatives
    }

    /// Decodes the speaker's words alone once more at other speeds, without what others said before and after them.
    fn passes_of(&mut self, given: &[i16], near: &Range<Duration>) -> Vec<Vec<Hypothesis>> {
        let at = |time: Duration| (samples(time) as usize).min(given.len());
        let (start, end) = (at(near.start.saturating_sub(MARGIN)), at(near.end + MARGIN));
        let mut passes = perturbed_passes(&mut *self.recognizer, &given[start..end.max(start)]);
        for said in passes.iter_mut().flatten().flat_map(|heard| &mut heard.times) {
            *said = said.start + time(start as u64)..said.end + time(start as u64);
        }
        passes
    }
}

/// Returns when the speaker's words were said, if the hypothesis has words of others too.
fn near_time(best: &Hypothesis) -> Option<Range<Duration>> {
    let has_far = !best.near.is_empty() && best.near != (0..best.words.len());
    let near = best.times.get(best.near.clone()).filter(|_| has_far)?;
    Some(near.first()?.start..near.last()?.end)
}
