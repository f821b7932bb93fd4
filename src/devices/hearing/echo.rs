//! Acoustic echo cancellation, so that a person may speak while the program speaks (barge-in).
//!
//! The canceller is WebRTC's. The played signal comes from the sound server; the canceller learns the echo path from
//! the first sentences, and cancels nothing until then.

use std::collections::VecDeque;

use sonora_aec3::block::Block;
use sonora_aec3::block_processor::BlockProcessor;
use sonora_aec3::config::EchoCanceller3Config;

use self::drift::DriftCompensator;
use super::source::{AudioRead, AudioSource, EchoState, energy};
use crate::SAMPLE_RATE;

mod drift;

/// A microphone with echo cancellation against a monitor.
pub struct EchoCancellingSource {
    microphone: Box<dyn AudioSource>,
    played: Box<dyn AudioSource>,
    in_step: DriftCompensator,
    canceller: Canceller,
    level: EchoMeter,
    /// Samples heard since the monitor last delivered.
    unknown: usize,
    echo_state: EchoState,
    heard: Vec<i16>,
    playing: Vec<i16>,
}

impl EchoCancellingSource {
    /// Cancels `played` in `microphone`. Reading `played` must not wait.
    pub fn new(microphone: Box<dyn AudioSource>, played: Box<dyn AudioSource>) -> EchoCancellingSource {
        EchoCancellingSource {
            microphone,
            played,
            in_step: DriftCompensator::new(),
            canceller: Canceller::new(),
            level: EchoMeter::default(),
            unknown: UNKNOWN,
            echo_state: EchoState::Uncancelled,
            heard: Vec::new(),
            playing: Vec::new(),
        }
    }
}

/// A monitor that delivers nothing during this many samples (0.5 s) is gone, or the server plays elsewhere.
const UNKNOWN: usize = SAMPLE_RATE as usize / 2;

impl AudioSource for EchoCancellingSource {
    fn read(&mut self, block: &mut Vec<i16>) -> AudioRead {
        self.heard.clear();
        let reading = self.microphone.read(&mut self.heard);
        self.playing.clear();
        self.played.read(&mut self.playing);
        let was_known = self.unknown < UNKNOWN;
        self.unknown = if self.playing.is_empty() { self.unknown + self.heard.len() } else { 0 };
        if self.unknown >= UNKNOWN {
            if was_known {
                // Another loudspeaker has another echo path.
                self.in_step = DriftCompensator::new();
                self.canceller = Canceller::new();
                self.level = EchoMeter::default();
            }
            self.echo_state = EchoState::Uncancelled;
            block.append(&mut self.heard);
            return reading;
        }
        let sounds = self.playing.iter().any(|sample| sample.unsigned_abs() > AUDIBLE);
        if !self.in_step.align(&mut self.playing, &self.heard) {
            self.canceller = Canceller::new();
        }
        let start = block.len();
        let energy_before = self.canceller.remove(sounds, &self.playing, &self.heard, block);
        self.level.record(sounds, &self.heard);
        self.echo_state = if self.canceller.has_learned() {
            EchoState::Cancelled { is_playing: sounds, energy_before }
        } else if self.level.hears_no_echo() {
            // With headphones there is no echo to learn.
            block.truncate(start);
            block.extend(&self.heard);
            EchoState::Cancelled { is_playing: sounds, energy_before: 0.0 }
        } else {
            EchoState::Uncancelled
        };
        reading
    }

    fn is_live(&self) -> bool {
        self.microphone.is_live()
    }

    fn echo_state(&self) -> EchoState {
        self.echo_state
    }
}

/// A sample above this is audible: -61 dB of full scale.
const AUDIBLE: u16 = 30;

/// Compares the level at the microphone while something is played and while nothing is.
#[derive(Default)]
struct EchoMeter {
    /// Samples since the last playback.
    quiet: usize,
    /// The mean squares of the last reads of each kind.
    while_playing: VecDeque<f64>,
    otherwise: VecDeque<f64>,
}

