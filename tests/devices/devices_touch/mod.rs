//! The devices under the fingers, for real: a pseudo-terminal, a brltty with a
//! virtual display, a killed program.

#[cfg(feature = "braille")]
mod braille;
#[cfg(feature = "serial")]
mod clock;
mod journal;
mod keyboard;

use std::time::Duration;

use crossbeam_channel::Receiver;

/// Far more than anything takes, even on a busy machine.
const LONG: Duration = Duration::from_secs(60);

/// How often a device is unplugged and plugged in again: `PLUGS=500` once, and fewer for every day.
#[cfg(any(feature = "braille", feature = "serial"))]
fn plugs() -> usize {
    std::env::var("PLUGS").ok().and_then(|plugs| plugs.parse().ok()).unwrap_or(3)
}

/// The threads and open files of this process.
#[cfg(any(feature = "braille", feature = "serial"))]
fn threads_and_files() -> [usize; 2] {
    ["task", "fd"].map(|what| std::fs::read_dir(format!("/proc/self/{what}")).map_or(0, Iterator::count))
}

/// The next thing that comes.
#[track_caller]
fn next<T>(from: &Receiver<T>) -> T {
    from.recv_timeout(LONG).expect("nothing came in time")
}

/// Waits until this comes, and returns what came before it.
#[cfg(any(feature = "braille", feature = "serial"))]
#[track_caller]
fn until<T: std::fmt::Debug>(from: &Receiver<T>, wanted: impl Fn(&T) -> bool) -> Vec<T> {
    let mut before = Vec::new();
    loop {
        match from.recv_timeout(LONG) {
            Ok(it) if wanted(&it) => return before,
            Ok(it) => before.push(it),
            Err(err) => panic!("{err} after {before:?}"),
        }
    }
}

#[cfg(not(feature = "serial"))]
#[test]
fn without_serial_ports_the_clock_says_so() {
    use annabella::devices::tactile_clock::{ClockUnavailable, TactileClock};
    let err = TactileClock::open("clock", |_| {}).unwrap_err();
    assert!(matches!(err, ClockUnavailable::NotBuilt(_)), "{err}");
}

#[cfg(not(feature = "braille"))]
#[test]
fn without_brlapi_the_display_says_so() {
    use annabella::devices::braille_display::{BrailleDisplay, BrailleServer, BrailleUnavailable};
    let err = BrailleDisplay::open(BrailleServer::default(), |_| {}).unwrap_err();
    assert_eq!(err, BrailleUnavailable::NotBuilt);
}
