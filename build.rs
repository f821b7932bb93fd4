//! Points the linker at `libvosk.so` when speech recognition is compiled in.
//!
//! The library is not packaged by Debian; `make setup` puts it into `.deps/lib`.
//! The search path is written into every executable, first relative to the
//! executable, so that neither `LD_LIBRARY_PATH` nor an installation is needed.

use std::env;
use std::path::{Path, PathBuf};

/// Where an executable under `target/<profile>/` and `target/<profile>/{deps,examples}/`
/// finds the library, seen from its own folder, and where one finds it that was
/// copied beside it or installed under the same prefix.
const RELATIVE: [&str; 4] =
    ["$ORIGIN/../../.deps/lib", "$ORIGIN/../../../.deps/lib", "$ORIGIN", "$ORIGIN/../lib"];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=VOSK_LIB_DIR");
    if env::var_os("CARGO_FEATURE_VOSK").is_none() {
        return;
    }
    let folder = env::var_os("VOSK_LIB_DIR").map_or_else(
        || PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join(".deps/lib"),
        PathBuf::from,
    );
    println!("cargo::rerun-if-changed={}", folder.join("libvosk.so").display());
    if !folder.join("libvosk.so").is_file() {
        println!(
            "cargo::error=libvosk.so is not in {}: run `make setup`, name its folder in VOSK_LIB_DIR, or build with --no-default-features",
            folder.display()
        );
        return;
    }
    link_with(&folder);
}

fn link_with(folder: &Path) {
    println!("cargo::rustc-link-search=native={}", folder.display());
    for path in RELATIVE.into_iter().map(PathBuf::from).chain([folder.to_path_buf()]) {
        println!("cargo::rustc-link-arg=-Wl,-rpath,{}", path.display());
    }
}
