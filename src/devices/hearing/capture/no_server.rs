//! Where no sound server is known.

use std::time::Duration;

pub enum Server {}
pub enum Recording {}

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

    pub fn usual_microphone(&mut self) -> Option<Source> {
        match *self {}
    }

    pub fn record(self, _: &Source) -> Result<Recording, String> {
        match self {}
    }

    pub fn record_what_is_played(self) -> Result<Recording, String> {
        match self {}
    }
}

impl Recording {
    pub fn read(&mut self, _: &mut Vec<i16>, _: Duration) -> Result<(), String> {
        match *self {}
    }
}
