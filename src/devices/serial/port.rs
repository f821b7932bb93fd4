//! The serial ports of this machine.

use std::{
    fmt,
    io::{self, ErrorKind, Read, Write},
    path::Path,
    time::Duration,
};

use serialport::{ClearBuffer, SerialPortType};

use super::{NotBuilt, PortError, PortInfo};

/// An open serial port, locked for other programs.
pub struct SerialPort(Box<dyn serialport::SerialPort>);

impl SerialPort {
    /// Opens a port for eight bits without parity. Reading and writing wait no longer than `patience`.
    pub fn open(path: &Path, baud: u32, patience: Duration) -> Result<SerialPort, PortError> {
        serialport::new(path.to_string_lossy(), baud)
            .timeout(patience)
            .open()
            .map(SerialPort)
            .map_err(|error| fault(&error))
    }

    /// Returns a second handle, for another thread.
    pub fn try_clone(&self) -> io::Result<SerialPort> {
        self.0.try_clone().map(SerialPort).map_err(io::Error::from)
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

impl fmt::Debug for SerialPort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SerialPort").field(&self.0.name()).finish()
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

fn fault(error: &serialport::Error) -> PortError {
    match error.kind() {
        serialport::ErrorKind::Io(ErrorKind::NotFound) => PortError::Missing,
        serialport::ErrorKind::Io(ErrorKind::PermissionDenied) => PortError::Forbidden,
        serialport::ErrorKind::Io(ErrorKind::ResourceBusy) => PortError::Busy,
        // The crate says this for a lock that another program holds.
        serialport::ErrorKind::NoDevice if error.description.contains("lock") => PortError::Busy,
        serialport::ErrorKind::Io(kind) => {
            PortError::Other(io::Error::new(kind, error.description.clone()).into())
        }
        _ => PortError::Other(io::Error::other(error.description.clone()).into()),
    }
}
