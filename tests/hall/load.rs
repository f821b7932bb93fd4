//! A hall under load: each board the whole game of the program, with its journal, in a thread or in a process of its own;
//! the broker is killed and stopped meanwhile, and boards are.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    io::{PipeReader, PipeWriter, Write, pipe},
    os::fd::AsRawFd,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::mpsc::{Receiver, channel},
    thread::JoinHandle,
    time::{Duration, Instant},
};

use annabella::{
    app::{
        game_setup::{InputSource, new_games, open_journals},
        ports::lines::TextInput,
        screen::Screen,
    },
    config::{ConfirmMode, Settings, Tones, VoiceSetting},
    devices::hall::{HallEvent, HallLine},
    hall::{BoardPresence, BoardTopic, PublishedGame},
    language::LanguageFolder,
};

use super::{Hall, PATIENCE, options};
use crate::binary::Home;

/// In UCI: what was made cannot be made again, so that a move that may be lost can be sent twice.
const MOVES: [&str; 14] = [
    "e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6", "d2d3", "b7b5", "a4b3", "f8c5", "c2c3",
    "d7d6",
];
/// Before these half-moves the broker is killed, and is back behind them.
const BROKER_KILLED: [usize; 3] = [4, 8, 11];
/// Before this one it is stopped.
const BROKER_STOPPED: usize = 6;
/// While this one is made, boards are killed.
const BOARDS_KILLED: usize = 9;
/// Boards that were killed may have shown what was being made before that. With the next one it is seen that they are there;
/// how long a program takes to start is no figure of the hall.
const BOARDS_BACK: usize = BOARDS_KILLED + 1;
/// These are made by one board after the other, so far apart; the others by all at once.
const ONE_BY_ONE: [usize; 3] = [2, 5, 12];
const APART: Duration = Duration::from_millis(20);

/// What a hall has to outlive.
#[derive(Clone, Copy)]
pub struct Load {
    pub boards: u16,
    /// How many of them are processes, which are killed.
    pub killed: u16,
    /// How long the broker is stopped.
    pub stopped: Duration,
}

/// What was measured.
pub struct Figures {
    pub boards: u16,
    pub connected: Duration,
    /// From a move to the desk: median and 99 % of those that were made one by one, and of those made by all at once.
    pub one_by_one: [Duration; 2],
    pub all_at_once: [Duration; 2],
    pub after_kills: Vec<Duration>,
    pub after_stop: Duration,
    pub late_desk: Duration,
    /// In MiB.
    pub broker: u64,
    pub desk: u64,
}

/// A line for each, as `docs/hall.md` has them.
impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = |[half, most]: [Duration; 2]| format!("{half:.0?} and {most:.0?}");
        let kills: Vec<String> = self.after_kills.iter().map(|time| format!("{time:.1?}")).collect();
        let rows = [
            ("until all are connected", format!("{:.1?}", self.connected)),
            ("move to desk, median and 99 %, one board after the other", of(self.one_by_one)),
            ("move to desk, median and 99 %, all at one instant", of(self.all_at_once)),
            ("until all are there again after the broker was killed", kills.join(", ")),
            ("until all are there after the broker was stopped", format!("{:.1?}", self.after_stop)),
            ("until a late desk has all boards", format!("{:.2?}", self.late_desk)),
            ("memory of the broker and of the desk", format!("{} and {} MiB", self.broker, self.desk)),
        ];
        rows.iter()
            .try_for_each(|(what, figure)| writeln!(f, "hall, {} boards: {what:<58} {figure}", self.boards))
    }
}

enum Board {
    Here { input: PipeWriter, plays: JoinHandle<()> },
    Program { home: Home, child: Child },
}

/// What a desk sees, and when.
struct Seen {
    _line: HallLine,
    events: Receiver<(Instant, HallEvent)>,
}

impl Seen {
    fn of(hall: &Hall) -> Seen {
        let topics = [BoardTopic::Game.of_all(), BoardTopic::Presence.of_all()];
        let (told, events) = channel();
        let options = options(&hall.file("arbiter.hall"), &topics, None);
        let line = HallLine::open(options, move |event| drop(told.send((Instant::now(), event)))).unwrap();
        Seen { _line: line, events }
    }

