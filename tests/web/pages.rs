//! The page in a real browser, as whoever sits there uses it: by mouse, finger, keys and typed lines.
//!
//! They need Chromium, its driver and the built program, and are ignored elsewhere: `cargo test -p annabella-browser-tests --
//! --include-ignored`.

mod access;
mod desk;
mod exported;
mod games;
mod school;
mod seats;
mod tree;
mod watched;
