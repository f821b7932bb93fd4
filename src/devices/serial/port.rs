//! The serial ports of this machine.

use std::{
    fmt,
    io::{self, ErrorKind, Read, Write},
    path::Path,
    time::Duration,
};

use serialport::{ClearBuffer, SerialPortType};

use super::{NotBuilt, Plug, PortFault};

/// A serial port that nobody else can open meanwhile.
pub struct SerialPort(Box<dyn serialport::SerialPort>);

impl SerialPort {
    /// Opens a port for eight bits without parity. Reading and writing wait no longer than `patience`.
    pub fn open(path: &Path, baud: u32, patience: Duration) -> Result<SerialPort, PortFault> {
        serialport::new(path.to_string_lossy(), baud)
            .timeout(patience)
            .open()
            .map(SerialPort)
            .map_err(|error| fault(&error))
    }

    /// The same port, for another thread.
    pub fn again(&self) -> io::Result<SerialPort> {
        self.0.try_clone().map(SerialPort).map_err(io::Error::from)
    }

    /// Says that nobody is ready, which some boards take for the beginning of work.
    pub fn not_ready(&mut self) {
        // A pseudo-terminal cannot.
        let _ = self.0.write_data_terminal_ready(false);
    }

    /// Forgets what came before anybody asked.
    pub fn forget(&self) {
        // A port that cannot is read instead.
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

/// The ports of this machine, those with something plugged in first.
///
/// # Errors
/// [`NotBuilt`] without the feature `serial`.
pub fn plugs() -> Result<Vec<Plug>, NotBuilt> {
    // A system that cannot list its ports has none to show.
    let ports = serialport::available_ports().unwrap_or_default();
    let mut plugs: Vec<Plug> = ports
        .into_iter()
        .map(|port| {
            let name = match port.port_type {
                SerialPortType::UsbPort(usb) => Some(named(usb.manufacturer, usb.product)),
                _ => None,
            };
            Plug { path: port.port_name.into(), name }
        })
        .collect();
    plugs.sort_by_key(|plug| plug.name.is_none());
    Ok(plugs)
}

/// A product often has its maker's name in it already.
fn named(maker: Option<String>, product: Option<String>) -> String {
    match (maker, product) {
        (Some(maker), Some(product)) if !product.contains(&maker) => format!("{maker} {product}"),
        (maker, product) => product.or(maker).unwrap_or_default(),
    }
}

fn fault(error: &serialport::Error) -> PortFault {
    match error.kind() {
        serialport::ErrorKind::Io(ErrorKind::NotFound) => PortFault::Missing,
        serialport::ErrorKind::Io(ErrorKind::PermissionDenied) => PortFault::Forbidden,
        serialport::ErrorKind::Io(ErrorKind::ResourceBusy) => PortFault::Busy,
        // The crate says this for a lock that another program holds.
        serialport::ErrorKind::NoDevice if error.description.contains("lock") => PortFault::Busy,
        _ => PortFault::Other(error.description.clone()),
    }
}
