//! A file of lines that is only ever added to, and survives a power cut.
//!
//! A line is on the disk when [`JournalFile::append`] returns. A crash leaves at most one torn line, which its reader
//! [cuts](JournalFile::cut) off. If the open file is removed, renamed or cut short, the next line writes the whole file again.

use std::fs::{File, Metadata, TryLockError};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::{Path, PathBuf};

use rustix::fs::{FallocateFlags, fallocate};

use crate::{files, language::Message};

/// A journal on the disk, locked against other programs while it is open.
#[derive(Debug)]
pub struct JournalFile {
    file: File,
    path: PathBuf,
    /// All whole lines, to be written again if the file disappears.
    text: Vec<u8>,
    /// Room that is kept for the end of a game on a full disk.
    reserve: Option<File>,
    /// Whether this program has created it.
    is_new: bool,
}

/// The room that is kept: the lines of a hundred moves, and the score.
const RESERVE: u64 = 64 * 1024;

/// How a line was added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appended {
    InPlace,
    /// The file had been removed, renamed or cut short, and was written again as a whole.
    Rewritten,
}

/// Why a journal could not be created, opened or added to.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "journal")]
pub enum JournalFileError {
    Exists {
        path: PathBuf,
    },
    Missing {
        path: PathBuf,
    },
    Locked {
        path: PathBuf,
    },
    Replaced {
        path: PathBuf,
    },
    /// The path is that of the folder.
    NoFolder {
        path: PathBuf,
    },
    /// A part of the path is a file.
    NotAFolder {
        path: PathBuf,
    },
    IsAFolder {
        path: PathBuf,
    },
    /// It is a pipe or a device.
    NotAFile {
        path: PathBuf,
    },
    TooLarge {
        path: PathBuf,
    },
    NoRoom {
        path: PathBuf,
        source: io::Error,
    },
    Forbidden {
        path: PathBuf,
    },
    /// The journal cannot be created there.
    ForbiddenFolder {
        path: PathBuf,
    },
    LineBreak {
        #[message(debug)]
        line: String,
    },
    Io {
        path: PathBuf,
        source: io::Error,
    },
}

impl JournalFileError {
    /// Returns whether the same call may succeed later, once there is room or the other program has closed the file.
    pub fn waiting_helps(&self) -> bool {
        matches!(self, Self::NoRoom { .. } | Self::Locked { .. })
    }
}

/// Reads a journal without locking the file.
pub fn read(path: &Path) -> Result<Vec<u8>, JournalFileError> {
    files::read(path).map_err(|source| read_error(path, source))
}

impl JournalFile {
    /// Creates an empty journal, and never overwrites one. If it is still empty when it is dropped, it is removed.
    ///
    /// # Errors
    /// [`JournalFileError::Exists`] when the path is taken.
    pub fn create(path: impl Into<PathBuf>) -> Result<Self, JournalFileError> {
        let path = path.into();
        let file = create(&path)?;
        let reserve = reserve(&path);
        Ok(Self { file, path, text: Vec::new(), reserve, is_new: true })
    }

    /// Opens a journal to add to it.
    ///
    /// # Errors
    /// [`JournalFileError::Locked`] while another program has it open.
    pub fn open(path: impl Into<PathBuf>) -> Result<Self, JournalFileError> {
        let path = path.into();
        let file = files::open_to_write(&path).map_err(|source| read_error(&path, source))?;
        lock(&file, &path)?;
        let text = files::read_all(&file).map_err(|source| read_error(&path, source))?;
        let reserve = reserve(&path);
        Ok(Self { file, path, text, reserve, is_new: false })
    }

    /// Cuts off what comes after the first `length` bytes: a torn line.
    pub fn cut(&mut self, length: usize) -> Result<(), JournalFileError> {
        let error = |source| file_error(&self.path, source);
        self.file.set_len(length as u64).map_err(error)?;
        self.file.sync_all().map_err(error)?;
        self.text.truncate(length);
        Ok(())
    }

