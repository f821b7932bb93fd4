//! The program on a terminal: it can be ended from outside at any time, and no terminal holds it up.

use std::{
    fs::File,
    io::{Read, Write},
    os::fd::{AsFd, OwnedFd},
    process::Child,
    time::{Duration, Instant},
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    process::{Pid, Signal, kill_process},
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
    termios::{Termios, Winsize, tcgetattr, tcsetwinsize},
};

use crate::binary::Home;

/// Far longer than anything takes, on a machine that has other work too.
const PATIENCE: Duration = Duration::from_secs(200);

/// A program with a terminal of its own.
struct Seat {
    home: Home,
    child: Child,
    /// The other end of the terminal.
    hands: File,
    terminal: OwnedFd,
    before: Termios,
}

impl Seat {
    fn play() -> Seat {
        Seat::play_with(&[])
    }

    fn play_with(options: &[&str]) -> Seat {
        Seat::play_as("xterm", options)
    }

    fn play_as(terminal_type: &str, options: &[&str]) -> Seat {
        let board = ["--opponent", "board"];
        let (here, options) = match options {
            ["--opponent", "asked", rest @ ..] => (&[][..], rest),
            options => (&board[..], options),
        };
        let arguments = [&["play", "--confirm", "never", "--journal", "game.jsonl"], here, options].concat();
        Seat::start(Home::new(), terminal_type, &arguments)
    }