    /// Waits until each board has shown what is wanted of it; returns when it did so first.
    fn all(
        &self,
        boards: &BTreeSet<u16>,
        wanted: impl Fn(u16, BoardTopic, &[u8]) -> bool,
    ) -> BTreeMap<u16, Instant> {
        let mut seen = BTreeMap::new();
        while seen.len() < boards.len() {
            let missing = || boards.iter().filter(|board| !seen.contains_key(*board)).collect::<Vec<_>>();
            let Ok((at, event)) = self.events.recv_timeout(PATIENCE * 5) else {
                panic!("never shown by {:?}", missing());
            };
            if let HallEvent::Shown { topic, content, .. } = event
                && let Some((board, topic)) = BoardTopic::read(&topic)
                && boards.contains(&board)
                && wanted(board, topic, &content)
            {
                seen.entry(board).or_insert(at);
            }
        }
        seen
    }

    fn all_at(&self, boards: &BTreeSet<u16>, plies: usize) -> BTreeMap<u16, Instant> {
        self.all(boards, |board, topic, content| {
            topic == BoardTopic::Game
                && PublishedGame::read(board, content).unwrap().score.game.moves().len() == plies
        })
    }

    fn all_there(&self, boards: &BTreeSet<u16>, there: bool) {
        self.all(boards, |_, topic, content| {
            topic == BoardTopic::Presence && BoardPresence::read(content).unwrap().there == there
        });
    }
}

impl Board {
    /// Plays in a thread of this process.
    fn here(hall: &Path, journal: PathBuf) -> Board {
        let (reader, input) = pipe().unwrap();
        let hall = hall.to_owned();
        let plays = std::thread::spawn(move || play_here(&reader, hall, journal));
        Board::Here { input, plays }
    }

    fn program(hall: &Path) -> Board {
        let home = Home::new();
        let hall = hall.display().to_string();
        let child = started(
            &home,
            &["play", "--confirm", "never", "--hall", &hall, "--journal", "game.jsonl", "--text", "-"],
        );
        Board::Program { home, child }
    }

    fn type_line(&mut self, line: &str) {
        match self {
            Board::Here { input, .. } => writeln!(input, "{line}").unwrap(),
            Board::Program { child, .. } => writeln!(child.stdin.as_mut().unwrap(), "{line}").unwrap(),
        }
    }

    fn is_killed_and_resumed(&mut self) {
        let Board::Program { home, child } = self else { return };
        child.kill().unwrap();
        child.wait().unwrap();
        *child = started(home, &["resume", "game.jsonl", "--text", "-"]);
    }

    /// Ends its input, and waits until its journal is closed.
    fn end(self) -> Option<Home> {
        match self {
            Board::Here { input, plays } => {
                drop(input);
                plays.join().unwrap();
                None
            }
            Board::Program { home, mut child } => {
                drop(child.stdin.take());
                child.wait().unwrap();
                Some(home)
            }
        }
    }
}

/// Starts the program so that nobody reads what it prints.
fn started(home: &Home, arguments: &[&str]) -> Child {
    let mut child = home.start(arguments);
    for mut output in [
        child.stdout.take().map(|output| Box::new(output) as Box<dyn std::io::Read + Send>),
        child.stderr.take().map(|output| Box::new(output) as Box<dyn std::io::Read + Send>),
    ]
    .into_iter()
    .flatten()
    {
        std::thread::spawn(move || drop(std::io::copy(&mut output, &mut std::io::sink())));
    }
    child
}

fn play_here(reader: &PipeReader, hall: PathBuf, journal: PathBuf) {
    let text = PathBuf::from(format!("/proc/self/fd/{}", reader.as_raw_fd()));
    let settings = Settings {
        language: Some("en".to_owned()),
        confirm: Some(ConfirmMode::Never),
        voice: Some(VoiceSetting::Off),
        tones: Some(Tones::Off),
        hall: Some(hall),
        ..Settings::default()
    };
    let input = InputSource::Typed(TextInput::open(&text).unwrap());
    let mut games = new_games(&settings, &input, Some(journal), &[], &Screen::none())
        .unwrap_or_else(|error| panic!("{}", error.render(&LanguageFolder::ENGLISH.catalogue())));
    games.run();
}

