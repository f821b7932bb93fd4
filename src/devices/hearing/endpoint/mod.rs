//! Finds the utterances in a stream of samples.
//!
//! Energy against a noise floor that follows the quietest moments of the last
//! seconds, and whether there is a voice in it: something that vibrates, which hiss, knocks,
//! rustling and whispering do not. No threads, no clock: time is counted in samples.

use std::collections::VecDeque;
use std::time::Duration;

pub use self::features::{Filter, decibels, power};
use self::features::{NoiseFloor, Voicing};
use self::hall::Hall;
use crate::devices::SAMPLE_RATE;

mod features;
mod hall;

/// Samples in one frame of 10 ms, the unit of every decision here.
pub const FRAME: usize = SAMPLE_RATE as usize / 100;

/// How utterances are told from each other and from noises.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EndpointOptions {
    /// An utterance has ended when it has been quiet this long.
    pub silence: Duration,
    /// Sound before the first loud frame that belongs to the utterance.
    pub pre_roll: Duration,
    /// Less sound than this is a click, a piece set down.
    pub shortest: Duration,
    /// Less of a voice than this is a rustle, a hiss, a slammed door, or whispered.
    pub voice: Duration,
    /// An utterance is ended at this length, however it goes on.
    pub longest: Duration,
    /// What has sounded this long, without the pauses in it, is talk.
    pub talk: Duration,
}

impl Default for EndpointOptions {
    fn default() -> Self {
        Self {
            silence: Duration::from_millis(500),
            pre_roll: Duration::from_millis(450),
            shortest: Duration::from_millis(90),
            voice: Duration::from_millis(50),
            longest: Duration::from_secs(15),
            talk: Duration::from_secs(7),
        }
    }
}

/// What [`Endpointer::push`] finds. Positions are samples since the beginning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// Someone speaks, as it seems; `at` is the first loud sample.
    Began {
        /// The position of the first loud frame.
        at: u64,
        /// Whether it sounded in full from the first sample that was shown, so that its beginning is missing.
        is_cut: bool,
    },
    /// The utterance's samples, pre-roll first, until `Ended`, `Dropped` or `Talk`; silence before it, where there was
    /// hardly anything else.
    Samples(Vec<i16>),
    /// The utterance is over.
    Ended {
        /// The position after its last loud frame.
        at: u64,
        /// Whether there was a voice in it. If not, it was a noise, or whispered.
        voiced: bool,
    },
    /// It was too short to be speech.
    Dropped,
    /// It sounded too long for anything that is said to us, and goes on.
    Talk,
}

/// Finds utterances; see the [module](self).
#[derive(Debug, Clone)]
pub struct Endpointer {
    options: EndpointOptions,
    /// Samples that do not make a frame yet.
    partial: Vec<i16>,
    position: u64,
    filter: Filter,
    voicing: Voicing,
    /// Power of the last frames, for smoothing.
    recent: VecDeque<f64>,
    floor: NoiseFloor,
    hall: Hall,
    /// The last frames, newest last.
    lately: VecDeque<Frame>,
    /// The last frames before an utterance.
    pre_roll: VecDeque<i16>,
    utterance: Option<Utterance>,
    /// In how many frames the last one sounded.
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
struct Utterance {
    began: u64,
    last_loud: u64,
    /// The level of its loudest frame with a voice in it.
    loudest: f64,
    loud_frames: usize,
    voiced_frames: usize,
}

/// Loud is this much over the floor, in decibels; while speech lasts, less is enough.
const ONSET: f64 = 7.5;
const SUSTAIN: f64 = 5.0;
/// The floor of a hall lies this much below its mean, in decibels, and there more is needed while speech lasts: of
/// eight people who talk a word or two in a minute stand out from that, and half a second hardly ever passes without.
const BELOW_HALL: f64 = 2.5;
const SUSTAIN_IN_HALL: f64 = 7.0;
/// What is so much softer than the loudest of an utterance is no longer the speaker: somebody who talks in
/// the background must not keep it open. In read sentences of a woman and of fifteen other people the last
/// word was softer than that in fewer than one of two hundred.
const RANGE: f64 = 22.0;
/// An utterance begins when this many of the last frames are loud: the vowel of
/// "ja" is longer, a knock is shorter.
const ONSET_LOUD: usize = 6;
const ONSET_WINDOW: usize = 12;
/// Frames over which power is smoothed.
const SMOOTH: usize = 3;
/// At least so much silence a recognizer is shown before somebody speaks: it has hardly ever heard a word without.
const LEAD: usize = SAMPLE_RATE as usize / 10;
/// A word whose first frame is so little softer than the next ones, in decibels, began before. Said from its beginning,
/// and cut out of its silence, it swells by more, also where it begins with a vowel.
const SWELLS: f64 = 10.0;

impl Endpointer {
    /// Begins in silence.
    pub fn new(options: EndpointOptions) -> Self {
        Self {
            options,
            partial: Vec::with_capacity(FRAME),
            position: 0,
            filter: Filter::default(),
            voicing: Voicing::default(),
            recent: VecDeque::with_capacity(SMOOTH),
            floor: NoiseFloor::default(),
            hall: Hall::default(),
            lately: VecDeque::with_capacity(ONSET_WINDOW),
            pre_roll: VecDeque::new(),
            utterance: None,
            sounded: 0,
        }
    }

