//! One program after the other over one journal.

use std::{
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Command, ExitStatus, Stdio},
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use annabella::{commands::export, laws::Game};
use rustix::process::{Pid, Signal, kill_process};

/// How long a move may take to be in the journal, on a machine that has other work.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long it may say where the score lies before it is told to be quiet.
const HEARD_OUT: Duration = Duration::from_secs(1);
/// How long a program that was told to end, and to be quiet, may take.
const FAREWELL: Duration = Duration::from_secs(60);

/// The lines that a program has printed.
type Said = Arc<Mutex<Vec<String>>>;

pub struct Life {
    folder: tempfile::TempDir,
    child: Child,
    input: ChildStdin,
    /// What it printed last.
    said: Said,
}

impl Life {
    /// A game begins, in a folder of its own.
    pub fn begin() -> Result<Life, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let journal = folder.path().join("game.jsonl");
        let journal = journal.to_str().ok_or("a folder without a name")?;
        let (child, input, said) =
            Life::start(folder.path(), &["play", "--journal", journal, "--time", "300+30"])?;
        let life = Life { folder, child, input, said };
        life.says("say: Bereit.").map(|()| life)
    }

    fn start(folder: &Path, command: &[&str]) -> Result<(Child, ChildStdin, Said), String> {
        let clock = std::env::var("TACTILE_CLOCK").unwrap_or_default();
        let mut child = Command::new(env!("CARGO_BIN_EXE_annabella"))
            .args(command)
            .args(["--confirm", "never", "--clock", &clock, "--headphones"])
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .map_err(|error| error.to_string())?;
        let input = child.stdin.take().ok_or("no standard input")?;
        let output = BufReader::new(child.stdout.take().ok_or("no standard output")?);
        let said = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&said);
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                heard.lock().expect("no panic there").push(line);
            }
        });
        Ok((child, input, said))
    }

    pub fn journal(&self) -> PathBuf {
        self.folder.path().join("game.jsonl")
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// The game goes on in another program.
    pub fn resume(&mut self) -> Result<(), String> {
        let journal = self.journal();
        let journal = journal.to_str().ok_or("a folder without a name")?;
        let (child, input, said) = Life::start(self.folder.path(), &["resume", journal])?;
        (self.child, self.input, self.said) = (child, input, said);
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

    /// The journal holds this game, sooner or later.
    pub fn check(&mut self, game: &Game) -> Result<(), String> {
        let until = Instant::now() + PATIENCE;
        loop {
            let found = match export::journal(&self.journal(), false) {
                Ok(journal) if journal.record.game().moves() == game.moves() => return Ok(()),
                Ok(journal) => format!("{:?}", journal.record.game().moves()),
                Err(error) => error.to_string(),
            };
            if Instant::now() > until {
                return Err(format!(
                    "expected {:?}, found {found}; said {:#?}",
                    game.moves(),
                    self.last_said()
                ));
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits until it has printed this since it was started.
    pub fn says(&self, what: &str) -> Result<(), String> {
        let until = Instant::now() + PATIENCE;
        while !self.said.lock().expect("no panic there").iter().any(|line| line.contains(what)) {
            if Instant::now() > until {
                return Err(format!("it did not say {what:?}, but {:#?}", self.last_said()));
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        Ok(())
    }

    fn last_said(&self) -> Vec<String> {
        let said = self.said.lock().expect("no panic there");
        said[said.len().saturating_sub(12)..].to_vec()
    }

    /// The power goes.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// It ends by itself, in time; a line that is typed cuts what it says at the end.
    fn ends(&mut self) -> Result<ExitStatus, String> {
        let until = Instant::now() + FAREWELL;
        let mut quiet_at = Instant::now() + HEARD_OUT;
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Ok(status);
            }
            if Instant::now() > until {
                self.kill();
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
        let pid = Pid::from_child(&self.child);
        kill_process(pid, signal).map_err(|error| error.to_string())?;
        let status = self.ends()?;
        self.score_is(game)?;
        if status.success() { Ok(()) } else { Err(format!("it ended with {status}")) }
    }

    /// The newest score beside the journal has every move.
    fn score_is(&self, game: &Game) -> Result<(), String> {
        let said = self.said.lock().expect("no panic there").clone();
        let path = said.iter().rev().find_map(|line| line.strip_prefix("score: "));
        let path = path.ok_or_else(|| format!("no score was written: {said:#?}"))?;
        let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
        let games = annabella::notation::pgn::games(&text)
            .collect::<Result<Vec<_>, _>>()
            .map_err(|error| error.to_string())?;
        if games[0].game.moves() == game.moves() {
            Ok(())
        } else {
            Err(format!("the score is another: {text}"))
        }
    }
}

impl Drop for Life {
    fn drop(&mut self) {
        self.kill();
    }
}
