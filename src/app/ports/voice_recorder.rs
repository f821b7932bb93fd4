//! Keeps the game as it sounded: counts the lines of the journal for whoever records what is said and told.

use super::{Port, PortContext};
use crate::{
    devices::voice_recorder::{VoiceRecorder, VoiceRecorderEvent},
    session::{Effect, Event},
};

/// Tells the keeper of the voice what is written, and what nobody may hear.
pub struct VoiceRecorderPort(VoiceRecorder);

impl VoiceRecorderPort {
    pub fn new(keeper: VoiceRecorder) -> VoiceRecorderPort {
        VoiceRecorderPort(keeper)
    }
}

impl Drop for VoiceRecorderPort {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl Port for VoiceRecorderPort {
    type News = VoiceRecorderEvent;

    fn perform(&mut self, effect: &Effect, _scene: &PortContext) {
        match effect {
            Effect::Record(_) => self.0.written(),
            Effect::Conceal(concealed) => self.0.conceal(*concealed),
            _ => {}
        }
    }

    fn translate(
        &mut self,
        VoiceRecorderEvent::Failed { reason }: VoiceRecorderEvent,
        cx: &PortContext,
    ) -> Vec<Event> {
        cx.lacking("recordings", &reason);
        Vec::new()
    }
}
