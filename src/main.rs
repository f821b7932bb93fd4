//! Arguments in, exit code out; everything between is in the library.

mod cli;

use std::process::ExitCode;

use annabella::{devices::hearing::memory, language};

fn main() -> ExitCode {
    memory::tune_allocator();
    let words = cli::language().catalogue();
    cli::run(cli::read(&words), &words).unwrap_or_else(|error| {
        cli::complain(&error.render(&words));
        ExitCode::FAILURE
    })
}
