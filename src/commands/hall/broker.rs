//! Runs a broker with what was prepared, in the foreground.

use std::{
    env,
    net::{Ipv4Addr, TcpListener},
    os::unix::process::CommandExt,
    path::{Path, PathBuf},
    process::Command,
};

use super::{ARBITER, CONFIGURATION, HallError};
use crate::{app::hall_access, hall::HallFile};

/// The broker's program, and where Debian puts it, out of an ordinary user's path.
const PROGRAM: &str = "mosquitto";
const SBIN: &str = "/usr/sbin/mosquitto";

/// A hall whose broker can be started.
pub struct ReadyBroker {
    program: PathBuf,
    folder: PathBuf,
    /// The hall as its arbiter knows it.
    pub hall: HallFile,
}

/// Looks whether a broker can be started in this folder.
///
/// # Errors
///
/// [`HallError`].
pub fn find(folder: &Path) -> Result<ReadyBroker, HallError> {
    if !folder.join(CONFIGURATION).is_file() {
        return Err(HallError::NoHall { folder: folder.to_owned() });
    }
    let hall = hall_access::read(&folder.join(ARBITER))?;
    let paths = env::var_os("PATH").unwrap_or_default();
    let program = env::split_paths(&paths).map(|path| path.join(PROGRAM)).chain([SBIN.into()]);
    let program = program.into_iter().find(|path| path.is_file()).ok_or(HallError::NoBroker)?;
    let port = hall.port;
    // Before the broker says it in words of its own.
    TcpListener::bind((Ipv4Addr::UNSPECIFIED, port))
        .map_err(|source| HallError::PortTaken { port, source })?;
    Ok(ReadyBroker { program, folder: folder.to_owned(), hall })
}

impl ReadyBroker {
    /// Becomes the broker, so that it gets every signal itself.
    ///
    /// # Errors
    ///
    /// Only if it cannot be started.
    pub fn run(self) -> HallError {
        let source = Command::new(self.program).args(["-c", CONFIGURATION]).current_dir(self.folder).exec();
        HallError::Start { source }
    }
}
