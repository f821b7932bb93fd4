//! The supervisor: opens a device, serves it, and opens it again when it is lost.
//!
//! A [`Driver`] knows one kind of device. [`supervise`] gives it a thread, tells the loss and the return once each, and
//! waits before each attempt. Most drivers hold a [`Conversation`], which is without input and output, and [`converse`]
//! carries it out over any [`Wire`].

use std::{
    cell::Cell,
    io::{self, ErrorKind},
    os::fd::BorrowedFd,
    time::{Duration, Instant},
};

use super::{
    Panicked, SystemError,
    worker::{Dismissed, Orders, Worker},
};
use crate::language::Message;

/// Why a device is not connected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "port")]
pub enum PortLost {
    Missing {
        path: String,
    },
    /// No device of this name is plugged in.
    Unplugged {
        wanted: String,
    },
    Several {
        wanted: String,
        ports: String,
    },
    Busy {
        path: String,
    },
    Forbidden {
        path: String,
    },
    /// A rule of udev is missing.
    NoRule {
        path: String,
    },
    CannotOpen {
        path: String,
        what: SystemError,
    },
    Gone {
        what: SystemError,
    },
    NoAnswer,
    /// Its protocol has another version.
    OtherVersion {
        found: u8,
        expected: u8,
    },
    NoLiveChess {
        place: String,
        what: SystemError,
    },
    NoBrltty {
        what: String,
    },
    BrlttyRefuses {
        what: String,
    },
    BrlttyGone {
        what: String,
    },
    NoDisplay,
    #[message(transparent)]
    Died(Panicked),
}

impl From<Panicked> for PortLost {
    fn from(panic: Panicked) -> PortLost {
        PortLost::Died(panic)
    }
}

/// Why something is lost: a device, or a connection to a server.
pub trait Loss: From<Panicked> {
    /// Returns the shortest pause before the next attempt: some servers name one.
    fn least_pause(&self) -> Duration {
        Duration::ZERO
    }
}

impl Loss for PortLost {}

/// What a device reports.
pub trait DeviceReport: Sized + 'static {
    type Loss: Loss;

    /// The report that the device is lost.
    fn lost(reason: Self::Loss) -> Self;

    /// Returns whether the device is there, if the report is about that.
    fn presence(&self) -> Option<bool>;
}

/// One kind of device that can be opened, served and lost.
pub trait Driver {
    type Order: Send + 'static;
    type Report: DeviceReport;

    /// Opens the device and serves it until it is lost, and returns why.
    fn serve(
        &mut self,
        orders: &Orders<Self::Order>,
        tell: &mut dyn FnMut(Self::Report),
    ) -> Result<LossOf<Self>, Dismissed>;

    /// Returns the pauses between attempts.
    fn backoff(&self) -> Backoff {
        Backoff::default()
    }

    /// Takes an order while the device is lost. Most are stale when it is back, so they are dropped.
    fn take_while_lost(&mut self, _order: Self::Order) {}
}

/// The reason for which a driver's device is lost.
pub type LossOf<D> = <<D as Driver>::Report as DeviceReport>::Loss;

/// Starts the thread of a device, which need not be there yet. `tell` is called on that thread.
pub fn supervise<D: Driver + Send + 'static>(
    name: &str,
    mut driver: D,
    tell: impl FnMut(D::Report) + Send + 'static,
) -> io::Result<Worker<D::Order>> {
    let died = |panic: Panicked| D::Report::lost(panic.into());
    Worker::start(name, tell, died, move |orders, tell| {
        // The end of the orders is the end of the thread.
        let Err(Dismissed) = keep_connected(&mut driver, orders, tell);
    })
}

fn keep_connected<D: Driver>(
    driver: &mut D,
    orders: &Orders<D::Order>,
    tell: &mut dyn FnMut(D::Report),
) -> Result<std::convert::Infallible, Dismissed> {
    let (mut once, was_back) = (ToldOnce::default(), Cell::new(false));
    let mut tell = |report: D::Report| {
        was_back.set(was_back.get() || report.presence() == Some(true));
        if once.is_new(&report) {
            tell(report);
        }
    };
    let mut backoff = driver.backoff();
    loop {
        let began = Instant::now();
        let reason = driver.serve(orders, &mut tell)?;
        if was_back.take() {
            backoff.worked_for(began.elapsed());
        }
        let pause = backoff.pause_after(&reason);
        tell(D::Report::lost(reason));
        let until = Instant::now() + pause;
        while Instant::now() < until {
            match orders.take()? {
                Some(order) => driver.take_while_lost(order),
                None => {
                    orders.wait(None, until);
                }
            }
        }
    }
}

