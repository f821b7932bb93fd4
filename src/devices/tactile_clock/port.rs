//! The thin loop between [`HostLink`] and a real serial port.

use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, at, never, select};

use super::line::{BAUD, ClockFace, FeelPattern};
use super::link::{Action, ClockEvent, HostLink, LostReason};
use super::{FOUND, USB_NAMES};
use crate::devices::serial::{self, PortFault, SerialPort, Unfound};
use crate::devices::{board, watched};

/// How soon a reader sees that it is no longer wanted, and how long a write
/// may hold up a clock that does not take its bytes.
const PATIENCE: Duration = Duration::from_millis(100);

#[derive(Debug)]
pub(super) enum Order {
    Show(ClockFace, Instant),
    Feel(FeelPattern),
}

/// Runs until the orders end.
pub(super) fn run(path: &Path, orders: &Receiver<Order>, tell: impl FnMut(ClockEvent)) {
    let (news, heard) = crossbeam_channel::unbounded();
    let mut wire = Wire { path, port: None, opened: 0, news, tell };
    let mut link = HostLink::new(Instant::now());
    loop {
        link.passed(Instant::now());
        wire.carry_out(&mut link);
        let deadline = link.next_deadline().map_or_else(never, at);
        select! {
            recv(orders) -> order => match order {
                Ok(Order::Show(face, true_at)) => link.show(face, true_at, Instant::now()),
                Ok(Order::Feel(pattern)) => link.feel(pattern, Instant::now()),
                Err(_) => return,
            },
            recv(heard) -> news => if let Ok((opened, news)) = news
                && opened == wire.opened
            {
                match news {
                    News::Bytes(bytes, read) => link.received(&bytes, read),
                    News::Broke(what) => wire.broke(what, &mut link),
                }
            },
            recv(deadline) -> _ => {}
        }
        wire.carry_out(&mut link);
    }
}

/// What a reader has to say about the opening it belongs to.
enum News {
    /// Bytes, and when they were read: the owner of the port may be busy with it.
    Bytes(Vec<u8>, Instant),
    Broke(String),
}

struct Wire<'a, T> {
    path: &'a Path,
    port: Option<OpenPort>,
    /// Counts openings, so that news of an earlier one is not taken for this.
    opened: u64,
    news: Sender<(u64, News)>,
    tell: T,
}

impl<T: FnMut(ClockEvent)> Wire<'_, T> {
    fn carry_out(&mut self, link: &mut HostLink) {
        while let Some(action) = link.next_action() {
            match action {
                Action::Open => {
                    self.opened += 1;
                    match OpenPort::open(self.path, self.opened, &self.news) {
                        Ok(port) => {
                            self.port = Some(port);
                            link.opened(Instant::now());
                        }
                        Err(reason) => link.closed(reason, Instant::now()),
                    }
                }
                Action::Close => self.port = None,
                Action::Write(line) => self.write(&line, link),
                Action::Tell(event) => (self.tell)(event),
            }
        }
    }

    fn write(&mut self, line: &str, link: &mut HostLink) {
        let Some(port) = &mut self.port else { return };
        match port.writer.write_all(line.as_bytes()) {
            // A clock that takes no bytes gives no answer either: the link
            // will notice that.
            Ok(()) => {}
            Err(err) if matches!(err.kind(), ErrorKind::TimedOut | ErrorKind::WouldBlock) => {}
            Err(err) => self.broke(err.to_string(), link),
        }
    }

    fn broke(&mut self, what: String, link: &mut HostLink) {
        self.port = None;
        self.opened += 1;
        link.closed(LostReason::Gone { what }, Instant::now());
    }
}

/// An open port and the thread that reads from it.
struct OpenPort {
    writer: SerialPort,
    unwanted: Arc<AtomicBool>,
    reader: Option<JoinHandle<()>>,
}

impl OpenPort {
    fn open(path: &Path, opened: u64, news: &Sender<(u64, News)>) -> Result<Self, LostReason> {
        let path = &find(path)?;
        let writer = SerialPort::open(path, BAUD, PATIENCE).map_err(|fault| refusal(path, fault))?;
        // What was said to nobody is stale: acknowledgements, old levers.
        writer.forget();
        let cannot = |what: String| LostReason::CannotOpen { path: path.display().to_string(), what };
        let port = writer.again().map_err(|err| cannot(err.to_string()))?;
        let unwanted = Arc::new(AtomicBool::new(false));
        let (flag, news) = (Arc::clone(&unwanted), news.clone());
        // Whoever has gone no longer wants it, and says so.
        let report = move |said| drop(news.send((opened, said)));
        let reader =
            watched::spawn("tactile clock reader", report, News::Broke, move |tell| read(port, &flag, tell))
                .map_err(|err| cannot(err.to_string()))?;
        Ok(Self { writer, unwanted, reader: Some(reader) })
    }
}

impl Drop for OpenPort {
    fn drop(&mut self) {
        // The reader holds a copy of the port; only its end closes the port.
        self.unwanted.store(true, Ordering::Relaxed);
        if let Some(reader) = self.reader.take() {
            let _ = reader.join();
        }
    }
}

fn read(mut port: SerialPort, unwanted: &AtomicBool, tell: &mut dyn FnMut(News)) {
    let mut buffer = [0; 256];
    while !unwanted.load(Ordering::Relaxed) {
        let said = match port.read(&mut buffer) {
            Ok(0) => News::Broke("end of input".to_owned()),
            Ok(count) => News::Bytes(buffer[..count].to_vec(), Instant::now()),
            Err(err) if matches!(err.kind(), ErrorKind::TimedOut | ErrorKind::Interrupted) => {
                continue;
            }
            Err(err) => News::Broke(err.to_string()),
        };
        let over = matches!(said, News::Broke(_));
        tell(said);
        if over {
            return;
        }
    }
}

/// Where the clock is now: at this path, or at [`FOUND`] wherever it is plugged in.
pub fn find(path: &Path) -> Result<PathBuf, LostReason> {
    if path != Path::new(FOUND) {
        return Ok(path.to_owned());
    }
    let plugs = serial::plugs().unwrap_or_default();
    match serial::choose(&plugs, USB_NAMES, &board::usb_names()) {
        Ok(plug) => Ok(plug.path.clone()),
        Err(Unfound::None) => Err(LostReason::Unplugged),
        Err(Unfound::Several(ports)) => {
            let ports: Vec<String> = ports.iter().map(|path| path.display().to_string()).collect();
            Err(LostReason::Several { ports: ports.join(", ") })
        }
    }
}

fn refusal(path: &Path, fault: PortFault) -> LostReason {
    let path = path.display().to_string();
    match fault {
        PortFault::Missing => LostReason::Missing { path },
        PortFault::Forbidden => LostReason::Forbidden { path },
        PortFault::Busy => LostReason::Busy { path },
        PortFault::Other(what) => LostReason::CannotOpen { path, what },
    }
}
