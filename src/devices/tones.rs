//! Short tones, for what needs no words: the microphone is open, done, not done, say it again.
//!
//! Each is over in less than 100 ms, a knock or two on wood: what does not vibrate is no voice to an open
//! microphone. They are made by arithmetic and played on a thread of their own: a
//! sound server that hangs costs a tone and nothing else.

use std::f32::consts::TAU;
use std::time::Duration;

/// What a tone says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tone {
    /// The microphone is open.
    Open,
    Made,
    Refused,
    Again,
}

/// Something that plays tones.
pub trait Sounds {
    /// Plays a tone soon, or never; does not wait for it.
    fn play(&mut self, tone: Tone);
}

/// One stroke on a little block of wood: when, and its lowest partial.
struct Stroke {
    at: Duration,
    hertz: f32,
}

const fn stroke(milliseconds: u64, hertz: f32) -> Stroke {
    Stroke { at: Duration::from_millis(milliseconds), hertz }
}

/// Of a stroke; by then it has died away.
const LENGTH: Duration = Duration::from_millis(30);
/// Loudness, of 1.
const LEVEL: f32 = 0.3;
/// Partials that have no common base, so that nothing in them repeats itself as a voice does.
const PARTIALS: [f32; 7] = [1.0, 1.31, 1.73, 2.19, 2.83, 3.37, 4.11];

impl Tone {
    pub const ALL: [Tone; 4] = [Tone::Open, Tone::Made, Tone::Refused, Tone::Again];

    /// Up: open. High: made. Down and low: refused. The same twice: again.
    fn strokes(self) -> &'static [Stroke] {
        match self {
            Tone::Open => const { &[stroke(0, 700.0), stroke(30, 1050.0)] },
            Tone::Made => const { &[stroke(0, 1150.0)] },
            Tone::Refused => const { &[stroke(0, 900.0), stroke(30, 600.0)] },
            Tone::Again => const { &[stroke(0, 850.0), stroke(60, 850.0)] },
        }
    }

    /// The tone at so many samples a second, between -1 and 1, with soft edges.
    pub fn samples(self, rate: u32) -> Vec<f32> {
        let count = |time: Duration| (time.as_secs_f32() * rate as f32) as usize;
        let last = self.strokes().last().map_or(Duration::ZERO, |stroke| stroke.at);
        let mut samples = vec![0.0; count(last + LENGTH)];
        for Stroke { at, hertz } in self.strokes() {
            let length = count(LENGTH);
            for (n, sample) in samples[count(*at)..].iter_mut().take(length).enumerate() {
                let part = n as f32 / length as f32;
                // It rises within a millisecond or two, and dies away.
                let edge = (part * 15.0).min(1.0) * (1.0 - part).powi(3);
                let seconds = n as f32 / rate as f32;
                let sum: f32 = PARTIALS.iter().map(|partial| (TAU * hertz * partial * seconds).sin()).sum();
                *sample += LEVEL * edge * sum / PARTIALS.len() as f32;
            }
        }
        samples
    }
}

pub use player::Player;

#[cfg(not(feature = "audio"))]
mod player {
    use super::{Sounds, Tone};

    /// There is none in this build.
    #[derive(Debug)]
    pub enum Player {}

    impl Player {
        /// # Errors
        ///
        /// Always.
        pub fn start() -> std::io::Result<Player> {
            let missing = "this program was built without sound, build it with the feature `audio`";
            Err(std::io::Error::new(std::io::ErrorKind::Unsupported, missing))
        }
    }

    impl Sounds for Player {
        fn play(&mut self, _tone: Tone) {
            match *self {}
        }
    }
}

