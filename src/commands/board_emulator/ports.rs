//! The port of an emulated board: a pseudo-terminal, a socket that keeps reports apart, or a WebSocket.

use std::{
    io::{self, ErrorKind},
    net::{TcpListener, TcpStream},
    os::fd::{AsFd, OwnedFd},
    path::{Path, PathBuf},
};

use rustix::{
    io::Errno,
    net::{AddressFamily, SocketAddrUnix, SocketFlags, SocketType, accept_with, bind, listen, socket_with},
};
use tungstenite::{Error, Message, WebSocket};

use super::emulator::BoardEmulatorError;
use crate::devices::clock_emulator::{EmulatorError, Terminal};

/// The board's end of the connection to a host.
pub(super) trait EmulatorPort {
    /// Returns what the host has written, in its portions; `None` while there is no host.
    fn read(&mut self) -> Option<Vec<Vec<u8>>>;

    /// Writes to the host. Without a host the bytes are lost.
    fn write(&mut self, bytes: &[u8]);

    /// Puts the cable in, or pulls it out.
    fn plug(&mut self, plugged: bool) -> Result<(), BoardEmulatorError>;
}

/// A pseudo-terminal behind a link.
pub(super) struct PtyPort {
    link: PathBuf,
    terminal: Option<Terminal>,
}

impl PtyPort {
    pub(super) fn open(link: &Path) -> Result<PtyPort, BoardEmulatorError> {
        let mut pty = PtyPort { link: link.to_owned(), terminal: None };
        pty.plug(true).map(|()| pty)
    }
}

impl EmulatorPort for PtyPort {
    fn read(&mut self) -> Option<Vec<Vec<u8>>> {
        let mut buffer = [0; 256];
        match self.terminal.as_ref()?.read(&mut buffer) {
            Ok(count) => Some(vec![buffer[..count].to_vec()]),
            Err(error) if error.kind() == ErrorKind::WouldBlock => Some(Vec::new()),
            Err(_) => None,
        }
    }

    fn write(&mut self, bytes: &[u8]) {
        if let Some(terminal) = &self.terminal {
            terminal.write(bytes);
        }
    }

    fn plug(&mut self, plugged: bool) -> Result<(), BoardEmulatorError> {
        self.terminal = None;
        if plugged {
            self.terminal = Some(Terminal::open(&self.link)?);
            // A pseudo-terminal reports a missing host only after some process has closed it.
            drop(std::fs::File::open(&self.link));
        }
        Ok(())
    }
}

/// A socket for one host at a time.
pub(super) struct SocketPort {
    path: PathBuf,
    listener: Option<OwnedFd>,
    host: Option<OwnedFd>,
}

impl SocketPort {
    pub(super) fn open(path: &Path) -> Result<SocketPort, BoardEmulatorError> {
        let mut reports = SocketPort { path: path.to_owned(), listener: None, host: None };
        reports.plug(true).map(|()| reports)
    }

    fn bound(&self) -> io::Result<OwnedFd> {
        // An emulator that was killed leaves its socket behind.
        match std::fs::symlink_metadata(&self.path) {
            Ok(it) if std::os::unix::fs::FileTypeExt::is_socket(&it.file_type()) => {
                std::fs::remove_file(&self.path)?
            }
            _ => {}
        }
        let flags = SocketFlags::CLOEXEC | SocketFlags::NONBLOCK;
        let fd = socket_with(AddressFamily::UNIX, SocketType::SEQPACKET, flags, None)?;
        bind(&fd, &SocketAddrUnix::new(&self.path)?)?;
        listen(&fd, 1)?;
        Ok(fd)
    }
}

impl EmulatorPort for SocketPort {
    fn read(&mut self) -> Option<Vec<Vec<u8>>> {
        if self.host.is_none() {
            self.host = accept_with(self.listener.as_ref()?, SocketFlags::NONBLOCK).ok();
        }
        let mut orders = Vec::new();
        let mut buffer = [0; 64];
        loop {
            match rustix::io::read(self.host.as_ref()?.as_fd(), &mut buffer) {
                Ok(count) if count > 0 => orders.push(buffer[..count].to_vec()),
                Err(Errno::AGAIN) => return Some(orders),
                Ok(_) | Err(_) => self.host = None,
            }
        }
    }

    fn write(&mut self, bytes: &[u8]) {
        if let Some(host) = &self.host {
            let _ = rustix::io::write(host, bytes);
        }
    }

    fn plug(&mut self, plugged: bool) -> Result<(), BoardEmulatorError> {
        (self.listener, self.host) = (None, None);
        if plugged {
            let bound = self.bound();
            self.listener =
                Some(bound.map_err(|source| EmulatorError::Link { link: self.path.clone(), source })?);
        } else {
            let _ = std::fs::remove_file(&self.path);
        }
        Ok(())
    }
}

impl Drop for SocketPort {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

/// A WebSocket for one host at a time.
pub(super) struct WebSocketPort {
    address: String,
    listener: Option<TcpListener>,
    host: Option<WebSocket<TcpStream>>,
}

impl WebSocketPort {
    pub(super) fn open(address: &str) -> Result<WebSocketPort, BoardEmulatorError> {
        let mut texts = WebSocketPort { address: address.to_owned(), listener: None, host: None };
        texts.plug(true).map(|()| texts)
    }

    fn accept(&self) -> Option<WebSocket<TcpStream>> {
        let (stream, _) = self.listener.as_ref()?.accept().ok()?;
        // The handshake may block; nothing after it may.
        stream.set_nonblocking(false).ok()?;
        let host = tungstenite::accept(stream).ok()?;
        host.get_ref().set_nonblocking(true).ok()?;
        Some(host)
    }
}

impl EmulatorPort for WebSocketPort {
    fn read(&mut self) -> Option<Vec<Vec<u8>>> {
        if self.host.is_none() {
            self.host = self.accept();
        }
        let mut texts = Vec::new();
        loop {
            match self.host.as_mut()?.read() {
                Ok(Message::Text(text)) => texts.push(text.as_bytes().to_vec()),
                Ok(_) => {}
                Err(Error::Io(error)) if error.kind() == ErrorKind::WouldBlock => return Some(texts),
                Err(_) => self.host = None,
            }
        }
    }

    fn write(&mut self, bytes: &[u8]) {
        if let Some(host) = &mut self.host {
            let _ = host.send(Message::text(String::from_utf8_lossy(bytes).into_owned()));
        }
    }

    fn plug(&mut self, plugged: bool) -> Result<(), BoardEmulatorError> {
        (self.listener, self.host) = (None, None);
        if plugged {
            let bound = TcpListener::bind(&self.address).and_then(|listener| {
                listener.set_nonblocking(true)?;
                Ok(listener)
            });
            let link = PathBuf::from(&self.address);
            self.listener = Some(bound.map_err(|source| EmulatorError::Link { link, source })?);
        }
        Ok(())
    }
}
