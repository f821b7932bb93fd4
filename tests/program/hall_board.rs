//! Games in a hall with a real broker: what is shown of them, what outlives the broker, and rulings from a desk.

use std::{
    io::{BufRead, BufReader, Write},
    process::Child,
    sync::mpsc::{Receiver, channel},
};

use annabella::{
    devices::hall::HallEvent,
    hall::{BoardPresence, BoardTopic, HallRuling, PublishedGame, RulingsDone, RulingsSent},
};

use crate::{
    binary::{Home, text},
    hall_of_boards::{Hall, Line, PATIENCE, options},
};

/// A board of a hall, at which lines are typed.
pub struct Board {
    child: Child,
    pub lines: Receiver<String>,
}

impl Board {
    pub fn start(home: &Home, arguments: &[&str]) -> Board {
        Board::of(home.start(arguments))
    }

    pub fn of(mut child: Child) -> Board {
        let output = BufReader::new(child.stdout.take().unwrap());
        let (told, lines) = channel();
        std::thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| told.send(line)));
        Board { child, lines }
    }

    pub fn play(home: &Home, hall: &Hall, number: u16) -> Board {
        let file = hall.path().join(format!("boards/board-{number:03}.hall")).display().to_string();
        let fixed = ["play", "--language", "en", "--confirm", "never", "--time", "90+30", "--white", "Anna"];
        Board::start(
            home,
            &[&fixed[..], &["--hall", &file, "--journal", "game.jsonl", "--text", "-"]].concat(),
        )
    }

    fn resume(home: &Home) -> Board {
        Board::start(home, &["resume", "game.jsonl", "--text", "-"])
    }

    pub fn type_line(&mut self, line: &str) {
        writeln!(self.child.stdin.as_mut().unwrap(), "{line}").unwrap();
    }

    /// Waits until this is told.
    pub fn hears(&self, expected: &str) {
        let mut all = Vec::new();
        loop {
            let never = |_| panic!("never told: {expected}, only {all:#?}");
            let told = self.lines.recv_timeout(PATIENCE).unwrap_or_else(never);
            if told.starts_with("say: ") && told.contains(expected) {
                return;
            }
            all.push(told);
        }
    }

    /// Waits for a line like this; returns all up to it.
    pub fn until(&self, is: impl Fn(&str) -> bool) -> Vec<String> {
        let mut all = Vec::new();
        loop {
            let never = |_| panic!("never told, only {all:#?}");
            let line = self.lines.recv_timeout(PATIENCE).unwrap_or_else(never);
            let found = is(&line);
            all.push(line);
            if found {
                return all;
            }
        }
    }

    /// Ends the input, and waits for the end of the program; returns what it still told.
    pub fn leave(mut self) -> Vec<String> {
        drop(self.child.stdin.take());
        assert!(self.child.wait().unwrap().success());
        self.lines.iter().collect()
    }
}

