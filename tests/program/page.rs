//! The page, attacked from the network: other sites, guesses, floods, viewers that read nothing. The game goes on.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpStream},
    process::Child,
    sync::mpsc::{Receiver, channel},
    time::Duration,
};

use rustix::process::{Pid, Resource, Rlimit, prlimit};
use tungstenite::{Message, client::IntoClientRequest};

use crate::binary::Home;

/// Far longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(120);

/// A game with a page.
pub struct Game {
    pub child: Child,
    pub lines: Receiver<String>,
    served: Served,
    /// The codes of the table and of the spectators.
    pub codes: [String; 2],
    _home: Home,
}

impl Game {
    pub fn start(options: &[&str]) -> Game {
        let home = Home::new();
        let fixed =
            ["play", "--web", "127.0.0.1:0", "--web-seat", "table", "--language", "en", "--confirm", "never"];
        let mut child = home.start(&[&fixed[..], options].concat());
        let output = BufReader::new(child.stdout.take().unwrap());
        let (told, lines) = channel();
        std::thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| told.send(line)));
        let links: Vec<String> = std::iter::from_fn(|| Some(lines.recv_timeout(PATIENCE).expect("a page")))
            .filter_map(|line| {
                Some(line.strip_prefix("page: ")?.split_once("http://")?.1.split_once(',')?.0.to_owned())
            })
            .take(2)
            .collect();
        let split = |link: &String| {
            link.split_once("/#").map(|(address, code)| (address.to_owned(), code.to_owned())).unwrap()
        };
        let address = split(&links[0]).0.parse().unwrap();
        Game {
            child,
            lines,
            served: Served { address },
            codes: [split(&links[0]).1, split(&links[1]).1],
            _home: home,
        }
    }

    /// Types a line at the table and waits for what is said.
    pub fn type_line(&mut self, line: &str, expected: &str) {
        writeln!(self.child.stdin.as_mut().unwrap(), "{line}").unwrap();
        loop {
            let told = self.lines.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("never told: {expected}"));
            if told.starts_with("say: ") && told.contains(expected) {
                return;
            }
        }
    }
}

/// Where a page is served.
pub struct Served {
    pub address: SocketAddr,
}

impl std::ops::Deref for Game {
    type Target = Served;

    fn deref(&self) -> &Served {
        &self.served
    }
}

impl Served {
    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends a request as it stands and returns its answer.
    pub fn send(&self, request: &str) -> String {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        // A server may close what it does not want to read.
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// Sends a request as it stands and returns the status of its answer.
    fn status(&self, request: &str) -> u16 {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).unwrap();
        let mut line = String::new();
        BufReader::new(stream).read_line(&mut line).unwrap();
        line.split(' ')
            .nth(1)
            .and_then(|code| code.parse().ok())
            .unwrap_or_else(|| panic!("{request:?}: {line:?}"))
    }

    /// Tries a code; returns the status and the cookie.
    pub fn enter(&self, code: &str) -> (u16, Option<String>) {
        let host = self.address;
        let answer = self.send(&format!(
            "POST /enter HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{code}",
            code.len()
        ));
        let cookie = answer.lines().find_map(|line| line.strip_prefix("set-cookie: ")?.split(';').next());
        (answer.split(' ').nth(1).unwrap().parse().unwrap(), cookie.map(str::to_owned))
    }

    /// Follows the state of a seat.
    pub fn follow(&self, cookie: &str) -> Result<tungstenite::WebSocket<TcpStream>, u16> {
        let mut request = format!("ws://{}/live", self.address).into_client_request().unwrap();
        let headers = request.headers_mut();
        headers.insert("Cookie", cookie.parse().unwrap());
        headers.insert("Origin", format!("http://{}", self.address).parse().unwrap());
        match tungstenite::client(request, self.connect()) {
            Ok((socket, _)) => Ok(socket),
            Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(answer))) => {
                Err(answer.status().as_u16())
            }
            Err(error) => panic!("{error}"),
        }
    }
}

