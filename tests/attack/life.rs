//! One program after the other over one journal.

use std::{
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Command, ExitStatus, Output, Stdio},
    sync::{Arc, LazyLock, Mutex},
    thread::JoinHandle,
    time::{Duration, Instant},
};

use annabella::{
    commands::export,
    grammar::Grammar,
    language::LanguageFolder,
    laws::{Game, Move, Position},
    notation::spoken::{MoveForm, SpokenNames, speak},
};
use rustix::process::{Pid, Signal, kill_process};

/// How long a move may take to be in the journal, on a machine that has other work.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long it may say where the score lies before it is told to be quiet.
const HEARD_OUT: Duration = Duration::from_secs(1);
/// How long a program that was told to end, and to be quiet, may take.
const FAREWELL: Duration = Duration::from_secs(60);

/// How moves are said; made once, which takes longer than a kill.
pub static NAMES: LazyLock<SpokenNames> =
    LazyLock::new(|| Grammar::of(LanguageFolder::USUAL).spoken().clone());

/// The lines that a program has printed, and the thread that reads them until it has ended.
struct PrintedLines {
    lines: Arc<Mutex<Vec<String>>>,
    reader: Option<JoinHandle<()>>,
}

/// What is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// Both sides' moves are typed.
    Both,
    /// White's moves are typed, an engine has Black.
    Engine,
    /// Both sides' moves are typed, and all that sounds is recorded.
    KeptVoice,
}

impl Table {
    pub const ALL: [Table; 3] = [Table::Both, Table::Engine, Table::KeptVoice];

    fn options(self) -> &'static [&'static str] {
        match self {
            Table::Both => &[],
            Table::Engine => &["--opponent", "engine", "--user", "white", "--move-time", "0.05"],
            Table::KeptVoice => &["--keep-voice"],
        }
    }
}

/// A program at one journal, and those that follow it there.
pub struct Life {
    folder: tempfile::TempDir,
    table: Table,
    clock: Option<String>,
    child: Child,
    input: ChildStdin,
    output: PrintedLines,
}

