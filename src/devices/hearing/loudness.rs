//! The loudness of words, which tells the speaker's from those of other people farther away.
//!
//! Where people talk beside the board, the recognizer finds words before and after the speaker's. They are much softer.
//! So is now and then a word of the speaker's own: the grammar weighs what is left against the whole.

use std::collections::VecDeque;
use std::ops::Range;
use std::time::Duration;

use super::endpoint::{BandPass, FRAME, decibels, power, samples};

/// A word is another person's if it is so many decibels below the loudest, and so is what lies beyond it. Where one
/// person talked 10 dB softer before and after moves and commands of synthetic voices, this was so of 82 % of the
/// talker's words and of 1.5 % of the speaker's; with 8 dB of 88 and 3 %, with 10 of 74 and 0.7 %.
const BELOW: f64 = 9.0;
/// An utterance this many decibels below one of the last [`LATELY`] is another person's. Single words of one woman,
/// recorded separately, differ by up to 12 dB, sentences of another by 7.
const FAR: f64 = 15.0;
const LATELY: usize = 5;
/// Sound within this time belongs to the last utterance: if softer by [`SOFTER`], it is another person's or noise.
/// Noise at 5 dB right after a move was taken for 47 words; this rejected 35 of them.
const SOON: Duration = Duration::from_secs(1);
const SOFTER: f64 = 10.0;
/// Frames over which power is smoothed, so that a click makes no word loud.
const SMOOTH: usize = 5;

/// Measures the loudness of an utterance.
#[derive(Debug, Clone, Default)]
pub struct LoudnessMeter {
    filter: BandPass,
    /// Samples that do not make a frame yet.
    partial: Vec<i16>,
    /// The power of each frame.
    powers: Vec<f64>,
}

impl LoudnessMeter {
    /// Takes the utterance's next samples.
    pub fn push(&mut self, samples: &[i16]) {
        self.partial.extend_from_slice(samples);
        let whole = self.partial.len() / FRAME * FRAME;
        for frame in self.partial[..whole].chunks_exact(FRAME) {
            self.powers.push(power(&self.filter.pass(frame)));
        }
        self.partial.drain(..whole);
    }

    /// Returns the contour of the whole utterance.
    pub fn contour(&self) -> LevelContour {
        let smooth = |window: &[f64]| decibels(window.iter().sum::<f64>() / SMOOTH as f64);
        LevelContour { levels: self.powers.windows(SMOOTH).map(smooth).collect() }
    }
}

/// The levels of the frames of an utterance, in decibels.
#[derive(Debug, Clone)]
pub struct LevelContour {
    levels: Vec<f64>,
}

impl LevelContour {
    /// Returns which of the consecutive words at `times` are the speaker's: the loudest, and those around it up to the
    /// first that is far.
    pub fn near_words(&self, times: &[Range<Duration>]) -> Range<usize> {
        let words = self.words(times);
        let Some(loudest) = (0..words.len()).max_by(|a, b| words[*a].total_cmp(&words[*b])) else {
            return 0..times.len();
        };
        let is_far = |level: &f64| *level < words[loudest] - BELOW;
        let first = words[..loudest].iter().rposition(is_far).map_or(0, |far| far + 1);
        let end = words[loudest..].iter().position(is_far).map_or(words.len(), |far| loudest + far);
        first..end
    }

    /// Returns the level of the loudest word at `times`, in decibels.
    pub fn loudest(&self, times: &[Range<Duration>]) -> Option<f64> {
        self.words(times).into_iter().max_by(f64::total_cmp)
    }

    /// Returns the level of each word; empty if nothing was measured.
    fn words(&self, times: &[Range<Duration>]) -> Vec<f64> {
        let Some(end) = self.levels.len().checked_sub(1) else { return Vec::new() };
        let frame = |at: Duration| (samples(at) as usize / FRAME).min(end);
        let level = |said: &Range<Duration>| {
            let (first, last) = (frame(said.start), frame(said.end.max(said.start)));
            self.levels[first..=last].iter().copied().fold(f64::MIN, f64::max)
        };
        times.iter().map(level).collect()
    }
}

/// The speaker's recent level.
///
/// Only the last few utterances count, so a microphone that is turned down makes the speaker far only for a while.
#[derive(Debug, Clone, Default)]
pub struct SpeakerLevel {
    levels: VecDeque<f64>,
    /// The end and the level of the last utterance that was not far.
    last: Option<(Duration, f64)>,
}

impl SpeakerLevel {
    /// Whether an utterance that began at `began`, with its loudest word at `level` decibels, is not the speaker's.
    pub fn is_far(&self, level: f64, began: Duration) -> bool {
        let is_softer = |(until, last): (Duration, f64)| began <= until + SOON && level < last - SOFTER;
        self.levels.iter().any(|usual| level < usual - FAR) || self.last.is_some_and(is_softer)
    }

