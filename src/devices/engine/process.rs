//! The process of an engine, the thread that owns it, and the one that reads what it writes.

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
    EngineEvent, EngineOptions, Task, Thinks,
    line::{self, Range, Said},
    talk::{self, Action, Talk},
};
use crate::devices::watched;

/// No line of an engine is longer.
const LONGEST: u64 = 64 * 1024;
/// So many lines may wait; an engine that writes more waits itself.
const WAITING: usize = 1024;
/// An engine that does not end by itself is ended after this time.
const CLOSING: Duration = Duration::from_millis(200);

/// An engine that cannot be played with.
#[derive(Debug, thiserror::Error)]
pub enum EngineUnavailable {
    #[error("no chess engine is installed: install one (apt install stockfish), or name one: engine:PATH")]
    NoneFound,
    #[error("there is no engine '{0}'")]
    NotThere(PathBuf),
    #[error("the engine '{0}' is a folder, expected a program")]
    Folder(PathBuf),
    #[error("the engine '{0}' may not be executed: chmod +x makes it a program")]
    NoProgram(PathBuf),
    #[error("the engine '{0}' cannot be started: {1}")]
    NotStarted(PathBuf, io::Error),
    #[error("'{program}' is no chess engine: {found}, expected uciok")]
    NoEngine { program: PathBuf, found: &'static str },
    #[error("{name} cannot play with strength {found}, expected {expected}")]
    Strength { name: String, found: u32, expected: String },
    #[error("no thread for the engine: {0}")]
    NoThread(io::Error),
}

/// Where an engine is: a path, a name to be looked for, or the one that the distribution has.
pub fn find(program: Option<&str>) -> Result<PathBuf, EngineUnavailable> {
    match program {
        Some(path) if path.contains('/') => Ok(PathBuf::from(path)),
        Some(name) => in_path(name).ok_or_else(|| EngineUnavailable::NotThere(PathBuf::from(name))),
        None => in_path("stockfish").ok_or(EngineUnavailable::NoneFound),
    }
}

/// Debian keeps games where not every shell looks.
fn in_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(["/usr/games", "/usr/local/bin"].map(PathBuf::from));
    folders.map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// An engine that was started and has said what it is.
pub struct Introduced {
    process: Process,
    program: PathBuf,
    name: String,
    talk: Talk,
    said: Sender<(u64, Heard)>,
    heard: Receiver<(u64, Heard)>,
}

/// An engine that plays.
pub struct Engine {
    orders: Sender<Order>,
    closed: Receiver<()>,
}

enum Order {
    Think(Option<Task>),
    Judge(Result<(), String>, Instant),
}

impl Introduced {
    /// Starts an engine and waits until it has said what it is.
    ///
    /// # Errors
    ///
    /// If there is none, it is none, or it cannot play with that strength.
    pub fn start(options: &EngineOptions) -> Result<Introduced, EngineUnavailable> {
        let (said, heard) = bounded(WAITING);
        let mut process = Process::start(&options.program, 0, &said)?;
        let introduction = introduce(&mut process, &options.program, &heard)?;
        let limits = introduction.limits(options.strength)?;
        let full = match options.strength {
            Some(_) => introduction.full(),
            None => Vec::new(),
        };
        let talk = Talk::new(limits, full, options.chess960, Instant::now());
        let (program, name) = (options.program.clone(), introduction.name);
        Ok(Introduced { process, program, name, talk, said, heard })
    }

    /// As it calls itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Lets it play.
    ///
    /// # Errors
    ///
    /// If the system gives no thread.
    pub fn play(self, tell: impl FnMut(EngineEvent) + Send + 'static) -> io::Result<Engine> {
        let Introduced { process, program, talk, said, heard, .. } = self;
        let (orders, ordered) = unbounded();
        let (done, closed) = bounded(1);
        let owner = Owner { program, process: Some(process), started: 0, said, talk };
        let died = |reason| EngineEvent::Lost { reason };
        watched::spawn("engine", tell, died, move |tell| {
            owner.run(&ordered, &heard, tell);
            let _ = done.send(());
        })?;
        Ok(Engine { orders, closed })
    }
}

impl Thinks for Engine {
    fn think(&mut self, task: Option<Task>) {
        // A thread that died has said so.
        let _ = self.orders.send(Order::Think(task));
    }

