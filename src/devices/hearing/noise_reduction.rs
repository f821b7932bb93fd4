//! Removes steady noise from a recording: ventilation, hiss, rain, the murmur of a crowd.
//!
//! A Wiener filter on the short-time spectrum. The noise in each band is estimated from the recording itself, since
//! speech fills no band all the time. The signal-to-noise ratio comes from the frame and the one before it
//! ("decision-directed", Ephraim and Malah 1984), which avoids musical noise. RNNoise (nnnoiseless 0.5.2), tried
//! instead, corrected a third as many errors. With little noise nothing is changed: otherwise background talk was
//! taken for moves.

use std::f32::consts::PI;

use annabella_dsp::{Complex, transforms};

/// Frames of 32 ms, one every 8 ms.
const FRAME: usize = 512;
const STEP: usize = 128;
/// A band smoothed over about 40 ms is noise alone for at least the share [`ALONE`] of a recording; the mean noise is
/// [`STRONGER`] times the level at that quantile. 0.5 and 1.0, or 0.3 and 2.5, made no difference.
const ALONE: f32 = 0.3;
const STRONGER: f32 = 1.5;
const SMOOTH: f32 = 0.8;
/// The weight of the frame before in the decision-directed estimate.
const BEFORE: f32 = 0.95;
const LEAST: f32 = 0.003;
/// Noise this much weaker than the signal (15 dB) does not harm recognition and is left.
const HARMLESS: f32 = 32.0;
/// The least gain of a band (-16 dB): the model was not trained on speech with silent holes.
const FLOOR: f32 = 0.15;

type Spectrum = Vec<Complex<f32>>;

/// Returns the recording with less noise, at the same length.
pub fn reduce_noise(samples: &[i16]) -> Vec<i16> {
    let (forward, inverse) = transforms(FRAME);
    let window: Vec<f32> = (0..FRAME).map(|i| (PI * (i as f32 + 0.5) / FRAME as f32).sin()).collect();

    let silence = [0.0; FRAME];
    let sound = samples.iter().map(|&sample| f32::from(sample));
    let padded: Vec<f32> = silence.into_iter().chain(sound).chain(silence).collect();
    let spectrum = |frame: &[f32]| {
        let mut windowed: Vec<f32> =
            frame.iter().zip(&window).map(|(sample, weight)| sample * weight).collect();
        let mut spectrum = forward.make_output_vec();
        // It fails only on wrong lengths.
        let _ = forward.process(&mut windowed, &mut spectrum);
        spectrum
    };
    let mut spectra: Vec<Spectrum> = padded.windows(FRAME).step_by(STEP).map(spectrum).collect();
    filter(&mut spectra);

    let mut sum = vec![0.0; padded.len()];
    // The squared windows of the frames that overlap add up to FRAME / STEP / 2, and there and back is FRAME times.
    let gain = (FRAME * FRAME / STEP / 2) as f32;
    let mut frame = inverse.make_output_vec();
    for (spectrum, at) in spectra.iter_mut().zip((0..).step_by(STEP)) {
        let _ = inverse.process(spectrum, &mut frame);
        for ((sum, sample), weight) in sum[at..].iter_mut().zip(&frame).zip(&window) {
            *sum += sample * weight / gain;
        }
    }
    // The cast saturates.
    sum[FRAME..].iter().take(samples.len()).map(|sample| sample.round() as i16).collect()
}

/// Attenuates each band of each frame as far as it is noise.
fn filter(spectra: &mut [Spectrum]) {
    let powers = |band: usize| spectra.iter().map(move |spectrum| spectrum[band].norm_sqr());
    let bands = 0..spectra.first().map_or(0, Vec::len);
    let noise: Vec<f32> = bands.clone().map(|band| noise_of(powers(band))).collect();
    let heard = bands.flat_map(powers).sum::<f32>() / spectra.len() as f32;
    if heard > HARMLESS * noise.iter().sum::<f32>() {
        return;
    }
    for (band, noise) in noise.into_iter().enumerate() {
        let mut before = 0.0;
        for spectrum in spectra.iter_mut() {
            let heard = spectrum[band].norm_sqr() / noise;
            let said = BEFORE * before + (1.0 - BEFORE) * (heard - 1.0).max(0.0);
            let said = said.max(LEAST);
            let gain = (said / (1.0 + said)).max(FLOOR);
            before = gain * gain * heard;
            spectrum[band] *= gain;
        }
    }
}