impl Life {
    /// A game begins, in a folder of its own.
    pub fn begin(table: Table) -> Result<Life, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        // Where a clock is there, its lever completes a move, and the engine waits for it.
        let clock = std::env::var("TACTILE_CLOCK").ok().filter(|_| table != Table::Engine);
        let options = ["play", "--journal", "game.jsonl", "--time", "300+30"];
        let command: Vec<&str> = options.iter().chain(table.options()).copied().collect();
        let (child, input, output) = Life::start(folder.path(), &command, clock.as_deref())?;
        let life = Life { folder, table, clock, child, input, output };
        life.says("say: Bereit.").map(|()| life)
    }

    /// The same game goes on in another folder too, without a clock.
    pub fn beside(&self) -> Result<Life, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        std::fs::copy(self.journal(), folder.path().join("game.jsonl")).map_err(|error| error.to_string())?;
        let (child, input, output) = Life::start(folder.path(), &["resume", "game.jsonl"], None)?;
        let mut life = Life { folder, table: self.table, clock: None, child, input, output };
        life.goes_on().map(|()| life)
    }

    fn start(
        folder: &Path,
        command: &[&str],
        clock: Option<&str>,
    ) -> Result<(Child, ChildStdin, PrintedLines), String> {
        let mut child = Command::new(env!("CARGO_BIN_EXE_annabella"))
            .args(command)
            .args(["--confirm", "never", "--headphones"])
            .args(clock.iter().flat_map(|clock| ["--clock", clock]))
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .map_err(|error| error.to_string())?;
        let input = child.stdin.take().ok_or("no standard input")?;
        let printed = BufReader::new(child.stdout.take().ok_or("no standard output")?);
        let lines = Arc::new(Mutex::new(Vec::new()));
        let read = Arc::clone(&lines);
        let reader = std::thread::spawn(move || {
            for line in printed.lines().map_while(Result::ok) {
                read.lock().expect("no panic there").push(line);
            }
        });
        Ok((child, input, PrintedLines { lines, reader: Some(reader) }))
    }

    pub fn journal(&self) -> PathBuf {
        self.folder.path().join("game.jsonl")
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Runs another command in the game's folder.
    pub fn runs(&self, arguments: &[&str]) -> Result<Output, String> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_annabella"));
        command.args(arguments).current_dir(self.folder()).output().map_err(|error| error.to_string())
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// The game goes on in another program.
    pub fn resume(&mut self) -> Result<(), String> {
        let keeps = self.table == Table::KeptVoice;
        let command = ["resume", "game.jsonl", "--keep-voice"];
        let command = &command[..if keeps { 3 } else { 2 }];
        (self.child, self.input, self.output) =
            Life::start(self.folder.path(), command, self.clock.as_deref())?;
        self.goes_on()
    }

    fn goes_on(&mut self) -> Result<(), String> {
        // The engine may have mated.
        if self.written()?.position().is_game_over() {
            return self.says("say: ");
        }
        self.says("say: Fortgesetzt.")?;
        // The clock stands after that.
        self.type_line("weiter")
    }

    pub fn type_line(&mut self, line: &str) -> Result<(), String> {
        writeln!(self.input, "{line}").map_err(|error| format!("it reads nothing: {error}"))
    }

    /// Makes the last move of this game, which must then be in the journal.
    pub fn make(&mut self, words: &str, game: &Game) -> Result<(), String> {
        self.type_line(words)?;
        self.check(game)
    }

    /// The journal holds this game, sooner or later, with the engine's answer if one plays.
    pub fn check(&mut self, game: &Game) -> Result<(), String> {
        let until = Instant::now() + PATIENCE;
        let length = || std::fs::metadata(self.journal()).map_or(0, |file| file.len());
        let mut read = None;
        loop {
            // To read it takes longer than the program takes to write it: only what is new is read.
            let now = Instant::now();
            let written = length();
            if read.replace(written) == Some(written) && now <= until {
                std::thread::sleep(Duration::from_millis(5));
                continue;
            }
            let found = match self.written() {
                Ok(written) if self.is_all(&written, game) => return Ok(()),
                Ok(written) => format!("{:?}", written.moves()),
                Err(error) => error,
            };
            if now > until {
                return Err(format!(
                    "expected {:?}, found {found}; said {:#?}",
                    game.moves(),
                    self.last_said()
                ));
            }
        }
    }

    /// The game in the journal.
    pub fn written(&self) -> Result<Game, String> {
        let journal = export::journal(&self.journal(), false).map_err(|error| error.to_string())?;
        Ok(journal.record.game().clone())
    }

    /// Whether the journal's game is this one, with the engine's answer if one plays.
    fn is_all(&self, written: &Game, game: &Game) -> bool {
        let answers = written.moves().len().checked_sub(game.moves().len());
        let is_expected = match self.table {
            Table::Both | Table::KeptVoice => answers == Some(0),
            Table::Engine => answers == Some(1) || answers == Some(0) && written.position().is_game_over(),
        };
        is_expected && written.moves().starts_with(game.moves())
    }

    /// Waits until it has printed this since it was started.
    pub fn says(&self, what: &str) -> Result<(), String> {
        let until = Instant::now() + PATIENCE;
        while !self.lines().iter().any(|line| line.contains(what)) {
            if Instant::now() > until {
                return Err(format!("it did not say {what:?}, but {:#?}", self.last_said()));
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        Ok(())
    }

    /// What it has printed since it was started.
    pub fn lines(&self) -> Vec<String> {
        self.output.lines.lock().expect("no panic there").clone()
    }

    fn last_said(&self) -> Vec<String> {
        let said = self.lines();
        said[said.len().saturating_sub(12)..].to_vec()
    }

    /// The power goes. No move had been told that is not written.
    pub fn kill(&mut self) -> Result<(), String> {
        self.stop();
        let written = self.written()?;
        let names = &*NAMES;
        let lines = self.lines();
        let told = lines.iter().rev().find_map(|line| line.strip_prefix("say: "));
        let told = told.unwrap_or_default().to_lowercase();
        let told = told.strip_prefix("schwarz: ").unwrap_or(&told);
        let legal = written.position().legal_moves();
        // Who castles is not told.
        let mut next = legal.iter().filter(|m| !m.is_castle());
        let is_told =
            |m: &Move| told.starts_with(&speak(written.position(), *m, names, MoveForm::Full).to_lowercase());
        match next.find(|m| is_told(m)) {
            Some(m) => Err(format!("{m:?} was told and is not written: {:#?}", self.last_said())),
            None => Ok(()),
        }
    }

    /// What was recorded belongs to lines of the journal, and every recording is whole.
    pub fn recordings(&self) -> Result<(), String> {
        if self.table != Table::KeptVoice {
            return Ok(());
        }
        let folder = self.folder().join("game.voice");
        let files = std::fs::read_dir(&folder).map_err(|error| format!("no recordings: {error}"))?;
        let lines =
            std::fs::read_to_string(self.journal()).map_err(|error| error.to_string())?.lines().count();
        for file in files {
            let path = file.map_err(|error| error.to_string())?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let line = name.split('-').next().and_then(|number| number.parse::<usize>().ok());
            let sound = hound::WavReader::open(&path).map_err(|error| format!("{name}: {error}"))?;
            if line.is_none_or(|line| line == 0 || line > lines) || sound.duration() == 0 {
                return Err(format!(
                    "{name}: {} samples, and {lines} lines in the journal",
                    sound.duration()
                ));
            }
        }
        Ok(())
    }

    fn stop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        if let Some(reader) = self.output.reader.take() {
            let _ = reader.join();
        }
    }

    /// It ends after a signal, in time; a line that is typed cuts what it says at the end.
    fn ends_after(&mut self, signal: Signal) -> Result<ExitStatus, String> {
        kill_process(Pid::from_child(&self.child), signal).map_err(|error| error.to_string())?;
        let until = Instant::now() + FAREWELL;
        let mut quiet_at = Instant::now() + HEARD_OUT;
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Ok(status);
            }
            if Instant::now() > until {
                self.stop();
                return Err(format!("it does not end; said {:#?}", self.last_said()));
            }
            if Instant::now() > quiet_at {
                // It may have ended meanwhile.
                let _ = writeln!(self.input, "ruhe");
                quiet_at += HEARD_OUT;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// It ends in time when it is told to, and its score is the game.
    pub fn end(&mut self, signal: Signal, game: &Game) -> Result<(), String> {
        let status = self.ends_after(signal)?;
        self.score_is(game)?;
        self.recordings()?;
        if status.success() { Ok(()) } else { Err(format!("it ended with {status}")) }
    }

    /// It ends on a full disk: it prints the game, and does not advise to go on with a journal that lacks moves.
    pub fn ends_unwritten(&mut self, game: &Game) -> Result<(), String> {
        self.ends_after(Signal::TERM)?;
        self.stop();
        let lines = self.lines();
        let printed = lines.iter().rposition(|line| line.starts_with("[Event "));
        let score = printed.map(|from| lines[from..].join("\n")).unwrap_or_default();
        let games: Vec<_> = annabella::notation::pgn::games(&score).filter_map(Result::ok).collect();
        let is_whole = games.first().is_some_and(|it| it.game.moves().starts_with(game.moves()));
        let is_all = self.written().is_ok_and(|written| written.moves().starts_with(game.moves()));
        let advises = lines.iter().any(|line| line.contains("annabella resume"));
        if is_all || is_whole && !advises { Ok(()) } else { Err(format!("it ends so: {lines:#?}")) }
    }

    /// The newest score beside the journal has every move of it, and of this game.
    fn score_is(&self, game: &Game) -> Result<(), String> {
        let said = self.lines();
        let path = said.iter().rev().find_map(|line| line.strip_prefix("score: "));
        let path = path.ok_or_else(|| format!("no score was written: {said:#?}"))?;
        let text = std::fs::read_to_string(self.folder().join(path)).map_err(|error| error.to_string())?;
        let games = annabella::notation::pgn::games(&text)
            .collect::<Result<Vec<_>, _>>()
            .map_err(|error| error.to_string())?;
        let scored = games[0].game.moves();
        if scored == self.written()?.moves() && scored.starts_with(game.moves()) {
            Ok(())
        } else {
            Err(format!("the score is another: {text}"))
        }
    }
}

impl Drop for Life {
    fn drop(&mut self) {
        self.stop();
    }
}
