//! The program with its page, in a home of its own, with no sound, speech or braille server in reach.

#[path = "../binary/apart.rs"]
pub(crate) mod apart;

use std::{
    io::{BufRead, BufReader},
    path::PathBuf,
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, channel},
    time::{Duration, Instant},
};

use apart::set_apart;

/// Far longer than anything here takes, on a machine that others load too.
pub const PATIENCE: Duration = Duration::from_secs(600);

/// Waits until something is so; panics with what was waited for.
pub fn wait_until(what: &str, mut is: impl FnMut() -> bool) {
    let until = Instant::now() + PATIENCE;
    while !is() {
        assert!(Instant::now() < until, "never: {what}");
        std::thread::sleep(Duration::from_millis(30));
    }
}

/// A running program.
pub struct Table {
    child: Child,
    /// Closed, the input would end the game.
    _input: ChildStdin,
    lines: Receiver<String>,
    links: Vec<String>,
    home: tempfile::TempDir,
}

impl Table {
    /// Starts a game with a page for these seats, and waits until it is served.
    pub fn start(seats: &str, options: &[&str]) -> Table {
        Table::start_command("play", seats, &[&["--tones", "off"], options].concat())
    }

    /// Starts a command that serves a page for these seats, and waits until it does.
    pub fn start_command(name: &str, seats: &str, options: &[&str]) -> Table {
        let home = tempfile::tempdir().expect("a folder for temporary files");
        let mut command = Command::new(program());
        command
            .args([name, "--web", "127.0.0.1:0", "--screen", "transcript"])
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        set_apart(&mut command, home.path());
        if !seats.is_empty() {
            command.args(["--web-seat", seats]);
        }
        let mut child = command.spawn().expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("an output"));
        let (told, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if told.send(line).is_err() {
                    return;
                }
            }
        });
        let input = child.stdin.take().expect("an input");
        let mut table = Table { child, _input: input, lines, links: Vec::new(), home };
        let count = seats.split(',').filter(|seat| !seat.is_empty()).count() + 1;
        while table.links.len() < count {
            let line = table.lines.recv_timeout(PATIENCE).expect("the page is served");
            let link = line
                .strip_prefix("page: ")
                .and_then(|line| line.split_whitespace().find(|word| word.starts_with("http")));
            table.links.extend(link.map(|link| link.trim_end_matches(',').to_owned()));
        }
        table
    }

    /// Returns the link of a seat, in the order of the seats; the last one is that of the spectators.
    pub fn link(&self, seat: usize) -> &str {
        &self.links[seat]
    }

    /// Returns the link of the spectators.
    pub fn view(&self) -> &str {
        self.links.last().expect("a page for spectators")
    }

    /// Returns the memory of the program, and what share of a processor it takes while nothing happens.
    pub fn load(&self, time: Duration) -> String {
        let stat = |field: usize| -> u64 {
            let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()))
                .expect("a running program");
            let after = stat.rsplit(')').next().expect("fields after the name");
            after.split_whitespace().nth(field - 3).and_then(|field| field.parse().ok()).expect("a number")
        };
        let ticks = || stat(14) + stat(15);
        let before = ticks();
        std::thread::sleep(time);
        // A tick is a hundredth of a second, a page of memory 4 KiB, on every Linux that we run on.
        let share = (ticks() - before) as f64 / time.as_secs_f64();
        format!("{} MiB, {share:.1} % of a processor", stat(24) * 4 / 1024)
    }

    /// Returns the configuration file, once it is written.
    pub fn configuration(&self) -> Option<String> {
        std::fs::read_to_string(self.home.path().join(".config/annabella/config.toml")).ok()
    }

    /// Returns the moves in the journal, in UCI, as far as they are written.
    pub fn journal(&self) -> String {
        let folder = self.home.path().join(".local/share/annabella");
        let files = std::fs::read_dir(folder).expect("a folder of journals");
        let journal = files
            .filter_map(|file| Some(file.ok()?.path()))
            .find(|path| path.extension().is_some_and(|end| end == "jsonl"));
        std::fs::read_to_string(journal.expect("a journal")).expect("a journal in UTF-8")
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The program: what `TESTED_ANNABELLA` names, or the one that was built beside these tests.
pub fn program() -> PathBuf {
    if let Some(program) = std::env::var_os("TESTED_ANNABELLA") {
        return program.into();
    }
    let test = std::env::current_exe().expect("a path of its own");
    let program = test.parent().and_then(|deps| deps.parent()).expect("a folder of builds").join("annabella");
    assert!(program.exists(), "{} is not built: cargo build", program.display());
    program
}
