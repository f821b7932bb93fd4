//! The Fourier transforms and resamplers of the program, for `f32`.
//!
//! rustfft and rubato are generic, so whoever names one of their types compiles it: half of all code of the program,
//! again in each of its builds. A crate of its own does that once, and optimizes it whatever the program is built for.

use std::sync::Arc;

use realfft::RealFftPlanner;
use rubato::{Async, Fft, FixedAsync, FixedSync, PolynomialDegree};

pub use realfft::{ComplexToReal, RealToComplex, num_complex::Complex};
pub use rubato::audioadapter_buffers::direct::InterleavedSlice;
pub use rubato::{Adjustable, Resampler};

/// Plans the transform of so many samples into a spectrum, and the one back, which is not normalized.
pub fn transforms(samples: usize) -> (Arc<dyn RealToComplex<f32>>, Arc<dyn ComplexToReal<f32>>) {
    let mut planner = RealFftPlanner::new();
    (planner.plan_fft_forward(samples), planner.plan_fft_inverse(samples))
}

/// Makes a resampler of one channel by Fourier transforms, which takes in `step` samples at a time; `None` for rates
/// between which it cannot be made.
pub fn resampler(from: u32, to: u32, step: usize) -> Option<Box<dyn Resampler<f32>>> {
    let resampler = Fft::new(from as usize, to as usize, step, 1, FixedSync::Input).ok()?;
    Some(Box::new(resampler))
}

/// Makes a resampler of one channel by polynomials, which takes in `step` samples at a time and whose ratio, 1 at first,
/// can be changed by up to 1 %.
pub fn adjustable_resampler(step: usize) -> Option<Box<dyn Adjustable<f32>>> {
    let resampler = Async::new_poly(1.0, 1.01, PolynomialDegree::Septic, step, 1, FixedAsync::Input).ok()?;
    Some(Box::new(resampler))
}
