//! The microphone: samples from a sound card or sound server.

use std::thread;
use std::time::{Duration, Instant};

use super::source::{AudioSource, Reading};

/// Why the microphone cannot be heard.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MicrophoneError {
    /// The program was built without sound.
    #[error("this build has no sound: build it with the feature `audio`")]
    NotBuilt,
    /// There is no device at all.
    #[error("no microphone found: plug one in, or start the sound server")]
    NoDevice,
    /// The device asked for is not there.
    #[error("no microphone is called {wanted:?}; there are: {there}")]
    NoSuchDevice {
        /// The name asked for.
        wanted: String,
        /// The names there are.
        there: String,
    },
    /// The device is there but does not open.
    #[error("the microphone {name} does not open: {found}")]
    DoesNotOpen {
        /// The device's name.
        name: String,
        /// What the sound system says.
        found: String,
    },
}

/// A device that samples can come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Device {
    /// What [`Microphone::open`] takes.
    pub name: String,
    /// What the sound system calls it.
    pub description: String,
    /// Whether it is the one taken when none is named.
    pub is_default: bool,
}

/// A microphone, of any rate, format and number of channels.
///
/// It survives the loss of the device or of the sound server: the loss is reported
/// once, the device is reopened with growing pauses (a quarter of a second up to one
/// second), and its return is reported once.
pub struct Microphone {
    name: Option<String>,
    state: State,
    /// Whether the listener knows that the device is gone.
    told_lost: bool,
}

enum State {
    Running(Box<backend::Capture>),
    Waiting {
        reason: String,
        /// When the device is tried again.
        until: Instant,
        /// How long to wait after that.
        pause: Duration,
    },
}

const FIRST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);
/// How long a read waits for samples at most.
const PATIENCE: Duration = Duration::from_millis(50);

impl Microphone {
    /// Opens the device called `name`, or the system's default.
    ///
    /// # Errors
    ///
    /// Says what there is instead, or what the sound system says.
    pub fn open(name: Option<&str>) -> Result<Self, MicrophoneError> {
        Ok(Self {
            name: name.map(str::to_owned),
            state: State::Running(Box::new(backend::Capture::open(name)?)),
            told_lost: false,
        })
    }

    /// Opens the device, or begins as lost and waits until it is plugged in.
    pub fn awaited(name: Option<&str>) -> Self {
        Self::open(name).unwrap_or_else(|error| Self {
            name: name.map(str::to_owned),
            state: State::waiting(error.to_string(), FIRST_PAUSE),
            told_lost: false,
        })
    }

    /// Whether the device is open.
    pub fn is_open(&self) -> bool {
        matches!(self.state, State::Running(_))
    }

    fn lose(&mut self, reason: String) -> Reading {
        // The old stream ends here, before a new one is built.
        self.state = State::waiting(reason.clone(), FIRST_PAUSE);
        if std::mem::replace(&mut self.told_lost, true) {
            return Reading::Samples;
        }
        Reading::Lost { reason }
    }

    fn try_again(&mut self, pause: Duration) -> Reading {
        match backend::Capture::open(self.name.as_deref()) {
            Ok(capture) => self.state = State::Running(Box::new(capture)),
            Err(error) => {
                self.state = State::waiting(error.to_string(), (pause * 2).min(LONGEST_PAUSE));
            }
        }
        Reading::Samples
    }
}

impl State {
    fn waiting(reason: String, pause: Duration) -> Self {
        Self::Waiting { reason, until: Instant::now() + pause, pause }
    }
}

impl AudioSource for Microphone {
    fn read(&mut self, block: &mut Vec<i16>) -> Reading {
        match &mut self.state {
            State::Running(capture) => {
                let before = block.len();
                match capture.read(block, PATIENCE) {
                    // A device is back when it delivers, not when it opens.
                    Ok(()) if self.told_lost && block.len() > before => {
                        self.told_lost = false;
                        Reading::Back
                    }
                    Ok(()) => Reading::Samples,
                    Err(reason) => self.lose(reason),
                }
            }
            State::Waiting { reason, .. } if !self.told_lost => {
                let reason = reason.clone();
                self.lose(reason)
            }
            State::Waiting { until, pause, .. } => {
                let (left, pause) = (until.saturating_duration_since(Instant::now()), *pause);
                if left.is_zero() {
                    return self.try_again(pause);
                }
                thread::sleep(left.min(PATIENCE));
                Reading::Samples
            }
        }
    }

