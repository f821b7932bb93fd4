//! The personal access token, which is sent only to the server.

use std::{
    fmt, fs,
    io::{self, Write},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

use crate::language::Message;

/// The longest token.
const LONGEST: usize = 512;

/// An access token. No message contains it, and it is hidden wherever it could be printed.
#[derive(Clone, PartialEq, Eq)]
pub struct AccessToken(String);

/// A token that cannot be used.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "token")]
pub enum TokenError {
    NoToken,
    None,
    Readable(#[message("path")] PathBuf),
    File { path: PathBuf, source: io::Error },
}

impl AccessToken {
    /// Reads a token that was typed or piped in.
    pub fn read(text: &str) -> Result<AccessToken, TokenError> {
        let text = text.trim();
        let is_word = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.~+/=".contains(&byte));
        match text.len() {
            1..=LONGEST if is_word => Ok(AccessToken(text.to_owned())),
            _ => Err(TokenError::NoToken),
        }
    }

    /// Loads the token from a file that only its owner can read.
    pub fn load(path: &Path) -> Result<AccessToken, TokenError> {
        let fails = |source| TokenError::File { path: path.to_owned(), source };
        let text = match fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(TokenError::None),
            text => text.map_err(fails)?,
        };
        let mode = fs::metadata(path).map_err(fails)?.permissions().mode();
        if mode & 0o077 != 0 {
            return Err(TokenError::Readable(path.to_owned()));
        }
        AccessToken::read(&text)
    }

    /// Stores the token in a file that only its owner can read, from the first byte on.
    pub fn store(&self, path: &Path) -> Result<(), TokenError> {
        let fails = |source| TokenError::File { path: path.to_owned(), source };
        let folder = path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder).map_err(fails)?;
        // `tempfile` makes it with mode 0600.
        let mut file = tempfile::Builder::new().prefix(".token").tempfile_in(folder).map_err(fails)?;
        writeln!(file, "{}", self.0).map_err(fails)?;
        file.as_file().sync_all().map_err(fails)?;
        file.persist(path).map_err(|failed| fails(failed.error))?;
        Ok(())
    }

    /// Removes the token's file; returns whether there was one.
    pub fn remove(path: &Path) -> Result<bool, TokenError> {
        match fs::remove_file(path) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(source) => Err(TokenError::File { path: path.to_owned(), source }),
        }
    }

    /// Returns the value of the header `Authorization`.
    pub(super) fn bearer(&self) -> String {
        format!("Bearer {}", self.0)
    }

    /// Returns the plain token, for the request that tests it.
    pub(super) fn secret(&self) -> &str {
        &self.0
    }

    /// Removes the token from a server's text.
    pub(super) fn redact(&self, text: &str) -> String {
        text.replace(&self.0, "(token)")
    }
}

impl fmt::Debug for AccessToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(hidden)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_its_owner_reads_it_and_nothing_prints_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/lichess.token");
        let token = AccessToken::read(" lip_secret123\n").unwrap();
        token.store(&path).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(AccessToken::load(&path).unwrap(), token);
        assert_eq!(format!("{token:?} {:#?}", Some(&token)).matches("secret").count(), 0);
        assert_eq!(token.redact("you sent lip_secret123"), "you sent (token)");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        assert!(matches!(AccessToken::load(&path), Err(TokenError::Readable(_))));
        assert!(AccessToken::remove(&path).unwrap() && !AccessToken::remove(&path).unwrap());
        assert!(matches!(AccessToken::load(&path), Err(TokenError::None)));
    }

    #[test]
    fn what_is_no_token_is_not_shown_either() {
        for text in ["", "  ", "two words", "lip_ü", &"x".repeat(513), "lip\nX-Header: y"] {
            let error = AccessToken::read(text).unwrap_err().to_string();
            assert!(!error.contains("two words") && !error.contains("X-Header"), "{error}");
        }
    }
}
