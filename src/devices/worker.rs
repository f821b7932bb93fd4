//! The threads of the devices. A thread that panics reports that as the loss of its device.
//!
//! A [`Worker`] takes orders until it is dropped.

use std::{
    any::Any,
    io::{self, Read, Write},
    os::{
        fd::{AsFd, BorrowedFd},
        unix::net::UnixStream,
    },
    panic::{AssertUnwindSafe, catch_unwind},
    thread::{Builder, JoinHandle},
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, Sender, TryRecvError, bounded, unbounded};
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::Panicked;

/// How long the end of the program waits for a thread: one that hangs is left behind.
const JOINING: Duration = Duration::from_secs(5);

/// Starts a thread that reports to `tell`. If `work` panics, `died` makes the last report.
pub fn spawn<E: 'static>(
    name: &str,
    mut tell: impl FnMut(E) + Send + 'static,
    died: impl FnOnce(Panicked) -> E + Send + 'static,
    work: impl FnOnce(&mut dyn FnMut(E)) + Send + 'static,
) -> io::Result<JoinHandle<()>> {
    Builder::new().name(name.to_owned()).spawn(move || {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| work(&mut tell))) {
            tell(died(Panicked { what: panic_message(panic.as_ref()) }));
        }
    })
}

/// A thread that carries out orders; dropping it ends the thread and waits for that, with a limit.
#[derive(Debug)]
pub struct Worker<O> {
    /// `None` only while dropping.
    orders: Option<Sender<O>>,
    waker: UnixStream,
    thread: Option<JoinHandle<()>>,
    /// Closed when the thread ends.
    ended: Receiver<()>,
}

/// The orders to a thread.
#[derive(Debug)]
pub struct Orders<O> {
    inbox: Receiver<O>,
    woken: UnixStream,
}

/// The thread is to end: nobody gives orders any more, or nothing is left to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dismissed;

impl<O: Send + 'static> Worker<O> {
    /// Starts a thread as [`spawn`] does; `serve` must return when the orders end.
    pub fn start<E: 'static>(
        name: &str,
        tell: impl FnMut(E) + Send + 'static,
        died: impl FnOnce(Panicked) -> E + Send + 'static,
        serve: impl FnOnce(&Orders<O>, &mut dyn FnMut(E)) + Send + 'static,
    ) -> io::Result<Worker<O>> {
        let (orders, inbox) = unbounded();
        let (waker, woken) = UnixStream::pair()?;
        waker.set_nonblocking(true)?;
        woken.set_nonblocking(true)?;
        let (ending, ended) = bounded(0);
        let thread = spawn(name, tell, died, move |tell| {
            let _ending: Sender<()> = ending;
            serve(&Orders { inbox, woken }, tell);
        })?;
        Ok(Worker { orders: Some(orders), waker, thread: Some(thread), ended })
    }

    pub fn send(&self, order: O) {
        if let Some(orders) = &self.orders {
            // A thread that has ended has reported that.
            let _ = orders.send(order);
            self.wake();
        }
    }
}

impl<O> Worker<O> {
    /// Ends the thread, and does not wait for that.
    pub fn dismiss(mut self) {
        self.thread = None;
    }

    fn wake(&self) {
        // This fails only if the thread has ended, or was woken often enough.
        let _ = (&self.waker).write(&[0]);
    }
}

impl<O> Drop for Worker<O> {
    fn drop(&mut self) {
        self.orders = None;
        self.wake();
        let Some(thread) = self.thread.take() else { return };
        if self.ended.recv_timeout(JOINING).is_err_and(|error| !error.is_timeout()) {
            let _ = thread.join();
        }
    }
}

impl<O> Orders<O> {
    /// The channel, for a thread that waits for other channels too.
    pub fn inbox(&self) -> &Receiver<O> {
        &self.inbox
    }

    /// Returns the next order; `None` if there is none now.
    pub fn take(&self) -> Result<Option<O>, Dismissed> {
        match self.inbox.try_recv() {
            Ok(order) => Ok(Some(order)),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(Dismissed),
        }
    }

    /// Waits for an order, for the descriptor, or until this instant; returns whether the descriptor is readable.
    pub fn wait(&self, other: Option<BorrowedFd<'_>>, until: Instant) -> bool {
        self.wait_for_any(other.as_slice(), until)
    }

    /// Waits for an order, for one of the descriptors, or until this instant; returns whether one is readable.
    pub fn wait_for_any(&self, others: &[BorrowedFd<'_>], until: Instant) -> bool {
        let time = Timespec::try_from(until.saturating_duration_since(Instant::now())).ok();
        let mut fds = vec![PollFd::from_borrowed_fd(self.woken.as_fd(), PollFlags::IN)];
        fds.extend(others.iter().map(|fd| PollFd::from_borrowed_fd(*fd, PollFlags::IN)));
        // A signal ends the wait early, which does no harm.
        let _ = poll(&mut fds, time.as_ref());
        let _ = (&self.woken).read(&mut [0; 64]);
        fds[1..].iter().any(|fd| !fd.revents().is_empty())
    }
}

pub fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "unknown".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_the_last_thing_reported() {
        let (told, news) = crossbeam_channel::unbounded();
        let work = |tell: &mut dyn FnMut(String)| {
            tell("begun".to_owned());
            panic!("what a {}", "pity");
        };
        let thread =
            spawn("test", move |event| told.send(event).unwrap(), |reason| reason.to_string(), work).unwrap();
        thread.join().unwrap();
        let heard: Vec<String> = news.iter().collect();
        assert_eq!(heard, ["begun", "a fault of this program: what a pity"]);
    }
}