/// Tells a loss once, until the device is back.
#[derive(Debug, Default)]
pub struct ToldOnce {
    lost: bool,
}

impl ToldOnce {
    /// Whether the report is to be passed on.
    pub fn is_new(&mut self, report: &impl DeviceReport) -> bool {
        match report.presence() {
            Some(there) => self.changed(there) || there,
            None => true,
        }
    }

    /// Notes whether the device is there; returns whether that is new.
    pub fn changed(&mut self, there: bool) -> bool {
        std::mem::replace(&mut self.lost, !there) == there
    }

    pub fn is_lost(&self) -> bool {
        self.lost
    }
}

/// The pauses between attempts: each is twice as long as the one before, up to the longest.
#[derive(Clone, Copy, Debug)]
pub struct Backoff {
    first: Duration,
    next: Duration,
    longest: Duration,
}

/// A device that is plugged in again is found soon, and one that stays away is looked for once a second.
impl Default for Backoff {
    fn default() -> Backoff {
        Backoff::between(Duration::from_millis(250), Duration::from_secs(1))
    }
}

impl Backoff {
    pub fn between(first: Duration, longest: Duration) -> Backoff {
        Backoff { first, next: first, longest }
    }

    /// Returns the next pause. It varies by a fifth, so that not all attempts come at once.
    pub fn next_pause(&mut self) -> Duration {
        let pause = self.next;
        self.next = (2 * pause).min(self.longest);
        pause.mul_f64(0.8 + 0.2 * fastrand::f64())
    }

    /// Returns the next pause after a loss, which may ask for a longer one.
    pub fn pause_after(&mut self, reason: &impl Loss) -> Duration {
        self.next_pause().max(reason.least_pause())
    }

    /// The attempt has succeeded.
    pub fn reset(&mut self) {
        self.next = self.first;
    }

    /// What began after a pause has ended after `lasted`: it has succeeded if it lasted longer than the next pause would.
    pub fn worked_for(&mut self, lasted: Duration) {
        if lasted >= self.next {
            self.reset();
        }
    }
}

/// The host's side of a conversation, without a wire: bytes and instants in, actions out.
pub trait Conversation {
    type Order;
    type Report;

    /// Begins on a wire that was opened, for the first time or again.
    fn opened(&mut self, now: Instant);

    /// Notes that the wire has broken.
    fn closed(&mut self) {}

    fn order(&mut self, order: Self::Order, now: Instant);

    fn received(&mut self, bytes: &[u8], now: Instant);

    /// Does what is due at this instant.
    fn passed(&mut self, now: Instant);

    /// Returns when [`Conversation::passed`] must be called at the latest.
    fn next_deadline(&self) -> Option<Instant>;

    /// Returns the next action; called until `None` after every other call.
    fn next_action(&mut self) -> Option<WireAction<Self::Report>>;
}

/// What the owner of a wire must do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WireAction<R> {
    Write(Vec<u8>),
    Tell(R),
    /// The wire is there, but the device is silent: it is to be opened again.
    Reopen,
}

/// An open wire to a device.
pub trait Wire {
    /// Appends bytes that have come. If there are none, waits no longer than [`PATIENCE`].
    fn read(&mut self, buffer: &mut Vec<u8>) -> io::Result<()>;

