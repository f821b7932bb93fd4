//! The lines of brltty's virtual driver (its README.Virtual).

use std::fmt;

use crate::{
    keyboard::{KeyCode, KeyboardEvent},
    language::Message,
};

/// The window that brltty shows.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct DisplayedWindow {
    text: String,
    dots: String,
}

impl DisplayedWindow {
    /// Takes a line from brltty; returns whether the cells have changed.
    pub(super) fn take(&mut self, line: &str) -> bool {
        let Some((kind, rest)) = line.split_once(' ') else { return false };
        let rest = rest.trim().trim_matches('"');
        match kind {
            "Visual" => {
                self.text = rest.to_owned();
                false
            }
            "Braille" => {
                let dots = rest.split('|').map(pattern).collect();
                std::mem::replace(&mut self.dots, dots) != self.dots
            }
            _ => false,
        }
    }
}

/// Writes the cells, and below them the characters.
impl fmt::Display for DisplayedWindow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cells: {}\ntext:  {}", self.dots, self.text.trim_end())
    }
}

/// Returns the braille pattern of dots such as "125".
fn pattern(dots: &str) -> char {
    let dots = dots.chars().filter_map(|c| c.to_digit(10)).filter(|dot| (1..=8).contains(dot));
    char::from_u32(0x2800 + dots.map(|dot| 1 << (dot - 1)).sum::<u32>()).unwrap_or(' ')
}

/// Returns brltty's commands for a key or a line of the terminal.
///
/// Why a key of the display is not sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Message)]
#[message(printed, prefix = "braille-emulator-key")]
pub(super) enum UnsentKey {
    /// brltty's virtual driver has none there.
    FirstCell,
    /// There is no such cell.
    NoCell { cells: usize },
}

/// A line is typed on the display and ended with Enter. `:12` is the routing key over the twelfth cell, and `/lnup` a
/// command of brltty.
pub(super) fn commands(event: &KeyboardEvent, cells: usize) -> Result<Vec<String>, UnsentKey> {
    match event {
        KeyboardEvent::Line(line) => match line.trim() {
            "" => Ok(vec!["key_enter".to_owned()]),
            line if line.starts_with('/') => Ok(vec![line[1..].to_owned()]),
            line if line.starts_with(':') => match line[1..].trim().parse::<usize>() {
                // brltty 6.5 counts one too far, so the first cell cannot be reached.
                Ok(1) => Err(UnsentKey::FirstCell),
                Ok(cell) if (2..=cells).contains(&cell) => Ok(vec![format!("route {}", cell - 1)]),
                _ => Err(UnsentKey::NoCell { cells }),
            },
            line => {
                let typed = line.chars().filter(|c| u32::from(*c) < 256);
                let typed = typed.map(|c| format!("passchar {}", u32::from(c)));
                Ok(typed.chain(["key_enter".to_owned()]).collect())
            }
        },
        KeyboardEvent::Key(key) => Ok(command(*key).into_iter().collect()),
        KeyboardEvent::Closed | KeyboardEvent::Died { .. } => Ok(Vec::new()),
    }
}

fn command(key: KeyCode) -> Option<String> {
    Some(match key {
        KeyCode::Left => "fwinlt".to_owned(),
        KeyCode::Right => "fwinrt".to_owned(),
        KeyCode::Up => "lnup".to_owned(),
        KeyCode::Down => "lndn".to_owned(),
        KeyCode::Home => "home".to_owned(),
        KeyCode::End => "return".to_owned(),
        KeyCode::Enter => "key_enter".to_owned(),
        KeyCode::Escape => "key_escape".to_owned(),
        KeyCode::Tab => "key_tab".to_owned(),
        KeyCode::Delete => "key_delete".to_owned(),
        KeyCode::PageUp => "chrlt".to_owned(),
        KeyCode::PageDown => "chrrt".to_owned(),
        // brltty counts one too far here too, so F1 cannot be sent.
        KeyCode::Function(n) if n > 1 => format!("key_function {}", n - 1),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_brltty_shows_is_drawn() {
        let mut picture = DisplayedWindow::default();
        assert!(!picture.take("Visual \"ja nein\""));
        assert!(picture.take("Braille \"245|1|||1345|15|24|1345|\""));
        assert_eq!(picture.to_string(), "cells: ⠚⠁⠀⠀⠝⠑⠊⠝⠀\ntext:  ja nein");
        assert!(!picture.take("Braille \"245|1|||1345|15|24|1345|\""));
        for garbage in ["", "Braille", "Braille x9|0", "quit", "Visual", "\u{0}"] {
            picture.take(garbage);
        }
    }

    #[test]
    fn keys_become_commands() {
        let line = |text: &str| commands(&KeyboardEvent::Line(text.into()), 40);
        assert_eq!(line("ja").unwrap(), ["passchar 106", "passchar 97", "key_enter"]);
        assert_eq!(line(":12").unwrap(), ["route 11"]);
        assert_eq!(line("/passdots 5").unwrap(), ["passdots 5"]);
        assert_eq!(line(" ").unwrap(), ["key_enter"]);
        assert_eq!(line(":1"), Err(UnsentKey::FirstCell));
        assert_eq!(line(":41"), Err(UnsentKey::NoCell { cells: 40 }));
        for wrong in [":1", ":0", ":41", ":x"] {
            assert!(line(wrong).is_err(), "{wrong}");
        }
        let key = |key| commands(&KeyboardEvent::Key(key), 40).unwrap();
        assert_eq!(key(KeyCode::Right), ["fwinrt"]);
        assert_eq!(key(KeyCode::Function(6)), ["key_function 5"]);
        assert!(key(KeyCode::Function(1)).is_empty());
    }
}
