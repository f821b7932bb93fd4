//! Bytes of a terminal or a pipe, made into keys and lines.

/// A key that is no part of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Key {
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
pub enum Typed {
    Line(String),
    Key(Key),
    /// To be written back to the terminal.
    Echo(String),
}

/// Reads bytes in any pieces.
#[derive(Clone, Debug)]
pub struct Decoder {
    /// Whether single keys come, or lines only.
    keys: bool,
    /// Whether each character is a key, and none part of a line.
    singly: bool,
    line: String,
    /// Bytes not yet understood: the beginning of a character or a sequence,
    /// or a line from a pipe.
    pending: Vec<u8>,
    typed: Vec<Typed>,
}

/// Whatever is typed behind so many bytes of a line is left out: the line is too long to mean anything.
const LONGEST_LINE: usize = 4096;

/// No key is that long; whatever it was, it is passed over.
const LONGEST_SEQUENCE: usize = 16;

impl Decoder {
    /// A decoder for a terminal in raw mode (`keys`), or for lines only.
    pub fn new(keys: bool) -> Self {
        Self { keys, singly: false, line: String::new(), pending: Vec::new(), typed: Vec::new() }
    }

    /// Whether each character comes for itself from now on, on a terminal. A line that was begun waits meanwhile.
    pub fn singly(&mut self, singly: bool) {
        self.singly = singly;
    }