impl Drop for Game {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn who_has_entered_stays_when_another_game_follows() {
    let home = Home::new();
    let play =
        ["play", "--web", "127.0.0.1:0", "--web-seat", "table", "--language", "en", "--confirm", "never"];
    let output = home.run(&[&play[..], &["--text", "-"]].concat(), "e4\nnew game\nyes\nd4\n");
    let told = crate::binary::text(&output.stdout);
    let codes: Vec<&str> = told
        .lines()
        .filter_map(|line| line.strip_prefix("page: ")?.split_once("/#")?.1.split([',', ' ']).next())
        .collect();
    assert!(codes.len() == 4 && codes[..2] == codes[2..], "{told}");
}

#[test]
fn other_sites_get_nothing() {
    let game = Game::start(&[]);
    let host = game.address;
    let (_, cookie) = game.enter(&game.codes[0]);
    let cookie = cookie.unwrap();
    let get =
        |path: &str, headers: &str| format!("GET {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n");
    for path in ["/", "/page.js", "/board.js", "/spoken.js", "/page.css", "/favicon.ico"] {
        let answer = game.send(&get(path, &format!("Host: {host}\r\n")));
        assert!(answer.starts_with("HTTP/1.1 200"), "{path}: {answer}");
        for header in [
            "content-security-policy: default-src 'none'",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
        ] {
            assert!(answer.contains(header), "{path}: {header}");
        }
        for code in &game.codes {
            assert!(!answer.contains(code), "{path} has a code");
        }
    }
    assert_eq!(game.status(&get("/../etc/passwd", &format!("Host: {host}\r\n"))), 404);
    for foreign in ["evil.example", "evil.example:80", "", "127.0.0.1", "127.0.0.1:1"] {
        let headers = format!("Host: {foreign}\r\nCookie: {cookie}\r\n");
        assert_eq!(game.status(&get("/live", &headers)), 421, "{foreign}");
    }
    let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";
    for origin in
        ["", "Origin: null\r\n", "Origin: http://evil.example\r\n", "Origin: http://localhost:1\r\n"]
    {
        let request =
            format!("GET /live HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n{origin}{upgrade}\r\n");
        assert_eq!(game.status(&request), 403, "{origin:?}");
        let request = format!(
            "POST /enter HTTP/1.1\r\nHost: {host}\r\n{origin}Connection: close\r\nContent-Length: 6\r\n\r\n{}",
            game.codes[0]
        );
        assert_eq!(game.status(&request), 403, "{origin:?}");
    }
    // Without a pass, or with a forged one, nothing is seen.
    for wrong in ["", "annabella=1", &cookie.replace("0.", "1."), &cookie[..cookie.len() - 1]] {
        assert_eq!(game.follow(if wrong.is_empty() { "x=y" } else { wrong }).unwrap_err(), 401, "{wrong}");
    }
}

#[test]
fn who_guesses_codes_is_made_to_wait() {
    let mut game = Game::start(&[]);
    let mut refused = 0;
    let wrong: Vec<String> =
        (0..40).map(|n| format!("{n:06}")).filter(|code| !game.codes.contains(code)).collect();
    for code in &wrong {
        match game.enter(code) {
            (403, None) => refused += 1,
            (429, None) => {}
            other => panic!("{code}: {other:?}"),
        }
    }
    assert!((5..12).contains(&refused), "{refused} of {} were tried", wrong.len());
    game.type_line("e4", "Pawn Eva two Eva four");
}

#[test]
fn floods_and_deaf_viewers_hold_nothing_up() {
    let mut game = Game::start(&[]);
    let table = game.enter(&game.codes[0]).1.unwrap();
    let view = game.enter(&game.codes[1]).1.unwrap();
    // Half a request each, never finished.
    let half_open: Vec<TcpStream> = (0..100)
        .filter_map(|_| {
            let mut stream = TcpStream::connect(game.address).ok()?;
            stream.write_all(b"GET / HTTP/1.1\r\nHost: ").ok()?;
            Some(stream)
        })
        .collect();
    // Viewers that read nothing; there is room for so many, and no more.
    let mut deaf = Vec::new();
    let mut turned_away = 0;
    for _ in 0..300 {
        match game.follow(&view) {
            Ok(socket) => deaf.push(socket),
            Err(503) => turned_away += 1,
            Err(other) => panic!("{other}"),
        }
    }
    assert!(deaf.len() >= 200 && turned_away > 0, "{} and {turned_away}", deaf.len());
    game.type_line("e4", "Pawn Eva two Eva four");
    // A spectator sends nothing, and nobody more than a person can.
    let mut spectator = deaf.pop().unwrap();
    spectator.send(Message::text(r#"{"say":"e5"}"#)).unwrap();
    assert!(ends(&mut spectator), "a spectator may send");
    let mut long = game.follow(&table).unwrap();
    let _ = long.send(Message::text("x".repeat(10_000_000)));
    assert!(ends(&mut long), "10 MB are taken");
    for garbage in [
        "",
        "{}",
        "[]",
        "null",
        r#"{"say":1}"#,
        r#"{"move":["e2"]}"#,
        r#"{"move":["i9","e4"]}"#,
        r#"{"choose":{"asked":99,"answer":0}}"#,
        r#"{"key":"nuke"}"#,
    ] {
        let mut socket = game.follow(&table).unwrap();
        socket.send(Message::text(garbage)).unwrap();
        let _ = socket.close(None);
    }
    let mut flood = game.follow(&table).unwrap();
    for _ in 0..2000 {
        if flood.send(Message::text(r#"{"say":"xyzzy"}"#)).is_err() {
            break;
        }
    }
    assert!(ends(&mut flood), "a flood is taken");
    game.type_line("e5", "Pawn Eva seven Eva five");
    drop((half_open, deaf));
    // What the table's page sends counts as what is typed there.
    let mut socket = game.follow(&table).unwrap();
    socket.send(Message::text(r#"{"move":["g1","f3"]}"#)).unwrap();
    loop {
        let Message::Text(state) = socket.read().unwrap() else { continue };
        if state.contains("Nf3") {
            break;
        }
    }
}

#[test]
fn a_full_disk_is_told_on_the_page_too() {
    let mut game = Game::start(&["--time", "30"]);
    let table = game.enter(&game.codes[0]).1.unwrap();
    let mut socket = game.follow(&table).unwrap();
    game.type_line("e4", "Pawn Eva two Eva four");
    // No file may be longer than this, as on a disk that is full.
    let full = Rlimit { current: Some(1), maximum: None };
    prlimit(Some(Pid::from_child(&game.child)), Resource::Fsize, full).unwrap();
    let warning = "The game cannot be saved: what is played now is not kept";
    game.type_line("e5", warning);
    loop {
        let Message::Text(state) = socket.read().expect("the page is told") else { continue };
        if state.contains(warning) {
            break;
        }
    }
    // Whoever comes later sees it too, and what is played goes on.
    let mut later = game.follow(&table).unwrap();
    loop {
        let Message::Text(state) = later.read().expect("the page is told") else { continue };
        if state.contains(warning) {
            break;
        }
    }
    later.send(Message::text(r#"{"move":["g1","f3"]}"#)).unwrap();
    loop {
        let Message::Text(state) = later.read().unwrap() else { continue };
        if state.contains("Nf3") {
            break;
        }
    }
}

/// Whether the server ends a connection.
fn ends(socket: &mut tungstenite::WebSocket<TcpStream>) -> bool {
    loop {
        match socket.read() {
            Ok(Message::Close(_)) => return true,
            Ok(_) => {}
            Err(tungstenite::Error::Io(error)) if error.kind() == std::io::ErrorKind::WouldBlock => {
                return false;
            }
            Err(_) => return true,
        }
    }
}

/// An address that is taken is told, and the game goes on without the page.
#[test]
fn a_page_that_cannot_be_opened_is_told() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let home = Home::new();
    let output = home
        .run(&["play", "--web", &address, "--language", "de", "--confirm", "never", "--text", "-"], "e4\n");
    let printed = crate::binary::text(&output.stdout);
    assert!(
        printed.contains(&format!("Webseite: unter {address} lässt sich keine Seite öffnen")),
        "{printed}"
    );
    assert!(printed.contains("say: Keine Webseite.\n"), "{printed}");
    assert!(printed.contains("say: Bauer Eva zwei Eva vier"), "{printed}");
    for (wrong, expected) in [("x", "keine Adresse"), ("999999", "keine Adresse")] {
        let output = home.run(&["play", "--web", wrong, "--language", "de", "--text", "-"], "");
        assert!(crate::binary::text(&output.stderr).contains(expected), "{wrong}");
    }
    let output = home.run(&["play", "--web", "--web-seat", "roof", "--language", "de", "--text", "-"], "");
    assert!(crate::binary::text(&output.stderr).contains("kein Platz auf der Seite"));
}
