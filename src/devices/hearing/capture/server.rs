//! A sound server, PulseAudio or PipeWire in its place, in PulseAudio's native protocol.
//!
//! Client libraries wake for each block, and some query the time after each; a monitor delivers hundreds of blocks a
//! second. Here only the reader wakes, when it wants samples.

use std::ffi::CStr;
use std::io::{BufReader, Cursor, ErrorKind, Read, Write};
use std::os::unix::net::UnixStream;
use std::thread;
use std::time::{Duration, Instant};

use pulseaudio::protocol::{
    AuthParams, AuthReply, ChannelMap, Command, CommandReply, CreateRecordStreamReply, DEFAULT_SINK,
    DEFAULT_SOURCE, DESCRIPTOR_SIZE, GetSinkInfo, GetSourceInfo, MAX_VERSION, Prop, Props, ProtocolError,
    PulseError, RecordStreamParams, SampleFormat, SampleSpec, SetClientNameReply, SinkInfo, SourceInfo,
    SourceInfoList, TagStructReader, read_descriptor, read_reply_message,
    stream::{BufferAttr, StreamFlags},
    write_command_message,
};
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::{CaptureError, SILENT};
use crate::SAMPLE_RATE;

/// How long the server may take for one answer.
const ANSWER: Duration = Duration::from_secs(2);
/// The block size that is requested: short, for a quick answer.
const FRAGMENT: Duration = Duration::from_millis(40);
/// The least time between reads, to collect blocks: some servers deliver blocks of 2 ms.
const HANDFUL: Duration = Duration::from_millis(20);
/// How often to check whether the monitored loudspeakers are still the default.
const SINK_CHECK: Duration = Duration::from_secs(2);

pub(crate) struct Server {
    socket: BufReader<UnixStream>,
    version: u16,
    asked: u32,
}

/// A source that the server can record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Source {
    pub name: String,
    pub description: String,
    /// Whether it is the monitor of a loudspeaker.
    pub is_monitor: bool,
    index: u32,
}

impl Server {
    /// Connects to the server named by the environment, if it runs and answers.
    pub(crate) fn connect() -> Option<Server> {
        let path = pulseaudio::socket_path_from_env()?;
        Server::greet(UnixStream::connect(path).ok()?).ok()
    }

    fn greet(socket: UnixStream) -> Result<Server, ProtocolError> {
        socket.set_read_timeout(Some(ANSWER))?;
        socket.set_write_timeout(Some(ANSWER))?;
        let mut server = Server { socket: BufReader::new(socket), version: MAX_VERSION, asked: 0 };
        let cookie = pulseaudio::cookie_path_from_env().and_then(|path| std::fs::read(path).ok());
        let auth = AuthParams {
            version: MAX_VERSION,
            supports_shm: false,
            supports_memfd: false,
            cookie: cookie.unwrap_or_default(),
        };
        let AuthReply { version, .. } = server.ask(&Command::Auth(auth))?;
        server.version = version.min(MAX_VERSION);
        let mut who = Props::new();
        who.set(Prop::ApplicationName, c"annabella");
        let _: SetClientNameReply = server.ask(&Command::SetClientName(who))?;
        Ok(server)
    }

    fn ask<R: CommandReply>(&mut self, command: &Command) -> Result<R, ProtocolError> {
        self.asked += 1;
        write_command_message(self.socket.get_mut(), self.asked, command, self.version)?;
        Ok(read_reply_message(&mut self.socket, self.version)?.1)
    }

    /// Lists all sources.
    pub(crate) fn sources(&mut self) -> Vec<Source> {
        let all: SourceInfoList = self.ask(&Command::GetSourceInfoList).unwrap_or_default();
        all.into_iter().map(Source::from).collect()
    }

