//! Keeps ALSA's messages off the terminal.
//!
//! ALSA prints a line to the standard error stream whenever a device does not open: one line per second into a screen
//! reader while a sound server is away. The returned errors say the same.

/// Suppresses ALSA's messages on this thread while the returned value lives.
#[cfg(all(feature = "audio", target_os = "linux"))]
pub(crate) fn suppress_alsa_messages() -> impl Sized {
    alsa::Output::local_error_handler().ok()
}

/// Does nothing: other systems print no messages.
#[cfg(all(feature = "audio", not(target_os = "linux")))]
pub fn suppress_alsa_messages() -> impl Sized {}
