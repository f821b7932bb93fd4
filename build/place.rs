//! Where an executable looks for `libvosk.so`.

/// Seen from the folder of the executable.
pub const PLACE: &str = "../lib/annabella";

/// Has the linker write that into what it makes of this package.
pub fn look_there() {
    println!("cargo::rustc-link-arg=-Wl,-rpath,$ORIGIN/{PLACE}");
}
