//! The serial ports of this machine.

use std::{
    io::{self, ErrorKind, IsTerminal, Read, Write},
    os::fd::{AsRawFd, BorrowedFd},
    path::Path,
};

use rustix::{
    fs::{Mode, OFlags},
    io::Errno,
};
use serialport::{ClearBuffer, SerialPort as _, SerialPortType, TTYPort};

use super::{NotBuilt, PortInfo};
use crate::supervisor::{PATIENCE, PortLost, Wire, end_of_input};

/// An open serial port, locked for other programs.
#[derive(Debug)]
pub struct SerialPort(TTYPort);

impl SerialPort {
    /// Opens a port for eight bits without parity. Reading and writing wait no longer than [`PATIENCE`].
    pub fn open(path: &Path, baud: u32) -> Result<SerialPort, PortLost> {
        let open = serialport::new(path.to_string_lossy(), baud).timeout(PATIENCE).open_native();
        open.map(SerialPort).map_err(|error| refusal(path, &error))
    }

    /// Clears the line DTR, which some boards take for a reset.
    pub fn clear_dtr(&mut self) {
        // A pseudo-terminal has no such line.
        let _ = self.0.write_data_terminal_ready(false);
    }

    /// Drops the bytes that came before the port was opened.
    pub fn clear_input(&self) {
        // If this fails, the old bytes are read and ignored.
        let _ = self.0.clear(ClearBuffer::Input);
    }
}

impl Read for SerialPort {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }
}

impl Write for SerialPort {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Wire for SerialPort {
    fn read(&mut self, buffer: &mut Vec<u8>) -> io::Result<()> {
        let mut some = [0; 256];
        match Read::read(self, &mut some)? {
            0 => Err(end_of_input()),
            count => {
                buffer.extend(&some[..count]);
                Ok(())
            }
        }
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write_all(bytes)
    }

    fn readable(&self) -> Option<BorrowedFd<'_>> {
        // SAFETY: the descriptor stays open as long as the port, which is borrowed.
        Some(unsafe { BorrowedFd::borrow_raw(self.0.as_raw_fd()) })
    }
}

/// Returns the ports of this machine, those with a USB device first.
pub fn available_ports() -> Result<Vec<PortInfo>, NotBuilt> {
    // A system that cannot list its ports has an empty list.
    let ports = serialport::available_ports().unwrap_or_default();
    let mut plugs: Vec<PortInfo> = ports
        .into_iter()
        .map(|port| {
            let name = match port.port_type {
                SerialPortType::UsbPort(usb) => Some(named(usb.manufacturer, usb.product)),
                _ => None,
            };
            PortInfo { path: port.port_name.into(), name }
        })
        .collect();
    plugs.sort_by_key(|plug| plug.name.is_none());
    Ok(plugs)
}

/// Joins manufacturer and product, unless the product contains the manufacturer's name already.
fn named(maker: Option<String>, product: Option<String>) -> String {
    match (maker, product) {
        (Some(maker), Some(product)) if !product.contains(&maker) => format!("{maker} {product}"),
        (maker, product) => product.or(maker).unwrap_or_default(),
    }
}

fn refusal(path: &Path, error: &serialport::Error) -> PortLost {
    let path = path.display().to_string();
    match error.kind() {
        serialport::ErrorKind::Io(ErrorKind::NotFound) => PortLost::Missing { path },
        serialport::ErrorKind::Io(ErrorKind::PermissionDenied) => PortLost::Forbidden { path },
        serialport::ErrorKind::Io(ErrorKind::ResourceBusy) => PortLost::Busy { path },
        // The crate says this for a lock that another program holds.
        serialport::ErrorKind::NoDevice if error.description.contains("lock") => PortLost::Busy { path },
        serialport::ErrorKind::Io(kind) => {
            PortLost::CannotOpen { path, what: io::Error::new(kind, error.description.clone()).into() }
        }
        // The crate keeps the number of no other error.
        _ if is_no_port(&path) => PortLost::CannotOpen { path, what: io::Error::from(Errno::NOTTY).into() },
        _ => PortLost::CannotOpen { path, what: io::Error::other(error.description.clone()).into() },
    }
}

/// Whether it can be opened, and is no terminal: any file but a port.
fn is_no_port(path: &str) -> bool {
    let options = OFlags::RDONLY | OFlags::NOCTTY | OFlags::NONBLOCK;
    rustix::fs::open(path, options, Mode::empty()).is_ok_and(|file| !file.is_terminal())
}
