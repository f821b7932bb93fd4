//! A program apart from whoever tests: in a home of its own, with no sound, speech or braille server in reach.

use std::{path::Path, process::Command};

/// Runs a command in this home, and away from all that the machine has.
pub fn set_apart(command: &mut Command, home: &Path) {
    let nowhere = |what: &str| format!("{what}{}", home.join("nowhere").display());
    command
        .current_dir(home)
        .env("HOME", home)
        .env("XDG_RUNTIME_DIR", home)
        .env_remove("XDG_CONFIG_HOME")
        .env_remove("XDG_DATA_HOME")
        .env("LC_ALL", "C.UTF-8")
        .env("PULSE_SERVER", nowhere("unix:"))
        .env("SPEECHD_ADDRESS", nowhere("unix_socket:"))
        .env("BRLAPI_HOST", ":99");
}
