//! Power cuts: a scripted game is killed with SIGKILL at random instants, taken up again from its journal,
//! killed again, until it is over. Nothing that was announced may be lost, nothing may be there twice.
//!
//! Every life ends some lines after its beginning and some part of a move later, both drawn from a fixed
//! seed, so that a busy machine is killed at as many places as an idle one. `ANNABELLA_KILLS` sets how many
//! times (100 unless told).

use std::{
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Command, ExitStatus, Stdio},
    sync::Arc,
    thread::JoinHandle,
    time::{Duration, Instant},
};

use annabella::{
    commands::export::{self, ReadJournal},
    grammar::Grammar,
    journal::{self, Entry, JournalLine, JournalReader, Record},
    laws::{Color, Ending, Game, Outcome},
    notation::{
        pgn::games,
        spoken::{MoveForm, speak_games},
    },
    session::{Options, Session},
};

const OPERA: &str = include_str!("../games/opera.pgn");
/// The time each side starts with, the increment of the first move included, and what it gets for every further one.
const TIME: Duration = Duration::from_secs(303);
const INCREMENT: Duration = Duration::from_secs(3);
/// A life is ended before it has printed so many lines (a whole game is some 330), and then so much later.
const LINES: u64 = 50;
const MOMENT: Duration = Duration::from_millis(25);
/// The journal is told so often that a clock runs.
const TICK: Duration = Duration::from_secs(1);
const TORN: &str = "say: Die letzte Zeile der Partiedatei war unvollständig und ist gestrichen.";

#[test]
fn killed_at_any_instant_nothing_is_lost_and_nothing_doubled() {
    let kills: usize =
        std::env::var("ANNABELLA_KILLS").ok().and_then(|count| count.parse().ok()).unwrap_or(100);
    let evening = Arc::new(Evening::of_one_game());
    let began = Instant::now();
    // Two at a time: most of a life is waiting for the disk.
    let halves: Vec<JoinHandle<Deaths>> = [1, 2]
        .into_iter()
        .map(|seed| {
            let evening = Arc::clone(&evening);
            std::thread::spawn(move || die_and_resume(&evening, seed, kills / 2))
        })
        .collect();
    let deaths = halves.into_iter().map(|half| half.join().expect("no fault in the other half"));
    let all = deaths.fold(Deaths::default(), |sum, deaths| sum + deaths);
    println!(
        "killed {} times in {:.1} s: {} before the game was written down, {} with a question open, {} with a \
         move written and not yet announced, {} with a move not yet pressed; {} games played to their end",
        all.kills,
        began.elapsed().as_secs_f64(),
        all.unborn,
        all.asked,
        all.unannounced,
        all.open,
        all.games
    );
    assert!(all.games > 0 && all.kills > all.unborn, "no game got anywhere: {all:?}");
}

#[test]
fn a_running_clock_loses_no_more_than_a_tick() {
    let mut random = Random(3);
    let lives: Vec<JoinHandle<Duration>> = (0..4)
        .map(|_| {
            let wait = Duration::from_millis(1_100 + random.below(1_700));
            std::thread::spawn(move || lost_by_waiting(wait))
        })
        .collect();
    let lost: Vec<Duration> = lives.into_iter().map(|life| life.join().expect("no fault")).collect();
    println!("time given back by a power cut: {lost:?}");
}

/// Kills a program whose clock has run for `wait`; tells how much of that is forgotten.
fn lost_by_waiting(wait: Duration) -> Duration {
    let folder = tempfile::tempdir().unwrap();
    let mut life = Life::begin(folder.path(), true);
    life.type_lines(&["uhr", "bauer eva zwei eva vier", "ja", "uhr"]);
    let running = life.until(|line| line.starts_with("clock: B"));
    std::thread::sleep(wait);
    let ran = running.elapsed();
    life.kill();
    let resumed = Life::resume(folder.path()).finish();
    let record = left(&journal(folder.path())).record;
    let clock = record.clock().unwrap();
    let white = clock.left(Color::White, record.at());
    assert!(white > TIME && white <= TIME + INCREMENT, "{white:?}: {resumed:#?}");
    let left = clock.left(Color::Black, record.at());
    let lost = left.saturating_sub(TIME.saturating_sub(ran));
    // The second tick in this sum is what a busy machine may come late.
    assert!(left <= TIME && lost < TICK * 2, "ran {ran:?}, but {left:?} are left");
    shows(&resumed, &record);
    lost
}

