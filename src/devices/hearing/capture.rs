//! Recording through the sound system, on a thread of its own: one that hangs is left behind, and hangs nobody
//! else.
//!
//! A sound server (PulseAudio, or PipeWire in its place) is asked before the sound cards: it shares them, resamples,
//! and lends what its loudspeakers play.

use std::time::Duration;

use crossbeam_channel::Receiver;

use super::microphone::{Device, MicrophoneError};

pub use backend::{Capture, list};

/// What is to be recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wanted {
    /// The microphone of this name, or the system's own.
    Microphone(Option<String>),
    /// What the usual loudspeakers play, for as long as they are the usual ones.
    #[cfg(feature = "audio")]
    Played,
}

/// A recording that is about to begin.
pub struct Opening(Receiver<Result<Capture, MicrophoneError>>);

impl Opening {
    /// Begins to open it.
    pub fn begin(wanted: Wanted) -> Opening {
        Opening(backend::begin(wanted))
    }

    /// What has come of it, if the sound system answers in time.
    pub fn wait(&self, patience: Duration) -> Option<Result<Capture, MicrophoneError>> {
        self.0.recv_timeout(patience).ok()
    }
}

#[cfg(not(feature = "audio"))]
mod backend {
    //! No sound: nothing opens.

    use super::{Device, Duration, MicrophoneError, Receiver, Wanted};

    pub enum Capture {}

    impl Capture {
        pub fn read(&mut self, _: &mut Vec<i16>, _: Duration) -> Result<(), String> {
            match *self {}
        }
    }

    pub fn begin(_: Wanted) -> Receiver<Result<Capture, MicrophoneError>> {
        let (tell, told) = crossbeam_channel::bounded(1);
        let _ = tell.send(Err(MicrophoneError::NotBuilt));
        told
    }

    pub fn list() -> Result<Vec<Device>, MicrophoneError> {
        Err(MicrophoneError::NotBuilt)
    }
}

#[cfg(feature = "audio")]
mod backend {
    //! Sound through cpal: a stream, a ring, a flag.

    use std::convert::Infallible;
    use std::sync::atomic::{AtomicU8, Ordering};
    use std::sync::{Arc, OnceLock};
    use std::thread::{self, Thread};
    use std::time::Instant;

    use cpal::traits::{DeviceTrait, HostTrait, StreamTrait};
    use cpal::{
        BufferSize, ErrorKind, FromSample, Host, SampleFormat, SizedSample, StreamConfig,
        SupportedStreamConfig,
    };
    use crossbeam_channel::{RecvTimeoutError, Sender, bounded};

    use super::{Device, Duration, MicrophoneError, Receiver, Wanted};
    use crate::devices::SAMPLE_RATE;
    use crate::devices::hearing::resampler::Resampler;
    use crate::devices::{quiet::quiet, watched};

    /// What the error callback has seen. A dying ALSA plugin calls it half a million
    /// times a second, so it does nothing but set this.
    mod trouble {
        pub const NONE: u8 = 0;
        pub const SOME: u8 = 1;
        pub const FATAL: u8 = 2;
    }

    /// What the two threads of a recording tell each other.
    #[derive(Default)]
    struct Signs {
        trouble: AtomicU8,
        /// Who reads the ring, to be woken when there is something in it.
        reader: OnceLock<Thread>,
    }

    /// How long errors may come without samples before the device counts as lost.
    const ERRORS_ONLY: Duration = Duration::from_millis(300);
    /// How long no samples may come: some sound servers deliver in blocks of two
    /// seconds, and begin with one.
    const SILENT: Duration = Duration::from_secs(5);
    /// The ring holds this much sound, in seconds.
    const RING: usize = 4;
    /// How often it is looked whether the loudspeakers that are listened to are still the usual ones.
    const STILL_USUAL: Duration = Duration::from_secs(2);

    /// A running recording.
    pub struct Capture {
        ring: rtrb::Consumer<f32>,
        signs: Arc<Signs>,
        resampler: Resampler,
        interleaved: Vec<f32>,
        channels: usize,
        heard_at: Instant,
        /// The stream lives on a thread for as long as this does.
        _lives: Sender<Infallible>,
    }

