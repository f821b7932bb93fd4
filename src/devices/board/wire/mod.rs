//! The wires to boards, and the conversation over one.

mod reports;
#[cfg(feature = "serial")]
mod websocket;

use std::{collections::VecDeque, path::Path, time::Instant};

use super::{BoardAddress, BoardCommand, BoardEvent, link::BoardLink, maker::WireKind};
use crate::{
    serial::SerialPort,
    supervisor::{Conversation, DeviceReport, Driver, PATIENCE, PortLost, Wire, WireAction, converse},
    worker::{Dismissed, Orders},
};

/// A board at an address.
pub(super) struct BoardDriver {
    address: BoardAddress,
    talk: BoardConversation,
}

impl BoardDriver {
    pub(super) fn new(address: BoardAddress) -> BoardDriver {
        let talk = BoardConversation {
            link: address.maker.board().link(),
            events: VecDeque::new(),
            passed_at: Instant::now(),
        };
        BoardDriver { address, talk }
    }
}

impl Driver for BoardDriver {
    type Order = BoardCommand;
    type Report = BoardEvent;

    fn serve(
        &mut self,
        orders: &Orders<BoardCommand>,
        tell: &mut dyn FnMut(BoardEvent),
    ) -> Result<PortLost, Dismissed> {
        match open(&self.address) {
            Ok(mut wire) => converse(&mut *wire, &mut self.talk, orders, tell),
            Err(reason) => Ok(reason),
        }
    }
}

impl DeviceReport for BoardEvent {
    type Loss = PortLost;

    fn lost(reason: PortLost) -> BoardEvent {
        BoardEvent::Lost { reason }
    }

    fn presence(&self) -> Option<bool> {
        match self {
            BoardEvent::Lost { .. } => Some(false),
            BoardEvent::Back { .. } => Some(true),
            BoardEvent::Placed { .. } | BoardEvent::Clock { .. } | BoardEvent::Puzzling { .. } => None,
        }
    }
}

/// The conversation of any maker's link, which looks at the time every [`PATIENCE`].
struct BoardConversation {
    link: Box<dyn BoardLink>,
    events: VecDeque<BoardEvent>,
    passed_at: Instant,
}

impl Conversation for BoardConversation {
    type Order = BoardCommand;
    type Report = BoardEvent;

    fn opened(&mut self, now: Instant) {
        self.events.clear();
        self.link.opened(now);
    }

    fn order(&mut self, order: BoardCommand, now: Instant) {
        match order {
            BoardCommand::Light(squares) => self.link.light(&squares, now),
            BoardCommand::Clock(order) => self.link.order(order, now),
        }
    }

    fn received(&mut self, bytes: &[u8], now: Instant) {
        self.events.extend(self.link.received(bytes, now));
    }

    fn passed(&mut self, now: Instant) {
        self.passed_at = now;
        self.link.passed(now);
    }

    fn next_deadline(&self) -> Option<Instant> {
        Some(self.passed_at + PATIENCE)
    }

    fn next_action(&mut self) -> Option<WireAction<BoardEvent>> {
        let event = self.events.pop_front().map(WireAction::Tell);
        event.or_else(|| self.link.next_write().map(WireAction::Write))
    }
}

fn open(address: &BoardAddress) -> Result<Box<dyn Wire>, PortLost> {
    let place = address.find()?;
    match address.maker.board().wire() {
        WireKind::Serial { baud, dtr } => {
            let mut port = SerialPort::open(Path::new(&place), baud)?;
            if !dtr {
                port.clear_dtr();
            }
            Ok(Box::new(port))
        }
        WireKind::Hid { .. } => reports::open(Path::new(&place)),
        #[cfg(feature = "serial")]
        WireKind::WebSocket { .. } => websocket::open(&place),
        #[cfg(not(feature = "serial"))]
        WireKind::WebSocket { .. } => {
            let what = std::io::Error::other(crate::serial::NotBuilt).into();
            Err(PortLost::CannotOpen { path: place, what })
        }
    }
}