    /// Returns the default microphone. A server without a microphone offers a monitor, which is not taken.
    pub(crate) fn default_microphone(&mut self) -> Option<Source> {
        let usual = GetSourceInfo { name: Some(DEFAULT_SOURCE.to_owned()), ..GetSourceInfo::default() };
        let found: SourceInfo = self.ask(&Command::GetSourceInfo(usual)).ok()?;
        Some(Source::from(found)).filter(|source| !source.is_monitor)
    }

    /// Records a source. One that `stays` is lost when it is unplugged; else the server may go on with another.
    pub(crate) fn record(self, source: &Source, stays: bool) -> Result<ServerCapture, CaptureError> {
        self.begin(source.index, None, stays).map_err(capture_error)
    }

    /// Records the monitor of the default loudspeakers, as long as they are the default.
    pub(crate) fn record_playback(mut self) -> Result<ServerCapture, CaptureError> {
        let monitor =
            self.ask(&default_sink()).map(|SinkInfo { monitor_source_index, .. }| monitor_source_index);
        let monitor = monitor.map_err(capture_error)?;
        let monitor = monitor.ok_or(CaptureError::NoMonitor)?;
        // A monitor must not move to other loudspeakers.
        self.begin(monitor, Some(monitor), true).map_err(capture_error)
    }

    fn begin(
        mut self,
        source: u32,
        monitor: Option<u32>,
        stays: bool,
    ) -> Result<ServerCapture, ProtocolError> {
        let fragment_size = 2 * SAMPLE_RATE / 1000 * FRAGMENT.as_millis() as u32;
        let reply: CreateRecordStreamReply = self.ask(&Command::CreateRecordStream(RecordStreamParams {
            sample_spec: SampleSpec { format: SampleFormat::S16Le, channels: 1, sample_rate: SAMPLE_RATE },
            channel_map: ChannelMap::mono(),
            source_index: Some(source),
            buffer_attr: BufferAttr { fragment_size, ..BufferAttr::default() },
            flags: StreamFlags { adjust_latency: true, no_move: stays, ..StreamFlags::default() },
            ..RecordStreamParams::default()
        }))?;
        let received = self.socket.buffer().to_vec();
        let socket = self.socket.into_inner();
        socket.set_nonblocking(true)?;
        Ok(ServerCapture {
            socket,
            version: self.version,
            channel: reply.channel,
            monitor,
            received,
            heard_at: Instant::now(),
            asked_at: Instant::now(),
        })
    }
}

impl From<SourceInfo> for Source {
    fn from(info: SourceInfo) -> Source {
        let text = |text: &CStr| text.to_string_lossy().into_owned();
        Source {
            name: text(&info.name),
            description: text(info.description.as_deref().unwrap_or(&info.name)),
            index: info.index,
            is_monitor: info.monitor_of_sink_index.is_some(),
        }
    }
}

fn default_sink() -> Command {
    Command::GetSinkInfo(GetSinkInfo { name: Some(DEFAULT_SINK.to_owned()), ..GetSinkInfo::default() })
}

fn capture_error(error: ProtocolError) -> CaptureError {
    match error {
        ProtocolError::ServerError(PulseError::NoEntity) => CaptureError::Unknown,
        ProtocolError::ServerError(PulseError::AccessDenied) => CaptureError::Forbidden,
        ProtocolError::Io(error) => error.into(),
        error => CaptureError::Other { found: error.to_string() },
    }
}

/// A running recording.
pub(crate) struct ServerCapture {
    socket: UnixStream,
    version: u16,
    channel: u32,
    /// The index of the recorded monitor, if it is one.
    monitor: Option<u32>,
    /// The bytes received, from the beginning of a message on.
    received: Vec<u8>,
    heard_at: Instant,
    /// When the default loudspeakers were last queried.
    asked_at: Instant,
}

