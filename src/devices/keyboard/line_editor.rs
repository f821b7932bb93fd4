//! Gathers keys into lines, and shows them on the terminal.

use super::decoder::{KeyCode, KeyInput};

/// A result of typing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Typed {
    Line(String),
    /// A key that is no part of a line.
    Key(KeyCode),
    /// To be shown on the terminal.
    Shown(Shown),
}

/// A change of what is shown of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shown {
    /// The line as it has become.
    Typing(String),
    /// The line has ended.
    Entered,
}

/// The line being typed.
#[derive(Clone, Debug, Default)]
pub(super) struct LineEditor {
    /// Whether each character is a key instead of part of a line.
    char_mode: bool,
    line: String,
    /// The line has changed since it was shown.
    changed: bool,
    typed: Vec<Typed>,
}

impl LineEditor {
    /// Sets whether each character comes by itself from now on. A line that has begun waits meanwhile.
    pub(super) fn set_char_mode(&mut self, on: bool) {
        self.char_mode = on;
    }

    /// Takes decoded input and returns the results.
    pub(super) fn push(&mut self, inputs: Vec<KeyInput>) -> Vec<Typed> {
        for input in inputs {
            match input {
                KeyInput::Key(key) => self.key(key),
                KeyInput::Paste(text) => self.paste(&text),
            }
        }
        self.show();
        std::mem::take(&mut self.typed)
    }

    /// Returns the line that was not finished when the input ended.
    pub(super) fn end(&mut self) -> Option<String> {
        Some(std::mem::take(&mut self.line)).filter(|line| !line.is_empty())
    }

    fn key(&mut self, key: KeyCode) {
        match key {
            KeyCode::Enter if !self.line.is_empty() && !self.char_mode => self.end_line(),
            KeyCode::Char(' ') if self.line.is_empty() => self.typed.push(Typed::Key(key)),
            KeyCode::Char(c) if !self.char_mode => self.insert(c),
            // Ctrl-U empties the line, as in every terminal.
            KeyCode::Backspace | KeyCode::Control('u') if self.char_mode => {}
            KeyCode::Backspace => self.erase(1),
            KeyCode::Control('u') if !self.line.is_empty() => self.erase(usize::MAX),
            key => self.typed.push(Typed::Key(key)),
        }
    }

    /// Types the lines of a paste, without empty lines, leading blanks and control characters: nothing in a paste
    /// counts as a key. Drops the paste while each character is a key.
    fn paste(&mut self, text: &str) {
        if self.char_mode {
            return;
        }
        for c in text.chars().map(|c| if c == '\t' { ' ' } else { c }) {
            match c {
                '\r' | '\n' if self.line.is_empty() => {}
                '\r' | '\n' => self.end_line(),
                ' ' if self.line.is_empty() => {}
                c if c.is_control() => {}
                c => self.insert(c),
            }
        }
    }

    fn end_line(&mut self) {
        self.show();
        self.typed.push(Typed::Shown(Shown::Entered));
        self.typed.push(Typed::Line(std::mem::take(&mut self.line)));
    }

    fn insert(&mut self, c: char) {
        self.line.push(c);
        self.changed = true;
    }

    fn erase(&mut self, most: usize) {
        for _ in 0..most.min(self.line.len()) {
            self.changed |= self.line.pop().is_some();
        }
    }

    /// Shows what has changed: of many characters at once, what they have made.
    fn show(&mut self) {
        if std::mem::take(&mut self.changed) {
            self.typed.push(Typed::Shown(Shown::Typing(self.line.clone())));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::decoder::KeyDecoder;
    use super::*;
    use proptest::prelude::*;

    fn line(text: &str) -> Typed {
        Typed::Line(text.to_owned())
    }

    fn push(editor: &mut LineEditor, bytes: &str) -> Vec<Typed> {
        editor.push(KeyDecoder::default().push(bytes.as_bytes()))
    }

    #[test]
    fn lines_and_keys_are_told_apart() {
        for (bytes, expected) in [
            ("uhr\r", vec![line("uhr")]),
            ("a b\n", vec![line("a b")]),
            ("\u{e4}x\u{7f}\u{7f}b\r", vec![line("b")]),
            ("falsch\u{15}gut\r", vec![line("gut")]),
            ("ab\u{1b}[Ac\r", vec![Typed::Key(KeyCode::Up), line("abc")]),
            (
                " \r\u{15}",
                vec![
                    Typed::Key(KeyCode::Char(' ')),
                    Typed::Key(KeyCode::Enter),
                    Typed::Key(KeyCode::Control('u')),
                ],
            ),
            ("\t\u{3}", vec![Typed::Key(KeyCode::Tab), Typed::Key(KeyCode::Control('c'))]),
            // The lines of a paste are typed; the text after the last line break waits for Enter.
            ("\u{1b}[200~e4\nSf3\u{1b}[201~\r", vec![line("e4"), line("Sf3")]),
            ("S\u{1b}[200~f3\u{1b}[201~\r", vec![line("Sf3")]),
            ("\u{1b}[200~1. e4\te5\r\n\r\n 2. Sf3\r\n\u{1b}[201~", vec![line("1. e4 e5"), line("2. Sf3")]),
            ("\u{1b}[200~ \n\t\u{3}\u{15}\u{1b}[15~x\n\u{1b}[201~", vec![line("[15~x")]),
        ] {
            let mut typed = push(&mut LineEditor::default(), bytes);
            typed.retain(|typed| !matches!(typed, Typed::Shown(_)));
            assert_eq!(typed, expected, "{bytes:?}");
        }
    }

    #[test]
    fn characters_come_by_themselves_and_a_line_waits() {
        let mut editor = LineEditor::default();
        push(&mut editor, "sf");
        editor.set_char_mode(true);
        let keys = push(&mut editor, "x \u{7f}S\u{15}4\r\u{2}\u{1b}[200~xyz\n\u{1b}[201~");
        let chars = ['x', ' ', 'S', '4'].map(KeyCode::Char);
        let expected = chars.into_iter().chain([KeyCode::Enter, KeyCode::Control('b')]);
        assert!(keys.into_iter().eq(expected.map(Typed::Key)));
        editor.set_char_mode(false);
        assert_eq!(push(&mut editor, "3\r").last(), Some(&line("sf3")));
    }

    #[test]
    fn what_is_typed_and_pasted_is_shown() {
        let mut editor = LineEditor::default();
        let typing = |line: &str| Typed::Shown(Shown::Typing(line.to_owned()));
        let entered = Typed::Shown(Shown::Entered);
        assert_eq!(push(&mut editor, "\u{e4}"), [typing("\u{e4}")]);
        assert_eq!(push(&mut editor, "b\u{7f}"), [typing("\u{e4}")]);
        assert_eq!(push(&mut editor, "\r"), [entered.clone(), line("\u{e4}")]);
        let pasted = push(&mut editor, "\u{1b}[200~e4\ne5\u{1b}[201~");
        assert_eq!(pasted, [typing("e4"), entered, line("e4"), typing("e5")]);
        assert_eq!(push(&mut editor, "\u{15}"), [typing("")]);
        assert_eq!(push(&mut editor, "\u{1b}[A"), [Typed::Key(KeyCode::Up)]);
    }

    proptest! {
        #[test]
        fn every_typed_line_comes_out(text in "[!-~\u{e4}\u{f6}\u{fc}\u{df}][ -~]{0,30}") {
            let typed = push(&mut LineEditor::default(), &format!("{text}\r"));
            prop_assert_eq!(typed.last(), Some(&Typed::Line(text)));
        }
    }
}
