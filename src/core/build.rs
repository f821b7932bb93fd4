//! Lists the languages.

use std::{env, path::PathBuf};

#[path = "../../build/languages.rs"]
mod languages;

/// Writes the table that `language.rs` includes.
fn main() {
    let folder = |variable| PathBuf::from(env::var_os(variable).unwrap_or_default());
    let root = folder("CARGO_MANIFEST_DIR").join("../..");
    for read in ["grammars", "build/languages.rs"] {
        println!("cargo::rerun-if-changed={}", root.join(read).display());
    }
    let written = languages::table(&root)
        .and_then(|table| std::fs::write(folder("OUT_DIR").join("languages.rs"), table));
    if let Err(error) = written {
        println!("cargo::error=the languages in {} cannot be built in: {error}", root.display());
    }
}
