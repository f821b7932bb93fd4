//! The score of a game, left beside its journal.
//!
//! It is made from the record in memory, so it does not depend on the journal file. It overwrites no file but the score
//! that an earlier session of the same game left.

use std::{
    fs::{self, Permissions},
    io::{self, ErrorKind, Write},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

use super::export;
use crate::{files, journal::Record};

/// The score as it was when the session began.
pub struct EarlierScore(String);

impl EarlierScore {
    pub fn of(record: &Record) -> EarlierScore {
        EarlierScore(export::pgn(record))
    }

    /// Whether the file at `path` is this score, and not a link.
    fn is_at(&self, path: &Path) -> bool {
        let is_file = fs::symlink_metadata(path).is_ok_and(|found| found.is_file());
        is_file && files::read_text(path).is_ok_and(|text| text == self.0)
    }
}

/// Writes the score beside `journal`, under the first free name: `opera.pgn`, `opera-2.pgn`. It is on the disk when
/// this returns.
///
/// # Errors
///
/// If the folder cannot be written to.
pub fn leave(record: &Record, earlier: Option<&EarlierScore>, journal: &Path) -> io::Result<PathBuf> {
    let folder = journal.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new()
        .prefix(".score")
        .permissions(Permissions::from_mode(0o600))
        .tempfile_in(folder)?;
    file.write_all(export::pgn(record).as_bytes())?;
    file.as_file().sync_all()?;
    let stem = journal.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let numbered = (2_u32..).map(|number| format!("{stem}-{number}.pgn"));
    for name in std::iter::once(format!("{stem}.pgn")).chain(numbered) {
        let path = folder.join(name);
        if earlier.is_some_and(|earlier| earlier.is_at(&path)) {
            return file.persist(&path).map(|_| path).map_err(|failed| failed.error);
        }
        match file.persist_noclobber(&path) {
            Ok(_) => return Ok(path),
            Err(failed) if failed.error.kind() == ErrorKind::AlreadyExists => file = failed.file,
            Err(failed) => return Err(failed.error),
        }
    }
    unreachable!("there is always another number")
}
