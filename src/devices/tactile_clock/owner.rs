//! What keeps the clock's thread and gives it orders.

use std::path::PathBuf;
use std::thread::JoinHandle;
use std::time::Instant;

use crossbeam_channel::Sender;

use super::{ClockEvent, ClockFace, ClockUnavailable, FeelPattern, LostReason, port};
use crate::devices::watched;

#[derive(Debug)]
pub(super) struct Owner {
    /// `None` only while dropping.
    orders: Option<Sender<Order>>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug)]
pub(super) enum Order {
    Show(ClockFace, Instant),
    Feel(FeelPattern),
}

impl Owner {
    pub(super) fn start(
        path: PathBuf,
        tell: impl FnMut(ClockEvent) + Send + 'static,
    ) -> Result<Self, ClockUnavailable> {
        let (orders, inbox) = crossbeam_channel::unbounded();
        let died = |what| ClockEvent::Lost { reason: LostReason::Died { what } };
        let serve = move |tell: &mut dyn FnMut(ClockEvent)| port::run(&path, &inbox, tell);
        let thread = watched::spawn("tactile clock", tell, died, serve)
            .map_err(|err| ClockUnavailable::Thread { what: err.to_string() })?;
        Ok(Self { orders: Some(orders), thread: Some(thread) })
    }

    pub(super) fn show(&self, face: ClockFace, true_at: Instant) {
        self.order(Order::Show(face, true_at));
    }

    pub(super) fn feel(&self, pattern: FeelPattern) {
        self.order(Order::Feel(pattern));
    }

    fn order(&self, order: Order) {
        if let Some(orders) = &self.orders {
            // The thread outlives this value, so somebody always listens.
            let _ = orders.send(order);
        }
    }
}

impl Drop for Owner {
    fn drop(&mut self) {
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

pub(super) fn ports() -> Result<Vec<(PathBuf, Option<String>)>, ClockUnavailable> {
    // A system that cannot list its ports has none to show.
    Ok(port::list().unwrap_or_default())
}
