//! Endpointing: finds the utterances in a stream of samples.
//!
//! It compares the energy with a noise floor that follows the quietest moments of the last seconds, and looks for
//! voicing: hiss, knocks, rustling and whispers have none. No threads and no clock: time is counted in samples.

use std::collections::VecDeque;
use std::time::Duration;

use self::babble::BabbleFloor;
pub use self::features::{BandPass, decibels, power};
use self::features::{NoiseFloor, VoicingDetector};
use crate::SAMPLE_RATE;

mod features;
mod babble;

/// Samples in one frame of 10 ms, the unit of every decision here.
pub const FRAME: usize = SAMPLE_RATE as usize / 100;

/// The limits of utterances and noises.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EndpointOptions {
    /// The pause that ends an utterance.
    pub silence: Duration,
    /// The time before the first loud frame that belongs to the utterance.
    pub pre_roll: Duration,
    /// A shorter sound is a click, such as a piece set down.
    pub shortest: Duration,
    /// A sound with less voicing is a rustle, a hiss, a slammed door, or a whisper.
    pub voice: Duration,
    /// An utterance is ended at this length.
    pub longest: Duration,
    /// A sound this long, without its pauses, is conversation.
    pub overlong: Duration,
}

impl Default for EndpointOptions {
    fn default() -> Self {
        Self {
            silence: Duration::from_millis(500),
            pre_roll: Duration::from_millis(450),
            shortest: Duration::from_millis(90),
            voice: Duration::from_millis(50),
            longest: Duration::from_secs(15),
            overlong: Duration::from_secs(7),
        }
    }
}

/// What [`Endpointer::push`] finds. Positions are samples since the beginning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EndpointEvent {
    /// Speech seems to begin.
    Began {
        /// The position of the first loud frame.
        at: u64,
        /// Whether it was at full level from the first sample, so that its onset is missing.
        is_cut: bool,
    },
    /// The utterance's samples, pre-roll first, until `Ended`, `Dropped` or `Overlong`; silence is put before them if
    /// there was little.
    Samples(Vec<i16>),
    /// The utterance is over.
    Ended {
        /// The position after its last loud frame.
        at: u64,
        /// Whether there was a voice in it; if not, it was a noise or a whisper.
        voiced: bool,
    },
    /// It was too short to be speech.
    Dropped,
    /// It is longer than anything said to the program, and goes on.
    Overlong,
}

/// Finds utterances; see the [module](self).
#[derive(Debug, Clone)]
pub struct Endpointer {
    options: EndpointOptions,
    /// Samples that do not make a frame yet.
    partial: Vec<i16>,
    position: u64,
    filter: BandPass,
    voicing: VoicingDetector,
    /// Power of the last frames, for smoothing.
    recent: VecDeque<f64>,
    floor: NoiseFloor,
    babble: BabbleFloor,
    /// The last frames, newest last.
    lately: VecDeque<Frame>,
    /// The last frames before an utterance.
    pre_roll: VecDeque<i16>,
    utterance: Option<ActiveSpeech>,
    /// The loud frames of the last utterance.
    sounded: usize,
}

#[derive(Debug, Clone, Copy)]
struct Frame {
    loud: bool,
    voiced: bool,
    /// In decibels.
    level: f64,
}

#[derive(Debug, Clone)]
struct ActiveSpeech {
    began: u64,
    last_loud: u64,
    /// The level of its loudest frame with a voice in it.
    loudest: f64,
    loud_frames: usize,
    voiced_frames: usize,
}

/// A frame is loud this many decibels above the floor; during speech [`SUSTAIN`] is enough.
const ONSET: f64 = 7.5;
const SUSTAIN: f64 = 5.0;
/// With babble the floor is this many decibels below its median, and speech needs more to be sustained: of eight
/// people talking, a word or two in a minute exceed that.
const BELOW_BABBLE: f64 = 2.5;
const SUSTAIN_IN_BABBLE: f64 = 7.0;
/// A frame this many decibels below the loudest is not the speaker: a voice in the background must not keep an
/// utterance open. In read sentences of sixteen people the last word was softer in fewer than one of two hundred.
const RANGE: f64 = 22.0;
/// An utterance begins when this many of the last [`ONSET_WINDOW`] frames are loud: the vowel of "ja" is longer, a
/// knock shorter.
const ONSET_LOUD: usize = 6;
const ONSET_WINDOW: usize = 12;
/// Frames over which power is smoothed.
const SMOOTH: usize = 3;
/// The least silence before speech (100 ms): the model was hardly trained without.
const LEAD: usize = SAMPLE_RATE as usize / 10;
/// If the first frame is less than this many decibels softer than the loudest of the onset, the word began before it.
/// A whole word swells by more, even one that begins with a vowel.
const SWELLS: f64 = 10.0;

