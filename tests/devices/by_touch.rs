//! Whole games with nothing but a braille display, through brltty and back: no sound, no voice, no keyboard.
//!
//! One by routing keys, one written in braille, one in competition on twelve cells. In each there is a move that is
//! not legal, a question which, a promotion, offers and a claim, a correction, a display that is lost ten times while
//! a move is made, and a flag that is claimed.
//!
//! It needs the devices that `tests/virtual/up.sh` brings up, and says so where they are missing.

use std::{
    process::Command,
    time::{Duration, Instant},
};

use crate::braille::Cells;
use crate::program::Program;

/// A press that shows nothing within this was not felt.
const PATIENCE: Duration = Duration::from_secs(150);

/// In the first cell: more waits.
const WAITING: char = '\u{28FF}';

/// Two knights for one square, and a pawn about to become something.
const POSITION: &str = "4k3/P7/8/8/8/2N3N1/8/4K3 w - - 0 1";

/// Somebody who reads and presses.
struct Reader {
    cells: Cells,
    program: Program,
    _folder: tempfile::TempDir,
    journal: String,
}

impl Reader {
    fn sits_down(cells: usize, arguments: &[&str]) -> Reader {
        let port = std::env::var("VR_PORT").expect("virtual devices, see tests/virtual/README.md");
        let folder = tempfile::tempdir().unwrap();
        let journal = folder.path().join("game.jsonl").to_str().unwrap().to_owned();
        // A display of another size wants a fresh brltty.
        one("kill");
        one("start");
        let cells = Cells::of(port.parse().unwrap(), cells);
        let mut all = vec!["play", "--by-touch", "--time", "3", "--fen", POSITION];
        all.extend(["--model", "/nowhere", "--journal", &journal]);
        all.extend(arguments);
        let program = Program::start_mute(&all);
        // MoveInPosition by itself, it would come between the fingers and the board.
        program.until(PATIENCE, |line| line.ends_with("Keine Sprachausgabe.")).expect("there is no voice");
        let reader = Reader { cells, program, _folder: folder, journal };
        // A display that is found late does not show what was told before.
        reader.reads("Stellung");
        reader
    }

    /// Reaches nobody where the display is not there.
    fn press(&self, command: &str) {
        self.cells.try_press(command);
    }

    /// Pans on until these words lie under the fingers; they may go on in the next window.
    fn reads(&self, words: &str) {
        let began = Instant::now();
        let mut read = String::new();
        let mut before = String::new();
        while began.elapsed() < PATIENCE {
            let now = self.cells.now().trim_end().to_owned();
            if now != before {
                read.push_str(now.trim_start_matches(WAITING));
                read.push(' ');
                before = now;
            }
            if tight(&read).contains(&tight(words)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(100));
            // What is about to come would be panned away.
            let settled = began.elapsed() > Duration::from_millis(700);
            if settled && self.cells.now().trim_end() == before {
                self.press_and_feel("fwinrt");
            }
        }
        panic!("{words:?} was not to be read: {read:?}\n{}", self.told());
    }

    /// The routing key over words, which are panned to.
    fn routes(&self, words: &str) {
        let began = Instant::now();
        while began.elapsed() < PATIENCE {
            let now = self.cells.now();
            if let Some(at) = now.find(words) {
                return self.route_and_feel(now[..at].chars().count());
            }
            // What is about to come would be panned away.
            if began.elapsed() > Duration::from_millis(700) {
                self.press_and_feel("fwinrt");
            } else {
                std::thread::sleep(Duration::from_millis(100));
            }
        }
        panic!("{words:?} is not under the fingers: {:?}\n{}", self.cells.now(), self.told());
    }

    /// What the program has printed.
    fn told(&self) -> String {
        let told = std::iter::from_fn(|| self.program.next(Duration::ZERO)).map(|(_, line)| line);
        told.collect::<Vec<_>>().join("\n")
    }

    /// The routing key over a square of the board view.
    fn square(&self, square: &str) {
        self.press_and_feel("key_function 5");
        let (file, rank) = (square.as_bytes()[0] - b'a', &square[1..]);
        let all = |down: &str| {
            for _ in 0..9 {
                let now = self.cells.now();
                let word = now.split(' ').map(|word| word.trim_start_matches(WAITING));
                let mut word = word.filter(|word| word.chars().count() == 9);
                if let Some(at) = word.find(|word| word.starts_with(rank)).and_then(|word| now.find(word)) {
                    return Some(now[..at].chars().count() + 1 + usize::from(file));
                }
                self.press_and_feel(down);
            }
            None
        };
        let cell = all("lndn").or_else(|| all("lnup"));
        self.route(
            cell.unwrap_or_else(|| panic!("{square} is not under the fingers: {:?}", self.cells.now())),
        );
    }

