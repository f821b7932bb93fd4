//! Bytes of a terminal, decoded into keys and pastes.
//!
//! Written here because crossterm takes an escape sequence that is split between two reads for several keys, and
//! termwiz brings 42 crates. The tests follow termwiz's results.

use std::time::Duration;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyCode {
    /// A printable character.
    Char(char),
    /// The Control key and this letter.
    Control(char),
    Enter,
    Backspace,
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

/// A key or a paste from the terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum KeyInput {
    Key(KeyCode),
    /// A whole bracketed paste, as the terminal sent it.
    Paste(String),
}

/// An escape with nothing after it for this long is the Escape key.
const ESCAPE_TIME: Duration = Duration::from_millis(25);
/// A paste with nothing more for this long has lost its end; it is ended, so that the keyboard does not stay dead. A
/// slow line pauses for a much shorter time within a paste.
const PASTE_TIME: Duration = Duration::from_secs(2);
/// How many bytes of a paste are kept, enough for several games in PGN; the rest of the paste is dropped.
const LONGEST_PASTE: usize = 1 << 16;
/// The longest sequence, in bytes; a longer one is dropped. The longest known key has 7.
const LONGEST_SEQUENCE: usize = 16;

const PASTE_BEGIN: &[u8] = b"\x1b[200~";
const PASTE_END: &[u8] = b"\x1b[201~";

/// Decodes bytes, however they are split between reads.
#[derive(Clone, Debug, Default)]
pub(super) struct KeyDecoder {
    /// The beginning of a character or of a sequence.
    pending: Vec<u8>,
    /// The bytes of the paste that has begun.
    paste: Option<Vec<u8>>,
    decoded: Vec<KeyInput>,
}

impl KeyDecoder {
    /// Takes bytes and returns what is complete.
    pub(super) fn push(&mut self, bytes: &[u8]) -> Vec<KeyInput> {
        for &byte in bytes {
            match &mut self.paste {
                Some(paste) => {
                    paste.push(byte);
                    if paste.ends_with(PASTE_END) {
                        self.end_paste();
                    } else if paste.len() > LONGEST_PASTE + PASTE_END.len() {
                        // After the kept bytes, only the end of the paste matters.
                        paste.remove(LONGEST_PASTE);
                    }
                }
                None => {
                    self.pending.push(byte);
                    self.decode();
                }
            }
        }
        std::mem::take(&mut self.decoded)
    }

    /// Returns how long to wait for more bytes before [`timeout`](Self::timeout); `None` if nothing is incomplete.
    pub(super) fn patience(&self) -> Option<Duration> {
        let is_escape = self.pending.first() == Some(&0x1b);
        self.paste.as_ref().map(|_| PASTE_TIME).or(is_escape.then_some(ESCAPE_TIME))
    }

    /// Ends what is incomplete, as nothing more has come: a paste, a lone escape, or a sequence.
    pub(super) fn timeout(&mut self) -> Vec<KeyInput> {
        self.end_paste();
        if self.pending.first() == Some(&0x1b) {
            // A sequence that breaks off is no key.
            if self.pending.len() == 1 {
                self.key(KeyCode::Escape);
            }
            self.pending.clear();
        }
        std::mem::take(&mut self.decoded)
    }

    fn end_paste(&mut self) {
        let Some(mut paste) = self.paste.take() else { return };
        let part = (1..=PASTE_END.len()).rev().find(|&length| paste.ends_with(&PASTE_END[..length]));
        paste.truncate((paste.len() - part.unwrap_or(0)).min(LONGEST_PASTE));
        self.decoded.push(KeyInput::Paste(String::from_utf8_lossy(&paste).into_owned()));
    }

