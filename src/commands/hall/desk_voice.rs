//! A desk that is spoken with: what is said there is heard, and what is told is spoken and shown in braille.
//!
//! A microphone that is switched off listens still, for the words that switch it on.

use std::{
    collections::{BTreeSet, VecDeque},
    sync::Arc,
};

use super::{desk_use::DeskChange, talk};
use crate::{
    app::{
        game_options::Language,
        ports::{
            ear::{alternatives, expected},
            speaker::SpeechOutput,
        },
        speech::{self, SpeechModel},
    },
    config::Settings,
    devices::{
        braille_display::{BrailleDisplay, BrailleEvent, BrailleKey, BrailleLine, BrailleServer},
        hearing::{
            ear::{Ear, EarEvent, EarOptions},
            microphone::Microphone,
        },
        speaker::{self, Speaker, SpeakerEvent},
        speech_queue::Priority,
    },
    grammar::Alternative,
    language::{Catalogue, Failure},
};

/// What the devices of a desk report.
#[derive(Debug)]
pub(super) enum VoiceNews {
    Ear(EarEvent),
    Speaker(SpeakerEvent),
    Braille(BrailleEvent),
}

/// What comes of a report.
#[derive(Debug, Default)]
pub(super) struct VoiceOutcome {
    /// What was heard.
    pub(super) heard: Option<Vec<Alternative>>,
    /// Something to be told in print.
    pub(super) printed: Option<String>,
    /// Something to be told in print, by voice and in braille.
    pub(super) said: Option<String>,
}

/// How often in a row it is asked to say again what was said while the program spoke.
const REPEAT_REQUESTS: u8 = 2;

/// The devices of a desk, by the names that its texts have for them.
const MICROPHONE: &str = "microphone";
const SPEAKER: &str = "speaker";
const BRAILLE: &str = "braille";
const RECOGNIZER: &str = "recognizer";

/// The ear, the voice and the braille display of a desk.
pub(super) struct DeskVoice {
    ear: Ear,
    speaker: Speaker,
    display: Option<BrailleDisplay>,
    reading: BrailleReading,
    /// The ear is closed while the program speaks.
    gated: bool,
    closed: bool,
    speaking: BTreeSet<u64>,
    said: u64,
    /// The microphone is switched off.
    off: bool,
    /// What was told to be lost.
    lost: BTreeSet<&'static str>,
    /// How often it was asked to say something again.
    repeat_requests: u8,
}

impl DeskVoice {
    /// Opens the devices; `tell` passes on what they report.
    pub(super) fn open(
        settings: &Settings,
        language: &mut Language,
        tell: impl FnMut(VoiceNews) + Clone + Send + 'static,
    ) -> Result<DeskVoice, Failure> {
        let model = SpeechModel::of(settings, language)?.hearing()?;
        let source = Box::new(Microphone::open(settings.microphone.as_deref())?);
        let phrases = expected(&Arc::clone(&language.grammar), &talk::at_desk());
        let (mut of_ear, mut of_speaker, mut of_braille) = (tell.clone(), tell.clone(), tell);
        let ear = speech::ear(source, model, settings, EarOptions::default(), &phrases, move |event| {
            of_ear(VoiceNews::Ear(event));
        })?;
        let speaker = speaker::system(speech::voice_settings(settings), move |event| {
            of_speaker(VoiceNews::Speaker(event));
        })?;
        let display = BrailleDisplay::open(BrailleServer::default(), move |event| {
            of_braille(VoiceNews::Braille(event));
        });
        Ok(DeskVoice {
            ear,
            speaker,
            display: display.ok(),
            reading: BrailleReading::default(),
            gated: !settings.headphones.unwrap_or(false),
            closed: false,
            speaking: BTreeSet::new(),
            said: 0,
            off: false,
            lost: BTreeSet::new(),
            repeat_requests: 0,
        })
    }

    /// Says a sentence, and shows it in braille.
    pub(super) fn say(&mut self, text: &str) {
        self.said += 1;
        self.speaking.insert(self.said);
        self.gate();
        self.speaker.say(self.said, text, Priority::Lasting);
        self.reading.begin(text);
        self.show();
    }

    /// Changes how it speaks, and whether it listens.
    pub(super) fn change(&mut self, change: DeskChange) {
        match change {
            DeskChange::Quiet => self.speaker.stop(),
            DeskChange::Voice(change) => SpeechOutput::change(&mut self.speaker, change),
            DeskChange::Microphone(on) => self.off = !on,
        }
    }

