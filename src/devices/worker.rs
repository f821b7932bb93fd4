//! The threads of the devices. A thread that panics reports that as the loss of its device.
//!
//! A [`Worker`] takes commands until it is dropped.

use std::{
    any::Any,
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    thread::{Builder, JoinHandle},
};

use crossbeam_channel::{Receiver, Sender};

use super::Panicked;

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

/// A thread that carries out commands; dropping it ends the thread and waits for that.
#[derive(Debug)]
pub struct Worker<O> {
    /// `None` only while dropping.
    orders: Option<Sender<O>>,
    thread: Option<JoinHandle<()>>,
}

impl<O: Send + 'static> Worker<O> {
    /// Starts a thread as [`spawn`] does; `serve` must return when the commands end.
    pub fn start<E: 'static>(
        name: &str,
        tell: impl FnMut(E) + Send + 'static,
        died: impl FnOnce(Panicked) -> E + Send + 'static,
        serve: impl FnOnce(&Receiver<O>, &mut dyn FnMut(E)) + Send + 'static,
    ) -> io::Result<Worker<O>> {
        let (orders, inbox) = crossbeam_channel::unbounded();
        let thread = spawn(name, tell, died, move |tell| serve(&inbox, tell))?;
        Ok(Worker { orders: Some(orders), thread: Some(thread) })
    }

    pub fn send(&self, order: O) {
        if let Some(orders) = &self.orders {
            // A thread that has ended has reported that.
            let _ = orders.send(order);
        }
    }
}

impl<O> Drop for Worker<O> {
    fn drop(&mut self) {
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
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
