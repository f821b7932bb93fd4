//! The thin loop between [`HostLink`] and a real serial port.

use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, at, never, select};

use super::event::{ClockEvent, ClockLossReason};
use super::line::{BAUD, ClockState, FeelPattern};
use super::link::{HostAction, HostLink};
use super::{AUTO, USB_NAMES};
use crate::devices::serial::{self, NoUniquePort, PortError, SerialPort};
use crate::devices::{SystemError, board, worker};

/// How soon a reader notices that its port was closed, and how long a write may block.
const PATIENCE: Duration = Duration::from_millis(100);

#[derive(Debug)]
pub(super) enum ClockCommand {
    Show(ClockState, Instant),
    Feel(FeelPattern),
}

/// Runs until the channel of orders is closed.
pub(super) fn run(path: &Path, orders: &Receiver<ClockCommand>, tell: impl FnMut(ClockEvent)) {
    let (news, heard) = crossbeam_channel::unbounded();
    let mut wire = PortDriver { path, port: None, opened: 0, news, tell };
    let mut link = HostLink::new(Instant::now());
    loop {
        link.passed(Instant::now());
        wire.carry_out(&mut link);
        let deadline = link.next_deadline().map_or_else(never, at);
        select! {
            recv(orders) -> order => match order {
                Ok(ClockCommand::Show(face, true_at)) => link.show(face, true_at, Instant::now()),
                Ok(ClockCommand::Feel(pattern)) => link.feel(pattern, Instant::now()),
                Err(_) => return,
            },
            recv(heard) -> news => if let Ok((opened, news)) = news
                && opened == wire.opened
            {
                match news {
                    ReaderEvent::Bytes(bytes, read) => link.received(&bytes, read),
                    ReaderEvent::Broke(what) => wire.broke(what, &mut link),
                }
            },
            recv(deadline) -> _ => {}
        }
        wire.carry_out(&mut link);
    }
}

/// What the reading thread reports.
enum ReaderEvent {
    /// Bytes, and when they were read.
    Bytes(Vec<u8>, Instant),
    Broke(SystemError),
}

struct PortDriver<'a, T> {
    path: &'a Path,
    port: Option<OpenPort>,
    /// Counts openings, so that the events of an earlier reader are recognised.
    opened: u64,
    news: Sender<(u64, ReaderEvent)>,
    tell: T,
}

impl<T: FnMut(ClockEvent)> PortDriver<'_, T> {
    fn carry_out(&mut self, link: &mut HostLink) {
        while let Some(action) = link.next_action() {
            match action {
                HostAction::Open => {
                    self.opened += 1;
                    match OpenPort::open(self.path, self.opened, &self.news) {
                        Ok(port) => {
                            self.port = Some(port);
                            link.opened(Instant::now());
                        }
                        Err(reason) => link.closed(reason, Instant::now()),
                    }
                }
                HostAction::Close => self.port = None,
                HostAction::Write(line) => self.write(&line, link),
                HostAction::Tell(event) => (self.tell)(event),
            }
        }
    }

    fn write(&mut self, line: &str, link: &mut HostLink) {
        let Some(port) = &mut self.port else { return };
        match port.writer.write_all(line.as_bytes()) {
            // A clock that takes no bytes gives no answer either, which the link notices.
            Ok(()) => {}
            Err(err) if matches!(err.kind(), ErrorKind::TimedOut | ErrorKind::WouldBlock) => {}
            Err(err) => self.broke(err.into(), link),
        }
    }

    fn broke(&mut self, what: SystemError, link: &mut HostLink) {
        self.port = None;
        self.opened += 1;
        link.closed(ClockLossReason::Gone { what }, Instant::now());
    }
}

/// An open port and the thread that reads from it.
struct OpenPort {
    writer: SerialPort,
    unwanted: Arc<AtomicBool>,
    reader: Option<JoinHandle<()>>,
}

impl OpenPort {
    fn open(path: &Path, opened: u64, news: &Sender<(u64, ReaderEvent)>) -> Result<Self, ClockLossReason> {
        let path = &find(path)?;
        let writer = SerialPort::open(path, BAUD, PATIENCE).map_err(|fault| refusal(path, fault))?;
        // Bytes from before the opening are stale.
        writer.clear_input();
        let cannot = |what: io::Error| ClockLossReason::CannotOpen {
            path: path.display().to_string(),
            what: what.into(),
        };
        let port = writer.try_clone().map_err(cannot)?;
        let unwanted = Arc::new(AtomicBool::new(false));
        let (flag, news) = (Arc::clone(&unwanted), news.clone());
        // The receiver may be gone already.
        let report = move |said| drop(news.send((opened, said)));
        let died = |panic| ReaderEvent::Broke(io::Error::other(panic).into());
        let reader = worker::spawn("tactile clock reader", report, died, move |tell| read(port, &flag, tell))
            .map_err(cannot)?;
        Ok(Self { writer, unwanted, reader: Some(reader) })
    }
}

impl Drop for OpenPort {
    fn drop(&mut self) {
        // The reader holds a copy of the port, so the port closes only when the reader ends.
        self.unwanted.store(true, Ordering::Relaxed);
        if let Some(reader) = self.reader.take() {
            let _ = reader.join();
        }
    }
}

fn read(mut port: SerialPort, unwanted: &AtomicBool, tell: &mut dyn FnMut(ReaderEvent)) {
    let mut buffer = [0; 256];
    while !unwanted.load(Ordering::Relaxed) {
        let said = match port.read(&mut buffer) {
            Ok(0) => ReaderEvent::Broke(io::Error::new(ErrorKind::UnexpectedEof, "end of input").into()),
            Ok(count) => ReaderEvent::Bytes(buffer[..count].to_vec(), Instant::now()),
            Err(err) if matches!(err.kind(), ErrorKind::TimedOut | ErrorKind::Interrupted) => {
                continue;
            }
            Err(err) => ReaderEvent::Broke(err.into()),
        };
        let over = matches!(said, ReaderEvent::Broke(_));
        tell(said);
        if over {
            return;
        }
    }
}

/// Returns the clock's path; at [`AUTO`] the path at which it is plugged in.
pub fn find(path: &Path) -> Result<PathBuf, ClockLossReason> {
    if path != Path::new(AUTO) {
        return Ok(path.to_owned());
    }
    let plugs = serial::available_ports().unwrap_or_default();
    match serial::choose(&plugs, USB_NAMES, &board::usb_names()) {
        Ok(plug) => Ok(plug.path.clone()),
        Err(NoUniquePort::None) => Err(ClockLossReason::Unplugged),
        Err(NoUniquePort::Several(ports)) => {
            let ports: Vec<String> = ports.iter().map(|path| path.display().to_string()).collect();
            Err(ClockLossReason::Several { ports: ports.join(", ") })
        }
    }
}

fn refusal(path: &Path, fault: PortError) -> ClockLossReason {
    let path = path.display().to_string();
    match fault {
        PortError::Missing => ClockLossReason::Missing { path },
        PortError::Forbidden => ClockLossReason::Forbidden { path },
        PortError::Busy => ClockLossReason::Busy { path },
        PortError::Other(what) => ClockLossReason::CannotOpen { path, what },
    }
}
