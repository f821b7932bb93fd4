//! Tones: the microphone is open, done, not done, say it again; a square of the board.

use std::{convert::Infallible, time::Duration};

use super::{Port, PortContext};
use crate::{
    announce::Device,
    devices::tones::{PlayTone, Tone},
    session::{BoardTone, Effect, Event, Pattern},
};

/// Plays a tone where words would be too much.
pub struct TonesPort {
    player: Box<dyn PlayTone>,
    /// The microphone was not closed by our own voice when last looked at.
    open: bool,
    /// The talk key keeps it closed.
    held_back: bool,
}

impl TonesPort {
    pub fn new(player: impl PlayTone + 'static) -> TonesPort {
        TonesPort { player: Box::new(player), open: false, held_back: false }
    }
}

impl Port for TonesPort {
    type News = Infallible;

    fn perform(&mut self, effect: &Effect, _scene: &PortContext) {
        let tone = match effect {
            Effect::Feel(Pattern::Confirm) => Tone::Accepted,
            Effect::Feel(Pattern::Refuse) => Tone::Refused,
            Effect::Feel(Pattern::Again) => Tone::Repeat,
            Effect::Tone(ground) => match ground {
                BoardTone::Border => Tone::Border,
                BoardTone::Square { light, occupied } => Tone::Square { light: *light, occupied: *occupied },
            },
            Effect::Listen(true) => Tone::Open,
            Effect::Listen(false) => {
                self.held_back = true;
                return;
            }
            _ => return,
        };
        self.held_back &= !matches!(effect, Effect::Listen(_));
        self.player.play(tone);
    }

    fn translate(&mut self, news: Infallible, _scene: &PortContext) -> Vec<Event> {
        match news {}
    }

    /// It opens when the last sentence has ended; the tone is over before the ear listens again.
    fn follow(&mut self, cx: &PortContext) -> Option<Duration> {
        let open = !cx.speaking && !cx.is_lost(Device::Microphone);
        if open && !self.open && !self.held_back {
            self.player.play(Tone::Open);
        }
        self.open = open;
        None
    }
}