impl Endpointer {
    /// Begins in silence.
    pub fn new(options: EndpointOptions) -> Self {
        Self {
            options,
            partial: Vec::with_capacity(FRAME),
            position: 0,
            filter: BandPass::default(),
            voicing: VoicingDetector::default(),
            recent: VecDeque::with_capacity(SMOOTH),
            floor: NoiseFloor::default(),
            babble: BabbleFloor::default(),
            lately: VecDeque::with_capacity(ONSET_WINDOW),
            pre_roll: VecDeque::new(),
            utterance: None,
            sounded: 0,
        }
    }

    /// Takes samples and appends the events found in them to `steps`.
    pub fn push(&mut self, mut samples: &[i16], steps: &mut Vec<EndpointEvent>) {
        while !samples.is_empty() {
            let missing = (FRAME - self.partial.len()).min(samples.len());
            self.partial.extend_from_slice(&samples[..missing]);
            samples = &samples[missing..];
            if self.partial.len() == FRAME {
                let frame = std::mem::take(&mut self.partial);
                self.frame(&frame, steps);
                self.partial = frame;
                self.partial.clear();
            }
        }
    }

    /// Ends an utterance at the end of the stream.
    pub fn finish(&mut self, steps: &mut Vec<EndpointEvent>) {
        let rest = std::mem::take(&mut self.partial);
        self.position += rest.len() as u64;
        if let Some(utterance) = self.utterance.take() {
            steps.push(EndpointEvent::Samples(rest));
            steps.push(self.close(&utterance));
        }
    }

    /// Drops the utterance but keeps the noise floor, and counts `skipped` samples that it does not get.
    pub fn skip(&mut self, skipped: usize) {
        self.position += (self.partial.len() + skipped) as u64;
        self.partial.clear();
        self.recent.clear();
        self.lately.clear();
        self.pre_roll.clear();
        self.utterance = None;
    }

    /// Whether an utterance is under way.
    pub fn is_speech(&self) -> bool {
        self.utterance.is_some()
    }

    /// Returns how long the utterance under way has been quiet, zero while it sounds.
    pub fn quiet(&self) -> Duration {
        let last_loud = self.utterance.as_ref().map(|utterance| utterance.last_loud);
        time(self.position - last_loud.unwrap_or(self.position))
    }

    /// Returns how long the current or last utterance has sounded, without its pauses, since it began or was
    /// [marked](Self::mark).
    pub fn sounded(&self) -> Duration {
        time((self.sounded * FRAME) as u64)
    }

    /// Whether the current utterance has had a voice since it began or was last [marked](Self::mark).
    pub fn has_voice(&self) -> bool {
        self.utterance.as_ref().is_some_and(|utterance| self.is_long(utterance) && self.is_voiced(utterance))
    }

    /// Resets loudness and voicing of the utterance, which goes on: only what follows counts when it
    /// [ends](EndpointEvent::Ended).
    pub fn mark(&mut self) {
        if let Some(utterance) = &mut self.utterance {
            utterance.loud_frames = 0;
            utterance.voiced_frames = 0;
        }
    }

    /// Returns the position in the stream, in samples.
    pub fn position(&self) -> u64 {
        self.position
    }

    /// Changes how long a pause ends an utterance, from now on.
    pub fn set_silence(&mut self, silence: Duration) {
        self.options.silence = silence;
    }

