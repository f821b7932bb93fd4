//! Contracted braille from liblouis, by its program `lou_translate`.
//!
//! The library ends its process when it fails. So it runs in a process of its own, which is kept and asked word by
//! word. A process that no longer answers is ended, and the word stays as it is written.

use std::{
    collections::HashMap,
    io::{self, Read, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::{Mutex, PoisonError},
    time::Duration,
};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::language::Message;

/// A cell with no dots.
const BLANK: char = '\u{2800}';

/// How long the answer to a word may take, which takes 0.1 ms.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long the first answer may take, before the game: the table is read, in about 50 ms on a machine with nothing else to do.
const OPENING: Duration = Duration::from_secs(30);

/// Every letter and sign of German and English once, to test a table.
const SAMPLE: &str = "abcdefghijklmnopqrstuvwxyz ÄÖÜäöüß 0123456789 .,:;!?()-+='";

/// Why text cannot be translated into cells.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "liblouis")]
pub enum LiblouisError {
    NotThere(#[message("fault")] io::Error),
    Table { table: String, what: String },
    NoCells { table: String, found: char },
}

/// A table, and the process that reads it.
#[derive(Debug)]
pub struct Liblouis {
    table: String,
    asked: Mutex<Translator>,
}

/// The process, and its answers so far.
#[derive(Debug)]
struct Translator {
    /// `None` after a failure.
    process: Option<LouTranslate>,
    known: HashMap<String, String>,
}

impl Liblouis {
    /// Opens a table by its name, or several separated by commas.
    ///
    /// # Errors
    /// If liblouis is not installed or has no such table, or if the table writes characters that are no cells.
    pub fn open(table: &str) -> Result<Liblouis, LiblouisError> {
        let mut process = LouTranslate::start(table).map_err(LiblouisError::NotThere)?;
        let sample = process.ask(SAMPLE, OPENING);
        let stderr_text = if sample.is_err() { process.stderr_text() } else { String::new() };
        let asked = Translator { process: Some(process), known: HashMap::new() };
        let opened = Liblouis { table: table.to_owned(), asked: Mutex::new(asked) };
        let Ok(cells) = sample else {
            return Err(opened.unusable(stderr_text.lines().next().unwrap_or("it says nothing")));
        };
        opened.check(&cells)?;
        Ok(opened)
    }

    /// Translates a text, as one line, into cells.
    ///
    /// # Errors
    /// If the table writes characters that are no cells, or liblouis does not answer.
    pub fn cells(&self, text: &str) -> Result<String, LiblouisError> {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = asked.known.get(text) {
            return Ok(known.clone());
        }
        let process = match asked.process.take() {
            Some(process) => Ok(process),
            None => LouTranslate::start(&self.table),
        };
        let mut process = process.map_err(LiblouisError::NotThere)?;
        // A process that fails is dropped: this word may have ended it, and a new process may take the next word.
        let cells = process.ask(text, PATIENCE).map_err(|error| self.unusable(&error.to_string()))?;
        asked.process = Some(process);
        self.check(&cells)?;
        asked.known.insert(text.to_owned(), cells.clone());
        Ok(cells)
    }

    fn check(&self, cells: &str) -> Result<(), LiblouisError> {
        match cells.chars().find(|c| !('\u{2800}'..='\u{28FF}').contains(c)) {
            Some(found) => Err(LiblouisError::NoCells { table: self.table.clone(), found }),
            None => Ok(()),
        }
    }

    fn unusable(&self, what: &str) -> LiblouisError {
        LiblouisError::Table { table: self.table.clone(), what: what.to_owned() }
    }
}

/// A running `lou_translate`.
#[derive(Debug)]
struct LouTranslate {
    child: Child,
    asks: ChildStdin,
    answers: ChildStdout,
}

impl LouTranslate {
    fn start(table: &str) -> io::Result<LouTranslate> {
        let mut child = Command::new("stdbuf")
            .args(["-oL", "lou_translate", "--forward", &format!("unicode.dis,{table}")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let (asks, answers) = (child.stdin.take(), child.stdout.take());
        let (asks, answers) = asks.zip(answers).ok_or_else(|| io::Error::other("it has no pipes"))?;
        Ok(LouTranslate { child, asks, answers })
    }

    fn ask(&mut self, text: &str, patience: Duration) -> io::Result<String> {
        let line = text.replace(['\n', '\r'], " ");
        writeln!(self.asks, "{line}")?;
        let mut read = Vec::new();
        while read.last() != Some(&b'\n') {
            let timeout = Timespec { tv_sec: patience.as_secs() as i64, tv_nsec: 0 };
            let mut ready = [PollFd::new(&self.answers, PollFlags::IN)];
            if poll(&mut ready, Some(&timeout))? == 0 {
                return Err(io::ErrorKind::TimedOut.into());
            }
            let mut bytes = [0; 4096];
            let count = self.answers.read(&mut bytes)?;
            if count == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            read.extend_from_slice(&bytes[..count]);
        }
        let cells = String::from_utf8(read).map_err(io::Error::other)?;
        Ok(cells.trim_end_matches('\n').replace(' ', &BLANK.to_string()))
    }

    /// Ends the process and returns what it has written to its standard error stream.
    fn stderr_text(&mut self) -> String {
        let _ = self.child.kill();
        let mut said = String::new();
        if let Some(stderr) = &mut self.child.stderr {
            let _ = stderr.read_to_string(&mut said);
        }
        said
    }
}

impl Drop for LouTranslate {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns whether liblouis is installed; without it the tests are skipped.
    fn is_there() -> bool {
        let there = Command::new("lou_translate").arg("--version").output().is_ok();
        if !there {
            println!("skipped: lou_translate is not installed");
        }
        there
    }

    #[test]
    fn words_become_cells_and_are_known_then() {
        if !is_there() {
            return;
        }
        let grade_2 = Liblouis::open("de-g2.ctb").unwrap();
        assert_eq!(grade_2.cells("nicht").unwrap(), "⠝");
        assert_eq!(grade_2.cells("nicht").unwrap(), "⠝");
        assert_eq!(grade_2.cells("steht\nnicht").unwrap(), "⠾⠶⠞⠀⠝");
        let ueb = Liblouis::open("en-ueb-g2.ctb").unwrap();
        assert_eq!(ueb.cells("knight").unwrap(), "⠅⠝⠊⠣⠞");
    }

    #[test]
    fn a_process_that_ends_is_started_anew() {
        if !is_there() {
            return;
        }
        let table = Liblouis::open("de-g1.ctb").unwrap();
        table.asked.lock().unwrap().process.as_mut().unwrap().child.kill().unwrap();
        assert!(table.cells("nicht").is_err());
        assert_eq!(table.cells("nicht").unwrap(), "⠝⠊⠹⠞");
    }

    #[test]
    fn a_table_that_cannot_be_used_is_named() {
        if !is_there() {
            return;
        }
        let none = Liblouis::open("nonsense.ctb").unwrap_err().to_string();
        assert!(none.starts_with("liblouis has no table 'nonsense.ctb'"), "{none}");
        // The table does not translate this letter.
        let letter = Liblouis::open("uk.utb").unwrap().cells("їжак").unwrap_err().to_string();
        assert!(letter.contains("'uk.utb' writes 'ї', which is not a braille cell"), "{letter}");
    }
}
