//! A hall of its own for a test: prepared, and with a broker that can be killed.

pub mod free_port;
pub mod load;

use std::{
    net::{Ipv4Addr, TcpStream},
    path::PathBuf,
    process::{Child, Command, Stdio},
    sync::mpsc::{Receiver, channel},
    time::{Duration, Instant},
};

use annabella::{
    app::hall_access,
    commands::hall::{
        prepare::{HallPlan, prepare},
        report::RoundReport,
    },
    devices::hall::{HallEvent, HallLine, HallMessage, HallOptions},
    hall::HallFile,
};

use free_port::free_port;

/// Far longer than anything here takes.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// A hall in a folder of its own.
pub struct Hall {
    folder: tempfile::TempDir,
    pub port: u16,
    broker: Option<Child>,
}

impl Hall {
    /// Prepares a hall at a free port, without a broker yet.
    pub fn prepared(boards: u16) -> Hall {
        Hall::prepared_for(boards, None)
    }

    /// The same for a round of a tournament.
    pub fn prepared_for(boards: u16, report: Option<RoundReport>) -> Hall {
        Hall::planned(boards, false, report)
    }

    /// Prepares a hall for players who are not in one room, and starts its broker.
    pub fn apart(boards: u16) -> Hall {
        let mut hall = Hall::planned(boards, true, None);
        hall.start();
        hall
    }

    fn planned(boards: u16, apart: bool, report: Option<RoundReport>) -> Hall {
        let (folder, port) = (tempfile::tempdir().unwrap(), free_port());
        let (name, hosts) = ("Test".to_owned(), vec!["127.0.0.1".to_owned()]);
        let plan = HallPlan { name, boards, apart, hosts, port, report };
        prepare(&folder.path().join("hall"), &plan).unwrap();
        Hall { folder, port, broker: None }
    }

    /// Prepares a hall and starts its broker.
    pub fn open(boards: u16) -> Hall {
        let mut hall = Hall::prepared(boards);
        hall.start();
        hall
    }

    pub fn path(&self) -> PathBuf {
        self.folder.path().join("hall")
    }

    /// Starts the broker, and waits until it listens.
    pub fn start(&mut self) {
        let mut broker = Command::new(env!("CARGO_BIN_EXE_annabella"));
        broker.args(["hall", "broker"]).arg(self.path()).stdout(Stdio::null());
        self.broker = Some(broker.spawn().unwrap());
        let begun = Instant::now();
        while TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).is_err() {
            assert!(begun.elapsed() < PATIENCE, "no broker");
            std::thread::yield_now();
        }
    }

    /// Ends the broker as a power cut does.
    pub fn kill(&mut self) {
        if let Some(mut broker) = self.broker.take() {
            broker.kill().unwrap();
            broker.wait().unwrap();
        }
    }

    /// The process of the broker.
    pub fn broker(&self) -> u32 {
        self.broker.as_ref().expect("a broker runs").id()
    }

    pub fn board(&self, board: u16) -> HallFile {
        self.file(&format!("boards/board-{board:03}.hall"))
    }

    pub fn file(&self, name: &str) -> HallFile {
        hall_access::read(&self.path().join(name)).unwrap()
    }
}

impl Drop for Hall {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A line to a hall, and what it reports.
pub struct Line {
    pub line: HallLine,
    pub events: Receiver<HallEvent>,
}

/// Returns what a hall file says, for a line that follows some topics.
pub fn options(file: &HallFile, topics: &[String], will: Option<HallMessage>) -> HallOptions {
    hall_access::line_options(file, topics.to_vec(), will)
}

impl Line {
    pub fn open(options: HallOptions) -> Line {
        let (told, events) = channel();
        let line = HallLine::open(options, move |event| drop(told.send(event))).unwrap();
        Line { line, events }
    }

    /// Waits for a report.
    pub fn wait<T>(&self, mut wanted: impl FnMut(HallEvent) -> Option<T>) -> T {
        loop {
            let event = self.events.recv_timeout(PATIENCE).expect("it is reported");
            if let Some(found) = wanted(event) {
                return found;
            }
        }
    }
}
