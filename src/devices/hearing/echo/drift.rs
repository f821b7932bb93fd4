//! Clock drift between two sound cards: the played signal is resampled to the microphone's clock.
//!
//! At the usual 50 ppm they drift by about a sample per second, so the canceller would have to relearn all the time.
//! Counting samples is too coarse, as they come in blocks. Instead the delay of the echo is measured to a sample by
//! cross correlation, and the drift is its change.

use std::collections::VecDeque;
use std::sync::Arc;

use annabella_dsp::{Adjustable, Complex, ComplexToReal, InterleavedSlice, RealToComplex};
use annabella_dsp::{adjustable_resampler, transforms};

use crate::SAMPLE_RATE;

/// Aligns the played signal with the microphone's clock.
pub(super) struct DriftCompensator {
    clocks: DriftEstimator,
    /// `None` if it cannot be made; then nothing is resampled.
    resampler: Option<Box<dyn Adjustable<f32>>>,
    pending: Vec<f32>,
    output: Vec<f32>,
}

/// Samples that are resampled at a time.
const CHUNK: usize = 160;

impl DriftCompensator {
    pub(super) fn new() -> DriftCompensator {
        let resampler = adjustable_resampler(CHUNK);
        let output = vec![0.0; resampler.as_ref().map_or(0, |resampler| resampler.output_frames_max())];
        DriftCompensator { clocks: DriftEstimator::new(), resampler, pending: Vec::new(), output }
    }

    /// Resamples `played` to the clock of `heard`. Returns false after a jump: lost samples change the delay.
    pub(super) fn align(&mut self, played: &mut Vec<i16>, heard: &[i16]) -> bool {
        let compared = self.clocks.compare(played, heard);
        let Some(resampler) = &mut self.resampler else { return true };
        if let Drift::Ratio(apart) = compared {
            // The ratio is within the resampler's range.
            let _ = resampler.set_resample_ratio(1.0 + apart, true);
        }
        self.pending.extend(played.drain(..).map(f32::from));
        let mut taken = 0;
        while self.pending.len() - taken >= CHUNK {
            let room = self.output.len();
            let step = InterleavedSlice::new(&self.pending[taken..taken + CHUNK], 1, CHUNK)
                .and_then(|input| Ok((input, InterleavedSlice::new_mut(&mut self.output, 1, room)?)))
                .map(|(input, mut output)| resampler.process_into_buffer(&input, &mut output, None));
            taken += CHUNK;
            // Sizes are right by construction.
            if let Ok(Ok((_, written))) = step {
                played.extend(self.output[..written].iter().map(|&sample| sample.round() as i16));
            }
        }
        self.pending.drain(..taken);
        compared != Drift::Jumped
    }
}

/// The result of a comparison.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Drift {
    Unchanged,
    /// By how much the microphone's clock is faster.
    Ratio(f64),
    Jumped,
}

/// Estimates the drift between two clocks.
struct DriftEstimator {
    played: Window,
    heard: Window,
    /// Positions, in samples played, and the delay there, in samples.
    lags: VecDeque<(f64, f64)>,
    forward: Arc<dyn RealToComplex<f32>>,
    back: Arc<dyn ComplexToReal<f32>>,
}

/// The last samples of a stream.
#[derive(Default)]
struct Window {
    samples: VecDeque<i16>,
    /// The number of samples in all.
    count: u64,
}

/// How many heard samples are searched (2 s), and for how many played ones, from the middle.
const SEARCHED: usize = 1 << 15;
const WANTED: usize = SEARCHED / 2;
/// The interval of measurements, in samples.
const EVERY: u64 = SAMPLE_RATE as u64;
/// A lower root mean square is silence.
const LOUD: f32 = 100.0;
/// The least correlation of an echo.
const ALIKE: f32 = 0.3;
/// The delays that are kept.
const LAGS: usize = 60;
/// Delays are compared only if they were measured at least this many samples (8 s) apart.
const NEAR: f64 = 8.0 * SAMPLE_RATE as f64;
/// The fewest comparisons for an estimate.
const CHANGES: usize = 6;
/// A larger change than this, in samples, is a jump.
const JUMP: f64 = 16.0;
/// The largest drift of sound cards.
const FARTHEST: f64 = 500e-6;

impl DriftEstimator {
    fn new() -> DriftEstimator {
        let (forward, back) = transforms(2 * SEARCHED);
        DriftEstimator {
            played: Window::default(),
            heard: Window::default(),
            lags: VecDeque::new(),
            forward,
            back,
        }
    }

