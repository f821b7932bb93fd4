//! From samples to words.
//!
//! In reading order: [`source`] delivers samples at [`SAMPLE_RATE`](super::SAMPLE_RATE) from a file, [`microphone`]
//! from a sound card, both through [`resampler`]; `echo` cancels the program's own voice; [`endpoint`] finds the
//! utterances, [`recognizer`] the words in an utterance, [`loudness`] the words that are the speaker's;
//! [`speed_perturbation`] decodes a doubtful utterance twice more, with less noise ([`noise_reduction`]); [`ear`]
//! joins these on one thread.

pub mod source;
pub mod resampler;
mod capture;
pub mod microphone;
#[cfg(feature = "audio")]
pub mod echo;
pub mod endpoint;
pub mod model;
pub mod recognizer;
pub mod loudness;
pub mod noise_reduction;
pub mod speed_perturbation;
pub mod truncated_onset;
pub mod ear;
pub mod memory;
#[cfg(all(feature = "vosk", target_os = "linux", target_env = "gnu", target_arch = "x86_64"))]
mod matrix_kernels;

#[cfg(test)]
mod white_noise;

/// Sets what the allocator keeps and what libvosk computes with. Must be called before any thread starts.
pub fn tune_process() {
    memory::tune_allocator();
    #[cfg(all(feature = "vosk", target_os = "linux", target_env = "gnu", target_arch = "x86_64"))]
    matrix_kernels::use_vector_units();
}