    /// Adds an utterance with known words.
    pub fn learn(&mut self, level: f64, began: Duration, until: Duration) {
        if !self.is_far(level, began) {
            self.last = Some((until, level));
        }
        self.levels.truncate(LATELY - 1);
        self.levels.push_front(level);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Milliseconds of silence, and of a word, with their level in decibels.
    #[derive(Clone, Copy)]
    enum LevelSegment {
        Hall(u64, f64),
        Word(u64, f64),
    }
    use LevelSegment::{Hall, Word};

    #[test]
    fn words_are_another_s_where_they_are_soft() {
        let (room, hall, own) = (-70.0, -30.0, -10.0);
        let far = -24.0;
        for (what, sounds, expected) in [
            ("one word", &[Hall(500, hall), Word(300, own), Hall(500, hall)][..], 0..1),
            ("one after", &[Hall(500, hall), Word(600, own), Word(300, far), Hall(500, hall)], 0..1),
            ("one before", &[Hall(500, hall), Word(300, far), Word(600, own), Hall(500, hall)], 1..2),
            (
                "two and one",
                &[
                    Hall(500, hall),
                    Word(200, far),
                    Word(200, far),
                    Word(600, own),
                    Word(200, far),
                    Hall(500, hall),
                ],
                2..3,
            ),
            (
                "as loud, beyond a far one",
                &[Hall(500, hall), Word(300, own - 1.0), Word(200, far), Word(300, own), Hall(500, hall)],
                2..3,
            ),
            ("in a quiet room", &[Hall(500, room), Word(600, own), Word(300, far), Hall(500, room)], 0..1),
            ("a little softer", &[Hall(500, hall), Word(600, own), Word(300, -18.0), Hall(500, hall)], 0..2),
            ("all as loud as the hall", &[Word(300, hall), Word(300, hall), Hall(900, hall)], 0..2),
        ] {
            let mut loudness = LoudnessMeter::default();
            let (mut times, mut at) = (Vec::new(), 0);
            for &sound in sounds {
                let (milliseconds, level) = match sound {
                    Hall(milliseconds, level) | Word(milliseconds, level) => (milliseconds, level),
                };
                // The blocks are uneven, as a sound card may deliver them.
                tone(milliseconds, level).chunks(213).for_each(|block| loudness.push(block));
                if matches!(sound, Word(..)) {
                    // Smoothing reaches across a border.
                    times.push(Duration::from_millis(at + 50)..Duration::from_millis(at + milliseconds - 50));
                }
                at += milliseconds;
            }
            assert_eq!(loudness.contour().near_words(&times), expected, "{what}");
        }
    }

    #[test]
    fn times_that_cannot_be_are_no_trouble() {
        let second = Duration::from_secs;
        for sounds in [0, 10, 60, 3000] {
            let mut loudness = LoudnessMeter::default();
            loudness.push(&tone(sounds, -20.0));
            let course = loudness.contour();
            assert_eq!(course.near_words(&[]), 0..0);
            assert_eq!(course.near_words(&[second(2)..second(1), second(900)..second(901)]), 0..2);
        }
    }

    #[test]
    fn who_is_far_is_told_by_the_last_few() {
        let mut usual = SpeakerLevel::default();
        let later = |usual: &SpeakerLevel, level| usual.is_far(level, 2 * SOON);
        let learn = |usual: &mut SpeakerLevel, level| usual.learn(level, Duration::ZERO, Duration::ZERO);
        assert!(!later(&usual, -90.0), "before anything was said");
        learn(&mut usual, -20.0);
        assert!(later(&usual, -35.5) && !later(&usual, -34.5));
        // The microphone was turned down.
        (1..LATELY).for_each(|_| learn(&mut usual, -40.0));
        assert!(later(&usual, -40.0));
        learn(&mut usual, -40.0);
        assert!(!later(&usual, -40.0));
    }

    #[test]
    fn what_follows_at_once_and_softer_is_far() {
        let second = Duration::from_secs_f64;
        let mut usual = SpeakerLevel::default();
        usual.learn(-20.0, second(9.0), second(10.0));
        for (what, level, began, expected) in [
            ("noise at once", -31.0, 10.2, true),
            ("let fall", -29.0, 10.2, false),
            ("later", -31.0, 11.1, false),
        ] {
            assert_eq!(usual.is_far(level, second(began)), expected, "{what}");
        }
        // A far utterance is no measure for what comes after it.
        usual.learn(-31.0, second(10.2), second(10.8));
        assert!(!usual.is_far(-31.0, second(11.5)));
    }

    #[test]
    fn the_loudest_word_is_found() {
        let mut loudness = LoudnessMeter::default();
        assert_eq!(loudness.clone().contour().loudest(&[Duration::ZERO..Duration::from_secs(1)]), None);
        [-40.0, -20.0, -30.0].into_iter().for_each(|level| loudness.push(&tone(300, level)));
        let course = loudness.contour();
        let said = |from, until| Duration::from_millis(from)..Duration::from_millis(until);
        let of = |times: &[Range<Duration>]| course.loudest(times).unwrap_or(f64::MIN);
        let (soft, loud, all) =
            (of(&[said(50, 250)]), of(&[said(350, 550)]), of(&[said(50, 250), said(350, 550)]));
        assert!((loud - soft - 20.0).abs() < 0.5 && all == loud, "{soft} {loud} {all}");
        assert_eq!(course.loudest(&[]), None);
    }

    fn tone(milliseconds: u64, decibels: f64) -> Vec<i16> {
        let peak = 32_768.0 * 10_f64.powf(decibels / 20.0);
        (0..milliseconds * 16).map(|n| (peak * (n as f64 * 0.4).sin()) as i16).collect()
    }
}
