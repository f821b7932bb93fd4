//! A file of lines that is only ever added to, and survives a power cut.
//!
//! A line is on the disk when [`JournalFile::append`] returns. Whatever a
//! crash leaves behind it is at most one torn line, which opening cuts off.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

/// A journal on the disk, locked against other programs while it is open.
#[derive(Debug)]
pub struct JournalFile {
    file: File,
    path: PathBuf,
    /// Bytes of whole lines; the next line begins here.
    len: u64,
}

/// What a crash left at the end of a journal; it has been cut off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TornLine {
    /// The line's number, counted from 1.
    pub number: usize,
    /// What there was of it, with replacement characters where it was no text.
    pub text: String,
}

/// Why a journal could not be created, opened or added to.
#[derive(Debug, thiserror::Error)]
pub enum JournalFileError {
    #[error("the journal {path} exists already, choose another name or resume it")]
    Exists { path: PathBuf },
    #[error("there is no journal {path}")]
    Missing { path: PathBuf },
    #[error("another program is writing the journal {path}, close that one")]
    Locked { path: PathBuf },
    #[error("the disk of the journal {path} is full, make room")]
    DiskFull { path: PathBuf },
    #[error("no permission for the journal {path}, choose another folder")]
    Forbidden { path: PathBuf },
    #[error("line {number} of the journal {path} is no text, the file is damaged")]
    Damaged { path: PathBuf, number: usize },
    #[error("a journal line must not contain a line break, found {line:?}")]
    LineBreak { line: String },
    #[error("the journal {path}: {source}")]
    Io { path: PathBuf, source: io::Error },
}

impl JournalFileError {
    /// Whether the same call may succeed later with nothing else changed than
    /// room made or the other program closed.
    pub fn waiting_helps(&self) -> bool {
        matches!(self, Self::DiskFull { .. } | Self::Locked { .. })
    }
}

impl JournalFile {
    /// Creates an empty journal, and never overwrites one.
    ///
    /// # Errors
    /// [`JournalFileError::Exists`] when the path is taken.
    pub fn create(path: impl Into<PathBuf>) -> Result<Self, JournalFileError> {
        let path = path.into();
        let error = |source| because(&path, source);
        let file = OpenOptions::new().read(true).write(true).create_new(true).open(&path).map_err(error)?;
        lock(&file, &path)?;
        // The name itself must be on the disk, not only what is in the file.
        file.sync_all().map_err(error)?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(error)?;
        Ok(Self { file, path, len: 0 })
    }

    /// Opens a journal to go on with it: its lines, and what was torn.
    ///
    /// A last line without its end, or one that is no text (as a power cut
    /// can leave it: zero bytes), is cut off.
    ///
    /// # Errors
    /// [`JournalFileError::Damaged`] when a line before the last one is no text.
    pub fn open(path: impl Into<PathBuf>) -> Result<(Self, Vec<String>, Option<TornLine>), JournalFileError> {
        let path = path.into();
        let error = |source| because(&path, source);
        let mut file = OpenOptions::new().read(true).write(true).open(&path).map_err(error)?;
        lock(&file, &path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(error)?;
        let (lines, torn) =
            split(&bytes).map_err(|number| JournalFileError::Damaged { path: path.clone(), number })?;
        let len = lines.iter().map(|line| line.len() as u64 + 1).sum();
        if torn.is_some() {
            file.set_len(len).map_err(error)?;
            file.sync_all().map_err(error)?;
        }
        Ok((Self { file, path, len }, lines, torn))
    }

    /// Adds a line and returns when it is on the disk.
    ///
    /// # Errors
    /// After an error the journal is as it was before, and the same line can
    /// be tried again.
    pub fn append(&mut self, line: &str) -> Result<(), JournalFileError> {
        if line.contains(['\n', '\0']) {
            return Err(JournalFileError::LineBreak { line: line.to_owned() });
        }
        let mut bytes = Vec::with_capacity(line.len() + 1);
        bytes.extend_from_slice(line.as_bytes());
        bytes.push(b'\n');
        let written = self.file.write_all_at(&bytes, self.len).and_then(|()| self.file.sync_data());
        if let Err(source) = written {
            // Should this fail too, the next line overwrites what is there,
            // and opening cuts off the rest.
            let _ = self.file.set_len(self.len);
            return Err(because(&self.path, source));
        }
        self.len += bytes.len() as u64;
        Ok(())
    }

    /// Where the journal is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Whole lines and the torn rest; `Err` is the number of a damaged line.
fn split(bytes: &[u8]) -> Result<(Vec<String>, Option<TornLine>), usize> {
    let mut lines = Vec::new();
    let mut rest = bytes;
    while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
        match text(&rest[..end]) {
            Some(line) => lines.push(line.to_owned()),
            None if end + 1 == rest.len() => break,
            None => return Err(lines.len() + 1),
        }
        rest = &rest[end + 1..];
    }
    let torn = (!rest.is_empty()).then(|| TornLine {
        number: lines.len() + 1,
        text: String::from_utf8_lossy(rest).trim_end_matches(['\n', '\0']).to_owned(),
    });
    Ok((lines, torn))
}

fn text(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok().filter(|line| !line.contains('\0'))
}

fn lock(file: &File, path: &Path) -> Result<(), JournalFileError> {
    file.try_lock().map_err(|err| match err {
        TryLockError::WouldBlock => JournalFileError::Locked { path: path.to_owned() },
        TryLockError::Error(source) => because(path, source),
    })
}

fn because(path: &Path, source: io::Error) -> JournalFileError {
    let path = path.to_owned();
    match source.kind() {
        ErrorKind::AlreadyExists => JournalFileError::Exists { path },
        ErrorKind::NotFound => JournalFileError::Missing { path },
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            JournalFileError::DiskFull { path }
        }
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => JournalFileError::Forbidden { path },
        _ => JournalFileError::Io { path, source },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lines_come_back_as_they_were_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("spiel.journal");
        let mut journal = JournalFile::create(&path).unwrap();
        journal.append("eins").unwrap();
        journal.append("").unwrap();
        journal.append("L\u{e4}ufer").unwrap();
        drop(journal);
        let (mut journal, lines, torn) = JournalFile::open(&path).unwrap();
        assert_eq!(lines, ["eins", "", "L\u{e4}ufer"]);
        assert_eq!(torn, None);
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
        assert_eq!(JournalFile::open(&path).unwrap().1, ["eins"]);
    }

