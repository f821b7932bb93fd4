//! The key with which journals are sealed, if the user has made one.

use std::{io, path::PathBuf};

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
    let key = JournalKey::new(files::random().map_err(fails)?);
    files::create_whole(&path, format!("{}\n", key.digits()).as_bytes()).map_err(fails)?;
    Ok((key, path))
}
