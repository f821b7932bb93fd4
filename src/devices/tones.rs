//! Short tones for what needs no words: microphone open, accepted, refused, say it again; and squares.
//!
//! Each lasts less than 100 ms and sounds like a knock or two on wood: it has no pitch, so an open microphone does
//! not take it for a voice. Tones are computed, and played on a thread of their own, so that a sound server that
//! hangs costs a tone and nothing else.

use std::f32::consts::TAU;
use std::time::Duration;

/// What a tone means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tone {
    Open,
    Accepted,
    Refused,
    Repeat,
    /// The edge of the board.
    Border,
    Square {
        light: bool,
        occupied: bool,
    },
}

/// Something that plays tones.
pub trait PlayTone {
    /// Plays a tone soon, or drops it; returns at once.
    fn play(&mut self, tone: Tone);
}

/// One stroke on a small block of wood: when, and its lowest partial.
struct Stroke {
    at: Duration,
    hertz: f32,
}

const fn stroke(milliseconds: u64, hertz: f32) -> Stroke {
    Stroke { at: Duration::from_millis(milliseconds), hertz }
}

/// The length of a stroke; by then it has died away.
const LENGTH: Duration = Duration::from_millis(30);
/// The peak level, of 1: about as loud as speech.
const LEVEL: f32 = 0.3;
/// Partials without a common base, so that the sum is not periodic as a voice is.
const PARTIALS: [f32; 7] = [1.0, 1.31, 1.73, 2.19, 2.83, 3.37, 4.11];

impl Tone {
    pub const ALL: [Tone; 9] = [
        Tone::Open,
        Tone::Accepted,
        Tone::Refused,
        Tone::Repeat,
        Tone::Border,
        Tone::Square { light: true, occupied: true },
        Tone::Square { light: true, occupied: false },
        Tone::Square { light: false, occupied: true },
        Tone::Square { light: false, occupied: false },
    ];

    /// Rising: open. High: accepted. Falling: refused. The same twice: repeat. Light squares are high, dark ones low,
    /// and a piece is a second knock; the border is lowest.
    fn strokes(self) -> &'static [Stroke] {
        match self {
            Tone::Open => const { &[stroke(0, 700.0), stroke(30, 1050.0)] },
            Tone::Accepted => const { &[stroke(0, 1150.0)] },
            Tone::Refused => const { &[stroke(0, 900.0), stroke(30, 600.0)] },
            Tone::Repeat => const { &[stroke(0, 850.0), stroke(60, 850.0)] },
            Tone::Border => const { &[stroke(0, 300.0), stroke(30, 250.0)] },
            Tone::Square { light: true, occupied: false } => const { &[stroke(0, 1500.0)] },
            Tone::Square { light: false, occupied: false } => const { &[stroke(0, 500.0)] },
            Tone::Square { light: true, occupied: true } => {
                const { &[stroke(0, 1500.0), stroke(45, 1500.0)] }
            }
            Tone::Square { light: false, occupied: true } => const { &[stroke(0, 500.0), stroke(45, 500.0)] },
        }
    }

    /// Returns the samples of the tone at `rate` per second, between -1 and 1, with soft edges.
    pub fn samples(self, rate: u32) -> Vec<f32> {
        let count = |time: Duration| (time.as_secs_f32() * rate as f32) as usize;
        let last = self.strokes().last().map_or(Duration::ZERO, |stroke| stroke.at);
        let mut samples = vec![0.0; count(last + LENGTH)];
        for Stroke { at, hertz } in self.strokes() {
            let length = count(LENGTH);
            for (n, sample) in samples[count(*at)..].iter_mut().take(length).enumerate() {
                let part = n as f32 / length as f32;
                // It rises within 2 ms and dies away.
                let edge = (part * 15.0).min(1.0) * (1.0 - part).powi(3);
                let seconds = n as f32 / rate as f32;
                let sum: f32 = PARTIALS.iter().map(|partial| (TAU * hertz * partial * seconds).sin()).sum();
                *sample += LEVEL * edge * sum / PARTIALS.len() as f32;
            }
        }
        samples
    }
}

pub use player::TonePlayer;

#[cfg(not(feature = "audio"))]
mod player {
    use super::{PlayTone, Tone};

    /// Tones, which are not part of this build.
    #[derive(Debug)]
    pub enum TonePlayer {}

    impl TonePlayer {
        /// # Errors
        ///
        /// Always.
        pub fn start() -> std::io::Result<TonePlayer> {
            let missing = "this program was built without sound, build it with the feature `audio`";
            Err(std::io::Error::new(std::io::ErrorKind::Unsupported, missing))
        }
    }

    impl PlayTone for TonePlayer {
        fn play(&mut self, _tone: Tone) {
            match *self {}
        }
    }
}

#[cfg(feature = "audio")]
mod player {
    use std::time::Duration;

    use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};

    use super::{PlayTone, Tone};
    use crate::{loudspeaker::Loudspeaker, worker};

    /// Tones that wait at most; a later one would come too late.
    const WAITING: usize = 2;
    /// An idle stream is closed after this time, to let the sound card sleep.
    const IDLE: Duration = Duration::from_secs(5);

    /// Plays on the system's default output.
    #[derive(Debug)]
    pub struct TonePlayer(Sender<Tone>);

    impl TonePlayer {
        /// Starts the thread. The output is opened with the first tone, and again after a loss.
        pub fn start() -> std::io::Result<TonePlayer> {
            let (tones, orders) = bounded(WAITING);
            worker::spawn("tones", |()| {}, |_| (), move |_| run(&orders))?;
            Ok(TonePlayer(tones))
        }
    }

    impl PlayTone for TonePlayer {
        fn play(&mut self, tone: Tone) {
            // A late tone would be worse than none.
            let _ = self.0.try_send(tone);
        }
    }

    fn run(orders: &Receiver<Tone>) {
        let mut output: Option<Loudspeaker> = None;
        loop {
            match orders.recv_timeout(IDLE) {
                Ok(tone) => {
                    if output.as_ref().is_none_or(Loudspeaker::is_lost) {
                        output = Loudspeaker::open();
                    }
                    if let Some(output) = &mut output {
                        output.push(&tone.samples(output.rate()));
                    }
                }
                Err(RecvTimeoutError::Timeout) => output = None,
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SAMPLE_RATE;
    use crate::hearing::endpoint::{EndpointEvent, EndpointOptions, Endpointer};

    #[test]
    fn each_is_short_soft_edged_and_distinct() {
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

    /// The tones are played in rooms with different echoes, no louder than a voice.
    #[test]
    fn none_is_taken_for_a_voice() {
        for tone in Tone::ALL {
            for level in [300.0, 1_000.0, 3_000.0] {
                for echo in [0.0, 0.2, 0.4] {
                    let mut heard = vec![0.0; 16_000];
                    let samples = tone.samples(SAMPLE_RATE);
                    for start in (0..10).map(|n| 2_000 + n * 24_000) {
                        heard.resize(start + 24_000, 0.0);
                        // Echoes from the walls, each after its own time.
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
                    let voices =
                        steps.iter().filter(|step| matches!(step, EndpointEvent::Ended { voiced: true, .. }));
                    assert_eq!(voices.count(), 0, "{tone:?} at {level} with an echo of {echo}");
                }
            }
        }
    }
}