    /// Takes samples and appends what is found in them to `steps`.
    pub fn push(&mut self, mut samples: &[i16], steps: &mut Vec<Step>) {
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
    pub fn finish(&mut self, steps: &mut Vec<Step>) {
        let rest = std::mem::take(&mut self.partial);
        self.position += rest.len() as u64;
        if let Some(utterance) = self.utterance.take() {
            steps.push(Step::Samples(rest));
            steps.push(self.close(&utterance));
        }
    }

    /// Forgets the utterance, but not the noise floor, and passes over `skipped`
    /// samples that were not shown.
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

    /// How long the utterance under way has been quiet, zero while it sounds.
    pub fn quiet(&self) -> Duration {
        let last_loud = self.utterance.as_ref().map(|utterance| utterance.last_loud);
        time(self.position - last_loud.unwrap_or(self.position))
    }

    /// How long the utterance under way, or else the last, has sounded, without the pauses in it, since it began or was
    /// [marked](Self::mark).
    pub fn sounded(&self) -> Duration {
        time((self.sounded * FRAME) as u64)
    }

    /// Whether a voice was heard in the utterance under way, since it began or was
    /// last [marked](Self::mark).
    pub fn has_voice(&self) -> bool {
        self.utterance.as_ref().is_some_and(|utterance| self.is_long(utterance) && self.is_voiced(utterance))
    }

    /// Asks for a voice anew: the utterance goes on, but what it was until now does not count
    /// when it [ends](Step::Ended).
    pub fn mark(&mut self) {
        if let Some(utterance) = &mut self.utterance {
            utterance.loud_frames = 0;
            utterance.voiced_frames = 0;
        }
    }

    /// The position in the stream, in samples.
    pub fn position(&self) -> u64 {
        self.position
    }

    /// Changes how long a pause ends an utterance, from now on.
    pub fn set_silence(&mut self, silence: Duration) {
        self.options.silence = silence;
    }

    fn frame(&mut self, frame: &[i16], steps: &mut Vec<Step>) {
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
        let hall = self.hall.level().map(|hall| hall - BELOW_HALL).filter(|hall| *hall > floor);
        let (floor, sustain) = hall.map_or((floor, SUSTAIN), |hall| (hall, SUSTAIN_IN_HALL));
        let over = level - floor;
        // What goes on for so long may be the hall itself, that has begun to talk.
        let is_long = |utterance: &Utterance| self.position - utterance.began > (hall::ENOUGH * FRAME) as u64;
        self.hall.push(level, self.utterance.as_ref().is_none_or(is_long));
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
                    // Once it is a voice, the question is settled.
                    if !self.is_voiced(&utterance) {
                        utterance.voiced_frames += usize::from(self.voicing.is_voiced());
                    }
                }
                steps.push(Step::Samples(frame.to_vec()));
                self.go_on(utterance, steps);
            }
        }
    }

    fn wait(&mut self, samples: &[i16], began: u64, frame: Frame, steps: &mut Vec<Step>) {
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
            steps.push(Step::Began { at, is_cut });
            let silence = std::iter::repeat_n(0, LEAD.saturating_sub(before));
            steps.push(Step::Samples(silence.chain(self.pre_roll.drain(..)).collect()));
            let last_loud = self.position;
            self.utterance =
                Some(Utterance { began: at, last_loud, loudest: f64::MIN, loud_frames, voiced_frames });
        } else {
            let kept = self::samples(self.options.pre_roll) as usize + ONSET_WINDOW * FRAME;
            let surplus = self.pre_roll.len().saturating_sub(kept);
            self.pre_roll.drain(..surplus);
        }
    }

    /// Whether the first of the last frames does not swell to what the next ones are.
    fn sounds_in_full(&self) -> bool {
        let level = |frame: &Frame| frame.level;
        let loudest = self.lately.iter().map(level).fold(f64::MIN, f64::max);
        self.lately.front().is_some_and(|first| first.level > loudest - SWELLS)
    }

    fn go_on(&mut self, utterance: Utterance, steps: &mut Vec<Step>) {
        let quiet = self.position - utterance.last_loud;
        let length = self.position - utterance.began;
        self.sounded = utterance.loud_frames;
        if quiet >= samples(self.options.silence) || length >= samples(self.options.longest) {
            steps.push(self.close(&utterance));
        } else if is_at_least(utterance.loud_frames, self.options.talk) {
            steps.push(Step::Talk);
        } else {
            self.utterance = Some(utterance);
        }
    }

    fn is_long(&self, utterance: &Utterance) -> bool {
        is_at_least(utterance.loud_frames, self.options.shortest)
    }

    fn is_voiced(&self, utterance: &Utterance) -> bool {
        is_at_least(utterance.voiced_frames, self.options.voice)
    }

    fn close(&self, utterance: &Utterance) -> Step {
        if self.is_long(utterance) {
            Step::Ended { at: utterance.last_loud, voiced: self.is_voiced(utterance) }
        } else {
            Step::Dropped
        }
    }
}