/// Reads of each kind that are compared: about five seconds.
const READS: usize = 250;
/// After this many samples the reverberation of a room has decayed.
const SETTLED: usize = SAMPLE_RATE as usize / 2;
/// An echo is heard if the energy is higher by this factor.
const LOUDER: f64 = 1.5;
/// The mean square of silence: a headset may deliver only zeros.
const SILENT: f64 = 1.0;

impl EchoMeter {
    fn record(&mut self, sounds: bool, heard: &[i16]) {
        self.quiet = if sounds { 0 } else { self.quiet + heard.len() };
        let reads = match self.quiet {
            0 => &mut self.while_playing,
            SETTLED.. => &mut self.otherwise,
            _ => return,
        };
        reads.push_back(energy(heard) / heard.len().max(1) as f64);
        if reads.len() > READS {
            reads.pop_front();
        }
    }

    /// Whether playback does not raise the level. Compares the quietest third of the reads, in which nobody speaks.
    fn hears_no_echo(&self) -> bool {
        let quietest_third = |reads: &VecDeque<f64>| {
            let mut reads: Vec<f64> = reads.iter().copied().collect();
            let third = reads.len() / 3;
            *reads.select_nth_unstable_by(third, f64::total_cmp).1
        };
        self.while_playing.len() == READS
            && self.otherwise.len() >= READS / 5
            && quietest_third(&self.while_playing) < LOUDER * quietest_third(&self.otherwise).max(SILENT)
    }
}

/// WebRTC's acoustic echo canceller, version 3.
struct Canceller {
    processor: BlockProcessor,
    played: VecDeque<i16>,
    heard: VecDeque<i16>,
    /// The last blocks from the microphone.
    lately: VecDeque<Block>,
    /// Samples heard since the last playback.
    quiet: usize,
    /// Set while nothing is played: the canceller, which is most of the work of listening, rests. The number is how
    /// many more blocks were heard than played meanwhile.
    resting: Option<isize>,
}

/// Samples of a block: AEC3's block size.
const BLOCK: usize = 64;
/// The canceller has learned the path from this echo return loss on, in decibels; before that it reports -30 dB.
const LEARNED: f64 = 3.0;
/// After this long no echo is left, in any room and over any wireless loudspeaker.
const FADED: usize = 2 * SAMPLE_RATE as usize;
/// Blocks that are processed again after a rest (256 ms): the two streams are never farther apart.
const LATELY: usize = 64;
/// A louder sample is clipped: it is not the sum of voice and echo.
const CLIPPED: f32 = 32_700.0;

impl Canceller {
    /// Tuned for a recognizer instead of for a conversation: passing the speaker matters more than removing the last
    /// of the echo, which is found by its [energy](EchoState::Cancelled).
    fn new() -> Canceller {
        let mut config = EchoCanceller3Config::default();
        // Filters of 120 ms, instead of 52, for echoing rooms; learning may take longer than a sentence.
        config.filter.refined.length_blocks = 30;
        config.filter.coarse.length_blocks = 30;
        config.filter.refined_initial.length_blocks = 29;
        config.filter.coarse_initial.length_blocks = 29;
        // The gain assumed before anything is learned: nothing is heard then anyway.
        config.ep_strength.default_gain = 0.1;
        // Detects double talk sooner.
        let near = &mut config.suppressor.dominant_nearend_detection;
        near.enr_threshold = 0.5;
        near.snr_threshold = 10.0;
        near.trigger_threshold = 4;
        // Passes it at once: doubling the gain from near zero would lose the j of a "ja".
        config.suppressor.normal_tuning.max_inc_factor = 4.0;
        config.suppressor.nearend_tuning.max_inc_factor = 4.0;
        config.suppressor.floor_first_increase = 0.001;
        config.validate();
        let processor = BlockProcessor::new(&config, SAMPLE_RATE as usize, 1, 1);
        Canceller {
            processor,
            played: VecDeque::new(),
            heard: VecDeque::new(),
            lately: VecDeque::new(),
            quiet: 0,
            resting: None,
        }
    }

