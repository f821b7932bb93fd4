//! Tells the recorder of voices which journal lines were written, so that recordings are found by them.

use super::{Port, PortContext};
use crate::{
    announce::Device,
    devices::voice_recorder::{VoiceRecorder, VoiceRecorderEvent},
    session::{Effect, Event, EventKind},
};

/// Passes written lines and concealment on to the recorder.
pub struct VoiceRecorderPort(VoiceRecorder);

impl VoiceRecorderPort {
    pub fn new(recorder: VoiceRecorder) -> VoiceRecorderPort {
        VoiceRecorderPort(recorder)
    }
}

impl Drop for VoiceRecorderPort {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl Port for VoiceRecorderPort {
    type News = VoiceRecorderEvent;

    fn perform(&mut self, effect: &Effect, _cx: &PortContext) {
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
        vec![Event::of_program(EventKind::Lost(Device::Recordings))]
    }
}
