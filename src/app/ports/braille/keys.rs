//! The keys of the display and what they do, which the configuration can change.

use std::collections::BTreeMap;

use strum::IntoEnumIterator as _;

use super::view::View;
use crate::{devices::braille_display::BrailleKey, language::Message, session::Key};

/// What a key of the display can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BrailleCommand {
    PanLeft,
    PanRight,
    /// The ranks above, or the message before.
    Up,
    Down,
    /// The game and the open question.
    Home,
    NextView,
    PreviousView,
    Show(View),
    /// Enters what was written, else says yes.
    Enter,
    /// Drops what was written, puts a lifted piece back or leaves the view, else says no.
    Escape,
    Erase,
    /// A key of the game.
    Game(Key),
}

impl BrailleCommand {
    /// Whether it may answer a question.
    pub(super) fn answers(self) -> bool {
        matches!(
            self,
            BrailleCommand::Enter
                | BrailleCommand::Escape
                | BrailleCommand::Game(Key::Confirm | Key::Cancel | Key::Choice(_))
        )
    }
}

/// The commands by their names in the configuration.
const COMMANDS: [(&str, BrailleCommand); 25] = [
    ("pan-left", BrailleCommand::PanLeft),
    ("pan-right", BrailleCommand::PanRight),
    ("up", BrailleCommand::Up),
    ("down", BrailleCommand::Down),
    ("home", BrailleCommand::Home),
    ("next-view", BrailleCommand::NextView),
    ("previous-view", BrailleCommand::PreviousView),
    ("board", BrailleCommand::Show(View::Board)),
    ("clocks", BrailleCommand::Show(View::Clocks)),
    ("score", BrailleCommand::Show(View::Score)),
    ("log", BrailleCommand::Show(View::Log)),
    ("say", BrailleCommand::Show(View::Say)),
    ("keys", BrailleCommand::Show(View::Keys)),
    ("enter", BrailleCommand::Enter),
    ("escape", BrailleCommand::Escape),
    ("erase", BrailleCommand::Erase),
    ("repeat", BrailleCommand::Game(Key::Repeat)),
    ("clock", BrailleCommand::Game(Key::Press)),
    ("talk", BrailleCommand::Game(Key::Talk)),
    ("arbiter", BrailleCommand::Game(Key::Arbiter)),
    ("correct", BrailleCommand::Game(Key::Correct)),
    ("quiet", BrailleCommand::Game(Key::Quiet)),
    ("microphone", BrailleCommand::Game(Key::Microphone)),
    ("yes", BrailleCommand::Game(Key::Confirm)),
    ("no", BrailleCommand::Game(Key::Cancel)),
];

/// The commands of the keys unless the configuration changes them.
const DEFAULT_KEYS: [(&str, &str); 32] = [
    ("f1", "clock"),
    ("f2", "talk"),
    ("f3", "arbiter"),
    ("f4", "correct"),
    ("f5", "home"),
    ("f6", "board"),
    ("f7", "clocks"),
    ("f8", "score"),
    ("f9", "log"),
    ("f10", "say"),
    ("f11", "microphone"),
    ("f12", "keys"),
    ("pan-left", "pan-left"),
    ("pan-right", "pan-right"),
    ("line-up", "up"),
    ("line-down", "down"),
    ("cursor-up", "up"),
    ("cursor-down", "down"),
    ("char-left", "previous-view"),
    ("char-right", "next-view"),
    ("cursor-left", "previous-view"),
    ("cursor-right", "next-view"),
    ("home", "home"),
    ("return", "repeat"),
    ("help", "keys"),
    ("menu", "say"),
    ("top", "log"),
    ("enter", "enter"),
    ("escape", "escape"),
    ("tab", "clock"),
    ("backspace", "erase"),
    ("delete", "correct"),
];

/// An entry of the configuration's key map that cannot be used.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "braille-keys")]
pub enum KeyMapError {
    Key {
        found: String,
        #[message(display)]
        expected: String,
    },
    Command {
        key: String,
        found: String,
        #[message(display)]
        expected: String,
    },
}

