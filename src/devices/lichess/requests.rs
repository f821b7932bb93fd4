//! Requests, one at a time and in order. Who sends them decides about pauses, and whether one is sent again.

use crossbeam_channel::{Sender, unbounded};

use super::{Client, LichessError};
use crate::{Panicked, worker};

/// The outcome of a request, with the name that it was given.
#[derive(Debug)]
pub struct RequestOutcome<N> {
    pub request: N,
    pub answer: Result<serde_json::Value, LichessError>,
}

struct Request<N> {
    name: N,
    /// `None` for a GET request.
    form: Option<Vec<(String, String)>>,
    path: String,
}

/// The thread that sends requests. Dropping it closes the connection of the current request.
#[derive(Debug)]
pub struct Requests<N> {
    client: Client,
    send: Sender<Request<N>>,
}

impl<N: Clone + Send + std::fmt::Debug + 'static> Requests<N> {
    /// Starts the thread. If it panics, the request `died` is reported as failed.
    pub fn start(
        client: &Client,
        died: N,
        tell: impl FnMut(RequestOutcome<N>) + Send + 'static,
    ) -> std::io::Result<Requests<N>> {
        let client = client.with_own_connections();
        let (send, requests) = unbounded::<Request<N>>();
        let asking = client.clone();
        let died = |panic: Panicked| RequestOutcome { request: died, answer: Err(panic.into()) };
        worker::spawn("lichess requests", tell, died, move |tell| {
            for Request { name, form, path } in requests {
                let answer = match &form {
                    Some(form) => asking.post(&path, form),
                    None => asking.get(&path),
                };
                tell(RequestOutcome { request: name, answer });
            }
        })?;
        Ok(Requests { client, send })
    }

    /// Queues a POST request.
    pub fn post(&self, name: N, path: String, form: Vec<(String, String)>) {
        // A thread that died has reported that.
        let _ = self.send.send(Request { name, form: Some(form), path });
    }

    /// Queues a GET request.
    pub fn get(&self, name: N, path: String) {
        let _ = self.send.send(Request { name, form: None, path });
    }
}

impl<N> Drop for Requests<N> {
    fn drop(&mut self) {
        self.client.close();
    }
}