    fn judge(&mut self, answer: Result<(), String>) {
        let _ = self.orders.send(Order::Judge(answer, Instant::now()));
    }
}

/// No engine is left behind.
impl Drop for Engine {
    fn drop(&mut self) {
        self.orders = unbounded().0;
        let _ = self.closed.recv_timeout(2 * CLOSING);
    }
}

/// What an engine says of itself at first.
#[derive(Debug, Default)]
struct Introduction {
    name: String,
    numbers: Vec<Range>,
    choices: Vec<String>,
}

impl Introduction {
    fn number(&self, name: &str) -> Option<&Range> {
        self.numbers.iter().find(|range| range.name == name)
    }

    /// What sets its strength.
    fn limits(&self, strength: Option<u32>) -> Result<Vec<String>, EngineUnavailable> {
        let Some(found) = strength else { return Ok(Vec::new()) };
        let level = self.number("Skill Level");
        let elo =
            self.number("UCI_Elo").filter(|_| self.choices.iter().any(|name| name == "UCI_LimitStrength"));
        let fits = |range: &&Range| (range.least..=range.most).contains(&i64::from(found));
        let set = |name: &str, value: &str| format!("setoption name {name} value {value}");
        match (level.filter(fits), elo.filter(fits)) {
            (_, Some(_)) => Ok(vec![set("UCI_LimitStrength", "true"), set("UCI_Elo", &found.to_string())]),
            (Some(_), None) => Ok(vec![set("Skill Level", &found.to_string())]),
            (None, None) => {
                let range = |range: &Range, what| format!("{} to {} ({what})", range.least, range.most);
                let ranges: Vec<String> =
                    [elo.map(|elo| range(elo, "Elo")), level.map(|level| range(level, "level"))]
                        .into_iter()
                        .flatten()
                        .collect();
                let expected = match ranges.join(" or ") {
                    none if none.is_empty() => "none: it has but one".to_owned(),
                    ranges => ranges,
                };
                Err(EngineUnavailable::Strength { name: self.name.clone(), found, expected })
            }
        }
    }

    /// What sets it to all its strength.
    fn full(&self) -> Vec<String> {
        let limit = self.choices.iter().find(|name| *name == "UCI_LimitStrength");
        let limit = limit.map(|name| format!("setoption name {name} value false"));
        let level = self
            .number("Skill Level")
            .map(|level| format!("setoption name Skill Level value {}", level.most));
        limit.into_iter().chain(level).collect()
    }
}

/// What an engine that was just started says until `uciok`.
fn introduce(
    process: &mut Process,
    program: &Path,
    heard: &Receiver<(u64, Heard)>,
) -> Result<Introduction, EngineUnavailable> {
    let none = |found| EngineUnavailable::NoEngine { program: program.to_owned(), found };
    let until = Instant::now() + talk::START;
    process.send("uci");
    let mut introduction = Introduction::default();
    loop {
        match heard.recv_deadline(until) {
            Ok((_, Heard::Line(line))) => match line::read(&line) {
                Some(Said::Name(name)) => introduction.name = name,
                Some(Said::Number(range)) => introduction.numbers.push(range),
                Some(Said::Choice(name)) => introduction.choices.push(name),
                Some(Said::Uciok) => break,
                _ => {}
            },
            Ok((_, Heard::Ended(_))) => return Err(none("it ends at once")),
            Err(_) => return Err(none("it does not say so within ten seconds")),
        }
    }
    if introduction.name.is_empty() {
        introduction.name = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
    }
    Ok(introduction)
}

/// What its reader heard.
enum Heard {
    Line(String),
    Ended(&'static str),
}

/// The process, started for the n-th time.
struct Process {
    child: Child,
    stdin: ChildStdin,
}

impl Process {
    fn start(program: &Path, n: u64, said: &Sender<(u64, Heard)>) -> Result<Process, EngineUnavailable> {
        if program.is_dir() {
            return Err(EngineUnavailable::Folder(program.to_owned()));
        }
        // What the terminal sends its foreground, a Ctrl-C, is not for the engine.
        let child = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn();
        let mut child = child.map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => EngineUnavailable::NotThere(program.to_owned()),
            io::ErrorKind::PermissionDenied => EngineUnavailable::NoProgram(program.to_owned()),
            _ => EngineUnavailable::NotStarted(program.to_owned(), error),
        })?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let (stdin, stdout) = (stdin.expect("it is a pipe"), stdout.expect("it is a pipe"));
        let process = Process { child, stdin };
        let said = said.clone();
        thread::Builder::new()
            .name("engine's words".to_owned())
            .spawn(move || read(stdout, n, &said))
            .map_err(EngineUnavailable::NoThread)?;
        Ok(process)
    }