    /// Takes bytes and gives back what they make.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<Typed> {
        for &byte in bytes {
            if self.keys {
                self.pending.push(byte);
                self.key_bytes();
            } else if byte == b'\n' {
                let line = std::mem::take(&mut self.pending);
                self.typed.push(Typed::Line(plain_line(&line)));
            } else if self.pending.len() < LONGEST_LINE {
                self.pending.push(byte);
            }
        }
        std::mem::take(&mut self.typed)
    }

    /// Whether an escape may still become a longer key.
    pub fn is_waiting(&self) -> bool {
        self.keys && self.pending.first() == Some(&0x1b)
    }

    /// Nothing has come for a while: what waits is all there is.
    pub fn waited(&mut self) -> Vec<Typed> {
        if self.is_waiting() {
            // A sequence broken off half-way means nothing.
            if self.pending.len() == 1 {
                self.typed.push(Typed::Key(Key::Escape));
            }
            self.pending.clear();
        }
        std::mem::take(&mut self.typed)
    }

    /// The input is over: a last line may lack its end.
    pub fn end(&mut self) -> Vec<Typed> {
        let rest = std::mem::take(&mut self.pending);
        if !self.keys && !rest.is_empty() {
            self.typed.push(Typed::Line(plain_line(&rest)));
        } else if !self.line.is_empty() {
            self.typed.push(Typed::Line(std::mem::take(&mut self.line)));
        }
        std::mem::take(&mut self.typed)
    }

    fn key_bytes(&mut self) {
        match self.pending[..] {
            [0x1b] | [0x1b, b'[' | b'O'] => {}
            [0x1b, 0x1b] => {
                // Two escapes: the first was a key, the second may be more.
                self.pending.truncate(1);
                self.typed.push(Typed::Key(Key::Escape));
            }
            [0x1b, b'[' | b'O', .., last] => {
                // The Linux console's F1 to F5 are ESC [ [ A to E.
                if last == b'[' && self.pending.len() == 3 {
                    return;
                }
                if matches!(last, 0x40..=0x7e) {
                    let key = sequence(&self.pending[1..]);
                    self.pending.clear();
                    self.typed.extend(key.map(Typed::Key));
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
            '\r' | '\n' if self.line.is_empty() || self.singly => self.typed.push(Typed::Key(Key::Enter)),
            '\r' | '\n' => {
                self.echo("\n");
                let line = std::mem::take(&mut self.line);
                self.typed.push(Typed::Line(line));
            }
            c if self.singly && !c.is_control() => self.typed.push(Typed::Key(Key::Char(c))),
            '\u{7f}' | '\u{8}' | '\u{15}' if self.singly => {}
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
            '\t' => self.typed.push(Typed::Key(Key::Tab)),
            '\u{1}'..='\u{1a}' => {
                let letter = char::from(b'a' + c as u8 - 1);
                self.typed.push(Typed::Key(Key::Control(letter)));
            }
            ' ' if self.line.is_empty() => self.typed.push(Typed::Key(Key::Char(' '))),
            c if c.is_control() => {}
            c => {
                self.line.push(c);
                self.echo(c.encode_utf8(&mut [0; 4]));
            }
        }
    }

    fn echo(&mut self, text: &str) {
        self.typed.push(Typed::Echo(text.to_owned()));
    }
}

/// The key of a sequence after its escape, as xterm, VT and the Linux console
/// send them; modifiers are passed over.
fn sequence(bytes: &[u8]) -> Option<Key> {
    let (last, inner) = bytes.split_last()?;
    let number = || {
        let digits = inner.get(1..)?;
        let digits = digits.split(|byte| *byte == b';').next()?;
        std::str::from_utf8(digits).ok()?.parse::<u8>().ok()
    };
    Some(match (inner, last) {
        (b"[[", b'A'..=b'E') => Key::Function(last - b'A' + 1),
        (_, b'A') => Key::Up,
        (_, b'B') => Key::Down,
        (_, b'C') => Key::Right,
        (_, b'D') => Key::Left,
        (_, b'H') => Key::Home,
        (_, b'F') => Key::End,
        (_, b'M') if inner == b"O" => Key::Enter,
        (_, b'P'..=b'S') => Key::Function(last - b'P' + 1),
        (_, b'~') => match number()? {
            1 | 7 => Key::Home,
            2 => Key::Insert,
            3 => Key::Delete,
            4 | 8 => Key::End,
            5 => Key::PageUp,
            6 => Key::PageDown,
            number @ 11..=15 => Key::Function(number - 10),
            number @ 17..=21 => Key::Function(number - 11),
            number @ 23..=24 => Key::Function(number - 12),
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
        let mut decoder = Decoder::new(false);
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
        check(" ", &[key(Key::Char(' '))]);
        check("\r", &[key(Key::Enter)]);
        check("\t\u{3}", &[key(Key::Tab), key(Key::Control('c'))]);
        check("\u{1b}[A\u{1b}OB", &[key(Key::Up), key(Key::Down)]);
        check("\u{1b}[1;5C", &[key(Key::Right)]);
        check("\u{1b}OP\u{1b}[[B", &[key(Key::Function(1)), key(Key::Function(2))]);
        check("\u{1b}[15~\u{1b}[17~", &[key(Key::Function(5)), key(Key::Function(6))]);
        check("\u{1b}[24;2~", &[key(Key::Function(12))]);
        check("\u{1b}[5~\u{1b}[3~", &[key(Key::PageUp), key(Key::Delete)]);
        check("\u{1b}\u{1b}[D", &[key(Key::Escape), key(Key::Left)]);
        // Unknown, and too long to be one.
        check("\u{1b}[99~\u{1b}[200z", &[]);
        check("ab\u{1b}[Ac\r", &[key(Key::Up), line("abc")]);
    }

    #[test]
    fn characters_come_alone_and_a_line_waits() {
        let mut decoder = Decoder::new(true);
        decoder.push(b"sf");
        decoder.singly(true);
        let found = decoder.push("x \u{7f}S\u{15}4\r\u{2}".as_bytes());
        let chars = ['x', ' ', 'S', '4'].map(|c| key(Key::Char(c)));
        assert_eq!(found[..4], chars);
        assert_eq!(found[4..], [key(Key::Enter), key(Key::Control('b'))]);
        decoder.singly(false);
        assert_eq!(decoder.push(b"3\r").last(), Some(&line("sf3")));
    }

    #[test]
    fn a_lone_escape_is_a_key_after_a_while() {
        let mut decoder = Decoder::new(true);
        assert_eq!(decoder.push(b"\x1b"), []);
        assert!(decoder.is_waiting());
        assert_eq!(decoder.waited(), [key(Key::Escape)]);
        assert!(!decoder.is_waiting());
        assert_eq!(decoder.waited(), []);
    }

    #[test]
    fn what_is_typed_is_echoed() {
        let mut decoder = Decoder::new(true);
        let echo: String = decoder
            .push("\u{e4}b\u{7f}\r".as_bytes())
            .into_iter()
            .filter_map(|typed| match typed {
                Typed::Echo(text) => Some(text),
                Typed::Line(_) | Typed::Key(_) => None,
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
            let mut whole = Decoder::new(keys);
            let mut pieces = Decoder::new(keys);
            let mut typed = pieces.push(&bytes[..cut]);
            typed.extend(pieces.push(&bytes[cut..]));
            prop_assert_eq!(whole.push(&bytes), typed);
        }

        #[test]
        fn every_typed_line_comes_out(text in "[!-~\u{e4}\u{f6}\u{fc}\u{df}][ -~]{0,30}") {
            let mut decoder = Decoder::new(true);
            let typed = decoder.push(format!("{text}\r").as_bytes());
            prop_assert_eq!(typed.last(), Some(&Typed::Line(text)));
        }
    }

    fn line(text: &str) -> Typed {
        Typed::Line(text.to_owned())
    }

    fn key(key: Key) -> Typed {
        Typed::Key(key)
    }

    fn check(typed: &str, expected: &[Typed]) {
        let mut decoder = Decoder::new(true);
        let mut found = decoder.push(typed.as_bytes());
        found.extend(decoder.waited());
        found.retain(|typed| !matches!(typed, Typed::Echo(_)));
        assert_eq!(found, expected, "{typed:?}");
    }
}
