//! The loop between an emulated clock and a pseudo-terminal.

use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crossbeam_channel::{Receiver, Sender, TryRecvError};
use rustix::event::{EventfdFlags, PollFd, PollFlags, Timespec, eventfd, poll};
use rustix::io::Errno;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};

use super::clock::{EmulatedClock, EmulatorCommand};
use super::svg::Drawing;
use super::{EmulatorError, EmulatorOptions};

/// Where Linux keeps its pseudo-terminals.
const TERMINALS: &str = "/dev/pts/";
/// How often to look whether a host has opened the terminal, since `poll` cannot wait for that.
const NOBODY_THERE: Duration = Duration::from_millis(20);

/// The clock's side of a pseudo-terminal, and the link to the host's side.
#[derive(Debug)]
pub struct Terminal {
    fd: OwnedFd,
    link: PathBuf,
    target: PathBuf,
}

/// Wakes [`run`].
#[derive(Debug)]
pub(super) struct Waker(OwnedFd);

impl Waker {
    pub(super) fn new() -> Result<Self, EmulatorError> {
        let fd = eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK);
        fd.map(Self).map_err(|err| EmulatorError::Pty(err.into()))
    }

    pub(super) fn wake(&self) {
        // This fails only when the counter is full, and a full counter wakes as well.
        let _ = rustix::io::write(&self.0, &1u64.to_ne_bytes());
    }
}

impl Terminal {
    /// Opens one, with the link where it is told.
    ///
    /// # Errors
    ///
    /// If there is no pseudo-terminal, or if the link cannot be put or is taken.
    pub fn open(link: &Path) -> Result<Self, EmulatorError> {
        let (fd, target) = open_pty().map_err(|err| EmulatorError::Pty(err.into()))?;
        put_link(link, &target)?;
        Ok(Self { fd, link: link.to_owned(), target })
    }

    /// Reads what a host has written; returns an error if there is nothing or no host.
    pub fn read(&self, buffer: &mut [u8]) -> io::Result<usize> {
        Ok(rustix::io::read(&self.fd, buffer)?)
    }

    /// Writes bytes, which are lost if no host reads them.
    pub fn write(&self, bytes: &[u8]) {
        let _ = rustix::io::write(&self.fd, bytes);
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // Another emulator may have taken the link over meanwhile.
        if std::fs::read_link(&self.link).is_ok_and(|target| target == self.target) {
            let _ = std::fs::remove_file(&self.link);
        }
    }
}

/// Runs until the channel of commands is closed.
pub(super) fn run(
    terminal: Terminal,
    waker: &Waker,
    options: &EmulatorOptions,
    commands: &Receiver<EmulatorCommand>,
    print: &Sender<String>,
) {
    let mut clock = EmulatedClock::new(options.name.clone(), first_seq(), Instant::now());
    clock.command(EmulatorCommand::GoWrong(options.fault), Instant::now());
    let mut terminal = Some(terminal);
    let mut drawing = options.svg.clone().map(Drawing::new);
    let mut host_there = true;
    loop {
        loop {
            match commands.try_recv() {
                Ok(command) => clock.command(command, Instant::now()),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => return,
            }
        }
        clock.passed(Instant::now());
        // The port disappears while the plug is out.
        match (clock.is_plugged(), &terminal) {
            (false, Some(_)) => terminal = None,
            // A link that cannot be put is tried again in the next round.
            (true, None) => terminal = Terminal::open(&options.link).ok(),
            _ => {}
        }
        let there = terminal.as_ref().filter(|_| host_there);
        hand_over(&mut clock, there, print);
        if let (Some(to), Some(face)) = (&mut drawing, clock.face(Instant::now()))
            && let Err(error) = to.show(&face)
        {
            let _ = print.send(format!("cannot draw the face: {error}"));
            drawing = None;
        }
        let now = Instant::now();
        let mut patience = clock.next_deadline(now).map(|deadline| deadline.saturating_duration_since(now));
        if there.is_none() {
            patience = Some(patience.map_or(NOBODY_THERE, |patience| patience.min(NOBODY_THERE)));
        }
        host_there = wait(waker, terminal.as_ref(), host_there, patience);
        if let Some(terminal) = terminal.as_ref().filter(|_| host_there) {
            receive(&mut clock, terminal);
        }
    }
}

fn hand_over(clock: &mut EmulatedClock, terminal: Option<&Terminal>, print: &Sender<String>) {
    while let Some(bytes) = clock.next_write(Instant::now()) {
        // Without a host the bytes are lost.
        if let Some(terminal) = terminal {
            terminal.write(&bytes);
        }
    }
    while let Some(line) = clock.next_line() {
        let _ = print.send(line);
    }
}

/// Waits for bytes, a command or a deadline; returns whether a host is there.
fn wait(waker: &Waker, terminal: Option<&Terminal>, host_there: bool, patience: Option<Duration>) -> bool {
    // A terminal without a host is always ready, because it reports a hang-up. So only the waker is waited for, and
    // the terminal is polled.
    let mut fds = vec![PollFd::new(&waker.0, PollFlags::IN)];
    fds.extend(terminal.map(|terminal| PollFd::new(&terminal.fd, PollFlags::IN)));
    let waited_for = if host_there { fds.len() } else { 1 };
    let time = patience.and_then(|patience| Timespec::try_from(patience).ok());
    // A signal ends the wait early, which does no harm.
    let _ = poll(&mut fds[..waited_for], time.as_ref());
    let _ = rustix::io::read(&waker.0, &mut [0; 8]);
    if !host_there {
        let _ = poll(&mut fds[1..], Some(&Timespec::default()));
    }
    fds.get(1).is_some_and(|fd| !fd.revents().contains(PollFlags::HUP))
}

fn receive(clock: &mut EmulatedClock, terminal: &Terminal) {
    let mut buffer = [0; 256];
    while let Ok(count) = terminal.read(&mut buffer) {
        if count == 0 {
            return;
        }
        clock.received(&buffer[..count], Instant::now());
    }
}

fn open_pty() -> Result<(OwnedFd, PathBuf), Errno> {
    let fd = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)?;
    grantpt(&fd)?;
    unlockpt(&fd)?;
    let mut termios = tcgetattr(&fd)?;
    termios.make_raw();
    tcsetattr(&fd, OptionalActions::Now, &termios)?;
    rustix::io::ioctl_fionbio(&fd, true)?;
    let target = ptsname(&fd, Vec::new())?;
    let target = PathBuf::from(std::ffi::OsStr::from_bytes(target.as_bytes()));
    Ok((fd, target))
}

/// Creates the link, in place of one that an emulator left behind.
fn put_link(link: &Path, target: &Path) -> Result<(), EmulatorError> {
    let error = |source: io::Error| EmulatorError::Link { link: link.to_owned(), source };
    match std::fs::read_link(link) {
        Ok(old) if old.starts_with(TERMINALS) => std::fs::remove_file(link).map_err(error)?,
        Err(err) if err.kind() == io::ErrorKind::NotFound => {}
        // Another link, or no link at all.
        Ok(_) | Err(_) => {
            return Err(EmulatorError::LinkTaken { link: link.to_owned() });
        }
    }
    std::os::unix::fs::symlink(target, link).map_err(error)
}

/// Returns a number that differs from one start to the next.
fn first_seq() -> u16 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u16)
}
