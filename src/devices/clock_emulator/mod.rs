//! An emulator of the tactile clock, on a pseudo-terminal.
//!
//! It prints its face as lines of text, answers the host, and takes presses of its lever, so that everything can be
//! tried without a real clock.
#![warn(unreachable_pub)]

mod clock;
#[cfg(test)]
mod simulated_wire;
#[cfg(test)]
mod conversation_tests;
#[cfg(test)]
mod bad_wire_tests;
mod dial;
mod fault;
mod svg;
mod pty;

use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::JoinHandle;

use crossbeam_channel::{Receiver, Sender};

pub use clock::{EmulatedClock, EmulatorCommand, HOST_SILENCE};
pub use dial::{DOTS_ON_DIAL, Dial, FlagPosition};
pub use fault::{FaultKind, InjectedFault, InvalidFault};
pub use pty::Terminal;
pub use svg::svg;

use crate::language::Message;
use crate::tactile_clock::TactileSide;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmulatorOptions {
    /// The link to the pseudo-terminal. It replaces a link that an emulator left behind.
    pub link: PathBuf,
    /// The name that the clock tells the host.
    pub name: String,
    pub fault: Option<InjectedFault>,
    /// An SVG file of the face, which is kept up to date.
    pub svg: Option<PathBuf>,
}

/// Why the emulator could not start, or ended.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "emulator")]
pub enum EmulatorError {
    LinkTaken { link: PathBuf },
    Link { link: PathBuf, source: io::Error },
    Pty(#[message("fault")] io::Error),
    Output(#[message("fault")] io::Error),
}

/// A running emulator; the link is removed when it is dropped.
#[derive(Debug)]
pub struct ClockEmulator {
    /// `None` only while dropping.
    commands: Option<Sender<EmulatorCommand>>,
    waker: Arc<pty::Waker>,
    lines: Receiver<String>,
    thread: Option<JoinHandle<()>>,
}

impl ClockEmulator {
    /// Opens the pseudo-terminal, creates the link, and waits for a host.
    pub fn start(options: EmulatorOptions) -> Result<Self, EmulatorError> {
        let terminal = pty::Terminal::open(&options.link)?;
        let waker = Arc::new(pty::Waker::new()?);
        let woken = Arc::clone(&waker);
        let (commands, inbox) = crossbeam_channel::unbounded();
        let (print, lines) = crossbeam_channel::unbounded();
        let thread = std::thread::Builder::new()
            .name("clock emulator".to_owned())
            .spawn(move || pty::run(terminal, &woken, &options, &inbox, &print))
            .map_err(EmulatorError::Pty)?;
        Ok(Self { commands: Some(commands), waker, lines, thread: Some(thread) })
    }

    /// Sends a command to the clock.
    pub fn command(&self, command: EmulatorCommand) {
        if let Some(commands) = &self.commands {
            // The thread outlives this value, so the send succeeds.
            let _ = commands.send(command);
            self.waker.wake();
        }
    }

    /// Returns the lines that the clock prints.
    pub fn lines(&self) -> &Receiver<String> {
        &self.lines
    }
}

impl Drop for ClockEmulator {
    fn drop(&mut self) {
        self.commands = None;
        self.waker.wake();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Runs an emulator from typed commands until `quit`.
///
/// The commands are `w` and `b` (the lever), `fault motor|power|sensor|host`, `garbage`, `quiet`, `answer`, `refuse
/// REASON`, `wrong FAULT` with one of [`FaultKind`], `right` and `quit`. The emulator goes on after the end of the
/// input.
///
/// # Errors
/// When the pseudo-terminal or its link cannot be made, or the output is closed.
pub fn run(
    options: EmulatorOptions,
    input: impl BufRead + Send + 'static,
    mut output: impl Write,
) -> Result<(), EmulatorError> {
    let link = options.link.clone();
    let emulator = ClockEmulator::start(options)?;
    let mut print =
        |line: &str| writeln!(output, "{line}").and_then(|()| output.flush()).map_err(EmulatorError::Output);
    print(&format!("clock at {}", link.display()))?;
    let (typed, mut typing) = crossbeam_channel::unbounded();
    std::thread::Builder::new()
        .name("clock commands".to_owned())
        .spawn(move || {
            for line in input.lines().map_while(Result::ok) {
                if typed.send(line).is_err() {
                    return;
                }
            }
        })
        .map_err(EmulatorError::Pty)?;
    loop {
        crossbeam_channel::select! {
            recv(emulator.lines()) -> line => match line {
                Ok(line) => print(&line)?,
                Err(_) => return Ok(()),
            },
            recv(typing) -> line => match line.as_deref().map(str::trim) {
                Ok("quit") => return Ok(()),
                Ok("") => {}
                Ok(line) => match typed_command(line) {
                    Some(command) => emulator.command(command),
                    None => print(&format!(
                        "unknown command {line:?}, known are w, b, fault CODE, garbage, \
                         quiet, answer, refuse REASON, wrong FAULT, right, quit"
                    ))?,
                },
                // The emulator goes on after the end of the input.
                Err(_) => typing = crossbeam_channel::never(),
            },
        }
    }
}

fn typed_command(line: &str) -> Option<EmulatorCommand> {
    let mut words = line.splitn(2, ' ');
    Some(match (words.next()?, words.next()) {
        ("w", None) => EmulatorCommand::Press(TactileSide::White),
        ("b", None) => EmulatorCommand::Press(TactileSide::Black),
        ("fault", Some(code)) => EmulatorCommand::Fault(code.trim().parse().ok()?),
        ("garbage", None) => EmulatorCommand::Garbage,
        ("quiet", None) => EmulatorCommand::Quiet(true),
        ("answer", None) => EmulatorCommand::Quiet(false),
        ("refuse", Some(reason)) => EmulatorCommand::Refuse(reason.trim().to_owned()),
        ("wrong", Some(fault)) => EmulatorCommand::GoWrong(Some(fault.trim().parse().ok()?)),
        ("right", None) => EmulatorCommand::GoWrong(None),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tactile_clock::FaultCode;

    #[test]
    fn typed_commands_are_read() {
        check("w", Some(EmulatorCommand::Press(TactileSide::White)));
        check("b", Some(EmulatorCommand::Press(TactileSide::Black)));
        check("fault motor", Some(EmulatorCommand::Fault(FaultCode::Motor)));
        check("garbage", Some(EmulatorCommand::Garbage));
        check("quiet", Some(EmulatorCommand::Quiet(true)));
        check("answer", Some(EmulatorCommand::Quiet(false)));
        check("refuse out of range", Some(EmulatorCommand::Refuse("out of range".to_owned())));
        let fault = InjectedFault { kind: FaultKind::Drop, every: 3 };
        check("wrong drop=3", Some(EmulatorCommand::GoWrong(Some(fault))));
        check("wrong fire", None);
        check("right", Some(EmulatorCommand::GoWrong(None)));
        check("fault", None);
        check("fault fire", None);
        check("w now", None);
    }

    fn check(line: &str, command: Option<EmulatorCommand>) {
        assert_eq!(typed_command(line), command, "{line}");
    }
}
