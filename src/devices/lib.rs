//! Devices: microphone, speaker, braille display, clocks, boards, engine, keyboard, files and a server.
//!
//! Devices know nothing of chess: they carry words, samples, cells and times, which the ports of `app` translate.
//! Each device has a trait of one to three methods, so that a scripted device can take its place. The loss of a
//! device is reported once, the caller is not blocked meanwhile, and the device's return is reported once.
//!
//! In reading order: [`hearing`] turns samples into words. [`speaker`] speaks, [`speech_queue`] is its queue and
//! [`voice`] the synthesiser; [`tones`] need no words, and [`voice_recorder`] records both directions.
//! [`braille_display`] and [`tactile_clock`] are felt, [`liblouis`] contracts words, and [`braille_emulator`] and
//! [`clock_emulator`] emulate the two devices. [`board`] reports where the pieces stand, an [`engine`] plays,
//! `lichess` is a server on the internet, `peer` the program of another player, `web` a page that others look at, `hall` the line to a broker. The rest is [`keyboard`], [`journal_file`] and [`printer`]. Every thread is
//! a [`worker`], the [`supervisor`] keeps devices connected, [`serial`] opens all ports, and events carry an error of the
//! operating system as a [`SystemError`].
//!
//! Of the core they know the languages, in which their errors are told, and the user's files.

#![warn(clippy::too_many_lines, unreachable_pub)]

// Under the names that they have in every package of ours.
use annabella_core::{files, language};

pub mod hearing;
pub mod speaker;
pub mod speech_queue;
pub mod voice;
pub mod worker;
pub mod supervisor;
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
pub mod prompted_output;
#[cfg(feature = "online")]
pub mod lichess;
#[cfg(any(feature = "peer", feature = "web"))]
pub mod own_address;
#[cfg(feature = "peer")]
pub mod peer;
#[cfg(feature = "web")]
pub mod web;
#[cfg(feature = "hall")]
pub mod hall;

mod alsa_messages;
mod system_error;

pub use system_error::{Panicked, SystemError};

/// The sampling rate of everything that is recognised, in samples per second.
pub const SAMPLE_RATE: u32 = 16_000;
