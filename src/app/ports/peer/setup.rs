//! What the settings say of a game with a peer: the terms that are proposed, and the file with the code.

use std::{
    io,
    net::Ipv4Addr,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    time::Duration,
};

use crate::{
    config::{PeerClock, Settings},
    devices::own_address::own_address,
    journal::Start,
    language::Message,
    laws::Color,
    peer::{CodeError, PeerCode, PeerTerms, ReflectionTime},
};

/// Returns the terms that this side proposes.
pub fn proposed_terms(settings: &Settings, start: &Start) -> io::Result<PeerTerms> {
    let game = crate::files::random()?[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(PeerTerms {
        game,
        white: start.white.clone(),
        black: start.black.clone(),
        host: if start.users.addresses(Color::Black) { Color::Black } else { Color::White },
        position: start.position.clone(),
        control: start.time_control.clone(),
        reflection: settings.days.map(|days| ReflectionTime { days, moves: ReflectionTime::MOVES }),
        ruleset: start.ruleset,
        draw_offers: start.draw_offers,
        competition: start.competition,
        keeper: match settings.peer_clock.unwrap_or_default() {
            PeerClock::Each => None,
            PeerClock::White => Some(Color::White),
            PeerClock::Black => Some(Color::Black),
        },
        allowance: settings.peer_way.map_or(PeerTerms::ALLOWANCE, Duration::from_secs),
    })
}

/// A file with a code that cannot be used.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "peer-code")]
pub enum CodeFileError {
    /// It cannot be read.
    File {
        /// Its path.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Others can read it.
    Readable {
        /// Its path.
        path: PathBuf,
    },
    /// It holds no code.
    #[message(transparent)]
    Code(#[from] CodeError),
}

/// In which variable of the environment the code may be.
const VARIABLE: &str = "ANNABELLA_PEER_CODE";

/// Returns the code of the file that is named, or else of the environment, if there is one: otherwise it is asked for.
pub fn given_code(file: Option<&Path>) -> Result<Option<PeerCode>, CodeFileError> {
    match (file, std::env::var(VARIABLE)) {
        (Some(file), _) => code_of_file(file).map(Some),
        (None, Ok(code)) if !code.trim().is_empty() => Ok(Some(PeerCode::read(&code)?)),
        (None, _) => Ok(None),
    }
}

/// Reads the code from a file that only its owner can read.
fn code_of_file(path: &Path) -> Result<PeerCode, CodeFileError> {
    let fails = |source| CodeFileError::File { path: path.to_owned(), source };
    let text = crate::files::read_text(path).map_err(fails)?;
    if std::fs::metadata(path).map_err(fails)?.permissions().mode() & 0o077 != 0 {
        return Err(CodeFileError::Readable { path: path.to_owned() });
    }
    Ok(PeerCode::read(&text)?)
}

/// Returns where this machine is found in its network, as far as it can be told without sending anything.
pub(super) fn own_place(port: u16) -> String {
    let address = own_address().unwrap_or(Ipv4Addr::LOCALHOST.into());
    format!("{address}:{port}")
}