    fn start(home: Home, terminal_type: &str, arguments: &[&str]) -> Seat {
        let hands = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&hands).unwrap();
        unlockpt(&hands).unwrap();
        let name = ptsname(&hands, Vec::new()).unwrap().into_string().unwrap();
        let terminal = File::options().read(true).write(true).open(name).unwrap();
        let before = tcgetattr(&terminal).unwrap();
        let end = |file: &File| file.try_clone().unwrap();
        let child = home.start_on(terminal_type, arguments, [end(&terminal), end(&terminal)]);
        Seat { home, child, hands: hands.into(), terminal: terminal.into(), before }
    }

    /// Makes the terminal so many columns wide.
    fn resize(&self, columns: u16) {
        let size = Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&self.terminal, size).unwrap();
    }

    fn type_line(&mut self, line: &str) {
        self.hands.write_all(line.as_bytes()).unwrap();
        self.hands.write_all(b"\r").unwrap();
    }

    /// Reads what is printed until something is in it; returns it.
    fn reads(&mut self, what: &str) -> String {
        let mut seen = Vec::new();
        let mut buffer = [0; 4096];
        let until = Instant::now() + PATIENCE;
        while !String::from_utf8_lossy(&seen).contains(what) {
            let mut ends = [PollFd::new(&self.hands, PollFlags::IN)];
            let _ = poll(&mut ends, Some(&Timespec { tv_sec: 1, tv_nsec: 0 }));
            let is_late = Instant::now() > until;
            assert!(!is_late, "{what:?} is not in {:?}", String::from_utf8_lossy(&seen));
            if ends[0].revents().is_empty() {
                continue;
            }
            let count = self.hands.read(&mut buffer).unwrap();
            seen.extend_from_slice(&buffer[..count]);
        }
        String::from_utf8(seen).unwrap()
    }

    fn waits_for(&self, file: &str, what: &str) {
        let until = Instant::now() + PATIENCE;
        loop {
            let text = std::fs::read_to_string(self.home.path().join(file)).unwrap_or_default();
            if text.contains(what) {
                return;
            }
            assert!(Instant::now() < until, "no {what} in {file}: {text}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Ctrl-C is a key.
    fn leaves(&mut self) {
        self.hands.write_all(b"\x03").unwrap();
        self.ends();
    }

    /// The program ends by itself, and has put the terminal back.
    fn ends(&mut self) {
        let until = Instant::now() + PATIENCE;
        while self.child.try_wait().unwrap().is_none() {
            assert!(Instant::now() < until, "it does not end");
            std::thread::sleep(Duration::from_millis(5));
        }
        let after = tcgetattr(self.terminal.as_fd()).unwrap();
        assert_eq!(
            (after.local_modes, after.input_modes, after.output_modes),
            (self.before.local_modes, self.before.input_modes, self.before.output_modes)
        );
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn whatever_ends_it_the_score_is_written_and_the_terminal_given_back() {
    let ends = [Signal::TERM, Signal::HUP, Signal::QUIT, Signal::INT];
    let strange = [Signal::USR1, Signal::USR2, Signal::ALARM, Signal::ABORT];
    for signal in ends.into_iter().chain(strange) {
        let mut seat = Seat::play();
        seat.type_line("e2e4");
        seat.reads("annabella: Bauer Eva zwei Eva vier.");
        kill_process(Pid::from_child(&seat.child), signal).unwrap();
        seat.ends();
        seat.waits_for("game.pgn", "1. e4 *");
    }
    // Ctrl-C comes as a key.
    let mut seat = Seat::play();
    seat.type_line("e2e4");
    seat.reads("annabella: Bauer Eva zwei Eva vier.");
    seat.leaves();
    seat.waits_for("game.pgn", "1. e4 *");
}

#[test]
fn a_terminal_that_nobody_reads_stops_no_game() {
    let mut seat = Seat::play();
    seat.reads("Partiedatei: ");
    // More than a terminal takes.
    for _ in 0..400 {
        seat.type_line("hilfe");
        std::thread::sleep(Duration::from_millis(2));
    }
    for (line, san) in [("e2e4", "e4"), ("e7e5", "e5")] {
        seat.type_line(line);
        seat.waits_for("game.jsonl", &format!("\"san\":\"{san}\""));
    }
    // It was full indeed, and goes on where somebody reads again.
    seat.reads("(nobody was reading: ");
    seat.type_line("g1f3");
    seat.reads("annabella: Springer Gustav eins Felix drei.");
    seat.leaves();
    seat.waits_for("game.pgn", "1. e4 e5 2. Nf3 *");
}

/// A machine that stands still, or whoever stops the program: the time is counted, and said.
#[test]
fn a_program_that_stood_still_says_so() {
    let mut seat = Seat::play_with(&["--time", "90+30"]);
    seat.type_line("e2e4");
    seat.reads("annabella: Bauer Eva zwei Eva vier.");
    // It does nothing but wait, as most of the time.
    std::thread::sleep(Duration::from_millis(500));
    let pid = Pid::from_child(&seat.child);
    kill_process(pid, Signal::STOP).unwrap();
    std::thread::sleep(Duration::from_secs(5));
    kill_process(pid, Signal::CONT).unwrap();
    seat.reads("annabella: Der Rechner stand ");
    seat.type_line("schiedsrichter");
    seat.reads("zurück?");
    seat.type_line("ja");
    seat.reads("annabella: Eingestellt.");
    seat.leaves();
    seat.waits_for("game.jsonl", "\"about\":\"stood-still\"");
}

#[test]
fn control_s_stops_nothing() {
    let mut seat = Seat::play();
    seat.reads("Partiedatei: ");
    seat.hands.write_all(b"\x13").unwrap();
    seat.type_line("e2e4");
    seat.reads("annabella: Bauer Eva zwei Eva vier.");
    seat.leaves();
}

/// Alone in a room: nobody has said who has the other side.
#[test]
fn where_nothing_was_chosen_it_is_asked_who_has_the_other_side() {
    let mut seat = Seat::play_with(&["--opponent", "asked"]);
    seat.reads("annabella: Wo ist der Gegner: eins, am Brett, zwei, im Rechner");
    // No game has begun in which anything could be done.
    seat.type_line("e2e4");
    seat.reads("annabella: Wo ist der Gegner");
    seat.type_line("schiedsrichter");
    seat.reads("annabella: Wo ist der Gegner");
    assert_eq!(std::fs::read_to_string(seat.home.path().join("game.jsonl")).unwrap(), "");
    seat.type_line("am Brett");
    seat.reads("annabella: Bereit. Zwei Spieler, ohne Uhr.");
    seat.type_line("e2e4");
    seat.reads("annabella: Bauer Eva zwei Eva vier.");
    seat.leaves();
    seat.waits_for("game.pgn", "1. e4 *");
}

/// The same question is answered by voice and on the braille line.
#[test]
fn of_several_games_that_are_not_over_one_is_chosen_where_somebody_is_there() {
    let home = Home::new();
    for moves in ["e4\n", "d4\nd5\n"] {
        home.run(&["play", "--text", "-", "--confirm", "never"], moves);
    }
    let mut seat = Seat::start(home, "xterm", &["resume"]);
    seat.reads("annabella: 2 Partien sind nicht zu Ende. Die letzte: vom ");
    seat.type_line("nein");
    seat.reads("Zuletzt Bauer Eva zwei Eva vier. Weiter mit dieser?");
    seat.type_line("ja");
    seat.reads("annabella: Fortgesetzt. Zuletzt Bauer Eva zwei Eva vier.");
    seat.leaves();
    // Before a new game the one that was played last comes first.
    let home = std::mem::replace(&mut seat.home, Home::new());
    drop(seat);
    let mut seat = Seat::start(home, "xterm", &["play", "--confirm", "never"]);
    let before = seat.reads("Zuletzt Bauer Eva zwei Eva vier. Weiter mit dieser?");
    assert!(!before.contains("Partiedatei: "), "{before}");
    seat.type_line("nein");
    seat.reads("annabella: Wo ist der Gegner");
    seat.type_line("am Brett");
    seat.reads("Partiedatei: ");
    seat.leaves();
}

#[test]
fn whoever_leaves_before_the_game_has_begun_leaves_nothing_behind() {
    let mut seat = Seat::play_with(&["--opponent", "asked"]);
    seat.reads("annabella: Wo ist der Gegner");
    seat.leaves();
    let left: Vec<_> =
        std::fs::read_dir(seat.home.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(!left.iter().any(|name| name.to_string_lossy().starts_with("game")), "{left:?}");
}

#[test]
fn the_engine_is_chosen_by_a_key_and_plays() {
    if annabella::devices::engine::find(None).is_err() {
        println!("skipped: no stockfish is installed");
        return;
    }
    let mut seat = Seat::play_with(&["--opponent", "asked", "--move-time", "0.05"]);
    seat.reads("annabella: Wo ist der Gegner");
    // F2: the second answer.
    seat.hands.write_all(b"\x1bOQ").unwrap();
    seat.reads("annabella: Wie stark soll der Rechner spielen: Stärke ");
    // F1: with all it has.
    seat.hands.write_all(b"\x1bOP").unwrap();
    seat.reads("annabella: Bereit. Sie haben Weiß, ohne Uhr. Der Rechner spielt mit voller Stärke.");
    seat.type_line("e2e4");
    seat.reads("annabella: Schwarz: ");
    seat.leaves();
    seat.waits_for("game.pgn", "[Black \"Stockfish");
}

/// Whatever its width is at the moment, no word is broken on it; what is being typed stays the last line.
#[test]
fn lines_fit_the_terminal_and_what_is_typed_stays_below_them() {
    let mut seat = Seat::play_with(&["--time", "90+30"]);
    seat.reads("\r\u{1b}[Jannabella: Bereit.");
    for (columns, sentence) in [
        (40, "annabella: Weiß: eine Stunde 30.\r\n  Schwarz: eine Stunde 30.\r\n> "),
        (80, "annabella: Weiß: eine Stunde 30. Schwarz: eine Stunde 30.\r\n> "),
    ] {
        seat.resize(columns);
        seat.type_line("zeit");
        seat.reads(sentence);
    }
    seat.hands.write_all(b"e2").unwrap();
    seat.reads("> e2");
    // F10 calls the arbiter.
    seat.hands.write_all(b"\x1b[21~").unwrap();
    let seen = seat.reads("> e2");
    assert!(seen.contains("\r\u{1b}[Jannabella: "), "{seen:?}");
    seat.leaves();
    // The prompt is gone.
    let last = seat.reads("\u{1b}[?2004l");
    assert!(!last.rsplit("\u{1b}[J").next().unwrap().contains("> "), "{last:?}");
}

/// A terminal that obeys nothing is told nothing.
#[test]
fn a_dumb_terminal_gets_plain_lines() {
    let mut seat = Seat::play_as("dumb", &["--user", "white"]);
    seat.type_line("e2e4");
    let seen = seat.reads("annabella: Bauer Eva zwei Eva vier. (1. e2-e4)");
    assert!(!seen.contains('\u{1b}') && seen.contains("e2e4\r\n"), "{seen:?}");
    seat.leaves();
}

/// What keeps a game from beginning stands alone, without a prompt before it.
#[test]
fn no_prompt_stands_where_nothing_can_be_typed() {
    let mut seat = Seat::play_with(&["--board", "nonsense"]);
    seat.ends();
    let mut complaint = String::new();
    seat.child.stderr.take().unwrap().read_to_string(&mut complaint).unwrap();
    assert!(complaint.contains("nonsense"), "{complaint}");
    // A mark of our own, since nothing else may come.
    File::from(seat.terminal.try_clone().unwrap()).write_all(b"end").unwrap();
    assert_eq!(seat.reads("end"), "end");
}
