//! A program writing a journal is killed at many instants.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use annabella::{
    devices::journal_file::{JournalFile, JournalFileError},
    journal::lines,
};

/// Set for the child: the journal it writes until it is killed.
const JOURNAL: &str = "ANNABELLA_TEST_JOURNAL";
const ROUNDS: u64 = 25;

#[test]
fn every_acknowledged_line_survives_a_kill() {
    if let Some(path) = std::env::var_os(JOURNAL) {
        write_for_ever(Path::new(&path));
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("spiel.journal");
    std::fs::write(&path, "").unwrap();
    let mut torn_lines = 0;
    for round in 0..ROUNDS {
        let acknowledged = run_and_kill(&path, Duration::from_millis(round * 7 % 40));
        let (journal, torn) = open_when_free(&path);
        torn_lines += usize::from(torn);
        let numbers: Vec<u64> = lines(journal.text()).map(number).collect();
        let all: Vec<u64> = (0..numbers.len() as u64).collect();
        assert_eq!(numbers, all, "round {round}: lines missing or doubled");
        assert!(
            acknowledged.is_none_or(|last| last < numbers.len() as u64),
            "round {round}: {acknowledged:?} was acknowledged, {} lines are there",
            numbers.len()
        );
    }
    let (journal, _) = open_when_free(&path);
    let written = lines(journal.text()).count();
    println!("{ROUNDS} kills, {written} lines, {torn_lines} torn");
    assert!(written as u64 > ROUNDS, "the child hardly wrote: {written}");
}

/// The child: goes on with the journal, and says each line that is on the disk.
fn write_for_ever(path: &Path) -> ! {
    let (mut journal, _) = open_when_free(path);
    let written = lines(journal.text()).count();
    let mut said = std::io::stderr().lock();
    for number in written as u64.. {
        let padding = "x".repeat((number % 300) as usize);
        journal.append(&format!("{number} {padding}")).unwrap();
        writeln!(said, "ack {number}").unwrap();
    }
    unreachable!("the numbers end")
}

/// Another test may be starting a program meanwhile: until that is executed it shares whatever lock is held here.
///
/// A torn line is cut off; says whether there was one.
fn open_when_free(path: &Path) -> (JournalFile, bool) {
    let latest = Instant::now() + Duration::from_secs(60);
    loop {
        match JournalFile::open(path) {
            Err(err) if err.waiting_helps() && Instant::now() < latest => {
                std::thread::sleep(Duration::from_millis(1));
            }
            opened => {
                let mut journal = opened.unwrap();
                let whole = journal.text().iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
                let is_torn = whole < journal.text().len();
                journal.cut(whole).unwrap();
                return (journal, is_torn);
            }
        }
    }
}

/// The last line acknowledged by a child that lived so long after its first.
fn run_and_kill(path: &Path, after: Duration) -> Option<u64> {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "devices_touch::journal::every_acknowledged_line_survives_a_kill", "--nocapture"])
        .env(JOURNAL, path)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = BufReader::new(child.stderr.take().unwrap());
    let mut first = String::new();
    said.read_line(&mut first).unwrap();
    std::thread::sleep(after);
    child.kill().unwrap();
    child.wait().unwrap();
    let rest = said.lines().map_while(Result::ok);
    std::iter::once(first.trim().to_owned())
        .chain(rest)
        .filter_map(|line| line.strip_prefix("ack ")?.parse().ok())
        .last()
}

fn number(line: &[u8]) -> u64 {
    std::str::from_utf8(line).unwrap().split(' ').next().unwrap().parse().unwrap()
}

#[test]
fn another_program_is_kept_out() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("j");
    std::fs::write(&path, "").unwrap();
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "devices_touch::journal::every_acknowledged_line_survives_a_kill", "--nocapture"])
        .env(JOURNAL, &path)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut first).unwrap();
    let err = JournalFile::open(&path).unwrap_err();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(matches!(err, JournalFileError::Locked { .. }), "{err}");
    JournalFile::open(&path).unwrap();
}
