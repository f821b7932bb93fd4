//! The devices under the fingers, for real: a pseudo-terminal, a brltty with a
//! virtual display, a killed program. What is not installed is skipped aloud.

#[cfg(feature = "braille")]
mod braille;
#[cfg(feature = "serial")]
mod clock;
mod journal;
mod keyboard;

use std::fmt::Debug;
use std::time::Duration;

use crossbeam_channel::Receiver;

/// Far more than anything takes, even on a busy machine.
const LONG: Duration = Duration::from_secs(20);

/// The next thing that comes.
#[track_caller]
fn next<T>(from: &Receiver<T>) -> T {
    from.recv_timeout(LONG).expect("nothing came in time")
}

/// Waits until this comes, and returns what came before it.
#[track_caller]
fn until<T: Debug>(from: &Receiver<T>, wanted: impl Fn(&T) -> bool) -> Vec<T> {
    let mut before = Vec::new();
    loop {
        match from.recv_timeout(LONG) {
            Ok(it) if wanted(&it) => return before,
            Ok(it) => before.push(it),
            Err(err) => panic!("{err} after {before:?}"),
        }
    }
}
