//! Serial ports of a program that was built without them.

use std::{
    io::{self, Read, Write},
    path::Path,
    time::Duration,
};

use super::{NotBuilt, PortError, PortInfo};

#[derive(Debug)]
pub enum SerialPort {}

impl SerialPort {
    pub fn open(_path: &Path, _baud: u32, _patience: Duration) -> Result<SerialPort, PortError> {
        Err(PortError::Other(io::Error::other(NotBuilt).into()))
    }

    pub fn try_clone(&self) -> io::Result<SerialPort> {
        match *self {}
    }

    pub fn clear_dtr(&mut self) {
        match *self {}
    }

    pub fn clear_input(&self) {
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

pub fn available_ports() -> Result<Vec<PortInfo>, NotBuilt> {
    Err(NotBuilt)
}
