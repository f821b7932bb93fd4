//! The keyboard: typed lines, and the keys that mean something without a line.

use std::io::Write;

use super::{Port, Scene, State, Tell};
use crate::{
    devices::keyboard::{self, Keyboard, KeyboardEvent, KeyboardUnavailable},
    session::{Effect, Event, Key, What},
};

/// Something whose typing can be hidden.
pub trait Conceals {
    /// Whether what is typed must not be seen.
    fn conceal(&self, concealed: bool);
}

impl Conceals for Keyboard {
    fn conceal(&self, concealed: bool) {
        Keyboard::conceal(self, concealed);
    }
}

/// Takes what is typed.
pub struct KeyboardPort {
    keyboard: Box<dyn Conceals>,
    state: State,
}

impl KeyboardPort {
    pub fn new(keyboard: impl Conceals + 'static) -> KeyboardPort {
        KeyboardPort { keyboard: Box::new(keyboard), state: State::Open }
    }

    /// Reads the standard input, and echoes what is typed on a terminal.
    pub fn open(
        echo: impl Write + Send + 'static,
        tell: Tell<KeyboardEvent>,
    ) -> Result<KeyboardPort, KeyboardUnavailable> {
        Keyboard::open(tell.sink(), echo).map(KeyboardPort::new)
    }
}

impl Port for KeyboardPort {
    type News = KeyboardEvent;

    fn perform(&mut self, effect: &Effect, _scene: &Scene) {
        if let Effect::Conceal(concealed) = effect {
            self.keyboard.conceal(*concealed);
        }
    }

    fn translate(&mut self, news: KeyboardEvent, scene: &Scene) -> Vec<Event> {
        let what = match news {
            KeyboardEvent::Line(line) if line.trim().is_empty() => What::Key(Key::Confirm),
            KeyboardEvent::Line(line) => What::Typed(line),
            // A terminal in raw mode leaves it to the program to end.
            KeyboardEvent::Key(keyboard::Key::Control('c' | 'd')) => {
                self.state = State::Leaving;
                What::Key(Key::Quiet)
            }
            KeyboardEvent::Key(key) => What::Key(meant(key)),
            KeyboardEvent::Closed => {
                self.state = State::Idle;
                return Vec::new();
            }
            KeyboardEvent::Died { reason } => {
                (scene.print)(&format!("keyboard: {reason}"));
                self.state = State::Idle;
                return Vec::new();
            }
        };
        vec![Event::at_table(what)]
    }

    fn state(&self) -> State {
        self.state
    }
}

/// Any key gets through while the program speaks, if only to silence it.
fn meant(key: keyboard::Key) -> Key {
    match key {
        keyboard::Key::Enter => Key::Confirm,
        keyboard::Key::Escape => Key::Cancel,
        keyboard::Key::Tab => Key::Press,
        keyboard::Key::Up | keyboard::Key::Home => Key::Repeat,
        keyboard::Key::Delete => Key::Correct,
        keyboard::Key::Function(10) => Key::Arbiter,
        keyboard::Key::Function(11) => Key::Talk,
        keyboard::Key::Function(12) => Key::Microphone,
        keyboard::Key::Function(n @ 1..=9) => Key::Choice(usize::from(n) - 1),
        _ => Key::Quiet,
    }
}
