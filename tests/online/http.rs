//! As much of HTTP as is needed: a request, an answer, and a stream of chunks that cut lines in two.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{Shutdown, TcpStream},
    thread,
    time::{Duration, Instant},
};

use serde_json::Value;

pub struct Request {
    pub method: String,
    /// With what was asked after the question mark.
    pub path: String,
    pub token: Option<String>,
    pub body: String,
    pub form: Vec<(String, String)>,
}

impl Request {
    pub fn read(connection: &TcpStream) -> Option<Request> {
        let mut reader = BufReader::new(connection);
        let mut first = String::new();
        reader.read_line(&mut first).ok()?;
        let mut words = first.split_whitespace();
        let (method, path) = (words.next()?.to_owned(), words.next()?.to_owned());
        let (mut length, mut token, mut is_form, mut is_chunked) = (0, None, false, false);
        loop {
            let mut header = String::new();
            reader.read_line(&mut header).ok()?;
            let Some((name, value)) = header.split_once(':') else { break };
            let value = value.trim();
            match name.to_lowercase().as_str() {
                "content-length" => length = value.parse().ok()?,
                "transfer-encoding" => is_chunked = value == "chunked",
                "authorization" => token = value.strip_prefix("Bearer ").map(str::to_owned),
                "content-type" => is_form = value.starts_with("application/x-www-form-urlencoded"),
                _ => {}
            }
        }
        assert!(!is_chunked, "a request in chunks");
        let mut body = vec![0; length];
        reader.read_exact(&mut body).ok()?;
        let body = String::from_utf8(body).ok()?;
        let pair = |pair: &str| pair.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
        let form = if is_form { body.split('&').filter_map(pair).collect() } else { Vec::new() };
        Some(Request { method, path, token, body, form })
    }
}

pub fn answer(mut connection: TcpStream, status: u16, body: &Value) {
    let body = body.to_string();
    // What is too much now is not too much in a second.
    let after = if status == 429 { "Retry-After: 1\r\n" } else { "" };
    let _ = write!(
        connection,
        "HTTP/1.1 {status} X\r\nContent-Type: application/json\r\n{after}Connection: close\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
}

/// A web page, as a captive portal or a proxy sends it.
pub fn page(mut connection: TcpStream) {
    let body = "<!DOCTYPE html><html><body>Please log in to the hotel's network</body></html>";
    let _ = write!(
        connection,
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
}

/// Lines as they come, in chunks.
pub struct Stream {
    connection: TcpStream,
    alive: Instant,
}

/// An empty line is sent this often; the service does so every seven seconds.
const KEEP_ALIVE: Duration = Duration::from_millis(500);

impl Stream {
    pub fn open(mut connection: TcpStream) -> Stream {
        let _ = connection.set_nodelay(true);
        let _ = write!(
            connection,
            "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n"
        );
        Stream { connection, alive: Instant::now() }
    }

    fn chunk(&mut self, text: &str) -> bool {
        write!(self.connection, "{:x}\r\n{text}\r\n", text.len())
            .and_then(|()| self.connection.flush())
            .is_ok()
    }

    /// A line, cut in two on its way.
    pub fn line(&mut self, line: &Value) {
        let line = format!("{line}\n");
        let half = (0..=line.len() / 2).rev().find(|at| line.is_char_boundary(*at)).unwrap_or(0);
        self.chunk(&line[..half]);
        thread::sleep(Duration::from_millis(5));
        self.chunk(&line[half..]);
    }

    /// Whether somebody still reads.
    pub fn keep_alive(&mut self) -> bool {
        if self.alive.elapsed() < KEEP_ALIVE {
            return true;
        }
        self.alive = Instant::now();
        self.chunk("\n")
    }

    /// Breaks off in the middle of a line.
    pub fn cut(mut self) {
        self.chunk(r#"{"type":"gameSta"#);
        let _ = self.connection.shutdown(Shutdown::Both);
    }

    pub fn end(mut self) {
        let _ = write!(self.connection, "0\r\n\r\n");
    }
}
