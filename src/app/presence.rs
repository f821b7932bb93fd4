//! Which devices are connected, so that each loss and each return is reported once.

use crate::{announce::Device, session::EventKind};

/// The devices that were seen and those that are lost; every report of a port passes through here.
#[derive(Debug, Default)]
pub struct Presence {
    known: Vec<Device>,
    lost: Vec<Device>,
}

impl Presence {
    /// Records a report; returns whether it is new to the game.
    pub fn is_news(&mut self, what: &EventKind) -> bool {
        match *what {
            EventKind::Lost(device) | EventKind::Missing(device) => self.lose(device),
            EventKind::Back(device) => self.take_back(device),
            _ => true,
        }
    }

    pub fn is_lost(&self, device: Device) -> bool {
        self.lost.contains(&device)
    }

    /// Returns whether the loss is new. A braille display that was never connected is not missed.
    fn lose(&mut self, device: Device) -> bool {
        let missed = device != Device::Braille || self.known.contains(&device);
        let news = missed && !self.is_lost(device);
        if news {
            self.lost.push(device);
        }
        news
    }

    /// Returns whether the return is new. The first connection of a device is not reported.
    fn take_back(&mut self, device: Device) -> bool {
        if !self.known.contains(&device) {
            self.known.push(device);
        }
        let lost = self.is_lost(device);
        self.lost.retain(|other| *other != device);
        lost
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_loss_and_each_return_is_told_once() {
        use Device::{Braille, Clock, Journal};
        check(&[
            (EventKind::Lost(Clock), true),
            (EventKind::Lost(Clock), false),
            (EventKind::Back(Clock), true),
        ]);
        check(&[
            (EventKind::Back(Clock), false),
            (EventKind::Lost(Clock), true),
            (EventKind::Lost(Journal), true),
        ]);
        check(&[
            (EventKind::Lost(Braille), false),
            (EventKind::Back(Braille), false),
            (EventKind::Lost(Braille), true),
        ]);
        check(&[(EventKind::NoWords, true), (EventKind::NoWords, true)]);
        fn check(reports: &[(EventKind, bool)]) {
            let mut presence = Presence::default();
            for (what, news) in reports {
                assert_eq!(presence.is_news(what), *news, "{what:?} of {reports:?}");
            }
        }
    }
}