#[cfg(feature = "audio")]
mod player {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    use cpal::traits::{DeviceTrait, HostTrait, StreamTrait};
    use cpal::{FromSample, SampleFormat, SizedSample, StreamConfig};
    use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};

    use super::{Sounds, Tone};
    use crate::devices::{quiet::quiet, watched};

    /// More tones than these wait for nobody.
    const WAITING: usize = 2;
    /// A stream that plays nothing for so long is closed.
    const IDLE: Duration = Duration::from_secs(5);

    /// Plays on the system's usual output.
    #[derive(Debug)]
    pub struct Player(Sender<Tone>);

    impl Player {
        /// Starts the thread; an output is looked for with the first tone, and anew after it was lost.
        ///
        /// # Errors
        ///
        /// If the system gives no thread.
        pub fn start() -> std::io::Result<Player> {
            let (tones, orders) = bounded(WAITING);
            watched::spawn("tones", |()| {}, |_| (), move |_| run(&orders))?;
            Ok(Player(tones))
        }
    }

    impl Sounds for Player {
        fn play(&mut self, tone: Tone) {
            // A tone that would come late is no news.
            let _ = self.0.try_send(tone);
        }
    }

    fn run(orders: &Receiver<Tone>) {
        let mut output: Option<Output> = None;
        loop {
            match orders.recv_timeout(IDLE) {
                Ok(tone) => {
                    if output.as_ref().is_none_or(|output| output.lost.load(Ordering::Relaxed)) {
                        output = Output::open();
                    }
                    if let Some(output) = &mut output {
                        output.push(&tone.samples(output.rate));
                    }
                }
                Err(RecvTimeoutError::Timeout) => output = None,
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    struct Output {
        // Before the ring's writer, so that it stops first.
        _stream: cpal::Stream,
        ring: rtrb::Producer<f32>,
        lost: Arc<AtomicBool>,
        rate: u32,
    }

    impl Output {
        fn open() -> Option<Output> {
            let _quiet = quiet();
            let device = cpal::default_host().default_output_device()?;
            let config = device.default_output_config().ok()?;
            let rate = config.sample_rate();
            let (ring, reader) = rtrb::RingBuffer::new(rate as usize);
            let lost = Arc::new(AtomicBool::new(false));
            let settings = config.config();
            let stream = match config.sample_format() {
                SampleFormat::F32 => stream::<f32>(&device, settings, reader, Arc::clone(&lost)),
                SampleFormat::I16 => stream::<i16>(&device, settings, reader, Arc::clone(&lost)),
                SampleFormat::I32 => stream::<i32>(&device, settings, reader, Arc::clone(&lost)),
                SampleFormat::U8 => stream::<u8>(&device, settings, reader, Arc::clone(&lost)),
                _ => return None,
            };
            let stream = stream.ok()?;
            stream.play().ok()?;
            Some(Output { _stream: stream, ring, lost, rate })
        }

        fn push(&mut self, samples: &[f32]) {
            let room = self.ring.slots().min(samples.len());
            if let Ok(chunk) = self.ring.write_chunk_uninit(room) {
                chunk.fill_from_iter(samples.iter().copied());
            }
        }
    }

    fn stream<T: SizedSample + FromSample<f32>>(
        device: &cpal::Device,
        settings: StreamConfig,
        mut ring: rtrb::Consumer<f32>,
        lost: Arc<AtomicBool>,
    ) -> Result<cpal::Stream, cpal::Error> {
        let channels = usize::from(settings.channels);
        device.build_output_stream(
            settings,
            move |samples: &mut [T], _| {
                for frame in samples.chunks_mut(channels) {
                    frame.fill(T::from_sample_(ring.pop().unwrap_or(0.0)));
                }
            },
            move |_| lost.store(true, Ordering::Relaxed),
            None,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::devices::SAMPLE_RATE;
    use crate::devices::hearing::endpoint::{EndpointOptions, Endpointer, Step};

    #[test]
    fn each_is_short_soft_edged_and_its_own() {
        let mut all = Vec::new();
        for tone in Tone::ALL {
            let samples = tone.samples(48_000);
            assert!(samples.len() < 48 * 100, "{tone:?} lasts {} ms", samples.len() / 48);
            assert!(samples.iter().all(|sample| sample.abs() <= LEVEL));
            assert!(samples[0].abs() < 0.01 && samples[samples.len() - 1].abs() < 0.01, "{tone:?} clicks");
            all.push(samples);
        }
        all.dedup();
        assert_eq!(all.len(), Tone::ALL.len());
    }

    /// In rooms of all kinds, and no louder than a voice is.
    #[test]
    fn none_is_taken_for_a_voice() {
        for tone in Tone::ALL {
            for level in [300.0, 1_000.0, 3_000.0] {
                for echo in [0.0, 0.2, 0.4] {
                    let mut heard = vec![0.0; 16_000];
                    let samples = tone.samples(SAMPLE_RATE);
                    for start in (0..10).map(|n| 2_000 + n * 24_000) {
                        heard.resize(start + 24_000, 0.0);
                        // Sound that comes back from the walls, from each after its own time.
                        let mut share = level / LEVEL;
                        for back in 0..12 {
                            for (n, sample) in samples.iter().enumerate() {
                                heard[start + back * back * 13 + back * 59 + n] += share * sample;
                            }
                            share *= echo;
                        }
                    }
                    let noise = |n: usize| ((n * 7919) % 41) as f32 - 20.0;
                    let heard: Vec<i16> =
                        heard.iter().enumerate().map(|(n, sample)| (sample + noise(n)) as i16).collect();
                    let mut steps = Vec::new();
                    Endpointer::new(EndpointOptions::default()).push(&heard, &mut steps);
                    let voices = steps.iter().filter(|step| matches!(step, Step::Ended { voiced: true, .. }));
                    assert_eq!(voices.count(), 0, "{tone:?} at {level} with an echo of {echo}");
                }
            }
        }
    }
}