impl ServerCapture {
    /// Appends samples, waiting for them up to `patience`; an error means that none will come any more.
    pub(crate) fn read(&mut self, block: &mut Vec<i16>, patience: Duration) -> Result<(), CaptureError> {
        let deadline = Instant::now() + patience;
        thread::sleep((self.heard_at + HANDFUL).saturating_duration_since(Instant::now()).min(patience));
        let before = block.len();
        loop {
            self.receive()?;
            self.take(block)?;
            if block.len() > before {
                self.heard_at = Instant::now();
                return self.query_default_sink();
            }
            if self.heard_at.elapsed() >= SILENT {
                return Err(CaptureError::NoSamples { seconds: SILENT.as_secs() });
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(());
            }
            let left = Timespec::try_from(left).ok();
            // After an interruption the loop looks again.
            let _ = poll(&mut [PollFd::new(&self.socket, PollFlags::IN)], left.as_ref());
        }
    }

    fn receive(&mut self) -> Result<(), CaptureError> {
        let mut chunk = [0; 1 << 14];
        loop {
            match self.socket.read(&mut chunk) {
                Ok(0) => return Err(CaptureError::ServerGone),
                Ok(count) => {
                    self.received.extend_from_slice(&chunk[..count]);
                    if count < chunk.len() {
                        return Ok(());
                    }
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Takes all complete messages.
    fn take(&mut self, block: &mut Vec<i16>) -> Result<(), CaptureError> {
        let mut rest = &self.received[..];
        while let Some((mut header, behind)) = rest.split_at_checked(DESCRIPTOR_SIZE) {
            let header = read_descriptor(&mut header).map_err(capture_error)?;
            let Some((message, behind)) = behind.split_at_checked(header.length as usize) else { break };
            if header.channel == self.channel {
                block.extend(message.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])));
            } else if header.channel == u32::MAX {
                self.handle_control(message)?;
            }
            rest = behind;
        }
        let taken = self.received.len() - rest.len();
        self.received.drain(..taken);
        Ok(())
    }

    /// Handles a control message; unknown ones are ignored.
    fn handle_control(&self, message: &[u8]) -> Result<(), CaptureError> {
        let mut message = Cursor::new(message);
        match (Command::read_tag_prefixed(&mut message, self.version), self.monitor) {
            (Ok((_, Command::RecordStreamKilled(channel))), _) if channel == self.channel => {
                Err(CaptureError::TakenAway)
            }
            // Where no other microphone is left, a server goes on with what the loudspeakers play.
            (Ok((_, Command::RecordStreamMoved(moved))), None) if moved.stream_index == self.channel => {
                let index = Some(moved.device_index);
                self.query(&Command::GetSourceInfo(GetSourceInfo { index, ..GetSourceInfo::default() }))
            }
            (Ok((_, Command::Reply)), None) => {
                match TagStructReader::new(&mut message, self.version).read::<SourceInfo>() {
                    Ok(found) if found.monitor_of_sink_index.is_some() => Err(CaptureError::TakenAway),
                    _ => Ok(()),
                }
            }
            (Ok((_, Command::Error(_))), Some(_)) => Err(CaptureError::NoLoudspeakers),
            (Ok((_, Command::Reply)), Some(monitor)) => {
                match TagStructReader::new(&mut message, self.version).read::<SinkInfo>() {
                    Ok(usual) if usual.monitor_source_index != Some(monitor) => {
                        Err(CaptureError::OtherLoudspeakers)
                    }
                    _ => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }

    fn query_default_sink(&mut self) -> Result<(), CaptureError> {
        if self.monitor.is_some() && self.asked_at.elapsed() >= SINK_CHECK {
            self.asked_at = Instant::now();
            self.query(&default_sink())?;
        }
        Ok(())
    }

    /// Asks the server; the answer comes between the samples.
    fn query(&self, question: &Command) -> Result<(), CaptureError> {
        let (mut bytes, sequence) = (Vec::new(), 0);
        write_command_message(&mut bytes, sequence, question, self.version).map_err(capture_error)?;
        Ok((&self.socket).write_all(&bytes)?)
    }
}
