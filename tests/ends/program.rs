//! The built program from outside: what it prints and when, what is typed, how it dies.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, RecvTimeoutError};

/// A running `annabella`; killed when dropped.
pub struct Program {
    child: Child,
    lines: Receiver<(Instant, String)>,
}

impl Program {
    pub fn start(arguments: &[&str]) -> Program {
        Program::run(Command::new(env!("CARGO_BIN_EXE_annabella")).args(arguments).stdin(Stdio::piped()))
    }

    /// With nothing to hear or say or type with: neither sound nor voice nor keyboard. What is kept has a folder of its own.
    #[allow(dead_code, reason = "not every test is without")]
    pub fn start_mute(home: &std::path::Path, arguments: &[&str]) -> Program {
        let mut program = Command::new(env!("CARGO_BIN_EXE_annabella"));
        program.env("XDG_DATA_HOME", home);
        for absent in ["PULSE_SERVER", "SPEECHD_ADDRESS", "ALSA_CONFIG_PATH"] {
            program.env(absent, "unix_socket:/nowhere");
        }
        Program::run(program.args(arguments).stdin(Stdio::null()))
    }

    /// With a folder of its own for what is kept.
    #[allow(dead_code, reason = "not every test keeps something")]
    pub fn start_keeping_in(home: &std::path::Path, arguments: &[&str]) -> Program {
        let mut program = Command::new(env!("CARGO_BIN_EXE_annabella"));
        Program::run(program.env("XDG_DATA_HOME", home).args(arguments).stdin(Stdio::piped()))
    }

    /// With a folder of its own for what is configured.
    #[allow(dead_code, reason = "not every test has one")]
    pub fn start_at_home(home: &std::path::Path, arguments: &[&str]) -> Program {
        let mut program = Command::new(env!("CARGO_BIN_EXE_annabella"));
        Program::run(program.args(arguments).env("XDG_CONFIG_HOME", home).stdin(Stdio::piped()))
    }

    /// With a folder in which programs are looked for first, and what is kept lies.
    #[allow(dead_code, reason = "not every test has one")]
    pub fn start_with(folder: &std::path::Path, arguments: &[&str]) -> Program {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let path = std::iter::once(folder.to_owned()).chain(std::env::split_paths(&path));
        let mut program = Command::new(env!("CARGO_BIN_EXE_annabella"));
        program.env("XDG_DATA_HOME", folder);
        program.env("PATH", std::env::join_paths(path).expect("no colon in it"));
        Program::run(program.args(arguments).stdin(Stdio::piped()))
    }

    /// With the virtual devices in one folder, in another one, and with these variables besides.
    #[allow(dead_code, reason = "not every test has two sets of devices")]
    pub fn start_at(
        devices: &std::path::Path,
        folder: &std::path::Path,
        variables: &[(&str, &std::ffi::OsStr)],
        arguments: &[&str],
    ) -> Program {
        let mut program = Command::new("bash");
        program.args(["-c", ". \"$0/env\" && exec \"$@\""]).arg(devices);
        program.arg("env").args(variables.iter().map(|(name, value)| {
            let mut variable = std::ffi::OsString::from(format!("{name}="));
            variable.push(value);
            variable
        }));
        program.arg(env!("CARGO_BIN_EXE_annabella")).args(arguments).current_dir(folder);
        Program::run(program.stdin(Stdio::piped()))
    }

    fn run(program: &mut Command) -> Program {
        let mut child = program.stdout(Stdio::piped()).spawn().expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (tell, lines) = crossbeam_channel::unbounded();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if tell.send((Instant::now(), line)).is_err() {
                    return;
                }
            }
        });
        Program { child, lines }
    }

    /// The next line it prints, if it does so in time.
    pub fn next(&self, patience: Duration) -> Option<(Instant, String)> {
        match self.lines.recv_timeout(patience) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Timeout) => None,
            // There is no need to hurry after an end.
            Err(RecvTimeoutError::Disconnected) => {
                std::thread::sleep(patience.min(Duration::from_millis(100)));
                None
            }
        }
    }

    /// The first line that fits, if it comes in time; what comes before it is passed over.
    pub fn until(&self, patience: Duration, mut fits: impl FnMut(&str) -> bool) -> Option<(Instant, String)> {
        let deadline = Instant::now() + patience;
        while let Some((at, line)) = self.next(deadline.saturating_duration_since(Instant::now())) {
            if fits(&line) {
                return Some((at, line));
            }
        }
        None
    }

    #[allow(dead_code, reason = "not every test types")]
    pub fn type_line(&mut self, line: &str) {
        let input = self.child.stdin.as_mut().expect("a pipe");
        writeln!(input, "{line}").expect("the program reads");
    }

    /// Kills it, as a power cut does.
    #[allow(dead_code, reason = "not every test kills")]
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Whether it has not ended yet.
    #[allow(dead_code, reason = "not every test waits for that")]
    pub fn lives(&self) -> bool {
        std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()))
            .is_ok_and(|line| !line.rsplit(") ").next().unwrap_or_default().starts_with('Z'))
    }

    /// Processor time of all its threads.
    #[allow(dead_code, reason = "not every test measures")]
    pub fn worked(&self) -> Duration {
        let line = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap_or_default();
        let fields: Vec<&str> = line.rsplit(") ").next().unwrap_or_default().split(' ').collect();
        // User and system time, in hundredths of a second.
        let ticks = |at: usize| fields.get(at).and_then(|ticks| ticks.parse::<u64>().ok()).unwrap_or(0);
        Duration::from_millis(10 * (ticks(11) + ticks(12)))
    }

    /// Its threads and open files.
    #[allow(dead_code, reason = "not every test counts")]
    pub fn threads_and_files(&self) -> [usize; 2] {
        let count =
            |what| std::fs::read_dir(format!("/proc/{}/{what}", self.child.id())).map_or(0, Iterator::count);
        ["task", "fd"].map(count)
    }

    /// Memory in use, in megabytes.
    #[allow(dead_code, reason = "not every test measures")]
    pub fn memory(&self) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
        kilobytes.unwrap_or(f64::NAN) / 1024.0
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.kill();
    }
}
