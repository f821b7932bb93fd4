//! The serial ports of a program built without them: there never is one.

use std::{
    io::{self, Read, Write},
    path::Path,
    time::Duration,
};

use super::{NotBuilt, Plug, PortFault};

#[derive(Debug)]
pub enum SerialPort {}

impl SerialPort {
    pub fn open(_path: &Path, _baud: u32, _patience: Duration) -> Result<SerialPort, PortFault> {
        Err(PortFault::Other(NotBuilt.to_string()))
    }

    pub fn again(&self) -> io::Result<SerialPort> {
        match *self {}
    }

    pub fn not_ready(&mut self) {
        match *self {}
    }

    pub fn forget(&self) {
        match *self {}
    }
}

impl Read for SerialPort {
    fn read(&mut self, _buffer: &mut [u8]) -> io::Result<usize> {
        match *self {}
    }
}

impl Write for SerialPort {
    fn write(&mut self, _bytes: &[u8]) -> io::Result<usize> {
        match *self {}
    }

    fn flush(&mut self) -> io::Result<()> {
        match *self {}
    }
}

pub fn plugs() -> Result<Vec<Plug>, NotBuilt> {
    Err(NotBuilt)
}
