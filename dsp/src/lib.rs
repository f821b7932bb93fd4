//! The Fourier transforms and resamplers of the program, for `f32`.
//!
//! rustfft and rubato are generic, so whoever names one of their types compiles it, in each build again. A crate of its
//! own does that once, and optimizes it whatever the program is built for.

use std::sync::Arc;

use realfft::RealFftPlanner;
use rubato::{
    Async, FixedAsync, PolynomialDegree, SincInterpolationParameters, SincInterpolationType, WindowFunction,
};

pub use realfft::{ComplexToReal, RealToComplex, num_complex::Complex};
pub use rubato::audioadapter_buffers::direct::InterleavedSlice;
pub use rubato::{Adjustable, Resampler};

/// Plans the transform of so many samples into a spectrum, and the one back, which is not normalized.
pub fn transforms(samples: usize) -> (Arc<dyn RealToComplex<f32>>, Arc<dyn ComplexToReal<f32>>) {
    let mut planner = RealFftPlanner::new();
    (planner.plan_fft_forward(samples), planner.plan_fft_inverse(samples))
}

/// The length of the filter, in samples of the lower rate.
const FILTER: u32 = 192;
/// As many places between two samples the filter is computed for at most; a sound card's rates need 640.
const MOST_PLACES: usize = 1_024;

/// Makes a resampler of one channel by a windowed sinc, which takes in `step` samples at a time; `None` for rates
/// between which it cannot be made.
pub fn resampler(from: u32, to: u32, step: usize) -> Option<Box<dyn Resampler<f32>>> {
    // Between rates with a simple ratio each sample falls on one of so many places, and nothing has to be interpolated.
    let places = (to / gcd(from, to)) as usize;
    let (places, interpolation) = match places <= MOST_PLACES {
        true => (places, SincInterpolationType::Nearest),
        false => (128, SincInterpolationType::Cubic),
    };
    let length = (FILTER * from.div_ceil(to)) as usize;
    let filter = SincInterpolationParameters::new(length, WindowFunction::BlackmanHarris2)
        .oversampling_factor(places)
        .interpolation(interpolation);
    let ratio = f64::from(to) / f64::from(from);
    let resampler = Async::new_sinc(ratio, 1.0, &filter, step, 1, FixedAsync::Input).ok()?;
    Some(Box::new(resampler))
}

/// Returns the greatest common divisor.
pub fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Makes a resampler of one channel by polynomials, which takes in `step` samples at a time and whose ratio, 1 at first,
/// can be changed by up to 1 %.
pub fn adjustable_resampler(step: usize) -> Option<Box<dyn Adjustable<f32>>> {
    let resampler = Async::new_poly(1.0, 1.01, PolynomialDegree::Septic, step, 1, FixedAsync::Input).ok()?;
    Some(Box::new(resampler))
}
