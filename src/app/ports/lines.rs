//! A text whose lines are played in place of speech.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, IsTerminal, Read},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use crossbeam_channel::{Receiver, Sender, bounded};

use super::{Port, PortContext, PortState, Reporter};
use crate::{
    announce::Device,
    devices::{Panicked, worker},
    language::Message,
    session::{Effect, Event, EventKind},
};

/// Why a text cannot be played.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "text")]
pub enum TextError {
    Terminal,
    Read {
        path: PathBuf,
        source: io::Error,
    },
    #[message(transparent)]
    Died(Panicked),
}

/// A text to play. Games share it, and the next game reads on.
#[derive(Clone)]
pub struct TextInput {
    name: String,
    input: Arc<Mutex<dyn BufRead + Send>>,
}

/// A longer line (1 MiB) is taken in pieces: a device without line feeds must not fill the memory.
const LONGEST_LINE: u64 = 1 << 20;

impl TextInput {
    /// Opens a file, or with `-` the standard input, unless that is a terminal.
    pub fn open(path: &Path) -> Result<TextInput, TextError> {
        let (name, input): (String, Arc<Mutex<dyn BufRead + Send>>) = if path == Path::new("-") {
            let input = std::io::stdin();
            if input.is_terminal() {
                return Err(TextError::Terminal);
            }
            ("standard input".to_owned(), Arc::new(Mutex::new(BufReader::new(input))))
        } else {
            let is_file = |file: File| match file.metadata()?.is_dir() {
                true => Err(std::io::ErrorKind::IsADirectory.into()),
                false => Ok(file),
            };
            let file = File::open(path).and_then(is_file);
            let file = file.map_err(|source| TextError::Read { path: path.to_owned(), source })?;
            (path.display().to_string(), Arc::new(Mutex::new(BufReader::new(file))))
        };
        Ok(TextInput { name, input })
    }

    /// A text without lines.
    pub fn empty() -> TextInput {
        TextInput { name: String::new(), input: Arc::new(Mutex::new(io::empty())) }
    }

    fn line(&self) -> std::io::Result<Option<String>> {
        let mut line = Vec::new();
        let mut input = self.input.lock().unwrap_or_else(PoisonError::into_inner);
        let read = Read::take(&mut *input, LONGEST_LINE).read_until(b'\n', &mut line)?;
        // Invalid UTF-8 becomes a line that is not understood.
        Ok((read > 0).then(|| String::from_utf8_lossy(&line).trim().to_owned()))
    }
}

/// What the text brings.
#[derive(Debug)]
pub enum LinesNews {
    Line(String),
    /// The text is at its end, or cannot be read further.
    Over {
        fault: Option<TextError>,
    },
}

/// Plays a text: takes a line whenever the program has spoken all it had to say.
pub struct LinesPort {
    proceed: Sender<()>,
    /// The next line may be requested.
    ready: bool,
    /// The game has ended; the rest of the text is for the next one.
    left: bool,
    over: bool,
    /// When the opponent was lost.
    lost: Option<Duration>,
}

/// How long a line waits for an engine that is lost.
const LOST_ENGINE_TIMEOUT: Duration = Duration::from_secs(20);

impl LinesPort {
    /// Plays a text from where it was read to; a pipe may keep the game waiting.
    pub fn open(text: TextInput, reporter: Reporter<LinesNews>) -> std::io::Result<LinesPort> {
        let (proceed, proceeds) = bounded(1);
        let died = |panic| LinesNews::Over { fault: Some(TextError::Died(panic)) };
        worker::spawn("text", reporter.into_sink(), died, move |report| {
            read(&text, &proceeds, report);
        })?;
        Ok(LinesPort { proceed, ready: true, left: false, over: false, lost: None })
    }
}

/// Reads a line for each request.
fn read(text: &TextInput, proceeds: &Receiver<()>, report: &mut dyn FnMut(LinesNews)) {
    while proceeds.recv().is_ok() {
        let news = loop {
            match text.line() {
                Ok(Some(line)) if line.is_empty() || line.starts_with('#') => {}
                Ok(Some(line)) => break LinesNews::Line(line),
                Ok(None) => break LinesNews::Over { fault: None },
                Err(error) => {
                    let fault = TextError::Read { path: PathBuf::from(&text.name), source: error };
                    break LinesNews::Over { fault: Some(fault) };
                }
            }
        };
        report(news);
    }
}

impl Port for LinesPort {
    type News = LinesNews;

    fn perform(&mut self, effect: &Effect, _cx: &PortContext) {
        self.left |= matches!(effect, Effect::Finished | Effect::Left { .. });
    }

    fn translate(&mut self, news: LinesNews, cx: &PortContext) -> Vec<Event> {
        match news {
            LinesNews::Line(line) => {
                self.ready = true;
                vec![Event::at_table(EventKind::Typed(line))]
            }
            LinesNews::Over { fault } => {
                if let Some(fault) = fault {
                    cx.lacking("text", &fault);
                }
                self.over = true;
                Vec::new()
            }
        }
    }

    fn follow(&mut self, cx: &PortContext) -> Option<Duration> {
        let lost = cx.is_lost(Device::Opponent);
        self.lost = lost.then(|| self.lost.unwrap_or(cx.now));
        let until = self.lost.map(|since| since + LOST_ENGINE_TIMEOUT);
        // The next line was written for the position after the engine's move or answer.
        if cx.engine_thinks() && until.is_none_or(|until| cx.now < until) {
            return until;
        }
        if self.ready && !self.left && !cx.speaking {
            self.ready = false;
            // The end of the text was reported already.
            let _ = self.proceed.send(());
        }
        None
    }

    fn state(&self) -> PortState {
        if self.over { PortState::Idle } else { PortState::Open }
    }
}
