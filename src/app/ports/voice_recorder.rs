//! Tells the recorder of voices which journal lines were written, so that recordings are found by them.

use std::path::PathBuf;

use super::{Port, PortContext};
use crate::{
    announce::Device,
    app::screen::GameFile,
    devices::voice_recorder::{VoiceRecorder, VoiceRecorderEvent},
    journal::Entry,
    session::{Effect, Event, EventKind},
};

/// Passes written lines and concealment on to the recorder.
pub struct VoiceRecorderPort {
    recorder: VoiceRecorder,
    /// Where the recordings are.
    folder: PathBuf,
}

impl VoiceRecorderPort {
    pub fn new(recorder: VoiceRecorder, folder: PathBuf) -> VoiceRecorderPort {
        VoiceRecorderPort { recorder, folder }
    }
}

impl Drop for VoiceRecorderPort {
    fn drop(&mut self) {
        self.recorder.close();
    }
}

impl Port for VoiceRecorderPort {
    type News = VoiceRecorderEvent;

    fn perform(&mut self, effect: &Effect, cx: &PortContext) {
        match effect {
            Effect::Record(line) => {
                // Those of a game that never goes on are nobody's.
                if matches!(line.entry, Entry::Started(_) | Entry::Resumed { .. }) {
                    cx.screen.file(&cx.language.words, GameFile::Recordings, &self.folder.display());
                }
                self.recorder.written();
            }
            Effect::Conceal(concealed) => self.recorder.conceal(*concealed),
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
