//! Decides whether a pause is the end, time to think, or neither.

use std::time::Instant;

use super::decoding::{LONGEST_ANSWER, TALK};
use super::{Gate, LOOK, Listener};
use crate::hearing::ear::{Completeness, EarEvent};
use crate::hearing::speed_perturbation::perturbed_passes;

/// The share of the usual pause that is enough after a complete move.
const EARLY: f64 = 0.46;
/// The share after which the words are decoded for that: they are known by then, or the speaker goes on.
const AHEAD: f64 = 0.3;

impl<S: FnMut(EarEvent)> Listener<S> {
    /// Lets a pause last longer while the words are incomplete.
    pub(super) fn adapt_silence(&mut self) {
        let silence = self.options.endpoint.silence;
        let begun = self.endpointer.quiet() + 2 * LOOK >= silence && self.is_begun();
        self.endpointer.set_silence(if begun { silence + self.options.patience } else { silence });
    }

    /// Ends the utterance in a short pause if the words are complete and clear.
    pub(super) fn end_early(&mut self) {
        let (quiet, silence) = (self.endpointer.quiet(), self.options.endpoint.silence);
        if quiet < silence.mul_f64(AHEAD) {
            self.current.looked_early = false;
            if self.current.finished.take().is_some() {
                self.decode_again();
            }
            return;
        }
        if !std::mem::replace(&mut self.current.looked_early, true)
            // The residue of an echo may sound like a letter and a number before somebody speaks into it.
            && self.gate == Gate::Open
            && self.current.clipped.is_none()
            && self.endpointer.has_voice()
            && self.may_be_complete()
        {
            self.decode_ahead();
        }
        if quiet >= silence.mul_f64(EARLY)
            && self.current.finished.as_ref().is_some_and(|known| known.ends_early)
        {
            self.end_utterance();
        }
    }

    /// Decodes the utterance before it is known to be over, and doubtful words again.
    ///
    /// The recognizer looks ahead and lacks its last word, so it is made to finish. If that is not enough, or the
    /// speaker goes on, it gets the same samples again.
    fn decode_ahead(&mut self) {
        let started = Instant::now();
        let mut finished = self.finish();
        let heard = &finished.heard;
        let pause = heard.first().map_or(Completeness::Unknown, |best| self.completeness_of(&best.words));
        let is_whole = matches!(pause, Completeness::Complete | Completeness::Extensible);
        let is_again = is_whole && self.is_doubtful(heard) && self.endpointer.sounded() <= TALK;
        let given = std::mem::take(&mut self.current.given);
        if is_again {
            finished.again = perturbed_passes(&mut *self.recognizer, &given);
        }
        finished.answers = self.answer_passes(&finished.heard, &given);
        self.current.given = given;
        let is_answer =
            finished.answer().is_some_and(|answer| self.completeness_of(answer) == Completeness::Complete);
        finished.ends_early =
            is_answer || pause == Completeness::Complete && finished.is_clear(self.expected.doubt);
        let is_kept = finished.ends_early || is_again || !finished.answers.is_empty();
        self.current.decoding += started.elapsed();
        if is_kept {
            self.current.finished = Some(finished);
        } else {
            self.decode_again();
        }
    }

    /// Gives the recognizer the samples of the utterance again.
    fn decode_again(&mut self) {
        let started = Instant::now();
        let accepted = self.recognizer.accept(&self.current.given);
        self.current.decoding += started.elapsed();
        if let Err(error) = accepted {
            self.fail(error);
        }
    }

    /// Whether the words so far, of which the last may be missing, are known to the rule. A single word may be missing
    /// altogether, and is looked for where it may be an answer.
    fn may_be_complete(&mut self) -> bool {
        self.pause() != Completeness::Unknown
            || !self.expected.answers.is_empty() && self.endpointer.sounded() <= LONGEST_ANSWER
    }

    pub(super) fn is_begun(&mut self) -> bool {
        self.pause() == Completeness::Incomplete
    }

    fn completeness_of(&self, words: &[String]) -> Completeness {
        self.expected.completeness.of(words)
    }

    /// Returns the completeness of the words so far.
    fn pause(&mut self) -> Completeness {
        match &self.current.finished {
            Some(finished) => {
                finished.heard.first().map_or(Completeness::Unknown, |best| self.completeness_of(&best.words))
            }
            None => {
                let words = self.recognizer.partial_words();
                self.completeness_of(&words)
            }
        }
    }
}
