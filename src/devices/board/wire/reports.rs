//! USB reports through `/dev/hidraw*`, or through an emulator's socket, which keeps reports apart.

use std::{
    fs::OpenOptions,
    io::{self, ErrorKind},
    os::{
        fd::{AsFd, OwnedFd},
        unix::fs::FileTypeExt,
    },
    path::Path,
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    net::{AddressFamily, SocketAddrUnix, SocketType, connect, socket},
};

use super::{BoardWire, PATIENCE};
use crate::devices::board::BoardLossReason;

/// The longest report of full-speed USB.
const LONGEST: usize = 64;

struct HidReports(OwnedFd);

/// Opens the device or the socket.
pub(super) fn open(path: &Path) -> Result<Box<dyn BoardWire>, BoardLossReason> {
    let is_socket = std::fs::metadata(path).is_ok_and(|it| it.file_type().is_socket());
    let opened = if is_socket { open_socket(path) } else { open_hidraw(path) };
    opened.map(|fd| Box::new(HidReports(fd)) as Box<dyn BoardWire>).map_err(|error| {
        let name = path.display().to_string();
        match error.kind() {
            ErrorKind::NotFound | ErrorKind::ConnectionRefused => BoardLossReason::Missing { path: name },
            ErrorKind::PermissionDenied => BoardLossReason::NoRight { path: name },
            _ => BoardLossReason::CannotOpen { path: name, what: error.into() },
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

impl BoardWire for HidReports {
    fn read(&mut self, buffer: &mut Vec<u8>) -> io::Result<()> {
        let mut fds = [PollFd::new(&self.0, PollFlags::IN)];
        let patience = Timespec::try_from(PATIENCE).expect("it is short");
        if poll(&mut fds, Some(&patience))? == 0 {
            return Ok(());
        }
        let mut report = [0; LONGEST];
        match rustix::io::read(self.0.as_fd(), &mut report)? {
            0 => Err(io::Error::new(ErrorKind::UnexpectedEof, "end of input")),
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
}
