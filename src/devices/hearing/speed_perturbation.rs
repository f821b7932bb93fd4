//! Decodes an utterance again, at two other speeds, when the first pass leaves a doubt.
//!
//! Steady noise is removed from the recording, which is then played slower and lower, and faster and higher (speed
//! perturbation, as in Kaldi's training): as a larger and a smaller person would sound in a quieter room. A word that
//! was misheard because of the voice or the noise is usually misheard differently then; a word that was said is heard
//! in every pass.

use std::time::Duration;

use super::noise_reduction::reduce_noise;
use super::recognizer::{Hypothesis, Recognize};
use super::resampler::Resampler;
use crate::SAMPLE_RATE;

/// The sampling rates that the recording is taken to have in the further passes: 6 % slower and faster.
const RATES: [u32; 2] = [15_000, 17_000];

/// How near to the best a second hypothesis leaves a doubt, as distances between scores. The scores of a model are its
/// own, so these come with it. Without them only what is as good as the best leaves one.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct DoubtDistances {
    /// Of a hypothesis within the phrases.
    pub known: f32,
    /// Of one outside them, which is often near a single clean word.
    pub unknown: f32,
}

/// Whether further passes should follow. They brought nothing for speech outside the phrases.
pub fn is_doubtful(hearing: &[Hypothesis], within: DoubtDistances) -> bool {
    let Some(best) = hearing.first() else { return false };
    let is_close = |heard: &Hypothesis| {
        let distance = best.score - heard.score;
        distance <= if heard.is_known() { within.known } else { within.unknown }
    };
    best.is_known_near() && (hearing[1..].iter().any(is_close) || best.near != (0..best.words.len()))
}

/// Whether the best hypothesis has the same words in all passes.
pub fn passes_agree(first: &[Hypothesis], again: &[Vec<Hypothesis>]) -> bool {
    let best = |hearing: &[Hypothesis]| hearing.first().map(|best| best.words.clone());
    again.iter().all(|hearing| best(hearing) == best(first))
}

/// Decodes `samples` at the other speeds; the times are those of the original samples.
pub fn perturbed_passes(recognizer: &mut dyn Recognize, samples: &[i16]) -> Vec<Vec<Hypothesis>> {
    let quieter = reduce_noise(samples);
    RATES.iter().map(|&rate| hear_at(recognizer, &quieter, rate)).collect()
}

/// Decodes `samples` at all three speeds with nothing but the `answers`.
pub fn answer_passes(
    recognizer: &mut dyn Recognize,
    answers: &[String],
    samples: &[i16],
) -> Vec<Vec<Hypothesis>> {
    let quieter = reduce_noise(samples);
    let others = RATES.iter().map(|&rate| resampled(&quieter, rate));
    let all = std::iter::once(Some(samples.to_vec())).chain(others).flatten();
    all.map(|samples| recognizer.hear_answer(answers, &samples)).collect()
}

/// Returns the samples as if they had been taken at another rate.
fn resampled(samples: &[i16], rate: u32) -> Option<Vec<i16>> {
    let mut resampler = Resampler::new(rate, 1).ok()?;
    let full_scale: Vec<f32> = samples.iter().map(|&sample| f32::from(sample) / 32_768.0).collect();
    let mut resampled = Vec::new();
    resampler.push(&full_scale, &mut resampled);
    resampler.finish(&mut resampled);
    Some(resampled)
}

