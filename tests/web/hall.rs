//! A hall with its broker, its desk and boards, for a browser at the desk.

use std::{
    io::{BufRead, BufReader, Write},
    net::{Ipv4Addr, TcpStream},
    os::unix::process::CommandExt,
    path::PathBuf,
    process::{Child, Command, Stdio},
    sync::mpsc::{Receiver, channel},
};

use crate::{
    free_port::free_port,
    table::{PATIENCE, apart::set_apart, program, wait_until},
};

/// A program of the hall, whose lines are read and at which lines are typed.
pub struct HallProgram {
    child: Child,
    lines: Receiver<String>,
    home: tempfile::TempDir,
}

impl HallProgram {
    fn start(arguments: &[&str]) -> HallProgram {
        HallProgram::start_in(tempfile::tempdir().expect("a folder for temporary files"), arguments)
    }

    fn start_in(home: tempfile::TempDir, arguments: &[&str]) -> HallProgram {
        let mut command = Command::new(program());
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        set_apart(&mut command, home.path());
        let mut child = command.spawn().expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("an output"));
        let (told, lines) = channel();
        std::thread::spawn(move || {
            // Whatever nobody reads here is read all the same, so that the program goes on.
            output.lines().map_while(Result::ok).for_each(|line| drop(told.send(line)));
        });
        HallProgram { child, lines, home }
    }

    pub fn type_lines(&mut self, lines: &[&str]) {
        let input = self.child.stdin.as_mut().expect("an input");
        lines.iter().for_each(|line| writeln!(input, "{line}").expect("it reads"));
    }

    /// Waits for a line that contains this.
    pub fn prints(&self, wanted: &str) -> String {
        loop {
            let line = self.lines.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("never: {wanted}"));
            if line.contains(wanted) {
                return line;
            }
        }
    }

    /// Ends it as a power cut does.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Goes on with a journal in its home, after a power cut.
    pub fn is_killed_and_resumes(&mut self, journal: &str) {
        self.kill();
        let home = std::mem::replace(&mut self.home, tempfile::tempdir().expect("a folder"));
        *self = HallProgram::start_in(home, &["resume", journal, "--text", "-"]);
    }

    /// Ends its input, and waits until it has ended.
    pub fn leaves(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }

    /// The score of a journal in its home.
    pub fn score(&self, journal: &str) -> String {
        let mut command = Command::new(program());
        command.args(["export", journal]);
        set_apart(&mut command, self.home.path());
        let exported = command.output().expect("the program runs");
        assert!(exported.status.success(), "{exported:?}");
        String::from_utf8(exported.stdout).expect("UTF-8")
    }
}

impl Drop for HallProgram {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A hall with a broker.
pub struct Hall {
    folder: tempfile::TempDir,
    port: u16,
    broker: Option<Child>,
}

impl Hall {
    /// Prepares a hall, with these options, and starts its broker.
    pub fn open(options: &[&str]) -> Hall {
        let folder = tempfile::tempdir().expect("a folder for temporary files");
        let port = free_port();
        let mut hall = Hall { folder, port, broker: None };
        let (place, number) = (hall.path(), port.to_string());
        let fixed = ["hall", "prepare", &place, "--host", "127.0.0.1", "--port", &number, "--name", "Club"];
        let prepared = Command::new(program()).args(fixed).args(options).output().expect("the program runs");
        assert!(prepared.status.success(), "{prepared:?}");
        hall.start();
        hall
    }

    /// Starts the broker, and waits until it listens.
    pub fn start(&mut self) {
        let mut broker = Command::new(program());
        broker.args(["hall", "broker", &self.path()]).stdout(Stdio::null()).stderr(Stdio::null());
        self.broker = Some(broker.process_group(0).spawn().expect("mosquitto is installed"));
        let port = self.port;
        wait_until("the broker listens", || TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_ok());
    }

    /// Lets the broker stand still, or go on.
    pub fn stands_still(&self, still: bool) {
        let broker = self.broker.as_ref().expect("a broker runs").id().to_string();
        let signal = if still { "-STOP" } else { "-CONT" };
        assert!(Command::new("kill").args([signal, &broker]).status().expect("kill runs").success());
    }

    /// Ends the broker as a power cut does.
    pub fn stop(&mut self) {
        if let Some(mut broker) = self.broker.take() {
            let _ = broker.kill();
            let _ = broker.wait();
        }
    }

    fn path(&self) -> String {
        self.folder.path().join("hall").display().to_string()
    }

    fn file(&self, name: &str) -> String {
        PathBuf::from(self.path()).join("boards").join(name).display().to_string()
    }

    /// Plays at a board.
    pub fn board(&self, number: u16, options: &[&str]) -> HallProgram {
        let file = self.file(&format!("board-{number:03}.hall"));
        let fixed = ["play", "--language", "en", "--confirm", "never", "--text", "-", "--hall", &file];
        HallProgram::start(&[&fixed[..], options].concat())
    }

    /// Plays as one of two players who are not in one room.
    pub fn player(&self, number: u16, side: &str, options: &[&str]) -> HallProgram {
        let file = self.file(&format!("board-{number:03}-{side}.hall"));
        let fixed = ["play", "--language", "en", "--confirm", "never", "--text", "-", "--hall", &file];
        HallProgram::start(&[&fixed[..], options].concat())
    }

    /// Opens the arbiters' desk; returns its address and its code too.
    pub fn desk(&self, language: &str) -> (HallProgram, String, String) {
        let place = self.path();
        let desk =
            HallProgram::start(&["hall", "desk", &place, "--web", "127.0.0.1:0", "--language", language]);
        let line = desk.prints("http://");
        let link = line.split_once("http://").expect("a link").1.split_once(',').expect("a code").0;
        let (address, code) = link.split_once("/#").expect("a code");
        (desk, format!("http://{address}/"), code.to_owned())
    }
}

impl Drop for Hall {
    fn drop(&mut self) {
        self.stop();
    }
}
