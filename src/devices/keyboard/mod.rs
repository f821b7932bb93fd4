//! The keyboard: typed lines, and single keys where there is a terminal.
//!
//! On a terminal, printable characters gather to a line that Enter sends, and
//! every other key is told at once; so is the space bar or Enter while the
//! line is empty. From a pipe or a file only lines come.

mod decoder;

use std::io::{self, IsTerminal, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};
use std::thread::JoinHandle;
use std::time::Duration;

use rustix::event::{EventfdFlags, PollFd, PollFlags, Timespec, eventfd, poll};
use rustix::io::Errno;
use rustix::termios::{
    InputModes, LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcsetattr,
};

use super::worker;

use crate::language::Message;

pub use decoder::{Decoded, KeyCode, KeyDecoder};

/// An escape with nothing behind it for so long is the Escape key itself.
const ESCAPE_TIME: Duration = Duration::from_millis(25);

/// What comes from the keyboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyboardEvent {
    /// A line was typed, without its end.
    Line(String),
    /// A single key, on a terminal only.
    Key(KeyCode),
    /// Nothing more will come.
    Closed,
    /// Nothing more will come: the thread has failed.
    Died {
        /// What happened, as half a sentence.
        reason: String,
    },
}

/// Why there is no keyboard.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "keyboard")]
pub enum KeyboardUnavailable {
    Input(
        #[from]
        #[message("fault")]
        io::Error,
    ),
}

/// The standard input, owned by a thread; the terminal is put back when dropped.
#[derive(Debug)]
pub struct Keyboard {
    stop: Arc<OwnedFd>,
    concealed: Arc<AtomicBool>,
    set_char_mode: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
    _terminal: Option<RawTerminal>,
}

impl Keyboard {
    /// Begins to read the standard input. What is typed is echoed where the standard output is a terminal.
    ///
    /// `tell` and `echo` are called on the keyboard's thread, so they should only pass on.
    pub fn open(
        tell: impl FnMut(KeyboardEvent) + Send + 'static,
        echo: impl Write + Send + 'static,
    ) -> Result<Self, KeyboardUnavailable> {
        let input = io::stdin().as_fd().try_clone_to_owned()?;
        if io::stdout().is_terminal() {
            Self::from_fd(input, tell, echo)
        } else {
            Self::from_fd(input, tell, io::sink())
        }
    }

    /// Reads from any descriptor and echoes what is typed on a terminal.
    pub fn from_fd(
        input: OwnedFd,
        tell: impl FnMut(KeyboardEvent) + Send + 'static,
        mut echo: impl Write + Send + 'static,
    ) -> Result<Self, KeyboardUnavailable> {
        let is_terminal = input.is_terminal();
        let terminal = is_terminal.then(|| RawTerminal::take(input.as_fd())).transpose()?;
        let stop = eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK).map_err(io::Error::from)?;
        let stop = Arc::new(stop);
        let stopped = Arc::clone(&stop);
        let concealed = Arc::new(AtomicBool::new(false));
        let hides = Arc::clone(&concealed);
        let set_char_mode = Arc::new(AtomicBool::new(false));
        let alone = Arc::clone(&set_char_mode);
        let died = |reason| KeyboardEvent::Died { reason };
        let thread = worker::spawn("keyboard", tell, died, move |tell| {
            let decoder = KeyDecoder::new(is_terminal);
            let echo = |text: &str| {
                if !hides.load(Ordering::Relaxed) || text == "\n" {
                    // An echo that cannot be seen is no reason to stop reading.
                    let _ = echo.write_all(text.as_bytes()).and_then(|()| echo.flush());
                }
            };
            read(&input, &stopped, &alone, decoder, tell, echo);
        })?;
        Ok(Self { stop, concealed, set_char_mode, thread: Some(thread), _terminal: terminal })
    }

    /// Whether what is typed must not be seen: from now on only the ends of lines are echoed.
    pub fn conceal(&self, concealed: bool) {
        self.concealed.store(concealed, Ordering::Relaxed);
    }

    /// Whether each character of a terminal comes for itself from now on. A line that was begun waits meanwhile.
    pub fn set_char_mode(&self, set_char_mode: bool) {
        self.set_char_mode.store(set_char_mode, Ordering::Relaxed);
    }
}

