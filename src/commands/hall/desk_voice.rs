//! A desk that is spoken with: what is said there is heard, and what is told is spoken and shown in braille.
//!
//! A microphone that is switched off listens still, for the words that switch it on.

use std::{collections::BTreeSet, sync::Arc};

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
#[derive(Debug)]
pub(super) enum VoiceOutcome {
    Heard(Vec<Alternative>),
    /// Something to be told in print.
    Told(String),
    Nothing,
}

/// The ear, the voice and the braille display of a desk.
pub(super) struct DeskVoice {
    ear: Ear,
    speaker: Speaker,
    display: Option<BrailleDisplay>,
    reading: BrailleReading,
    /// The ear is closed while the program speaks.
    gated: bool,
    speaking: BTreeSet<u64>,
    said: u64,
    /// The microphone is switched off.
    off: bool,
}

impl DeskVoice {
    /// Opens the devices; `tell` passes on what they report.
    pub(super) fn open(
        settings: &Settings,
        language: &mut Language,
        tell: impl FnMut(VoiceNews) + Clone + Send + 'static,
    ) -> Result<DeskVoice, Failure> {
        let model = SpeechModel::of(settings, language)?;
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
            speaking: BTreeSet::new(),
            said: 0,
            off: false,
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

    pub(super) fn take(&mut self, news: VoiceNews, words: &Catalogue) -> VoiceOutcome {
        let lost = |id: &str, reason: String| VoiceOutcome::Told(words.say(id, &[("reason", &reason)]));
        match news {
            VoiceNews::Ear(EarEvent::Recognized(utterance)) => {
                self.ear.proceed();
                return VoiceOutcome::Heard(alternatives(utterance.alternatives));
            }
            VoiceNews::Ear(EarEvent::Lost { reason }) => {
                return lost("listen-microphone", words.render(&reason));
            }
            VoiceNews::Ear(EarEvent::Failed { reason }) => {
                return lost("listen-microphone", words.render(&reason));
            }
            VoiceNews::Ear(EarEvent::Died { reason }) => {
                return lost("listen-microphone", words.render(&reason));
            }
            VoiceNews::Ear(EarEvent::Back) => return VoiceOutcome::Told(words.say("listen-back", &[])),
            VoiceNews::Ear(
                EarEvent::SpeechBegan(_)
                | EarEvent::CaughtUp
                | EarEvent::NoWords
                | EarEvent::Clipped
                | EarEvent::WordsMissing(_)
                | EarEvent::Ended { .. },
            ) => {}
            VoiceNews::Speaker(SpeakerEvent::Ended(id) | SpeakerEvent::Stopped(id)) => {
                self.speaking.remove(&id);
                self.gate();
            }
            VoiceNews::Speaker(SpeakerEvent::Unspoken { id, .. }) => {
                self.speaking.remove(&id);
                self.gate();
            }
            VoiceNews::Speaker(SpeakerEvent::Lost { reason }) => {
                self.speaking.clear();
                self.gate();
                return lost("listen-speaker", words.render(&reason));
            }
            VoiceNews::Speaker(SpeakerEvent::Died { reason }) => {
                self.speaking.clear();
                self.gate();
                return lost("listen-speaker", words.render(&reason));
            }
            // A voice that was lost and has come back repeats what was cut off.
            VoiceNews::Speaker(SpeakerEvent::Began(id)) => {
                self.speaking.insert(id);
                self.gate();
            }
            VoiceNews::Speaker(SpeakerEvent::Deferred(_) | SpeakerEvent::Back) => {}
            VoiceNews::Braille(BrailleEvent::Back { cells }) => {
                self.reading.cells = cells;
                self.show();
            }
            VoiceNews::Braille(BrailleEvent::Key(key)) => {
                if self.reading.turn(key) {
                    self.show();
                }
            }
            VoiceNews::Braille(BrailleEvent::Lost { .. }) => {}
        }
        VoiceOutcome::Nothing
    }

    fn gate(&mut self) {
        if self.gated && !self.speaking.is_empty() {
            self.ear.close_gate();
        } else {
            self.ear.open_gate();
        }
    }

    fn show(&mut self) {
        if let Some(display) = &mut self.display {
            display.show(&self.reading.line(), None);
        }
    }
}

/// A text that is read on a display line by line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct BrailleReading {
    cells: usize,
    text: String,
    /// The line that is shown, from 0.
    at: usize,
}

impl BrailleReading {
    fn begin(&mut self, text: &str) {
        (self.text, self.at) = (text.to_owned(), 0);
    }

    /// The text in lines of the display, parted between words.
    fn lines(&self) -> Vec<String> {
        let width = if self.cells == 0 { 40 } else { self.cells };
        textwrap::wrap(&self.text, width).into_iter().map(std::borrow::Cow::into_owned).collect()
    }

    fn line(&self) -> String {
        self.lines().get(self.at).cloned().unwrap_or_default()
    }

    /// Moves along the text; returns whether another line is to be shown.
    fn turn(&mut self, key: BrailleKey) -> bool {
        let last = self.lines().len().saturating_sub(1);
        let before = self.at;
        match key {
            BrailleKey::PanRight | BrailleKey::LineDown => self.at = (self.at + 1).min(last),
            BrailleKey::PanLeft | BrailleKey::LineUp => self.at = self.at.saturating_sub(1),
            BrailleKey::Top | BrailleKey::Home | BrailleKey::Return => self.at = 0,
            BrailleKey::Bottom => self.at = last,
            _ => {}
        }
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
    }
}
