//! Says where the program looks for `libvosk.so` when speech recognition is compiled in.

#[path = "build/place.rs"]
mod place;

fn main() {
    println!("cargo::rerun-if-changed=build");
    if std::env::var_os("CARGO_FEATURE_VOSK").is_none() {
        return;
    }
    if is_cargo_install() {
        println!(
            "cargo::error=`cargo install` leaves the speech library and the models behind: `make install PREFIX=DIR` puts them beside the program, --no-default-features does without"
        );
        return;
    }
    place::look_there();
}

/// Cargo itself says only by its own command line what it builds for.
fn is_cargo_install() -> bool {
    let cargo = format!("/proc/{}/cmdline", std::os::unix::process::parent_id());
    let line = std::fs::read(cargo).unwrap_or_default();
    line.split(|byte| *byte == 0).nth(1).is_some_and(|command| command == b"install")
}
