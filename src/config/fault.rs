//! What is wrong with a configuration file: in which line, and what may stand there.

use std::{
    io,
    path::{Path, PathBuf},
};

use clap::{Arg, Args};
use toml::de::{DeTable, DeValue};

use super::{NUMBERS, Settings, examples};
use crate::{
    files,
    language::{Failure, Message},
};

/// A configuration file that cannot be used.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "config")]
pub enum ConfigError {
    Read {
        path: PathBuf,
        source: io::Error,
    },
    Write {
        path: PathBuf,
        source: io::Error,
    },
    /// The line is counted from one.
    Line {
        path: PathBuf,
        line: usize,
        text: String,
        fault: LineFault,
    },
}

/// Why a line of a configuration file cannot be used. An example is a whole line as it may stand there.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "config-line")]
pub enum LineFault {
    NoSetting {
        example: String,
    },
    Twice {
        name: String,
    },
    Unknown {
        name: String,
    },
    UnknownLike {
        name: String,
        suggested: String,
    },
    Section {
        name: String,
    },
    Key {
        example: String,
    },
    /// The name chooses the words.
    Text {
        name: String,
        example: String,
    },
    Whole {
        least: f64,
        most: f64,
        example: String,
    },
    Number {
        least: f64,
        most: f64,
        example: String,
    },
    OneOf {
        values: String,
        example: String,
    },
    Unusable {
        fault: Failure,
    },
}

/// The table of what the keys of the braille display do, the only one there is.
const KEYS: &str = "braille-keys";

/// How much two names must have in common that one is taken for a slip in the other, as clap has it.
const ALIKE: f64 = 0.7;

impl ConfigError {
    /// Says that a setting of a file alone makes no game. `name` is a setting, or `braille-keys.KEY`.
    pub fn unusable(path: &Path, text: &str, name: &str, fault: Failure) -> ConfigError {
        let (outer, inner) = name.split_once('.').map_or((name, None), |(outer, inner)| (outer, Some(inner)));
        let table = DeTable::parse(text).ok();
        let entry = table.as_ref().and_then(|table| table.get_ref().get_key_value(outer));
        let at = entry.map_or(0, |(key, value)| {
            let within = inner.and_then(|inner| value.get_ref().as_table()?.get_key_value(inner));
            within.map_or(key.span().start, |(key, _)| key.span().start)
        });
        ConfigError::at(path, text, at, LineFault::Unusable { fault })
    }

    /// Says what is wrong with the text of a file that cannot be read as settings.
    pub(super) fn of(path: &Path, text: &str) -> ConfigError {
        match DeTable::parse(text) {
            Ok(table) => {
                let (at, fault) = first_fault(text, table.get_ref());
                ConfigError::at(path, text, at, fault)
            }
            Err(error) => {
                let at = error.span().map_or(0, |span| span.start);
                ConfigError::at(path, text, at, unreadable(text, at))
            }
        }
    }

    fn at(path: &Path, text: &str, at: usize, fault: LineFault) -> ConfigError {
        let (start, line) = line_at(text, at);
        ConfigError::Line {
            path: path.to_owned(),
            line: text[..start].matches('\n').count() + 1,
            text: line.trim().to_owned(),
            fault,
        }
    }
}

/// Returns the language that a file names, though other lines of it cannot be used.
pub fn language_in(path: &Path) -> Option<String> {
    let text = files::read_text(path).ok()?;
    let (table, _) = DeTable::parse_recoverable(&text);
    Some(table.get_ref().get("language")?.get_ref().as_str()?.to_owned())
}

