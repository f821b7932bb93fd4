//! The connection to brltty, while it lasts.

use std::ffi::CString;
use std::time::{Duration, Instant};

use super::connection::{BrlapiError, Connection, ServerAddress};
use super::{BrailleEvent, BrailleKey, BrailleServer, BrailleUnavailable, LineContent};
use crate::supervisor::{Driver, PortLost};
use crate::worker::{Dismissed, Orders};

/// How often the display is looked for while there is none.
const LOOK_FOR_CELLS: Duration = Duration::from_millis(100);
/// How often the display's size is checked: displays are unplugged and changed.
const LOOK_AFTER_CELLS: Duration = Duration::from_millis(250);

/// The display of a server.
pub(super) struct DisplayDriver {
    address: ServerAddress,
    /// What the display should show.
    shown: Option<LineContent>,
    /// The number of cells as reported; 0 while the display is lost.
    cells: usize,
}

impl DisplayDriver {
    pub(super) fn new(server: BrailleServer) -> Result<DisplayDriver, BrailleUnavailable> {
        Ok(DisplayDriver { address: ServerAddress::new(server)?, shown: None, cells: 0 })
    }
}

impl Driver for DisplayDriver {
    type Order = LineContent;
    type Report = BrailleEvent;

    fn serve(
        &mut self,
        orders: &Orders<LineContent>,
        tell: &mut dyn FnMut(BrailleEvent),
    ) -> Result<PortLost, Dismissed> {
        let reason = loop {
            let connection = match Connection::open(&self.address) {
                Ok(connection) => connection,
                Err(error) => break refusal(error),
            };
            match self.serve_connection(&connection, orders, tell) {
                // The display has changed, which needs another connection.
                Ok(()) => {}
                Err(Interruption::Dismissed) => return Err(Dismissed),
                Err(Interruption::Broken(error)) => break PortLost::BrlttyGone { what: error.to_string() },
            }
        };
        self.cells = 0;
        Ok(reason)
    }

    fn take_while_lost(&mut self, order: LineContent) {
        self.shown = Some(order);
    }
}

/// Why a connection ends.
enum Interruption {
    Dismissed,
    Broken(BrlapiError),
}

impl From<Dismissed> for Interruption {
    fn from(_: Dismissed) -> Interruption {
        Interruption::Dismissed
    }
}

impl From<BrlapiError> for Interruption {
    fn from(error: BrlapiError) -> Interruption {
        Interruption::Broken(error)
    }
}

impl DisplayDriver {
    /// Serves one connection until it breaks or the display changes.
    fn serve_connection(
        &mut self,
        connection: &Connection,
        orders: &Orders<LineContent>,
        tell: &mut dyn FnMut(BrailleEvent),
    ) -> Result<(), Interruption> {
        let mut cells = connection.cells()?;
        while cells == 0 {
            if std::mem::take(&mut self.cells) > 0 {
                tell(BrailleEvent::Lost { reason: PortLost::NoDisplay });
            }
            self.take_orders(orders)?;
            orders.wait(None, Instant::now() + LOOK_FOR_CELLS);
            cells = connection.cells()?;
        }
        connection.enter_tty()?;
        self.write(connection, cells)?;
        if std::mem::replace(&mut self.cells, cells) != cells {
            tell(BrailleEvent::Back { cells });
        }
        let mut look_at = Instant::now() + LOOK_AFTER_CELLS;
        loop {
            let ordered = self.take_orders(orders)?;
            if ordered || Instant::now() >= look_at {
                if connection.cells()? != cells {
                    return Ok(());
                }
                look_at = Instant::now() + LOOK_AFTER_CELLS;
            }
            if ordered {
                self.write(connection, cells)?;
            }
            // Keys are read last, because the library queues those that come before an answer.
            while let Some(code) = connection.read_key()? {
                tell(BrailleEvent::Key(BrailleKey::from_code(code)));
            }
            orders.wait(Some(connection.as_fd()), look_at);
        }
    }

    /// Keeps the newest order; returns whether there was one.
    fn take_orders(&mut self, orders: &Orders<LineContent>) -> Result<bool, Dismissed> {
        let mut ordered = false;
        while let Some(order) = orders.take()? {
            (self.shown, ordered) = (Some(order), true);
        }
        Ok(ordered)
    }

    fn write(&self, connection: &Connection, cells: usize) -> Result<(), BrlapiError> {
        let Some(order) = &self.shown else {
            return Ok(());
        };
        let text = fitted(&order.text, cells);
        let cursor = order.cursor.filter(|cell| *cell < cells);
        connection.write(&text, cells, cursor)
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

fn refusal(err: BrlapiError) -> PortLost {
    let what = err.to_string();
    match err {
        BrlapiError::Authentication(_) => PortLost::BrlttyRefuses { what },
        BrlapiError::Interrupted | BrlapiError::Other(_) => PortLost::NoBrltty { what },
    }
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