    fn compare(&mut self, played: &[i16], heard: &[i16]) -> Drift {
        let before = self.played.count / EVERY;
        self.played.push(played);
        self.heard.push(heard);
        if self.played.count / EVERY == before || self.heard.samples.len() < SEARCHED {
            return Drift::Unchanged;
        }
        let Some(lag) = self.lag() else { return Drift::Unchanged };
        let now = self.played.count as f64;
        if self.lags.back().is_some_and(|last| (lag - last.1).abs() > JUMP + FARTHEST * (now - last.0)) {
            self.lags.clear();
            self.lags.push_back((now, lag));
            return Drift::Jumped;
        }
        self.lags.push_back((now, lag));
        if self.lags.len() > LAGS {
            self.lags.pop_front();
        }
        let mut changes: Vec<f64> = Vec::new();
        for (late, &(at, lag)) in self.lags.iter().enumerate() {
            let earlier = self.lags.iter().take(late).filter(|earlier| at - earlier.0 >= NEAR);
            changes.extend(earlier.map(|earlier| (lag - earlier.1) / (at - earlier.0)));
        }
        if changes.len() < CHANGES {
            return Drift::Unchanged;
        }
        let middle = changes.len() / 2;
        let apart = *changes.select_nth_unstable_by(middle, f64::total_cmp).1;
        Drift::Ratio(apart.clamp(-FARTHEST, FARTHEST))
    }

    /// Returns the delay of the echo in samples, if one was heard.
    fn lag(&self) -> Option<f64> {
        let wanted = self.played.last(SEARCHED)?;
        let (wanted, searched) = (&wanted[WANTED / 2..][..WANTED], self.heard.last(SEARCHED)?);
        let energy = |samples: &[f32]| samples.iter().map(|sample| sample * sample).sum::<f32>();
        let (played, heard) = (energy(wanted), energy(&searched));
        if played < LOUD * LOUD * WANTED as f32 {
            return None;
        }
        let spectrum = |samples: &[f32]| {
            let mut padded = self.forward.make_input_vec();
            padded[..samples.len()].copy_from_slice(samples);
            let mut spectrum = self.forward.make_output_vec();
            self.forward.process(&mut padded, &mut spectrum).ok().map(|()| spectrum)
        };
        let mut product: Vec<Complex<f32>> = spectrum(&searched)?
            .iter()
            .zip(&spectrum(wanted)?)
            .map(|(heard, played)| heard * played.conj())
            .collect();
        let mut alike = self.back.make_output_vec();
        self.back.process(&mut product, &mut alike).ok()?;
        // The inverse transform is not normalized.
        let scale = 1.0 / alike.len() as f32;
        let (at, &most) = alike[..WANTED].iter().enumerate().max_by(|one, other| one.1.total_cmp(other.1))?;
        if most * scale < ALIKE * (played * heard).sqrt() {
            return None;
        }
        let (from, to) = (alike[at.saturating_sub(1)], alike[at + 1]);
        let between = 0.5 * (from - to) / (from - 2.0 * most + to).min(-f32::EPSILON);
        // The played samples begin this far into the searched ones.
        let offset = self.heard.count as f64 - self.played.count as f64 - (WANTED / 2) as f64;
        Some(offset + at as f64 + f64::from(between))
    }
}

impl Window {
    fn push(&mut self, samples: &[i16]) {
        self.count += samples.len() as u64;
        self.samples.extend(samples);
        let over = self.samples.len().saturating_sub(SEARCHED);
        self.samples.drain(..over);
    }

    fn last(&self, count: usize) -> Option<Vec<f32>> {
        let first = self.samples.len().checked_sub(count)?;
        Some(self.samples.range(first..).map(|&sample| f32::from(sample)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The blocks have any length, the clocks differ by 60 millionths, and half a second is lost on the way.
    #[test]
    fn two_clocks_are_told_apart() {
        let mut state = 1_u64;
        let mut noise = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 52) as i16 - 2_048
        };
        let mut clocks = DriftEstimator::new();
        let mut on_its_way: VecDeque<i16> = VecDeque::new();
        let (mut played, mut apart, mut jumps) = (0_u64, None, Vec::new());
        for second in 0..120_u64 {
            let length = 16_000 - second % 7 * 311;
            let block: Vec<i16> = (0..length).map(|_| noise()).collect();
            on_its_way.extend(&block);
            let mut now = Vec::new();
            // Sound takes a twentieth of a second, and the microphone misses every 16,000th sample.
            while on_its_way.len() > 800 {
                played += 1;
                let sample = on_its_way.pop_front().unwrap();
                let is_lost = second == 70 && on_its_way.len() > 8_000;
                if !played.is_multiple_of(16_000) && !is_lost {
                    now.push(sample / 2 + noise() / 4);
                }
            }
            match clocks.compare(&block, &now) {
                Drift::Ratio(now) => apart = Some(now),
                Drift::Jumped => jumps.push(second),
                Drift::Unchanged => {}
            }
        }
        assert!(matches!(jumps[..], [71 | 72]), "{jumps:?}");
        let apart = apart.expect("two minutes are enough");
        assert!((apart + 1.0 / 16_000.0).abs() < 2e-6, "{apart:e}");
    }
}