    fn write(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Returns what becomes readable when bytes come; `None` if only a read can tell.
    fn readable(&self) -> Option<BorrowedFd<'_>>;
}

/// How long reads and writes may block, and so how long an order waits at most.
pub const PATIENCE: Duration = Duration::from_millis(20);
/// The time between two reads: a device that floods fills its own wire, not this program.
const BETWEEN_READS: Duration = Duration::from_millis(5);
/// How long a conversation without a deadline may rest.
const REST: Duration = Duration::from_secs(60);

/// Carries a conversation out over an open wire, until the wire breaks; returns why.
pub fn converse<C: Conversation>(
    wire: &mut dyn Wire,
    talk: &mut C,
    orders: &Orders<C::Order>,
    tell: &mut dyn FnMut(C::Report),
) -> Result<PortLost, Dismissed> {
    talk.opened(Instant::now());
    let (mut buffer, mut read_at) = (Vec::new(), Instant::now());
    let reason = loop {
        while let Some(order) = orders.take()? {
            talk.order(order, Instant::now());
        }
        talk.passed(Instant::now());
        if let Some(reason) = act(wire, talk, tell) {
            break reason;
        }
        let now = Instant::now();
        let until = talk.next_deadline().unwrap_or(now + REST);
        if wire.readable().is_some_and(|fd| !orders.wait(Some(fd), until)) {
            continue;
        }
        orders.wait(None, read_at + BETWEEN_READS);
        read_at = Instant::now();
        buffer.clear();
        match wire.read(&mut buffer) {
            Err(error) if !passes(&error) => break PortLost::Gone { what: error.into() },
            _ if buffer.is_empty() => {}
            _ => talk.received(&buffer, Instant::now()),
        }
        if let Some(reason) = act(wire, talk, tell) {
            break reason;
        }
    };
    talk.closed();
    Ok(reason)
}

/// Carries out the actions that are due; returns why the wire is lost, if it is.
fn act<C: Conversation>(
    wire: &mut dyn Wire,
    talk: &mut C,
    tell: &mut dyn FnMut(C::Report),
) -> Option<PortLost> {
    while let Some(action) = talk.next_action() {
        match action {
            WireAction::Tell(report) => tell(report),
            WireAction::Reopen => return Some(PortLost::NoAnswer),
            WireAction::Write(bytes) => match wire.write(&bytes) {
                // A device that takes no bytes gives no answer either, which the conversation notices.
                Err(error) if !passes(&error) => return Some(PortLost::Gone { what: error.into() }),
                _ => {}
            },
        }
    }
    None
}

fn passes(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::TimedOut | ErrorKind::WouldBlock | ErrorKind::Interrupted)
}

/// Returns the error of a wire at its end.
pub fn end_of_input() -> io::Error {
    io::Error::new(ErrorKind::UnexpectedEof, "end of input")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq)]
    enum Report {
        Lost(PortLost),
        Back,
        Ordered(u32),
    }

    impl DeviceReport for Report {
        type Loss = PortLost;

        fn lost(reason: PortLost) -> Report {
            Report::Lost(reason)
        }

        fn presence(&self) -> Option<bool> {
            match self {
                Report::Lost(_) => Some(false),
                Report::Back => Some(true),
                Report::Ordered(_) => None,
            }
        }
    }

    /// A device that is there at every third attempt, and then lost at the first order.
    #[derive(Default)]
    struct Flapping {
        attempts: u32,
        kept: Option<u32>,
    }

    impl Driver for Flapping {
        type Order = u32;
        type Report = Report;

        fn serve(
            &mut self,
            orders: &Orders<u32>,
            tell: &mut dyn FnMut(Report),
        ) -> Result<PortLost, Dismissed> {
            self.attempts += 1;
            if !self.attempts.is_multiple_of(3) {
                return Ok(PortLost::NoAnswer);
            }
            tell(Report::Back);
            self.kept.take().into_iter().for_each(|order| tell(Report::Ordered(order)));
            let order = orders.inbox().recv().map_err(|_| Dismissed)?;
            tell(Report::Ordered(order));
            Ok(PortLost::NoAnswer)
        }

        fn take_while_lost(&mut self, order: u32) {
            self.kept = Some(order);
        }
    }

    #[test]
    fn each_loss_and_each_return_is_told_once() {
        let (told, news) = crossbeam_channel::unbounded();
        let worker = supervise("test", Flapping::default(), move |report| drop(told.send(report))).unwrap();
        let next = || news.recv_timeout(Duration::from_secs(20)).unwrap();
        let lost = || Report::Lost(PortLost::NoAnswer);
        assert_eq!([next(), next()], [lost(), Report::Back]);
        worker.send(1);
        assert_eq!([next(), next()], [Report::Ordered(1), lost()]);
        // The last order from the time of the loss is carried out.
        worker.send(2);
        worker.send(3);
        assert_eq!([next(), next()], [Report::Back, Report::Ordered(3)]);
        drop(worker);
        assert!(news.recv().is_err(), "the thread has ended");
    }

    #[test]
    fn pauses_grow_to_the_longest() {
        let seconds = Duration::from_secs;
        let mut backoff = Backoff::between(seconds(1), seconds(5));
        for longest in [1, 2, 4, 5, 5] {
            let pause = backoff.next_pause();
            assert!(seconds(longest).mul_f64(0.8) <= pause && pause <= seconds(longest), "{pause:?}");
        }
        // What breaks at once, again and again, is not tried more often.
        backoff.worked_for(seconds(3));
        assert!(backoff.next_pause() > seconds(3));
        backoff.worked_for(seconds(60));
        assert!(backoff.next_pause() <= seconds(1));
    }
}
