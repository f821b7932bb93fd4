//! Bytes of a terminal or a pipe, made into keys and lines.

/// A key that is no part of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyCode {
    /// A character that belongs to no line: the space bar while it is empty, any while each comes for itself.
    Char(char),
    /// The Control key and this letter; `c` is the wish to end.
    Control(char),
    /// Enter on an empty line.
    Enter,
    Escape,
    Tab,
    Up,
    Down,
    Left,
    Right,
    Home,
    End,
    PageUp,
    PageDown,
    Insert,
    Delete,
    /// A function key, counted from 1.
    Function(u8),
}

/// What has been typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decoded {
    Line(String),
    Key(KeyCode),
    /// To be written back to the terminal.
    Echo(String),
}

/// Reads bytes in any pieces.
#[derive(Clone, Debug)]
pub struct KeyDecoder {
    /// Whether single keys come, or lines only.
    keys: bool,
    /// Whether each character is a key, and none part of a line.
    set_char_mode: bool,
    line: String,
    /// Bytes not yet understood: the beginning of a character or a sequence,
    /// or a line from a pipe.
    pending: Vec<u8>,
    typed: Vec<Decoded>,
}

/// Whatever is typed behind so many bytes of a line is left out: the line is too long to mean anything.
const LONGEST_LINE: usize = 4096;

/// No key is that long; whatever it was, it is passed over.
const LONGEST_SEQUENCE: usize = 16;

impl KeyDecoder {
    /// A decoder for a terminal in raw mode (`keys`), or for lines only.
    pub fn new(keys: bool) -> Self {
        Self { keys, set_char_mode: false, line: String::new(), pending: Vec::new(), typed: Vec::new() }
    }

    /// Whether each character comes for itself from now on, on a terminal. A line that was begun waits meanwhile.
    pub fn set_char_mode(&mut self, set_char_mode: bool) {
        self.set_char_mode = set_char_mode;
    }

    /// Takes bytes and gives back what they make.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<Decoded> {
        for &byte in bytes {
            if self.keys {
                self.pending.push(byte);
                self.key_bytes();
            } else if byte == b'\n' {
                let line = std::mem::take(&mut self.pending);
                self.typed.push(Decoded::Line(plain_line(&line)));
            } else if self.pending.len() < LONGEST_LINE {
                self.pending.push(byte);
            }
        }
        std::mem::take(&mut self.typed)
    }

    /// Whether an escape may still become a longer key.
    pub fn awaits_escape_end(&self) -> bool {
        self.keys && self.pending.first() == Some(&0x1b)
    }

    /// Nothing has come for a while: what waits is all there is.
    pub fn escape_timeout(&mut self) -> Vec<Decoded> {
        if self.awaits_escape_end() {
            // A sequence broken off half-way means nothing.
            if self.pending.len() == 1 {
                self.typed.push(Decoded::Key(KeyCode::Escape));
            }
            self.pending.clear();
        }
        std::mem::take(&mut self.typed)
    }

    /// The input is over: a last line may lack its end.
    pub fn end(&mut self) -> Vec<Decoded> {
        let rest = std::mem::take(&mut self.pending);
        if !self.keys && !rest.is_empty() {
            self.typed.push(Decoded::Line(plain_line(&rest)));
        } else if !self.line.is_empty() {
            self.typed.push(Decoded::Line(std::mem::take(&mut self.line)));
        }
        std::mem::take(&mut self.typed)
    }

    fn key_bytes(&mut self) {
        match self.pending[..] {
            [0x1b] | [0x1b, b'[' | b'O'] => {}
            [0x1b, 0x1b] => {
                // Two escapes: the first was a key, the second may be more.
                self.pending.truncate(1);
                self.typed.push(Decoded::Key(KeyCode::Escape));
            }
            [0x1b, b'[' | b'O', .., last] => {
                // The Linux console's F1 to F5 are ESC [ [ A to E.
                if last == b'[' && self.pending.len() == 3 {
                    return;
                }
                if matches!(last, 0x40..=0x7e) {
                    let key = sequence(&self.pending[1..]);
                    self.pending.clear();
                    self.typed.extend(key.map(Decoded::Key));
                } else if self.pending.len() > LONGEST_SEQUENCE {
                    self.pending.clear();
                }
            }
            // Alt and a key: the key is meant.
            [0x1b, _] => {
                self.pending.remove(0);
                self.key_bytes();
            }
            _ => match std::str::from_utf8(&self.pending) {
                Ok(text) => {
                    let c = text.chars().next();
                    self.pending.clear();
                    if let Some(c) = c {
                        self.character(c);
                    }
                }
                // The rest of the character is still to come.
                Err(err) if err.error_len().is_none() => {}
                Err(_) => self.pending.clear(),
            },
        }
    }

    fn character(&mut self, c: char) {
        match c {
            '\r' | '\n' if self.line.is_empty() || self.set_char_mode => {
                self.typed.push(Decoded::Key(KeyCode::Enter))
            }
            '\r' | '\n' => {
                self.echo("\n");
                let line = std::mem::take(&mut self.line);
                self.typed.push(Decoded::Line(line));
            }
            c if self.set_char_mode && !c.is_control() => self.typed.push(Decoded::Key(KeyCode::Char(c))),
            '\u{7f}' | '\u{8}' | '\u{15}' if self.set_char_mode => {}
            '\u{7f}' | '\u{8}' => {
                if self.line.pop().is_some() {
                    self.echo("\u{8} \u{8}");
                }
            }
            // Ctrl-U empties the line, as in every terminal.
            '\u{15}' if !self.line.is_empty() => {
                let rubbed = "\u{8} \u{8}".repeat(self.line.chars().count());
                self.line.clear();
                self.echo(&rubbed);
            }
            '\t' => self.typed.push(Decoded::Key(KeyCode::Tab)),
            '\u{1}'..='\u{1a}' => {
                let letter = char::from(b'a' + c as u8 - 1);
                self.typed.push(Decoded::Key(KeyCode::Control(letter)));
            }
            ' ' if self.line.is_empty() => self.typed.push(Decoded::Key(KeyCode::Char(' '))),
            c if c.is_control() => {}
            c => {
                self.line.push(c);
                self.echo(c.encode_utf8(&mut [0; 4]));
            }
        }
    }

    fn echo(&mut self, text: &str) {
        self.typed.push(Decoded::Echo(text.to_owned()));
    }
}

