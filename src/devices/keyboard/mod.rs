//! The keyboard: typed lines, and single keys where there is a terminal.
//!
//! On a terminal, printable characters gather into a line that Enter sends, and every other key is reported at once;
//! so is the space bar or Enter while the line is empty. A bracketed paste is typed line by line, and nothing in it
//! is a key. A pipe or a file gives only lines.
#![warn(unreachable_pub)]

mod decoder;
mod line_editor;

use std::io::{self, IsTerminal};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicBool, Ordering},
};
use std::thread::JoinHandle;
use std::time::Duration;

use rustix::event::{EventfdFlags, PollFd, PollFlags, Timespec, eventfd, poll};
use rustix::io::Errno;
use rustix::termios::{
    InputModes, LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcsetattr,
};

use self::decoder::KeyDecoder;
use self::line_editor::{LineEditor, Shown, Typed};
use super::{Panicked, worker};
use crate::language::Message;

pub use decoder::KeyCode;

/// What comes from the keyboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyboardEvent {
    /// A line, without its end.
    Line(String),
    /// A single key, from a terminal only.
    Key(KeyCode),
    /// Nothing more will come.
    Closed,
    /// Nothing more will come, because the thread has failed.
    Died { reason: Panicked },
}

/// Shows what is typed on a terminal.
pub trait TypingEcho {
    /// Shows the line as it has become.
    fn typing(&mut self, line: &str);

    /// Ends the line.
    fn entered(&mut self);
}

