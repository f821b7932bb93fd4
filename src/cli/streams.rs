//! The program's input and output: text without the control characters that a terminal would obey.

use std::{io::Write, path::Path, process::ExitCode, thread, time::Duration};

use annabella::{
    commands::error::CommandError,
    devices::printer::{Printer, escape_controls},
    files,
    language::{Catalogue, Failure},
};
use textwrap::WordSplitter;

/// How long a device that does not close, or a terminal that is not read, may delay the end.
pub(crate) const CLOSING: Duration = Duration::from_secs(2);

/// The most characters in a line of an error, so that a braille line or a voice is not lost in it.
const LONGEST_LINE: usize = 200;

/// Prints what went wrong to standard error. Errors in printing are ignored.
pub(crate) fn complain(text: &str) {
    let text = escape_controls(text);
    let _ = writeln!(std::io::stderr(), "{}", wrapped(&format!("annabella: {text}")));
}

/// Breaks lines that are too long between words.
fn wrapped(text: &str) -> String {
    textwrap::fill(text, textwrap::Options::new(LONGEST_LINE).word_splitter(WordSplitter::NoHyphenation))
}

/// Starts a printer, which also prints each panic in one line: the thread, what, and where.
pub(crate) fn printer(words: &Catalogue) -> Result<Printer, Failure> {
    let left_out = |lines: usize| super::language().catalogue().say("screen-unread", &[("lines", &lines)]);
    let printer = Printer::start(std::io::stdout(), left_out)?;
    let (tell, fault) = (printer.clone(), words.say("panic-report", &[]));
    std::panic::set_hook(Box::new(move |panic| {
        let thread = thread::current();
        let name = thread.name().unwrap_or("?");
        tell.line(&format!("{fault}: {name}: {panic}").replace('\n', " "));
    }));
    Ok(printer)
}

/// Reads a text file, or standard input for `-`. Text that is not UTF-8 is read as Latin-1, as PGN was for years;
/// UTF-16 is refused.
pub(crate) fn read(path: &Path) -> Result<String, Failure> {
    let bytes = match path == Path::new("-") {
        true => files::read_all(std::io::stdin().lock()),
        false => files::read(path),
    };
    let bytes = bytes.map_err(|source| CommandError::Read { path: path.to_owned(), source })?;
    if let [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [0, _, ..] | [_, 0, ..] = bytes[..] {
        return Err(CommandError::Utf16 { path: path.to_owned() }.into());
    }
    // Text has tabs, line ends, form feeds, and the end mark of old systems; a journal is judged line by line.
    let is_journal = bytes.first() == Some(&b'{');
    if !is_journal
        && bytes.iter().any(|byte| byte.is_ascii_control() && !b"\t\n\r\x0b\x0c\x1a\x1b\x7f".contains(byte))
    {
        return Err(CommandError::NoText { path: path.to_owned() }.into());
    }
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|text| text.into_bytes().into_iter().map(char::from).collect()))
}

/// Prints text without the control characters that a terminal would obey. A closed pipe is no error.
pub(crate) fn put(text: &str) -> Result<ExitCode, Failure> {
    put_as_it_is(&escape_controls(text))
}

/// Prints text unchanged, for an embosser: cells, line ends and form feeds. A closed pipe is no error.
pub(crate) fn put_as_it_is(text: &str) -> Result<ExitCode, Failure> {
    match std::io::stdout().lock().write_all(text.as_bytes()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(ExitCode::SUCCESS),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_is_broken_between_words() {
        assert_eq!(wrapped("a b"), "a b");
        let told = wrapped(&"schach ".repeat(50));
        let lengths: Vec<_> = told.lines().map(|line| line.chars().count()).collect();
        assert_eq!(lengths, [195, 153]);
        assert_eq!(wrapped(&"ä".repeat(450)).lines().count(), 3);
        assert_eq!(wrapped("one\ntwo"), "one\ntwo");
    }
}
