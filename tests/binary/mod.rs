//! The program itself, run in a home of its own, with no sound, speech or braille server in reach.

mod apart;

use std::{
    fs::File,
    io::Write,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
};

use apart::set_apart;

/// A folder for one test, which is also the home of the program run in it.
pub struct Home(tempfile::TempDir);

impl Home {
    pub fn new() -> Home {
        Home(tempfile::tempdir().expect("a folder for temporary files"))
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Writes a file into it.
    #[allow(dead_code, reason = "each test file takes what it needs")]
    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a writable folder");
        std::fs::write(&path, content).expect("a writable folder");
        path
    }

    /// Runs the program in it, with these lines typed.
    pub fn run(&self, args: &[&str], typed: &str) -> Output {
        Home::type_into(self.start(args), typed)
    }

    /// Runs a script of the shell in it, in which `$0` is the program.
    #[allow(dead_code, reason = "each test file takes what it needs")]
    pub fn run_script(&self, script: &str, typed: &str) -> Output {
        let mut shell = self.command("sh");
        shell.args(["-c", script, env!("CARGO_BIN_EXE_annabella")]);
        let child = shell.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("a shell");
        Home::type_into(child, typed)
    }

    fn type_into(mut child: Child, typed: &str) -> Output {
        let mut input = child.stdin.take().expect("a standard input");
        // A program that has ended already needs no input.
        let _ = input.write_all(typed.as_bytes());
        drop(input);
        child.wait_with_output().expect("the program ends")
    }

    /// Starts the program in it, with its ends as pipes.
    pub fn start(&self, args: &[&str]) -> Child {
        self.program(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts")
    }

    /// The same under another program, which becomes this one.
    #[allow(dead_code, reason = "each test file takes what it needs")]
    pub fn start_under(&self, before: &[&str], args: &[&str]) -> Child {
        let mut program = self.command(before[0]);
        program.args(&before[1..]).arg(env!("CARGO_BIN_EXE_annabella")).args(args);
        program.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts")
    }

    /// Starts the program in it, with these ends of a terminal of some type for its input and its output.
    #[allow(dead_code, reason = "each test file takes what it needs")]
    pub fn start_on(&self, terminal: &str, args: &[&str], [input, output]: [File; 2]) -> Child {
        self.program(args)
            .env("TERM", terminal)
            .stdin(input)
            .stdout(output)
            .spawn()
            .expect("the program starts")
    }

    fn program(&self, args: &[&str]) -> Command {
        let mut program = self.command(env!("CARGO_BIN_EXE_annabella"));
        program.args(args);
        program
    }

    fn command(&self, program: &str) -> Command {
        let mut program = Command::new(program);
        set_apart(&mut program, self.path());
        program.stderr(Stdio::piped());
        program
    }
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
