//! The outside world: words heard, sentences sounded, cells, hands, keys, and what went missing.
//!
//! Devices know nothing of chess: they speak words, samples, cells and times, and the ports of `app` translate.
//! Before each stands a trait of one to three methods, so that a scripted one can take its place. A device that
//! vanishes is reported once, waited for without blocking the caller, and reported once more when it is back.
//!
//! In reading order: [`hearing`] is the chain from samples to words. [`speaker`] is the other direction:
//! [`speech_queue`] keeps the order, [`voice`] is the synthesiser, [`tones`] need no words, and [`voice_recorder`] records
//! what is said and told. [`braille_display`] and [`tactile_clock`] are felt, [`liblouis`] contracts words,
//! [`braille_emulator`] and [`clock_emulator`] are their other ends; [`board`] tells what stands where, an [`engine`] plays, and
//! `lichess` is a server on the internet; [`keyboard`], [`journal_file`] and [`printer`] are what they say.
//! Every thread of theirs is [`worker`], and [`serial`] ports are opened in one place.

pub mod hearing;
pub mod speaker;
pub mod speech_queue;
pub mod voice;
pub mod worker;
pub mod serial;
pub mod tones;
#[cfg(feature = "audio")]
pub mod loudspeaker;
pub mod voice_recorder;
pub mod braille_display;
pub mod liblouis;
pub mod tactile_clock;
pub mod braille_emulator;
pub mod board;
pub mod clock_emulator;
pub mod engine;
pub mod keyboard;
pub mod journal_file;
pub mod printer;
#[cfg(feature = "online")]
pub mod lichess;

mod alsa_messages;

/// The sampling rate of everything that is recognised, in samples per second.
pub const SAMPLE_RATE: u32 = 16_000;