    /// Only the end of what it writes tells that it has gone: the first line after that can still be sent.
    fn send(&mut self, line: &str) {
        let _ = self.stdin.write_all(format!("{line}\n").as_bytes());
    }

    /// With whatever it has started itself.
    fn kill(&mut self) {
        let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        let _ = self.child.wait();
    }
}

/// One that is stopped too.
impl Drop for Process {
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

fn read(stdout: ChildStdout, n: u64, said: &Sender<(u64, Heard)>) {
    let mut lines = BufReader::new(stdout);
    let mut line = Vec::new();
    let end = loop {
        line.clear();
        match lines.by_ref().take(LONGEST).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => break "it ended",
            Ok(length) if length as u64 == LONGEST => break "it writes a line without end",
            Ok(_) => {
                let line = String::from_utf8_lossy(&line).into_owned();
                if said.send((n, Heard::Line(line))).is_err() {
                    return;
                }
            }
        }
    };
    let _ = said.send((n, Heard::Ended(end)));
}

struct Owner {
    program: PathBuf,
    process: Option<Process>,
    started: u64,
    said: Sender<(u64, Heard)>,
    talk: Talk,
}

impl Owner {
    /// Runs until the orders end.
    fn run(
        mut self,
        orders: &Receiver<Order>,
        heard: &Receiver<(u64, Heard)>,
        tell: &mut dyn FnMut(EngineEvent),
    ) {
        loop {
            self.talk.passed(Instant::now());
            self.carry_out(tell);
            let deadline = self.talk.next_deadline().map_or_else(never, at);
            select! {
                recv(orders) -> order => match order {
                    Ok(Order::Think(task)) => self.talk.think(task, Instant::now()),
                    Ok(Order::Judge(Ok(()), _)) => self.talk.accept(),
                    Ok(Order::Judge(Err(reason), at)) => self.talk.refuse(&reason, at),
                    Err(_) => return,
                },
                recv(heard) -> news => match news {
                    Ok((n, Heard::Line(line))) if n == self.started => {
                        if let Some(said) = line::read(&line) {
                            self.talk.said(said, Instant::now());
                        }
                    }
                    Ok((n, Heard::Ended(reason))) if n == self.started => {
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
                Action::Start => {
                    self.started += 1;
                    match Process::start(&self.program, self.started, &self.said) {
                        Ok(process) => self.process = Some(process),
                        Err(missing) => self.talk.ended(&missing.to_string(), Instant::now()),
                    }
                }
                Action::Kill => {
                    if let Some(mut process) = self.process.take() {
                        process.kill();
                    }
                }
                Action::Send(line) => {
                    if let Some(process) = &mut self.process {
                        process.send(&line);
                    }
                }
                Action::Tell(event) => tell(event),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strength_is_within_what_the_engine_states() {
        let range = |name: &str, least, most| Range { name: name.to_owned(), least, most };
        let both = Introduction {
            name: "X 1".to_owned(),
            numbers: vec![range("UCI_Elo", 1350, 2850), range("Skill Level", 0, 20)],
            choices: vec!["UCI_LimitStrength".to_owned()],
        };
        let elo = ["setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 1600"];
        assert_eq!(both.limits(Some(1600)).unwrap(), elo);
        assert_eq!(both.limits(Some(3)).unwrap(), ["setoption name Skill Level value 3"]);
        assert!(both.limits(None).unwrap().is_empty());
        let refused = both.limits(Some(900)).unwrap_err().to_string();
        let says = "X 1 cannot play with strength 900, expected 1350 to 2850 (Elo) or 0 to 20 (level)";
        assert_eq!(refused, says);
        let none = Introduction { name: "Y".to_owned(), ..Introduction::default() };
        let refused = none.limits(Some(5)).unwrap_err().to_string();
        assert_eq!(refused, "Y cannot play with strength 5, expected none: it has but one");
    }
}
