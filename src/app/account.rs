//! The account for games online.

use std::path::PathBuf;

use crate::{
    config::{self, Settings},
    devices::lichess::{ADDRESS, AccessToken, BadAddress, Client, Timeouts, TokenError},
    language::Message,
};

/// An account that cannot be used.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "account")]
pub enum AccountError {
    NoFolder,
    #[message(transparent)]
    Token(#[from] TokenError),
    #[message(transparent)]
    Address(#[from] BadAddress),
}

/// Returns where the token is kept.
pub fn token_path() -> Result<PathBuf, AccountError> {
    config::account().ok_or(AccountError::NoFolder)
}

/// Returns a client with the token that is kept.
pub fn client(settings: &Settings) -> Result<Client, AccountError> {
    client_with(settings, AccessToken::load(&token_path()?)?)
}

/// Returns a client with this token.
pub fn client_with(settings: &Settings, token: AccessToken) -> Result<Client, AccountError> {
    let address = settings.lichess_url.as_deref().unwrap_or(ADDRESS);
    Ok(Client::new(address, token, Timeouts::default())?)
}