/// What came of all the kills.
#[derive(Clone, Copy, Debug, Default)]
struct Deaths {
    kills: usize,
    unborn: usize,
    asked: usize,
    unannounced: usize,
    open: usize,
    games: usize,
}

impl std::ops::Add for Deaths {
    type Output = Deaths;

    fn add(self, other: Deaths) -> Deaths {
        Deaths {
            kills: self.kills + other.kills,
            unborn: self.unborn + other.unborn,
            asked: self.asked + other.asked,
            unannounced: self.unannounced + other.unannounced,
            open: self.open + other.open,
            games: self.games + other.games,
        }
    }
}

/// The game as it goes when nothing happens.
struct Evening {
    game: Game,
    /// What is typed for each half-move, and what is asked and announced then.
    typed: Vec<String>,
    asked: Vec<String>,
    announced: Vec<String>,
}

impl Evening {
    fn of_one_game() -> Evening {
        let typed = speak_games(
            OPERA,
            Grammar::of(annabella::language::LanguageFolder::USUAL).spoken(),
            MoveForm::Full,
        )
        .0;
        let typed: Vec<String> = typed.into_iter().filter(|line| !line.is_empty()).collect();
        let game = games(OPERA).next().unwrap().unwrap().game;
        assert_eq!((typed.len(), game.moves().len()), (33, 33));
        let folder = tempfile::tempdir().unwrap();
        let mut life = Life::begin(folder.path(), true);
        life.type_lines(&lines_to_type(&typed, None));
        let said = life.finish();
        let asked = typed.iter().map(|line| answer(&said, &format!("hear: {line}"))).collect();
        let yes = said.iter().enumerate().filter(|(_, line)| *line == "hear: ja");
        let announced: Vec<String> = yes.map(|(n, _)| said[n + 1].clone()).collect();
        assert_eq!(announced.len(), 33, "{said:#?}");
        assert_eq!(left(&journal(folder.path())).record.game().moves(), game.moves());
        Evening { game, typed, asked, announced }
    }
}

/// What is said first after a line.
fn answer(said: &[String], line: &str) -> String {
    let at = said.iter().position(|other| other == line).unwrap_or_else(|| panic!("no {line}: {said:#?}"));
    said[at + 1].clone()
}

/// What a player types from here on to bring the game to its end.
fn lines_to_type<'a>(typed: &'a [String], record: Option<&Record>) -> Vec<&'a str> {
    let made = record.map_or(0, |record| record.game().moves().len());
    let mut lines = Vec::new();
    let mut next = made;
    if record.is_some_and(|record| record.question().is_some()) {
        lines.push("ja");
        next += 1;
    }
    // Starts the clock, or completes the move that was made.
    lines.push("uhr");
    for line in &typed[next.min(typed.len())..] {
        lines.extend([line.as_str(), "ja", "uhr"]);
    }
    lines
}

/// Plays games that are killed again and again, until it was `kills` times.
fn die_and_resume(evening: &Evening, seed: u64, kills: usize) -> Deaths {
    let mut random = Random(seed);
    let mut deaths = Deaths::default();
    while deaths.kills < kills {
        let folder = tempfile::tempdir().unwrap();
        let mut told = 0;
        let began = Instant::now();
        // What is played on from, as the last journal had it.
        let mut before: Option<Record> = None;
        loop {
            let mut life = Life::begin(folder.path(), before.is_none());
            life.type_lines(&lines_to_type(&evening.typed, before.as_ref()));
            let (killed, said) = if deaths.kills < kills {
                life.live(random.below(LINES));
                std::thread::sleep(Duration::from_micros(random.below(MOMENT.as_micros() as u64)));
                life.kill()
            } else {
                (false, life.finish())
            };
            if let Some(before) = &before {
                takes_up(&said, before, evening);
            }
            told += announcements(&said, &evening.announced[told..]);
            deaths.kills += usize::from(killed);
            let Some(record) = record_left(folder.path()) else {
                assert!(killed && told == 0, "a game that was under way is gone: {said:#?}");
                deaths.unborn += 1;
                // There is no game to go on with; the next life begins one.
                let _ = std::fs::remove_file(journal(folder.path()));
                continue;
            };
            check_record(&record, told, &said, evening, began.elapsed());
            if record.ended().is_some() {
                assert_eq!(record.game().moves(), evening.game.moves());
                assert_eq!(record.ended(), Some(Outcome::win(Color::White, Ending::Checkmate)));
                deaths.games += 1;
                break;
            }
            assert!(killed, "the input ended before the game: {said:#?}");
            deaths.asked += usize::from(record.question().is_some());
            deaths.unannounced += usize::from(record.game().moves().len() > told);
            deaths.open += usize::from(record.is_open());
            // A move that was written down is made, whether anyone heard of it or not.
            told = record.game().moves().len();
            before = Some(record);
        }
    }
    deaths
}

