//! What is kept of the settings: in the configuration file, and in a journal.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use toml_edit::{DocumentMut, Value};

use super::{ConfigError, Settings, at_home, text_at_home};
use crate::files;

/// The settings that a journal has entries for, since they are the game's own.
pub const OF_THE_GAME: [&str; 28] = [
    "time",
    "time-control",
    "days",
    "user",
    "opponent",
    "strength",
    "move-time",
    "engine-resigns",
    "peer-code",
    "peer-clock",
    "peer-way",
    "blindfold",
    "competition",
    "described",
    "warnings-allowed",
    "ruleset",
    "draw-offers",
    "guidelines-iii",
    "unsupervised",
    "default-time",
    "resumption",
    "fen",
    "chess960",
    "white",
    "black",
    "event",
    "site",
    "round",
];

impl Settings {
    /// The settings that a journal keeps for when the game is resumed, by the names of the configuration file. Those of
    /// the game itself have their own entries.
    pub fn kept(&self) -> BTreeMap<String, serde_json::Value> {
        let from_here = |path: PathBuf| std::path::absolute(&path).unwrap_or(path);
        let code = self.braille_code.clone().map(|code| match Path::new(&code).is_file() {
            true => from_here(code.into()).to_string_lossy().into_owned(),
            false => code,
        });
        let settings = Settings {
            braille_code: code,
            grammar: self.grammar.clone().map(from_here),
            model: self.model.clone().map(from_here),
            hall: self.hall.clone().map(from_here),
            clock: self
                .clock
                .clone()
                .map(|clock| if clock == Path::new("auto") { clock } else { from_here(clock) }),
            // That of where the game goes on.
            screen: None,
            ..self.clone()
        };
        let mut chosen = settings.chosen();
        chosen.retain(|name, _| !OF_THE_GAME.contains(&name.as_str()));
        chosen
    }

    /// Returns the settings of a file, in which `~/` is the home folder.
    pub(super) fn at_home(self) -> Settings {
        let (path, text) = (|path| Some(at_home(path?)), |text: Option<String>| Some(text_at_home(&text?)));
        Settings {
            peer_code: path(self.peer_code),
            clock: path(self.clock),
            hall: path(self.hall),
            grammar: path(self.grammar),
            puzzles: path(self.puzzles),
            model: path(self.model),
            opponent: text(self.opponent),
            braille_code: text(self.braille_code),
            ..self
        }
    }
}

/// Writes settings into the file, which is created if need be, and takes those named `without` out; all else in it stays,
/// comments too.
///
/// # Errors
///
/// The file cannot be read, is no configuration, or cannot be written; then it stays as it was.
pub fn keep(settings: &Settings, without: &[&str], path: &Path) -> Result<(), ConfigError> {
    Settings::read(path)?;
    let before = if path.exists() { files::read_text(path) } else { Ok(String::new()) };
    let failed = |source| ConfigError::Write { path: path.to_owned(), source };
    let before = before.map_err(failed)?;
    let mut file: DocumentMut = before.parse().map_err(|_| ConfigError::of(path, &before))?;
    for (name, value) in settings.chosen() {
        let value: Value = match value {
            serde_json::Value::Bool(value) => value.into(),
            serde_json::Value::Number(value) if value.is_i64() => value.as_i64().unwrap_or_default().into(),
            serde_json::Value::Number(value) => value.as_f64().unwrap_or_default().into(),
            serde_json::Value::String(value) => value.into(),
            // The table of braille keys is written by hand alone.
            _ => continue,
        };
        file[name.as_str()] = toml_edit::value(value);
    }
    for name in without {
        file.remove(name);
    }
    files::replace_whole(path, file.to_string().as_bytes()).map_err(failed)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::config::{ConfirmMode, User};

    #[test]
    fn what_was_there_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/config.toml");
        let chosen = Settings {
            user: Some(User::White),
            confirm: Some(ConfirmMode::Lever),
            rate: Some(20),
            by_touch: Some(false),
            ..Settings::default()
        };
        keep(&chosen, &[], &path).unwrap();
        assert_eq!(Settings::read(&path).unwrap(), chosen);
        fs::write(&path, "# mine\ntime = '5+3'\nuser = \"both\" # for now\nstrength = 1500\n[braille-keys]\nf1 = 'board'\n")
            .unwrap();
        keep(&chosen, &["strength"], &path).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let read = Settings::read(&path).unwrap();
        assert!(text.starts_with("# mine\ntime = '5+3'\nuser = \"white\""), "{text}");
        assert_eq!((read.time.as_deref(), read.user, read.rate), (Some("5+3"), Some(User::White), Some(20)));
        assert_eq!(read.strength, None);
        assert_eq!(read.braille_keys["f1"], "board");
        // A file that cannot be read is not overwritten.
        fs::write(&path, "tiem = 5").unwrap();
        assert!(keep(&chosen, &[], &path).is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "tiem = 5");
    }
}