    /// Adds a line and returns when it is on the disk.
    ///
    /// # Errors
    /// After an error the journal is as it was, and the same line can be added again.
    pub fn append(&mut self, line: &str) -> Result<Appended, JournalFileError> {
        if line.contains(['\n', '\0']) {
            return Err(JournalFileError::LineBreak { line: line.to_owned() });
        }
        let found = self.restore()?;
        let len = self.text.len();
        // The last line may lack its end.
        if self.text.last().is_some_and(|byte| *byte != b'\n') {
            self.text.push(b'\n');
        }
        self.text.extend_from_slice(line.as_bytes());
        self.text.push(b'\n');
        // A failed write may leave part of the line.
        if let Err(source) = self.write_from(len) {
            self.text.truncate(len);
            let _ = self.file.set_len(len as u64);
            return Err(file_error(&self.path, source));
        }
        Ok(found)
    }

    /// Restores the file if it was removed, renamed or cut short.
    fn restore(&mut self) -> Result<Appended, JournalFileError> {
        let error = |source| file_error(&self.path, source);
        let own = self.file.metadata().map_err(error)?;
        let is_own = |other: &Metadata| (other.dev(), other.ino()) == (own.dev(), own.ino());
        match std::fs::metadata(&self.path) {
            Ok(there) if !is_own(&there) => {
                return Err(JournalFileError::Replaced { path: self.path.clone() });
            }
            Ok(_) if own.len() == self.text.len() as u64 => return Ok(Appended::InPlace),
            // The file ends with part of a line that did not fit on a full disk.
            Ok(_) if own.len() > self.text.len() as u64 => {
                self.file.set_len(self.text.len() as u64).map_err(error)?;
                return Ok(Appended::InPlace);
            }
            Ok(_) => {}
            Err(gone) if gone.kind() == ErrorKind::NotFound => self.file = create(&self.path)?,
            Err(unknown) => return Err(error(unknown)),
        }
        self.write_from(0).map_err(|source| file_error(&self.path, source))?;
        Ok(Appended::Rewritten)
    }

    /// Writes the text from byte `at` on to the disk.
    fn write_from(&self, at: usize) -> io::Result<()> {
        self.file.write_all_at(&self.text[at..], at as u64)?;
        self.file.sync_data()
    }

    /// Frees the room that was kept for the end of the game.
    pub fn free_reserve(&mut self) {
        self.reserve = None;
    }