    fn has_learned(&self) -> bool {
        self.processor.get_metrics().echo_return_loss >= LEARNED
    }

    /// Appends `heard` without the echo of `played` to `clean`; returns the energy before. `sounds` says whether
    /// `played` is audible.
    fn remove(&mut self, sounds: bool, played: &[i16], heard: &[i16], clean: &mut Vec<i16>) -> f64 {
        self.played.extend(played);
        self.heard.extend(heard);
        let (blocks, playing) = (self.heard.len() / BLOCK, self.played.len() / BLOCK);
        let energy_before = energy(&self.heard.make_contiguous()[..blocks * BLOCK]);
        self.quiet = if sounds { 0 } else { self.quiet + heard.len() };
        if self.quiet > FADED {
            self.rest(blocks, playing, clean);
            return energy_before;
        }
        self.wake();
        let mut rendered = 0;
        for captured in 1..=blocks {
            // Spreads the played blocks evenly.
            while rendered * blocks < captured * playing {
                self.processor.buffer_render(&take(&mut self.played));
                rendered += 1;
            }
            let mut block = take(&mut self.heard);
            self.keep(block.clone());
            self.capture(&mut block);
            append(&block, clean);
        }
        energy_before
    }

    fn capture(&mut self, block: &mut Block) {
        let clipped = block.view(0, 0).iter().any(|sample| sample.abs() > CLIPPED);
        self.processor.process_capture(false, clipped, None, block);
    }

    fn keep(&mut self, block: Block) {
        if self.lately.len() == LATELY {
            self.lately.pop_front();
        }
        self.lately.push_back(block);
    }

    /// Passes the microphone's blocks with the canceller's delay of one block.
    fn rest(&mut self, blocks: usize, playing: usize, clean: &mut Vec<i16>) {
        *self.resting.get_or_insert(0) += blocks as isize - playing as isize;
        self.played.drain(..playing * BLOCK);
        for _ in 0..blocks {
            if let Some(last) = self.lately.back() {
                append(last, clean);
            }
            let block = take(&mut self.heard);
            self.keep(block);
        }
    }

    /// Processes the last blocks again, beside as much played silence as aligns the streams as before the rest: the
    /// canceller has learned the delay to a sample.
    fn wake(&mut self) {
        let Some(ahead) = self.resting.take() else { return };
        let heard = self.lately.len();
        let played = heard.saturating_add_signed(-ahead);
        let mut rendered = 0;
        for captured in 1..=heard {
            while rendered * heard < captured * played {
                self.processor.buffer_render(&Block::new(1, 1));
                rendered += 1;
            }
            let mut block = self.lately[captured - 1].clone();
            self.capture(&mut block);
        }
    }
}

fn append(block: &Block, samples: &mut Vec<i16>) {
    samples.extend(block.view(0, 0).iter().map(|&sample| sample as i16));
}

