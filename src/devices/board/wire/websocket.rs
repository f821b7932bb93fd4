//! The wire to LiveChess: a WebSocket.

use std::{
    io::{self, ErrorKind},
    net::{TcpStream, ToSocketAddrs},
    os::fd::BorrowedFd,
    time::Duration,
};

use tungstenite::{Error, Message, WebSocket, client};

use crate::supervisor::{PATIENCE, PortLost, Wire};

/// A machine in the local network answers within this time.
const CONNECTING: Duration = Duration::from_secs(3);

/// Opens the wire to a host and port.
pub(super) fn open(place: &str) -> Result<Box<dyn Wire>, PortLost> {
    let cannot = |what: io::Error| PortLost::CannotOpen { path: place.to_owned(), what: what.into() };
    let address = place.to_socket_addrs().map_err(cannot)?;
    let mut refused = io::Error::other("it has no address");
    // `localhost` has two addresses, and LiveChess listens at one of them.
    for address in address {
        match TcpStream::connect_timeout(&address, CONNECTING) {
            Ok(stream) => return greet(place, stream).map_err(cannot),
            Err(error) => refused = error,
        }
    }
    Err(PortLost::NoLiveChess { place: place.to_owned(), what: refused.into() })
}

fn greet(place: &str, stream: TcpStream) -> io::Result<Box<dyn Wire>> {
    stream.set_read_timeout(Some(CONNECTING))?;
    stream.set_write_timeout(Some(CONNECTING))?;
    let (socket, _) = client(format!("ws://{place}/api/v1.0"), stream).map_err(io::Error::other)?;
    socket.get_ref().set_read_timeout(Some(PATIENCE))?;
    Ok(Box::new(LiveChessSocket(socket)))
}

struct LiveChessSocket(WebSocket<TcpStream>);

fn fault(error: Error) -> io::Error {
    match error {
        Error::Io(error) => error,
        error => io::Error::new(ErrorKind::UnexpectedEof, error.to_string()),
    }
}

impl Wire for LiveChessSocket {
    /// Takes one text at a time.
    fn read(&mut self, buffer: &mut Vec<u8>) -> io::Result<()> {
        if let Message::Text(text) = self.0.read().map_err(fault)? {
            buffer.extend(text.as_bytes());
        }
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.send(Message::text(String::from_utf8_lossy(bytes).into_owned())).map_err(fault)
    }

    /// A text may have been read from the stream already.
    fn readable(&self) -> Option<BorrowedFd<'_>> {
        None
    }
}
