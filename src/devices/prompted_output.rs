//! A terminal on which somebody types below what is printed.
//!
//! With a prompt, the line that is being typed stays the last one: it is erased, and written again behind what was
//! printed. There are no colours: low vision and the terminal's own settings keep theirs.

use std::io::{self, Write};

use textwrap::{Options, WordSplitter, core::display_width};

use super::keyboard::TypingEcho;

/// What stands before the line that is typed.
const PROMPT: &str = "> ";

/// How a terminal is written to; by default like a file.
#[derive(Clone, Copy, Debug, Default)]
pub struct OutputLayout {
    /// Returns how many columns the terminal has now; lines are wrapped to it, between words.
    pub columns: Option<fn() -> Option<usize>>,
    /// What stands before the further rows of a line.
    pub indent: &'static str,
    /// A prompt stands before what is typed. The terminal knows how a line is erased.
    pub prompt: bool,
    /// What is printed waits for the end of a line that is being typed: a screen reader would read what is typed again.
    pub waits_for_line: bool,
}

/// An output, and the line that is typed on it.
#[derive(Debug)]
pub struct PromptedOutput<W> {
    out: W,
    layout: OutputLayout,
    typed: String,
}

impl<W: Write> PromptedOutput<W> {
    pub fn new(out: W) -> PromptedOutput<W> {
        PromptedOutput { out, layout: OutputLayout::default(), typed: String::new() }
    }

    /// Prints lines, wrapped.
    pub(super) fn lines(&mut self, text: &str) -> io::Result<()> {
        match self.columns() {
            Some(columns) => {
                let options = Options::new(columns)
                    .subsequent_indent(self.layout.indent)
                    .break_words(false)
                    .word_splitter(WordSplitter::NoHyphenation);
                let wrapped = textwrap::fill(text, options);
                self.text(&wrapped)
            }
            None => self.text(text),
        }
    }

    /// Prints text as it is.
    pub(super) fn text(&mut self, text: &str) -> io::Result<()> {
        let under = self.erased() + text + &self.prompted();
        self.write(&under)
    }

    /// Shows the line as it has become.
    pub(super) fn show_typing(&mut self, line: String) -> io::Result<()> {
        let change = match (line.strip_prefix(&self.typed), self.typed.strip_prefix(&line)) {
            (Some(added), _) => added.to_owned(),
            // A cursor does not go back over the edge of the terminal.
            (None, Some(erased)) if self.rows_above() == 0 => "\u{8} \u{8}".repeat(display_width(erased)),
            _ => {
                let erased = self.erased();
                self.typed = line;
                let change = erased + &self.prompted();
                return self.write(&change);
            }
        };
        self.typed = line;
        self.write(&change)
    }

    /// Ends the line.
    pub(super) fn end_line(&mut self) -> io::Result<()> {
        self.typed.clear();
        let next = "\n".to_owned() + &self.prompted();
        self.write(&next)
    }

    pub(super) fn lay_out(&mut self, layout: OutputLayout) -> io::Result<()> {
        let erased = self.erased();
        self.layout = layout;
        let anew = erased + &self.prompted();
        self.write(&anew)
    }

    /// Whether what is printed has to wait for the end of the line.
    pub(super) fn is_in_line(&self) -> bool {
        self.layout.waits_for_line && !self.typed.is_empty()
    }

    fn columns(&self) -> Option<usize> {
        self.layout.columns.and_then(|columns| columns()).filter(|columns| *columns > 0)
    }

    /// Returns what takes the line that is typed away; without a prompt, what ends it.
    fn erased(&self) -> String {
        match (self.layout.prompt, self.rows_above()) {
            (true, 0) => "\r\u{1b}[J".to_owned(),
            (true, rows) => format!("\r\u{1b}[{rows}A\u{1b}[J"),
            (false, _) if self.typed.is_empty() => String::new(),
            (false, _) => "\n".to_owned(),
        }
    }

    /// Returns the line that is typed, behind its prompt.
    fn prompted(&self) -> String {
        let prompt = if self.layout.prompt { PROMPT } else { "" };
        format!("{prompt}{}", self.typed)
    }

    /// How many rows the line that is typed has above that of the cursor.
    fn rows_above(&self) -> usize {
        let width = display_width(&self.prompted());
        self.columns().map_or(0, |columns| width.saturating_sub(1) / columns)
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }
}

/// An echo by itself. A failed one is no reason to stop reading.
impl<W: Write> TypingEcho for PromptedOutput<W> {
    fn typing(&mut self, line: &str) {
        let _ = self.show_typing(line.to_owned());
    }

    fn entered(&mut self) {
        let _ = self.end_line();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(layout: OutputLayout, act: impl FnOnce(&mut PromptedOutput<Vec<u8>>), expected: &str) {
        let mut output = PromptedOutput::new(Vec::new());
        output.lay_out(layout).unwrap();
        output.out.clear();
        act(&mut output);
        assert_eq!(String::from_utf8(output.out).unwrap(), expected);
    }

    const PROMPTED: OutputLayout =
        OutputLayout { columns: Some(|| Some(20)), indent: "  ", prompt: true, waits_for_line: false };

    #[test]
    fn what_is_typed_stays_below_what_is_printed() {
        check(
            PROMPTED,
            |output| {
                output.show_typing("e2".to_owned()).unwrap();
                output.lines("Schwarz am Zug.\n").unwrap();
                output.show_typing("e2e4".to_owned()).unwrap();
                output.end_line().unwrap();
            },
            "e2\r\u{1b}[JSchwarz am Zug.\n> e2e4\n> ",
        );
        // Without a prompt nothing is erased: a screen reader reads what comes.
        check(
            OutputLayout { prompt: false, ..PROMPTED },
            |output| {
                output.show_typing("e2".to_owned()).unwrap();
                output.lines("Schwarz am Zug.\n").unwrap();
                output.show_typing("e".to_owned()).unwrap();
                output.end_line().unwrap();
            },
            "e2\nSchwarz am Zug.\ne2\u{8} \u{8}\n",
        );
    }

    #[test]
    fn a_typed_line_of_several_rows_is_erased_as_a_whole() {
        check(
            PROMPTED,
            |output| {
                // With the prompt, 22 columns on 20.
                output.show_typing("springer gustav eins".to_owned()).unwrap();
                output.show_typing("springer gustav ein".to_owned()).unwrap();
            },
            "springer gustav eins\r\u{1b}[1A\u{1b}[J> springer gustav ein",
        );
        check(
            PROMPTED,
            |output| {
                // The cursor waits at the edge of the first row.
                output.show_typing("springer gustav ei".to_owned()).unwrap();
                output.show_typing(String::new()).unwrap();
                output.show_typing("ä".to_owned()).unwrap();
            },
            &("springer gustav ei".to_owned() + &"\u{8} \u{8}".repeat(18) + "ä"),
        );
    }

    #[test]
    fn lines_are_wrapped_between_words_and_text_is_not() {
        let long = "Springer Gustav eins Felix drei /a/path/that/is/longer-than/a-row\n";
        let wrapped = "Springer Gustav eins\n  Felix drei\n  /a/path/that/is/longer-than/a-row\n";
        let layout = OutputLayout { prompt: false, ..PROMPTED };
        check(layout, |output| output.lines(long).unwrap(), wrapped);
        check(layout, |output| output.text(long).unwrap(), long);
        check(OutputLayout::default(), |output| output.lines(long).unwrap(), long);
        // A terminal that does not say how wide it is.
        let unknown = OutputLayout { columns: Some(|| None), ..layout };
        check(unknown, |output| output.lines(long).unwrap(), long);
    }
}