fn take(samples: &mut VecDeque<i16>) -> Block {
    let mut block = Block::new(1, 1);
    for (to, from) in block.view_mut(0, 0).iter_mut().zip(samples.drain(..BLOCK)) {
        *to = f32::from(from);
    }
    block
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hearing::white_noise::white_noise;

    /// Delivers samples in blocks of any length.
    struct Handfuls(std::vec::IntoIter<Vec<i16>>);

    impl Handfuls {
        fn of(samples: &[i16], lengths: &[usize]) -> Handfuls {
            let mut handfuls = Vec::new();
            let mut rest = samples;
            for &length in lengths.iter().cycle() {
                let (handful, behind) = rest.split_at(length.min(rest.len()));
                handfuls.push(handful.to_vec());
                rest = behind;
                if rest.is_empty() {
                    break;
                }
            }
            Handfuls(handfuls.into_iter())
        }
    }

    impl AudioSource for Handfuls {
        fn read(&mut self, block: &mut Vec<i16>) -> AudioRead {
            match self.0.next() {
                Some(handful) => block.extend(handful),
                None => return AudioRead::Ended { fault: None },
            }
            AudioRead::Samples
        }

        fn is_live(&self) -> bool {
            false
        }
    }

    /// Whether words spoken into a sentence are heard after twelve seconds. Something was played in half of them: it
    /// came back at the level `back`, and the microphone heard noise of the level `room` as well.
    fn hears_into_sentences(back: f32, room: f32) -> bool {
        let second = SAMPLE_RATE as usize;
        let (sounds, room) = (white_noise(12 * second, 1_500.0), white_noise(12 * second, room));
        let played: Vec<i16> =
            (0..12 * second).map(|at| if at / second % 2 == 1 { sounds[at] as i16 } else { 0 }).collect();
        // The delay changes too quickly to be learned.
        let late = |at: usize| at.checked_sub(1_000 + at / second * 97 % 900).map_or(0, |at| played[at]);
        let heard: Vec<i16> =
            (0..12 * second).map(|at| (back * f32::from(late(at)) + room[at]) as i16).collect();
        let mut source = EchoCancellingSource::new(
            Box::new(Handfuls::of(&heard, &[320])),
            Box::new(Handfuls::of(&played, &[320])),
        );
        let mut clean = Vec::new();
        while source.read(&mut clean) == AudioRead::Samples {}
        source.echo_state() != EchoState::Uncancelled
    }

    /// A headset that hears no voice delivers zeros, whether something is played or not.
    #[test]
    fn headphones_are_found_at_a_silent_microphone_too() {
        for (back, room, hears) in [(0.0, 8.0, true), (0.0, 0.0, true), (0.3, 8.0, false), (0.3, 0.0, false)]
        {
            assert_eq!(hears_into_sentences(back, room), hears, "{back} comes back, {room} in the room");
        }
    }

    /// During a rest sound passes unchanged; an echo after the rest is cancelled at once.
    #[test]
    fn what_it_has_learned_it_knows_after_a_rest() {
        let second = SAMPLE_RATE as usize;
        let (echo, room) = (second * 80 / 1000, white_noise(40 * second, 8.0));
        let sounds = white_noise(40 * second, 1_500.0);
        let is_played = |at: usize| at < 12 * second || (30 * second..34 * second).contains(&at);
        let played: Vec<i16> =
            (0..40 * second).map(|at| if is_played(at) { sounds[at] as i16 } else { 0 }).collect();
        // Noise stands for somebody who speaks during the rest.
        let speaks = |at: usize| if (20 * second..21 * second).contains(&at) { sounds[at / 2] } else { 0.0 };
        let heard: Vec<i16> = (0..40 * second)
            .map(|at| {
                let echo = at.checked_sub(echo).map_or(0.0, |at| 0.4 * f32::from(played[at]));
                (echo + speaks(at) + room[at]) as i16
            })
            .collect();
        let mut source = EchoCancellingSource::new(
            Box::new(Handfuls::of(&heard, &[320, 311, 640, 160, 169])),
            Box::new(Handfuls::of(&played, &[640, 0, 320, 640, 0])),
        );
        let (mut clean, mut rested) = (Vec::new(), 0);
        while source.read(&mut clean) == AudioRead::Samples {
            rested += usize::from(source.canceller.resting.is_some());
        }
        assert!(rested > 300, "it rested in {rested} reads");
        assert!(heard.len() - clean.len() <= 2 * BLOCK, "{} samples of {}", clean.len(), heard.len());
        let left = |from: f64, to: f64| {
            let stretch = (from * second as f64) as usize..(to * second as f64) as usize;
            energy(&clean[stretch.clone()]) / energy(&heard[stretch])
        };
        assert!(left(10.0, 12.0) < 0.02, "before: {}", left(10.0, 12.0));
        assert!((left(20.0, 21.0) - 1.0).abs() < 0.02, "in the rest: {}", left(20.0, 21.0));
        assert!(left(30.1, 30.5) < 0.02, "after: {}", left(30.1, 30.5));
    }
}
