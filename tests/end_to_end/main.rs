//! Played by voice on virtual devices, with the program seen from outside.
//!
//! It needs the devices that `tests/virtual/up.sh` brings up, espeak-ng and a German model, and says what it
//! lacks.
#![cfg(all(feature = "audio", feature = "vosk", feature = "tts", feature = "braille", feature = "serial"))]

#[path = "../ends/braille.rs"]
mod braille;
mod opera;
#[path = "../ends/program.rs"]
mod program;
mod silence;
#[path = "../ends/sound.rs"]
mod sound;

use std::path::{Path, PathBuf};

/// The folder of the virtual devices, and of the project's own German model, or the one it started from; `None`
/// where something is missing.
fn needed() -> Option<(PathBuf, PathBuf)> {
    let Some(devices) = std::env::var_os("ANNABELLA_VIRTUAL").map(PathBuf::from) else {
        println!("skipped: no virtual devices (tests/virtual/README.md)");
        return None;
    };
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let model = [package.join("models/de"), package.join("../shared/models/de-start")]
        .into_iter()
        .find(|folder| folder.join("am/final.mdl").is_file());
    if model.is_none() {
        println!("skipped: no speech model in models/de");
    }
    Some((devices, model?))
}
