//! From samples to words.
//!
//! In reading order: [`source`] delivers samples at [`SAMPLE_RATE`](super::SAMPLE_RATE) from a file,
//! [`microphone`] from a sound card, both through [`resampler`]; `echo` takes our own voice out of them; [`endpoint`] finds the utterances in them,
//! [`recognizer`] the words in an utterance, [`loudness`] which of them are the speaker's, [`speed_perturbation`] listens twice
//! more in doubt, with less noise ([`noise_reduction`]); [`ear`] joins these on one thread.

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

#[cfg(test)]
mod white_noise;
