//! The thread that owns the connection to brltty.

use std::ffi::CString;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, after, select};

use super::connection::{Address, BrlapiError, Connection};
use super::{BrailleEvent, BrailleKey, LostReason, Order};

/// Pause between two tries to reach the server.
const RETRY: Duration = Duration::from_secs(1);
/// How often the number of cells is asked for while there are none.
const LOOK_FOR_CELLS: Duration = Duration::from_millis(100);
/// How often it is asked for otherwise: displays are unplugged and changed.
const LOOK_AFTER_CELLS: Duration = Duration::from_secs(1);
/// How soon a reader sees that it is no longer wanted.
const PATIENCE: Duration = Duration::from_millis(100);

/// Runs until the orders end.
pub(super) fn run(address: &Address, orders: &Receiver<Order>, tell: impl FnMut(BrailleEvent)) {
    let mut service = Service { orders, tell, shown: None, cells: 0, told_lost: false };
    loop {
        let over = match Connection::open(address) {
            Ok(connection) => service.serve(connection),
            Err(err) => {
                service.lost(refusal(err));
                Ok(())
            }
        };
        if over.and_then(|()| service.wait(RETRY)).is_err() {
            return;
        }
    }
}

/// Nobody gives orders any more.
struct Dismissed;

struct Service<'a, T> {
    orders: &'a Receiver<Order>,
    tell: T,
    /// What the display should show.
    shown: Option<Order>,
    /// Cells of the display as told; 0 while there is none.
    cells: usize,
    told_lost: bool,
}

impl<T: FnMut(BrailleEvent)> Service<'_, T> {
    /// Serves one connection to its end.
    fn serve(&mut self, connection: Connection) -> Result<(), Dismissed> {
        let connection = Arc::new(connection);
        let (news, heard) = crossbeam_channel::unbounded();
        let _reader = match Reader::start(&connection, news) {
            Ok(reader) => reader,
            Err(err) => {
                self.lost(LostReason::ServerGone { what: err.to_string() });
                return Ok(());
            }
        };
        loop {
            if let Err(err) = self.look_at(&connection) {
                self.lost(gone(err));
                return Ok(());
            }
            let again = if self.cells == 0 { LOOK_FOR_CELLS } else { LOOK_AFTER_CELLS };
            let due = Instant::now() + again;
            let done = loop {
                select! {
                    recv(self.orders) -> order => {
                        self.shown = Some(order.map_err(|_| Dismissed)?);
                        if let Err(err) = self.write(&connection) {
                            break Err(err);
                        }
                    }
                    recv(heard) -> news => match news {
                        Ok(Ok(code)) => (self.tell)(BrailleEvent::Key(BrailleKey::from_code(code))),
                        Ok(Err(err)) => break Err(err),
                        Err(_) => break Err(BrlapiError::Other("reader ended".to_owned())),
                    },
                    recv(crossbeam_channel::at(due)) -> _ => break Ok(()),
                }
            };
            if let Err(err) = done {
                self.lost(gone(err));
                return Ok(());
            }
        }
    }

    /// Takes orders without a display.
    fn wait(&mut self, time: Duration) -> Result<(), Dismissed> {
        let over = after(time);
        loop {
            select! {
                recv(self.orders) -> order => self.shown = Some(order.map_err(|_| Dismissed)?),
                recv(over) -> _ => return Ok(()),
            }
        }
    }

    /// Sees whether a display has come, gone or changed.
    fn look_at(&mut self, connection: &Connection) -> Result<(), BrlapiError> {
        let cells = connection.cells()?;
        if cells == self.cells {
            return Ok(());
        }
        if cells == 0 {
            self.lost(LostReason::NoDisplay);
            return Ok(());
        }
        self.cells = cells;
        self.write(connection)?;
        self.told_lost = false;
        (self.tell)(BrailleEvent::Back { cells });
        Ok(())
    }

    fn write(&self, connection: &Connection) -> Result<(), BrlapiError> {
        let Some(order) = self.shown.as_ref().filter(|_| self.cells > 0) else {
            return Ok(());
        };
        let text = fitted(&order.text, self.cells);
        let cursor = order.cursor.filter(|cell| *cell < self.cells);
        connection.write(&text, self.cells, cursor)
    }

    fn lost(&mut self, reason: LostReason) {
        self.cells = 0;
        if !self.told_lost {
            self.told_lost = true;
            (self.tell)(BrailleEvent::Lost { reason });
        }
    }
}

/// A thread that waits for keys; joined when dropped.
struct Reader {
    unwanted: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Reader {
    fn start(connection: &Arc<Connection>, news: Sender<Result<u64, BrlapiError>>) -> std::io::Result<Self> {
        let unwanted = Arc::new(AtomicBool::new(false));
        let (flag, connection) = (Arc::clone(&unwanted), Arc::clone(connection));
        let thread = std::thread::Builder::new().name("braille keys".to_owned()).spawn(move || {
            while !flag.load(Ordering::Relaxed) {
                let Some(read) = connection.read_key(PATIENCE).transpose() else {
                    continue;
                };
                let over = read.is_err();
                if news.send(read).is_err() || over {
                    return;
                }
            }
        })?;
        Ok(Self { unwanted, thread: Some(thread) })
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.unwanted.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// The text as exactly `cells` characters, none of them a control.
fn fitted(text: &str, cells: usize) -> CString {
    let line: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .chain(std::iter::repeat(' '))
        .take(cells)
        .collect();
    // Zero bytes are controls, so there are none left.
    CString::new(line).unwrap_or_default()
}

fn refusal(err: BrlapiError) -> LostReason {
    match err {
        BrlapiError::Authentication(what) => LostReason::Refused { what },
        BrlapiError::Other(what) => LostReason::NoServer { what },
    }
}

fn gone(err: BrlapiError) -> LostReason {
    LostReason::ServerGone { what: err.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_one_character_per_cell() {
        check("e2-e4", 8, "e2-e4   ");
        check("Sg1-f3", 4, "Sg1-");
        check("L\u{e4}ufer \u{2659}", 9, "L\u{e4}ufer \u{2659} ");
        check("a\0b\nc", 5, "a b c");
        check("", 3, "   ");
        check("x", 0, "");
    }

    fn check(text: &str, cells: usize, line: &str) {
        assert_eq!(fitted(text, cells).to_str(), Ok(line));
    }
}
