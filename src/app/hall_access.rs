//! How a hall is come into with a hall file.

use std::{
    io,
    path::{Path, PathBuf},
};

use crate::{
    devices::hall::{HallMessage, HallOptions},
    files,
    hall::{HallFile, HallFileError, HallRole},
    language::Message,
};

/// Why a hall cannot be come into.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "hall-access")]
pub enum HallAccessError {
    File { path: PathBuf, reason: HallFileError },
    Read { path: PathBuf, source: io::Error },
    Thread { source: io::Error },
}

/// Reads a hall file.
pub fn read(path: &Path) -> Result<HallFile, HallAccessError> {
    let text =
        files::read_text(path).map_err(|source| HallAccessError::Read { path: path.to_owned(), source })?;
    HallFile::read(&text).map_err(|reason| HallAccessError::File { path: path.to_owned(), reason })
}

/// Reads the hall file of a board; returns its number too.
pub fn of_board(path: &Path) -> Result<(HallFile, u16), HallAccessError> {
    let file = read(path)?;
    let board = file.for_board().map_err(|reason| HallAccessError::File { path: path.to_owned(), reason })?;
    Ok((file, board))
}

/// Reads the hall file of a board, or of a player who meets another one.
pub fn of_player_or_board(path: &Path) -> Result<HallFile, HallAccessError> {
    let file = read(path)?;
    if file.role != HallRole::Player {
        file.for_board().map_err(|reason| HallAccessError::File { path: path.to_owned(), reason })?;
    }
    Ok(file)
}

/// Reads the hall file, if it is that of a player who meets another one there. A board's is read when the hall is come into.
pub fn player_of(path: Option<&Path>) -> Result<Option<HallFile>, HallAccessError> {
    let Some(path) = path else { return Ok(None) };
    let text = files::read_text(path);
    let file = text.ok().and_then(|text| HallFile::read(&text).ok());
    Ok(file.filter(|file| file.role == HallRole::Player))
}

/// Reads the hall file of somebody in this role.
pub fn of_role(path: &Path, role: HallRole) -> Result<HallFile, HallAccessError> {
    let file = read(path)?;
    file.for_role(role).map_err(|reason| HallAccessError::File { path: path.to_owned(), reason })?;
    Ok(file)
}

/// Returns what a line to the hall needs, that follows these topics and leaves this message behind.
pub fn line_options(file: &HallFile, topics: Vec<String>, will: Option<HallMessage>) -> HallOptions {
    HallOptions {
        hosts: file.hosts.clone(),
        port: file.port,
        user: file.user.clone(),
        password: file.password.clone(),
        authority: file.authority.clone(),
        will,
        topics,
    }
}
