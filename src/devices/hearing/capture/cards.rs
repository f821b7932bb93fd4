//! Sound cards through cpal.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use cpal::traits::{DeviceTrait, HostTrait, StreamTrait};
use cpal::{
    BufferSize, ErrorKind, FromSample, Host, HostId, SampleFormat, SizedSample, StreamConfig,
    SupportedStreamConfig,
};

use super::{CaptureError, SILENT};
use crate::SAMPLE_RATE;
use crate::hearing::resampler::Resampler;

/// What the error callback has seen. A dying ALSA plugin calls it half a million times a second, so it only sets a
/// flag.
mod trouble {
    pub(crate) const NONE: u8 = 0;
    pub(crate) const SOME: u8 = 1;
    pub(crate) const FATAL: u8 = 2;
}

/// What the two threads of a recording share.
#[derive(Default)]
struct StreamSignals {
    trouble: AtomicU8,
    /// The thread that reads the ring, woken when samples come.
    reader: OnceLock<Thread>,
}

/// A device that reports only errors for this long counts as lost.
const ERRORS_ONLY: Duration = Duration::from_millis(300);
/// Seconds of sound in the ring: twice the longest blocks of a server.
const RING: usize = 4;

/// A sound card, or a virtual device of the sound library.
pub(crate) struct Card(cpal::Device);

impl Card {
    pub(crate) fn default_input() -> Option<Card> {
        hosts().next()?.default_input_device().map(Card)
    }

    /// All devices, including those that lead to a server or repeat others.
    pub(crate) fn all() -> impl Iterator<Item = Card> {
        hosts().filter_map(|host| host.devices().ok()).flatten().map(Card)
    }

    /// Returns the name without the host: "pulse", "hw:1,0".
    pub(crate) fn name(&self) -> String {
        self.0.id().map_or_else(|_| self.0.to_string(), |id| id.id().to_owned())
    }

    pub(crate) fn description(&self) -> String {
        self.0.description().map_or_else(|_| self.0.to_string(), |description| description.name().to_owned())
    }

    pub(crate) fn records(&self) -> bool {
        self.0.supports_input()
    }

    /// Whether it only leads to a sound server.
    pub(crate) fn leads_to_server(&self) -> bool {
        SERVERS.contains(&self.name().as_str())
    }

    /// Whether it is a real device. ALSA also lists converters, routers and servers, which repeat the devices or do
    /// not open.
    pub(crate) fn is_microphone(&self) -> bool {
        const NOT_DEVICES: [&str; 13] = [
            "null",
            "lavrate",
            "samplerate",
            "speexrate",
            "jack",
            "oss",
            "speex",
            "upmix",
            "vdownmix",
            "usbstream",
            "dmix",
            "surround",
            "a52",
        ];
        let name = self.name();
        // A sound server is listed whether it runs or not.
        !NOT_DEVICES.iter().any(|other| name.starts_with(other))
            && self.records()
            && (!self.leads_to_server() || self.answers())
    }

    fn answers(&self) -> bool {
        let (ring, _) = rtrb::RingBuffer::new(1);
        preferred(&self.0).is_ok_and(|config| {
            let signs = Arc::new(StreamSignals::default());
            build(&self.0, &config, BufferSize::Default, ring, signs).is_ok()
        })
    }

    /// Starts to record; returns the stream, which must be kept, and its samples.
    pub(crate) fn record(&self) -> Result<(cpal::Stream, CardCapture), cpal::Error> {
        let config = preferred(&self.0)?;
        let resampler = Resampler::new(config.sample_rate(), config.channels())
            .map_err(|error| cpal::Error::with_message(ErrorKind::UnsupportedConfig, error.to_string()))?;
        let channels = usize::from(config.channels());
        let capacity = RING * config.sample_rate() as usize * channels;
        let signs = Arc::new(StreamSignals::default());
        // Tries a buffer of 40 ms first, for a quick answer; then the device's default.
        let (stream, ring) = [BufferSize::Fixed(config.sample_rate() / 25), BufferSize::Default]
            .into_iter()
            .find_map(|size| {
                let (writer, ring) = rtrb::RingBuffer::new(capacity);
                let built = build(&self.0, &config, size, writer, Arc::clone(&signs));
                match (built, size) {
                    (Ok(stream), _) => Some(Ok((stream, ring))),
                    (Err(error), BufferSize::Default) => Some(Err(error)),
                    (Err(_), BufferSize::Fixed(_)) => None,
                }
            })
            .unwrap_or_else(|| Err(ErrorKind::UnsupportedConfig.into()))?;
        stream.play()?;
        let interleaved = Vec::new();
        Ok((stream, CardCapture { ring, signs, resampler, interleaved, channels, heard_at: Instant::now() }))
    }
}

/// Returns the available sound systems except a server, which has its own protocol.
fn hosts() -> impl Iterator<Item = Host> {
    let is_server = |id: &HostId| id.to_string() == "pulseaudio";
    cpal::available_hosts()
        .into_iter()
        .filter(move |id| !is_server(id))
        .filter_map(|id| cpal::host_from_id(id).ok())
}

/// The names of ALSA's devices that lead to a server.
const SERVERS: [&str; 3] = ["default", "pulse", "pipewire"];

pub(crate) fn is_absent(error: &cpal::Error) -> bool {
    matches!(error.kind(), ErrorKind::DeviceNotAvailable | ErrorKind::HostUnavailable)
}

