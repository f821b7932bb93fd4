//! The thread between a DGT board's serial port and whoever follows it.

use std::{
    io::{ErrorKind, Read, Write},
    path::Path,
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, TryRecvError};

use super::{BoardEvent, ClockOrder, LostReason, link::DgtLink};
use crate::devices::serial::{Line, PortFault, SerialPort};

/// Speed of the board; a pseudo-terminal takes any.
const LINE: Line = Line::at(9_600);
/// How soon an order goes out while the board is silent.
const PATIENCE: Duration = Duration::from_millis(20);
/// Between two tries to open the port.
const RETRY: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub(super) enum Order {
    Light(Vec<u8>),
    Clock(ClockOrder),
}

/// Runs until nobody gives orders any more.
pub(super) fn serve(path: &Path, orders: &Receiver<Order>, tell: &mut dyn FnMut(BoardEvent)) {
    let mut link = DgtLink::default();
    let mut told_lost = false;
    loop {
        let lost = match open(path) {
            Ok(mut port) => {
                link.opened(Instant::now());
                match talk(&mut port, &mut link, orders, &mut |event| {
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
        // What is ordered meanwhile is stale when the board is back.
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

/// Talks until the port breaks, which is told, or the orders end.
fn talk(
    port: &mut SerialPort,
    link: &mut DgtLink,
    orders: &Receiver<Order>,
    tell: &mut dyn FnMut(BoardEvent),
) -> Option<LostReason> {
    let gone = |error: std::io::Error| Some(LostReason::Gone { what: error.to_string() });
    let mut buffer = [0; 256];
    loop {
        loop {
            match orders.try_recv() {
                Ok(Order::Light(squares)) => link.light(&squares),
                Ok(Order::Clock(order)) => link.order(order, Instant::now()),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => return None,
            }
        }
        link.passed(Instant::now());
        while let Some(bytes) = link.next_write() {
            match port.write_all(&bytes) {
                Err(error) if !passes(error.kind()) => return gone(error),
                _ => {}
            }
        }
        match port.read(&mut buffer) {
            Ok(0) => return Some(LostReason::Gone { what: "end of input".to_owned() }),
            Ok(count) => link.received(&buffer[..count], Instant::now()).into_iter().for_each(&mut *tell),
            Err(error) if passes(error.kind()) => {}
            Err(error) => return gone(error),
        }
    }
}

fn passes(error: ErrorKind) -> bool {
    matches!(error, ErrorKind::TimedOut | ErrorKind::WouldBlock | ErrorKind::Interrupted)
}

fn open(path: &Path) -> Result<SerialPort, LostReason> {
    SerialPort::open(path, LINE, PATIENCE).map_err(|fault| {
        let path = path.display().to_string();
        match fault {
            PortFault::Missing => LostReason::Missing { path },
            PortFault::Busy => LostReason::Busy { path },
            PortFault::Forbidden => LostReason::Forbidden { path },
            PortFault::Other(what) => LostReason::CannotOpen { path, what },
        }
    })
}