/// Whether the terminal knows control sequences: one that does not says so.
pub fn terminal_obeys() -> bool {
    std::env::var("TERM").as_deref() != Ok("dumb")
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

/// The standard input, owned by a thread; the terminal is restored when dropped.
#[derive(Debug)]
pub struct Keyboard {
    stop: Arc<OwnedFd>,
    concealed: Arc<AtomicBool>,
    char_mode: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
    _terminal: Option<RawTerminal>,
}

impl Keyboard {
    /// Starts to read the standard input.
    ///
    /// `tell` and `echo` are called on the keyboard's thread and must not block.
    pub fn open(
        tell: impl FnMut(KeyboardEvent) + Send + 'static,
        echo: Option<impl TypingEcho + Send + 'static>,
    ) -> Result<Self, KeyboardUnavailable> {
        Self::from_fd(io::stdin().as_fd().try_clone_to_owned()?, tell, echo)
    }

    /// Reads from any descriptor; typing on a terminal is echoed.
    pub fn from_fd(
        input: OwnedFd,
        tell: impl FnMut(KeyboardEvent) + Send + 'static,
        mut echo: Option<impl TypingEcho + Send + 'static>,
    ) -> Result<Self, KeyboardUnavailable> {
        let terminal = input.is_terminal().then(|| RawTerminal::take(input.as_fd())).transpose()?;
        let mut input = InputReader::new(input, terminal.is_some());
        let stop = eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK).map_err(io::Error::from)?;
        let stop = Arc::new(stop);
        let stopped = Arc::clone(&stop);
        let concealed = Arc::new(AtomicBool::new(false));
        let hides = Arc::clone(&concealed);
        let char_mode = Arc::new(AtomicBool::new(false));
        let mode = Arc::clone(&char_mode);
        let died = |reason| KeyboardEvent::Died { reason };
        let thread = worker::spawn("keyboard", tell, died, move |tell| {
            let echo = |typed: Shown| match (&mut echo, typed) {
                (Some(echo), Shown::Entered) => echo.entered(),
                (Some(echo), Shown::Typing(line)) if !hides.load(Ordering::Relaxed) => echo.typing(&line),
                _ => {}
            };
            input.read_all(&stopped, &mode, tell, echo);
        })?;
        Ok(Self { stop, concealed, char_mode, thread: Some(thread), _terminal: terminal })
    }

    /// Sets whether typing is hidden. If it is, only the ends of lines are echoed.
    pub fn conceal(&self, concealed: bool) {
        self.concealed.store(concealed, Ordering::Relaxed);
    }

    /// Sets whether each character of a terminal comes by itself from now on. A line that has begun waits meanwhile.
    pub fn set_char_mode(&self, on: bool) {
        self.char_mode.store(on, Ordering::Relaxed);
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

/// A terminal that delivers every key at once and brackets pastes; restored when dropped, also while a panic unwinds.
#[derive(Debug)]
struct RawTerminal {
    fd: OwnedFd,
    before: Termios,
}

/// xterm's private mode 2004, which other terminals have taken over; those that do not know it ignore it.
const BRACKETED_PASTE_ON: &[u8] = b"\x1b[?2004h";
const BRACKETED_PASTE_OFF: &[u8] = b"\x1b[?2004l";

/// The terminal that was taken last, as it was before.
static TAKEN: Mutex<Option<(OwnedFd, Termios)>> = Mutex::new(None);

/// Gives the terminal back where the program ends without closing its keyboard, since another device hangs.
pub fn give_terminal_back() {
    if let Some((fd, before)) = &*TAKEN.lock().unwrap_or_else(PoisonError::into_inner) {
        let _ = tcsetattr(fd, OptionalActions::Now, before);
    }
}

impl RawTerminal {
    fn take(fd: BorrowedFd<'_>) -> io::Result<Self> {
        let taken = fd.try_clone_to_owned()?;
        let fd = fd.try_clone_to_owned()?;
        let before = tcgetattr(&fd)?;
        *TAKEN.lock().unwrap_or_else(PoisonError::into_inner) = Some((taken, before.clone()));
        let mut raw = before.clone();
        // Output stays as it is, and Ctrl-\ still ends the program. Ctrl-C and Ctrl-S come as keys; Ctrl-S would stop
        // the output.
        raw.input_modes.remove(InputModes::IXON);
        raw.local_modes.remove(LocalModes::ICANON | LocalModes::ECHO | LocalModes::IEXTEN);
        raw.special_codes[SpecialCodeIndex::VINTR] = 0;
        raw.special_codes[SpecialCodeIndex::VSUSP] = 0;
        raw.special_codes[SpecialCodeIndex::VMIN] = 1;
        raw.special_codes[SpecialCodeIndex::VTIME] = 0;
        tcsetattr(&fd, OptionalActions::Now, &raw)?;
        let terminal = Self { fd, before };
        terminal.send(BRACKETED_PASTE_ON);
        Ok(terminal)
    }

    /// Writes a control sequence, unless the terminal takes nothing at present, so that the program does not hang.
    fn send(&self, sequence: &[u8]) {
        if !terminal_obeys() {
            return;
        }
        let now = Timespec { tv_sec: 0, tv_nsec: 0 };
        if poll(&mut [PollFd::new(&self.fd, PollFlags::OUT)], Some(&now)) == Ok(1) {
            let _ = rustix::io::write(&self.fd, sequence);
        }
    }
}

impl Drop for RawTerminal {
    fn drop(&mut self) {
        self.send(BRACKETED_PASTE_OFF);
        let _ = tcsetattr(&self.fd, OptionalActions::Now, &self.before);
    }
}

/// The source of the bytes, and their decoding.
struct InputReader {
    fd: OwnedFd,
    decoding: Decoding,
}

enum Decoding {
    Terminal(KeyDecoder, LineEditor),
    /// A pipe or file, with the bytes of a line that has begun.
    Lines(Vec<u8>),
}

/// How many bytes of a line from a pipe are kept, far more than any input has; the rest of the line is dropped.
const LONGEST_LINE: usize = 4096;

impl InputReader {
    fn new(fd: OwnedFd, is_terminal: bool) -> Self {
        let terminal = || Decoding::Terminal(KeyDecoder::default(), LineEditor::default());
        Self { fd, decoding: if is_terminal { terminal() } else { Decoding::Lines(Vec::new()) } }
    }

    fn read_all(
        &mut self,
        stopped: &OwnedFd,
        char_mode: &AtomicBool,
        mut tell: impl FnMut(KeyboardEvent),
        mut echo: impl FnMut(Shown),
    ) {
        let mut buffer = [0; 1024];
        loop {
            let typed = match wait(&self.fd, stopped, self.decoding.patience()) {
                Readiness::Stopped => return,
                Readiness::Timeout => self.decoding.timeout(),
                Readiness::Input => match rustix::io::read(&self.fd, &mut buffer) {
                    Ok(0) => {
                        let rest = self.decoding.end();
                        pass_on(rest, &mut tell, &mut echo);
                        return tell(KeyboardEvent::Closed);
                    }
                    Ok(count) => self.decoding.push(&buffer[..count], char_mode.load(Ordering::Relaxed)),
                    Err(Errno::INTR | Errno::AGAIN) => continue,
                    // A closed terminal reads as an error.
                    Err(_) => return tell(KeyboardEvent::Closed),
                },
            };
            pass_on(typed, &mut tell, &mut echo);
        }
    }
}

impl Decoding {
    fn push(&mut self, bytes: &[u8], char_mode: bool) -> Vec<Typed> {
        match self {
            Decoding::Terminal(decoder, editor) => {
                editor.set_char_mode(char_mode);
                editor.push(decoder.push(bytes))
            }
            Decoding::Lines(pending) => {
                let mut lines = Vec::new();
                for &byte in bytes {
                    if byte == b'\n' {
                        lines.push(Typed::Line(text_of(&std::mem::take(pending))));
                    } else if pending.len() < LONGEST_LINE {
                        pending.push(byte);
                    }
                }
                lines
            }
        }
    }

    /// Returns how long to wait for the rest of a key or paste.
    fn patience(&self) -> Option<Duration> {
        match self {
            Decoding::Terminal(decoder, _) => decoder.patience(),
            Decoding::Lines(_) => None,
        }
    }

    fn timeout(&mut self) -> Vec<Typed> {
        match self {
            Decoding::Terminal(decoder, editor) => editor.push(decoder.timeout()),
            Decoding::Lines(_) => Vec::new(),
        }
    }

    /// Returns what is left when the input ends: a last line may lack its end.
    fn end(&mut self) -> Vec<Typed> {
        match self {
            Decoding::Terminal(decoder, editor) => {
                let mut typed = editor.push(decoder.timeout());
                typed.extend(editor.end().map(Typed::Line));
                typed
            }
            Decoding::Lines(pending) if pending.is_empty() => Vec::new(),
            Decoding::Lines(pending) => vec![Typed::Line(text_of(&std::mem::take(pending)))],
        }
    }
}

fn text_of(line: &[u8]) -> String {
    String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line)).into_owned()
}

