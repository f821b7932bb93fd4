//! Short tones for what needs no words.
//!
//! A tone is no announcement: whatever it says is also said, or felt. So a tone that
//! cannot sound is passed over in silence.

use std::f32::consts::TAU;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, unbounded};

/// What a tone says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Earcon {
    /// Done: a step up.
    Confirm,
    /// Not done: a step down.
    Refuse,
    /// Your turn to answer: one tone.
    Ask,
    /// Something went away: three steps down.
    Lost,
}

impl Earcon {
    /// The notes: frequency in hertz, length.
    fn notes(self) -> &'static [(f32, Duration)] {
        const SHORT: Duration = Duration::from_millis(70);
        match self {
            Self::Confirm => &[(659.3, SHORT), (880.0, SHORT)],
            Self::Refuse => &[(440.0, SHORT), (329.6, SHORT)],
            Self::Ask => &[(784.0, SHORT)],
            Self::Lost => &[(587.3, SHORT), (440.0, SHORT), (293.7, SHORT)],
        }
    }

    /// How long it sounds.
    pub fn length(self) -> Duration {
        self.notes().iter().map(|(_, length)| *length).sum()
    }

    /// Its samples at `rate` per second, full scale 1, soft at both ends of each note.
    pub fn samples(self, rate: u32) -> Vec<f32> {
        const LEVEL: f32 = 0.3;
        const EDGE: f32 = 0.008;
        let rate = rate as f32;
        let note = |&(frequency, length): &(f32, Duration)| {
            let count = (length.as_secs_f32() * rate) as usize;
            (0..count).map(move |n| {
                let edge = n.min(count - 1 - n) as f32 / (EDGE * rate);
                LEVEL * edge.min(1.0) * (TAU * frequency * n as f32 / rate).sin()
            })
        };
        self.notes().iter().flat_map(note).collect()
    }
}

/// Plays tones, one after the other, on a thread of its own.
pub struct Earcons {
    tones: Option<Sender<Earcon>>,
    thread: Option<JoinHandle<()>>,
}

impl Earcons {
    /// Plays through the system's default output, opened for each tone: between
    /// tones the sound card is free.
    ///
    /// # Errors
    ///
    /// If the system gives no thread.
    pub fn start() -> std::io::Result<Self> {
        let (tones, inbox) = unbounded();
        let thread = thread::Builder::new().name("earcons".to_owned()).spawn(move || run(&inbox))?;
        Ok(Self { tones: Some(tones), thread: Some(thread) })
    }

    /// Plays one tone after those that wait.
    pub fn play(&self, earcon: Earcon) {
        if let Some(tones) = &self.tones {
            let _ = tones.send(earcon);
        }
    }
}

impl Drop for Earcons {
    fn drop(&mut self) {
        drop(self.tones.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn run(inbox: &Receiver<Earcon>) {
    for earcon in inbox {
        // Silence is what is left without a device.
        let _ = backend::play(earcon);
    }
}

#[cfg(not(feature = "audio"))]
mod backend {
    use super::Earcon;

    pub fn play(_: Earcon) -> Result<(), ()> {
        Err(())
    }
}

#[cfg(feature = "audio")]
mod backend {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;
    use std::time::{Duration, Instant};

    use cpal::traits::{DeviceTrait, HostTrait, StreamTrait};
    use cpal::{BufferSize, ErrorKind, SampleFormat, StreamConfig};

    use super::Earcon;
    use crate::devices::quiet::quiet;

    /// How long after its own length a tone may be still on its way to the ear.
    const ON_ITS_WAY: Duration = Duration::from_millis(250);

    pub fn play(earcon: Earcon) -> Result<(), cpal::Error> {
        let _quiet = quiet();
        let device = cpal::default_host().default_output_device().ok_or(ErrorKind::DeviceNotAvailable)?;
        let config = device.default_output_config()?;
        if config.sample_format() != SampleFormat::F32 && config.sample_format() != SampleFormat::I16 {
            return Err(ErrorKind::UnsupportedConfig.into());
        }
        let settings = StreamConfig {
            channels: config.channels(),
            sample_rate: config.sample_rate(),
            buffer_size: BufferSize::Default,
        };
        let channels = usize::from(config.channels());
        let mut samples = earcon
            .samples(config.sample_rate())
            .into_iter()
            .flat_map(move |sample| std::iter::repeat_n(sample, channels));
        let played = Arc::new(AtomicBool::new(false));
        let is_over = Arc::clone(&played);
        let mut next = move || {
            samples.next().unwrap_or_else(|| {
                played.store(true, Ordering::Relaxed);
                0.0
            })
        };
        // Opening makes a thousand passing errors in the first milliseconds.
        let ignore = |_| {};
        let stream = if config.sample_format() == SampleFormat::F32 {
            device.build_output_stream(
                settings,
                move |out: &mut [f32], _| out.fill_with(&mut next),
                ignore,
                None,
            )?
        } else {
            device.build_output_stream(
                settings,
                move |out: &mut [i16], _| out.fill_with(|| (next() * 32_767.0) as i16),
                ignore,
                None,
            )?
        };
        stream.play()?;
        let deadline = Instant::now() + earcon.length() * 4 + Duration::from_secs(1);
        while !is_over.load(Ordering::Relaxed) && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(10));
        }
        thread::sleep(ON_ITS_WAY);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tones_are_short_soft_and_different() {
        let all = [Earcon::Confirm, Earcon::Refuse, Earcon::Ask, Earcon::Lost];
        for earcon in all {
            let samples = earcon.samples(48_000);
            let seconds = samples.len() as f32 / 48_000.0;
            assert!((seconds - earcon.length().as_secs_f32()).abs() < 0.001);
            assert!(seconds < 0.3, "{earcon:?} lasts {seconds} s");
            let peak = samples.iter().fold(0.0_f32, |peak, s| peak.max(s.abs()));
            assert!((0.25..=0.31).contains(&peak), "{earcon:?} peaks at {peak}");
            let step = samples.windows(2).fold(0.0_f32, |step, w| step.max((w[1] - w[0]).abs()));
            assert!(step < 0.05, "{earcon:?} clicks: {step}");
        }
        for (n, one) in all.iter().enumerate() {
            for other in &all[n + 1..] {
                assert_ne!(one.samples(8_000), other.samples(8_000));
            }
        }
    }
}