impl Drop for Keyboard {
    fn drop(&mut self) {
        let _ = rustix::io::write(&*self.stop, &1u64.to_ne_bytes());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// A terminal that hands over every key at once; put back when dropped, and
/// so also while a panic unwinds.
#[derive(Debug)]
struct RawTerminal {
    fd: OwnedFd,
    before: Termios,
}

impl RawTerminal {
    fn take(fd: BorrowedFd<'_>) -> io::Result<Self> {
        let fd = fd.try_clone_to_owned()?;
        let before = tcgetattr(&fd)?;
        let mut raw = before.clone();
        // Output stays as it is, and Ctrl-\ still ends the program. Ctrl-C comes as a key, and so does Ctrl-S:
        // it would stop all that is printed.
        raw.input_modes.remove(InputModes::IXON);
        raw.local_modes.remove(LocalModes::ICANON | LocalModes::ECHO | LocalModes::IEXTEN);
        raw.special_codes[SpecialCodeIndex::VINTR] = 0;
        raw.special_codes[SpecialCodeIndex::VSUSP] = 0;
        raw.special_codes[SpecialCodeIndex::VMIN] = 1;
        raw.special_codes[SpecialCodeIndex::VTIME] = 0;
        tcsetattr(&fd, OptionalActions::Now, &raw)?;
        Ok(Self { fd, before })
    }
}

impl Drop for RawTerminal {
    fn drop(&mut self) {
        let _ = tcsetattr(&self.fd, OptionalActions::Now, &self.before);
    }
}

fn read(
    input: &OwnedFd,
    stopped: &OwnedFd,
    alone: &AtomicBool,
    mut decoder: KeyDecoder,
    mut tell: impl FnMut(KeyboardEvent),
    mut echo: impl FnMut(&str),
) {
    let mut buffer = [0; 1024];
    loop {
        let patience = decoder.awaits_escape_end().then_some(ESCAPE_TIME);
        let typed = match wait(input, stopped, patience) {
            Readiness::Stopped => return,
            Readiness::Time => decoder.escape_timeout(),
            Readiness::Input => match rustix::io::read(input, &mut buffer) {
                Ok(0) => {
                    for typed in decoder.end() {
                        pass_on(typed, &mut tell, &mut echo);
                    }
                    tell(KeyboardEvent::Closed);
                    return;
                }
                Ok(count) => {
                    decoder.set_char_mode(alone.load(Ordering::Relaxed));
                    decoder.push(&buffer[..count])
                }
                Err(Errno::INTR | Errno::AGAIN) => continue,
                // A terminal that has been closed reads as an error.
                Err(_) => {
                    tell(KeyboardEvent::Closed);
                    return;
                }
            },
        };
        for typed in typed {
            pass_on(typed, &mut tell, &mut echo);
        }
    }
}

fn pass_on(typed: Decoded, tell: &mut impl FnMut(KeyboardEvent), echo: &mut impl FnMut(&str)) {
    match typed {
        Decoded::Line(line) => tell(KeyboardEvent::Line(line)),
        Decoded::Key(key) => tell(KeyboardEvent::Key(key)),
        Decoded::Echo(text) => echo(&text),
    }
}

enum Readiness {
    Input,
    Time,
    Stopped,
}

fn wait(input: &OwnedFd, stopped: &OwnedFd, patience: Option<Duration>) -> Readiness {
    let time = patience.and_then(|patience| Timespec::try_from(patience).ok());
    loop {
        let mut fds = [PollFd::new(stopped, PollFlags::IN), PollFd::new(input, PollFlags::IN)];
        match poll(&mut fds, time.as_ref()) {
            Err(Errno::INTR) => continue,
            Ok(0) => return Readiness::Time,
            Ok(_) if !fds[0].revents().is_empty() => return Readiness::Stopped,
            // An error shows itself when reading.
            Ok(_) | Err(_) => return Readiness::Input,
        }
    }
}
