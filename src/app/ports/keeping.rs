//! Keeps the game as it sounded: counts the lines of the journal for whoever records what is said and told.

use super::{Port, Scene};
use crate::{
    devices::voice_keeper::{KeeperEvent, VoiceKeeper},
    session::{Effect, Event},
};

/// Tells the keeper of the voice what is written, and what nobody may hear.
pub struct KeepingPort(VoiceKeeper);

impl KeepingPort {
    pub fn new(keeper: VoiceKeeper) -> KeepingPort {
        KeepingPort(keeper)
    }
}

impl Drop for KeepingPort {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl Port for KeepingPort {
    type News = KeeperEvent;

    fn perform(&mut self, effect: &Effect, _scene: &Scene) {
        match effect {
            Effect::Record(_) => self.0.written(),
            Effect::Conceal(concealed) => self.0.conceal(*concealed),
            _ => {}
        }
    }

    fn translate(&mut self, KeeperEvent::Failed { reason }: KeeperEvent, scene: &Scene) -> Vec<Event> {
        (scene.print)(&format!("recordings: {reason}"));
        Vec::new()
    }
}
