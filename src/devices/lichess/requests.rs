//! Requests, one at a time and in order, with a pause where the server wants one.

use std::time::{Duration, Instant};

use crossbeam_channel::{Sender, unbounded};

use super::{Client, LichessError};
use crate::devices::worker;

/// What became of a request, by the name that it was given.
#[derive(Debug)]
pub struct RequestOutcome<N> {
    pub request: N,
    pub answer: Result<serde_json::Value, LichessError>,
}

struct Request<N> {
    name: N,
    /// `None` to read something.
    form: Option<Vec<(String, String)>>,
    path: String,
}

/// The thread that makes them. Dropping it closes what is under way.
#[derive(Debug)]
pub struct Requests<N> {
    client: Client,
    send: Sender<Request<N>>,
}

impl<N: Clone + Send + std::fmt::Debug + 'static> Requests<N> {
    /// `died` names what to report should the thread fail.
    pub fn start(
        client: &Client,
        died: N,
        tell: impl FnMut(RequestOutcome<N>) + Send + 'static,
    ) -> std::io::Result<Requests<N>> {
        let client = client.with_own_connections();
        let (send, requests) = unbounded::<Request<N>>();
        let asking = client.clone();
        let died = |panic| RequestOutcome { request: died, answer: Err(LichessError::Unreachable(panic)) };
        worker::spawn("lichess requests", tell, died, move |tell| {
            let mut not_before = Instant::now();
            for Request { name, form, path } in requests {
                std::thread::sleep(not_before.saturating_duration_since(Instant::now()));
                let answer = match &form {
                    Some(form) => asking.post(&path, form),
                    None => asking.get(&path),
                };
                if let Err(LichessError::TooMany(pause)) = answer {
                    not_before = Instant::now() + pause.min(LONGEST_PAUSE);
                }
                tell(RequestOutcome { request: name, answer });
            }
        })?;
        Ok(Requests { client, send })
    }

    /// Does something.
    pub fn post(&self, name: N, path: String, form: Vec<(String, String)>) {
        // A thread that died has said so.
        let _ = self.send.send(Request { name, form: Some(form), path });
    }

    /// Reads something.
    pub fn get(&self, name: N, path: String) {
        let _ = self.send.send(Request { name, form: None, path });
    }
}

/// Nobody waits longer for a server, whatever it says.
const LONGEST_PAUSE: Duration = Duration::from_secs(300);

impl<N> Drop for Requests<N> {
    fn drop(&mut self) {
        self.client.close();
    }
}
