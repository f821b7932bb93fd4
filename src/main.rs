//! Reads the arguments, runs the command, and returns the exit code.

mod cli;

use std::process::ExitCode;

use annabella::{devices::hearing, files, language};

fn main() -> ExitCode {
    hearing::tune_process();
    files::survive_limits();
    let words = cli::language().catalogue();
    cli::run(cli::read(&words), &words).unwrap_or_else(|error| {
        cli::complain(&error.render(&words));
        ExitCode::FAILURE
    })
}
