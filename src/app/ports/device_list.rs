//! The devices of a game, and which of them are there.

use crate::announce::{Announcement, Device};

/// The devices that are or were there, and whether each is there now.
#[derive(Debug, Default)]
pub(super) struct DeviceList(Vec<(Device, bool)>);

impl DeviceList {
    pub(super) fn of(devices: Vec<Device>) -> DeviceList {
        DeviceList(devices.into_iter().map(|device| (device, true)).collect())
    }

    /// Notes that a device has come or gone.
    pub(super) fn note(&mut self, announcement: &Announcement) {
        let (device, there) = match announcement {
            Announcement::Back(device) => (*device, true),
            Announcement::Lost(device) | Announcement::Unsteady(device) => (*device, false),
            // What was never there is not lost.
            Announcement::Missing(device) => return self.0.retain(|(known, _)| known != device),
            _ => return,
        };
        match self.0.iter_mut().find(|(known, _)| *known == device) {
            Some((_, is_there)) => *is_there = there,
            None => self.0.push((device, there)),
        }
    }

    pub(super) fn all(&self) -> &[(Device, bool)] {
        &self.0
    }
}
