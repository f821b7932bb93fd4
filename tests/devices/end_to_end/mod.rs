//! Played by voice on virtual devices, with the program seen from outside.
//!
//! It needs the devices that `tests/virtual/up.sh` brings up, espeak-ng and a German model, and says what it
//! lacks.

mod barge_in;
#[cfg(feature = "hall")]
mod desk;
mod engine;
mod kept;
mod learnt;
#[cfg(feature = "online")]
mod online;
mod opera;
#[cfg(all(feature = "peer", feature = "hall"))]
mod peers;
mod plugs;
mod reviewed;
mod silence;
mod talk;
mod tournament;

#[path = "../../ends/sound.rs"]
mod ends_sound;
#[path = "../../games/tournament.rs"]
mod games;
#[cfg(feature = "hall")]
#[path = "../../hall/mod.rs"]
#[allow(dead_code, reason = "the tests of the program need the rest of it")]
mod hall_of_boards;
#[cfg(all(feature = "peer", feature = "hall"))]
#[path = "../../ends/proxy.rs"]
mod proxy;
#[path = "../../games/reviewed.rs"]
mod reviewed_game;
#[cfg(feature = "online")]
#[path = "../../online/mod.rs"]
#[allow(dead_code, reason = "the tests of the program need the rest of it")]
mod server;
#[cfg(feature = "hall")]
#[path = "../../hall/shown_board.rs"]
mod shown_board;

use std::path::{Path, PathBuf};

/// The folder of the virtual devices, and of the project's own German model, or the one it started from.
fn needed() -> (PathBuf, PathBuf) {
    let devices =
        std::env::var_os("ANNABELLA_VIRTUAL").expect("virtual devices, see tests/virtual/README.md");
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let model = [package.join("models/de"), package.join("../shared/models/de-start")]
        .into_iter()
        .find(|folder| folder.join("am/final.mdl").is_file());
    (devices.into(), model.expect("a speech model in models/de"))
}