/// The journal as a killed program left it; `None` if it had not come to write the start down.
fn record_left(folder: &Path) -> Option<Record> {
    let path = journal(folder);
    let text = std::fs::read(&path).ok()?;
    if text.contains(&b'\n') { Some(left(&path).record) } else { None }
}

/// How many of the awaited announcements were made, in their order.
fn announcements(said: &[String], awaited: &[String]) -> usize {
    let mut awaited = awaited.iter().peekable();
    let mut count = 0;
    for line in said {
        if awaited.next_if_eq(&line).is_some() {
            count += 1;
        }
    }
    count
}

/// Nothing lost, nothing doubled, and the times are what the presses make them.
fn check_record(record: &Record, told: usize, said: &[String], evening: &Evening, real: Duration) {
    let moves = record.game().moves();
    let complaint = || format!("{moves:?} after {said:#?}");
    assert!(moves.len() >= told, "{told} moves were announced: {}", complaint());
    assert!(moves.len() <= told + 1, "only {told} moves were announced: {}", complaint());
    assert_eq!(moves, &evening.game.moves()[..moves.len()], "{}", complaint());

    let completed = moves.len() - usize::from(record.is_open());
    let last_told = said.iter().rposition(|line| evening.announced.contains(line));
    let pressed_after = last_told.is_some_and(|at| {
        said[at..].iter().any(|line| line.starts_with("clock: W") || line.starts_with("clock: B"))
    });
    assert!(!pressed_after || completed >= told, "a press was lost: {}", complaint());
    let clock = record.clock().unwrap();
    for (side, presses) in [(Color::White, completed.div_ceil(2)), (Color::Black, completed / 2)] {
        // The mate is not pressed.
        let presses = presses - usize::from(completed == evening.game.moves().len() && side == Color::White);
        let most = TIME + INCREMENT * presses as u32;
        let left = clock.left(side, record.at());
        assert!(left <= most && left + real >= most, "{side:?} has {left:?} of {most:?}: {}", complaint());
    }
}

/// A program that takes a game up says where it stands, asks again what was open, and shows the times.
fn takes_up(said: &[String], record: &Record, evening: &Evening) {
    // A kill can part a line where it goes from one page of the file to the next.
    let told = |line: &String| line.starts_with("say: ") && line != TORN;
    let Some(first) = said.iter().position(told) else { return };
    let game = record.game();
    if game.moves().len() == evening.game.moves().len() {
        // Mate was written down, that it ended the game was not.
        assert_eq!(said[first], evening.announced[game.moves().len() - 1]);
        return;
    }
    let side = game.turn().fold_wb("Weiß", "Schwarz");
    let number = game.moves().len() / 2 + 1;
    let last = game.moves().len().checked_sub(1).map(|ply| &evening.announced[ply]["say: ".len()..]);
    // "Lange Rochade." begins a sentence where it is announced.
    let last = last.map(|announced| announced.replace("Lange Rochade", "lange Rochade"));
    let last = last.map(|announced| format!(" Zuletzt {announced}")).unwrap_or_default();
    assert_eq!(said[first], format!("say: Fortgesetzt.{last} Zug {number}, {side} am Zug. Die Uhr steht."));
    // It may have been killed before it came to the rest.
    let hears = said.iter().position(|line| line.starts_with("hear: "));
    if let Some(hears) = hears {
        shows(said, record);
        let asked = said[..hears].contains(&evening.asked[game.moves().len()]);
        assert_eq!(asked, record.question().is_some(), "{said:#?}");
    }
}

/// The first clock that is shown has the times of the record, each second until it is over.
fn shows(said: &[String], record: &Record) {
    let shown = said.iter().find_map(|line| line.strip_prefix("clock: - "));
    let clock = record.clock().unwrap();
    let time = |side| {
        let left = clock.left(side, record.at()).as_millis().div_ceil(1000);
        format!("{}:{:02}:{:02}", left / 3600, left / 60 % 60, left % 60)
    };
    let times = format!("W {} S {}", time(Color::White), time(Color::Black));
    assert_eq!(shown, Some(times.as_str()), "{said:#?}");
}