    /// Opens it on a thread that keeps the stream, and ends after the [`Capture`].
    pub fn begin(wanted: Wanted) -> Receiver<Result<Capture, MicrophoneError>> {
        let (tell, told) = bounded(1);
        let work = {
            let tell = tell.clone();
            move || {
                let _quiet = quiet();
                let (lives, alive) = bounded(0);
                match open(&wanted, lives) {
                    Ok((stream, capture, still_usual)) => {
                        let signs = Arc::clone(&capture.signs);
                        let _ = tell.send(Ok(capture));
                        while alive.recv_timeout(STILL_USUAL) == Err(RecvTimeoutError::Timeout) {
                            if !still_usual() {
                                signs.trouble.fetch_max(trouble::FATAL, Ordering::Relaxed);
                            }
                        }
                        drop(stream);
                    }
                    Err(error) => {
                        let _ = tell.send(Err(error));
                    }
                }
            }
        };
        let failed = |found| MicrophoneError::DoesNotOpen { name: "default".to_owned(), found };
        let report = tell.clone();
        let report = move |failure| drop(report.try_send(Err(failure)));
        if let Err(error) = watched::spawn("recording", report, failed, move |_| work()) {
            let _ = tell.send(Err(failed(error.to_string())));
        }
        told
    }

    type StillUsual = Box<dyn Fn() -> bool>;

    fn open(
        wanted: &Wanted,
        lives: Sender<Infallible>,
    ) -> Result<(cpal::Stream, Capture, StillUsual), MicrophoneError> {
        let (device, still_usual): (cpal::Device, StillUsual) = match wanted {
            Wanted::Microphone(name) => (find(name.as_deref())?, Box::new(|| true)),
            Wanted::Played => {
                let host = server().ok_or(MicrophoneError::NoDevice)?;
                let (device, name) = played(&host).ok_or(MicrophoneError::NoDevice)?;
                (device, Box::new(move || played_name(&host).is_some_and(|now| now == name)))
            }
        };
        let called = called(&device);
        let refused = |found: String| MicrophoneError::DoesNotOpen { name: called.clone(), found };
        let failed = |error: cpal::Error| match error.kind() {
            ErrorKind::DeviceNotAvailable | ErrorKind::HostUnavailable
                if *wanted == Wanted::Microphone(None) =>
            {
                MicrophoneError::NoDevice
            }
            _ => refused(in_words(&error)),
        };
        let config = preferred(&device).map_err(failed)?;
        let resampler = Resampler::new(config.sample_rate(), config.channels())
            .map_err(|error| refused(error.to_string()))?;
        let channels = usize::from(config.channels());
        let capacity = RING * config.sample_rate() as usize * channels;
        let signs = Arc::new(Signs::default());
        // A short buffer first, for a quick answer, though each costs the sound server a question; then what the
        // device likes.
        let (stream, ring) = [BufferSize::Fixed(config.sample_rate() / 25), BufferSize::Default]
            .into_iter()
            .find_map(|size| {
                let (writer, ring) = rtrb::RingBuffer::new(capacity);
                let built = build(&device, &config, size, writer, Arc::clone(&signs));
                match (built, size) {
                    (Ok(stream), _) => Some(Ok((stream, ring))),
                    (Err(error), BufferSize::Default) => Some(Err(error)),
                    (Err(_), BufferSize::Fixed(_)) => None,
                }
            })
            .unwrap_or_else(|| Err(ErrorKind::UnsupportedConfig.into()))
            .map_err(failed)?;
        stream.play().map_err(failed)?;
        let capture = Capture {
            ring,
            signs,
            resampler,
            interleaved: Vec::new(),
            channels,
            heard_at: Instant::now(),
            _lives: lives,
        };
        Ok((stream, capture, still_usual))
    }

    impl Capture {
        /// Appends what has come; `Err` says why nothing will come any more.
        pub fn read(&mut self, block: &mut Vec<i16>, patience: Duration) -> Result<(), String> {
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
            // Errors before samples were passing ones.
            let _ = self.signs.trouble.compare_exchange(
                trouble::SOME,
                trouble::NONE,
                Ordering::Relaxed,
                Ordering::Relaxed,
            );
        }