    /// Returns the lines.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// Returns where the journal is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// The file of a game that never began is nobody's.
impl Drop for JournalFile {
    fn drop(&mut self) {
        let is_own = |own: Metadata, there: Metadata| (own.dev(), own.ino()) == (there.dev(), there.ino());
        if self.is_new
            && self.text.is_empty()
            && let (Ok(own), Ok(there)) = (self.file.metadata(), std::fs::metadata(&self.path))
            && is_own(own, there)
        {
            // A file that stays is empty, and harms nobody.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// Takes room on the disk of a file, in a file without a name. A file system may have none, or no such way.
fn reserve(path: &Path) -> Option<File> {
    let file = tempfile::tempfile_in(folder_of(path)).ok()?;
    fallocate(&file, FallocateFlags::empty(), 0, RESERVE).ok()?;
    Some(file)
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Creates an empty locked file, with its name on the disk.
fn create(path: &Path) -> Result<File, JournalFileError> {
    let error = |source| file_error(path, source);
    let file = files::create_new(path).map_err(error)?;
    lock(&file, path)?;
    // The folder holds the name, and must reach the disk as well.
    file.sync_all().map_err(error)?;
    File::open(folder_of(path)).and_then(|folder| folder.sync_all()).map_err(error)?;
    Ok(file)
}

fn lock(file: &File, path: &Path) -> Result<(), JournalFileError> {
    file.try_lock().map_err(|err| match err {
        TryLockError::WouldBlock => JournalFileError::Locked { path: path.to_owned() },
        TryLockError::Error(source) => file_error(path, source),
    })
}

fn read_error(path: &Path, source: io::Error) -> JournalFileError {
    match source.kind() {
        ErrorKind::FileTooLarge => JournalFileError::TooLarge { path: path.to_owned() },
        _ => match file_error(path, source) {
            // Another folder would not cure that: the journal is to be there already.
            JournalFileError::NoFolder { .. } => JournalFileError::Missing { path: path.to_owned() },
            JournalFileError::ForbiddenFolder { .. } => JournalFileError::Forbidden { path: path.to_owned() },
            other => other,
        },
    }
}

fn file_error(path: &Path, source: io::Error) -> JournalFileError {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).map(Path::to_owned);
    let path = path.to_owned();
    match (source.kind(), folder) {
        (ErrorKind::AlreadyExists, _) => JournalFileError::Exists { path },
        (ErrorKind::NotFound, Some(folder)) if matches!(folder.try_exists(), Ok(false)) => {
            JournalFileError::NoFolder { path: folder }
        }
        (ErrorKind::NotFound, _) => JournalFileError::Missing { path },
        (ErrorKind::NotADirectory, Some(folder)) => {
            let file = folder.ancestors().find(|part| part.is_file()).map(Path::to_owned);
            JournalFileError::NotAFolder { path: file.unwrap_or(folder) }
        }
        (ErrorKind::IsADirectory, _) => JournalFileError::IsAFolder { path },
        (ErrorKind::NotSeekable, _) => JournalFileError::NotAFile { path },
        (ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge, _) => {
            JournalFileError::NoRoom { path, source }
        }
        (ErrorKind::PermissionDenied, Some(folder)) if !path.is_file() => {
            JournalFileError::ForbiddenFolder { path: folder }
        }
        (ErrorKind::PermissionDenied, _) => JournalFileError::Forbidden { path },
        _ => JournalFileError::Io { path, source },
    }
}

#[cfg(test)]
mod tests {
    use std::fs::OpenOptions;

    use super::*;

    #[test]
    fn lines_come_back_as_they_were_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("spiel.journal");
        let mut journal = JournalFile::create(&path).unwrap();
        journal.append("eins").unwrap();
        journal.append("").unwrap();
        journal.append("L\u{e4}ufer").unwrap();
        drop(journal);
        let mut journal = JournalFile::open(&path).unwrap();
        assert_eq!(journal.text(), "eins\n\nL\u{e4}ufer\n".as_bytes());
        journal.append("vier").unwrap();
        drop(journal);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "eins\n\nL\u{e4}ufer\nvier\n");
    }

    #[test]
    fn a_journal_is_never_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("j");
        JournalFile::create(&path).unwrap().append("eins").unwrap();
        let err = JournalFile::create(&path).unwrap_err();
        assert!(matches!(err, JournalFileError::Exists { .. }), "{err}");
        assert_eq!(JournalFile::open(&path).unwrap().text(), b"eins\n");
    }

    #[test]
    fn two_programs_do_not_write_one_journal() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("j");
        let mut first = JournalFile::create(&path).unwrap();
        first.append("eins").unwrap();
        let err = JournalFile::open(&path).unwrap_err();
        assert!(matches!(err, JournalFileError::Locked { .. }), "{err}");
        drop(first);
        JournalFile::open(&path).unwrap();
    }

    #[test]
    fn missing_journals_and_folders_are_said() {
        let folder = tempfile::tempdir().unwrap();
        let err = JournalFile::open(folder.path().join("j")).unwrap_err();
        assert!(matches!(err, JournalFileError::Missing { .. }), "{err}");
        let in_no_folder = read(&folder.path().join("no/j")).unwrap_err();
        assert!(matches!(in_no_folder, JournalFileError::Missing { .. }), "{in_no_folder}");
        let no_folder = JournalFile::create(folder.path().join("no/j")).unwrap_err();
        assert!(no_folder.to_string().starts_with("there is no folder"), "{no_folder}");
        std::fs::write(folder.path().join("file"), "").unwrap();
        let file = JournalFile::create(folder.path().join("file/in/j")).unwrap_err();
        assert!(file.to_string().contains("file is not a folder"), "{file}");
        for of_a_folder in [JournalFile::open(folder.path()).map(drop), read(folder.path()).map(drop)] {
            let err = of_a_folder.unwrap_err();
            assert!(err.to_string().ends_with("is a folder, expected a journal"), "{err}");
        }
    }