#[test]
fn a_torn_last_line_is_dropped_with_a_word() {
    let folder = tempfile::tempdir().unwrap();
    let (text, lines) = short_game(folder.path());
    let path = journal(folder.path());
    for torn in [2, 5, 20] {
        std::fs::write(&path, &text[..text.len() - torn]).unwrap();
        let said = Life::resume(folder.path()).finish();
        assert!(said.iter().any(|line| line == TORN), "{said:#?}");
        let left = left(&path).lines;
        assert_eq!(left[..lines.len() - 1], lines[..lines.len() - 1]);
        assert!(matches!(left[lines.len() - 1].entry, Entry::Resumed { .. }));
    }
    std::fs::write(&path, &text).unwrap();
    let said = Life::resume(folder.path()).finish();
    assert!(!said.iter().any(|line| line == TORN), "{said:#?}");
}

#[test]
fn a_mate_whose_end_was_not_written_ends_the_game_when_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let mut life = Life::begin(folder.path(), true);
    for line in ["felix drei", "eva fünf", "gustav vier", "dame hector vier"] {
        life.type_lines(&[line, "ja"]);
    }
    let said = life.finish();
    let path = journal(folder.path());
    let text = std::fs::read_to_string(&path).unwrap();
    let (whole, last) = text.trim_end().rsplit_once('\n').unwrap();
    assert!(last.contains("checkmate"), "{said:#?}");
    std::fs::write(&path, format!("{whole}\n")).unwrap();
    let resumed = Life::resume(folder.path()).finish();
    let says = |said: &[String]| -> Vec<String> {
        said.iter().filter(|line| line.starts_with("say: ")).cloned().collect()
    };
    // The result, and then where the score lies.
    let end = says(&said);
    assert_eq!(says(&resumed)[..2], end[end.len() - 3..end.len() - 1], "{resumed:#?}");
    assert_eq!(left(&path).record.ended(), Some(Outcome::win(Color::Black, Ending::Checkmate)));
}

#[test]
fn a_journal_cut_anywhere_is_resumed_or_refused_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let (text, lines) = short_game(folder.path());
    let grammar = Arc::new(Grammar::of(annabella::language::LanguageFolder::USUAL));
    let path = journal(folder.path());
    let first = text.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    for cut in 0..=text.len() {
        std::fs::write(&path, &text[..cut]).unwrap();
        let (kept, torn) = journal::whole_lines(&text[..cut]);
        let whole: Result<Vec<JournalLine>, _> = JournalReader::new(journal::lines(kept)).collect();
        let whole = whole.unwrap();
        assert_eq!(whole, lines[..whole.len()], "cut at {cut}");
        // A line that lacks nothing but the line feed is whole.
        let lacks_end = |at: &usize| text.get(*at) == Some(&b'\n');
        let is_whole = cut == 0 || text[cut - 1] == b'\n' || lacks_end(&cut);
        assert_eq!(torn.is_none(), is_whole, "cut at {cut}");
        match Record::replay(&whole) {
            Ok(record) => {
                let session = Session::resume(record, Options::default(), Arc::clone(&grammar));
                assert!(cut >= first - 1);
                let moves = |entry: &Entry| matches!(entry, Entry::Moved { .. });
                let back = |entry: &Entry| matches!(entry, Entry::TakenBack);
                let count = |is: fn(&Entry) -> bool| whole.iter().filter(|line| is(&line.entry)).count();
                assert_eq!(session.record().game().moves().len(), count(moves) - count(back), "cut at {cut}");
                assert_eq!(session.at(), whole.last().unwrap().at(), "cut at {cut}");
            }
            Err(refusal) => {
                assert!(cut < first - 1, "cut at {cut}: {refusal}");
                assert_eq!(refusal.to_string().lines().count(), 1);
            }
        }
    }
    // The program itself, where it cannot go on and where it just can.
    for cut in [0, 1, first - 2, first - 1, first, text.len() - 2, text.len() - 1, text.len()] {
        std::fs::write(&path, &text[..cut]).unwrap();
        let mut life = Life::resume(folder.path());
        let complaint = life.complaint();
        let (status, said) = life.end();
        if cut < first - 1 {
            assert_eq!(status.code(), Some(1), "{said:#?}");
            assert!(complaint.starts_with("annabella: ") && complaint.lines().count() == 1, "{complaint}");
            assert!(complaint.contains("it is empty"), "{complaint}");
        } else {
            assert_eq!((status.code(), complaint.as_str()), (Some(0), ""));
            assert_eq!(said.iter().any(|line| line == TORN), cut == text.len() - 2, "{said:#?}");
        }
    }
}

