//! The scores of all boards in a file, for programs that follow one.

use std::{io, path::Path, thread};

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::HallError;
use crate::files;

/// Writes the scores on a thread of its own, the newest only: nobody waits for a disk.
#[derive(Debug)]
pub(super) struct ScoresFile {
    newest: Sender<String>,
    /// What was handed over last.
    shown: String,
}

impl ScoresFile {
    /// Starts the thread. `tell`: the scores cannot be written, which is told once, until they can be.
    pub(super) fn start(path: &Path, tell: impl FnMut(HallError) + Send + 'static) -> io::Result<ScoresFile> {
        let (newest, scores) = unbounded();
        let path = std::path::absolute(path)?;
        thread::Builder::new().name("scores".to_owned()).spawn(move || follow(&path, &scores, tell))?;
        Ok(ScoresFile { newest, shown: String::new() })
    }

    /// Writes these scores, if they are others than before.
    pub(super) fn show(&mut self, scores: String) {
        if scores != self.shown {
            self.shown.clone_from(&scores);
            // A thread that has ended has nothing to write.
            let _ = self.newest.send(scores);
        }
    }
}

fn follow(path: &Path, scores: &Receiver<String>, mut tell: impl FnMut(HallError)) {
    let mut is_told = false;
    for newest in scores {
        let newest = scores.try_iter().last().unwrap_or(newest);
        // Whole: whoever follows the file never reads half of it.
        match files::replace_whole(path, newest.as_bytes()) {
            Ok(()) => is_told = false,
            Err(source) if !is_told => {
                is_told = true;
                tell(HallError::Scores { path: path.to_owned(), source });
            }
            Err(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, sync::mpsc::channel, time::Duration};

    use super::*;

    #[test]
    fn scores_are_written_whole_and_what_keeps_them_from_it_is_told_once() {
        let folder = tempfile::tempdir().unwrap();
        let (round, path) = (folder.path().join("round"), folder.path().join("round/scores.pgn"));
        // A file stands where the folder is to be.
        fs::write(&round, "").unwrap();
        let (told, faults) = channel();
        let mut file = ScoresFile::start(&path, move |fault| drop(told.send(fault))).unwrap();
        file.show("1. e4 *".to_owned());
        assert!(matches!(faults.recv(), Ok(HallError::Scores { .. })));
        file.show("1. e4 e5 *".to_owned());
        while !file.newest.is_empty() {
            thread::sleep(Duration::from_millis(1));
        }
        fs::remove_file(&round).unwrap();
        for scores in ["1. e4 e5 2. f4 *", "1. d4 *"] {
            file.show(scores.to_owned());
            while fs::read_to_string(&path).unwrap_or_default() != scores {
                thread::sleep(Duration::from_millis(1));
            }
        }
        // Its end is that of the thread.
        drop(file);
        assert!(faults.recv().is_err());
    }
}
