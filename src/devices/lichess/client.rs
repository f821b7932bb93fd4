//! HTTP requests to the server: address, token, answer, error.

use std::{
    io::{BufRead, BufReader, Read},
    sync::Arc,
    time::Duration,
};

use serde::de::DeserializeOwned;
use ureq::{Agent, Body, http::Response};

use super::{AccessToken, LichessError, error::ForeignAnswer, wire::parse};
use crate::{language::Message, supervisor::Backoff};

/// The longest line or answer that is accepted.
const LONGEST: u64 = 4 << 20;

/// Time limits and pauses.
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// Silence after which a stream counts as dead; the server sends an empty line every seven seconds.
    pub silence: Duration,
    pub connect: Duration,
    /// The pause before a broken stream is opened again; it doubles with each failure, up to `retry_at_most`.
    pub retry: Duration,
    pub retry_at_most: Duration,
    /// The pause after too many requests, if the server names none.
    pub pause: Duration,
    /// The longest pause, even if the server wants a longer one.
    pub pause_at_most: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts {
            silence: Duration::from_secs(20),
            connect: Duration::from_secs(10),
            retry: Duration::from_secs(1),
            retry_at_most: Duration::from_secs(30),
            pause: Duration::from_secs(60),
            pause_at_most: Duration::from_secs(300),
        }
    }
}

impl Timeouts {
    /// Returns the pauses between attempts at one thing.
    pub fn backoff(&self) -> Backoff {
        Backoff::between(self.retry, self.retry_at_most)
    }
}