    fn decode(&mut self) {
        match self.pending[..] {
            [0x1b] | [0x1b, b'[' | b'O'] => {}
            [0x1b, 0x1b] => {
                // The first escape was a key; the second may begin a sequence.
                self.pending.truncate(1);
                self.key(KeyCode::Escape);
            }
            [0x1b, b'[' | b'O', .., last] => {
                // The Linux console's F1 to F5 are ESC [ [ A to E.
                if last == b'[' && self.pending.len() == 3 {
                    return;
                }
                if self.pending == PASTE_BEGIN {
                    self.pending.clear();
                    self.paste = Some(Vec::new());
                } else if matches!(last, 0x40..=0x7e) {
                    let key = sequence(&self.pending[1..]);
                    self.pending.clear();
                    self.decoded.extend(key.map(KeyInput::Key));
                } else if self.pending.len() > LONGEST_SEQUENCE {
                    self.pending.clear();
                }
            }
            // Alt and a key count as the key.
            [0x1b, _] => {
                self.pending.remove(0);
                self.decode();
            }
            _ => match std::str::from_utf8(&self.pending) {
                Ok(text) => {
                    let key = text.chars().next().and_then(character);
                    self.pending.clear();
                    self.decoded.extend(key.map(KeyInput::Key));
                }
                // The rest of the character is still to come.
                Err(err) if err.error_len().is_none() => {}
                Err(_) => self.pending.clear(),
            },
        }
    }

    fn key(&mut self, key: KeyCode) {
        self.decoded.push(KeyInput::Key(key));
    }
}

fn character(c: char) -> Option<KeyCode> {
    Some(match c {
        '\r' | '\n' => KeyCode::Enter,
        '\u{7f}' | '\u{8}' => KeyCode::Backspace,
        '\t' => KeyCode::Tab,
        '\u{1}'..='\u{1a}' => KeyCode::Control(char::from(b'a' + c as u8 - 1)),
        c if c.is_control() => return None,
        c => KeyCode::Char(c),
    })
}

/// Returns the key of a sequence after its escape, as xterm, VT and the Linux console send it; modifiers are ignored.
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

#[cfg(test)]
mod tests {
    use super::*;
    use KeyCode::*;
    use proptest::prelude::*;

    fn keys(keys: &[KeyCode]) -> Vec<KeyInput> {
        keys.iter().copied().map(KeyInput::Key).collect()
    }

    fn paste(text: &str) -> Vec<KeyInput> {
        vec![KeyInput::Paste(text.to_owned())]
    }

    /// Decodes these reads, with a pause after the last.
    fn decode(reads: &[&[u8]]) -> Vec<KeyInput> {
        let mut decoder = KeyDecoder::default();
        let mut decoded: Vec<KeyInput> = reads.iter().flat_map(|read| decoder.push(read)).collect();
        decoded.extend(decoder.timeout());
        decoded
    }

    #[test]
    fn reads_become_keys() {
        let table: [(&[&[u8]], Vec<KeyInput>); 33] = [
            (&[b"hi\x03\x1b[D\x7f"], keys(&[Char('h'), Char('i'), Control('c'), Left, Backspace])),
            (&[b" \r\n\t"], keys(&[Char(' '), Enter, Enter, Tab])),
            (&[b"\x00\x1c\x15\x08"], keys(&[Control('u'), Backspace])),
            // Arrows: normal and application mode, and with modifiers.
            (&[b"\x1b[A\x1b[B\x1b[C\x1b[D"], keys(&[Up, Down, Right, Left])),
            (&[b"\x1bOA\x1bOB\x1bOC\x1bOD"], keys(&[Up, Down, Right, Left])),
            (&[b"\x1b[1;5C\x1b[1;2D"], keys(&[Right, Left])),
            (&[b"\x1b[H\x1b[F\x1b[1~\x1b[4~\x1b[7~\x1b[8~"], keys(&[Home, End, Home, End, Home, End])),
            (&[b"\x1b[2~\x1b[3~\x1b[5~\x1b[6~"], keys(&[Insert, Delete, PageUp, PageDown])),
            // Function keys of xterm, VT and the Linux console.
            (&[b"\x1bOP\x1bOS\x1b[11~\x1b[[B"], keys(&[Function(1), Function(4), Function(1), Function(2)])),
            (&[b"\x1b[15~\x1b[17~\x1b[21~"], keys(&[Function(5), Function(6), Function(10)])),
            (&[b"\x1b[24;2~"], keys(&[Function(12)])),
            // Alt and a key.
            (&[b"\x1bf"], keys(&[Char('f')])),
            (&["\x1bä".as_bytes()], keys(&[Char('ä')])),
            // Escapes.
            (&[b"\x1b"], keys(&[Escape])),
            (&[b"\x1b\x1b"], keys(&[Escape, Escape])),
            (&[b"\x1b\x1b[D"], keys(&[Escape, Left])),
            (&[b"\x1b["], vec![]),
            // Split between reads.
            (&[b"\x1b", b"[A"], keys(&[Up])),
            (&[b"\x1b[", b"A"], keys(&[Up])),
            (&[b"\x1b[1", b"5~"], keys(&[Function(5)])),
            (&[b"\x1b[[", b"E"], keys(&[Function(5)])),
            (&[b"L\xc3", b"\xa4u"], keys(&[Char('L'), Char('ä'), Char('u')])),
            (&[b"\xe2", b"\x99", b"\x97"], keys(&[Char('♗')])),
            // Invalid text, unknown sequences, and a sequence that is too long.
            (&[b"\xffa"], keys(&[Char('a')])),
            (&[b"\x1b[99~\x1b[200z\x1b[201~"], vec![]),
            (&[b"\x1b[11111111111111111~"], keys(&[Char('1'), Char('1'), Char('~')])),
            // Pastes.
            (&[b"\x1b[200~1234", b"5678\x1b[201~"], paste("12345678")),
            (&[b"\x1b[200~\x1b[201~"], paste("")),
            (
                &[b"\x1b[200~1. e4 e5\r\n2. Nf3\x1b[201~x"],
                [paste("1. e4 e5\r\n2. Nf3"), keys(&[Char('x')])].concat(),
            ),
            // Nothing in a paste is a key.
            (&[b"\x1b[200~\x1b\x1b[A\x1b[15~\x03\x1b[201~"], paste("\x1b\x1b[A\x1b[15~\x03")),
            (&[b"\x1b[200~\xff\x1b[201~"], paste("\u{fffd}")),
            // The end of the paste is missing or incomplete.
            (&[b"\x1b[200~e4"], paste("e4")),
            (&[b"\x1b[200~e4\x1b[20"], paste("e4")),
        ];
        for (reads, expected) in table {
            let shown: Vec<_> = reads.iter().map(|read| String::from_utf8_lossy(read)).collect();
            assert_eq!(decode(reads), expected, "{shown:?}");
        }
    }