/// A few moves with all that can be written down: its journal, as bytes and as lines.
fn short_game(folder: &Path) -> (Vec<u8>, Vec<JournalLine>) {
    let mut life = Life::begin(folder, true);
    life.type_lines(&[
        "uhr",
        "eva vier",
        "ja",
        "remis",
        "uhr",
        "eva fünf",
        "nein",
        "cesar fünf",
        "ja",
        "korrektur",
        "eva fünf",
        "ja",
        "uhr",
        "uhr anhalten",
        "uhr",
        "springer felix drei",
    ]);
    let said = life.finish();
    let path = journal(folder);
    let lines = left(&path).lines;
    assert_eq!(left(&path).record.game().moves().len(), 2, "{said:#?}");
    (std::fs::read(&path).unwrap(), lines)
}

fn left(journal: &Path) -> ReadJournal {
    export::journal(journal, false).unwrap()
}

fn journal(folder: &Path) -> PathBuf {
    folder.join("game.jsonl")
}

/// One life of the program.
struct Life {
    child: Child,
    input: Option<ChildStdin>,
    output: Option<BufReader<std::process::ChildStdout>>,
    said: Vec<String>,
}

impl Life {
    fn begin(folder: &Path, new: bool) -> Life {
        let mut command = Command::new(env!("CARGO_BIN_EXE_annabella"));
        let path = journal(folder);
        if new {
            command.args(["play", "--time", "5+3", "--journal"]).arg(path);
        } else {
            command.arg("resume").arg(path);
        }
        // No device is looked for anywhere, whoever's machine this is.
        command.args(["--confirm", "voice", "--text", "-"]).current_dir(folder).env_clear().envs([
            ("HOME", folder.as_os_str()),
            ("SPEECHD_ADDRESS", "unix_socket:/nonexistent/speechd".as_ref()),
            ("BRLAPI_HOST", ":9999".as_ref()),
        ]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let input = child.stdin.take();
        let output = child.stdout.take().map(BufReader::new);
        Life { child, input, output, said: Vec::new() }
    }

    fn resume(folder: &Path) -> Life {
        Life::begin(folder, false)
    }

    fn type_lines(&mut self, lines: &[&str]) {
        let mut text = lines.join("\n");
        text.push('\n');
        // A program that has ended already takes nothing; what it said is looked at anyway.
        let _ = self.input.as_mut().expect("an open pipe").write_all(text.as_bytes());
    }

    /// Reads what is said until a line fits, and tells when that was.
    fn until(&mut self, fits: impl Fn(&str) -> bool) -> Instant {
        loop {
            assert!(self.read_line(), "the program ended: {:#?}", self.said);
            if self.said.last().is_some_and(|line| fits(line)) {
                return Instant::now();
            }
        }
    }

    /// Lets it say so many lines, if it has so many to say.
    fn live(&mut self, lines: u64) {
        for _ in 0..lines {
            if !self.read_line() {
                return;
            }
        }
    }

    /// Reads a line; what does not end in a line break was not said.
    fn read_line(&mut self) -> bool {
        let mut line = String::new();
        let _ = self.output.as_mut().expect("an open pipe").read_line(&mut line).unwrap();
        let whole = line.ends_with('\n');
        if whole {
            self.said.push(line.trim_end().to_owned());
        }
        whole
    }

    /// Ends the program as a power cut would; false if it had ended by itself. With all it has said.
    fn kill(mut self) -> (bool, Vec<String>) {
        let ended = self.child.try_wait().unwrap().is_some();
        self.child.kill().unwrap();
        let (_, said) = self.end();
        (!ended, said)
    }

    /// Lets it come to the end of its input.
    fn finish(self) -> Vec<String> {
        let (status, said) = self.end();
        assert!(status.success(), "{status}: {said:#?}");
        said
    }

    fn end(mut self) -> (ExitStatus, Vec<String>) {
        drop(self.input.take());
        while self.read_line() {}
        (self.child.wait().unwrap(), self.said)
    }

    /// What it complained of to its end.
    fn complaint(&mut self) -> String {
        drop(self.input.take());
        std::io::read_to_string(self.child.stderr.take().expect("an open pipe")).unwrap()
    }
}

/// Splitmix64.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % bound.max(1)
    }
}
