//! The stub for systems without a known sound server.

use std::time::Duration;

use super::CaptureError;

pub enum Server {}
pub enum ServerCapture {}

#[derive(Clone)]
pub struct Source {
    pub name: String,
    pub description: String,
    pub is_monitor: bool,
}

impl Server {
    pub fn connect() -> Option<Server> {
        None
    }

    pub fn sources(&mut self) -> Vec<Source> {
        match *self {}
    }

    pub fn default_microphone(&mut self) -> Option<Source> {
        match *self {}
    }

    pub fn record(self, _: &Source, _: bool) -> Result<ServerCapture, CaptureError> {
        match self {}
    }

    pub fn record_playback(self) -> Result<ServerCapture, CaptureError> {
        match self {}
    }
}

impl ServerCapture {
    pub fn read(&mut self, _: &mut Vec<i16>, _: Duration) -> Result<(), CaptureError> {
        match *self {}
    }
}
