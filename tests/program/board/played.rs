//! Games on emulated boards of every maker, with the program at the other end.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin},
    sync::mpsc::{self, Receiver},
    thread,
    time::{Duration, Instant},
};

use annabella::devices::board::{Maker, maker::WireKind};
use strum::IntoEnumIterator;

use crate::binary::{Home, text};

/// Whatever is waited for comes sooner, or never, also on a machine that has much other work.
const LONG: Duration = Duration::from_secs(300);

/// A program that is talked with line by line.
pub struct Talk {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// All it has said that was looked at.
    said: Vec<String>,
}

impl Talk {
    pub fn start(home: &Home, args: &[&str]) -> Talk {
        let mut child = home.start(args);
        let (tell, lines) = mpsc::channel();
        let output = BufReader::new(child.stdout.take().unwrap());
        // It ends with the program.
        thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| tell.send(line)));
        Talk { input: child.stdin.take(), child, lines, said: Vec::new() }
    }

    pub fn write(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    /// Waits until it says a line with this in it.
    pub fn wait(&mut self, wanted: &str) -> &str {
        let until = Instant::now() + LONG;
        loop {
            let line = self.lines.recv_timeout(until.saturating_duration_since(Instant::now()));
            let line = line.unwrap_or_else(|_| panic!("nothing of {wanted:?} in {:#?}", self.said));
            self.said.push(line);
            if self.said.last().is_some_and(|line| line.contains(wanted)) {
                return self.said.last().unwrap();
            }
        }
    }

    /// Waits until it has said lines with each of these in them, in whatever order.
    pub fn wait_all<const N: usize>(&mut self, wanted: [&str; N]) {
        self.wait_all_since(0, wanted);
    }

    /// The same, of the lines since it had said so many.
    pub fn wait_all_since<const N: usize>(&mut self, said: usize, wanted: [&str; N]) {
        for wanted in wanted {
            if !self.said[said..].iter().any(|line| line.contains(wanted)) {
                self.wait(wanted);
            }
        }
    }

    /// How many lines were looked at.
    pub fn looked_at(&self) -> usize {
        self.said.len()
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Ends its input, and waits for its end; returns all it has said.
    pub fn end(mut self) -> Vec<String> {
        drop(self.input.take());
        assert!(self.child.wait().unwrap().success(), "{:#?}", self.said);
        self.said.extend(self.lines.iter());
        std::mem::take(&mut self.said)
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        // One that has ended cannot be killed, which is well.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The moves of a score, without numbers and times.
pub fn moves(home: &Home, journal: &str) -> String {
    let score = text(&home.run(&["export", journal, "--pgn"], "").stdout);
    let words = score.split_once("\n\n").unwrap().1.replace('\n', " ");
    let is_move = |word: &&str| !word.starts_with("{[%clk") && !word.ends_with("]}") && !word.ends_with('.');
    let words: Vec<&str> = words.split(' ').filter(is_move).collect();
    words.join(" ").trim_end_matches([' ', '*']).to_owned()
}

#[test]
fn a_game_is_played_on_an_emulated_board() {
    let home = Home::new();
    home.file("game", "e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 e1g1 f6e4 d2d3");
    let hands = ["--seed", "5", "--speed", "5", "--turned", "--minutes", "10", "game"];
    let mut board = Talk::start(&home, &[&["board-emulator", "--link", "board"], &hands[..]].concat());
    board.wait("board at board");
    let play =
        ["play", "--board", "board", "--board-clock", "--time", "10", "--text", "-", "--journal", "journal"];
    let mut game = Talk::start(&home, &play);
    game.wait("gefunden: elektronisches Brett DGT");
    game.wait("Bauer David zwei David drei");
    game.end();
    let score = text(&home.run(&["export", "journal", "--pgn"], "").stdout);
    assert!(score.contains("%clk"), "{score}");
    assert_eq!(moves(&home, "journal"), "e4 e5 Nf3 Nc6 Bc4 Nf6 O-O Nxe4 d3", "{score}");
}

#[test]
fn a_board_of_every_maker_is_followed() {
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    thread::scope(|scope| {
        for maker in Maker::iter() {
            let free = &free;
            scope.spawn(move || {
                let kind = maker.word();
                let link = match maker.board().wire() {
                    WireKind::WebSocket { .. } => free,
                    WireKind::Serial { .. } | WireKind::Hid { .. } => "board",
                };
                let address = &format!("{kind}:{link}");
                let home = Home::new();
                home.file("game", "e2e4 d7d5 e4d5 d8d5");
                let mut emulator =
                    vec!["board-emulator", "--kind", kind, "--link", link, "game", "--speed=6"];
                // A Certabo learns its pieces from a board that stands the right way round.
                if maker != Maker::Certabo {
                    emulator.push("--turned");
                }
                let mut board = Talk::start(&home, &emulator);
                board.wait("board at");
                let play =
                    ["play", "--opponent", "board", "--board", address, "--text", "-", "--journal", "j"];
                let mut game = Talk::start(&home, &play);
                game.wait("Dame David acht schlägt David fünf");
                game.end();
                assert_eq!(moves(&home, "j"), "e4 d5 exd5 Qxd5", "{kind}");
            });
        }
    });
}

#[test]
fn a_move_is_lit_until_it_stands_on_the_board() {
    thread::scope(|scope| {
        for maker in Maker::iter().filter(|maker| *maker != Maker::LiveChess) {
            scope.spawn(move || lit_by(maker));
        }
    });
}

/// Of castling the king's squares are lit, which a board with two lights can show too.
fn lit_by(maker: Maker) {
    let (kind, home) = (maker.word(), Home::new());
    let mut board =
        Talk::start(&home, &["board-emulator", "--kind", kind, "--link", "b", "--speed", "20", "-"]);
    board.wait("board at");
    let address = format!("{kind}:b");
    let play = ["play", "--opponent", "board", "--user", "white", "--board", &address, "--text", "-"];
    let mut game = Talk::start(&home, &play);
    game.wait("gefunden: elektronisches Brett");
    for (played, lit, between, answer, said) in [
        ("e2e4", "e2 e4", "e2 e3 e4", "d7d5", "Bauer David sieben David fünf"),
        ("g1f3", "g1 f3", "g1 f3", "c8g4", "Läufer Cesar acht Gustav vier"),
        ("f1e2", "f1 e2", "f1 e2", "b8c6", "Springer Bella acht Cesar sechs"),
        ("e1g1", "e1 g1", "e1 f1 g1", "d8d6", "Dame David acht David sechs"),
        ("d2d4", "d2 d4", "d2 d3 d4", "e8c8", "lange Rochade"),
    ] {
        game.write(played);
        game.wait("?");
        game.write("ja");
        // A ChessLink has its lights at corners, and those of two squares are all those of the one between.
        let lit = if maker == Maker::ChessLink { between } else { lit };
        assert_eq!(board.wait("lights: "), format!("lights: {lit}"), "{kind}");
        board.write(played);
        board.wait("lights: none");
        board.write(answer);
        game.wait(said);
    }
    board.write("hello");
    board.wait("not understood: hello");
    game.end();
}

#[test]
fn a_board_that_is_not_there_is_said_and_taken_when_it_comes() {
    let home = Home::new();
    let play = ["play", "--opponent", "board", "--board", "chessnut:b", "--text", "-"];
    let mut game = Talk::start(&home, &play);
    game.wait("elektronisches Brett: nichts an b, schließen Sie das Gerät an");
    let mut board =
        Talk::start(&home, &["board-emulator", "--kind", "chessnut", "--link", "b", "--speed", "20", "-"]);
    board.wait("board at");
    game.wait("gefunden: elektronisches Brett Chessnut");
    board.write("cable out");
    game.wait("elektronisches Brett: die Verbindung brach ab");
    board.write("cable in");
    game.wait("gefunden: elektronisches Brett Chessnut");
    game.end();
}

#[test]
fn what_is_lifted_on_a_board_of_ones_own_is_touched() {
    let home = Home::new();
    let mut board =
        Talk::start(&home, &["board-emulator", "--kind", "chessnut", "--link", "b", "--speed", "20", "-"]);
    board.wait("board at");
    let play = ["play", "--opponent", "board", "--user", "white", "--board", "chessnut:b"];
    let mut game = Talk::start(
        &home,
        &[&play[..], &["--board-moves", "both", "--text", "-", "--journal", "j"]].concat(),
    );
    game.wait("gefunden: elektronisches Brett");
    board.write("g1 -");
    // A piece that is only brushed is back sooner.
    game.wait("say: Am Brett: ");
    board.write("g1 N");
    game.wait("Springer auf Gustav eins ist berührt");
    board.write("e2e4");
    game.wait("Berührt ist Gustav eins");
    game.end();
}
