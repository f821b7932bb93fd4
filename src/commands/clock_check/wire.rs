//! The serial port of a real clock, or the emulator's pseudo-terminal.

use std::{
    io::{ErrorKind, Read, Write},
    path::PathBuf,
    time::Instant,
};

use super::{ClockWire, Instruction, PATIENCE, WireLost};
use crate::devices::{serial::SerialPort, tactile_clock::line::BAUD};

pub(super) struct PortWire<T> {
    path: PathBuf,
    /// `None` while it is broken.
    port: Option<SerialPort>,
    tell: T,
}

impl<T> PortWire<T> {
    pub(super) fn new(path: PathBuf, port: SerialPort, tell: T) -> PortWire<T> {
        PortWire { path, port: Some(port), tell }
    }

    fn broke(&mut self, what: String) -> WireLost {
        self.port = None;
        WireLost(what)
    }
}

impl<T: FnMut(&Instruction)> ClockWire for PortWire<T> {
    fn now(&self) -> Instant {
        Instant::now()
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), WireLost> {
        match self.port.as_mut().map(|port| port.write_all(bytes)) {
            // A clock that takes no bytes gives no answer either, which the examiner notices.
            Some(Err(error)) if error.kind() != ErrorKind::TimedOut => Err(self.broke(error.to_string())),
            _ => Ok(()),
        }
    }

    fn receive(&mut self, until: Instant) -> Result<Option<Vec<u8>>, WireLost> {
        let mut buffer = [0; 256];
        loop {
            let Some(port) = &mut self.port else { return Err(WireLost("it is not open".to_owned())) };
            match port.read(&mut buffer) {
                Ok(0) => return Err(self.broke("end of input".to_owned())),
                Ok(count) => return Ok(Some(buffer[..count].to_vec())),
                Err(error) if matches!(error.kind(), ErrorKind::TimedOut | ErrorKind::Interrupted) => {}
                Err(error) => return Err(self.broke(error.to_string())),
            }
            if Instant::now() >= until {
                return Ok(None);
            }
        }
    }

    fn mend(&mut self) -> bool {
        std::thread::sleep(PATIENCE);
        self.port = SerialPort::open(&self.path, BAUD).ok();
        self.port.is_some()
    }

    fn tell(&mut self, instruction: &Instruction) {
        (self.tell)(instruction);
    }
}