/// An address to which the token must not be sent.
#[derive(Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, "bad-address")]
pub struct BadAddress(#[message("found")] String);

/// A client with its token, for one server.
#[derive(Clone, Debug)]
pub struct Client {
    base: String,
    token: Arc<AccessToken>,
    agent: Agent,
    timeouts: Timeouts,
}

impl Client {
    pub fn new(base: &str, token: AccessToken, pace: Timeouts) -> Result<Client, BadAddress> {
        let base = base.trim_end_matches('/');
        let local = ["http://127.0.0.1", "http://localhost", "http://[::1]"];
        // Every request carries the token, so none goes unencrypted, except within this machine.
        let is_local = |plain: &str| {
            base.strip_prefix(plain).is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
        };
        let is_safe = base.strip_prefix("https://").is_some_and(|host| !host.is_empty());
        if !is_safe && !local.into_iter().any(is_local) || base.contains(['@', '?', '#', ' ']) {
            return Err(BadAddress(base.to_owned()));
        }
        Ok(Client { base: base.to_owned(), token: Arc::new(token), agent: agent(pace), timeouts: pace })
    }

    pub fn timeouts(&self) -> &Timeouts {
        &self.timeouts
    }

    /// Whether both have the same token.
    pub fn has_token_of(&self, other: &Client) -> bool {
        self.token == other.token
    }

    /// Returns a client whose connections can be closed without closing others.
    pub(super) fn with_own_connections(&self) -> Client {
        Client { agent: agent(self.timeouts), ..self.clone() }
    }

    /// Closes all connections, even while they are read.
    pub(super) fn close(&self) {
        self.agent.clone().shutdown();
    }

    /// Sends a GET request and reads the whole answer.
    pub fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, LichessError> {
        let request = self.agent.get(self.url(path)).header("Authorization", self.token.bearer());
        self.read_json(request.call()?)
    }

    /// Sends a POST request with a form and reads the whole answer.
    pub fn post<T: DeserializeOwned>(
        &self,
        path: &str,
        form: &[(String, String)],
    ) -> Result<T, LichessError> {
        self.read_json(self.send(path, form)?)
    }

    /// Sends a POST request with a text and reads the whole answer.
    pub(super) fn post_text<T: DeserializeOwned>(&self, path: &str, text: &str) -> Result<T, LichessError> {
        let request = self.agent.post(self.url(path)).header("Authorization", self.token.bearer());
        self.read_json(request.header("Content-Type", "text/plain; charset=utf-8").send(text)?)
    }

    /// Returns what the token allows; `None` if the server does not know it.
    pub fn test_token(&self) -> Result<Option<super::wire::TokenInfo>, LichessError> {
        let request = self.agent.post(self.url("/api/token/test")).header("Content-Type", "text/plain");
        let answer = request.send(self.token.secret())?;
        let mut all: std::collections::HashMap<String, Option<super::wire::TokenInfo>> =
            self.read_json(answer)?;
        Ok(all.remove(self.token.secret()).flatten())
    }

    /// Opens a stream of lines: with GET, or with POST and a form for a seek, which ends with its stream.
    pub(super) fn open(
        &self,
        path: &str,
        form: Option<&[(String, String)]>,
    ) -> Result<LineStream, LichessError> {
        let answer = match form {
            Some(form) => self.send(path, form)?,
            None => self.agent.get(self.url(path)).header("Authorization", self.token.bearer()).call()?,
        };
        let body = self.checked(answer)?;
        Ok(LineStream { body: BufReader::new(body.into_reader()), token: Arc::clone(&self.token) })
    }

    fn send(&self, path: &str, form: &[(String, String)]) -> Result<Response<Body>, LichessError> {
        let request = self.agent.post(self.url(path)).header("Authorization", self.token.bearer());
        Ok(match form {
            [] => request.send_empty()?,
            form => request.send_form(form.iter().map(|(name, value)| (name.as_str(), value.as_str())))?,
        })
    }

    fn url(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }

    fn read_json<T: DeserializeOwned>(&self, answer: Response<Body>) -> Result<T, LichessError> {
        let text = text(self.checked(answer)?)?;
        parse(text.as_bytes())
            .ok_or_else(|| LichessError::NotLichess(ForeignAnswer::Other { found: self.shortened(&text) }))
    }

    /// Returns the body of a successful answer, or the kind of error.
    fn checked(&self, answer: Response<Body>) -> Result<Body, LichessError> {
        let status = answer.status().as_u16();
        let header =
            |name: &str| answer.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
        let is_html = header("content-type").is_some_and(|kind| kind.contains("html"));
        let retry_after =
            header("retry-after").and_then(|seconds| seconds.parse().ok()).map(Duration::from_secs);
        let said = |body| {
            #[derive(serde::Deserialize)]
            struct ErrorBody {
                error: serde_json::Value,
            }
            let text = text(body).unwrap_or_default();
            match serde_json::from_str::<ErrorBody>(&text) {
                Ok(ErrorBody { error: serde_json::Value::String(error) }) => self.shortened(&error),
                Ok(ErrorBody { error }) => self.shortened(&error.to_string()),
                Err(_) => self.shortened(&text),
            }
        };
        let body = answer.into_body();
        Err(match status {
            200..=299 if !is_html => return Ok(body),
            401 => LichessError::TokenRefused,
            403 => LichessError::NoRight(said(body)),
            404 if !is_html => LichessError::NotFound(said(body)),
            // A server that wants a pause of a day would end the game.
            429 => LichessError::TooMany(
                retry_after.unwrap_or(self.timeouts.pause).min(self.timeouts.pause_at_most),
            ),
            400..=499 if !is_html => LichessError::Refused(said(body)),
            500..=599 => LichessError::Trouble(status),
            _ if is_html => LichessError::NotLichess(ForeignAnswer::WebPage { found: status }),
            _ => LichessError::NotLichess(ForeignAnswer::Status { found: status }),
        })
    }

    /// Returns the beginning of a server's text, in one line and without the token.
    fn shortened(&self, text: &str) -> String {
        shortened(&self.token.redact(text))
    }
}

fn shortened(text: &str) -> String {
    let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(120).collect();
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn text(body: Body) -> Result<String, LichessError> {
    let mut bytes = Vec::new();
    body.into_reader().take(LONGEST).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn agent(pace: Timeouts) -> Agent {
    Agent::config_builder()
        .http_status_as_error(false)
        // A redirection would send the token to another server.
        .max_redirects(0)
        .max_redirects_will_error(false)
        .timeout_connect(Some(pace.connect))
        .timeout_recv_response(Some(pace.silence))
        .timeout_per_read(Some(pace.silence))
        .timeout_per_write(Some(pace.silence))
        .user_agent(concat!("annabella/", env!("CARGO_PKG_VERSION")))
        .build()
        .new_agent()
}

/// The lines of a stream.
pub(super) struct LineStream {
    body: BufReader<ureq::BodyReader<'static>>,
    token: Arc<AccessToken>,
}

impl LineStream {
    /// Returns the next line that is not empty; `None` at the end.
    pub(super) fn next<T: DeserializeOwned>(&mut self) -> Result<Option<T>, LichessError> {
        loop {
            let mut line = Vec::new();
            (&mut self.body).take(LONGEST).read_until(b'\n', &mut line)?;
            if line.is_empty() {
                return Ok(None);
            }
            if line.last() != Some(&b'\n') && line.len() as u64 == LONGEST {
                return Err(LichessError::NotLichess(ForeignAnswer::EndlessLine));
            }
            if line.trim_ascii().is_empty() {
                continue;
            }
            let garbled = || {
                let found = shortened(&self.token.redact(&String::from_utf8_lossy(&line)));
                LichessError::NotLichess(ForeignAnswer::Other { found })
            };
            return parse(&line).map(Some).ok_or_else(garbled);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_sent_to_no_doubtful_address() {
        let token = || AccessToken::read("lip_x").unwrap();
        let client = |base| Client::new(base, token(), Timeouts::default());
        for base in
            ["https://lichess.org", "https://lichess.org/", "http://127.0.0.1:8080", "http://localhost:1"]
        {
            assert!(client(base).is_ok(), "{base}");
        }
        for base in [
            "http://lichess.org",
            "lichess.org",
            "https://",
            "https://me@evil.org",
            "http://127.0.0.1.evil.org",
            "http://localhost@evil.org",
            "ftp://x",
            "",
        ] {
            assert!(client(base).is_err(), "{base}");
        }
        let shown = format!("{:?}", client("https://lichess.org").unwrap());
        assert!(!shown.contains("lip_x"), "{shown}");
    }
}