fn is_at_least(frames: usize, least: Duration) -> bool {
    (frames * FRAME) as u64 >= samples(least)
}

/// The number of samples in `duration`.
pub fn samples(duration: Duration) -> u64 {
    (duration.as_micros() * u128::from(SAMPLE_RATE) / 1_000_000) as u64
}

/// The time at sample `position`.
pub fn time(position: u64) -> Duration {
    Duration::from_micros(position * 1_000_000 / u64::from(SAMPLE_RATE))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::devices::hearing::hiss::hiss;

    /// What the samples are made of: milliseconds, and root mean square.
    #[derive(Clone, Copy)]
    enum Sound {
        Noise(usize, f64),
        Voice(usize, f64),
    }
    use Sound::{Noise, Voice};

    const ROOM: f64 = 20.0;
    const LOUD: f64 = 3000.0;

    #[test]
    fn utterances_are_found_where_they_are() {
        for (what, sounds, expected) in [
            ("silence", &[Noise(3000, 0.0)][..], &[][..]),
            ("a quiet room", &[Noise(3000, ROOM)], &[]),
            ("one word", &[Noise(1000, ROOM), Voice(300, LOUD), Noise(1000, ROOM)], &[(1000, 1300)]),
            (
                "out of digital silence",
                &[Noise(1000, 0.0), Voice(300, LOUD), Noise(1000, 0.0)],
                &[(1000, 1300)],
            ),
            ("at once, cut off at the end", &[Voice(400, LOUD), Noise(100, ROOM)], &[(0, 400)]),
            (
                "a pause within a move",
                &[Noise(1000, ROOM), Voice(400, LOUD), Noise(400, ROOM), Voice(400, LOUD), Noise(800, ROOM)],
                &[(1000, 2200)],
            ),
            (
                "two moves, one and a half seconds apart",
                &[Noise(1000, ROOM), Voice(900, LOUD), Noise(1500, ROOM), Voice(900, LOUD), Noise(800, ROOM)],
                &[(1000, 1900), (3400, 4300)],
            ),
            (
                "a soft voice",
                &[Noise(1000, ROOM), Voice(400, 3.0 * ROOM), Noise(1000, ROOM)],
                &[(1000, 1400)],
            ),
            (
                "a voice over noise",
                &[Noise(1000, 600.0), Voice(400, 2000.0), Noise(1000, 600.0)],
                &[(1000, 1400)],
            ),
            (
                "somebody talks in the background",
                &[Noise(1000, ROOM), Voice(400, LOUD), Voice(480, LOUD / 20.0), Noise(1000, ROOM)],
                &[(1000, 1400)],
            ),
            (
                "a slammed door before a soft word",
                &[
                    Noise(1000, ROOM),
                    Voice(300, 400.0),
                    Noise(60, 20_000.0),
                    Voice(600, 400.0),
                    Noise(1000, ROOM),
                ],
                &[(1000, 1960)],
            ),
            ("a click", &[Noise(1000, ROOM), Noise(10, 20_000.0), Noise(1000, ROOM)], &[]),
            ("a slammed door", &[Noise(1000, ROOM), Noise(500, 9000.0), Noise(1000, ROOM)], &[]),
            (
                "a lever, both ways",
                &[
                    Noise(1000, ROOM),
                    Noise(20, 9000.0),
                    Noise(200, ROOM),
                    Noise(20, 9000.0),
                    Noise(1000, ROOM),
                ],
                &[],
            ),
        ] {
            check(what, sounds, expected);
        }
    }

    #[test]
    fn a_noise_that_stays_becomes_the_floor() {
        let mut steps = Vec::new();
        let mut endpointer = Endpointer::new(EndpointOptions::default());
        endpointer.push(&sound(&[Noise(1000, ROOM), Noise(4000, 800.0)]), &mut steps);
        assert!(!endpointer.is_speech(), "the noise is still taken for speech");
        steps.clear();
        endpointer.push(&sound(&[Voice(500, LOUD), Noise(1000, 800.0)]), &mut steps);
        assert!(steps.iter().any(|step| matches!(step, Step::Ended { voiced: true, .. })));
    }

    #[test]
    fn what_has_no_voice_is_told_as_such() {
        let words =
            [Noise(1000, ROOM), Noise(300, 600.0), Noise(100, ROOM), Noise(300, 600.0), Noise(800, ROOM)];
        let click = [Noise(1000, ROOM), Noise(10, 20_000.0), Noise(1000, ROOM)];
        for (sounds, expected) in [(&words[..], &[Some(false)][..]), (&click, &[])] {
            let mut steps = Vec::new();
            Endpointer::new(EndpointOptions::default()).push(&sound(sounds), &mut steps);
            let ends = steps.iter().filter_map(|step| match step {
                Step::Ended { voiced, .. } => Some(Some(*voiced)),
                Step::Dropped => Some(None),
                _ => None,
            });
            assert_eq!(ends.collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn an_utterance_without_end_is_ended() {
        let options = EndpointOptions { longest: Duration::from_secs(2), ..EndpointOptions::default() };
        let mut steps = Vec::new();
        let syllables: Vec<Sound> = [Voice(180, LOUD), Noise(60, ROOM)].repeat(20);
        Endpointer::new(options).push(&sound(&syllables), &mut steps);
        let ends = steps.iter().filter(|step| matches!(step, Step::Ended { .. })).count();
        assert_eq!(ends, 2);
    }

    #[test]
    fn who_talks_without_a_pause_does_not_mean_us() {
        for (pause, expected) in [(60, true), (450, false)] {
            let mut steps = Vec::new();
            let syllables: Vec<Sound> = [Voice(180, LOUD), Noise(pause, ROOM)].repeat(40);
            Endpointer::new(EndpointOptions::default()).push(&sound(&syllables), &mut steps);
            assert_eq!(steps.contains(&Step::Talk), expected, "pauses of {pause} ms");
        }
    }

    #[test]
    fn the_pre_roll_comes_first_and_nothing_is_lost() {
        let samples = sound(&[Noise(1000, ROOM), Voice(300, LOUD), Noise(700, ROOM)]);
        let mut steps = Vec::new();
        // In uneven blocks, as a sound card may deliver them.
        let mut endpointer = Endpointer::new(EndpointOptions::default());
        for block in samples.chunks(213) {
            endpointer.push(block, &mut steps);
        }
        let heard: Vec<i16> = steps
            .into_iter()
            .filter_map(|step| match step {
                Step::Samples(samples) => Some(samples),
                _ => None,
            })
            .flatten()
            .collect();
        let start = samples.windows(heard.len()).position(|window| window == heard);
        // The onset takes at most its window of 120 ms to be noticed.
        assert!(start.is_some_and(|start| start <= 16 * (1000 - 450)), "{start:?}");
    }

    #[test]
    fn what_was_under_way_is_told_and_gets_silence_before_it() {
        let swelling = [Voice(10, 50.0), Voice(20, 600.0), Voice(300, LOUD)];
        for (what, sounds, expected, silence) in [
            ("from the first sample", &[Voice(300, LOUD), Noise(700, ROOM)][..], true, 100),
            (
                "after a word that was not shown",
                &[Voice(5, ROOM), Voice(300, LOUD), Noise(700, ROOM)],
                true,
                100,
            ),
            ("swelling from the first sample", &swelling, false, 90),
            ("soon", &[Noise(60, ROOM), Voice(300, LOUD), Noise(700, ROOM)], false, 40),
            ("later", &[Noise(1000, ROOM), Voice(300, LOUD), Noise(700, ROOM)], false, 0),
        ] {
            let mut steps = Vec::new();
            Endpointer::new(EndpointOptions::default()).push(&sound(sounds), &mut steps);
            let [Step::Began { is_cut, .. }, Step::Samples(first), ..] = &steps[..] else {
                panic!("{what}: {steps:?}")
            };
            let zeros = first.iter().take_while(|sample| **sample == 0).count() / 16;
            assert_eq!((*is_cut, zeros), (expected, silence), "{what}");
        }
    }

    #[test]
    fn what_is_skipped_counts_as_time_and_is_forgotten() {
        let mut steps = Vec::new();
        let mut endpointer = Endpointer::new(EndpointOptions::default());
        endpointer.push(&sound(&[Noise(1000, ROOM), Voice(300, LOUD)]), &mut steps);
        assert!(endpointer.is_speech());
        endpointer.skip(SAMPLE_RATE as usize);
        assert!(!endpointer.is_speech());
        assert_eq!(time(endpointer.position()), Duration::from_millis(2300));
        steps.clear();
        endpointer.push(&sound(&[Noise(1000, ROOM)]), &mut steps);
        assert_eq!(steps, []);
    }

    /// Eight people who talk in syllables, each at a pitch of his own, together as loud as this.
    fn people(length: usize, rms: f64) -> Vec<f32> {
        let mut state = 1_u32;
        let mut between = move |least: usize, most: usize| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            least + (state >> 8) as usize % (most - least)
        };
        let mut sum = vec![0.0; length];
        for person in 0..8_u16 {
            let pitch = f32::from(90 + 17 * person);
            let (mut at, mut until, mut level) = (0, 0, 0.0);
            while at < length {
                if at == until {
                    let sounds = level == 0.0;
                    until = at + 16 * if sounds { between(80, 300) } else { between(30, 180) };
                    level = if sounds { between(30, 100) as f32 } else { 0.0 };
                }
                sum[at] += level * (1.0 - 2.0 * (at as f32 * pitch / SAMPLE_RATE as f32).fract());
                at += 1;
            }
        }
        let level = (sum.iter().map(|sample| sample * sample).sum::<f32>() / length as f32).sqrt();
        sum.iter().map(|sample| sample / level * rms as f32).collect()
    }

    #[test]
    fn among_people_who_talk_only_who_stands_out_is_heard() {
        let second = SAMPLE_RATE as usize;
        let hall = people(40 * second, 600.0);
        let moves = [12, 14, 16, 22, 24, 30, 32, 34].map(|at| at * second);
        let said = sound(&[Voice(300, 2_500.0), Noise(80, ROOM), Voice(500, 1_900.0)]);
        let mut heard: Vec<i16> = hall.iter().map(|sample| *sample as i16).collect();
        for at in moves {
            heard[at..].iter_mut().zip(&said).for_each(|(heard, said)| *heard = heard.saturating_add(*said));
        }
        let mut endpointer = Endpointer::new(EndpointOptions::default());
        let (mut began, mut found, mut listened) = (0, Vec::new(), 0);
        for block in heard.chunks(320) {
            let mut steps = Vec::new();
            endpointer.push(block, &mut steps);
            for step in steps {
                match step {
                    Step::Began { at, .. } => began = at as usize,
                    Step::Samples(samples) => listened += samples.len(),
                    Step::Ended { at, voiced: true } if began > 11 * second => {
                        found.push((began, at as usize))
                    }
                    Step::Ended { .. } | Step::Dropped | Step::Talk => {}
                }
            }
        }
        let is_near = |&(from, to): &(usize, usize), at: usize| {
            from.abs_diff(at) < second / 5 && to.abs_diff(at + said.len()) < second / 5
        };
        let hit = moves.iter().filter(|at| found.iter().any(|found| is_near(found, **at))).count();
        assert!(hit == moves.len() && found.len() <= hit + 2, "{found:?}, said at {moves:?}");
        assert!(listened < 30 * second, "{} s of it went to the recognizer", listened / second);
    }

    fn sound(sounds: &[Sound]) -> Vec<i16> {
        // The teeth of a saw, as a throat makes them, 120 a second.
        let tooth = |n: usize| 1.0 - 2.0 * (n as f32 * 120.0 / SAMPLE_RATE as f32).fract();
        let samples = sounds.iter().flat_map(|&sound| match sound {
            Noise(milliseconds, rms) => hiss(milliseconds * 16, level_of(rms)),
            Voice(milliseconds, rms) => (0..milliseconds * 16).map(|n| level_of(rms) * tooth(n)).collect(),
        });
        samples.map(|sample| sample as i16).collect()
    }

    /// Either has the variance one third.
    fn level_of(rms: f64) -> f32 {
        (3_f64.sqrt() * rms) as f32
    }

    /// Pushes the sounds in blocks of 20 ms and compares where utterances are found,
    /// in milliseconds, give or take 50.
    #[track_caller]
    fn check(what: &str, sounds: &[Sound], expected: &[(i64, i64)]) {
        let mut steps = Vec::new();
        let mut endpointer = Endpointer::new(EndpointOptions::default());
        for block in sound(sounds).chunks(320) {
            endpointer.push(block, &mut steps);
        }
        endpointer.finish(&mut steps);
        let mut found = Vec::new();
        let mut began = 0;
        for step in &steps {
            match step {
                Step::Began { at, .. } => began = time(*at).as_millis() as i64,
                Step::Ended { at, voiced: true } => found.push((began, time(*at).as_millis() as i64)),
                Step::Ended { .. } | Step::Samples(_) | Step::Dropped | Step::Talk => {}
            }
        }
        let near = |(a, b): (&(i64, i64), &(i64, i64))| (a.0 - b.0).abs() <= 50 && (a.1 - b.1).abs() <= 50;
        assert!(
            found.len() == expected.len() && found.iter().zip(expected).all(near),
            "{what}: found {found:?}, expected {expected:?}"
        );
    }
}
