//! A real brltty with a virtual display of 40 cells.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use annabella::devices::braille_display::{
    BrailleDisplay, BrailleEvent, BrailleKey, BrailleLine, BrailleServer,
};
use annabella::devices::supervisor::PortLost;
use crossbeam_channel::Receiver;

use super::{LONG, next, plugs, threads_and_files, until};

#[test]
#[ignore = "needs real devices, model and voice: make test"]
fn the_display_shows_is_pressed_dies_and_comes_back() {
    let mut server = Brltty::prepare().expect("brltty, and a place for its sockets");
    let (send, events) = crossbeam_channel::unbounded();
    let address = BrailleServer { host: Some(format!(":{}", server.number)), auth: Some("none".to_owned()) };
    let tell = move |event| drop(send.send((Instant::now(), event)));
    let mut display = BrailleDisplay::open(address, tell).unwrap();
    let lost = next(&events).1;
    assert!(matches!(&lost, BrailleEvent::Lost { reason: PortLost::NoBrltty { .. } }), "{lost:?}");

    // What is shown before anything is there is shown when it comes.
    display.show("1. e2-e4", None);
    server.start();
    let mut cells = Cells::connect(&server);
    expect(&events, BrailleEvent::Back { cells: 40 });
    cells.shows("1. e2-e4");

    let mut delays = Vec::new();
    for number in 0..50 {
        let text = format!("L\u{e4}ufer f{number}");
        let began = Instant::now();
        display.show(&text, None);
        cells.shows(&text);
        delays.push(began.elapsed());
    }
    report("show to cells", delays);
    display.show(&"x".repeat(100), Some(39));
    cells.shows(&"x".repeat(40));
    // One cell per character, however strange the character.
    display.show("\u{2658}\u{1f600}\u{301}\0e\te", Some(400));
    cells.shows_cells(40);

    for (command, key) in [
        ("route 1", BrailleKey::Route(1)),
        ("route 39", BrailleKey::Route(39)),
        ("fwinlt", BrailleKey::PanLeft),
        ("fwinrt", BrailleKey::PanRight),
        ("lnup", BrailleKey::LineUp),
        ("lndn", BrailleKey::LineDown),
        ("home", BrailleKey::Home),
        ("return", BrailleKey::Return),
        ("key_enter", BrailleKey::Enter),
        ("key_escape", BrailleKey::Escape),
        ("key_function 3", BrailleKey::Function(4)),
        ("passdots 5", BrailleKey::Char('k')),
    ] {
        cells.press(command);
        assert_eq!(next(&events).1, BrailleEvent::Key(key), "{command}");
    }
    let mut delays = Vec::new();
    for number in 1..30 {
        let began = Instant::now();
        cells.press(&format!("route {number}"));
        let (at, event) = next(&events);
        assert_eq!(event, BrailleEvent::Key(BrailleKey::Route(number)));
        delays.push(at - began);
    }
    report("key to event", delays);

    // brltty dies and returns.
    display.show("2. Sg1-f3", None);
    cells.shows("2. Sg1-f3");
    let began = Instant::now();
    server.kill();
    let (at, lost) = next(&events);
    println!("brltty killed to lost: {:?}", at - began);
    assert!(matches!(&lost, BrailleEvent::Lost { reason: PortLost::BrlttyGone { .. } }), "{lost:?}");
    display.show("2... Sb8-c6", None);
    server.start();
    let began = Instant::now();
    let mut cells = Cells::connect(&server);
    expect(&events, BrailleEvent::Back { cells: 40 });
    println!("display back after brltty returned: {:?}", began.elapsed());
    cells.shows("2... Sb8-c6");

    // The display is unplugged and comes back; then another with fewer cells.
    drop(cells);
    let reason = PortLost::NoDisplay;
    expect(&events, BrailleEvent::Lost { reason });
    display.show("3. Lf1-b5", None);
    let mut cells = Cells::connect(&server);
    expect(&events, BrailleEvent::Back { cells: 40 });
    cells.shows("3. Lf1-b5");
    drop(cells);
    let mut cells = Cells::with_cells(&server, 20);
    until(&events, |(_, event)| *event == BrailleEvent::Back { cells: 20 });
    cells.shows("3. Lf1-b5");
    drop(display);
}

