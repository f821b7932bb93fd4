//! Devices that say more than anybody can do: the game goes on, and a signal is answered.

use std::{
    io::{BufRead, BufReader, Write},
    net::{TcpListener, TcpStream},
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process};
use tungstenite::{Message, WebSocket, accept};

use annabella::devices::{
    clock_emulator::{ClockEmulator, EmulatorCommand, EmulatorOptions},
    tactile_clock::TactileSide,
};

use crate::{binary::Home, board::played::Talk, page::Game};

/// Serves a board whose clock changes its mind as fast as the program reads it, until the program has gone.
fn flap(listener: &TcpListener) {
    let Ok((stream, _)) = listener.accept() else { return };
    let Ok(mut socket) = accept(stream) else { return };
    while let Ok(message) = socket.read() {
        let text = message.to_string();
        let answer = if text.contains("eboards") {
            r#"{"response":"call","id":1,"param":[{"serialnr":"7","state":"ACTIVE","board":""}]}"#
        } else {
            flood(&mut socket);
            return;
        };
        if socket.send(Message::text(answer)).is_err() {
            return;
        }
    }
}

fn flood(socket: &mut WebSocket<TcpStream>) {
    let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    for time in 0_u64.. {
        let (white, black) = (600 - time % 7, 600 - time % 5);
        let clock = format!(r#"{{"white":{white},"black":{black},"run":{}}}"#, time % 2 == 0);
        let text = format!(
            r#"{{"response":"feed","id":2,"param":{{"serialnr":"7","board":"{board}","clock":{clock}}}}}"#
        );
        if socket.send(Message::text(text)).is_err() {
            return;
        }
    }
}

#[test]
fn a_clock_that_flaps_without_end_stops_neither_game_nor_end() {
    for clock in [&["--board-clock"][..], &[]] {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("livechess:{}", listener.local_addr().unwrap());
        thread::scope(|scope| {
            scope.spawn(|| flap(&listener));
            let home = Home::new();
            let play =
                ["play", "--board", &address, "--time", "10", "--journal", "journal", "--confirm", "never"];
            let mut game = Talk::start(&home, &[&play[..], clock].concat());
            game.wait("gefunden: elektronisches Brett LiveChess 7");
            for (typed, said) in [("e4", "Bauer Eva"), ("e5", "Bauer Eva"), ("Sf3", "Springer Gustav")] {
                game.write(typed);
                game.wait(said);
            }
            let began = Instant::now();
            kill_process(Pid::from_raw(game.id() as i32).unwrap(), Signal::TERM).unwrap();
            game.wait("score: ");
            println!("signal to score: {:?}", began.elapsed());
            game.write("ruhe");
            let said = game.end();
            let sentences = said.iter().filter(|line| line.starts_with("say: ")).count();
            assert!(sentences < 30, "{said:#?}");
            let lines = std::fs::read_to_string(home.path().join("journal")).unwrap().lines().count();
            assert!(lines < 100, "{lines} lines");
        });
    }
}

/// Each line has an answer to tell, so there is always something to say; the flood ends with the program.
#[test]
fn lines_without_end_keep_no_signal_from_ending_the_game() {
    for line in ["wer ist am zug", "zzgarbage", "hilfe"] {
        let home = Home::new();
        let mut child = home.start(&["play", "--time", "10", "--journal", "journal", "--confirm", "never"]);
        let mut input = child.stdin.take().unwrap();
        let flood = thread::spawn(move || while writeln!(input, "{line}").is_ok() {});
        let mut said = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        assert!(said.any(|said| said.contains(&format!("hear: {line}"))), "{line} is not read");
        let began = Instant::now();
        kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
        // Without the end of the game this goes on as long as the flood does.
        let after = said.position(|said| said.starts_with("say: Die Partie ist unterbrochen."));
        println!("{line}: {after:?} lines and {:?} to the end", began.elapsed());
        drop(said);
        assert!(child.wait().unwrap().success() && after.is_some(), "{line}");
        flood.join().unwrap();
    }
}

/// A board's clock that flaps, a lever that jams, lines that are pasted, and commands of a page, until the program ends.
#[test]
fn all_floods_at_once_keep_no_signal_from_ending_the_game() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let board = format!("livechess:{}", listener.local_addr().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let link = folder.path().join("clock");
    let options = EmulatorOptions { link: link.clone(), name: "jammed".to_owned(), fault: None, svg: None };
    let clock = ClockEmulator::start(options).unwrap();
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| flap(&listener));
        let link = link.to_str().unwrap();
        let mut game =
            Game::start(&["--board", &board, "--clock", link, "--time", "10", "--journal", "journal"]);
        game.type_line("e4", "Pawn Eva two Eva four");
        let table = game.enter(&game.codes[0]).1.unwrap();
        let pages: Vec<_> = (0..20).map_while(|_| game.follow(&table).ok()).collect();
        assert!(!pages.is_empty(), "no page is served");
        scope.spawn(|| {
            for side in [TactileSide::White, TactileSide::Black].into_iter().cycle() {
                if over.load(Ordering::Relaxed) {
                    return;
                }
                clock.command(EmulatorCommand::Press(side));
                thread::sleep(Duration::from_millis(100));
            }
        });
        // Each page may send so much, and is closed then.
        scope.spawn(|| {
            for mut page in pages {
                while page.send(Message::text(r#"{"say":"what time is it"}"#)).is_ok() {}
            }
        });
        let mut input = game.child.stdin.take().unwrap();
        scope.spawn(move || while writeln!(input, "zzgarbage").is_ok() {});
        let mut said = game.lines.iter();
        assert!(said.any(|said| said.contains("hear: zzgarbage")), "what is typed is not read");
        assert!(said.any(|said| said.contains("hear: what time is it")), "what a page sends is not read");
        let began = Instant::now();
        kill_process(Pid::from_child(&game.child), Signal::TERM).unwrap();
        let after = said.position(|said| said.starts_with("say: The game is interrupted."));
        println!("{after:?} lines and {:?} to the end", began.elapsed());
        over.store(true, Ordering::Relaxed);
        assert!(after.is_some() && game.child.wait().unwrap().success());
        println!("{:?} to the last of it", began.elapsed());
    });
}
