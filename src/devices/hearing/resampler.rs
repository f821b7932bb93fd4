//! Any rate and number of channels → [`SAMPLE_RATE`], mono, 16 bit.

use annabella_dsp::{InterleavedSlice, gcd};

use crate::SAMPLE_RATE;
use crate::language::Message;

/// The accepted rates, in samples per second: speech needs the lowest, and no sound card exceeds the highest.
const RATES: std::ops::RangeInclusive<u32> = 4_000..=384_000;

/// The channels that are mixed; further ones of an array or a recorder are usually silent and would lower the level.
const MIXED: usize = 2;

/// Samples are limited to this, at full scale ±1: louder ones are corrupt.
const LOUDEST: f32 = 4.0;

/// Why a format cannot be converted to 16 kHz mono.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "sound")]
pub enum FormatError {
    /// A rate outside 4 to 384 kHz.
    Rate(#[message("found")] u32),
    /// A stream without channels.
    NoChannels,
}

/// Turns interleaved samples of one stream into 16 kHz mono.
///
/// 16 kHz mono passes unchanged. Other formats are resampled in steps of about 20 ms, with a delay of about 6 ms that is
/// cut off at the start, so that times stay right.
pub struct Resampler {
    channels: usize,
    kernel: Option<Kernel>,
}

struct Kernel {
    converter: Box<dyn annabella_dsp::Resampler<f32>>,
    pending: Vec<f32>,
    output: Vec<f32>,
    /// Output samples still to be dropped, the kernel's delay.
    lead: usize,
    /// Frames taken in and samples handed over so far.
    taken: u64,
    given: u64,
}

impl Resampler {
    /// Prepares for a stream of `rate` samples per second and channel.
    ///
    /// # Errors
    ///
    /// If the rate is out of range or there is no channel.
    pub fn new(rate: u32, channels: u16) -> Result<Self, FormatError> {
        Self::between(rate, SAMPLE_RATE, channels)
    }

    /// Prepares for a conversion between any rates.
    pub fn between(rate: u32, to: u32, channels: u16) -> Result<Self, FormatError> {
        if channels == 0 {
            return Err(FormatError::NoChannels);
        }
        if let Some(rate) = [rate, to].into_iter().find(|rate| !RATES.contains(rate)) {
            return Err(FormatError::Rate(rate));
        }
        let kernel = if rate == to {
            None
        } else {
            // Whole blocks of the shortest ratio, so that every step yields samples.
            let block = (rate / gcd(rate, to)) as usize;
            let step = (rate as usize / 50).next_multiple_of(block);
            let converter = annabella_dsp::resampler(rate, to, step).ok_or(FormatError::Rate(rate))?;
            Some(Kernel {
                pending: Vec::new(),
                output: vec![0.0; converter.output_frames_max()],
                lead: converter.output_delay(),
                taken: 0,
                given: 0,
                converter,
            })
        };
        Ok(Self { channels: usize::from(channels), kernel })
    }

    /// Appends to `mono` what `interleaved` (whole frames, full scale ±1) yields.
    pub fn push(&mut self, interleaved: &[f32], mono: &mut Vec<i16>) {
        let mixed = self.channels.min(MIXED);
        let frames = interleaved
            .chunks_exact(self.channels)
            .map(|frame| frame[..mixed].iter().sum::<f32>() / mixed as f32)
            // A recording may contain NaN, which would spread.
            .map(|sample| if sample.is_finite() { sample.clamp(-LOUDEST, LOUDEST) } else { 0.0 });
        match &mut self.kernel {
            None => mono.extend(frames.map(to_i16)),
            Some(kernel) => {
                let before = kernel.pending.len();
                kernel.pending.extend(frames);
                kernel.taken += (kernel.pending.len() - before) as u64;
                kernel.run(mono);
            }
        }
    }

    /// Appends the rest at the end of the stream.
    pub fn finish(&mut self, mono: &mut Vec<i16>) {
        if let Some(kernel) = &mut self.kernel {
            kernel.flush(mono);
        }
    }
}

impl Kernel {
    fn run(&mut self, mono: &mut Vec<i16>) {
        let mut taken = 0;
        while self.pending.len() - taken >= self.converter.input_frames_next() {
            let (read, written) = self.step(taken);
            taken += read;
            self.deliver(written, mono);
        }
        self.pending.drain(..taken);
    }

    /// Pushes silence until the output of the last frames is complete.
    fn flush(&mut self, mono: &mut Vec<i16>) {
        let due = (self.taken as f64 * self.converter.resample_ratio()).round() as u64;
        let length = mono.len() + (due - self.given.min(due)) as usize;
        while mono.len() < length {
            let need = self.converter.input_frames_next();
            self.pending.resize(need, 0.0);
            let (_, written) = self.step(0);
            self.pending.clear();
            if written == 0 {
                break;
            }
            self.deliver(written, mono);
        }
        mono.truncate(length);
    }

    /// Resamples one step from `offset` on; returns frames read and written.
    fn step(&mut self, offset: usize) -> (usize, usize) {
        let need = self.converter.input_frames_next();
        let room = self.output.len();
        let step = InterleavedSlice::new(&self.pending[offset..], 1, self.pending.len() - offset)
            .and_then(|input| Ok((input, InterleavedSlice::new_mut(&mut self.output, 1, room)?)))
            .map(|(input, mut output)| self.converter.process_into_buffer(&input, &mut output, None));
        // Sizes are right by construction; on an error the step is skipped, to make progress.
        match step {
            Ok(Ok(done)) => done,
            Ok(Err(_)) | Err(_) => (need, 0),
        }
    }

