//! The clock of a program built without serial ports: there never is one.

use std::path::PathBuf;
use std::time::Instant;

use super::{ClockEvent, ClockFace, ClockUnavailable, FeelPattern};

#[derive(Debug)]
pub(super) enum Owner {}

impl Owner {
    pub(super) fn start(
        _path: PathBuf,
        _tell: impl FnMut(ClockEvent) + Send + 'static,
    ) -> Result<Self, ClockUnavailable> {
        Err(ClockUnavailable::NotBuilt)
    }

    pub(super) fn show(&self, _face: ClockFace, _true_at: Instant) {
        match *self {}
    }

    pub(super) fn feel(&self, _pattern: FeelPattern) {
        match *self {}
    }
}

pub(super) fn ports() -> Result<Vec<(PathBuf, Option<String>)>, ClockUnavailable> {
    Err(ClockUnavailable::NotBuilt)
}
