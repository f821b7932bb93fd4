//! Keeps, checks and removes the account for games online.

use std::io::{self, BufRead, IsTerminal};

use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};

use super::error::CommandError;
use crate::{
    app::account,
    config::Settings,
    devices::{
        lichess::{self, AccessToken, LichessError, wire::AccountInfo},
        printer::Printer,
    },
    language::{Catalogue, Failure},
};

/// The server's page for a new token, with the right scope ticked.
const MAKE: &str = "https://lichess.org/account/oauth/token/create?scopes[]=board:play&description=annabella";

/// Asks for a token, which is not shown, and keeps it if the server knows it or cannot be asked.
pub fn keep(settings: &Settings, printer: &Printer, words: &Catalogue) -> Result<(), Failure> {
    let path = account::token_path()?;
    let stdin = io::stdin();
    if stdin.is_terminal() {
        printer.line(&words.say("account-make", &[("address", &MAKE)]));
        printer.line(&words.say("account-enter", &[]));
    }
    let token = AccessToken::read(&unseen()?)?;
    let client = account::client_with(settings, token.clone())?;
    match client.test_token() {
        Ok(None) => Err(CommandError::UnknownToken.into()),
        Ok(Some(info)) => {
            token.store(&path)?;
            let rights = info.scopes.unwrap_or_default();
            let account = told(info.user_id.as_deref(), &rights, words);
            printer.line(&words.say("account-kept", &[("path", &path.display()), ("account", &account)]));
            may_play(&rights)
        }
        Err(fault) if fault.waiting_helps() => {
            token.store(&path)?;
            let fault = words.render(&fault);
            printer.line(&words.say("account-untried", &[("path", &path.display()), ("fault", &fault)]));
            Ok(())
        }
        Err(fault) => Err(fault.into()),
    }
}

/// Asks the server whose account it is and what it may do.
pub fn check(settings: &Settings, printer: &Printer, words: &Catalogue) -> Result<(), Failure> {
    let client = account::client(settings)?;
    let info = client.test_token()?.ok_or(LichessError::TokenRefused)?;
    let account: AccountInfo = client.get("/api/account")?;
    let rights = info.scopes.unwrap_or_default();
    printer.line(&told(Some(&account.username), &rights, words));
    may_play(&rights)
}

/// Removes the token from this machine.
pub fn forget(printer: &Printer, words: &Catalogue) -> Result<(), Failure> {
    let path = account::token_path()?;
    let id = if AccessToken::remove(&path)? { "account-forgotten" } else { "account-none" };
    printer.line(&words.say(id, &[]));
    Ok(())
}

/// Returns whose account it is, and what it may do.
fn told(user: Option<&str>, rights: &str, words: &Catalogue) -> String {
    let user = user.map_or_else(|| words.say("account-nobody", &[]), str::to_owned);
    let rights = if rights.is_empty() { words.say("account-nothing", &[]) } else { rights.to_owned() };
    words.say("account-of", &[("user", &user), ("rights", &rights)])
}

fn may_play(rights: &str) -> Result<(), Failure> {
    let may = rights.split(',').any(|right| right == lichess::PLAY);
    if may { Ok(()) } else { Err(CommandError::NoRight { right: lichess::PLAY }.into()) }
}

/// Reads a line of standard input, which a terminal does not echo.
fn unseen() -> Result<String, Failure> {
    let stdin = io::stdin();
    let shown = tcgetattr(&stdin).ok();
    if let Some(mut hidden) = shown.clone() {
        hidden.local_modes &= !(LocalModes::ECHO | LocalModes::ECHONL);
        tcsetattr(&stdin, OptionalActions::Now, &hidden)
            .map_err(|errno| CommandError::TokenShown { source: errno.into() })?;
    }
    let mut line = String::new();
    let read = stdin.lock().read_line(&mut line);
    if let Some(shown) = shown {
        tcsetattr(&stdin, OptionalActions::Now, &shown)
            .map_err(|errno| CommandError::TokenHidden { source: errno.into() })?;
    }
    read.map_err(|source| CommandError::TokenUnread { source })?;
    Ok(line)
}
