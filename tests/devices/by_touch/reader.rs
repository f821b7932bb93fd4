//! Somebody who reads a braille display and presses its keys, and has nothing else.

use std::{
    process::Command,
    time::{Duration, Instant},
};

use crate::braille::Cells;
use crate::program::Program;

/// A press that shows nothing within this was not felt.
pub const PATIENCE: Duration = Duration::from_secs(150);

/// In the first cell: more waits.
const WAITING: char = '\u{28FF}';

/// Somebody who reads and presses.
pub struct Reader {
    pub cells: Cells,
    pub program: Program,
    _folder: tempfile::TempDir,
    journal: String,
}

impl Reader {
    /// Sits down to a game from this position.
    pub fn sits_down(cells: usize, position: &str, arguments: &[&str]) -> Reader {
        let folder = tempfile::tempdir().unwrap();
        let journal = folder.path().join("game.jsonl").to_str().unwrap().to_owned();
        let game = ["play", "--by-touch", "--time", "3", "--fen", position, "--journal", &journal];
        let reader = Reader::starts(cells, folder, &[&game[..], arguments].concat());
        // A display that is found late does not show what was told before.
        reader.reads("Stellung");
        reader
    }

    /// Goes to school.
    pub fn learns(cells: usize, arguments: &[&str]) -> Reader {
        let learn = [&["learn"][..], arguments, &["--by-touch"]].concat();
        Reader::starts(cells, tempfile::tempdir().unwrap(), &learn)
    }

    fn starts(cells: usize, folder: tempfile::TempDir, arguments: &[&str]) -> Reader {
        let port = std::env::var("VR_PORT").expect("virtual devices, see tests/virtual/README.md");
        // A display of another size wants a fresh brltty.
        one("kill");
        one("start");
        let cells = Cells::of(port.parse().unwrap(), cells);
        let program = Program::start_mute(folder.path(), &[arguments, &["--model", "/nowhere"][..]].concat());
        // It would come between the fingers and the board.
        program.until(PATIENCE, |line| line.ends_with("Keine Sprachausgabe.")).expect("there is no voice");
        let journal = folder.path().join("game.jsonl").to_str().unwrap().to_owned();
        Reader { cells, program, _folder: folder, journal }
    }

    /// Reaches nobody where the display is not there.
    fn press(&self, command: &str) {
        self.cells.try_press(command);
    }

    /// Pans on until these words lie under the fingers; they may go on in the next window.
    pub fn reads(&self, words: &str) {
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
    pub fn routes(&self, words: &str) {
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
    pub fn square(&self, square: &str) {
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
    pub fn press_and_feel(&self, command: &str) {
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
    pub fn writes(&self, text: &str) {
        self.begins(text);
        let (written, began) = (self.cells.now(), Instant::now());
        while self.cells.now() == written {
            assert!(began.elapsed() < PATIENCE, "Enter does nothing: {written:?}\n{}", self.told());
            self.press_and_feel("key_enter");
        }
    }

    /// Feels each character before the next, and begins again where one is missing.
    pub fn begins(&self, text: &str) {
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
    pub fn keys(&self, squares: &str) {
        let began = Instant::now();
        while !["abcdefgh", "12345678"].iter().any(|keys| self.cells.now().contains(keys)) {
            assert!(began.elapsed() < PATIENCE, "no keys: {:?}\n{}", self.cells.now(), self.told());
            self.press_and_feel("key_function 5");
        }
        self.more_keys(squares);
    }

    pub fn more_keys(&self, squares: &str) {
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
    pub fn says(&self, topic: &str, words: &str) {
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
    pub fn loses_the_display(&self, times: usize) {
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

    pub fn moved(&self, uci: &str) {
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
    pub fn leaves(&self) {
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

pub fn one(what: &str) {
    let folder = std::env::var("ANNABELLA_VIRTUAL").expect("virtual devices, see tests/virtual/README.md");
    let done = Command::new("tests/virtual/one.sh").args([&folder, what, "brltty"]).status().unwrap();
    assert!(done.success(), "{what} brltty");
}

fn tight(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && *c != WAITING).collect()
}
