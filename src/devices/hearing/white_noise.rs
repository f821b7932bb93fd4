//! White noise for the tests.

/// White noise of amplitude `level`, the same in every run.
pub(crate) fn white_noise(length: usize, level: f32) -> Vec<f32> {
    let mut state = 1_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / (1 << 23) as f32 - 1.0
    };
    (0..length).map(|_| level * next()).collect()
}
