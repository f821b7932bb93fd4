//! Takes the program's own voice out of what the microphone hears, so that somebody may speak into it.
//!
//! The canceller is WebRTC's. What is played is known from the sound server; how it comes back from loudspeakers and
//! walls the canceller learns from the first sentences, and until then nothing is taken out.

use std::collections::VecDeque;

use sonora_aec3::block::Block;
use sonora_aec3::block_processor::BlockProcessor;
use sonora_aec3::config::EchoCanceller3Config;

use self::in_step::InStep;
use super::source::{AudioSource, OwnVoice, Reading, energy};
use crate::devices::SAMPLE_RATE;

mod in_step;

/// A microphone before loudspeakers whose sound is known.
pub struct EchoFree {
    microphone: Box<dyn AudioSource>,
    played: Box<dyn AudioSource>,
    in_step: InStep,
    canceller: Canceller,
    level: Level,
    /// Samples that were heard since samples were last known to be played, or not.
    unknown: usize,
    own_voice: OwnVoice,
    heard: Vec<i16>,
    playing: Vec<i16>,
}

impl EchoFree {
    /// Hears what `microphone` hears without what `played` holds at the same time. Reading that must not wait.
    pub fn new(microphone: Box<dyn AudioSource>, played: Box<dyn AudioSource>) -> EchoFree {
        EchoFree {
            microphone,
            played,
            in_step: InStep::new(),
            canceller: Canceller::new(),
            level: Level::default(),
            unknown: UNKNOWN,
            own_voice: OwnVoice::Kept,
            heard: Vec::new(),
            playing: Vec::new(),
        }
    }
}

/// A server that has said nothing for so many samples is gone, or plays to somewhere else.
const UNKNOWN: usize = SAMPLE_RATE as usize / 2;

impl AudioSource for EchoFree {
    fn read(&mut self, block: &mut Vec<i16>) -> Reading {
        self.heard.clear();
        let reading = self.microphone.read(&mut self.heard);
        self.playing.clear();
        self.played.read(&mut self.playing);
        let was_known = self.unknown < UNKNOWN;
        self.unknown = if self.playing.is_empty() { self.unknown + self.heard.len() } else { 0 };
        if self.unknown >= UNKNOWN {
            if was_known {
                // Another loudspeaker sounds otherwise.
                self.in_step = InStep::new();
                self.canceller = Canceller::new();
                self.level = Level::default();
            }
            self.own_voice = OwnVoice::Kept;
            block.append(&mut self.heard);
            return reading;
        }
        let sounds = self.playing.iter().any(|sample| sample.unsigned_abs() > AUDIBLE);
        if !self.in_step.keep(&mut self.playing, &self.heard) {
            self.canceller = Canceller::new();
        }
        let start = block.len();
        let with_it = self.canceller.remove(&self.playing, &self.heard, block);
        self.level.note(sounds, &self.heard);
        self.own_voice = if self.canceller.has_learned() {
            OwnVoice::Removed { sounds, with_it }
        } else if self.level.is_unmoved() {
            // From headphones nothing comes back, and nothing is to be learned.
            block.truncate(start);
            block.extend(&self.heard);
            OwnVoice::Removed { sounds, with_it: 0.0 }
        } else {
            OwnVoice::Kept
        };
        reading
    }

    fn is_live(&self) -> bool {
        self.microphone.is_live()
    }

    fn own_voice(&self) -> OwnVoice {
        self.own_voice
    }
}

/// A sample above this is no longer silence to a loudspeaker.
const AUDIBLE: u16 = 30;

/// How loud it is at the microphone while something is played, and while nothing is.
#[derive(Default)]
struct Level {
    /// Samples since something was last played.
    quiet: usize,
    /// The mean squares of the last reads, of either kind.
    while_playing: VecDeque<f64>,
    otherwise: VecDeque<f64>,
}

/// So many reads must have been loud, or quiet, before it counts that nothing was heard: about five seconds.
const READS: usize = 250;
/// So much later a room sounds no more.
const SETTLED: usize = SAMPLE_RATE as usize / 2;
/// Something is heard if it is so much louder, in energy.
const LOUDER: f64 = 1.5;

