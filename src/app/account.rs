//! The account that games online are played with.

use std::path::PathBuf;

use crate::{
    config::{self, Settings},
    devices::lichess::{ADDRESS, AccessToken, BadAddress, Client, Timeouts, TokenError},
};

/// An account that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    #[error("no home folder to keep the account in")]
    NoFolder,
    #[error(transparent)]
    Token(#[from] TokenError),
    #[error(transparent)]
    Address(#[from] BadAddress),
}

/// Where its token is kept.
pub fn path() -> Result<PathBuf, AccountError> {
    config::account().ok_or(AccountError::NoFolder)
}

/// Who asks the server, with the token that is kept.
pub fn client(settings: &Settings) -> Result<Client, AccountError> {
    with(settings, AccessToken::load(&path()?)?)
}

/// Who asks the server, with this token.
pub fn with(settings: &Settings, token: AccessToken) -> Result<Client, AccountError> {
    let address = settings.lichess_url.as_deref().unwrap_or(ADDRESS);
    Ok(Client::new(address, token, Timeouts::default())?)
}
