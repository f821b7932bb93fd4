//! Points the linker at `libvosk.so` when speech recognition is compiled in.
//!
//! That library is not packaged by Debian; `make setup` puts it into `.deps/lib`. An executable looks for it in one
//! place alone, `lib/annabella` beside its own folder: so does an installed one, and nothing that anybody can write
//! to is searched. For what is built here that place is in the target folder, and made here.

use std::env;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

#[path = "../../build/place.rs"]
mod place;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=VOSK_LIB_DIR");
    if env::var_os("CARGO_FEATURE_VOSK").is_none() {
        return;
    }
    let folder = env::var_os("VOSK_LIB_DIR")
        .map_or_else(|| of_cargo("CARGO_MANIFEST_DIR").join("../../.deps/lib"), PathBuf::from);
    println!("cargo::rerun-if-changed={}", folder.join("libvosk.so").display());
    let Ok(library) = folder.join("libvosk.so").canonicalize() else {
        println!(
            "cargo::error=libvosk.so is not in {}: run `make setup`, name its folder in VOSK_LIB_DIR, or build with --no-default-features",
            folder.display()
        );
        return;
    };
    // Whoever is linked with this package is pointed there too.
    println!("cargo::rustc-link-search=native={}", folder.display());
    place::look_there();
    let out = of_cargo("OUT_DIR");
    // target/<profile>/build/<package>/out
    let Some(profile) = out.ancestors().nth(3) else { return };
    // Programs are in the profile's folder, tests and benches in `deps` below it.
    for executables in [profile.to_path_buf(), profile.join("deps")] {
        if let Err(error) = put(&library, &executables.join(place::PLACE)) {
            println!("cargo::error=cannot put libvosk.so beside {}: {error}", executables.display());
        }
    }
}

/// A folder that cargo names.
fn of_cargo(variable: &str) -> PathBuf {
    PathBuf::from(env::var_os(variable).unwrap_or_default())
}

/// Leaves a link to the library there.
fn put(library: &Path, place: &Path) -> io::Result<()> {
    std::fs::create_dir_all(place)?;
    let link = place.join("libvosk.so");
    match std::fs::remove_file(&link) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => symlink(library, link),
    }
}