    /// Whether the microphone is switched off.
    pub(super) fn is_off(&self) -> bool {
        self.off
    }

    /// Whether something is being said, or waits to be.
    pub(super) fn is_speaking(&self) -> bool {
        !self.speaking.is_empty()
    }

    pub(super) fn take(&mut self, news: VoiceNews, words: &Catalogue) -> VoiceOutcome {
        match news {
            VoiceNews::Ear(event) => self.take_from_ear(event, words),
            VoiceNews::Speaker(event) => self.take_from_speaker(event, words),
            VoiceNews::Braille(event) => self.take_from_braille(event, words),
        }
    }

    fn take_from_ear(&mut self, event: EarEvent, words: &Catalogue) -> VoiceOutcome {
        let reason = |reason: String| Some(words.say("listen-microphone", &[("reason", &reason)]));
        let (device, printed) = match event {
            EarEvent::Recognized(utterance) => {
                self.ear.proceed();
                self.repeat_requests = 0;
                self.lost.remove(RECOGNIZER);
                let heard = Some(alternatives(utterance.alternatives));
                return VoiceOutcome { heard, ..VoiceOutcome::default() };
            }
            EarEvent::Clipped if self.repeat_requests < REPEAT_REQUESTS && !self.off => {
                self.repeat_requests += 1;
                let said = Some(words.say("desk-clipped", &[]));
                return VoiceOutcome { said, ..VoiceOutcome::default() };
            }
            EarEvent::WordsMissing(missing) => {
                let missing = missing.join(", ");
                let printed = Some(words.say("listen-words-missing", &[("words", &missing)]));
                return VoiceOutcome { printed, ..VoiceOutcome::default() };
            }
            EarEvent::Back => return self.back(MICROPHONE, words),
            EarEvent::Lost { reason: why } => (MICROPHONE, reason(words.render(&why))),
            EarEvent::Failed { reason: why } => (RECOGNIZER, reason(words.render(&why))),
            EarEvent::Died { reason: why } => (MICROPHONE, reason(words.render(&why))),
            EarEvent::SpeechBegan(_)
            | EarEvent::CaughtUp
            | EarEvent::NoWords
            | EarEvent::Clipped
            | EarEvent::Ended { .. } => return VoiceOutcome::default(),
        };
        self.lost(device, printed, words)
    }

    fn take_from_speaker(&mut self, event: SpeakerEvent, words: &Catalogue) -> VoiceOutcome {
        let reason = |reason: String| Some(words.say("listen-speaker", &[("reason", &reason)]));
        let printed = match event {
            // What waits for a voice keeps nobody from being heard.
            SpeakerEvent::Ended(id)
            | SpeakerEvent::Stopped(id)
            | SpeakerEvent::Deferred(id)
            | SpeakerEvent::Unspoken { id, .. } => {
                self.speaking.remove(&id);
                self.gate();
                return VoiceOutcome::default();
            }
            // A voice that was lost and has come back repeats what was cut off.
            SpeakerEvent::Began(id) => {
                self.speaking.insert(id);
                self.gate();
                return VoiceOutcome::default();
            }
            SpeakerEvent::Back => return self.back(SPEAKER, words),
            SpeakerEvent::Lost { reason: why } => reason(words.render(&why)),
            SpeakerEvent::Died { reason: why } => reason(words.render(&why)),
        };
        self.speaking.clear();
        self.gate();
        self.lost(SPEAKER, printed, words)
    }

    fn take_from_braille(&mut self, event: BrailleEvent, words: &Catalogue) -> VoiceOutcome {
        match event {
            BrailleEvent::Back { cells } => {
                self.reading.cells = cells;
                self.show();
                self.back(BRAILLE, words)
            }
            BrailleEvent::Key(key) => {
                if self.reading.turn(key) {
                    self.show();
                }
                VoiceOutcome::default()
            }
            BrailleEvent::Lost { .. } => self.lost(BRAILLE, None, words),
        }
    }

    /// A device that is lost is told once.
    fn lost(&mut self, device: &'static str, printed: Option<String>, words: &Catalogue) -> VoiceOutcome {
        if !self.lost.insert(device) {
            return VoiceOutcome { printed, ..VoiceOutcome::default() };
        }
        let said = Some(words.say("desk-device-lost", &[("device", &device_name(device, words))]));
        VoiceOutcome { printed, said, ..VoiceOutcome::default() }
    }

