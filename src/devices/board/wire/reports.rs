//! USB reports through `/dev/hidraw*`, or through an emulator's socket, which keeps reports apart.

use std::{
    fs::OpenOptions,
    io::{self, ErrorKind},
    os::{
        fd::{AsFd, BorrowedFd, OwnedFd},
        unix::fs::FileTypeExt,
    },
    path::Path,
};

use rustix::net::{AddressFamily, SocketAddrUnix, SocketType, connect, socket};

use crate::supervisor::{PortLost, Wire, end_of_input};

/// The longest report of full-speed USB.
const LONGEST: usize = 64;

struct HidReports(OwnedFd);

/// Opens the device or the socket.
pub(super) fn open(path: &Path) -> Result<Box<dyn Wire>, PortLost> {
    let is_socket = std::fs::metadata(path).is_ok_and(|it| it.file_type().is_socket());
    let opened = if is_socket { open_socket(path) } else { open_hidraw(path) };
    opened.map(|fd| Box::new(HidReports(fd)) as Box<dyn Wire>).map_err(|error| {
        let name = path.display().to_string();
        match error.kind() {
            ErrorKind::NotFound | ErrorKind::ConnectionRefused => PortLost::Missing { path: name },
            ErrorKind::PermissionDenied => PortLost::NoRule { path: name },
            _ => PortLost::CannotOpen { path: name, what: error.into() },
        }
    })
}

fn open_hidraw(path: &Path) -> io::Result<OwnedFd> {
    OpenOptions::new().read(true).write(true).open(path).map(OwnedFd::from)
}

fn open_socket(path: &Path) -> io::Result<OwnedFd> {
    let fd = socket(AddressFamily::UNIX, SocketType::SEQPACKET, None)?;
    connect(&fd, &SocketAddrUnix::new(path)?)?;
    Ok(fd)
}

impl Wire for HidReports {
    /// Takes one report, of those that have come.
    fn read(&mut self, buffer: &mut Vec<u8>) -> io::Result<()> {
        let mut report = [0; LONGEST];
        match rustix::io::read(self.0.as_fd(), &mut report)? {
            0 => Err(end_of_input()),
            count => {
                buffer.extend(&report[..count]);
                Ok(())
            }
        }
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        rustix::io::write(&self.0, bytes)?;
        Ok(())
    }

    fn readable(&self) -> Option<BorrowedFd<'_>> {
        Some(self.0.as_fd())
    }
}
