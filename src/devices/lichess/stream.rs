//! A stream of lines with a thread of its own, which opens it again when it breaks.

use std::{convert::Infallible, marker::PhantomData};

use serde::de::DeserializeOwned;

use super::{Client, LichessError};
use crate::{
    supervisor::{Backoff, DeviceReport, Driver, supervise},
    worker::{Dismissed, Orders, Worker},
};

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

impl<T: 'static> DeviceReport for StreamNews<T> {
    type Loss = LichessError;

    fn lost(reason: LichessError) -> StreamNews<T> {
        StreamNews::Broken(reason)
    }

    fn presence(&self) -> Option<bool> {
        match self {
            StreamNews::Opened => Some(true),
            StreamNews::Broken(_) => Some(false),
            StreamNews::Line(_) | StreamNews::Over(_) => None,
        }
    }
}

/// A stream that is open until this is dropped.
#[derive(Debug)]
pub struct Stream {
    client: Client,
    /// `None` only while dropping.
    worker: Option<Worker<Infallible>>,
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
        let driver = StreamDriver { client: client.clone(), path, form, lines: PhantomData };
        Ok(Stream { client, worker: Some(supervise("lichess", driver, tell)?) })
    }
}

/// Closes the connection, which ends a seek. A server that does not answer is not waited for.
impl Drop for Stream {
    fn drop(&mut self) {
        if let Some(worker) = self.worker.take() {
            worker.dismiss();
        }
        self.client.close();
    }
}

/// Opens and reads the stream.
struct StreamDriver<T> {
    client: Client,
    path: String,
    form: Option<Vec<(String, String)>>,
    lines: PhantomData<fn() -> T>,
}

impl<T: DeserializeOwned + 'static> Driver for StreamDriver<T> {
    type Order = Infallible;
    type Report = StreamNews<T>;

    fn serve(
        &mut self,
        orders: &Orders<Infallible>,
        tell: &mut dyn FnMut(StreamNews<T>),
    ) -> Result<LichessError, Dismissed> {
        let fault = self.read(tell);
        // This side has closed the stream.
        orders.take()?;
        if !fault.waiting_helps() || fault == LichessError::Closed && self.form.is_some() {
            tell(StreamNews::Over(fault));
            return Err(Dismissed);
        }
        Ok(fault)
    }

    fn backoff(&self) -> Backoff {
        self.client.timeouts().backoff()
    }
}

impl<T: DeserializeOwned> StreamDriver<T> {
    /// Reads until the stream ends; returns why.
    fn read(&self, tell: &mut dyn FnMut(StreamNews<T>)) -> LichessError {
        let mut lines = match self.client.open(&self.path, self.form.as_deref()) {
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
}

#[cfg(test)]
mod tests {
    use std::{
        io::{Read, Write},
        net::TcpListener,
        time::Duration,
    };

    use super::*;
    use crate::lichess::{AccessToken, Timeouts};

    #[test]
    fn a_stream_that_breaks_is_told_once_until_it_is_open_again() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let ms = Duration::from_millis;
        let timeouts = Timeouts { retry: ms(1), retry_at_most: ms(4), ..Timeouts::default() };
        let client = Client::new(&address, AccessToken::read("lip_x").unwrap(), timeouts).unwrap();
        let (told, news) = crossbeam_channel::unbounded();
        let tell = move |news: StreamNews<serde_json::Value>| drop(told.send(news));
        let stream = Stream::open(&client, "/stream".to_owned(), tell).unwrap();
        for _ in 0..5 {
            drop(listener.accept().unwrap());
        }
        let (mut wire, _) = listener.accept().unwrap();
        let _ = wire.read(&mut [0; 1024]).unwrap();
        wire.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"a\":1}\n").unwrap();
        let next = || news.recv_timeout(Duration::from_secs(60)).unwrap();
        assert!(matches!(next(), StreamNews::Broken(_)));
        assert!(matches!(next(), StreamNews::Opened), "the five losses are one");
        assert!(matches!(next(), StreamNews::Line(_)));
        // What this side closes is no loss.
        drop(stream);
        assert!(news.recv_timeout(Duration::from_secs(60)).is_err_and(|error| error.is_disconnected()));
    }
}
