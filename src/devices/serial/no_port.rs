//! Serial ports of a program that was built without them.

use std::{
    io::{self, Read, Write},
    os::fd::BorrowedFd,
    path::Path,
};

use super::{NotBuilt, PortInfo};
use crate::supervisor::{PortLost, Wire};

#[derive(Debug)]
pub enum SerialPort {}

impl SerialPort {
    pub fn open(path: &Path, _baud: u32) -> Result<SerialPort, PortLost> {
        let path = path.display().to_string();
        Err(PortLost::CannotOpen { path, what: io::Error::other(NotBuilt).into() })
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

impl Wire for SerialPort {
    fn read(&mut self, _buffer: &mut Vec<u8>) -> io::Result<()> {
        match *self {}
    }

    fn write(&mut self, _bytes: &[u8]) -> io::Result<()> {
        match *self {}
    }

    fn readable(&self) -> Option<BorrowedFd<'_>> {
        match *self {}
    }
}

pub fn available_ports() -> Result<Vec<PortInfo>, NotBuilt> {
    Err(NotBuilt)
}
