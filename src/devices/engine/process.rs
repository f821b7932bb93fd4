//! The engine's process, the thread that owns it, and the thread that reads its output.

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    os::unix::process::CommandExt,
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, Sender, at, bounded, never, select, unbounded};
use rustix::process::{Pid, Signal, kill_process_group};

use super::{
    ChessEngine, EngineEvent, EngineLossReason, EngineOptions, EngineProgram, SearchTask,
    conversation::{self, EngineAction, UciConversation},
    line::{SpinOption, UciLine},
    strength::StrengthOptions,
};
use crate::language::Message;
use crate::{SystemError, worker};

/// A longer line of an engine (64 KiB) is cut. Some write all they think of into one.
const LONGEST: u64 = 64 * 1024;
/// One that is longer than this (16 MiB) has no end.
const ENDLESS: u64 = 16 << 20;
/// How many lines may wait to be handled; if there are more, the engine's pipe fills.
const WAITING: usize = 1024;
/// How long an engine may take to end after `quit`.
const CLOSING: Duration = Duration::from_millis(200);

/// Why an engine cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "engine")]
pub enum EngineUnavailable {
    NoneFound,
    NotThere(#[message("path")] PathBuf),
    Folder(#[message("path")] PathBuf),
    NoProgram(#[message("path")] PathBuf),
    NotStarted(#[message("path")] PathBuf, #[message("fault")] SystemError),
    NoEngine {
        program: PathBuf,
        found: HandshakeFault,
    },
    Strength {
        name: String,
        found: u32,
        expected: StrengthRange,
    },
    /// It would castle as in chess.
    NoChess960 {
        name: String,
    },
    NoThread(#[message("fault")] SystemError),
}

/// What is wrong with the answer to `uci`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "engine-handshake")]
pub enum HandshakeFault {
    EndsAtOnce,
    TooLate,
}

/// The strengths with which an engine can play.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "engine-range")]
pub enum StrengthRange {
    Elo { least: i64, most: i64 },
    Level { lowest: i64, highest: i64 },
    Either { least: i64, most: i64, lowest: i64, highest: i64 },
    None,
}

/// Finds an engine by its path or by its name in `PATH`, each with arguments behind it, or without either Stockfish.
///
/// A path with spaces is quoted as in a shell, unless there is such a file.
pub fn find(program: Option<&str>) -> Result<EngineProgram, EngineUnavailable> {
    let alone = |path| EngineProgram { path, arguments: Vec::new() };
    let Some(text) = program else {
        return in_path("stockfish").map(alone).ok_or(EngineUnavailable::NoneFound);
    };
    if Path::new(text).exists() && text.contains('/') {
        return Ok(alone(PathBuf::from(text)));
    }
    // Quotes around all of it are those of a configuration file.
    let text = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
    let mut words = shlex::split(text).unwrap_or_else(|| vec![text.to_owned()]).into_iter();
    let name = words.next().unwrap_or_default();
    let path = if name.contains('/') { Some(PathBuf::from(&name)) } else { in_path(&name) };
    let path = path.ok_or_else(|| EngineUnavailable::NotThere(PathBuf::from(name)))?;
    Ok(EngineProgram { path, arguments: words.collect() })
}

/// Finds a program in `PATH`, or in `/usr/games`, where Debian installs games and which is not in every `PATH`.
fn in_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(["/usr/games", "/usr/local/bin"].map(PathBuf::from));
    folders.map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// An engine that was started and has identified itself.
pub struct StartedEngine {
    process: EngineProcess,
    program: EngineProgram,
    name: String,
    talk: UciConversation,
    said: Sender<(u64, EngineOutput)>,
    heard: Receiver<(u64, EngineOutput)>,
}

pub struct Engine {
    orders: Sender<EngineCommand>,
    closed: Receiver<()>,
}

enum EngineCommand {
    Think(Option<SearchTask>),
    Judge(Result<(), EngineLossReason>, Instant),
}

impl StartedEngine {
    /// Starts an engine and waits for `uciok`.
    ///
    /// # Errors
    ///
    /// If the engine does not exist, speaks no UCI, or cannot play with that strength.
    pub fn start(options: &EngineOptions) -> Result<StartedEngine, EngineUnavailable> {
        let (said, heard) = bounded(WAITING);
        let mut process = EngineProcess::start(&options.program, 0, &said)?;
        let introduction = handshake(&mut process, &options.program.path, &heard)?;
        let strengths = StrengthOptions::of(&introduction.numbers, &introduction.choices);
        strengths.check(&introduction.name, options.strength)?;
        if options.chess960 && !introduction.choices.iter().any(|name| name == "UCI_Chess960") {
            return Err(EngineUnavailable::NoChess960 { name: introduction.name });
        }
        let talk = UciConversation::new(strengths, options.chess960, Instant::now());
        let (program, name) = (options.program.clone(), introduction.name);
        Ok(StartedEngine { process, program, name, talk, said, heard })
    }

    /// Returns the name that the engine gives itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the strengths with which it can play.
    pub fn strengths(&self) -> &StrengthOptions {
        self.talk.strengths()
    }

    /// Starts the thread that plays.
    pub fn play(self, tell: impl FnMut(EngineEvent) + Send + 'static) -> io::Result<Engine> {
        let StartedEngine { process, program, talk, said, heard, .. } = self;
        let (orders, ordered) = unbounded();
        let (done, closed) = bounded(1);
        let owner = EngineThread { program, process: Some(process), started: 0, said, talk };
        let died = |panic| EngineEvent::Lost { reason: EngineLossReason::Died(panic) };
        worker::spawn("engine", tell, died, move |tell| {
            owner.run(&ordered, &heard, tell);
            let _ = done.send(());
        })?;
        Ok(Engine { orders, closed })
    }
}

impl ChessEngine for Engine {
    fn think(&mut self, task: Option<SearchTask>) {
        // A thread that died has reported that.
        let _ = self.orders.send(EngineCommand::Think(task));
    }

    fn judge(&mut self, answer: Result<(), EngineLossReason>) {
        let _ = self.orders.send(EngineCommand::Judge(answer, Instant::now()));
    }
}

/// Waits for the process to end.
impl Drop for Engine {
    fn drop(&mut self) {
        self.orders = unbounded().0;
        let _ = self.closed.recv_timeout(2 * CLOSING);
    }
}

/// What an engine says about itself before `uciok`.
#[derive(Debug, Default)]
struct EngineIdentity {
    name: String,
    numbers: Vec<SpinOption>,
    choices: Vec<String>,
}

/// Sends `uci` and reads until `uciok`.
fn handshake(
    process: &mut EngineProcess,
    program: &Path,
    heard: &Receiver<(u64, EngineOutput)>,
) -> Result<EngineIdentity, EngineUnavailable> {
    let none = |found| EngineUnavailable::NoEngine { program: program.to_owned(), found };
    let until = Instant::now() + conversation::START;
    process.send("uci");
    let mut introduction = EngineIdentity::default();
    loop {
        match heard.recv_deadline(until) {
            Ok((_, EngineOutput::Line(line))) => match UciLine::parse(&line) {
                Some(UciLine::Name(name)) => introduction.name = name,
                Some(UciLine::Spin(range)) => introduction.numbers.push(range),
                Some(UciLine::OtherOption(name)) => introduction.choices.push(name),
                Some(UciLine::Uciok) => break,
                _ => {}
            },
            Ok((_, EngineOutput::Ended(_))) => return Err(none(HandshakeFault::EndsAtOnce)),
            Err(_) => return Err(none(HandshakeFault::TooLate)),
        }
    }
    if introduction.name.is_empty() {
        introduction.name = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
    }
    Ok(introduction)
}

enum EngineOutput {
    Line(String),
    Ended(EngineLossReason),
}

/// A running process.
struct EngineProcess {
    child: Child,
    stdin: ChildStdin,
}

impl EngineProcess {
    fn start(
        EngineProgram { path: program, arguments }: &EngineProgram,
        n: u64,
        said: &Sender<(u64, EngineOutput)>,
    ) -> Result<EngineProcess, EngineUnavailable> {
        if program.is_dir() {
            return Err(EngineUnavailable::Folder(program.to_owned()));
        }
        // The engine has a process group of its own: Ctrl-C in the terminal is not meant for it.
        let child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn();
        let mut child = child.map_err(|error| match error.kind() {
            // A script whose interpreter is missing is there all the same.
            io::ErrorKind::NotFound if !program.exists() => EngineUnavailable::NotThere(program.to_owned()),
            io::ErrorKind::PermissionDenied => EngineUnavailable::NoProgram(program.to_owned()),
            _ => EngineUnavailable::NotStarted(program.to_owned(), error.into()),
        })?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let (stdin, stdout) = (stdin.expect("it is a pipe"), stdout.expect("it is a pipe"));
        let process = EngineProcess { child, stdin };
        let said = said.clone();
        thread::Builder::new()
            .name("engine's words".to_owned())
            .spawn(move || read(stdout, n, &said))
            .map_err(|error| EngineUnavailable::NoThread(error.into()))?;
        Ok(process)
    }

    /// Sends a line. Errors are ignored: the end of its output shows that the process has ended.
    fn send(&mut self, line: &str) {
        let _ = self.stdin.write_all(format!("{line}\n").as_bytes());
    }

    /// Kills the whole process group.
    fn kill(&mut self) {
        let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        let _ = self.child.wait();
    }
}

/// Ends the process, even a stopped one.
impl Drop for EngineProcess {
    fn drop(&mut self) {
        self.send("quit");
        let until = Instant::now() + CLOSING;
        while let Ok(None) = self.child.try_wait() {
            if Instant::now() >= until {
                return self.kill();
            }
            thread::sleep(Duration::from_millis(2));
        }
    }
}

fn read(stdout: ChildStdout, n: u64, said: &Sender<(u64, EngineOutput)>) {
    let mut lines = BufReader::new(stdout);
    let mut line = Vec::new();
    let end = loop {
        line.clear();
        match lines.by_ref().take(LONGEST).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => break EngineLossReason::Ended,
            Ok(length) => {
                if length as u64 == LONGEST && line.last() != Some(&b'\n') {
                    // The last word may be a part of one.
                    let whole = line.iter().rposition(u8::is_ascii_whitespace).unwrap_or(0);
                    line.truncate(whole);
                    match lines.by_ref().take(ENDLESS).skip_until(b'\n') {
                        Ok(skipped) if (skipped as u64) < ENDLESS => {}
                        Ok(_) => break EngineLossReason::EndlessLine,
                        Err(_) => break EngineLossReason::Ended,
                    }
                }
                let line = String::from_utf8_lossy(&line).into_owned();
                if said.send((n, EngineOutput::Line(line))).is_err() {
                    return;
                }
            }
        }
    };
    let _ = said.send((n, EngineOutput::Ended(end)));
}

struct EngineThread {
    program: EngineProgram,
    process: Option<EngineProcess>,
    started: u64,
    said: Sender<(u64, EngineOutput)>,
    talk: UciConversation,
}

impl EngineThread {
    /// Runs until the channel of orders is closed.
    fn run(
        mut self,
        orders: &Receiver<EngineCommand>,
        heard: &Receiver<(u64, EngineOutput)>,
        tell: &mut dyn FnMut(EngineEvent),
    ) {
        loop {
            self.talk.passed(Instant::now());
            self.carry_out(tell);
            let deadline = self.talk.next_deadline().map_or_else(never, at);
            select! {
                recv(orders) -> order => match order {
                    Ok(EngineCommand::Think(task)) => self.talk.think(task, Instant::now()),
                    Ok(EngineCommand::Judge(Ok(()), _)) => self.talk.accept(),
                    Ok(EngineCommand::Judge(Err(reason), at)) => self.talk.ended(reason, at),
                    Err(_) => return,
                },
                recv(heard) -> news => match news {
                    Ok((n, EngineOutput::Line(line))) if n == self.started => {
                        if let Some(said) = UciLine::parse(&line) {
                            self.talk.received(said, Instant::now());
                        }
                    }
                    Ok((n, EngineOutput::Ended(reason))) if n == self.started => {
                        self.talk.ended(reason, Instant::now());
                    }
                    _ => {}
                },
                recv(deadline) -> _ => {}
            }
        }
    }

    fn carry_out(&mut self, tell: &mut dyn FnMut(EngineEvent)) {
        while let Some(action) = self.talk.next_action() {
            match action {
                EngineAction::Start => {
                    self.started += 1;
                    match EngineProcess::start(&self.program, self.started, &self.said) {
                        Ok(process) => self.process = Some(process),
                        Err(missing) => self.talk.ended(missing.into(), Instant::now()),
                    }
                }
                EngineAction::Kill => {
                    if let Some(mut process) = self.process.take() {
                        process.kill();
                    }
                }
                EngineAction::Send(line) => {
                    if let Some(process) = &mut self.process {
                        process.send(&line);
                    }
                }
                EngineAction::Tell(event) => tell(event),
            }
        }
    }
}
