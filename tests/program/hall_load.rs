//! Two hundred boards in one process, each with a session of its own, through a real broker that is killed meanwhile.

use std::{
    collections::BTreeMap,
    sync::Arc,
    time::{Duration, Instant},
};

use annabella::{
    devices::hall::HallEvent,
    grammar::Grammar,
    hall::{BoardTopic, HallGame, PublishedGame, VERSION},
    journal::Start,
    language::LanguageFolder,
    session::{Confirm, Event, EventKind, Options, Session},
};

use crate::hall_of_boards::{Hall, Line, options};

const BOARDS: u16 = 200;
const MOVES: [&str; 14] = [
    "e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6", "d2d3", "b7b5", "a4b3", "f8c5", "c2c3",
    "d7d6",
];
/// After these half-moves the broker is killed, and is back.
const KILLED: [usize; 3] = [4, 8, 11];

fn message(board: u16, count: usize, session: &Session) -> Vec<u8> {
    let pgn = session.record().score().to_string();
    HallGame { version: VERSION, board, count: count as u64, pgn, ..HallGame::default() }.written().unwrap()
}

/// Waits until the line has seen so many half-moves of all boards; returns when each came.
fn all_at(line: &Line, plies: usize) -> BTreeMap<u16, Instant> {
    let mut seen = BTreeMap::new();
    while seen.len() < usize::from(BOARDS) {
        line.wait(|event| match event {
            HallEvent::Shown { topic, content, .. } => {
                let (board, _) = BoardTopic::read(&topic).unwrap();
                let game = PublishedGame::read(board, &content).unwrap();
                if game.score.game.moves().len() == plies {
                    seen.entry(board).or_insert_with(Instant::now);
                }
                Some(())
            }
            _ => None,
        });
    }
    seen
}

/// `cargo test --test program -- --ignored --nocapture two_hundred` prints the figures of `docs/hall.md`.
#[test]
#[ignore = "needs mosquitto, takes a minute"]
fn two_hundred_boards_outlive_a_broker_that_is_killed_three_times() {
    let mut hall = Hall::open(BOARDS);
    let begun = Instant::now();
    let line = |n| Line::open(options(&hall.board(n), &[], None));
    let boards: Vec<Line> = (1..=BOARDS).map(line).collect();
    for line in &boards {
        line.wait(|event| (event == HallEvent::Connected).then_some(()));
    }
    println!("{BOARDS} boards are connected after {:.1?}", begun.elapsed());
    let grammar = Arc::new(Grammar::of(LanguageFolder::ENGLISH));
    let session = |_| {
        let chosen = Options { confirm: Confirm::Never, ..Options::default() };
        let mut session =
            Session::new(Start { version: Start::VERSION, ..Start::default() }, chosen, Arc::clone(&grammar));
        session.handle(Event::of_program(EventKind::Began), Duration::ZERO);
        session
    };
    let mut sessions: Vec<Session> = (0..BOARDS).map(session).collect();
    let file = hall.file("arbiter.hall");
    let desk = || Line::open(options(&file, &[BoardTopic::Game.of_all()], None));
    let mut arbiter = desk();
    arbiter.wait(|event| (event == HallEvent::Connected).then_some(()));
    let mut delays = Vec::new();
    for (ply, san) in MOVES.iter().enumerate() {
        let (plies, at) = (ply + 1, Duration::from_secs(ply as u64));
        let is_killed = KILLED.contains(&plies);
        if is_killed {
            hall.kill();
        }
        let mut sent = BTreeMap::new();
        for (n, (session, line)) in sessions.iter_mut().zip(&boards).enumerate() {
            session.handle(Event::at_table(EventKind::Typed((*san).to_owned())), at);
            assert_eq!(session.record().game().moves().len(), plies, "{san}");
            let board = n as u16 + 1;
            let content = message(board, plies, session);
            sent.insert(board, Instant::now());
            line.line.show(BoardTopic::Game.of(board), content);
        }
        if is_killed {
            hall.start();
            let back = Instant::now();
            arbiter = desk();
            all_at(&arbiter, plies);
            println!(
                "killed at half-move {plies}: all boards are there {:.1?} after its start",
                back.elapsed()
            );
        } else {
            let seen = all_at(&arbiter, plies);
            delays.extend(sent.iter().map(|(board, sent)| seen[board].saturating_duration_since(*sent)));
        }
    }
    delays.sort();
    let of = |percent: usize| delays[(delays.len() - 1) * percent / 100];
    println!("from move to desk: median {:.1?}, 99 % {:.1?}, of {} moves", of(50), of(99), delays.len());
    let late = Instant::now();
    all_at(&desk(), MOVES.len());
    println!("a late desk has all {BOARDS} boards after {:.1?}", late.elapsed());
}
