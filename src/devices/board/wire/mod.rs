//! The thread that owns the wire to a board.

mod reports;
mod websocket;

use std::{
    io::{self, ErrorKind, Read, Write},
    path::Path,
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, TryRecvError};

use super::{BoardAddress, BoardCommand, BoardEvent, BoardLossReason, link, maker::WireKind};
use crate::devices::serial::{PortError, SerialPort};

/// How long a read waits, and so how long an order waits at most while the board is silent.
const PATIENCE: Duration = Duration::from_millis(20);
/// The pause between two attempts to open the wire.
const RETRY: Duration = Duration::from_secs(1);

/// An open wire to a board.
trait BoardWire {
    /// Appends the bytes that come within [`PATIENCE`].
    fn read(&mut self, buffer: &mut Vec<u8>) -> io::Result<()>;

    fn write(&mut self, bytes: &[u8]) -> io::Result<()>;
}

/// Runs until the channel of orders is closed.
pub(super) fn serve(
    address: &BoardAddress,
    orders: &Receiver<BoardCommand>,
    tell: &mut dyn FnMut(BoardEvent),
) {
    let mut link = address.maker.board().link();
    let mut told_lost = false;
    loop {
        let lost = match open(address) {
            Ok(mut wire) => {
                link.opened(Instant::now());
                match talk(&mut *wire, &mut *link, orders, &mut |event| {
                    told_lost &= !matches!(event, BoardEvent::Back { .. });
                    tell(event);
                }) {
                    Some(reason) => reason,
                    None => return,
                }
            }
            Err(reason) => reason,
        };
        if !std::mem::replace(&mut told_lost, true) {
            tell(BoardEvent::Lost { reason: lost });
        }
        // Orders from this time would be stale when the board is back, so they are dropped.
        let until = Instant::now() + RETRY;
        loop {
            match orders.recv_deadline(until) {
                Ok(_) => {}
                Err(crossbeam_channel::RecvTimeoutError::Timeout) => break,
                Err(crossbeam_channel::RecvTimeoutError::Disconnected) => return,
            }
        }
    }
}

/// Serves an open wire. Returns why it broke, or `None` when the channel of orders is closed.
fn talk(
    wire: &mut dyn BoardWire,
    link: &mut dyn link::BoardLink,
    orders: &Receiver<BoardCommand>,
    tell: &mut dyn FnMut(BoardEvent),
) -> Option<BoardLossReason> {
    let gone = |error: io::Error| Some(BoardLossReason::Gone { what: error.into() });
    let mut buffer = Vec::new();
    loop {
        loop {
            match orders.try_recv() {
                Ok(BoardCommand::Light(squares)) => link.light(&squares, Instant::now()),
                Ok(BoardCommand::Clock(order)) => link.order(order, Instant::now()),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => return None,
            }
        }
        link.passed(Instant::now());
        while let Some(bytes) = link.next_write() {
            match wire.write(&bytes) {
                Err(error) if !passes(&error) => return gone(error),
                _ => {}
            }
        }
        buffer.clear();
        match wire.read(&mut buffer) {
            Err(error) if !passes(&error) => return gone(error),
            _ if buffer.is_empty() => {}
            _ => link.received(&buffer, Instant::now()).into_iter().for_each(&mut *tell),
        }
    }
}

fn passes(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::TimedOut | ErrorKind::WouldBlock | ErrorKind::Interrupted)
}

fn open(address: &BoardAddress) -> Result<Box<dyn BoardWire>, BoardLossReason> {
    let place = address.find()?;
    match address.maker.board().wire() {
        WireKind::Serial { baud, dtr } => serial(&place, baud, dtr),
        WireKind::Hid { .. } => reports::open(Path::new(&place)),
        WireKind::WebSocket { .. } => websocket::open(&place),
    }
}

/// Opens a serial port, and clears its line DTR if the maker wants that.
fn serial(place: &str, baud: u32, dtr: bool) -> Result<Box<dyn BoardWire>, BoardLossReason> {
    let mut port = SerialPort::open(Path::new(place), baud, PATIENCE).map_err(|fault| {
        let path = place.to_owned();
        match fault {
            PortError::Missing => BoardLossReason::Missing { path },
            PortError::Busy => BoardLossReason::Busy { path },
            PortError::Forbidden => BoardLossReason::Forbidden { path },
            PortError::Other(what) => BoardLossReason::CannotOpen { path, what },
        }
    })?;
    if !dtr {
        port.clear_dtr();
    }
    Ok(Box::new(port))
}

impl BoardWire for SerialPort {
    fn read(&mut self, buffer: &mut Vec<u8>) -> io::Result<()> {
        let mut some = [0; 256];
        match Read::read(self, &mut some)? {
            0 => Err(io::Error::new(ErrorKind::UnexpectedEof, "end of input")),
            count => {
                buffer.extend(&some[..count]);
                Ok(())
            }
        }
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write_all(bytes)
    }
}
