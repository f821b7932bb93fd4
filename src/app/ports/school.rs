//! What was learnt, and the learner's own puzzles, kept in files.

use std::{
    io,
    path::{Path, PathBuf},
};

use super::{Port, PortContext, Reporter};
use crate::{
    files,
    school::{Puzzle, written_puzzle},
    session::{Effect, Event, EventKind},
};

/// So many puzzles of their own a learner has; the oldest go first.
const MOST_OWN: usize = 1000;

/// A file of the school that cannot be written.
#[derive(Debug)]
pub struct NotKept {
    path: PathBuf,
    fault: io::Error,
}

/// Keeps what was learnt.
pub struct SchoolPort {
    /// Where; nowhere without a folder of the user's.
    progress: Option<PathBuf>,
    /// Where the learner's own puzzles are.
    puzzles: Option<PathBuf>,
    reporter: Reporter<NotKept>,
    /// Whether it was told that something cannot be kept.
    told: bool,
}

impl SchoolPort {
    /// Keeps it in these files.
    pub fn new(
        progress: Option<PathBuf>,
        puzzles: Option<PathBuf>,
        reporter: Reporter<NotKept>,
    ) -> SchoolPort {
        SchoolPort { progress, puzzles, reporter, told: false }
    }

    /// Reports once that a file cannot be written, and again after it could be.
    fn note(&mut self, path: &Path, kept: io::Result<()>) {
        let was_told = std::mem::replace(&mut self.told, kept.is_err());
        if let Err(fault) = kept
            && !was_told
        {
            self.reporter.report(NotKept { path: path.to_owned(), fault });
        }
    }
}

impl Port for SchoolPort {
    type News = NotKept;

    fn perform(&mut self, effect: &Effect, _cx: &PortContext) {
        match (effect, &self.progress, &self.puzzles) {
            (Effect::KeepProgress(progress), Some(path), _) => {
                let path = path.clone();
                let kept = files::replace_whole(&path, progress.written().as_bytes());
                self.note(&path, kept);
            }
            (Effect::KeepPuzzles(puzzles), _, Some(path)) => {
                let path = path.clone();
                let kept = keep_puzzles(&path, puzzles);
                self.note(&path, kept);
            }
            _ => {}
        }
    }

    fn translate(&mut self, NotKept { path, fault }: NotKept, cx: &PortContext) -> Vec<Event> {
        let words = &cx.language.words;
        let fault = words.render(&fault);
        cx.screen.warn(&words.say("school-not-kept", &[("path", &path.display()), ("fault", &fault)]));
        vec![Event::of_program(EventKind::NotKept)]
    }
}

/// Adds puzzles to a file, in the place of those of the same name. Lines that are none of ours stay.
fn keep_puzzles(path: &Path, puzzles: &[Puzzle]) -> io::Result<()> {
    let before = match files::read_text(path) {
        Ok(text) => text,
        Err(fault) if fault.kind() == io::ErrorKind::NotFound => String::new(),
        Err(fault) => return Err(fault),
    };
    let is_again = |line: &str| puzzles.iter().any(|puzzle| line.contains(&format!("id \"{}\"", puzzle.id)));
    let mut lines: Vec<String> = before.lines().filter(|line| !is_again(line)).map(str::to_owned).collect();
    lines.extend(puzzles.iter().map(written_puzzle));
    let old = lines.len().saturating_sub(MOST_OWN);
    lines.drain(..old);
    files::replace_whole(path, (lines.join("\n") + "\n").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::school::{PuzzleTask, read_puzzles};

    #[test]
    fn own_puzzles_are_added_and_never_twice() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("puzzles.epd");
        let file = read_puzzles(
            "q3k3/8/8/3N4/8/8/8/4K3 w - - bm Nc7+; id \"a-1\";\n7k/8/5K2/8/8/8/8/6Q1 w - - dm 1; id \"a-2\";",
        );
        keep_puzzles(&path, &file.puzzles[..1]).unwrap();
        std::fs::write(&path, std::fs::read_to_string(&path).unwrap() + "# mine\n").unwrap();
        keep_puzzles(&path, &file.puzzles).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.contains("# mine"), "{text}");
        let read = read_puzzles(&text);
        assert!(read.faults.is_empty(), "{:?}", read.faults);
        let tasks: Vec<PuzzleTask> = read.puzzles.iter().map(|puzzle| puzzle.task).collect();
        assert_eq!(tasks, [PuzzleTask::Best, PuzzleTask::Mate(1)]);
        assert_eq!(read.puzzles[0], file.puzzles[0]);
    }
}