#[test]
#[ignore = "needs real devices, model and voice: make test"]
fn a_display_is_unplugged_and_plugged_in_again_and_again() {
    let mut server = Brltty::prepare().expect("brltty, and a place for its sockets");
    server.start();
    let mut cells = Some(Cells::connect(&server));
    let (send, events) = crossbeam_channel::unbounded();
    let address = BrailleServer { host: Some(format!(":{}", server.number)), auth: Some("none".to_owned()) };
    let mut display = BrailleDisplay::open(address, move |event| drop(send.send(event))).unwrap();
    display.show("1. e2-e4", None);
    assert_eq!(next(&events), BrailleEvent::Back { cells: 40 });
    let before = threads_and_files();
    let began = Instant::now();
    for plug in 0..plugs() {
        drop(cells.take());
        assert_eq!(next(&events), BrailleEvent::Lost { reason: PortLost::NoDisplay }, "{plug}");
        let again = cells.insert(Cells::connect(&server));
        assert_eq!(next(&events), BrailleEvent::Back { cells: 40 }, "{plug}");
        again.shows("1. e2-e4");
    }
    println!("{} plugs: {:?}", plugs(), began.elapsed());
    let after = threads_and_files();
    assert!(
        after.iter().zip(before).all(|(after, before)| *after < before + 50),
        "{before:?}, then {after:?}"
    );
}

#[test]
#[ignore = "needs real devices, model and voice: make test"]
fn a_server_that_wants_a_key_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let key = folder.path().join("key");
    std::fs::write(&key, "geheim").unwrap();
    let mut server = Brltty::prepare().expect("brltty, and a place for its sockets");
    server.auth = format!("keyfile:{}", key.display());
    server.start();
    let (send, events) = crossbeam_channel::unbounded();
    let address = BrailleServer { host: Some(format!(":{}", server.number)), auth: Some("none".to_owned()) };
    let display = BrailleDisplay::open(address, move |event| drop(send.send(event))).unwrap();
    let lost = next(&events);
    let BrailleEvent::Lost { reason } = &lost else { panic!("{lost:?}") };
    assert!(matches!(reason, PortLost::BrlttyRefuses { .. }), "{reason}");
    drop(display);
}

#[track_caller]
fn expect(events: &Receiver<(Instant, BrailleEvent)>, event: BrailleEvent) {
    assert_eq!(next(events).1, event);
}

fn report(what: &str, mut delays: Vec<Duration>) {
    delays.sort();
    println!("{what}: median {:?}, longest {:?}", delays[delays.len() / 2], delays[delays.len() - 1]);
}

/// A brltty of this test's own, killed by its process only.
struct Brltty {
    number: u32,
    port: u16,
    auth: String,
    folder: tempfile::TempDir,
    child: Option<Child>,
}

impl Brltty {
    /// `None` where there is no brltty to start.
    fn prepare() -> Option<Self> {
        let sockets = Path::new("/var/lib/BrlAPI");
        tempfile::tempfile_in(sockets).ok()?;
        let version =
            Command::new("brltty").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        version.ok().filter(|status| status.success())?;
        // Numbers that no other test is using at this moment.
        let port = TcpListener::bind("127.0.0.1:0").ok()?.local_addr().ok()?.port();
        let number = 1000 + u32::from(port);
        let folder = tempfile::tempdir().ok()?;
        std::fs::write(folder.path().join("brltty.conf"), "").ok()?;
        Some(Self { number, port, auth: "none".to_owned(), folder, child: None })
    }