/// A desk of its own, whose memory is measured.
struct Desk(Child, #[allow(dead_code, reason = "it is removed with the desk")] Home);

impl Desk {
    fn open(hall: &Hall) -> Desk {
        let home = Home::new();
        let folder = hall.path().display().to_string();
        Desk(started(&home, &["hall", "desk", &folder, "--web", "127.0.0.1:0"]), home)
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The memory of a process, in MiB.
fn memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) / 1024
}

fn signal(process: u32, name: &str) {
    let sent = Command::new("kill").args([name, &process.to_string()]).stderr(Stdio::inherit()).status();
    assert!(sent.unwrap().success());
}

fn shares(mut delays: Vec<Duration>) -> [Duration; 2] {
    delays.sort();
    [50, 99].map(|percent| delays[(delays.len() - 1) * percent / 100])
}

/// Plays all boards to the end through all that happens, and compares what the hall has with every journal.
pub fn outlives(load: Load) -> Figures {
    let mut hall = Hall::open(load.boards);
    let journals = tempfile::tempdir().unwrap();
    let journal = |n: u16| journals.path().join(format!("{n}.jsonl"));
    let file = |n: u16| hall.path().join(format!("boards/board-{n:03}.hall"));
    let all: BTreeSet<u16> = (1..=load.boards).collect();
    let killed: BTreeSet<u16> = (1..=load.killed).collect();
    let desk = Desk::open(&hall);
    let seen = Seen::of(&hall);
    let begun = Instant::now();
    let board = |n: u16| match killed.contains(&n) {
        true => Board::program(&file(n)),
        false => Board::here(&file(n), journal(n)),
    };
    let mut boards: BTreeMap<u16, Board> = all.iter().map(|n| (*n, board(*n))).collect();
    seen.all_there(&all, true);
    let connected = begun.elapsed();
    let (mut paced, mut at_once, mut after_kills) = (Vec::new(), Vec::new(), Vec::new());
    let mut after_stop = Duration::ZERO;
    for (plies, uci) in (1..).zip(MOVES) {
        let is_killed = BROKER_KILLED.contains(&plies);
        let is_paced = ONE_BY_ONE.contains(&plies);
        if is_killed {
            hall.kill();
        }
        if plies == BROKER_STOPPED {
            signal(hall.broker(), "-STOP");
        }
        let mut sent = BTreeMap::new();
        for (n, board) in &mut boards {
            sent.insert(*n, Instant::now());
            board.type_line(uci);
            if is_paced {
                std::thread::sleep(APART);
            }
        }
        if plies == BOARDS_KILLED {
            for n in &killed {
                boards.get_mut(n).unwrap().is_killed_and_resumed();
            }
            // Perhaps it was not made yet.
            killed.iter().for_each(|n| boards.get_mut(n).unwrap().type_line(uci));
        }
        if is_killed {
            hall.start();
        }
        if plies == BROKER_STOPPED {
            std::thread::sleep(load.stopped);
            signal(hall.broker(), "-CONT");
        }
        let back = Instant::now();
        let came = seen.all_at(&all, plies);
        let last = came.values().max().unwrap().saturating_duration_since(back);
        let delays = sent.iter().map(|(n, sent)| came[n].saturating_duration_since(*sent));
        match plies {
            _ if is_killed => after_kills.push(last),
            BROKER_STOPPED => after_stop = last,
            BOARDS_KILLED | BOARDS_BACK => {}
            _ if is_paced => paced.extend(delays),
            _ => at_once.extend(delays),
        }
    }
    let [broker, desk_memory] = [hall.broker(), desk.0.id()].map(memory);
    let late = Instant::now();
    let late_desk = Seen::of(&hall);
    let came = late_desk.all_at(&all, MOVES.len());
    let late_desk = came.values().max().unwrap().saturating_duration_since(late);
    let homes: BTreeMap<u16, Option<Home>> = boards.into_iter().map(|(n, board)| (n, board.end())).collect();
    let kept = Seen::of(&hall);
    kept.all(&all, |board, topic, content| {
        if topic != BoardTopic::Game {
            return false;
        }
        let shown = PublishedGame::read(board, content).unwrap().state.pgn;
        let path =
            homes[&board].as_ref().map_or_else(|| journal(board), |home| home.path().join("game.jsonl"));
        let words = LanguageFolder::ENGLISH.catalogue();
        let journals = open_journals(&[path], false, &words, &Screen::none())
            .unwrap_or_else(|error| panic!("{board}: {}", error.render(&words)));
        assert_eq!(shown, journals[0].record().score().to_string(), "board {board}");
        true
    });
    Figures {
        boards: load.boards,
        connected,
        one_by_one: shares(paced),
        all_at_once: shares(at_once),
        after_kills,
        after_stop,
        late_desk,
        broker,
        desk: desk_memory,
    }
}
