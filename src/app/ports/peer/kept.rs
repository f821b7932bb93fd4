//! What of a game between two peers is kept beside its journal: the code, the terms and both sheets.

use std::{
    io,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use crate::{
    files,
    language::Message,
    laws::ByColor,
    peer::{PeerCode, PeerEntry, PeerTerms},
};

/// The version of the file that is written and read.
const VERSION: u32 = 1;

/// What is kept. Only its owner can read the file, since the code is in it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct KeptPeer {
    version: u32,
    code: String,
    /// Whether both meet in a hall: then no code is needed.
    #[serde(default)]
    pub in_hall: bool,
    /// Whether this side listens, and proposed the terms.
    pub listens: bool,
    /// The port that is listened at, where this side listens.
    #[serde(default)]
    pub port: u16,
    /// Where the other side listens, where this one connects.
    #[serde(default)]
    pub place: String,
    /// The terms, once they are known.
    #[serde(default)]
    pub terms: Option<PeerTerms>,
    /// Whether both have agreed on them.
    #[serde(default)]
    pub is_agreed: bool,
    /// When this side last did something, in seconds since 1970.
    #[serde(default)]
    pub acted_at: Option<u64>,
    /// When its turn began.
    #[serde(default)]
    pub began_at: Option<u64>,
    /// White's sheet.
    #[serde(default)]
    pub white: Vec<PeerEntry>,
    /// Black's sheet.
    #[serde(default)]
    pub black: Vec<PeerEntry>,
}

/// A file beside a journal that cannot be used.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "kept-peer")]
pub enum KeptPeerError {
    /// It is not there, or cannot be read.
    File {
        /// Its path.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It holds something else, or is of another version.
    Unreadable {
        /// Its path.
        path: PathBuf,
    },
}

impl KeptPeer {
    /// Begins to keep a game with this code.
    pub fn new(code: &PeerCode, listens: bool, place: String) -> KeptPeer {
        KeptPeer {
            version: VERSION,
            code: code.groups().join(" "),
            in_hall: false,
            listens,
            port: 0,
            place,
            terms: None,
            is_agreed: false,
            acted_at: None,
            began_at: None,
            white: Vec::new(),
            black: Vec::new(),
        }
    }

    /// Begins to keep a game with somebody whom one meets in a hall, where no code is needed.
    pub fn in_hall(proposes: bool) -> KeptPeer {
        KeptPeer {
            version: VERSION,
            code: String::new(),
            in_hall: true,
            listens: proposes,
            port: 0,
            place: String::new(),
            terms: None,
            is_agreed: false,
            acted_at: None,
            began_at: None,
            white: Vec::new(),
            black: Vec::new(),
        }
    }

    /// Returns the path of the file beside a journal.
    pub fn path(journal: &Path) -> PathBuf {
        journal.with_extension("peer")
    }

    /// Reads what is kept.
    pub fn load(path: &Path) -> Result<KeptPeer, KeptPeerError> {
        let text =
            files::read_text(path).map_err(|source| KeptPeerError::File { path: path.to_owned(), source })?;
        let kept: Option<KeptPeer> = serde_json::from_str(&text).ok();
        kept.filter(|kept| kept.version == VERSION && (kept.in_hall || PeerCode::read(&kept.code).is_ok()))
            .ok_or_else(|| KeptPeerError::Unreadable { path: path.to_owned() })
    }

    /// Reads what is kept, if there is such a file.
    pub fn load_if_there(path: &Path) -> Result<Option<KeptPeer>, KeptPeerError> {
        match KeptPeer::load(path) {
            Err(KeptPeerError::File { source, .. }) if source.kind() == io::ErrorKind::NotFound => Ok(None),
            read => read.map(Some),
        }
    }

    /// Writes everything anew: a program that is killed leaves what was there before, or all of this.
    pub fn store(&self, path: &Path) -> io::Result<()> {
        files::replace_whole(path, &serde_json::to_vec(self).map_err(io::Error::other)?)
    }

    /// Returns the code.
    pub fn code(&self) -> Option<PeerCode> {
        PeerCode::read(&self.code).ok()
    }

    /// Returns both sheets.
    pub fn sheets(&self) -> ByColor<Vec<PeerEntry>> {
        ByColor { white: self.white.clone(), black: self.black.clone() }
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn only_its_owner_reads_it_and_what_was_kept_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = KeptPeer::path(&folder.path().join("2026-11-29.jsonl"));
        let code = PeerCode::of_random(&[1; 32]);
        for port in [1, 2] {
            let mut kept = KeptPeer::new(&code, true, String::new());
            kept.port = port;
            kept.store(&path).unwrap();
            let again = KeptPeer::load(&path).unwrap();
            assert_eq!((again.code(), again.port), (Some(code.clone()), port));
        }
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        std::fs::write(&path, "{}").unwrap();
        assert!(matches!(KeptPeer::load(&path), Err(KeptPeerError::Unreadable { .. })));
        std::fs::remove_file(&path).unwrap();
        assert!(matches!(KeptPeer::load(&path), Err(KeptPeerError::File { .. })));
    }
}