    /// One that was never told to be lost is not told to be back.
    fn back(&mut self, device: &'static str, words: &Catalogue) -> VoiceOutcome {
        let name = || device_name(device, words);
        let said = self.lost.remove(device).then(|| words.say("desk-device-back", &[("device", &name())]));
        VoiceOutcome { said, ..VoiceOutcome::default() }
    }

    fn gate(&mut self) {
        let closed = self.gated && !self.speaking.is_empty();
        if closed != self.closed {
            self.closed = closed;
            if closed { self.ear.close_gate() } else { self.ear.open_gate() }
        }
    }

    fn show(&mut self) {
        if let Some(display) = &mut self.display {
            display.show(&self.reading.line(), None);
        }
    }
}

fn device_name(device: &str, words: &Catalogue) -> String {
    words.say("live-device", &[("device", &device)])
}

/// How many texts can be read again.
const READABLE: usize = 60;

/// Texts that are read on a display line by line. A new one is shown at once, and those before it lie to its left.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct BrailleReading {
    cells: usize,
    texts: VecDeque<String>,
    /// The text that is shown, and its line, from 0.
    at: (usize, usize),
}

impl BrailleReading {
    fn begin(&mut self, text: &str) {
        self.texts.push_back(text.to_owned());
        if self.texts.len() > READABLE {
            self.texts.pop_front();
        }
        self.at = (self.texts.len() - 1, 0);
    }

    /// A text in lines of the display, parted between words.
    fn lines(&self, text: usize) -> Vec<String> {
        let width = if self.cells == 0 { 40 } else { self.cells };
        let text = self.texts.get(text).map(String::as_str).unwrap_or_default();
        textwrap::wrap(text, width).into_iter().map(std::borrow::Cow::into_owned).collect()
    }

    fn line(&self) -> String {
        // Another display may have other lines.
        let lines = self.lines(self.at.0);
        lines.get(self.at.1).or(lines.last()).cloned().unwrap_or_default()
    }

    /// Moves along the texts; returns whether another line is to be shown.
    fn turn(&mut self, key: BrailleKey) -> bool {
        let before = self.at;
        let (text, line) = self.at;
        let last_of = |text: usize| self.lines(text).len().saturating_sub(1);
        self.at = match key {
            BrailleKey::PanRight | BrailleKey::LineDown if line < last_of(text) => (text, line + 1),
            BrailleKey::PanRight | BrailleKey::LineDown if text + 1 < self.texts.len() => (text + 1, 0),
            BrailleKey::PanLeft | BrailleKey::LineUp if line > 0 => (text, line.min(last_of(text)) - 1),
            BrailleKey::PanLeft | BrailleKey::LineUp if text > 0 => (text - 1, last_of(text - 1)),
            BrailleKey::Top | BrailleKey::Home => (text, 0),
            BrailleKey::Return => (self.texts.len().saturating_sub(1), 0),
            BrailleKey::Bottom => (text, last_of(text)),
            _ => before,
        };
        self.at != before
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_answer_is_read_line_by_line() {
        let mut reading = BrailleReading { cells: 20, ..BrailleReading::default() };
        reading.begin("Brett 17: Die Zeit von Weiß ist abgelaufen.");
        assert_eq!(reading.line(), "Brett 17: Die Zeit");
        assert!(!reading.turn(BrailleKey::PanLeft));
        assert!(reading.turn(BrailleKey::PanRight));
        assert_eq!(reading.line(), "von Weiß ist");
        assert!(reading.turn(BrailleKey::Bottom));
        assert_eq!(reading.line(), "abgelaufen.");
        assert!(!reading.turn(BrailleKey::PanRight) && reading.turn(BrailleKey::Home));
        reading.begin("Kein Brett wartet.");
        assert_eq!(reading.line(), "Kein Brett wartet.");
        // What was told before lies to the left, and what was told last is one key away.
        assert!(reading.turn(BrailleKey::PanLeft));
        assert_eq!(reading.line(), "abgelaufen.");
        assert!(reading.turn(BrailleKey::PanLeft) && reading.turn(BrailleKey::PanLeft));
        assert_eq!(reading.line(), "Brett 17: Die Zeit");
        assert!(reading.turn(BrailleKey::Return));
        assert_eq!(reading.line(), "Kein Brett wartet.");
        assert!(reading.turn(BrailleKey::PanLeft) && reading.turn(BrailleKey::PanRight));
        assert_eq!(reading.line(), "Kein Brett wartet.");
        for n in 0..2 * READABLE {
            reading.begin(&n.to_string());
        }
        while reading.turn(BrailleKey::LineUp) {}
        assert_eq!(reading.line(), READABLE.to_string());
    }
}
