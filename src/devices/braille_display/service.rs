//! The thread that owns the connection to brltty.

use std::ffi::CString;
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, TryRecvError};
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::connection::{BrlapiError, Connection, ServerAddress};
use super::display_thread::LineContent;
use super::{BrailleEvent, BrailleKey, BrailleLossReason};

/// The pause between two attempts to reach the server.
const RETRY: Duration = Duration::from_secs(1);
/// How often the display is looked for while there is none.
const LOOK_FOR_CELLS: Duration = Duration::from_millis(100);
/// How often the display's size is checked: displays are unplugged and changed.
const LOOK_AFTER_CELLS: Duration = Duration::from_millis(250);

/// Runs until the channel of orders is closed; `waker` becomes readable when an order comes.
pub(super) fn run(
    address: &ServerAddress,
    orders: &Receiver<LineContent>,
    waker: &OwnedFd,
    tell: impl FnMut(BrailleEvent),
) {
    let mut service = DisplayService { orders, waker, tell, shown: None, cells: 0, told_lost: false };
    loop {
        let done = Connection::open(address)
            .map_err(refusal)
            .and_then(|connection| service.serve(&connection).map_err(gone));
        let over = match done {
            // The display has changed: this connects anew, at once.
            Ok(ConnectionEnd::Changed) => Ok(()),
            Ok(ConnectionEnd::Dismissed) => return,
            Err(reason) => {
                service.lost(reason);
                service.pause()
            }
        };
        if over.is_err() {
            return;
        }
    }
}

/// The channel of orders is closed.
struct OrdersClosed;

/// Why a working connection was given up.
enum ConnectionEnd {
    Changed,
    Dismissed,
}

struct DisplayService<'a, T> {
    orders: &'a Receiver<LineContent>,
    waker: &'a OwnedFd,
    tell: T,
    /// What the display should show.
    shown: Option<LineContent>,
    /// The number of cells as reported; 0 while the display is lost.
    cells: usize,
    told_lost: bool,
}

impl<T: FnMut(BrailleEvent)> DisplayService<'_, T> {
    /// Serves one connection until it breaks or the display changes.
    fn serve(&mut self, connection: &Connection) -> Result<ConnectionEnd, BrlapiError> {
        let mut cells = connection.cells()?;
        while cells == 0 {
            if self.cells > 0 {
                self.lost(BrailleLossReason::NoDisplay);
            }
            if self.take_orders().is_err() {
                return Ok(ConnectionEnd::Dismissed);
            }
            self.wait(None, Instant::now() + LOOK_FOR_CELLS);
            cells = connection.cells()?;
        }
        connection.enter_tty()?;
        self.write(connection, cells)?;
        self.found(cells);
        let mut look_at = Instant::now() + LOOK_AFTER_CELLS;
        loop {
            let Ok(ordered) = self.take_orders() else {
                return Ok(ConnectionEnd::Dismissed);
            };
            if ordered || Instant::now() >= look_at {
                if connection.cells()? != cells {
                    return Ok(ConnectionEnd::Changed);
                }
                look_at = Instant::now() + LOOK_AFTER_CELLS;
            }
            if ordered {
                self.write(connection, cells)?;
            }
            // Keys are read last, because the library queues those that come before an answer.
            while let Some(code) = connection.read_key()? {
                (self.tell)(BrailleEvent::Key(BrailleKey::from_code(code)));
            }
            self.wait(Some(connection), look_at);
        }
    }

    /// Takes orders until the next attempt to connect.
    fn pause(&mut self) -> Result<(), OrdersClosed> {
        let over = Instant::now() + RETRY;
        while Instant::now() < over {
            self.take_orders()?;
            self.wait(None, over);
        }
        Ok(())
    }

    /// Keeps the newest order; returns whether there was one.
    fn take_orders(&mut self) -> Result<bool, OrdersClosed> {
        let mut ordered = false;
        loop {
            match self.orders.try_recv() {
                Ok(order) => self.shown = Some(order),
                Err(TryRecvError::Empty) => return Ok(ordered),
                Err(TryRecvError::Disconnected) => return Err(OrdersClosed),
            }
            ordered = true;
        }
    }

    /// Waits for an order, for the server, or for this instant.
    fn wait(&self, connection: Option<&Connection>, until: Instant) {
        let patience = until.saturating_duration_since(Instant::now());
        let time = Timespec::try_from(patience).ok();
        let mut fds = vec![PollFd::new(self.waker, PollFlags::IN)];
        fds.extend(connection.map(|it| PollFd::from_borrowed_fd(it.as_fd(), PollFlags::IN)));
        // A signal ends the wait early, which does no harm.
        let _ = poll(&mut fds, time.as_ref());
        let _ = rustix::io::read(self.waker, &mut [0; 8]);
    }

    fn write(&self, connection: &Connection, cells: usize) -> Result<(), BrlapiError> {
        let Some(order) = &self.shown else {
            return Ok(());
        };
        let text = fitted(&order.text, cells);
        let cursor = order.cursor.filter(|cell| *cell < cells);
        connection.write(&text, cells, cursor)
    }

    fn found(&mut self, cells: usize) {
        self.told_lost = false;
        if cells != self.cells {
            self.cells = cells;
            (self.tell)(BrailleEvent::Back { cells });
        }
    }

    fn lost(&mut self, reason: BrailleLossReason) {
        self.cells = 0;
        if !self.told_lost {
            self.told_lost = true;
            (self.tell)(BrailleEvent::Lost { reason });
        }
    }
}

/// Returns the text as exactly `cells` characters without control characters.
fn fitted(text: &str, cells: usize) -> CString {
    let line: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .chain(std::iter::repeat(' '))
        .take(cells)
        .collect();
    // Zero bytes are control characters, so there are none left.
    CString::new(line).unwrap_or_default()
}

fn refusal(err: BrlapiError) -> BrailleLossReason {
    let what = err.to_string();
    match err {
        BrlapiError::Authentication(_) => BrailleLossReason::Refused { what },
        BrlapiError::Interrupted | BrlapiError::Other(_) => BrailleLossReason::NoServer { what },
    }
}

fn gone(err: BrlapiError) -> BrailleLossReason {
    BrailleLossReason::ServerGone { what: err.to_string() }
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
