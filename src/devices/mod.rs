//! The outside world: words heard, sentences sounded, cells, hands, keys, and what went missing.
//!
//! Devices know nothing of chess: they speak words, samples, cells and times, and `app` translates. Each
//! has a trait of one to three methods with a real adapter and a scripted one. A device that vanishes is
//! reported once, waited for without blocking the caller, and reported once more when it is back.
//!
//! In reading order: [`source`] delivers samples at [`SAMPLE_RATE`] from a file, [`microphone`] from a sound
//! card, both through [`resampler`]; [`endpoint`] finds the utterances in them, [`recognizer`] the words in an
//! utterance, [`loudness`] which of them are the speaker's, [`again`] listens twice more in doubt, with less noise
//! ([`noise_reduction`]); [`ear`] joins these on one thread. [`speaker`] is the other direction: [`sentences`] keeps
//! the order, [`voice`] is the synthesiser. [`braille_display`] and [`tactile_clock`] are felt, [`clock_emulator`] is
//! the clock's other end; [`keyboard`] and [`journal_file`] are what they say.

pub mod source;
pub mod resampler;
pub mod microphone;
pub mod endpoint;
pub mod model;
pub mod recognizer;
pub mod loudness;
pub mod noise_reduction;
pub mod again;
pub mod ear;
pub mod speaker;
pub mod sentences;
pub mod voice;
pub mod braille_display;
pub mod tactile_clock;
pub mod clock_emulator;
pub mod keyboard;
pub mod journal_file;

mod quiet;
#[cfg(test)]
mod hiss;

/// The sampling rate of everything that is recognised, in samples per second.
pub const SAMPLE_RATE: u32 = 16_000;