        fn check(&self) -> Result<(), String> {
            let quiet = self.heard_at.elapsed();
            match self.signs.trouble.load(Ordering::Relaxed) {
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
        let mut list: Vec<Device> = Vec::new();
        for host in hosts() {
            let default =
                if list.is_empty() { microphone_of(&host).map(|device| called(&device)) } else { None };
            for device in host.devices().into_iter().flatten().filter(is_microphone) {
                let name = called(&device);
                // What only leads to a server that has answered is no other device.
                let repeats = list.iter().any(|other| other.name == name)
                    || !list.is_empty() && SERVERS.contains(&name.as_str());
                if !repeats {
                    let is_default = Some(&name) == default.as_ref();
                    list.push(Device { description: described(&device), is_default, name });
                }
            }
        }
        list.sort_by_key(|device| !device.is_default);
        Ok(list)
    }

    /// The sound systems that answer, a server first.
    fn hosts() -> impl Iterator<Item = Host> {
        cpal::available_hosts().into_iter().filter_map(|id| cpal::host_from_id(id).ok())
    }

    /// The sound server, if there is one.
    fn server() -> Option<Host> {
        hosts().find(is_server)
    }

    #[cfg(target_os = "linux")]
    fn is_server(host: &Host) -> bool {
        host.id() == cpal::HostId::PulseAudio
    }

    #[cfg(not(target_os = "linux"))]
    fn is_server(_: &Host) -> bool {
        false
    }

    /// What a server's loudspeakers play is listed beside its microphones.
    const MONITOR: &str = ".monitor";

    /// The usual loudspeakers as something to record.
    fn played(host: &Host) -> Option<(cpal::Device, String)> {
        let name = played_name(host)?;
        let device = host.devices().ok()?.find(|device| called(device) == name)?;
        Some((device, name))
    }

    fn played_name(host: &Host) -> Option<String> {
        Some(called(&host.default_output_device()?) + MONITOR)
    }

    fn microphone_of(host: &Host) -> Option<cpal::Device> {
        // A server without a microphone offers what it plays.
        host.default_input_device().filter(|device| !called(device).ends_with(MONITOR))
    }

    fn find(name: Option<&str>) -> Result<cpal::Device, MicrophoneError> {
        let Some(wanted) = name else {
            let host = hosts().next().ok_or(MicrophoneError::NoDevice)?;
            return microphone_of(&host).ok_or(MicrophoneError::NoDevice);
        };
        let mut devices: Vec<cpal::Device> =
            hosts().filter_map(|host| host.devices().ok()).flatten().collect();
        if let Some(at) =
            devices.iter().position(|device| called(device) == wanted && device.supports_input())
        {
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

    /// The names under which the sound cards' library leads to a server.
    const SERVERS: [&str; 3] = ["default", "pulse", "pipewire"];

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
        let must_answer = SERVERS.contains(&name.as_str());
        !NOT_DEVICES.iter().any(|other| name.starts_with(other))
            && !name.ends_with(MONITOR)
            && device.supports_input()
            && (!must_answer || answers(device))
    }

    fn answers(device: &cpal::Device) -> bool {
        let (ring, _) = rtrb::RingBuffer::new(1);
        preferred(device).is_ok_and(|config| {
            let signs = Arc::new(Signs::default());
            build(device, &config, BufferSize::Default, ring, signs).is_ok()
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
        signs: Arc<Signs>,
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
        signs: Arc<Signs>,
    ) -> Result<cpal::Stream, cpal::Error>
    where
        T: SizedSample,
        f32: FromSample<T>,
    {
        let woken = Arc::clone(&signs);
        device.build_input_stream(
            settings,
            move |samples: &[T], _| {
                // When the ring is full the newest samples are dropped: nobody has
                // been listening for seconds.
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
                    ErrorKind::DeviceNotAvailable
                    | ErrorKind::StreamInvalidated
                    | ErrorKind::HostUnavailable => trouble::FATAL,
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
}
