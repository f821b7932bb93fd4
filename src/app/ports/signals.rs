//! Somebody wants the program to end: the system, a closed terminal, Ctrl-\\.

use std::thread::JoinHandle;

use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM},
    iterator::{Handle, Signals},
};

use super::{Port, PortContext, PortState, Reporter};
use crate::{
    devices::worker,
    session::{Effect, Event, EventKind, Key},
};

/// Ends the game as a key would: its score is written, and the terminal given back. A second signal while that is
/// under way ends the program at once.
pub struct SignalsPort {
    handle: Handle,
    thread: Option<JoinHandle<()>>,
    leaving: bool,
}

impl SignalsPort {
    /// Takes the signals from now on.
    ///
    /// # Errors
    ///
    /// If the system does not let them be taken.
    pub fn open(reporter: Reporter<()>) -> std::io::Result<SignalsPort> {
        let mut signals = Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM])?;
        let handle = signals.handle();
        let mut before = false;
        let thread = worker::spawn(
            "signals",
            reporter.into_sink(),
            |_| (),
            move |report| {
                for signal in signals.forever() {
                    if std::mem::replace(&mut before, true) {
                        let _ = signal_hook::low_level::emulate_default_handler(signal);
                    }
                    report(());
                }
            },
        )?;
        Ok(SignalsPort { handle, thread: Some(thread), leaving: false })
    }
}

impl Drop for SignalsPort {
    fn drop(&mut self) {
        self.handle.close();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Port for SignalsPort {
    type News = ();

    fn perform(&mut self, _effect: &Effect, _scene: &PortContext) {}

    fn translate(&mut self, (): (), _scene: &PortContext) -> Vec<Event> {
        self.leaving = true;
        vec![Event::of_program(EventKind::Key(Key::Quiet))]
    }

    fn state(&self) -> PortState {
        if self.leaving { PortState::Leaving } else { PortState::Idle }
    }
}
