//! Keeps the game as it sounded: counts the lines of the journal for whoever records what is said and told.

use super::{Port, Scene};
use crate::{
    devices::voice_recorder::{VoiceRecorder, VoiceRecorderEvent},
    session::{Effect, Event},
};

/// Tells the keeper of the voice what is written, and what nobody may hear.
pub struct KeepingPort(VoiceRecorder);

impl KeepingPort {
    pub fn new(keeper: VoiceRecorder) -> KeepingPort {
        KeepingPort(keeper)
    }
}

impl Drop for KeepingPort {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl Port for KeepingPort {
    type News = VoiceRecorderEvent;

    fn perform(&mut self, effect: &Effect, _scene: &Scene) {
        match effect {
            Effect::Record(_) => self.0.written(),
            Effect::Conceal(concealed) => self.0.conceal(*concealed),
            _ => {}
        }
    }

    fn translate(
        &mut self,
        VoiceRecorderEvent::Failed { reason }: VoiceRecorderEvent,
        scene: &Scene,
    ) -> Vec<Event> {
        (scene.print)(&format!("recordings: {reason}"));
        Vec::new()
    }
}
