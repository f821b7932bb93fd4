//! A device that could not be opened: reports that once, as a device that is looked for in vain does.

use super::{Port, PortContext, Reporter};
use crate::{
    announce::Device,
    session::{Event, EventKind},
};

/// Stands in for a device.
pub struct MissingPort(Device);

impl MissingPort {
    pub fn new(device: Device, reporter: &Reporter<()>) -> MissingPort {
        reporter.report(());
        MissingPort(device)
    }
}

impl Port for MissingPort {
    type News = ();

    fn translate(&mut self, (): (), _cx: &PortContext) -> Vec<Event> {
        vec![Event::of_program(EventKind::Missing(self.0))]
    }
}
