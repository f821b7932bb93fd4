//! The display's thread, and the channel to it.

use std::io;
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::thread::JoinHandle;

use crossbeam_channel::Sender;
use rustix::event::{EventfdFlags, eventfd};

use super::connection::ServerAddress;
use super::{BrailleEvent, BrailleLossReason, BrailleServer, BrailleUnavailable, service};
use crate::devices::worker;

#[derive(Debug)]
pub(super) struct DisplayThread {
    /// `None` only while dropping.
    orders: Option<Sender<LineContent>>,
    /// An eventfd that is written to after an order.
    waker: Arc<OwnedFd>,
    thread: Option<JoinHandle<()>>,
}

/// What the line shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct LineContent {
    pub(super) text: String,
    pub(super) cursor: Option<usize>,
}

impl DisplayThread {
    pub(super) fn start(
        server: BrailleServer,
        tell: impl FnMut(BrailleEvent) + Send + 'static,
    ) -> Result<Self, BrailleUnavailable> {
        let address = ServerAddress::new(server)?;
        let (orders, inbox) = crossbeam_channel::unbounded();
        let flags = EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK;
        let no_thread = |err: io::Error| BrailleUnavailable::Thread { what: err.into() };
        let waker = eventfd(0, flags).map_err(|err| no_thread(err.into()))?;
        let waker = Arc::new(waker);
        let woken = Arc::clone(&waker);
        let died = |panic| BrailleEvent::Lost { reason: BrailleLossReason::Died(panic) };
        let serve = move |tell: &mut dyn FnMut(BrailleEvent)| service::run(&address, &inbox, &woken, tell);
        let thread = worker::spawn("braille display", tell, died, serve).map_err(no_thread)?;
        Ok(Self { orders: Some(orders), waker, thread: Some(thread) })
    }

    pub(super) fn show(&self, text: &str, cursor: Option<usize>) {
        if let Some(orders) = &self.orders {
            // The thread outlives this value, so the send succeeds.
            let _ = orders.send(LineContent { text: text.to_owned(), cursor });
            self.wake();
        }
    }

    fn wake(&self) {
        // This fails only when the counter is full, and a full counter wakes as well.
        let _ = rustix::io::write(&*self.waker, &1u64.to_ne_bytes());
    }
}

impl Drop for DisplayThread {
    fn drop(&mut self) {
        self.orders = None;
        self.wake();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