    fn start(&mut self) {
        self.clean();
        let file = |name: &str| self.folder.path().join(name);
        let child = Command::new("brltty")
            .args(["-n", "-e", "-q", "-l", "notice", "-E"])
            .arg("-f")
            .arg(file("brltty.conf"))
            .args(["-b", "vr", "-d", &format!("server:127.0.0.1:{}", self.port)])
            .args(["-x", "no", "-s", "no", "-t", "de"])
            .args(["-A", &format!("auth={},host=:{}", self.auth, self.number)])
            .arg("-P")
            .arg(file("pid"))
            .arg("-F")
            .arg(file("prefs"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("brltty did not start");
        self.child = Some(child);
        let socket = format!("/var/lib/BrlAPI/{}", self.number);
        let began = Instant::now();
        while !Path::new(&socket).exists() {
            assert!(began.elapsed() < LONG, "brltty made no socket");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// What a killed brltty leaves behind keeps the next one from starting.
    fn clean(&self) {
        let _ = std::fs::remove_file(self.folder.path().join("pid"));
        let _ = std::fs::remove_file(format!("/var/lib/BrlAPI/{}", self.number));
        let _ = std::fs::remove_file(format!("/var/lib/BrlAPI/.{}", self.number));
    }
}

impl Drop for Brltty {
    fn drop(&mut self) {
        self.kill();
        self.clean();
    }
}

/// The virtual display at the other end of brltty's `vr` driver.
struct Cells {
    wire: TcpStream,
    lines: Receiver<String>,
}

impl Cells {
    fn connect(server: &Brltty) -> Self {
        Self::with_cells(server, 40)
    }

    /// Connects until brltty has something to show: while its driver starts
    /// anew, the old one's port may still take a connection and drop it.
    fn with_cells(server: &Brltty, cells: usize) -> Self {
        let began = Instant::now();
        loop {
            if let Some((wire, lines)) = try_connect(server.port, cells) {
                return Self { wire, lines };
            }
            assert!(began.elapsed() < LONG, "no driver listens");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn press(&mut self, command: &str) {
        self.wire.write_all(format!("{command}\n").as_bytes()).unwrap();
    }

    /// Waits until the cells say this text, as brltty gives it for the eye.
    #[track_caller]
    fn shows(&mut self, text: &str) {
        until(&self.lines, |line| {
            line.strip_prefix("Visual \"")
                .and_then(|rest| rest.strip_suffix('"'))
                .is_some_and(|shown| plain(shown).trim_end() == text)
        });
    }

    /// Waits for so many cells of dots.
    #[track_caller]
    fn shows_cells(&mut self, count: usize) {
        until(&self.lines, |line| {
            line.strip_prefix("Braille \"")
                .and_then(|rest| rest.strip_suffix('"'))
                .is_some_and(|dots| dots.split('|').count() == count)
        });
    }
}

impl Drop for Cells {
    fn drop(&mut self) {
        // The reader has a copy, which would keep the display connected.
        let _ = self.wire.shutdown(std::net::Shutdown::Both);
    }
}

fn try_connect(port: u16, cells: usize) -> Option<(TcpStream, Receiver<String>)> {
    let mut wire = TcpStream::connect(("127.0.0.1", port)).ok()?;
    wire.set_nodelay(true).ok()?;
    wire.write_all(format!("cells {cells} 1\n").as_bytes()).ok()?;
    let mut reader = BufReader::new(wire.try_clone().ok()?);
    let mut first = String::new();
    reader.read_line(&mut first).ok().filter(|count| *count > 0)?;
    let (send, lines) = crossbeam_channel::unbounded();
    send.send(first.trim_end().to_owned()).ok()?;
    std::thread::spawn(move || {
        for line in reader.lines().map_while(Result::ok) {
            if send.send(line).is_err() {
                return;
            }
        }
    });
    Some((wire, lines))
}

/// Text with the driver's `\Xxx` characters put in.
fn plain(shown: &str) -> String {
    let mut text = String::new();
    let mut rest = shown;
    while let Some(at) = rest.find("\\X") {
        text.push_str(&rest[..at]);
        let digits = &rest[at + 2..at + 4];
        text.extend(u8::from_str_radix(digits, 16).ok().map(char::from));
        rest = &rest[at + 4..];
    }
    text + rest
}