/// Estimates the noise power of a band from its power in each frame; at least 1, so that it can be divided by.
fn noise_of(powers: impl Iterator<Item = f32>) -> f32 {
    let mut course: Vec<f32> = powers
        .scan(None, |smooth, power| {
            *smooth = Some(smooth.map_or(power, |before| SMOOTH * before + (1.0 - SMOOTH) * power));
            *smooth
        })
        .collect();
    course.sort_by(f32::total_cmp);
    let alone = course.get((course.len() as f32 * ALONE) as usize).copied().unwrap_or_default();
    alone.max(1.0) * STRONGER
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SAMPLE_RATE;
    use crate::hearing::white_noise::white_noise;

    /// Returns syllables of a quarter second, of a voice of 120 Hz, with as long a pause after each.
    fn syllables(length: usize) -> Vec<f32> {
        let syllable = SAMPLE_RATE as usize / 4;
        let voice = |i: usize| {
            let time = i as f32 / SAMPLE_RATE as f32;
            (1..=20)
                .map(|harmonic| (2.0 * PI * 120.0 * harmonic as f32 * time).sin() / harmonic as f32)
                .sum::<f32>()
        };
        (0..length).map(|i| if (i / syllable).is_multiple_of(2) { 0.0 } else { 4000.0 * voice(i) }).collect()
    }

    fn decibels_between(a: &[f32], b: &[f32]) -> f32 {
        let power = |signal: &[f32]| signal.iter().map(|x| x * x).sum::<f32>();
        10.0 * (power(a) / power(b)).log10()
    }

    fn recorded(signal: &[f32]) -> Vec<i16> {
        signal.iter().map(|sample| sample.round() as i16).collect()
    }

    fn played(samples: &[i16]) -> Vec<f32> {
        samples.iter().map(|&sample| f32::from(sample)).collect()
    }

    #[test]
    fn noise_alone_is_made_much_softer() {
        let noise = white_noise(2 * SAMPLE_RATE as usize, 3000.0);
        let less = played(&reduce_noise(&recorded(&noise)));
        let softer = decibels_between(&noise, &less);
        assert!(softer > 10.0, "{softer:.1} dB");
    }

    #[test]
    fn what_is_said_in_noise_stands_out_more() {
        let length = 3 * SAMPLE_RATE as usize;
        let said = syllables(length);
        let noise = white_noise(length, 4000.0);
        let heard: Vec<f32> = said.iter().zip(&noise).map(|(a, b)| a + b).collect();
        let less = played(&reduce_noise(&recorded(&heard)));
        let wrong: Vec<f32> = less.iter().zip(&said).map(|(a, b)| a - b).collect();
        let (before, after) = (decibels_between(&said, &noise), decibels_between(&said, &wrong));
        assert!(after > before + 5.0, "{before:.1} dB before, {after:.1} dB after");
    }

    #[test]
    fn speech_in_little_noise_stays_as_it_is() {
        let pause = vec![0.0; SAMPLE_RATE as usize * 3 / 4];
        let said = [pause.clone(), syllables(2 * SAMPLE_RATE as usize), pause].concat();
        for level in [0.0, 200.0] {
            let heard: Vec<f32> =
                said.iter().zip(white_noise(said.len(), level)).map(|(a, b)| a + b).collect();
            let heard = recorded(&heard);
            let less = reduce_noise(&heard);
            let most = heard.iter().zip(&less).map(|(a, b)| a.abs_diff(*b)).max();
            assert!(most <= Some(1), "{most:?} at noise of {level}");
        }
    }

    #[test]
    fn it_is_as_long_as_before_however_short_loud_or_silent() {
        for length in [0, 1, STEP - 1, STEP, FRAME, FRAME + 1, 5000] {
            for level in [0, 1, i16::MAX, i16::MIN] {
                let reduced = reduce_noise(&vec![level; length]);
                assert_eq!(reduced.len(), length);
                assert!(level != 0 || reduced.iter().all(|&sample| sample == 0));
            }
        }
    }
}