    fn frame(&mut self, frame: &[i16], steps: &mut Vec<EndpointEvent>) {
        let began = self.position;
        self.position += FRAME as u64;
        let filtered = self.filter.pass(frame);
        self.voicing.push(&filtered);
        if self.recent.len() == SMOOTH {
            self.recent.pop_front();
        }
        self.recent.push_back(power(&filtered));
        let level = decibels(self.recent.iter().sum::<f64>() / self.recent.len() as f64);
        let floor = self.floor.follow(level);
        let hall = self.babble.level().map(|hall| hall - BELOW_BABBLE).filter(|hall| *hall > floor);
        let (floor, sustain) = hall.map_or((floor, SUSTAIN), |hall| (hall, SUSTAIN_IN_BABBLE));
        let over = level - floor;
        // An utterance this long may be babble that has just begun.
        let is_long =
            |utterance: &ActiveSpeech| self.position - utterance.began > (babble::ENOUGH * FRAME) as u64;
        self.babble.push(level, self.utterance.as_ref().is_none_or(is_long));
        match self.utterance.take() {
            None => {
                let loud = over > ONSET;
                let voiced = loud && self.voicing.is_voiced();
                self.wait(frame, began, Frame { loud, voiced, level }, steps);
            }
            Some(mut utterance) => {
                if level > utterance.loudest && self.voicing.is_voiced() {
                    utterance.loudest = level;
                }
                if over > sustain && level > utterance.loudest - RANGE {
                    utterance.last_loud = self.position;
                    utterance.loud_frames += 1;
                    // Once it is voiced, it stays so.
                    if !self.is_voiced(&utterance) {
                        utterance.voiced_frames += usize::from(self.voicing.is_voiced());
                    }
                }
                steps.push(EndpointEvent::Samples(frame.to_vec()));
                self.go_on(utterance, steps);
            }
        }
    }

    fn wait(&mut self, samples: &[i16], began: u64, frame: Frame, steps: &mut Vec<EndpointEvent>) {
        self.pre_roll.extend(samples);
        if self.lately.len() == ONSET_WINDOW {
            self.lately.pop_front();
        }
        self.lately.push_back(frame);
        let loud_frames = self.lately.iter().filter(|frame| frame.loud).count();
        if loud_frames >= ONSET_LOUD {
            let first = self.lately.iter().position(|frame| frame.loud).unwrap_or(0);
            let since = (self.lately.len() - 1 - first) * FRAME;
            let at = began - since as u64;
            let voiced_frames = self.lately.iter().filter(|frame| frame.voiced).count();
            let before = self.pre_roll.len() - FRAME - since;
            let is_cut = before == 0 && self.sounds_in_full();
            self.lately.clear();
            steps.push(EndpointEvent::Began { at, is_cut });
            let silence = std::iter::repeat_n(0, LEAD.saturating_sub(before));
            steps.push(EndpointEvent::Samples(silence.chain(self.pre_roll.drain(..)).collect()));
            let last_loud = self.position;
            self.utterance =
                Some(ActiveSpeech { began: at, last_loud, loudest: f64::MIN, loud_frames, voiced_frames });
        } else {
            let kept = self::samples(self.options.pre_roll) as usize + ONSET_WINDOW * FRAME;
            let surplus = self.pre_roll.len().saturating_sub(kept);
            self.pre_roll.drain(..surplus);
        }
    }

    /// Whether the first of the last frames is nearly as loud as the loudest of them.
    fn sounds_in_full(&self) -> bool {
        let level = |frame: &Frame| frame.level;
        let loudest = self.lately.iter().map(level).fold(f64::MIN, f64::max);
        self.lately.front().is_some_and(|first| first.level > loudest - SWELLS)
    }

    fn go_on(&mut self, utterance: ActiveSpeech, steps: &mut Vec<EndpointEvent>) {
        let quiet = self.position - utterance.last_loud;
        let length = self.position - utterance.began;
        self.sounded = utterance.loud_frames;
        if quiet >= samples(self.options.silence) || length >= samples(self.options.longest) {
            steps.push(self.close(&utterance));
        } else if is_at_least(utterance.loud_frames, self.options.overlong) {
            steps.push(EndpointEvent::Overlong);
        } else {
            self.utterance = Some(utterance);
        }
    }

    fn is_long(&self, utterance: &ActiveSpeech) -> bool {
        is_at_least(utterance.loud_frames, self.options.shortest)
    }

    fn is_voiced(&self, utterance: &ActiveSpeech) -> bool {
        is_at_least(utterance.voiced_frames, self.options.voice)
    }

    fn close(&self, utterance: &ActiveSpeech) -> EndpointEvent {
        if self.is_long(utterance) {
            EndpointEvent::Ended { at: utterance.last_loud, voiced: self.is_voiced(utterance) }
        } else {
            EndpointEvent::Dropped
        }
    }
}

fn is_at_least(frames: usize, least: Duration) -> bool {
    (frames * FRAME) as u64 >= samples(least)
}

/// Returns the number of samples in `duration`.
pub fn samples(duration: Duration) -> u64 {
    (duration.as_micros() * u128::from(SAMPLE_RATE) / 1_000_000) as u64
}

/// Returns the time at sample `position`.
pub fn time(position: u64) -> Duration {
    Duration::from_micros(position * 1_000_000 / u64::from(SAMPLE_RATE))
}

#[cfg(test)]
mod tests;
