//! Tones, in place of words: microphone open, accepted, refused, repeat, and the squares of the board.

use std::{convert::Infallible, time::Duration};

use super::{Port, PortContext};
use crate::{
    announce::Device,
    devices::tones::{PlayTone, Tone},
    session::{BoardTone, Effect, Event, Pattern},
};

/// Plays tones.
pub struct TonesPort {
    player: Box<dyn PlayTone>,
    /// The microphone was open at the last look, not closed by the program's voice.
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

    fn perform(&mut self, effect: &Effect, _cx: &PortContext) {
        let tone = match effect {
            Effect::Feel(Pattern::Confirm) => Tone::Accepted,
            Effect::Feel(Pattern::Refuse) | Effect::ToneUnclear => Tone::Refused,
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

    fn translate(&mut self, news: Infallible, _cx: &PortContext) -> Vec<Event> {
        match news {}
    }

    /// Plays the tone of an open microphone when the last sentence has ended; the ear listens after it.
    fn follow(&mut self, cx: &PortContext) -> Option<Duration> {
        let open = !cx.speaking && !cx.is_lost(Device::Microphone);
        if open && !self.open && !self.held_back {
            self.player.play(Tone::Open);
        }
        self.open = open;
        None
    }
}