fn hear_at(recognizer: &mut dyn Recognize, samples: &[i16], rate: u32) -> Vec<Hypothesis> {
    let Some(resampled) = resampled(samples, rate) else { return Vec::new() };
    // After a failure the recognizer begins afresh, without the samples before it.
    let was_heard = recognizer.accept(&resampled).is_ok();
    let mut hearing = recognizer.finish().unwrap_or_default();
    let as_it_was = |at: Duration| at.mul_f64(f64::from(rate) / f64::from(SAMPLE_RATE));
    for times in hearing.iter_mut().flat_map(|heard| &mut heard.times) {
        *times = as_it_was(times.start)..as_it_was(times.end);
    }
    if was_heard { hearing } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::*;
    use crate::hearing::recognizer::RecognizerError;

    #[test]
    fn what_is_close_or_far_off_leaves_a_doubt() {
        let heard =
            |words: &str, score| Hypothesis::new(words.split(' ').map(str::to_owned).collect(), score);
        let far = Hypothesis { near: 0..2, ..heard("eva vier turm", 9.0) };
        for (what, hearing, expected) in [
            ("nothing", vec![], false),
            ("one alternative", vec![heard("eva vier", 9.0)], false),
            ("one far below", vec![heard("eva vier", 9.0), heard("eva drei", 5.0)], false),
            ("one close", vec![heard("eva vier", 9.0), heard("eva drei", 6.0)], true),
            ("no phrase close", vec![heard("eva vier", 9.0), heard("[unk]", 8.0)], false),
            ("no phrase as near", vec![heard("eva vier", 9.0), heard("[unk]", 8.6)], true),
            (
                "no phrase between",
                vec![heard("eva vier", 9.0), heard("[unk]", 8.0), heard("eva drei", 6.0)],
                true,
            ),
            ("no phrase", vec![heard("[unk] vier", 9.0), heard("eva vier", 8.9)], false),
            ("a word farther away", vec![far], true),
        ] {
            let within = DoubtDistances { known: 3.4, unknown: 0.5 };
            assert_eq!(is_doubtful(&hearing, within), expected, "{what}");
        }
    }

    /// Recognizes one word that fills all the samples it was given.
    struct Measure {
        given: Vec<usize>,
        fails: bool,
    }

    impl Recognize for Measure {
        fn expect(&mut self, _: &[String]) -> Result<Vec<String>, RecognizerError> {
            Ok(Vec::new())
        }

        fn accept(&mut self, samples: &[i16]) -> Result<bool, RecognizerError> {
            self.given.push(samples.len());
            if self.fails { Err(RecognizerError::Failed) } else { Ok(true) }
        }

        fn partial_words(&mut self) -> Vec<String> {
            Vec::new()
        }

        fn finish(&mut self) -> Result<Vec<Hypothesis>, RecognizerError> {
            let length =
                Duration::from_secs_f64(self.given[self.given.len() - 1] as f64 / f64::from(SAMPLE_RATE));
            Ok(vec![Hypothesis {
                times: vec![Duration::ZERO..length],
                ..Hypothesis::new(vec!["ja".to_owned()], 0.0)
            }])
        }

        fn hear_answer(&mut self, _: &[String], _: &[i16]) -> Vec<Hypothesis> {
            Vec::new()
        }

        fn forget(&mut self) {}
    }

    #[test]
    fn it_is_slower_then_faster_and_the_times_are_those_of_the_samples() {
        let mut recognizer = Measure { given: Vec::new(), fails: false };
        let second = vec![0; SAMPLE_RATE as usize];
        let hearings = perturbed_passes(&mut recognizer, &second);
        assert_eq!(recognizer.given, [17_067, 15_059]);
        let times: Vec<&Range<Duration>> = hearings.iter().map(|hearing| &hearing[0].times[0]).collect();
        assert_eq!(times.len(), 2);
        assert!(times.iter().all(|time| time.end.as_millis().abs_diff(1000) <= 1), "{times:?}");
    }

    #[test]
    fn nothing_to_hear_and_a_recognizer_that_fails_are_no_matter() {
        let hearings = perturbed_passes(&mut Measure { given: Vec::new(), fails: false }, &[]);
        assert!(hearings.iter().all(|hearing| hearing[0].times[0] == (Duration::ZERO..Duration::ZERO)));
        assert_eq!(
            perturbed_passes(&mut Measure { given: Vec::new(), fails: true }, &[0; 999]),
            [vec![], vec![]]
        );
    }
}
