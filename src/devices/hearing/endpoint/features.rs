//! The features of a frame: level, noise floor and voicing.

use std::collections::VecDeque;

use crate::SAMPLE_RATE;

/// Removes hum and DC below about 150 Hz, and the topmost octave, where there is hiss but no voice.
#[derive(Debug, Clone, Copy, Default)]
pub struct BandPass {
    input: f64,
    high: f64,
}

impl BandPass {
    const HIGH_PASS: f64 = 0.942;

    /// Returns the samples of a frame after filtering, full scale 1.
    pub fn pass(&mut self, frame: &[i16]) -> Vec<f64> {
        let mut pass = |sample: i16| {
            let input = f64::from(sample) / 32_768.0;
            let high = Self::HIGH_PASS * (self.high + input - self.input);
            let smoothed = f64::midpoint(high, self.high);
            self.input = input;
            self.high = high;
            smoothed
        };
        frame.iter().map(|&sample| pass(sample)).collect()
    }
}

/// Detects a pitch of 70 to 500 Hz in the last 40 ms, by autocorrelation at half the sampling rate.
#[derive(Debug, Clone, Default)]
pub(crate) struct VoicingDetector {
    window: VecDeque<f64>,
}

impl VoicingDetector {
    const RATE: usize = SAMPLE_RATE as usize / 2;
    const WINDOW: usize = Self::RATE / 25;
    const LAGS: std::ops::RangeInclusive<usize> = Self::RATE / 500..=Self::RATE / 70;
    /// The least autocorrelation: noise reaches 0.25 by chance, a vowel in equal noise 0.5.
    const LEAST: f64 = 0.45;

    /// Takes the next filtered frame.
    pub(crate) fn push(&mut self, frame: &[f64]) {
        self.window.extend(frame.chunks_exact(2).map(|pair| pair[0] + pair[1]));
        let surplus = self.window.len().saturating_sub(Self::WINDOW);
        self.window.drain(..surplus);
    }

    /// Whether the window is periodic.
    pub(crate) fn is_voiced(&self) -> bool {
        let window: Vec<f64> = self.window.iter().copied().collect();
        if window.len() < Self::WINDOW {
            return false;
        }
        // The energy of every prefix of the window.
        let mut energy = vec![0.0];
        energy.extend(window.iter().scan(0.0, |sum, sample| {
            *sum += sample * sample;
            Some(*sum)
        }));
        let whole = energy[window.len()];
        let likeness = |lag: usize| {
            let product: f64 = window[lag..].iter().zip(&window).map(|(a, b)| a * b).sum();
            let (now, then) = (whole - energy[lag], energy[window.len() - lag]);
            product / (now * then).sqrt().max(1e-12)
        };
        let (first, last) = (*Self::LAGS.start(), *Self::LAGS.end());
        let likenesses: Vec<f64> = (first - 1..=last + 1).map(likeness).collect();
        // A peak, not the slope from lag zero that any rumble has.
        likenesses
            .windows(3)
            .any(|three| three[1] > Self::LEAST && three[1] >= three[0] && three[1] >= three[2])
    }
}

/// Returns the mean power of a frame.
pub fn power(frame: &[f64]) -> f64 {
    frame.iter().map(|sample| sample * sample).sum::<f64>() / frame.len() as f64
}

/// Converts a power, full scale 1, to decibels; zero is -120.
pub fn decibels(power: f64) -> f64 {
    10.0 * power.max(1e-12).log10()
}

/// The noise floor, in decibels: the minimum of the last 1.5 s. It falls at once and rises when a noise stays, but
/// not into speech, which has a gap at every plosive.
#[derive(Debug, Clone, Default)]
pub(crate) struct NoiseFloor {
    /// The least of each stretch of [`Self::STRETCH`] frames, newest last.
    least: VecDeque<f64>,
    frames: usize,
}

impl NoiseFloor {
    const STRETCH: usize = 10;
    const STRETCHES: usize = 15;
    /// The level of a fairly quiet room, assumed at first because the first sample may be speech.
    const AT_FIRST: f64 = -45.0;
    const GUESSED: usize = 8 * Self::STRETCH;
    /// No microphone's own noise is lower; digital silence is no floor.
    const LOWEST: f64 = -72.0;
    /// The mean of noise is this much above its minimum.
    const BIAS: f64 = 1.5;

    /// Takes the level of the next frame, in decibels, and returns the floor.
    pub(crate) fn follow(&mut self, level: f64) -> f64 {
        if self.frames.is_multiple_of(Self::STRETCH) {
            self.least.push_back(level);
            if self.least.len() > Self::STRETCHES {
                self.least.pop_front();
            }
        }
        self.frames += 1;
        if let Some(newest) = self.least.back_mut() {
            *newest = newest.min(level);
        }
        let guess = if self.frames <= Self::GUESSED { Self::AT_FIRST } else { f64::INFINITY };
        let least = self.least.iter().copied().fold(guess, f64::min);
        (least + Self::BIAS).max(Self::LOWEST)
    }
}
