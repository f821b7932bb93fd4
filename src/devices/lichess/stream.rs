//! A stream of lines with a thread of its own, which opens it again when it breaks.

use std::time::Instant;

use crossbeam_channel::{RecvTimeoutError, Sender, TryRecvError, bounded};
use serde::de::DeserializeOwned;

use super::{Client, LichessError, RequestBackoff, error::NoConnection};
use crate::worker;

#[derive(Clone, Debug)]
pub enum StreamNews<T> {
    /// The stream is open, for the first time or again.
    Opened,
    Line(Box<T>),
    /// The stream broke and will be opened again.
    Broken(LichessError),
    /// The stream ended and will not be opened again.
    Over(LichessError),
}

/// A stream that is open until this is dropped.
#[derive(Debug)]
pub struct Stream {
    client: Client,
    stop: Sender<()>,
}

impl Stream {
    /// Opens a stream without end, which is opened again even when the server ends it.
    pub fn open<T: DeserializeOwned + 'static>(
        client: &Client,
        path: String,
        tell: impl FnMut(StreamNews<T>) + Send + 'static,
    ) -> std::io::Result<Stream> {
        Stream::start(client, path, None, tell)
    }

    /// Opens a stream for something that lasts as long as the stream, such as a seek. When the server closes it, it
    /// is over; when it breaks, it is opened again.
    pub fn hold<T: DeserializeOwned + 'static>(
        client: &Client,
        path: String,
        form: Vec<(String, String)>,
        tell: impl FnMut(StreamNews<T>) + Send + 'static,
    ) -> std::io::Result<Stream> {
        Stream::start(client, path, Some(form), tell)
    }

    fn start<T: DeserializeOwned + 'static>(
        client: &Client,
        path: String,
        form: Option<Vec<(String, String)>>,
        tell: impl FnMut(StreamNews<T>) + Send + 'static,
    ) -> std::io::Result<Stream> {
        let client = client.with_own_connections();
        let (stop, stopped) = bounded(1);
        let reader = client.clone();
        let died = |panic| StreamNews::Over(LichessError::Unreachable(NoConnection::Died(panic)));
        worker::spawn("lichess", tell, died, move |tell| {
            let mut backoff = RequestBackoff::new(reader.timeouts());
            loop {
                let since = Instant::now();
                let fault = read(&reader, &path, form.as_deref(), tell);
                // This side has closed the stream.
                if stopped.try_recv() != Err(TryRecvError::Empty) {
                    return;
                }
                if !fault.waiting_helps() || fault == LichessError::Closed && form.is_some() {
                    return tell(StreamNews::Over(fault));
                }
                backoff.worked_for(since.elapsed());
                let pause = backoff.after(&fault);
                tell(StreamNews::Broken(fault));
                if stopped.recv_timeout(pause) != Err(RecvTimeoutError::Timeout) {
                    return;
                }
            }
        })?;
        Ok(Stream { client, stop })
    }
}

/// Reads until the stream ends; returns why.
fn read<T: DeserializeOwned>(
    client: &Client,
    path: &str,
    form: Option<&[(String, String)]>,
    tell: &mut dyn FnMut(StreamNews<T>),
) -> LichessError {
    let mut lines = match client.open(path, form) {
        Ok(lines) => lines,
        Err(fault) => return fault,
    };
    tell(StreamNews::Opened);
    loop {
        match lines.next() {
            Ok(Some(line)) => tell(StreamNews::Line(Box::new(line))),
            Ok(None) => return LichessError::Closed,
            Err(fault) => return fault,
        }
    }
}

/// Closes the connection, which ends a seek.
impl Drop for Stream {
    fn drop(&mut self) {
        let _ = self.stop.try_send(());
        self.client.close();
    }
}
