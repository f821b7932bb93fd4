//! The keyboard: typed lines, and keys with a meaning of their own.

use super::{Port, PortContext, PortState, Reporter};
use crate::{
    announce::Device,
    devices::keyboard::{self, Keyboard, KeyboardEvent, KeyboardUnavailable, TypingEcho},
    grammar::Grammar,
    laws::{Direction, Rank, Role},
    session::{Effect, Event, EventKind, Explore, Key},
};

/// A keyboard with an echo.
pub trait KeyboardConsole {
    /// Hides what is typed, or shows it.
    fn conceal(&self, concealed: bool);

    /// Reports each character as a key, or gathers lines.
    fn set_char_mode(&self, on: bool);
}

impl KeyboardConsole for Keyboard {
    fn conceal(&self, concealed: bool) {
        Keyboard::conceal(self, concealed);
    }

    fn set_char_mode(&self, on: bool) {
        Keyboard::set_char_mode(self, on);
    }
}

/// Turns typed lines and keys into events.
pub struct KeyboardPort {
    keyboard: Box<dyn KeyboardConsole>,
    state: PortState,
    /// Keys explore the board.
    exploring: bool,
}

impl KeyboardPort {
    pub fn new(keyboard: impl KeyboardConsole + 'static) -> KeyboardPort {
        KeyboardPort { keyboard: Box::new(keyboard), state: PortState::Open, exploring: false }
    }

    /// Reads the standard input.
    pub fn open(
        echo: Option<impl TypingEcho + Send + 'static>,
        reporter: Reporter<KeyboardEvent>,
    ) -> Result<KeyboardPort, KeyboardUnavailable> {
        Keyboard::open(reporter.into_sink(), echo).map(KeyboardPort::new)
    }
}

impl Port for KeyboardPort {
    type News = KeyboardEvent;

    fn perform(&mut self, effect: &Effect, _cx: &PortContext) {
        if let Effect::Conceal(concealed) = effect {
            self.keyboard.conceal(*concealed);
        }
    }

    fn translate(&mut self, news: KeyboardEvent, cx: &PortContext) -> Vec<Event> {
        let what = match news {
            KeyboardEvent::Line(line) if line.trim().is_empty() => EventKind::Key(Key::Confirm),
            KeyboardEvent::Line(line) => EventKind::Typed(line),
            // A terminal in raw mode sends no signal for Ctrl-C.
            KeyboardEvent::Key(keyboard::KeyCode::Control('c' | 'd')) => {
                self.state = PortState::Leaving;
                EventKind::Key(Key::Quiet)
            }
            KeyboardEvent::Key(keyboard::KeyCode::Control('b')) if !self.exploring => {
                self.set_exploring(cx.session.describes_position());
                EventKind::Key(Key::Explore(Explore::Open))
            }
            KeyboardEvent::Key(key) if self.exploring => EventKind::Key(self.exploration_key(key, cx)),
            KeyboardEvent::Key(key) => EventKind::Key(usual_key(key)),
            KeyboardEvent::Closed => {
                self.state = PortState::Idle;
                return Vec::new();
            }
            KeyboardEvent::Died { reason } => {
                cx.lacking("keyboard", &reason);
                self.state = PortState::Idle;
                return vec![Event::of_program(EventKind::Lost(Device::Keyboard))];
            }
        };
        vec![Event::at_table(what)]
    }

    fn state(&self) -> PortState {
        self.state
    }
}

impl KeyboardPort {
    fn set_exploring(&mut self, exploring: bool) {
        self.exploring = exploring;
        self.keyboard.set_char_mode(exploring);
    }

    /// Returns the meaning of a key while exploring; Enter and Escape answer an open question first.
    fn exploration_key(&mut self, key: keyboard::KeyCode, cx: &PortContext) -> Key {
        use keyboard::KeyCode as K;
        let asked = cx.session.asked().is_some();
        let explore = match key {
            K::Up => Explore::Step(Direction::Up),
            K::Down => Explore::Step(Direction::Down),
            K::Left => Explore::Step(Direction::Left),
            K::Right => Explore::Step(Direction::Right),
            K::Home => Explore::Origin,
            K::Char(' ') => Explore::Here,
            K::Char('?') => Explore::Help,
            K::Char(c) => match exploration_of_char(c, &cx.language.grammar) {
                Some(explore) => explore,
                None => return Key::Nothing,
            },
            K::Enter if !asked => Explore::Take,
            K::Escape | K::Control('b') if !asked && cx.session.lifted().is_none() => {
                self.set_exploring(false);
                Explore::Close
            }
            key => return usual_key(key),
        };
        Key::Explore(explore)
    }
}

/// Returns the exploration of a character, with a language's piece letters and keys. A capital searches backwards.
fn exploration_of_char(c: char, grammar: &Grammar) -> Option<Explore> {
    let back = c.is_uppercase();
    let is_letter =
        |role: &Role| grammar.letters().of_role(*role).to_lowercase() == c.to_lowercase().to_string();
    let role = Role::ALL.into_iter().find(is_letter);
    let keys = grammar.exploring();
    if let Some(file) = keys.file(c) {
        return Some(Explore::File(file));
    }
    Some(match (role, c.to_ascii_lowercase()) {
        (_, c) if c == keys.times => Explore::Times,
        (_, c) if c == keys.last_move => Explore::LastMove,
        (Some(role), _) => Explore::Piece { role, back },
        (None, 'x') => Explore::Ray { back },
        (None, 'm') => Explore::Move { back },
        (None, 'c') => Explore::Capture { back },
        (None, c) => Explore::Rank(Rank::from_char(c)?),
    })
}

/// Returns the meaning of a key outside the exploration; any other key silences the program.
fn usual_key(key: keyboard::KeyCode) -> Key {
    match key {
        keyboard::KeyCode::Enter => Key::Confirm,
        keyboard::KeyCode::Escape => Key::Cancel,
        keyboard::KeyCode::Tab => Key::Press,
        keyboard::KeyCode::Up | keyboard::KeyCode::Home => Key::Repeat,
        keyboard::KeyCode::Delete => Key::Correct,
        keyboard::KeyCode::Function(10) => Key::Arbiter,
        keyboard::KeyCode::Function(11) => Key::Talk,
        keyboard::KeyCode::Function(12) => Key::Microphone,
        keyboard::KeyCode::Function(n @ 1..=9) => Key::Choice(usize::from(n) - 1),
        _ => Key::Quiet,
    }
}