    /// Waits until what lies under the fingers has stayed for a while.
    fn press_and_feel(&self, command: &str) {
        self.press(command);
        std::thread::sleep(Duration::from_millis(150));
        let mut before = String::new();
        while self.cells.now() != before {
            before = self.cells.now();
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// As whoever feels nothing happen: once more. brltty's virtual driver drops a key now and then.
    fn route_and_feel(&self, cell: usize) {
        let (before, began) = (self.cells.now(), Instant::now());
        while self.cells.now() == before {
            assert!(began.elapsed() < PATIENCE, "cell {cell} does nothing: {before:?}\n{}", self.told());
            self.route(cell);
            self.felt(|now| now != before);
        }
    }

    /// Whether the line comes to be so within a second.
    fn felt(&self, so: impl Fn(&str) -> bool) -> bool {
        let began = Instant::now();
        while !so(&self.cells.now()) {
            if began.elapsed() > Duration::from_secs(1) {
                return false;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        true
    }

    /// The virtual driver cannot press the first routing key.
    fn route(&self, cell: usize) {
        assert!(cell > 0);
        self.press(&format!("route {cell}"));
        std::thread::sleep(Duration::from_millis(200));
    }

    /// Writes and ends it with Enter.
    fn writes(&self, text: &str) {
        self.begins(text);
        let (written, began) = (self.cells.now(), Instant::now());
        while self.cells.now() == written {
            assert!(began.elapsed() < PATIENCE, "Enter does nothing: {written:?}\n{}", self.told());
            self.press_and_feel("key_enter");
        }
    }

    /// Feels each character before the next, and begins again where one is missing.
    fn begins(&self, text: &str) {
        let began = Instant::now();
        'again: while began.elapsed() < PATIENCE * 2 {
            let mut written = String::new();
            for c in text.chars() {
                written.push(c);
                let before = self.cells.now();
                let is_there = |now: &str| {
                    // The game stands beside it.
                    let entry = now.trim_start_matches(WAITING).split("  ").next().unwrap_or_default().trim();
                    now != before
                        && !entry.is_empty()
                        && (entry.ends_with(&written) || written.ends_with(entry))
                };
                while self.cells.now() == before {
                    self.press(&format!("passchar {}", u32::from(c)));
                    // A blank at the end cannot be felt.
                    if c == ' ' {
                        std::thread::sleep(Duration::from_millis(100));
                        break;
                    }
                    if !self.felt(is_there) && self.cells.now() != before {
                        self.press_and_feel("key_escape");
                        continue 'again;
                    }
                }
            }
            return;
        }
        panic!("{text:?} cannot be written: {:?}\n{}", self.cells.now(), self.told());
    }

    /// A move by files and ranks, which tell nothing of the position.
    fn keys(&self, squares: &str) {
        let began = Instant::now();
        while !["abcdefgh", "12345678"].iter().any(|keys| self.cells.now().contains(keys)) {
            assert!(began.elapsed() < PATIENCE, "no keys: {:?}\n{}", self.cells.now(), self.told());
            self.press_and_feel("key_function 5");
        }
        self.more_keys(squares);
    }

    fn more_keys(&self, squares: &str) {
        for key in squares.chars() {
            let began = Instant::now();
            // What was chosen before stands behind the keys.
            let at = loop {
                let now = self.cells.now();
                let place = |keys: &&str| Some(now[..now.find(*keys)?].chars().count() + keys.find(key)?);
                if let Some(at) = ["abcdefgh", "12345678"].iter().find_map(place) {
                    break at;
                }
                assert!(began.elapsed() < PATIENCE, "no key {key}: {now:?}");
                std::thread::sleep(Duration::from_millis(50));
            };
            self.route(at);
        }
    }

    /// What is under "was man sagen kann": a topic, and one thing of it.
    fn says(&self, topic: &str, words: &str) {
        let began = Instant::now();
        while !self.cells.now().contains("Züge") {
            // brltty's virtual driver now and then drops a key that comes right behind another.
            self.press_and_feel("key_function 9");
            assert!(began.elapsed() < PATIENCE, "no topics: {:?}\n{}", self.cells.now(), self.told());
            std::thread::sleep(Duration::from_millis(50));
        }
        self.routes(topic);
        self.routes(words);
    }

    /// The display is lost and found again.
    fn loses_the_display(&self, times: usize) {
        for _ in 0..times {
            self.cells.forget();
            one("kill");
            one("start");
            let began = Instant::now();
            // The program looks for it once a second.
            while ["", "no screen"].contains(&self.cells.now().trim_end()) {
                assert!(began.elapsed() < PATIENCE * 2, "the line does not come back");
                std::thread::sleep(Duration::from_millis(50));
            }
        }
    }

    fn moved(&self, uci: &str) {
        let began = Instant::now();
        let kept = || std::fs::read_to_string(&self.journal).unwrap();
        let made = |line: &str| line.contains("\"moved\"") && line.contains(&format!("\"{uci}\""));
        while !kept().lines().any(made) {
            assert!(
                began.elapsed() < PATIENCE,
                "{uci} is not in\n{}\n{:?}\n{}",
                kept(),
                self.cells.now(),
                self.told()
            );
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// The end has been read; Enter closes the game.
    fn leaves(&self) {
        let began = Instant::now();
        while self.program.lives() {
            assert!(began.elapsed() < PATIENCE * 2, "the game is not closed: {:?}", self.cells.now());
            self.press("key_enter");
            std::thread::sleep(Duration::from_millis(300));
        }
        let kept = std::fs::read_to_string(&self.journal).unwrap();
        assert!(kept.contains("\"ended\""), "{kept}");
    }
}

fn one(what: &str) {
    let folder = std::env::var("ANNABELLA_VIRTUAL").expect("virtual devices, see tests/virtual/README.md");
    let done = Command::new("tests/virtual/one.sh").args([&folder, what, "brltty"]).status().unwrap();
    assert!(done.success(), "{what} brltty");
}

fn tight(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && *c != WAITING).collect()
}

#[test]
#[ignore = "needs real devices, model and voice: make test"]
fn a_game_by_routing_keys() {
    let reader = Reader::sits_down(40, &["--user", "both"]);
    reader.square("c3");
    reader.square("c4");
    reader.reads("so zieht kein Springer");
    // The piece is in the hand while the display comes and goes.
    reader.square("c3");
    reader.loses_the_display(10);
    reader.square("e4");
    reader.reads("Sc3-e4?");
    reader.routes("ja");
    reader.moved("c3e4");
    // It was not meant after all.
    reader.press_and_feel("key_delete");
    reader.reads("zurück, Weiß am Zug");
    reader.square("g3");
    reader.square("e4");
    reader.reads("Sg3-e4?");
    reader.routes("ja");
    reader.moved("g3e4");
    // Black has not moved yet.
    reader.says("Remis", "Remis anbieten");
    reader.reads("Remis erst");
    reader.press_and_feel("key_tab");
    reader.square("e8");
    reader.square("d7");
    reader.routes("ja");
    reader.moved("e8d7");
    reader.says("Remis", "Remis anbieten");
    reader.reads("Remis?");
    reader.routes("nein");
    reader.press_and_feel("key_tab");
    reader.says("Remis", "dreimalige");
    reader.routes("ja");
    reader.reads("Anspruch falsch");
    reader.reads("Remis?");
    reader.routes("nein");
    reader.says("Uhr", "weiter");
    reader.reads("Uhr läuft");
    reader.square("a7");
    reader.square("a8");
    reader.routes("S");
    reader.moved("a7a8n");
    reader.press_and_feel("key_tab");
    // The arbiter takes Black's time, and White claims it.
    reader.press_and_feel("key_function 2");
    for _ in 0..2 {
        reader.press_and_feel("key_function 4");
        reader.routes("S-2");
    }
    reader.press_and_feel("key_function 4");
    reader.routes("weiter");
    reader.says("Uhr", "Zeit überschritten");
    reader.reads("1-0");
    reader.leaves();
}

#[test]
#[ignore = "needs real devices, model and voice: make test"]
fn a_game_written_in_braille() {
    let reader = Reader::sits_down(40, &["--user", "white"]);
    reader.writes("sc4");
    reader.reads("nach c4");
    // Two knights reach that square.
    reader.writes("se4");
    reader.reads("S?e4");
    reader.writes("c3");
    reader.moved("c3e4");
    reader.writes("korrektur");
    reader.reads("zurück, Weiß am Zug");
    reader.begins("g3");
    reader.loses_the_display(10);
    reader.writes("e4");
    reader.reads("Sg3-e4?");
    reader.writes("ja");
    reader.moved("g3e4");
    // Black has not moved yet.
    reader.writes("remis anbieten");
    reader.reads("Remis erst");
    reader.writes("uhr");
    reader.reads("Schwarz am Zug");
    reader.writes("ke8d7");
    reader.writes("ja");
    reader.moved("e8d7");
    reader.writes("schwarz bietet remis");
    reader.reads("Remis?");
    reader.writes("nein");
    reader.reads("Remis abgelehnt");
    reader.press_and_feel("key_tab");
    reader.writes("fünfzig züge");
    reader.reads("50 Züge? ja nein");
    reader.writes("ja");
    reader.reads("Anspruch falsch");
    reader.writes("nein");
    reader.writes("weiter");
    reader.reads("Uhr läuft");
    reader.writes("a8");
    reader.reads("D T L S");
    reader.writes("turm");
    reader.moved("a7a8r");
    reader.writes("uhr");
    reader.writes("schiedsrichter");
    reader.writes("uhr schwarz auf 1 sekunde");
    reader.reads("S =0:00:01");
    reader.writes("weiter");
    std::thread::sleep(Duration::from_secs(2));
    reader.writes("zeit überschritten");
    reader.reads("1-0");
    reader.leaves();
}

#[test]
#[ignore = "needs real devices, model and voice: make test"]
fn a_game_in_competition_on_twelve_cells() {
    let reader = Reader::sits_down(12, &["--user", "white", "--competition"]);
    reader.keys("c3c4");
    reader.reads("c3-c4?");
    reader.routes("ja");
    reader.reads("regelwidrig");
    reader.writes("se4");
    reader.reads("Se4?");
    reader.routes("ja");
    reader.reads("von wo?");
    reader.writes("c3");
    reader.reads("Sc3-e4?");
    reader.routes("ja");
    reader.moved("c3e4");
    reader.press_and_feel("key_delete");
    reader.reads("zurück, Weiß am Zug");
    // Half the move is chosen when the display goes.
    reader.keys("g3");
    reader.loses_the_display(10);
    reader.more_keys("e4");
    reader.reads("g3-e4?");
    reader.routes("ja");
    reader.moved("g3e4");
    // Black has not moved yet.
    reader.says("Remis", "anbieten");
    reader.reads("Remis erst");
    reader.press_and_feel("key_tab");
    reader.keys("e8d7");
    reader.routes("ja");
    reader.moved("e8d7");
    reader.writes("schwarz bietet remis");
    reader.reads("Remis?");
    reader.routes("nein");
    reader.press_and_feel("key_tab");
    reader.says("Remis", "dreimalige");
    reader.routes("ja");
    reader.reads("Anspruch falsch");
    reader.writes("schwarz lehnt remis ab");
    reader.says("Uhr", "weiter");
    reader.reads("Uhr läuft");
    reader.keys("a7a8");
    reader.reads("welche Figur?");
    reader.writes("bauer");
    reader.reads("D T L S");
    reader.routes("S");
    reader.routes("ja");
    reader.moved("a7a8n");
    reader.press_and_feel("key_tab");
    reader.writes("schiedsrichter");
    reader.writes("uhr schwarz auf 1 sekunde");
    reader.press_and_feel("key_function 4");
    reader.routes("weiter");
    std::thread::sleep(Duration::from_secs(2));
    reader.writes("zeit überschritten");
    reader.reads("1-0");
    reader.leaves();
}

/// Whoever starts the program without a screen learns why nothing begins.
#[test]
#[ignore = "needs real devices, model and voice: make test"]
fn a_start_that_fails_lies_under_the_fingers() {
    let port = std::env::var("VR_PORT").expect("virtual devices, see tests/virtual/README.md");
    one("kill");
    one("start");
    let (cells, began) = (Cells::of(port.parse().unwrap(), 40), Instant::now());
    // brltty has found the display, which lay there before the program was started.
    assert!(cells.show("no screen", began, PATIENCE * 4), "{:?}", cells.now());
    let _program =
        Program::start_mute(&["play", "--by-touch", "--language", "de", "--opponent", "engine:/nowhere"]);
    assert!(cells.show("kein Beginn: ein Schachprogramm", began, PATIENCE * 4), "{:?}", cells.now());
}