/// The key of a sequence after its escape, as xterm, VT and the Linux console
/// send them; modifiers are passed over.
fn sequence(bytes: &[u8]) -> Option<KeyCode> {
    let (last, inner) = bytes.split_last()?;
    let number = || {
        let digits = inner.get(1..)?;
        let digits = digits.split(|byte| *byte == b';').next()?;
        std::str::from_utf8(digits).ok()?.parse::<u8>().ok()
    };
    Some(match (inner, last) {
        (b"[[", b'A'..=b'E') => KeyCode::Function(last - b'A' + 1),
        (_, b'A') => KeyCode::Up,
        (_, b'B') => KeyCode::Down,
        (_, b'C') => KeyCode::Right,
        (_, b'D') => KeyCode::Left,
        (_, b'H') => KeyCode::Home,
        (_, b'F') => KeyCode::End,
        (_, b'M') if inner == b"O" => KeyCode::Enter,
        (_, b'P'..=b'S') => KeyCode::Function(last - b'P' + 1),
        (_, b'~') => match number()? {
            1 | 7 => KeyCode::Home,
            2 => KeyCode::Insert,
            3 => KeyCode::Delete,
            4 | 8 => KeyCode::End,
            5 => KeyCode::PageUp,
            6 => KeyCode::PageDown,
            number @ 11..=15 => KeyCode::Function(number - 10),
            number @ 17..=21 => KeyCode::Function(number - 11),
            number @ 23..=24 => KeyCode::Function(number - 12),
            _ => return None,
        },
        _ => return None,
    })
}

