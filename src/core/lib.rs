//! The core of annabella: the Laws, the words and the dialogue. It has no thread, no device and no feature, and is compiled
//! once, whatever is built around it. The map of all rooms is the page of the package `annabella`, `src/lib.rs`.

#![warn(clippy::too_many_lines)]

pub mod language;
pub mod files;
pub mod laws;
pub mod notation;
pub mod school;
pub mod clock;
pub mod grammar;
pub mod peer;
pub mod journal;
pub mod announce;
pub mod hall;
pub mod session;
