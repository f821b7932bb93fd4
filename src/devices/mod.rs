//! The devices: they speak words, cells, times and samples, never chess.

pub mod braille_display;
pub mod clock_emulator;
pub mod journal_file;
pub mod keyboard;
pub mod tactile_clock;
