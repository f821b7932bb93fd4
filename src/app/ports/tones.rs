//! Tones: the microphone is open, done, not done, say it again.

use std::{convert::Infallible, time::Duration};

use super::{Port, Scene};
use crate::{
    announce::Device,
    devices::tones::{Sounds, Tone},
    session::{Effect, Event, Pattern},
};

/// Plays a tone where words would be too much.
pub struct TonesPort {
    player: Box<dyn Sounds>,
    /// The microphone was not closed by our own voice when last looked at.
    open: bool,
}

impl TonesPort {
    pub fn new(player: impl Sounds + 'static) -> TonesPort {
        TonesPort { player: Box::new(player), open: false }
    }
}

impl Port for TonesPort {
    type News = Infallible;

    fn perform(&mut self, effect: &Effect, _scene: &Scene) {
        let tone = match effect {
            Effect::Feel(Pattern::Confirm) => Tone::Made,
            Effect::Feel(Pattern::Refuse) => Tone::Refused,
            Effect::Feel(Pattern::Again) => Tone::Again,
            _ => return,
        };
        self.player.play(tone);
    }

    fn translate(&mut self, news: Infallible, _scene: &Scene) -> Vec<Event> {
        match news {}
    }

    /// It opens when the last sentence has ended; the tone is over before the ear listens again.
    fn follow(&mut self, scene: &Scene) -> Option<Duration> {
        let open = !scene.speaking && !scene.presence.is_lost(Device::Microphone);
        if open && !self.open {
            self.player.play(Tone::Open);
        }
        self.open = open;
        None
    }
}
