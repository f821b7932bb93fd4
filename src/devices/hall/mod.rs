//! The line to a hall: a broker that keeps the newest state under each topic (MQTT 5 over TLS).
//!
//! What is [shown](HallLine::show) goes out as soon as it can, the newest state of each topic alone, and again at every
//! connection: nothing depends on what a broker remembers. Nobody waits for it. `connection` is one connection from its
//! beginning to its end, `fault` why there is none.
//!
//! Only the certificate in the options is trusted, whatever the system trusts, and a wrong clock is told as a wrong clock.
#![warn(unreachable_pub)]

mod connection;
mod fault;

use std::{io, time::Duration};

use crossbeam_channel::{Receiver, bounded};
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};

use super::{supervisor::Backoff, worker};
use connection::{Ended, Outbox};
pub use fault::HallLost;

/// A state under a topic.
#[derive(Clone, PartialEq, Eq)]
pub struct HallMessage {
    pub topic: String,
    pub content: Vec<u8>,
}

/// Where a hall is, and who comes in.
#[derive(Clone)]
pub struct HallOptions {
    /// Names or numbers of the broker's machine; each is tried.
    pub hosts: Vec<String>,
    pub port: u16,
    pub user: String,
    pub password: String,
    /// The certificate of the only authority that is trusted, in PEM.
    pub authority: String,
    /// What the broker shows as soon as this line is gone.
    pub will: Option<HallMessage>,
    /// The topics that are reported, perhaps with wildcards.
    pub topics: Vec<String>,
}

/// What a hall reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HallEvent {
    /// It is there, for the first time or again.
    Connected,
    /// It is not there, and each of its hosts was tried in vain. It is reported again if nobody answered before, and now
    /// somebody does who does not let us in.
    Lost { reason: HallLost },
    /// The newest state under a topic, and how long the broker has had it, to the second.
    Shown { topic: String, content: Vec<u8>, age: Duration },
    /// The broker does not let this user write under a topic.
    Refused { topic: String },
    /// A state is longer than the broker takes, and was not sent.
    TooLong { topic: String, found: usize, most: usize },
}

/// A line to a hall, until this is dropped.
#[derive(Debug)]
pub struct HallLine {
    /// `None` only while dropping.
    states: Option<UnboundedSender<HallMessage>>,
    /// Closed when the thread ends.
    ended: Receiver<()>,
}

/// The pauses between attempts. A hall of 200 comes back within seconds, and not all of it at once.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);
/// How long a connection lasts before a loss counts as a new one: two clients of one name would throw each other out for
/// ever without a pause.
const PEACE: Duration = Duration::from_secs(10);
/// How long the end waits for the last states to go out.
const LAST_STATES: Duration = Duration::from_secs(2);

impl HallLine {
    /// Connects on a thread of its own, and goes on trying.
    ///
    /// # Errors
    ///
    /// If there can be no thread.
    pub fn open(options: HallOptions, tell: impl FnMut(HallEvent) + Send + 'static) -> io::Result<HallLine> {
        let (states, orders) = mpsc::unbounded_channel();
        let (ending, ended) = bounded::<()>(0);
        let died = |panicked| HallEvent::Lost { reason: HallLost::Died(panicked) };
        worker::spawn("hall", tell, died, move |report| {
            let _ending = ending;
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.expect("a thread can have a runtime").block_on(run(&options, orders, report));
        })?;
        Ok(HallLine { states: Some(states), ended })
    }

    /// Shows a state in place of the one before it under its topic.
    pub fn show(&self, topic: String, content: Vec<u8>) {
        if let Some(states) = &self.states {
            // A thread that has ended has reported that.
            let _ = states.send(HallMessage { topic, content });
        }
    }
}

/// The last states go out, if the hall is there.
impl Drop for HallLine {
    fn drop(&mut self) {
        self.states = None;
        let _ = self.ended.recv_timeout(LAST_STATES);
    }
}

async fn run(
    options: &HallOptions,
    mut orders: UnboundedReceiver<HallMessage>,
    report: &mut dyn FnMut(HallEvent),
) {
    let mut outbox = Outbox::default();
    let mut backoff = Backoff::between(FIRST_PAUSE, LONGEST_PAUSE);
    // What was told since the last connection.
    let mut told = None::<HallLost>;
    // The faults of the hosts since the last connection.
    let (mut failed, mut fault) = (0, None::<HallLost>);
    for host in options.hosts.iter().cycle() {
        let mut connected = |event: HallEvent| {
            if event == HallEvent::Connected {
                told = None;
            }
            report(event);
        };
        let Ended { reason, lasted } =
            match connection::hold(options, host, &mut outbox, &mut orders, &mut connected).await {
                Some(ended) => ended,
                None => return,
            };
        match lasted {
            // What breaks off is tried again before it is told.
            Some(lasted) => {
                (failed, fault) = (0, None);
                if lasted >= PEACE {
                    backoff.reset();
                }
            }
            None => {
                failed += 1;
                // That a name leads nowhere says less than what another one led to.
                fault = Some(fault.filter(|fault| !fault.is_elsewhere()).unwrap_or(reason));
            }
        }
        if failed >= options.hosts.len()
            && let Some(reason) = fault.take()
            && told.as_ref().is_none_or(|told| told.is_elsewhere() && reason.refuses())
        {
            told = Some(reason.clone());
            report(HallEvent::Lost { reason });
        }
        let pause = tokio::time::sleep(backoff.next_pause());
        tokio::pin!(pause);
        loop {
            tokio::select! {
                () = &mut pause => break,
                order = orders.recv() => match order {
                    Some(message) => outbox.put(message),
                    None => return,
                },
            }
        }
    }
}