/// Returns the cause by its kind if the user can do something about it, else cpal's error.
pub(crate) fn capture_error(error: &cpal::Error) -> CaptureError {
    match error.kind() {
        _ if is_absent(error) => CaptureError::Absent,
        ErrorKind::DeviceBusy => CaptureError::Busy,
        ErrorKind::PermissionDenied => CaptureError::NotInGroup,
        _ => CaptureError::Other { found: error.to_string() },
    }
}

/// A running recording.
pub(crate) struct CardCapture {
    ring: rtrb::Consumer<f32>,
    signs: Arc<StreamSignals>,
    resampler: Resampler,
    interleaved: Vec<f32>,
    channels: usize,
    heard_at: Instant,
}

impl CardCapture {
    /// Appends the samples that have come; an error means that none will come any more.
    pub(crate) fn read(&mut self, block: &mut Vec<i16>, patience: Duration) -> Result<(), CaptureError> {
        let deadline = Instant::now() + patience;
        self.signs.reader.get_or_init(thread::current);
        loop {
            let frames = self.ring.slots() / self.channels;
            if frames > 0 {
                self.take(frames * self.channels, block);
                return Ok(());
            }
            self.check()?;
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(());
            }
            thread::park_timeout(left);
        }
    }

    fn take(&mut self, count: usize, block: &mut Vec<i16>) {
        self.interleaved.clear();
        if let Ok(chunk) = self.ring.read_chunk(count) {
            self.interleaved.extend(chunk);
        }
        self.resampler.push(&self.interleaved, block);
        self.heard_at = Instant::now();
        // Samples have come, so earlier errors were temporary.
        let _ = self.signs.trouble.compare_exchange(
            trouble::SOME,
            trouble::NONE,
            Ordering::Relaxed,
            Ordering::Relaxed,
        );
    }

    fn check(&self) -> Result<(), CaptureError> {
        let quiet = self.heard_at.elapsed();
        match self.signs.trouble.load(Ordering::Relaxed) {
            trouble::FATAL => Err(CaptureError::TakenAway),
            trouble::SOME if quiet >= ERRORS_ONLY => Err(CaptureError::OnlyErrors),
            _ if quiet >= SILENT => Err(CaptureError::NoSamples { seconds: SILENT.as_secs() }),
            _ => Ok(()),
        }
    }
}

/// Returns the configuration for 16 kHz mono if there is one, else the device's default.
fn preferred(device: &cpal::Device) -> Result<SupportedStreamConfig, cpal::Error> {
    let direct = device.supported_input_configs().ok().and_then(|configs| {
        configs
            .filter(|config| config.channels() == 1 && config.sample_format() == SampleFormat::I16)
            .find_map(|config| config.try_with_sample_rate(SAMPLE_RATE))
    });
    direct.map_or_else(|| device.default_input_config(), Ok)
}

fn build(
    device: &cpal::Device,
    config: &SupportedStreamConfig,
    buffer_size: BufferSize,
    ring: rtrb::Producer<f32>,
    signs: Arc<StreamSignals>,
) -> Result<cpal::Stream, cpal::Error> {
    let settings =
        StreamConfig { channels: config.channels(), sample_rate: config.sample_rate(), buffer_size };
    match config.sample_format() {
        SampleFormat::I8 => stream::<i8>(device, settings, ring, signs),
        SampleFormat::I16 => stream::<i16>(device, settings, ring, signs),
        SampleFormat::I24 => stream::<cpal::I24>(device, settings, ring, signs),
        SampleFormat::I32 => stream::<i32>(device, settings, ring, signs),
        SampleFormat::I64 => stream::<i64>(device, settings, ring, signs),
        SampleFormat::U8 => stream::<u8>(device, settings, ring, signs),
        SampleFormat::U16 => stream::<u16>(device, settings, ring, signs),
        SampleFormat::U24 => stream::<cpal::U24>(device, settings, ring, signs),
        SampleFormat::U32 => stream::<u32>(device, settings, ring, signs),
        SampleFormat::U64 => stream::<u64>(device, settings, ring, signs),
        SampleFormat::F32 => stream::<f32>(device, settings, ring, signs),
        SampleFormat::F64 => stream::<f64>(device, settings, ring, signs),
        _ => Err(ErrorKind::UnsupportedConfig.into()),
    }
}

fn stream<T>(
    device: &cpal::Device,
    settings: StreamConfig,
    mut ring: rtrb::Producer<f32>,
    signs: Arc<StreamSignals>,
) -> Result<cpal::Stream, cpal::Error>
where
    T: SizedSample,
    f32: FromSample<T>,
{
    let woken = Arc::clone(&signs);
    device.build_input_stream(
        settings,
        move |samples: &[T], _| {
            // A full ring drops the newest samples: nobody has read it for seconds.
            let room = ring.slots().min(samples.len());
            if let Ok(chunk) = ring.write_chunk_uninit(room) {
                chunk.fill_from_iter(samples.iter().map(|&sample| f32::from_sample_(sample)));
            }
            if let Some(reader) = woken.reader.get() {
                reader.unpark();
            }
        },
        move |error: cpal::Error| {
            let seen = match error.kind() {
                ErrorKind::DeviceNotAvailable | ErrorKind::StreamInvalidated | ErrorKind::HostUnavailable => {
                    trouble::FATAL
                }
                ErrorKind::Xrun | ErrorKind::DeviceChanged | ErrorKind::RealtimeDenied => {
                    return;
                }
                _ => trouble::SOME,
            };
            signs.trouble.fetch_max(seen, Ordering::Relaxed);
        },
        None,
    )
}
