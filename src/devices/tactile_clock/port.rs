//! The clock's serial port.

use std::{
    path::{Path, PathBuf},
    time::Instant,
};

use super::{
    AUTO, USB_NAMES,
    event::ClockEvent,
    line::BAUD,
    link::{ClockCommand, HostLink},
};
use crate::{
    board,
    serial::{self, SerialPort},
    supervisor::{Conversation, Driver, PortLost, converse},
    worker::{Dismissed, Orders},
};

/// What a reason calls the clock that is looked for: each language has its own word for it.
const WANTED: &str = "clock";

/// The clock at a path.
pub(super) struct ClockDriver {
    path: PathBuf,
    link: HostLink,
}

impl ClockDriver {
    pub(super) fn new(path: PathBuf) -> ClockDriver {
        ClockDriver { path, link: HostLink::new(Instant::now()) }
    }
}

impl Driver for ClockDriver {
    type Order = ClockCommand;
    type Report = ClockEvent;

    fn serve(
        &mut self,
        orders: &Orders<ClockCommand>,
        tell: &mut dyn FnMut(ClockEvent),
    ) -> Result<PortLost, Dismissed> {
        match find(&self.path).and_then(|path| SerialPort::open(&path, BAUD)) {
            Ok(mut port) => {
                // Bytes from before the opening are stale.
                port.clear_input();
                converse(&mut port, &mut self.link, orders, tell)
            }
            Err(reason) => Ok(reason),
        }
    }

    /// The clock that is back shows the last state.
    fn take_while_lost(&mut self, order: ClockCommand) {
        self.link.order(order, Instant::now());
    }
}

/// Returns the clock's path; at [`AUTO`] the path at which it is plugged in.
pub fn find(path: &Path) -> Result<PathBuf, PortLost> {
    if path != Path::new(AUTO) {
        return Ok(path.to_owned());
    }
    serial::find(WANTED, USB_NAMES, &board::usb_names())
}
