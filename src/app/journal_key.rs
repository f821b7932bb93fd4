//! The key with which journals are sealed, if the user has made one.

use std::{
    fs::{File, Permissions},
    io::{self, Read, Write},
    os::unix::fs::PermissionsExt,
    path::PathBuf,
};

use crate::{config, files, journal::JournalKey, language::Message};

/// A key that cannot be used or made.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "journal-key")]
pub enum KeyError {
    NoFolder,
    /// The file holds no key.
    NoKey {
        path: PathBuf,
    },
    File {
        path: PathBuf,
        source: io::Error,
    },
}

/// Returns the key, if there is one.
pub fn own() -> Result<Option<JournalKey>, KeyError> {
    let Some(path) = config::journal_key() else { return Ok(None) };
    match files::read_text(&path) {
        Ok(text) => JournalKey::read(&text).map(Some).ok_or(KeyError::NoKey { path }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(KeyError::File { path, source }),
    }
}

/// Makes a key, which replaces none.
pub fn make() -> Result<(JournalKey, PathBuf), KeyError> {
    let path = config::journal_key().ok_or(KeyError::NoFolder)?;
    let fails = |source| KeyError::File { path: path.clone(), source };
    let mut random = [0; 32];
    File::open("/dev/urandom").and_then(|mut source| source.read_exact(&mut random)).map_err(fails)?;
    let key = JournalKey::new(random);
    let folder = path.parent().unwrap_or(&path);
    files::create_folder(folder).map_err(fails)?;
    let mut file = tempfile::Builder::new()
        .prefix(".key")
        .permissions(Permissions::from_mode(0o600))
        .tempfile_in(folder)
        .map_err(fails)?;
    writeln!(file, "{}", key.digits()).and_then(|()| file.as_file().sync_all()).map_err(fails)?;
    file.persist_noclobber(&path).map_err(|failed| fails(failed.error))?;
    Ok((key, path))
}
