//! What goes in and out of the program: text, and nothing a terminal would obey.

use std::{
    io::{Read, Write},
    path::Path,
    process::ExitCode,
    thread,
    time::Duration,
};

use annabella::{
    commands::error::CommandError,
    devices::printer::{Printer, escape_controls},
    language::{Catalogue, Failure},
};

/// A device that does not close, or a terminal that is not read, holds the end up no longer than this.
pub(crate) const CLOSING: Duration = Duration::from_secs(2);

/// Prints a line to standard error. An error in that is ignored.
pub(crate) fn complain(text: &str) {
    let _ = writeln!(std::io::stderr(), "annabella: {}", escape_controls(text));
}

/// A printer, and faults of the program told by it in one line: which thread, what, and where.
pub(crate) fn printer(words: &Catalogue) -> Result<Printer, Failure> {
    let printer = Printer::start(std::io::stdout())?;
    let (tell, fault) = (printer.clone(), words.say("panic-report", &[]));
    std::panic::set_hook(Box::new(move |panic| {
        let thread = thread::current();
        let name = thread.name().unwrap_or("?");
        tell.line(&format!("{fault}: {name}: {panic}").replace('\n', " "));
    }));
    Ok(printer)
}

/// A file of text, or with `-` the standard input; one that is no UTF-8 is Latin-1, in which PGN was written for years.
pub(crate) fn read(path: &Path) -> Result<String, Failure> {
    let bytes = match path == Path::new("-") {
        true => std::io::stdin().lock().bytes().collect(),
        false => std::fs::read(path),
    };
    let bytes = bytes.map_err(|source| CommandError::Read { path: path.to_owned(), source })?;
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|text| text.into_bytes().into_iter().map(char::from).collect()))
}

/// Prints, with nothing in it that a terminal would obey; a reader that has gone away is no error.
pub(crate) fn put(text: &str) -> Result<ExitCode, Failure> {
    put_as_it_is(&escape_controls(text))
}

/// The same for what is made for a machine: cells and the ends of lines and pages, nothing else.
pub(crate) fn put_as_it_is(text: &str) -> Result<ExitCode, Failure> {
    match std::io::stdout().lock().write_all(text.as_bytes()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(ExitCode::SUCCESS),
    }
}