fn plain_line(bytes: &[u8]) -> String {
    let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lines_come_from_a_pipe() {
        let mut decoder = KeyDecoder::new(false);
        assert_eq!(decoder.push(b"e2 e4\nL\xc3"), [line("e2 e4")]);
        assert_eq!(decoder.push(b"\xa4ufer\r\n\nrest"), [line("L\u{e4}ufer"), line("")]);
        assert_eq!(decoder.push(b"\xff"), []);
        assert_eq!(decoder.end(), [line("rest\u{fffd}")]);
        assert_eq!(decoder.end(), []);
    }

    #[test]
    fn a_line_is_typed_and_sent() {
        check("uhr\r", &[line("uhr")]);
        check("\u{e4}x\u{7f}\u{7f}b\r", &[line("b")]);
        check("falsch\u{15}gut\r", &[line("gut")]);
        check("a b\n", &[line("a b")]);
    }

    #[test]
    fn keys_come_at_once() {
        check(" ", &[key(KeyCode::Char(' '))]);
        check("\r", &[key(KeyCode::Enter)]);
        check("\t\u{3}", &[key(KeyCode::Tab), key(KeyCode::Control('c'))]);
        check("\u{1b}[A\u{1b}OB", &[key(KeyCode::Up), key(KeyCode::Down)]);
        check("\u{1b}[1;5C", &[key(KeyCode::Right)]);
        check("\u{1b}OP\u{1b}[[B", &[key(KeyCode::Function(1)), key(KeyCode::Function(2))]);
        check("\u{1b}[15~\u{1b}[17~", &[key(KeyCode::Function(5)), key(KeyCode::Function(6))]);
        check("\u{1b}[24;2~", &[key(KeyCode::Function(12))]);
        check("\u{1b}[5~\u{1b}[3~", &[key(KeyCode::PageUp), key(KeyCode::Delete)]);
        check("\u{1b}\u{1b}[D", &[key(KeyCode::Escape), key(KeyCode::Left)]);
        // Unknown, and too long to be one.
        check("\u{1b}[99~\u{1b}[200z", &[]);
        check("ab\u{1b}[Ac\r", &[key(KeyCode::Up), line("abc")]);
    }

    #[test]
    fn characters_come_alone_and_a_line_waits() {
        let mut decoder = KeyDecoder::new(true);
        decoder.push(b"sf");
        decoder.set_char_mode(true);
        let found = decoder.push("x \u{7f}S\u{15}4\r\u{2}".as_bytes());
        let chars = ['x', ' ', 'S', '4'].map(|c| key(KeyCode::Char(c)));
        assert_eq!(found[..4], chars);
        assert_eq!(found[4..], [key(KeyCode::Enter), key(KeyCode::Control('b'))]);
        decoder.set_char_mode(false);
        assert_eq!(decoder.push(b"3\r").last(), Some(&line("sf3")));
    }

    #[test]
    fn a_lone_escape_is_a_key_after_a_while() {
        let mut decoder = KeyDecoder::new(true);
        assert_eq!(decoder.push(b"\x1b"), []);
        assert!(decoder.awaits_escape_end());
        assert_eq!(decoder.escape_timeout(), [key(KeyCode::Escape)]);
        assert!(!decoder.awaits_escape_end());
        assert_eq!(decoder.escape_timeout(), []);
    }

    #[test]
    fn what_is_typed_is_echoed() {
        let mut decoder = KeyDecoder::new(true);
        let echo: String = decoder
            .push("\u{e4}b\u{7f}\r".as_bytes())
            .into_iter()
            .filter_map(|typed| match typed {
                Decoded::Echo(text) => Some(text),
                Decoded::Line(_) | Decoded::Key(_) => None,
            })
            .collect();
        assert_eq!(echo, "\u{e4}b\u{8} \u{8}\n");
    }

    proptest! {
        #[test]
        fn any_bytes_in_any_pieces_are_taken(
            bytes in proptest::collection::vec(any::<u8>(), 0..200),
            cut in any::<prop::sample::Index>(),
            keys in any::<bool>(),
        ) {
            let cut = cut.index(bytes.len() + 1);
            let mut whole = KeyDecoder::new(keys);
            let mut pieces = KeyDecoder::new(keys);
            let mut typed = pieces.push(&bytes[..cut]);
            typed.extend(pieces.push(&bytes[cut..]));
            prop_assert_eq!(whole.push(&bytes), typed);
        }

        #[test]
        fn every_typed_line_comes_out(text in "[!-~\u{e4}\u{f6}\u{fc}\u{df}][ -~]{0,30}") {
            let mut decoder = KeyDecoder::new(true);
            let typed = decoder.push(format!("{text}\r").as_bytes());
            prop_assert_eq!(typed.last(), Some(&Decoded::Line(text)));
        }
    }

    fn line(text: &str) -> Decoded {
        Decoded::Line(text.to_owned())
    }

    fn key(key: KeyCode) -> Decoded {
        Decoded::Key(key)
    }

    fn check(typed: &str, expected: &[Decoded]) {
        let mut decoder = KeyDecoder::new(true);
        let mut found = decoder.push(typed.as_bytes());
        found.extend(decoder.escape_timeout());
        found.retain(|typed| !matches!(typed, Decoded::Echo(_)));
        assert_eq!(found, expected, "{typed:?}");
    }
}
