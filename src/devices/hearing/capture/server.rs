//! A sound server, PulseAudio or PipeWire in its place, asked in its own protocol.
//!
//! A client library wakes for each block that comes, and some ask the time after each: what loudspeakers play comes in
//! hundreds of blocks a second. Here whoever listens reads what has come when he wants it, and nobody else wakes.

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

use super::SILENT;
use crate::devices::SAMPLE_RATE;

/// How long the server may take for one answer.
const ANSWER: Duration = Duration::from_secs(2);
/// In so large blocks it is asked to deliver: a short buffer, for a quick answer.
const FRAGMENT: Duration = Duration::from_millis(40);
/// What comes sooner after the last is waited for and read at once: some servers deliver blocks of two milliseconds.
const HANDFUL: Duration = Duration::from_millis(20);
/// How often it is looked whether the loudspeakers that are listened to are still the usual ones.
const STILL_USUAL: Duration = Duration::from_secs(2);

/// A connection to the server.
pub struct Server {
    socket: BufReader<UnixStream>,
    version: u16,
    asked: u32,
}

/// Something that it can record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    pub name: String,
    pub description: String,
    /// It is what a loudspeaker plays.
    pub is_monitor: bool,
    index: u32,
}

impl Server {
    /// Connects to the server that the environment names, if it runs and answers.
    pub fn connect() -> Option<Server> {
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

    /// All that can be recorded.
    pub fn sources(&mut self) -> Vec<Source> {
        let all: SourceInfoList = self.ask(&Command::GetSourceInfoList).unwrap_or_default();
        all.into_iter().map(Source::from).collect()
    }

    /// The usual microphone. A server that has none offers what it plays, which is no microphone.
    pub fn default_microphone(&mut self) -> Option<Source> {
        let usual = GetSourceInfo { name: Some(DEFAULT_SOURCE.to_owned()), ..GetSourceInfo::default() };
        let found: SourceInfo = self.ask(&Command::GetSourceInfo(usual)).ok()?;
        Some(Source::from(found)).filter(|source| !source.is_monitor)
    }

    /// Records one of its microphones.
    ///
    /// # Errors
    ///
    /// What the server says, as half a sentence.
    pub fn record(self, source: &Source) -> Result<ServerCapture, String> {
        self.begin(source.index, false).map_err(|error| in_words(&error))
    }

    /// Records what the usual loudspeakers play, for as long as they are the usual ones.
    ///
    /// # Errors
    ///
    /// What the server says, as half a sentence.
    pub fn record_playback(mut self) -> Result<ServerCapture, String> {
        let monitor =
            self.ask(&usual_loudspeakers()).map(|SinkInfo { monitor_source_index, .. }| monitor_source_index);
        let monitor = monitor.map_err(|error| in_words(&error))?;
        let monitor = monitor.ok_or("it does not tell what it plays")?;
        self.begin(monitor, true).map_err(|error| in_words(&error))
    }

    fn begin(mut self, source: u32, is_monitor: bool) -> Result<ServerCapture, ProtocolError> {
        let fragment_size = 2 * SAMPLE_RATE / 1000 * FRAGMENT.as_millis() as u32;
        let reply: CreateRecordStreamReply = self.ask(&Command::CreateRecordStream(RecordStreamParams {
            sample_spec: SampleSpec { format: SampleFormat::S16Le, channels: 1, sample_rate: SAMPLE_RATE },
            channel_map: ChannelMap::mono(),
            source_index: Some(source),
            buffer_attr: BufferAttr { fragment_size, ..BufferAttr::default() },
            // What other loudspeakers play is nothing that these do.
            flags: StreamFlags { adjust_latency: true, no_move: is_monitor, ..StreamFlags::default() },
            ..RecordStreamParams::default()
        }))?;
        let received = self.socket.buffer().to_vec();
        let socket = self.socket.into_inner();
        socket.set_nonblocking(true)?;
        Ok(ServerCapture {
            socket,
            version: self.version,
            channel: reply.channel,
            monitor: is_monitor.then_some(source),
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

fn usual_loudspeakers() -> Command {
    Command::GetSinkInfo(GetSinkInfo { name: Some(DEFAULT_SINK.to_owned()), ..GetSinkInfo::default() })
}

fn in_words(error: &ProtocolError) -> String {
    match error {
        ProtocolError::ServerError(PulseError::NoEntity) => "it is not there any more".to_owned(),
        ProtocolError::ServerError(PulseError::AccessDenied) => "it is not allowed".to_owned(),
        error => error.to_string(),
    }
}

/// A recording that is under way.
pub struct ServerCapture {
    socket: UnixStream,
    version: u16,
    channel: u32,
    /// What is recorded, if it is what the usual loudspeakers play.
    monitor: Option<u32>,
    /// What has come, from the beginning of a message on.
    received: Vec<u8>,
    heard_at: Instant,
    /// When it was last asked which loudspeakers are the usual ones.
    asked_at: Instant,
}

impl ServerCapture {
    /// Appends what has come, waiting for it for so long; `Err` says why nothing will come any more.
    pub fn read(&mut self, block: &mut Vec<i16>, patience: Duration) -> Result<(), String> {
        let deadline = Instant::now() + patience;
        thread::sleep((self.heard_at + HANDFUL).saturating_duration_since(Instant::now()).min(patience));
        let before = block.len();
        loop {
            self.receive()?;
            self.take(block)?;
            if block.len() > before {
                self.heard_at = Instant::now();
                return self.ask_what_is_usual();
            }
            if self.heard_at.elapsed() >= SILENT {
                return Err(format!("no samples for {} seconds", SILENT.as_secs()));
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(());
            }
            let left = Timespec::try_from(left).ok();
            // Where it is interrupted, it is looked once more.
            let _ = poll(&mut [PollFd::new(&self.socket, PollFlags::IN)], left.as_ref());
        }
    }

    fn receive(&mut self) -> Result<(), String> {
        let mut chunk = [0; 1 << 14];
        loop {
            match self.socket.read(&mut chunk) {
                Ok(0) => return Err("the sound server has gone".to_owned()),
                Ok(count) => {
                    self.received.extend_from_slice(&chunk[..count]);
                    if count < chunk.len() {
                        return Ok(());
                    }
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error.to_string()),
            }
        }
    }

    /// Takes all messages that are whole.
    fn take(&mut self, block: &mut Vec<i16>) -> Result<(), String> {
        let mut rest = &self.received[..];
        while let Some((mut header, behind)) = rest.split_at_checked(DESCRIPTOR_SIZE) {
            let header = read_descriptor(&mut header).map_err(|error| in_words(&error))?;
            let Some((message, behind)) = behind.split_at_checked(header.length as usize) else { break };
            if header.channel == self.channel {
                block.extend(message.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])));
            } else if header.channel == u32::MAX {
                self.heed(message)?;
            }
            rest = behind;
        }
        let taken = self.received.len() - rest.len();
        self.received.drain(..taken);
        Ok(())
    }

    /// What the server says beside the samples. What is not understood does not matter.
    fn heed(&self, message: &[u8]) -> Result<(), String> {
        let mut message = Cursor::new(message);
        match (Command::read_tag_prefixed(&mut message, self.version), self.monitor) {
            (Ok((_, Command::RecordStreamKilled(channel))), _) if channel == self.channel => {
                Err("the device was taken away".to_owned())
            }
            (Ok((_, Command::Error(_))), Some(_)) => Err("there are no loudspeakers any more".to_owned()),
            (Ok((_, Command::Reply)), Some(monitor)) => {
                match TagStructReader::new(&mut message, self.version).read::<SinkInfo>() {
                    Ok(usual) if usual.monitor_source_index != Some(monitor) => {
                        Err("other loudspeakers are the usual ones now".to_owned())
                    }
                    _ => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }

    /// The answer comes between the samples.
    fn ask_what_is_usual(&mut self) -> Result<(), String> {
        if self.monitor.is_some() && self.asked_at.elapsed() >= STILL_USUAL {
            self.asked_at = Instant::now();
            let mut question = Vec::new();
            let nobody = 0;
            write_command_message(&mut question, nobody, &usual_loudspeakers(), self.version)
                .map_err(|error| in_words(&error))?;
            self.socket.write_all(&question).map_err(|error| error.to_string())?;
        }
        Ok(())
    }
}