impl Level {
    fn note(&mut self, sounds: bool, heard: &[i16]) {
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

    /// Whether what is played changes nothing, as far as nobody speaks most of the time.
    fn is_unmoved(&self) -> bool {
        let quietest_third = |reads: &VecDeque<f64>| {
            let mut reads: Vec<f64> = reads.iter().copied().collect();
            let third = reads.len() / 3;
            *reads.select_nth_unstable_by(third, f64::total_cmp).1
        };
        self.while_playing.len() == READS
            && self.otherwise.len() >= READS / 5
            && quietest_third(&self.while_playing) < LOUDER * quietest_third(&self.otherwise)
    }
}

/// WebRTC's acoustic echo canceller, version 3.
struct Canceller {
    processor: BlockProcessor,
    played: VecDeque<i16>,
    heard: VecDeque<i16>,
}

/// Samples that the canceller takes at a time.
const BLOCK: usize = 64;
/// From this loss on between what is played and what comes back, in decibels, the canceller knows the way: before it
/// knows anything it reports a gain of 30 dB.
const LEARNED: f64 = 3.0;
/// What clips is not a sum of what sounded.
const CLIPPED: u16 = 32_700;

impl Canceller {
    /// Tuned for a recognizer instead of for people who talk to each other: to let the speaker through counts for
    /// more than the last of the echo, which is told by its [energy](OwnVoice::Removed).
    fn new() -> Canceller {
        let mut config = EchoCanceller3Config::default();
        // 120 ms of a room, where 52 are usual: it may echo, and nobody waits for it to be learned within a sentence.
        config.filter.refined.length_blocks = 30;
        config.filter.coarse.length_blocks = 30;
        config.filter.refined_initial.length_blocks = 29;
        config.filter.coarse_initial.length_blocks = 29;
        // How much may come back while nothing is known: nothing is heard then, and from headphones nothing comes.
        config.ep_strength.default_gain = 0.1;
        // Who speaks into it is noticed sooner.
        let near = &mut config.suppressor.dominant_nearend_detection;
        near.enr_threshold = 0.5;
        near.snr_threshold = 10.0;
        near.trigger_threshold = 4;
        // And is let through at once: doubling from next to nothing would take the j of a "ja".
        config.suppressor.normal_tuning.max_inc_factor = 4.0;
        config.suppressor.nearend_tuning.max_inc_factor = 4.0;
        config.suppressor.floor_first_increase = 0.001;
        config.validate();
        let processor = BlockProcessor::new(&config, SAMPLE_RATE as usize, 1, 1);
        Canceller { processor, played: VecDeque::new(), heard: VecDeque::new() }
    }

    fn has_learned(&self) -> bool {
        self.processor.get_metrics().echo_return_loss >= LEARNED
    }

    /// Appends to `clean` what was `heard` without what of it was `played`; what energy it had with that.
    fn remove(&mut self, played: &[i16], heard: &[i16], clean: &mut Vec<i16>) -> f64 {
        self.played.extend(played);
        self.heard.extend(heard);
        let (blocks, playing) = (self.heard.len() / BLOCK, self.played.len() / BLOCK);
        let mut rendered = 0;
        let mut with_it = 0.0;
        for captured in 1..=blocks {
            // What comes in handfuls is spread evenly.
            while rendered * blocks < captured * playing {
                self.processor.buffer_render(&take(&mut self.played));
                rendered += 1;
            }
            let block = &self.heard.make_contiguous()[..BLOCK];
            let clipped = block.iter().any(|sample| sample.unsigned_abs() > CLIPPED);
            with_it += energy(block);
            let mut block = take(&mut self.heard);
            self.processor.process_capture(false, clipped, None, &mut block);
            clean.extend(block.view(0, 0).iter().map(|&sample| sample as i16));
        }
        with_it
    }
}

fn take(samples: &mut VecDeque<i16>) -> Block {
    let mut block = Block::new(1, 1);
    for (to, from) in block.view_mut(0, 0).iter_mut().zip(samples.drain(..BLOCK)) {
        *to = f32::from(from);
    }
    block
}