fn pass_on(typed: Vec<Typed>, tell: &mut impl FnMut(KeyboardEvent), echo: &mut impl FnMut(Shown)) {
    for typed in typed {
        match typed {
            Typed::Line(line) => tell(KeyboardEvent::Line(line)),
            Typed::Key(key) => tell(KeyboardEvent::Key(key)),
            Typed::Shown(shown) => echo(shown),
        }
    }
}

enum Readiness {
    Input,
    Timeout,
    Stopped,
}

fn wait(input: &OwnedFd, stopped: &OwnedFd, patience: Option<Duration>) -> Readiness {
    let time = patience.and_then(|patience| Timespec::try_from(patience).ok());
    loop {
        let mut fds = [PollFd::new(stopped, PollFlags::IN), PollFd::new(input, PollFlags::IN)];
        match poll(&mut fds, time.as_ref()) {
            Err(Errno::INTR) => continue,
            Ok(0) => return Readiness::Timeout,
            Ok(_) if !fds[0].revents().is_empty() => return Readiness::Stopped,
            // The next read returns the error.
            Ok(_) | Err(_) => return Readiness::Input,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Typed {
        Typed::Line(text.to_owned())
    }

    #[test]
    fn lines_come_from_a_pipe() {
        let mut pipe = Decoding::Lines(Vec::new());
        assert_eq!(pipe.push(b"e2 e4\nL\xc3", false), [line("e2 e4")]);
        assert_eq!(pipe.push(b"\xa4ufer\r\n\nrest", false), [line("L\u{e4}ufer"), line("")]);
        assert_eq!(pipe.push(b"\xff", false), []);
        assert_eq!(pipe.end(), [line("rest\u{fffd}")]);
        assert_eq!(pipe.end(), []);
    }

    #[test]
    fn the_end_of_the_input_ends_a_line_and_a_paste() {
        let mut terminal = Decoding::Terminal(KeyDecoder::default(), LineEditor::default());
        terminal.push(b"S\x1b[200~f3\nd", false);
        let mut typed = terminal.end();
        typed.retain(|typed| !matches!(typed, Typed::Shown(_)));
        assert_eq!(typed, [line("Sf3"), line("d")]);
    }
}