    #[test]
    fn two_programs_do_not_write_one_journal() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("j");
        let first = JournalFile::create(&path).unwrap();
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
        let err = JournalFile::create(folder.path().join("no/j")).unwrap_err();
        assert!(matches!(err, JournalFileError::Missing { .. }), "{err}");
    }

    #[test]
    fn a_line_break_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let mut journal = JournalFile::create(folder.path().join("j")).unwrap();
        let err = journal.append("a\nb").unwrap_err();
        assert!(matches!(err, JournalFileError::LineBreak { .. }), "{err}");
    }

    #[test]
    fn a_full_disk_is_said_plainly() {
        let Ok(file) = OpenOptions::new().read(true).write(true).open("/dev/full") else {
            println!("skipped: there is no /dev/full here");
            return;
        };
        let path = PathBuf::from("/dev/full");
        let mut journal = JournalFile { file, path, len: 0 };
        let err = journal.append("eins").unwrap_err();
        assert_eq!(err.to_string(), "the disk of the journal /dev/full is full, make room");
        assert_eq!(journal.len, 0);
    }

    #[test]
    fn torn_ends_are_cut_off() {
        check(b"", &[], None);
        check(b"a\nb\n", &["a", "b"], None);
        check(b"a\nb", &["a"], Some((2, "b")));
        check(b"torn", &[], Some((1, "torn")));
        check(b"a\n\0\0\0", &["a"], Some((2, "")));
        check(b"a\nb\0\0\n", &["a"], Some((2, "b")));
        check(b"a\nb\xc3\n", &["a"], Some((2, "b\u{fffd}")));
        check(b"a\nb\xc3", &["a"], Some((2, "b\u{fffd}")));
        assert_eq!(split(b"a\nb\xff\nc\n"), Err(2));
    }

    #[test]
    fn after_a_cut_the_next_line_begins_clean() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("j");
        std::fs::write(&path, "eins\nzw").unwrap();
        let (mut journal, lines, torn) = JournalFile::open(&path).unwrap();
        assert_eq!(lines, ["eins"]);
        let torn = torn.unwrap();
        assert_eq!((torn.number, torn.text.as_str()), (2, "zw"));
        journal.append("x").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"eins\nx\n");
    }

    proptest! {
        #[test]
        fn a_cut_anywhere_costs_only_the_torn_line(
            lines in proptest::collection::vec("[^\n\0]{0,12}", 0..8),
            at in any::<prop::sample::Index>(),
        ) {
            let whole: String = lines.iter().map(|line| format!("{line}\n")).collect();
            let cut = at.index(whole.len() + 1);
            let (kept, torn) = split(&whole.as_bytes()[..cut]).unwrap();
            prop_assert_eq!(&kept[..], &lines[..kept.len()]);
            let bytes: usize = kept.iter().map(|line| line.len() + 1).sum();
            prop_assert_eq!(torn.is_some(), bytes < cut);
        }
    }

    fn check(bytes: &[u8], lines: &[&str], torn: Option<(usize, &str)>) {
        let torn = torn.map(|(number, text)| TornLine { number, text: text.to_owned() });
        let lines = lines.iter().map(|line| (*line).to_owned()).collect();
        assert_eq!(split(bytes), Ok((lines, torn)));
    }
}
