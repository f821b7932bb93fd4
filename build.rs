//! Lists the languages, and points the linker at `libvosk.so` when speech recognition is compiled in.
//!
//! That library is not packaged by Debian; `make setup` puts it into `.deps/lib`. An executable looks for it in one
//! place alone, `lib/annabella` beside its own folder: so does an installed one, and nothing that anybody can write
//! to is searched. For what is built here that place is in the target folder, and made here.

use std::env;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

#[path = "build/languages.rs"]
mod languages;

/// Seen from the folder of an executable.
const PLACE: &str = "../lib/annabella";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=VOSK_LIB_DIR");
    list_languages();
    if env::var_os("CARGO_FEATURE_VOSK").is_none() {
        return;
    }
    let folder = env::var_os("VOSK_LIB_DIR")
        .map_or_else(|| of_cargo("CARGO_MANIFEST_DIR").join(".deps/lib"), PathBuf::from);
    println!("cargo::rerun-if-changed={}", folder.join("libvosk.so").display());
    if !folder.join("libvosk.so").is_file() {
        println!(
            "cargo::error=libvosk.so is not in {}: run `make setup`, name its folder in VOSK_LIB_DIR, or build with --no-default-features",
            folder.display()
        );
        return;
    }
    if is_cargo_install() {
        println!(
            "cargo::error=`cargo install` leaves the speech library and the models behind: `make install PREFIX=DIR` puts them beside the program, --no-default-features does without"
        );
        return;
    }
    link_with(&folder);
}

/// Writes the table that `src/language.rs` includes.
fn list_languages() {
    println!("cargo::rerun-if-changed=build/languages.rs");
    let root = of_cargo("CARGO_MANIFEST_DIR");
    println!("cargo::rerun-if-changed={}", root.join("grammars").display());
    let written = languages::table(&root)
        .and_then(|table| std::fs::write(of_cargo("OUT_DIR").join("languages.rs"), table));
    if let Err(error) = written {
        println!("cargo::error=the languages in {} cannot be built in: {error}", root.display());
    }
}

/// A folder that cargo names.
fn of_cargo(variable: &str) -> PathBuf {
    PathBuf::from(env::var_os(variable).unwrap_or_default())
}

/// Cargo itself says only by its own command line what it builds for.
fn is_cargo_install() -> bool {
    let cargo = format!("/proc/{}/cmdline", std::os::unix::process::parent_id());
    let line = std::fs::read(cargo).unwrap_or_default();
    line.split(|byte| *byte == 0).nth(1).is_some_and(|command| command == b"install")
}

fn link_with(folder: &Path) {
    println!("cargo::rustc-link-search=native={}", folder.display());
    println!("cargo::rustc-link-arg=-Wl,-rpath,$ORIGIN/{PLACE}");
    let out = of_cargo("OUT_DIR");
    // target/<profile>/build/<package>/out
    let Some(profile) = out.ancestors().nth(3) else { return };
    // Programs are in the profile's folder, tests and benches in `deps` below it.
    for executables in [profile.to_path_buf(), profile.join("deps")] {
        if let Err(error) = put(folder, &executables.join(PLACE)) {
            println!("cargo::error=cannot put libvosk.so beside {}: {error}", executables.display());
        }
    }
}

/// Leaves a link to the library there.
fn put(folder: &Path, place: &Path) -> io::Result<()> {
    std::fs::create_dir_all(place)?;
    let link = place.join("libvosk.so");
    match std::fs::remove_file(&link) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => symlink(folder.join("libvosk.so").canonicalize()?, link),
    }
}
