//! A stream of samples to the loudspeakers, beside the speech server's own.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use cpal::traits::{DeviceTrait, HostTrait, StreamTrait};
use cpal::{Device, FromSample, Host, SampleFormat, SizedSample, StreamConfig};

use super::alsa_messages::suppress_alsa_messages;

/// A stream to the system's default output.
pub struct Loudspeaker {
    // Declared before the ring's producer, so that it is dropped first.
    _stream: cpal::Stream,
    ring: rtrb::Producer<f32>,
    lost: Arc<AtomicBool>,
    rate: u32,
}

impl Loudspeaker {
    /// Opens the default output, if there is one with a supported sample format.
    pub fn open() -> Option<Loudspeaker> {
        let _suppressed = suppress_alsa_messages();
        let device = default_output()?;
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
        Some(Loudspeaker { _stream: stream, ring, lost, rate })
    }

    /// Whether the device is gone.
    pub fn is_lost(&self) -> bool {
        self.lost.load(Ordering::Relaxed)
    }

    /// Returns the sampling rate, in samples per second.
    pub fn rate(&self) -> u32 {
        self.rate
    }

    /// Whether the device has taken everything that was pushed.
    pub fn is_idle(&self) -> bool {
        self.ring.slots() == self.rate as usize
    }

    /// Queues as many samples as there is room for (one second in all) and returns their number.
    pub fn push(&mut self, samples: &[f32]) -> usize {
        let room = self.ring.slots().min(samples.len());
        if let Ok(chunk) = self.ring.write_chunk_uninit(room) {
            return chunk.fill_from_iter(samples.iter().copied());
        }
        0
    }
}

/// The connection to a sound server. Each connection leaks a thread and a socket in its library, so all streams share
/// one.
static SERVER: Mutex<Option<Host>> = Mutex::new(None);

fn default_output() -> Option<Device> {
    let mut server = SERVER.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(device) = server.as_ref().and_then(Host::default_output_device) {
        return Some(device);
    }
    let host = cpal::default_host();
    let device = host.default_output_device();
    *server = (host.id().to_string() == "pulseaudio").then_some(host);
    device
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