/// Returns where the line begins that has a byte, and its text. A line break belongs to the line before it.
fn line_at(text: &str, at: usize) -> (usize, &str) {
    let at = (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    // What never ends is missed at the end of the file.
    let at = if at == text.len() { text.trim_end().len() } else { at };
    let start = text[..at].rfind('\n').map_or(0, |before| before + 1);
    (start, text[start..].lines().next().unwrap_or_default())
}

/// Returns where the first entry is that is no setting, and why.
fn first_fault(text: &str, table: &DeTable) -> (usize, LineFault) {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(name, _)| name.span().start);
    let fault = entries.into_iter().find_map(|(name, value)| {
        let at = name.span().start;
        let name = name.get_ref().as_ref();
        match value.get_ref() {
            DeValue::Table(keys) if name == KEYS => {
                let (key, _) = keys.iter().find(|(_, action)| !action.get_ref().is_str())?;
                Some((key.span().start, no_action()))
            }
            _ if name == KEYS => Some((at, no_action())),
            DeValue::Table(_) if option(name).is_none() => {
                Some((at, LineFault::Section { name: name.to_owned() }))
            }
            _ => fault_of(name, &text[value.span()]).map(|fault| (at, fault)),
        }
    });
    fault.unwrap_or((0, no_setting()))
}

/// Returns why a line of no TOML is none.
fn unreadable(text: &str, at: usize) -> LineFault {
    let (start, line) = line_at(text, at);
    if let Some(section) = line.trim().strip_prefix('[') {
        return LineFault::Section { name: section.trim_matches(['[', ']', ' ']).to_owned() };
    }
    let Some((name, value)) = line.split_once('=') else { return no_setting() };
    let name = name.trim();
    let section = text[..start].lines().rev().find_map(|line| line.trim().strip_prefix('['));
    let section = section.map(|name| name.trim_matches(['[', ']', ' ']));
    let earlier = DeTable::parse(&text[..start]).is_ok_and(|before| match section {
        None => before.get_ref().contains_key(name),
        Some(section) => match before.get_ref().get(section).map(|keys| keys.get_ref()) {
            Some(DeValue::Table(keys)) => keys.contains_key(name),
            _ => false,
        },
    });
    match earlier {
        true => LineFault::Twice { name: name.to_owned() },
        false if section == Some(KEYS) => no_action(),
        false => fault_of(name, value).unwrap_or_else(no_setting),
    }
}

/// Returns why an entry is no setting, if it is none. The value is as it is written.
fn fault_of(name: &str, value: &str) -> Option<LineFault> {
    let Some(option) = option(name) else {
        let all = options().into_iter().filter_map(|option| option.get_long().map(str::to_owned));
        let likeness = |known: &String| strsim::jaro(known, name);
        let like = all.max_by(|one, other| likeness(one).total_cmp(&likeness(other)));
        let name = name.to_owned();
        return Some(match like.filter(|like| likeness(like) > ALIKE) {
            Some(suggested) => LineFault::UnknownLike { name, suggested },
            None => LineFault::Unknown { name },
        });
    };
    let alone = toml::from_str::<Settings>(&format!("{name} = {value}"));
    let is_usable = alone.is_ok_and(|settings| settings.check().is_ok());
    (!is_usable).then(|| expected(name, &option))
}

/// Says what a setting is.
fn expected(name: &str, option: &Arg) -> LineFault {
    let example = examples::line(name);
    if let Some((_, _, least, most)) = NUMBERS.iter().find(|(number, ..)| *number == name) {
        let (least, most) = (*least, *most);
        return match option.get_value_parser().type_id() == std::any::TypeId::of::<f64>() {
            true => LineFault::Number { least, most, example },
            false => LineFault::Whole { least, most, example },
        };
    }
    let values = option.get_possible_values();
    if values.is_empty() {
        return LineFault::Text { name: name.to_owned(), example };
    }
    let is_switch = option.get_value_parser().type_id() == std::any::TypeId::of::<bool>();
    let shown = |name: &str| if is_switch { name.to_owned() } else { format!("\"{name}\"") };
    let values: Vec<_> = values.iter().map(|value| shown(value.get_name())).collect();
    LineFault::OneOf { values: values.join(", "), example }
}

fn no_setting() -> LineFault {
    LineFault::NoSetting { example: examples::line("time") }
}

fn no_action() -> LineFault {
    LineFault::Key { example: "f1 = \"board\"".to_owned() }
}

fn options() -> Vec<Arg> {
    Settings::augment_args(clap::Command::new("settings")).get_arguments().cloned().collect()
}

fn option(name: &str) -> Option<Arg> {
    options().into_iter().find(|option| option.get_long() == Some(name))
}