    fn is_live(&self) -> bool {
        true
    }
}

/// The devices that samples can come from, the default first.
///
/// # Errors
///
/// When there is no sound system to ask.
pub fn list() -> Result<Vec<Device>, MicrophoneError> {
    backend::list()
}

#[cfg(not(feature = "audio"))]
mod backend {
    //! No sound: nothing opens.

    use super::{Device, Duration, MicrophoneError};

    pub enum Capture {}

    impl Capture {
        pub fn open(_: Option<&str>) -> Result<Self, MicrophoneError> {
            Err(MicrophoneError::NotBuilt)
        }

        pub fn read(&mut self, _: &mut Vec<i16>, _: Duration) -> Result<(), String> {
            match *self {}
        }
    }

    pub fn list() -> Result<Vec<Device>, MicrophoneError> {
        Err(MicrophoneError::NotBuilt)
    }
}

#[cfg(feature = "audio")]
mod backend {
    //! Sound through cpal: a stream, a ring, a flag.

    use std::sync::Arc;
    use std::sync::atomic::{AtomicU8, Ordering};
    use std::thread;

    use cpal::traits::{DeviceTrait, HostTrait, StreamTrait};
    use cpal::{BufferSize, ErrorKind, SampleFormat, SizedSample, StreamConfig, SupportedStreamConfig};

    use super::{Device, Duration, Instant, MicrophoneError};
    use crate::devices::SAMPLE_RATE;
    use crate::devices::hearing::resampler::Resampler;
    use crate::devices::quiet::quiet;

    /// What the error callback has seen. A dying ALSA plugin calls it half a million
    /// times a second, so it does nothing but set this.
    mod trouble {
        pub const NONE: u8 = 0;
        pub const SOME: u8 = 1;
        pub const FATAL: u8 = 2;
    }

    /// How long errors may come without samples before the device counts as lost.
    const ERRORS_ONLY: Duration = Duration::from_millis(300);
    /// How long no samples may come: some sound servers deliver in blocks of two
    /// seconds, and begin with one.
    const SILENT: Duration = Duration::from_secs(5);
    /// How often the ring is looked into.
    const LOOK: Duration = Duration::from_millis(10);
    /// The ring holds this much sound, in seconds.
    const RING: usize = 4;

    /// A running stream from a device.
    pub struct Capture {
        // Before the ring's reader, so that it stops first.
        _stream: cpal::Stream,
        ring: rtrb::Consumer<f32>,
        trouble: Arc<AtomicU8>,
        resampler: Resampler,
        interleaved: Vec<f32>,
        channels: usize,
        heard_at: Instant,
    }

    impl Capture {
        pub fn open(name: Option<&str>) -> Result<Self, MicrophoneError> {
            let _quiet = quiet();
            let device = find(name)?;
            let called = called(&device);
            let refused = |found: String| MicrophoneError::DoesNotOpen { name: called.clone(), found };
            let failed = |error: cpal::Error| match error.kind() {
                ErrorKind::DeviceNotAvailable | ErrorKind::HostUnavailable if name.is_none() => {
                    MicrophoneError::NoDevice
                }
                _ => refused(in_words(&error)),
            };
            let config = preferred(&device).map_err(failed)?;
            let resampler = Resampler::new(config.sample_rate(), config.channels())
                .map_err(|error| refused(error.to_string()))?;
            let channels = usize::from(config.channels());
            let capacity = RING * config.sample_rate() as usize * channels;
            let trouble = Arc::new(AtomicU8::new(trouble::NONE));
            // A short buffer first, for a quick answer; then what the device likes.
            let (stream, ring) = [BufferSize::Fixed(config.sample_rate() / 50), BufferSize::Default]
                .into_iter()
                .find_map(|size| {
                    let (writer, ring) = rtrb::RingBuffer::new(capacity);
                    let built = build(&device, &config, size, writer, Arc::clone(&trouble));
                    match (built, size) {
                        (Ok(stream), _) => Some(Ok((stream, ring))),
                        (Err(error), BufferSize::Default) => Some(Err(error)),
                        (Err(_), BufferSize::Fixed(_)) => None,
                    }
                })
                .unwrap_or_else(|| Err(ErrorKind::UnsupportedConfig.into()))
                .map_err(failed)?;
            stream.play().map_err(failed)?;
            Ok(Self {
                _stream: stream,
                ring,
                trouble,
                resampler,
                interleaved: Vec::new(),
                channels,
                heard_at: Instant::now(),
            })
        }

