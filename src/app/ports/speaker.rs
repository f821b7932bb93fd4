//! The voice: speaks every announcement, and reports when it has ended.

use std::collections::{BTreeMap, BTreeSet};

use super::{Port, PortContext, PortState, Reporter};
use crate::{
    announce::{Announcement, Device},
    app::screen::Screen,
    devices::{
        speaker::{self, Speaker, SpeakerEvent},
        speech_queue::Priority,
        voice::VoiceSettings,
        voice_recorder::VoiceRecorder,
    },
    session::{Effect, Event, EventKind, VoiceChange},
};

/// The step, in percent, by which a command changes volume or rate.
pub const VOICE_STEP: i32 = 20;

/// Something that speaks.
pub trait SpeechOutput {
    /// Says a sentence after those before it; reports of it carry `id`.
    fn say(&mut self, id: u64, words: String, weight: Priority);

    /// Falls silent at once, and drops what waits.
    fn stop(&mut self);

    fn change(&mut self, change: VoiceChange);
}

impl SpeechOutput for Speaker {
    fn say(&mut self, id: u64, words: String, weight: Priority) {
        Speaker::say(self, id, words, weight);
    }

    fn stop(&mut self) {
        Speaker::stop(self);
    }

    fn change(&mut self, change: VoiceChange) {
        match change {
            VoiceChange::Louder => self.volume(VOICE_STEP),
            VoiceChange::Softer => self.volume(-VOICE_STEP),
            VoiceChange::Faster => self.rate(VOICE_STEP),
            VoiceChange::Slower => self.rate(-VOICE_STEP),
        };
    }
}

/// Speaks announcements.
pub struct SpeakerPort {
    voice: Box<dyn SpeechOutput>,
    /// Sentences that have not ended.
    sounding: BTreeSet<u64>,
    next_id: u64,
    /// The speaker was connected before.
    seen: bool,
    /// Its thread has ended.
    dead: bool,
    /// What has not begun to be spoken.
    unbegun: BTreeMap<u64, String>,
    recorder: Option<VoiceRecorder>,
}

impl SpeakerPort {
    pub fn new(voice: impl SpeechOutput + 'static) -> SpeakerPort {
        SpeakerPort {
            voice: Box::new(voice),
            sounding: BTreeSet::new(),
            next_id: 0,
            seen: false,
            dead: false,
            unbegun: BTreeMap::new(),
            recorder: None,
        }
    }

    /// Speaks through the system's speech server.
    pub fn open(manner: VoiceSettings, reporter: Reporter<SpeakerEvent>) -> std::io::Result<SpeakerPort> {
        speaker::system(manner, reporter.into_sink()).map(SpeakerPort::new)
    }

    /// Records what is spoken.
    pub fn recorded_by(self, recorder: Option<VoiceRecorder>) -> SpeakerPort {
        SpeakerPort { recorder, ..self }
    }

    fn say(&mut self, words: String, weight: Priority, cx: &PortContext) {
        if self.dead {
            cx.screen.unspoken(&words);
        } else if words.chars().any(char::is_alphanumeric) {
            self.next_id += 1;
            self.sounding.insert(self.next_id);
            if let Some(recorder) = &self.recorder {
                recorder.record_told(self.next_id);
            }
            cx.own_words.note(self.next_id, &words, cx.now);
            self.unbegun.insert(self.next_id, words.clone());
            self.voice.say(self.next_id, words, weight);
        }
    }
}

impl Port for SpeakerPort {
    type News = SpeakerEvent;

    fn perform(&mut self, effect: &Effect, cx: &PortContext) {
        match effect {
            Effect::Announce(announcement) => {
                self.say(cx.render(announcement).words, priority(announcement), cx);
            }
            Effect::StopSpeaking => self.voice.stop(),
            Effect::Voice(change) => self.voice.change(*change),
            _ => {}
        }
    }

    fn translate(&mut self, news: SpeakerEvent, cx: &PortContext) -> Vec<Event> {
        match (&self.recorder, &news) {
            (Some(recorder), SpeakerEvent::Began(id)) => recorder.began(*id),
            (Some(recorder), SpeakerEvent::Ended(id) | SpeakerEvent::Stopped(id)) => recorder.ended(*id),
            _ => {}
        }
        match &news {
            SpeakerEvent::Began(id) => cx.own_words.began(*id, cx.now),
            SpeakerEvent::Ended(id)
            | SpeakerEvent::Stopped(id)
            | SpeakerEvent::Deferred(id)
            | SpeakerEvent::Unspoken { id, .. } => cx.own_words.ended(*id, cx.now),
            SpeakerEvent::Lost { .. } | SpeakerEvent::Back | SpeakerEvent::Died { .. } => {}
        }
        if let SpeakerEvent::Began(id)
        | SpeakerEvent::Ended(id)
        | SpeakerEvent::Stopped(id)
        | SpeakerEvent::Unspoken { id, .. } = &news
        {
            self.unbegun.remove(id);
        }
        if let SpeakerEvent::Unspoken { text, .. } = &news {
            cx.screen.unspoken(text);
        }
        let what = match news {
            SpeakerEvent::Ended(id)
            | SpeakerEvent::Stopped(id)
            | SpeakerEvent::Deferred(id)
            | SpeakerEvent::Unspoken { id, .. } => {
                let last = self.sounding.remove(&id) && self.sounding.is_empty();
                last.then_some(EventKind::SpeechEnded)
            }
            SpeakerEvent::Lost { reason } => {
                cx.lacking("speaker", &reason);
                Some(if self.seen { EventKind::Lost } else { EventKind::Missing }(Device::Speaker))
            }
            SpeakerEvent::Back => {
                self.seen = true;
                cx.found("speaker", &"");
                Some(EventKind::Back(Device::Speaker))
            }
            SpeakerEvent::Died { reason } => {
                cx.lacking("speaker", &reason);
                self.dead = true;
                self.sounding.clear();
                let lost = if self.seen { EventKind::Lost } else { EventKind::Missing };
                return [EventKind::SpeechEnded, lost(Device::Speaker)].map(Event::of_program).into();
            }
            // It may have been deferred.
            SpeakerEvent::Began(id) => {
                self.seen = true;
                self.sounding.insert(id);
                None
            }
        };
        what.map(Event::of_program).into_iter().collect()
    }

    /// Nobody waits for a voice that begins nothing, so what it was still to say is printed.
    fn settle(&mut self, screen: &Screen) {
        for (id, words) in std::mem::take(&mut self.unbegun) {
            if !self.sounding.contains(&id) {
                screen.unspoken(&words);
            }
        }
    }

    fn state(&self) -> PortState {
        if self.sounding.is_empty() { PortState::Idle } else { PortState::Speaking }
    }
}

/// Returns how long a sentence is worth saying: for a moment, until a state changes, or always.
fn priority(announcement: &Announcement) -> Priority {
    match announcement {
        Announcement::MoveFirst(..)
        | Announcement::NotYourClock(..)
        | Announcement::NotUnderstood
        | Announcement::TimeWarning(..)
        | Announcement::SpokenOver { .. } => Priority::Remark,
        Announcement::Lost(device)
        | Announcement::Missing(device)
        | Announcement::Back(device)
        | Announcement::Unsteady(device)
        | Announcement::Chattering(device) => Priority::State(*device as u8),
        _ => Priority::Lasting,
    }
}
