//! Signals that end the program: from the system, a closed terminal, Ctrl-\\.

use std::thread::JoinHandle;

use signal_hook::{
    consts::{SIGABRT, SIGALRM, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2},
    iterator::{Handle, Signals},
};

use super::{Port, PortContext, PortState, Reporter};
use crate::{
    devices::worker,
    session::{Event, EventKind, Key},
};

/// Ends the game in order at the first signal, and the program at once at a second one.
pub struct SignalsPort {
    handle: Handle,
    thread: Option<JoinHandle<()>>,
    leaving: bool,
}

impl SignalsPort {
    /// Takes the signals from now on.
    pub fn open(reporter: Reporter<()>) -> std::io::Result<SignalsPort> {
        // Nobody sends the last ones on purpose, but they too would leave the terminal as it is.
        let ends = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM, SIGABRT];
        let mut signals = Signals::new(ends)?;
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

    fn translate(&mut self, (): (), _cx: &PortContext) -> Vec<Event> {
        self.leaving = true;
        vec![Event::of_program(EventKind::Key(Key::Quiet))]
    }

    fn state(&self) -> PortState {
        if self.leaving { PortState::Leaving } else { PortState::Idle }
    }
}