impl Drop for Board {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a desk lays at a board and no program can read is one sentence there, and rules nothing.
#[test]
#[ignore = "needs mosquitto"]
fn rulings_that_cannot_be_read_are_told_and_rule_nothing() {
    let (hall, home) = (Hall::open(1), Home::new());
    let mut board = Board::play(&home, &hall, 1);
    let desk = arbiter(&hall);
    board.type_line("clock");
    board.type_line("e4");
    shows(&desk, |game| plies(game) == 1);
    for (content, told) in [
        (&b"{\"version\":1,\"rulings\":[{\"num"[..], "is damaged"),
        (b"{\"version\":2,\"rulings\":7}", "from a newer program"),
    ] {
        desk.line.show(BoardTopic::ruling_of(1, "a"), content.to_vec());
        board.until(|line| line.contains(told));
    }
    rule_as("a", &desk, &[(1, "warn white")]);
    assert!(told_of("a", &desk, 1).contains("arning"));
    let told = board.leave();
    assert_eq!(told.iter().filter(|line| line.contains("Berta rules")).count(), 1, "{told:#?}");
}

/// What is too long for the hall is told once, and the game is played and kept.
#[test]
#[ignore = "needs mosquitto"]
fn a_game_that_is_too_long_for_the_hall_is_told_once_and_played_on() {
    let (hall, home) = (Hall::open(1), Home::new());
    let file = hall.path().join("boards/board-001.hall").display().to_string();
    // A place that nobody has: the game is some thousand characters longer than a hall takes.
    let event = "x".repeat(70_000);
    let fixed = ["play", "--language", "en", "--confirm", "never", "--journal", "game.jsonl", "--text", "-"];
    let mut board = Board::start(&home, &[&fixed[..], &["--hall", &file, "--event", &event]].concat());
    let told = board.until(|line| line.contains("too long for the hall"));
    for line in ["e4", "e5"] {
        board.type_line(line);
        board.hears("Pawn");
    }
    let later = board.leave();
    let count = told.iter().chain(&later).filter(|line| line.contains("too long for the hall")).count();
    assert_eq!(count, 1, "{later:#?}");
    assert!(text_of(&home, &["export", "game.jsonl"]).contains("1. e4 e5"));
}

/// An arbiter's line, and all that has come by it.
fn arbiter(hall: &Hall) -> Line {
    let topics = [BoardTopic::Game, BoardTopic::Presence, BoardTopic::Ruled].map(BoardTopic::of_all);
    Line::open(options(&hall.file("arbiter.hall"), &topics, None))
}

/// Waits until the first board shows a game like this.
fn shows(line: &Line, is: impl Fn(&PublishedGame) -> bool) -> PublishedGame {
    line.wait(|event| match event {
        HallEvent::Shown { topic, content, .. } if topic == "hall/1/game" => {
            Some(PublishedGame::read(1, &content).unwrap()).filter(&is)
        }
        _ => None,
    })
}

fn is_there(line: &Line, there: bool) {
    line.wait(|event| match event {
        HallEvent::Shown { topic, content, .. } if topic == "hall/1/presence" => {
            (BoardPresence::read(&content).unwrap().there == there).then_some(())
        }
        _ => None,
    });
}

fn plies(game: &PublishedGame) -> usize {
    game.score.game.moves().len()
}

#[test]
#[ignore = "needs mosquitto"]
fn a_game_outlives_its_broker_and_the_hall_has_all_of_it() {
    let (mut hall, home) = (Hall::open(1), Home::new());
    let mut board = Board::play(&home, &hall, 1);
    let desk = arbiter(&hall);
    board.type_line("clock");
    board.type_line("e4");
    let game = shows(&desk, |game| plies(game) == 1);
    assert_eq!(game.score.tag("White"), Some("Anna"));
    assert!(game.state.clock.is_some_and(|clock| clock.running.is_some()));
    hall.kill();
    // Nobody here waits for the hall, and its loss is told once.
    for line in ["clock", "e5", "clock", "nf3"] {
        board.type_line(line);
    }
    board.hears("hall is lost");
    hall.start();
    board.hears("hall is back");
    let desk = arbiter(&hall);
    shows(&desk, |game| plies(game) == 3);
    board.type_line("clock");
    board.type_line("black offers a draw");
    let offered = shows(&desk, |game| game.state.offer.is_some());
    assert_eq!(plies(&offered), 3);
    board.type_line("nc6");
    board.type_line("clock");
    board.type_line("arbiter");
    shows(&desk, |game| game.state.called);
    board.type_line("black loses");
    board.type_line("yes");
    let over = shows(&desk, |game| game.score.result() == "1-0");
    assert!(!over.state.called || over.state.asked.is_some());
    let told = board.leave();
    assert!(!told.iter().any(|line| line.contains("hall is")), "{told:?}");
    is_there(&desk, false);
    // What the hall has is what the journal has.
    let export = text(&home.run(&["export", "game.jsonl"], "").stdout);
    let kept = arbiter(&hall);
    assert_eq!(shows(&kept, |_| true).state.pgn, export);
}

/// A desk of this name rules at the first board.
fn rule_as(name: &str, desk: &Line, rulings: &[(u64, &str)]) {
    let ruling = |&(number, words): &(u64, &str)| HallRuling {
        number,
        arbiter: "Berta".to_owned(),
        words: words.to_owned(),
    };
    let sent = RulingsSent { version: 0, rulings: rulings.iter().map(ruling).collect() };
    desk.line.show(BoardTopic::ruling_of(1, name), sent.written().unwrap());
}

/// Waits until the board has carried a ruling of a desk out; returns what it told last.
fn told_of(name: &str, desk: &Line, number: u64) -> String {
    desk.wait(|event| match event {
        HallEvent::Shown { topic, content, .. } if topic == "hall/1/ruled" => {
            let done = RulingsDone::read(&content).unwrap();
            let told = done.done.iter().rfind(|done| done.desk == name && done.number == number);
            (done.last(name) == number).then(|| told.map(|told| told.told.join(" ")).unwrap_or_default())
        }
        _ => None,
    })
}

#[test]
#[ignore = "needs mosquitto"]
fn two_desks_rule_at_one_board_and_neither_takes_the_others_ruling_away() {
    let (hall, home) = (Hall::open(1), Home::new());
    let [one, other] = [arbiter(&hall), arbiter(&hall)];
    // Both rule while the board is not there yet.
    rule_as("a", &one, &[(1, "two more minutes for black")]);
    rule_as("b", &other, &[(1, "warn white"), (2, "continue")]);
    let board = Board::play(&home, &hall, 1);
    for line in [&one, &other] {
        line.wait(|event| match event {
            HallEvent::Shown { topic, content, .. } if topic == "hall/1/ruled" => {
                let done = RulingsDone::read(&content).unwrap();
                ((done.last("a"), done.last("b")) == (1, 2)).then_some(())
            }
            _ => None,
        });
    }
    let told = board.leave();
    for words in ["two more minutes for black", "warn white", "continue"] {
        let count = told.iter().filter(|line| line.contains(&format!("Berta rules: {words}"))).count();
        assert_eq!(count, 1, "{words}: {told:#?}");
    }
}

/// A power cut after any line of a ruling leaves a journal from which it is carried out again, and once.
#[test]
#[ignore = "needs mosquitto"]
fn a_ruling_that_a_power_cut_interrupts_is_carried_out_when_the_game_goes_on() {
    let (mut hall, home) = (Hall::open(1), Home::new());
    let mut board = Board::play(&home, &hall, 1);
    let desk = arbiter(&hall);
    ["clock", "e4", "clock"].into_iter().for_each(|line| board.type_line(line));
    rule_as("a", &desk, &[(1, "two more minutes for black")]);
    told_of("a", &desk, 1);
    board.child.kill().unwrap();
    board.child.wait().unwrap();
    hall.kill();
    let path = home.path().join("game.jsonl");
    let text = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let place = |entry: &str| {
        lines
            .iter()
            .position(|line| line.contains(&format!("\"entry\":\"{entry}\"")))
            .expect("it was written")
    };
    let (noted, done) = (place("ruling-received"), place("ruling-done"));
    assert!(done > noted + 1, "{text}");
    for cut in noted + 1..=done + 1 {
        std::fs::write(&path, lines[..cut].concat()).unwrap();
        // The hall is gone too: the journal alone has the ruling.
        let board = Board::resume(&home);
        if cut <= done {
            board.hears("Berta rules: two more minutes for black");
        }
        let told = board.leave();
        let again = told.iter().filter(|line| line.contains("Berta rules")).count();
        assert_eq!(again, 0, "{told:#?}");
        let whole = std::fs::read_to_string(&path).unwrap();
        let count = |entry: &str| whole.matches(&format!("\"entry\":\"{entry}\"")).count();
        assert_eq!((count("ruling-received"), count("ruled"), count("ruling-done")), (1, 1, 1), "{whole}");
        let pgn = text_of(&home, &["export", "game.jsonl"]);
        assert_eq!(pgn.matches("time-added").count(), 1, "{pgn}");
    }
}

fn text_of(home: &Home, arguments: &[&str]) -> String {
    text(&home.run(arguments, "").stdout)
}

#[test]
#[ignore = "needs mosquitto"]
fn a_ruling_from_the_desk_is_carried_out_once() {
    let (mut hall, home) = (Hall::open(1), Home::new());
    let mut board = Board::play(&home, &hall, 1);
    let desk = arbiter(&hall);
    board.type_line("clock");
    board.type_line("e4");
    board.type_line("clock");
    shows(&desk, |game| plies(game) == 1);
    let rule = |desk: &Line, rulings: &[(u64, &str)]| rule_as("a", desk, rulings);
    let ruled = |desk: &Line, number: u64| told_of("a", desk, number);
    // What is not understood stops no clock and is told at the desk alone.
    rule(&desk, &[(1, "blah blah")]);
    assert!(ruled(&desk, 1).contains("Not understood"));
    rule(&desk, &[(1, "blah blah"), (2, "two more minutes for black"), (3, "continue")]);
    let told = ruled(&desk, 3);
    board.hears("Berta rules: two more minutes for black");
    board.hears("Berta rules: continue");
    assert!(!told.is_empty());
    let game = shows(&desk, |game| game.state.pgn.contains("time-added"));
    assert_eq!(game.state.pgn.matches("time-added").count(), 1);
    // The board is gone, the broker shows the rulings still, and sends them again.
    board.child.kill().unwrap();
    is_there(&desk, false);
    drop(desk);
    hall.kill();
    hall.start();
    let desk = arbiter(&hall);
    rule(&desk, &[(2, "two more minutes for black"), (3, "continue"), (4, "warn white")]);
    let mut board = Board::resume(&home);
    board.hears("Berta rules: warn white");
    assert!(ruled(&desk, 4).contains("arning"));
    // What was taken back was received all the same, and is not asked for again.
    rule(&desk, &[(5, "correction")]);
    assert!(ruled(&desk, 5).contains("taken back"));
    rule(&desk, &[(5, "correction"), (6, "continue")]);
    ruled(&desk, 6);
    board.type_line("continue");
    board.type_line("e5");
    let game = shows(&desk, |game| plies(game) == 2);
    assert_eq!(game.state.pgn.matches("time-added").count(), 1, "{}", game.state.pgn);
    let told = board.leave();
    assert!(!told.iter().any(|line| line.contains("two more minutes")), "{told:?}");
    let audit = text(&home.run(&["export", "game.jsonl", "--audit", "--language", "en"], "").stdout);
    assert!(audit.contains("Berta from the hall, number 4: 'warn white'"), "{audit}");
    assert_eq!(audit.matches("'correction'").count(), 1, "{audit}");
}

#[test]
#[ignore = "needs mosquitto"]
fn a_sealed_move_is_in_nothing_that_a_hall_is_shown() {
    let (hall, home) = (Hall::open(1), Home::new());
    let desk = arbiter(&hall);
    let mut board = Board::play(&home, &hall, 1);
    for line in ["clock", "e4", "clock", "e5", "clock", "seal move", "nf3"] {
        board.type_line(line);
    }
    board.type_line("arbiter");
    let mut seen = Vec::new();
    let mut sealing = |event| match event {
        HallEvent::Shown { topic, content, .. } if topic == "hall/1/game" => {
            let game = PublishedGame::read(1, &content).unwrap();
            seen.push(game.state.pgn.clone() + game.state.asked.as_deref().unwrap_or_default());
            game.state.called.then_some(())
        }
        _ => None,
    };
    desk.wait(&mut sealing);
    for line in ["continue", "seal move", "nf3", "nf3"] {
        board.type_line(line);
    }
    let sealed = shows(&desk, |game| game.state.sealed);
    seen.push(sealed.state.pgn + sealed.state.asked.as_deref().unwrap_or_default());
    for text in seen {
        assert!(
            ["Nf3", "knight", "Knight", "g1", "felix"].iter().all(|trace| !text.contains(trace)),
            "{text}"
        );
    }
    board.leave();
}

#[test]
fn a_hall_that_cannot_be_come_into_is_told_and_the_game_is_played() {
    let (hall, home) = (Hall::prepared(2), Home::new());
    let file = |name: &str| hall.path().join(name).display().to_string();
    let run = |hall: &str| {
        home.run(&["play", "--language", "en", "--confirm", "never", "--hall", hall, "--text", "-"], "e4\n")
    };
    let played = run(&file("boards/board-001.hall"));
    assert!(text(&played.stdout).contains("say: Pawn"), "{played:?}");
    // A mistyped name is refused before the game.
    let refused = run(&file("nothing.hall"));
    let complaint = text(&refused.stderr);
    assert!(!refused.status.success() && complaint.contains("nothing.hall"), "{refused:?}");
    for wrong in ["arbiter.hall", "mosquitto.conf", "boards"] {
        let played = run(&file(wrong));
        let told = text(&played.stdout);
        // What is no hall file is refused before the game; a hall that lets nobody in is told in it.
        let is_told = told.contains("say: No connection to the hall") && told.contains("say: Pawn");
        assert!(is_told || !played.status.success() && told.is_empty(), "{played:?}");
        let why = |line: &&str| line.contains(wrong) && line.contains("hall");
        assert_eq!(told.lines().chain(text(&played.stderr).lines()).filter(why).count(), 1, "{played:?}");
    }
}
