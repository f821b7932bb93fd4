//! The keys of a braille display, from BrlAPI key codes.
//!
//! A code is 64 bits: flags, then a type, then a command number and argument, or an X keysym (`brlapi_keycodes.h`).
//! Reading it needs no library.

/// A key pressed on the braille display.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, strum::EnumIter, strum::EnumString, strum::IntoStaticStr,
)]
#[strum(serialize_all = "kebab-case")]
pub enum BrailleKey {
    /// A routing key over this cell, counted from 0.
    #[strum(disabled)]
    Route(usize),
    PanLeft,
    PanRight,
    LineUp,
    LineDown,
    CharLeft,
    CharRight,
    Top,
    Bottom,
    /// To the cursor: the key most displays have in the middle.
    Home,
    /// Back to where the reading began.
    Return,
    Help,
    Menu,
    Enter,
    Escape,
    Tab,
    Backspace,
    Delete,
    CursorLeft,
    CursorRight,
    CursorUp,
    CursorDown,
    /// A function key, counted from 1.
    #[strum(disabled)]
    Function(u8),
    /// A character typed as a chord of dots, or on a keyboard of the display.
    #[strum(disabled)]
    Char(char),
    /// Any other key, by its code.
    #[strum(disabled)]
    Other(u64),
}

const TYPE_MASK: u64 = 0xE000_0000;
const TYPE_COMMAND: u64 = 0x2000_0000;
const BLOCK_MASK: u64 = 0x1FFF_0000;
const ARGUMENT_MASK: u64 = 0xFFFF;
const CODE_MASK: u64 = 0x1FFF_FFFF;
const BLOCK_ROUTE: u64 = 1 << 16;
const BLOCK_PASS_DOTS: u64 = 0x22 << 16;
const UNICODE_KEYSYM: u64 = 0x0100_0000;

impl BrailleKey {
    /// Returns the key with this BrlAPI code; modifiers and flags are ignored.
    pub fn from_code(code: u64) -> Self {
        let known = if code & TYPE_MASK == TYPE_COMMAND { command(code) } else { keysym(code & CODE_MASK) };
        known.unwrap_or(Self::Other(code))
    }
}

fn command(code: u64) -> Option<BrailleKey> {
    use BrailleKey as K;
    let argument = code & ARGUMENT_MASK;
    match code & BLOCK_MASK {
        BLOCK_ROUTE => return usize::try_from(argument).ok().map(K::Route),
        BLOCK_PASS_DOTS => return char::from_u32(0x2800 | (argument & 0xFF) as u32).map(K::Char),
        0 => {}
        _ => return None,
    }
    Some(match argument {
        1 => K::LineUp,
        2 => K::LineDown,
        9 | 11 => K::Top,
        10 | 12 => K::Bottom,
        19 => K::CharLeft,
        20 => K::CharRight,
        // Whole window or half of it, with or without skipping blanks.
        21 | 23 | 25 => K::PanLeft,
        22 | 24 | 26 => K::PanRight,
        29 => K::Home,
        30 | 31 => K::Return,
        49 => K::Help,
        52 => K::Menu,
        _ => return None,
    })
}

fn keysym(sym: u64) -> Option<BrailleKey> {
    use BrailleKey as K;
    Some(match sym {
        0x20..=0x7E | 0xA0..=0xFF => K::Char(char::from_u32(sym as u32)?),
        0xFF08 => K::Backspace,
        0xFF09 => K::Tab,
        // Linefeed, Return and the key pad's Enter.
        0xFF0A | 0xFF0D | 0xFF8D => K::Enter,
        0xFF1B => K::Escape,
        0xFF50 => K::Top,
        0xFF51 => K::CursorLeft,
        0xFF52 => K::CursorUp,
        0xFF53 => K::CursorRight,
        0xFF54 => K::CursorDown,
        0xFF55 => K::LineUp,
        0xFF56 => K::LineDown,
        0xFF57 => K::Bottom,
        0xFFBE..=0xFFE0 => K::Function((sym - 0xFFBD) as u8),
        0xFFFF => K::Delete,
        UNICODE_KEYSYM.. => K::Char(char::from_u32((sym - UNICODE_KEYSYM) as u32)?),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::BrailleKey::*;
    use super::*;

    /// Codes as brltty 6.5 sends them.
    #[test]
    fn codes_of_brltty_are_read() {
        check(0x2001_0005, Route(5));
        check(0x2001_0000, Route(0));
        check(0x2001_0027, Route(39));
        check(0x2000_0001, LineUp);
        check(0x2000_0002, LineDown);
        check(0x2000_0017, PanLeft);
        check(0x2000_0018, PanRight);
        check(0x2000_0009, Top);
        check(0x2000_0013, CharLeft);
        check(0x2000_0014, CharRight);
        check(0x2000_001d, Home);
        check(0x2000_001f, Return);
        check(0x2000_0031, Help);
        check(0xff52, CursorUp);
        check(0xff1b, Escape);
        check(0xff0d, Enter);
        check(0xffbe, Function(1));
        check(0xffc9, Function(12));
        check(0x6b, Char('k'));
        check(0xe4, Char('\u{e4}'));
        check(0x0100_2659, Char('\u{2659}'));
        check(0x0100_2805, Char('\u{2805}'));
        check(0x2022_0005, Char('\u{2805}'));
    }

    #[test]
    fn flags_do_not_hide_a_key() {
        // Control with a key, and a command with the flag of a toggle that is on.
        check(0x0000_0004_0000_0063, Char('c'));
        check(0x0000_0100_2000_0002, LineDown);
    }

    #[test]
    fn unknown_codes_are_kept() {
        for code in [0x0000_0100_2000_0020, 0x2000_0032, 0x2FFF_0001, 0, 0xFFE1, 0x0111_0000] {
            check(code, Other(code));
        }
    }

    fn check(code: u64, key: BrailleKey) {
        assert_eq!(BrailleKey::from_code(code), key, "{code:#x}");
    }
}
