//! One encrypted connection: lines in, lines out, without waiting.

use std::{
    io::{self, ErrorKind, Read, Write},
    net::{SocketAddr, TcpStream},
    os::fd::{AsFd, BorrowedFd},
    time::{Duration, Instant},
};

use rustls::{AlertDescription, CertificateError, Connection, Error, InvalidMessage};

use super::{LONGEST_LINE, PeerLost, PeerSecret};

/// After this time without a word something is said, so that the other knows that the line holds.
const WORD_EVERY: Duration = Duration::from_secs(4);
/// After this time without a word the other counts as gone.
pub const SILENCE: Duration = Duration::from_secs(12);
/// How long it may take until both have shown their certificates.
const GREETING: Duration = Duration::from_secs(10);
/// How soon it is tried again to write what the network did not take.
const WRITE_AGAIN: Duration = Duration::from_millis(20);

/// A connection to another program.
pub(super) struct PeerWire {
    stream: TcpStream,
    tls: Connection,
    pub(super) address: SocketAddr,
    began: Instant,
    /// When the last bytes came, and the last were sent.
    heard: Instant,
    spoke: Instant,
    /// The beginning of a line.
    line: Vec<u8>,
    /// Both have shown their certificates, and something has come since.
    is_open: bool,
}

impl PeerWire {
    pub(super) fn new(
        stream: TcpStream,
        address: SocketAddr,
        secret: &PeerSecret,
        listens: bool,
    ) -> Result<PeerWire, PeerLost> {
        // A move is a short line: it waits for no other.
        let _ = stream.set_nodelay(true);
        stream.set_nonblocking(true).map_err(|_| PeerLost::Cut)?;
        let mut tls = secret.connection(listens).map_err(|_| PeerLost::Foreign)?;
        // A sheet is longer than what is kept otherwise, and half of a line would be another line.
        tls.set_buffer_limit(None);
        let now = Instant::now();
        let line = Vec::new();
        Ok(PeerWire { stream, tls, address, began: now, heard: now, spoke: now, line, is_open: false })
    }

    /// Whether the other has the code. Who listens shows its certificate first, so who connects knows that it is taken
    /// only when something comes.
    pub(super) fn is_open(&self) -> bool {
        self.is_open
    }

    pub(super) fn readable(&self) -> BorrowedFd<'_> {
        self.stream.as_fd()
    }

    /// Adds a line to what is to be written.
    pub(super) fn say(&mut self, line: &str) {
        // What it keeps is unlimited in memory, and the lines of a game are few.
        let _ = self.tls.writer().write_all(line.as_bytes());
        let _ = self.tls.writer().write_all(b"\n");
        self.spoke = Instant::now();
    }

    /// Returns when [`PeerWire::go_on`] is due without anything to read.
    pub(super) fn due(&self) -> Instant {
        if self.tls.wants_write() {
            Instant::now() + WRITE_AGAIN
        } else if self.is_open {
            (self.spoke + WORD_EVERY).min(self.heard + SILENCE)
        } else {
            self.began + GREETING
        }
    }

    /// Reads and writes what can be now; returns whole lines.
    pub(super) fn go_on(&mut self) -> Result<Vec<String>, PeerLost> {
        let now = Instant::now();
        let mut lines = Vec::new();
        let ended = loop {
            match self.tls.read_tls(&mut self.stream) {
                Ok(0) => break true,
                Ok(_) => {
                    self.heard = now;
                    self.take(&mut lines)?;
                }
                Err(error) if passes(&error) => break false,
                Err(_) => break true,
            }
        };
        let was_open = self.is_open;
        self.is_open |= !self.tls.is_handshaking();
        let silent = if self.is_open { now >= self.heard + SILENCE } else { now >= self.began + GREETING };
        if silent {
            return Err(if self.is_open { PeerLost::Silent } else { PeerLost::Foreign });
        }
        // The first word tells the other that its certificate was taken.
        if self.is_open && (!was_open || now >= self.spoke + WORD_EVERY) {
            self.say("");
        }
        self.write()?;
        if ended && lines.is_empty() {
            return Err(if self.is_open { PeerLost::Cut } else { PeerLost::Foreign });
        }
        Ok(lines)
    }

    fn take(&mut self, lines: &mut Vec<String>) -> Result<(), PeerLost> {
        if let Err(error) = self.tls.process_new_packets() {
            // The other is told why, if it still listens.
            let _ = self.write();
            return Err(reason(&error, self.is_open));
        }
        let mut bytes = Vec::new();
        // It ends with nothing to read for now, or with the connection.
        let _ = self.tls.reader().read_to_end(&mut bytes);
        self.line.append(&mut bytes);
        while let Some(end) = self.line.iter().position(|byte| *byte == b'\n') {
            let rest = self.line.split_off(end + 1);
            let line = std::mem::replace(&mut self.line, rest);
            if line.len() > LONGEST_LINE {
                return Err(PeerLost::LongLine);
            }
            let line = String::from_utf8(line).map_err(|_| PeerLost::Foreign)?;
            if !line.trim().is_empty() {
                lines.push(line.trim().to_owned());
            }
        }
        if self.line.len() > LONGEST_LINE { Err(PeerLost::LongLine) } else { Ok(()) }
    }

    fn write(&mut self) -> Result<(), PeerLost> {
        while self.tls.wants_write() {
            match self.tls.write_tls(&mut self.stream) {
                Ok(_) => {}
                Err(error) if passes(&error) => break,
                // What it has still said is read first.
                Err(_) => return Err(PeerLost::Cut),
            }
        }
        Ok(())
    }
}

impl Drop for PeerWire {
    fn drop(&mut self) {
        self.tls.send_close_notify();
        let _ = self.write();
    }
}

fn passes(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted)
}

/// What an error of the encryption means to the players.
fn reason(error: &Error, is_open: bool) -> PeerLost {
    match error {
        Error::InvalidCertificate(CertificateError::ApplicationVerificationFailure) => PeerLost::WrongCode,
        // The other did not take our certificate.
        Error::AlertReceived(AlertDescription::AccessDenied) => PeerLost::WrongCode,
        Error::InvalidMessage(InvalidMessage::MessageTooLarge) if is_open => PeerLost::LongLine,
        _ => PeerLost::Foreign,
    }
}