    fn deliver(&mut self, written: usize, mono: &mut Vec<i16>) {
        let skipped = self.lead.min(written);
        self.lead -= skipped;
        self.given += (written - skipped) as u64;
        mono.extend(self.output[skipped..written].iter().copied().map(to_i16));
    }
}

/// Converts full scale ±1 to 16 bit, clipped. Sound cards' 16 bit are converted the opposite way, so they pass
/// unchanged.
fn to_i16(sample: f32) -> i16 {
    (sample * 32_768.0).round() as i16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_number_is_silence_and_nothing_else_is_lost() {
        for rate in [SAMPLE_RATE, 48_000] {
            let mut resampler = Resampler::new(rate, 1).unwrap();
            let mut samples = vec![0.25; 3 * rate as usize];
            for (n, odd) in
                [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN].into_iter().enumerate()
            {
                samples[rate as usize + 7 * n] = odd;
            }
            let mut mono = Vec::new();
            resampler.push(&samples, &mut mono);
            resampler.finish(&mut mono);
            assert_eq!(mono.len(), 3 * SAMPLE_RATE as usize);
            let at = |seconds: f64| mono[(seconds * f64::from(SAMPLE_RATE)) as usize];
            assert!([0.5, 1.5, 2.5].iter().all(|&seconds| (at(seconds) - 8_192).abs() < 100), "{rate}");
        }
    }

    #[test]
    fn sixteen_kilohertz_pass_bit_for_bit() {
        let samples: Vec<i16> = (i16::MIN..=i16::MAX).collect();
        let full_scale: Vec<f32> = samples.iter().map(|&s| f32::from(s) / 32_768.0).collect();
        let mut mono = Vec::new();
        let mut resampler = Resampler::new(SAMPLE_RATE, 1).unwrap();
        resampler.push(&full_scale, &mut mono);
        resampler.finish(&mut mono);
        assert_eq!(mono, samples);
    }

    #[test]
    fn a_tone_keeps_its_pitch_level_and_length() {
        for (rate, channels) in [
            (8_000, 1),
            (11_025, 1),
            (16_000, 2),
            (22_050, 1),
            (44_100, 2),
            (48_000, 1),
            (48_000, 6),
            (96_000, 2),
        ] {
            check_tone(rate, channels);
        }
    }

    /// What speech is told apart by lies below 7 kHz, and a whistle above 9 kHz must not come back as a lower one.
    #[test]
    fn what_is_too_high_is_gone_and_the_rest_stays() {
        for rate in [44_100, 48_000, 96_000, 192_000] {
            for tone in [100.0, 1_000.0, 6_000.0, 7_000.0] {
                let level = level_of(tone, rate);
                assert!(level.abs() < 0.1, "{rate} Hz, {tone} Hz: {level:.1} dB");
            }
            for tone in [9_000.0, 12_000.0, 20_000.0] {
                let level = level_of(tone, rate);
                assert!(level < -80.0, "{rate} Hz, {tone} Hz: {level:.1} dB");
            }
        }
    }

    #[test]
    fn impossible_formats_are_refused() {
        assert_eq!(Resampler::new(0, 1).err(), Some(FormatError::Rate(0)));
        assert_eq!(Resampler::new(16_000, 0).err(), Some(FormatError::NoChannels));
        assert_eq!(Resampler::new(1_000_000, 1).err(), Some(FormatError::Rate(1_000_000)));
    }

    /// Returns by how many decibels a tone at half scale is changed.
    fn level_of(tone: f64, rate: u32) -> f32 {
        let phase = |n: u32| std::f64::consts::TAU * (tone * f64::from(n) / f64::from(rate)).fract();
        let samples: Vec<f32> = (0..rate).map(|n| 0.5 * phase(n).sin() as f32).collect();
        let mut mono = Vec::new();
        let mut resampler = Resampler::new(rate, 1).unwrap();
        resampler.push(&samples, &mut mono);
        let power = mono[4_000..12_000].iter().map(|&s| f32::from(s).powi(2)).sum::<f32>() / 8_000.0;
        10.0 * (power.max(1e-3) / (16_384.0_f32.powi(2) / 2.0)).log10()
    }

    /// Checks one second of 440 Hz at half scale, in uneven blocks.
    #[track_caller]
    fn check_tone(rate: u32, channels: u16) {
        let interleaved: Vec<f32> = (0..rate)
            .flat_map(|n| {
                let phase = std::f32::consts::TAU * 440.0 * n as f32 / rate as f32;
                std::iter::repeat_n(0.5 * phase.sin(), usize::from(channels))
            })
            .collect();
        let mut mono = Vec::new();
        let mut resampler = Resampler::new(rate, channels).unwrap();
        for block in interleaved.chunks(37 * usize::from(channels)) {
            resampler.push(block, &mut mono);
        }
        resampler.finish(&mut mono);
        let length = mono.len() as i64;
        assert!((length - 16_000).abs() <= 2, "{rate} Hz: {length} samples for one second");
        let middle = &mono[4_000..12_000];
        let rms = (middle.iter().map(|&s| f64::from(s).powi(2)).sum::<f64>() / 8_000.0).sqrt();
        assert!((rms - 11_585.0).abs() < 200.0, "{rate} Hz, {channels} channels: rms {rms}");
        let crossings = middle.windows(2).filter(|w| (w[0] < 0) != (w[1] < 0)).count();
        assert!((438..=442).contains(&crossings), "{rate} Hz: {crossings} zero crossings in half a second");
    }
}