        /// Appends what has come; `Err` says why nothing will come any more.
        pub fn read(&mut self, block: &mut Vec<i16>, patience: Duration) -> Result<(), String> {
            let deadline = Instant::now() + patience;
            loop {
                let frames = self.ring.slots() / self.channels;
                if frames > 0 {
                    self.take(frames * self.channels, block);
                    return Ok(());
                }
                self.check()?;
                if Instant::now() >= deadline {
                    return Ok(());
                }
                thread::sleep(LOOK);
            }
        }

        fn take(&mut self, count: usize, block: &mut Vec<i16>) {
            self.interleaved.clear();
            if let Ok(chunk) = self.ring.read_chunk(count) {
                self.interleaved.extend(chunk);
            }
            self.resampler.push(&self.interleaved, block);
            self.heard_at = Instant::now();
            // Errors before samples were passing ones.
            let _ = self.trouble.compare_exchange(
                trouble::SOME,
                trouble::NONE,
                Ordering::Relaxed,
                Ordering::Relaxed,
            );
        }

        fn check(&self) -> Result<(), String> {
            let quiet = self.heard_at.elapsed();
            match self.trouble.load(Ordering::Relaxed) {
                trouble::FATAL => Err("the device was taken away".to_owned()),
                trouble::SOME if quiet >= ERRORS_ONLY => {
                    Err("the sound system reports errors only".to_owned())
                }
                _ if quiet >= SILENT => Err(format!("no samples for {} seconds", SILENT.as_secs())),
                _ => Ok(()),
            }
        }
    }

    pub fn list() -> Result<Vec<Device>, MicrophoneError> {
        let _quiet = quiet();
        let host = cpal::default_host();
        let default = host.default_input_device().map(|device| called(&device));
        let devices = host.devices().map_err(|_| MicrophoneError::NoDevice)?.filter(is_microphone);
        let mut list: Vec<Device> = devices
            .map(|device| {
                let name = called(&device);
                Device { description: described(&device), is_default: Some(&name) == default.as_ref(), name }
            })
            .collect();
        list.sort_by_key(|device| !device.is_default);
        Ok(list)
    }

    fn find(name: Option<&str>) -> Result<cpal::Device, MicrophoneError> {
        let host = cpal::default_host();
        let Some(wanted) = name else {
            return host.default_input_device().ok_or(MicrophoneError::NoDevice);
        };
        let mut devices: Vec<cpal::Device> = host.devices().map_err(|_| MicrophoneError::NoDevice)?.collect();
        if let Some(at) = devices.iter().position(|device| called(device) == wanted) {
            return Ok(devices.swap_remove(at));
        }
        devices.retain(is_microphone);
        let part = wanted.to_lowercase();
        let is_like = |device: &cpal::Device| described(device).to_lowercase().contains(&part);
        match devices.iter().position(is_like) {
            Some(at) => Ok(devices.swap_remove(at)),
            None if devices.is_empty() => Err(MicrophoneError::NoDevice),
            None => Err(MicrophoneError::NoSuchDevice {
                wanted: wanted.to_owned(),
                there: devices.iter().map(called).collect::<Vec<_>>().join(", "),
            }),
        }
    }

    /// What a user can do something about, in words; else what cpal says.
    fn in_words(error: &cpal::Error) -> String {
        match error.kind() {
            ErrorKind::DeviceNotAvailable | ErrorKind::HostUnavailable => {
                "it is not there, or its sound server is not running".to_owned()
            }
            ErrorKind::DeviceBusy => "another program uses it".to_owned(),
            ErrorKind::PermissionDenied => "it is not allowed, join the group `audio`".to_owned(),
            _ => error.to_string(),
        }
    }