    #[test]
    fn what_is_incomplete_is_waited_for() {
        for (bytes, patience) in [
            (&b"a"[..], None),
            (b"\xc3", None),
            (b"\x1b", Some(ESCAPE_TIME)),
            (b"\x1b[", Some(ESCAPE_TIME)),
            (b"\x1b[A", None),
            (b"\x1b[200~", Some(PASTE_TIME)),
            (b"\x1b[200~e4\x1b[201", Some(PASTE_TIME)),
            (b"\x1b[200~e4\x1b[201~", None),
        ] {
            let mut decoder = KeyDecoder::default();
            decoder.push(bytes);
            assert_eq!(decoder.patience(), patience, "{bytes:?}");
        }
    }

    #[test]
    fn a_paste_is_bounded_and_its_end_is_found_behind_that() {
        let mut bytes = PASTE_BEGIN.to_vec();
        bytes.extend(vec![b'a'; 3 * LONGEST_PASTE]);
        bytes.extend(PASTE_END);
        bytes.push(b'x');
        let expected = [paste(&"a".repeat(LONGEST_PASTE)), keys(&[Char('x')])].concat();
        assert!(decode(&[&bytes]) == expected);
    }

    proptest! {
        #[test]
        fn any_bytes_in_any_pieces_make_the_same(
            bytes in proptest::collection::vec(any::<u8>(), 0..200),
            cut in any::<prop::sample::Index>(),
        ) {
            let cut = cut.index(bytes.len() + 1);
            prop_assert_eq!(decode(&[&bytes]), decode(&[&bytes[..cut], &bytes[cut..]]));
        }

        #[test]
        fn a_paste_split_anywhere_is_one(
            text in "[ -~\u{e4}\u{2657}\r\n\t]{0,60}",
            cuts in proptest::collection::vec(any::<prop::sample::Index>(), 0..4),
        ) {
            let bytes = [b"a\x1b[A", PASTE_BEGIN, text.as_bytes(), PASTE_END, b"\x1b[Bb"].concat();
            let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
            cuts.extend([0, bytes.len()]);
            cuts.sort_unstable();
            let reads: Vec<&[u8]> = cuts.windows(2).map(|two| &bytes[two[0]..two[1]]).collect();
            let expected = [keys(&[Char('a'), Up]), paste(&text), keys(&[Down, Char('b')])].concat();
            prop_assert_eq!(decode(&reads), expected);
        }
    }
}
