//! The display of a program that was built without BrlAPI.

use super::{BrailleEvent, BrailleServer, BrailleUnavailable};

#[derive(Debug)]
pub(super) enum DisplayThread {}

impl DisplayThread {
    pub(super) fn start(
        _server: BrailleServer,
        _tell: impl FnMut(BrailleEvent) + Send + 'static,
    ) -> Result<Self, BrailleUnavailable> {
        Err(BrailleUnavailable::NotBuilt)
    }

    pub(super) fn show(&self, _text: &str, _cursor: Option<usize>) {
        match *self {}
    }
}