    #[test]
    fn a_line_break_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let mut journal = JournalFile::create(folder.path().join("j")).unwrap();
        let err = journal.append("a\nb").unwrap_err();
        assert!(matches!(err, JournalFileError::LineBreak { .. }), "{err}");
    }

    #[test]
    fn room_is_kept_until_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let mut journal = JournalFile::create(folder.path().join("j")).unwrap();
        let Some(reserve) = &journal.reserve else {
            println!("skipped: this file system keeps no room");
            return;
        };
        assert!(reserve.metadata().unwrap().blocks() * 512 >= RESERVE);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "it has no name");
        journal.free_reserve();
        assert!(journal.reserve.is_none());
    }

    #[test]
    fn a_full_disk_is_said_plainly() {
        let Ok(file) = OpenOptions::new().read(true).write(true).open("/dev/full") else {
            println!("skipped: there is no /dev/full here");
            return;
        };
        let path = PathBuf::from("/dev/full");
        let mut journal = JournalFile { file, path, text: Vec::new(), reserve: None, is_new: true };
        let err = journal.append("eins").unwrap_err();
        let text = err.to_string();
        assert!(text.starts_with("no room for the journal /dev/full, make some: "), "{text}");
        assert_eq!(journal.text, b"");
    }

    #[test]
    fn what_is_taken_away_is_written_anew() {
        let folder = tempfile::tempdir().unwrap();
        let (path, other) = (folder.path().join("j"), folder.path().join("other"));
        let mut journal = JournalFile::create(&path).unwrap();
        assert_eq!(journal.append("eins").unwrap(), Appended::InPlace);
        std::fs::remove_file(&path).unwrap();
        assert_eq!(journal.append("zwei").unwrap(), Appended::Rewritten);
        std::fs::rename(&path, &other).unwrap();
        assert_eq!(journal.append("drei").unwrap(), Appended::Rewritten);
        OpenOptions::new().write(true).open(&path).unwrap().set_len(3).unwrap();
        assert_eq!(journal.append("vier").unwrap(), Appended::Rewritten);
        assert_eq!(std::fs::read(&path).unwrap(), b"eins\nzwei\ndrei\nvier\n");
        assert_eq!(std::fs::read(&other).unwrap(), b"eins\nzwei\n", "and nobody writes there any more");
        // The new file is locked, too.
        assert!(matches!(JournalFile::open(&path), Err(JournalFileError::Locked { .. })));
        // Another program's file is not touched.
        std::fs::rename(&other, &path).unwrap();
        let taken = journal.append("fünf").unwrap_err();
        assert!(matches!(taken, JournalFileError::Replaced { .. }), "{taken}");
        assert_eq!(std::fs::read(&path).unwrap(), b"eins\nzwei\n");
        std::fs::remove_file(&path).unwrap();
        assert_eq!(journal.append("fünf").unwrap(), Appended::Rewritten);
        drop(folder);
        let gone = journal.append("sechs").unwrap_err();
        assert!(matches!(gone, JournalFileError::NoFolder { .. }), "{gone}");
    }

    #[test]
    fn after_a_cut_the_next_line_begins_clean() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("j");
        std::fs::write(&path, "eins\nzw").unwrap();
        let mut journal = JournalFile::open(&path).unwrap();
        assert_eq!(journal.text(), b"eins\nzw");
        journal.cut("eins\n".len()).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"eins\n");
        journal.append("x").unwrap();
        drop(journal);
        // A last line that lacks its end gets it with the next.
        std::fs::write(&path, "eins\nx").unwrap();
        let mut journal = JournalFile::open(&path).unwrap();
        journal.append("drei").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"eins\nx\ndrei\n");
    }
}
