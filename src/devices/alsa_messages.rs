//! Keeps the sound library's own complaints off the terminal.
//!
//! ALSA prints a line to the standard error stream whenever a device does not open;
//! while a sound server is away that is one line per second into a screen reader.
//! What matters of it is in the errors that are returned.

/// While this is held, ALSA's complaints on this thread go nowhere.
#[cfg(all(feature = "audio", target_os = "linux"))]
pub fn suppress_alsa_messages() -> impl Sized {
    alsa::Output::local_error_handler().ok()
}

/// Elsewhere nothing complains.
#[cfg(all(feature = "audio", not(target_os = "linux")))]
pub fn suppress_alsa_messages() -> impl Sized {}