/// The command of each key.
#[derive(Clone, Debug)]
pub struct KeyMap(Vec<(BrailleKey, BrailleCommand)>);

impl Default for KeyMap {
    fn default() -> KeyMap {
        let usual = DEFAULT_KEYS.iter().map(|(key, command)| (key_of(key), command_of(command)));
        KeyMap(usual.filter_map(|(key, command)| Some((key?, command?))).collect())
    }
}

impl KeyMap {
    /// Returns the default map with changes, each the name of a key and of its command or `nothing`.
    pub fn changed(changes: &BTreeMap<String, String>) -> Result<KeyMap, KeyMapError> {
        let mut map = KeyMap::default();
        for (name, wanted) in changes {
            let key = key_of(name).ok_or_else(|| KeyMapError::Key {
                found: name.clone(),
                expected: BrailleKey::iter().map(<&str>::from).collect::<Vec<_>>().join(", "),
            })?;
            map.0.retain(|(known, _)| *known != key);
            if wanted.is_empty() || wanted == "nothing" {
                continue;
            }
            let command = command_of(wanted).ok_or_else(|| KeyMapError::Command {
                key: name.clone(),
                found: wanted.clone(),
                expected: COMMANDS.map(|(name, _)| name).join(", "),
            })?;
            map.0.push((key, command));
        }
        Ok(map)
    }

    pub(super) fn command(&self, key: BrailleKey) -> Option<BrailleCommand> {
        self.0.iter().find(|(known, _)| *known == key).map(|(_, command)| *command)
    }

    /// Returns the names of the keys and of their commands.
    pub fn named(&self) -> impl Iterator<Item = (String, &'static str)> + '_ {
        self.0.iter().filter_map(|(key, command)| {
            let name = COMMANDS.iter().find(|(_, known)| known == command).map(|(name, _)| *name)?;
            Some((name_of(*key), name))
        })
    }
}

/// Returns the key with this name.
pub fn key_of(name: &str) -> Option<BrailleKey> {
    let name = name.to_lowercase();
    let function = name.strip_prefix('f').and_then(|n| n.parse().ok()).filter(|n| (1..=35).contains(n));
    function.map(BrailleKey::Function).or_else(|| name.parse().ok())
}

fn name_of(key: BrailleKey) -> String {
    match key {
        BrailleKey::Function(n) => format!("F{n}"),
        key => <&str>::from(key).to_owned(),
    }
}

fn command_of(name: &str) -> Option<BrailleCommand> {
    COMMANDS.iter().find(|(known, _)| *known == name).map(|(_, command)| *command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_of_the_usual_map_is_known() {
        assert_eq!(KeyMap::default().0.len(), DEFAULT_KEYS.len());
        for (key, command) in DEFAULT_KEYS {
            assert!(key_of(key).is_some(), "{key}");
            assert!(command_of(command).is_some(), "{command}");
            assert_eq!(name_of(key_of(key).unwrap()).to_lowercase(), key);
        }
    }

    #[test]
    fn keys_can_be_changed() {
        let map = |key: &str, command: &str| KeyMap::changed(&BTreeMap::from([(key.into(), command.into())]));
        let changed = map("F1", "board").unwrap();
        assert_eq!(changed.command(BrailleKey::Function(1)), Some(BrailleCommand::Show(View::Board)));
        assert_eq!(changed.command(BrailleKey::Function(2)), Some(BrailleCommand::Game(Key::Talk)));
        assert_eq!(map("home", "nothing").unwrap().command(BrailleKey::Home), None);
        for (key, command, sentence) in [
            (
                "f36",
                "board",
                "no key of a braille display is called 'f36', expected f1 to f35 or one of pan-left",
            ),
            ("f1", "fly", "the braille key f1 cannot do 'fly', expected one of pan-left"),
        ] {
            let error = map(key, command).unwrap_err().to_string();
            assert!(error.starts_with(sentence), "{error}");
        }
    }
}
