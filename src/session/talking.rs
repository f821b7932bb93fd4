//! The talk key: the microphone listens while it is held, or from one press to the next.

use std::time::Duration;

use super::{Effect, Session, options::Talk};

/// A key that is held repeats itself: at first after half a second or a little more, then many times in one.
const RELEASED: Duration = Duration::from_millis(800);

/// Whether the microphone is let listen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Talking {
    #[default]
    Silent,
    Listening,
    /// Until then, if the key does not come again.
    Until(Duration),
}

impl Session {
    /// At the beginning nobody holds the key.
    pub(super) fn begin_talking(&mut self) {
        if self.options.talk != Talk::Open {
            self.effects.push(Effect::Listen(false));
        }
    }

    pub(super) fn talk(&mut self, at: Duration) {
        let next = match (self.options.talk, self.talking) {
            (Talk::Open, _) => return,
            (Talk::Toggled, Talking::Silent) => Talking::Listening,
            (Talk::Toggled, _) => Talking::Silent,
            (Talk::Held, _) => Talking::Until(at + RELEASED),
        };
        self.set_talking(next);
    }

    pub(super) fn released_at(&self) -> Option<Duration> {
        match self.talking {
            Talking::Until(released) => Some(released),
            Talking::Silent | Talking::Listening => None,
        }
    }

    /// The key has not come again.
    pub(super) fn watch_talking(&mut self, at: Duration) {
        if self.released_at().is_some_and(|released| at >= released) {
            self.set_talking(Talking::Silent);
        }
    }

    fn set_talking(&mut self, talking: Talking) {
        let was = std::mem::replace(&mut self.talking, talking) != Talking::Silent;
        let is = talking != Talking::Silent;
        if was != is {
            self.effects.push(Effect::Listen(is));
        }
    }
}