    /// The short name, without the host's: "pulse", "hw:1,0".
    fn called(device: &cpal::Device) -> String {
        device.id().map_or_else(|_| device.to_string(), |id| id.id().to_owned())
    }

    fn described(device: &cpal::Device) -> String {
        device.description().map_or_else(|_| device.to_string(), |description| description.name().to_owned())
    }

    /// Leaves out the converters, routers and servers that ALSA lists beside the
    /// devices, which only repeat them or do not open.
    fn is_microphone(device: &cpal::Device) -> bool {
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
        let name = called(device);
        // A sound server is listed whether it runs or not.
        let must_answer = ["default", "pulse", "pipewire"].contains(&name.as_str());
        !NOT_DEVICES.iter().any(|other| name.starts_with(other))
            && device.supports_input()
            && (!must_answer || answers(device))
    }

    fn answers(device: &cpal::Device) -> bool {
        let (ring, _) = rtrb::RingBuffer::new(1);
        preferred(device).is_ok_and(|config| {
            let trouble = Arc::new(AtomicU8::new(trouble::NONE));
            build(device, &config, BufferSize::Default, ring, trouble).is_ok()
        })
    }

    /// 16 kHz mono where the device or server offers it, else what it likes best.
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
        trouble: Arc<AtomicU8>,
    ) -> Result<cpal::Stream, cpal::Error> {
        let settings =
            StreamConfig { channels: config.channels(), sample_rate: config.sample_rate(), buffer_size };
        match config.sample_format() {
            SampleFormat::I8 => stream::<i8>(device, settings, ring, trouble),
            SampleFormat::I16 => stream::<i16>(device, settings, ring, trouble),
            SampleFormat::I24 => stream::<cpal::I24>(device, settings, ring, trouble),
            SampleFormat::I32 => stream::<i32>(device, settings, ring, trouble),
            SampleFormat::I64 => stream::<i64>(device, settings, ring, trouble),
            SampleFormat::U8 => stream::<u8>(device, settings, ring, trouble),
            SampleFormat::U16 => stream::<u16>(device, settings, ring, trouble),
            SampleFormat::U24 => stream::<cpal::U24>(device, settings, ring, trouble),
            SampleFormat::U32 => stream::<u32>(device, settings, ring, trouble),
            SampleFormat::U64 => stream::<u64>(device, settings, ring, trouble),
            SampleFormat::F32 => stream::<f32>(device, settings, ring, trouble),
            SampleFormat::F64 => stream::<f64>(device, settings, ring, trouble),
            _ => Err(ErrorKind::UnsupportedConfig.into()),
        }
    }

    fn stream<T>(
        device: &cpal::Device,
        settings: StreamConfig,
        mut ring: rtrb::Producer<f32>,
        trouble: Arc<AtomicU8>,
    ) -> Result<cpal::Stream, cpal::Error>
    where
        T: SizedSample,
        f32: cpal::FromSample<T>,
    {
        device.build_input_stream(
            settings,
            move |samples: &[T], _| {
                // When the ring is full the newest samples are dropped: nobody has
                // been listening for seconds.
                let room = ring.slots().min(samples.len());
                if let Ok(chunk) = ring.write_chunk_uninit(room) {
                    chunk.fill_from_iter(samples.iter().map(|&sample| f32::from_sample_(sample)));
                }
            },
            move |error: cpal::Error| {
                let seen = match error.kind() {
                    ErrorKind::DeviceNotAvailable
                    | ErrorKind::StreamInvalidated
                    | ErrorKind::HostUnavailable => trouble::FATAL,
                    ErrorKind::Xrun | ErrorKind::DeviceChanged | ErrorKind::RealtimeDenied => {
                        return;
                    }
                    _ => trouble::SOME,
                };
                trouble.fetch_max(seen, Ordering::Relaxed);
            },
            None,
        )
    }

    use cpal::FromSample as _;
}
