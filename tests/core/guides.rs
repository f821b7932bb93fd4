//! What the guides give to say is understood where they give it: what stands in quotation marks, by the part of the guide.

use std::{collections::BTreeSet, fs, path::Path};

use crate::help::{GRAMMARS, Place, STATES, is_not_understood};

/// The guides, each with the language of what it gives to say.
const GUIDES: [(&str, usize); 5] = [
    ("README.md", 0),
    ("docs/tactile-clock.md", 0),
    ("docs/adding.md", 0),
    ("grammars/de/guide.md", 0),
    ("grammars/en/guide.md", 1),
];

/// In which phases, as the states of the help name them, something is to be said; by the title of the list's point, else of
/// the part.
const PHASES: [(&str, &[&str]); 20] = [
    ("Einstellen", &["setup", LATER.0]),
    ("Setting up", &["setup", LATER.0]),
    ("Eine Partie beginnen", &["read back", "engine"]),
    ("Beginning a game", &["read back", "engine"]),
    ("Sich verbessern", &["a move is open"]),
    ("Putting it right", &["a move is open"]),
    ("Fragen", &["moving", "review"]),
    ("Asking", &["moving", "review"]),
    ("Remis, Aufgabe, Schiedsrichter", &["moving", "desk"]),
    ("Draws, resigning, the arbiter", &["moving", "desk"]),
    ("Answers", &["read back", "a move is open"]),
    ("The game", &["moving", "offered", "adjourned"]),
    ("The arbiter's desk", &["moving", "desk"]),
    ("The game looked through", &["review"]),
    ("With an engine", &["engine"]),
    ("Against an engine", &["engine", "review"]),
    ("Online", &["online", "lobby"]),
    ("Several games at once", &["moving"]),
    ("What you can say", &["moving", "read back"]),
    ("Figures", &["read back"]),
];

/// A question of the setup with one before it.
const LATER: (&str, &str, &str, &[&str]) = ("setup, later", "setup", "", &["ja/yes"]);

/// What stands in quotation marks and is not to be said by itself: the program says it, or it is a part of something.
const NOT_TO_SAY: [&str; 16] = [
    "Meinten Sie Eva zwei Eva vier oder David zwei David vier?",
    "Meinten Sie Springer Gustav eins Felix drei?",
    "Welche Figur?",
    "Wohin?",
    "Kurz oder lang?",
    "Schwarz: Springer Bella acht Cesar sechs",
    "Partie 2, Bert: Weiß am Zug",
    "Am Brett: auf David fünf fehlt ein Bauer",
    "Schach",
    "matt",
    "hear",
    "type",
    "say",
    "braille",
    "feel",
    "start",
];

/// What stands in quotation marks outside of code, with the title over it.
fn quoted(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let (mut part, mut is_code) = (String::new(), false);
    for line in text.lines() {
        if line.starts_with("```") {
            is_code = !is_code;
        } else if let Some(title) =
            line.trim_start_matches('#').strip_prefix(' ').filter(|_| line.starts_with('#'))
        {
            part = title.to_owned();
        }
        if is_code {
            continue;
        }
        let point = line.strip_prefix("- **").and_then(|rest| rest.split_once("**"));
        let title = point.map_or(part.as_str(), |(title, _)| title);
        let prose: String = line.split('`').step_by(2).collect();
        // There words of code are typed.
        if ["Keys", "The braille line"].contains(&title) {
            let code = line.split('`').skip(1).step_by(2);
            let is_typed = |code: &&str| (2..=5).contains(&code.chars().count()) && !code.starts_with('-');
            found.extend(code.filter(is_typed).map(|typed| (title.to_owned(), typed.to_owned())));
        }
        let marked = prose.replace(['„', '“'], "\"");
        found.extend(marked.split('"').skip(1).step_by(2).map(|said| (title.to_owned(), said.to_owned())));
    }
    found
}

#[test]
fn what_the_guides_give_to_say_is_understood_there() {
    let (mut wrong, mut tried) = (Vec::new(), 0);
    let mut left: BTreeSet<&str> = NOT_TO_SAY.into();
    for (file, n) in GUIDES {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        for (title, said) in quoted(&fs::read_to_string(path).unwrap()) {
            if NOT_TO_SAY.contains(&said.as_str()) {
                left.remove(said.as_str());
                continue;
            }
            tried += 1;
            let phases =
                PHASES.iter().find(|(part, _)| *part == title).map_or(&["moving"][..], |(_, phases)| phases);
            let is_understood = |phase: &&str| {
                let state = STATES.into_iter().chain([LATER]).find(|state| state.0 == *phase).unwrap();
                let mut place = Place::of(state, &GRAMMARS[n], n);
                let asked = place
                    .session
                    .asked()
                    .filter(|_| !["wiederholen", "repeat"].contains(&said.to_lowercase().as_str()));
                !is_not_understood(&place.types(&said), asked.as_ref())
            };
            if !phases.iter().any(is_understood) {
                wrong.push(format!("{file}, {title}: {said:?} in {phases:?}"));
            }
        }
    }
    assert!(left.is_empty(), "in no guide: {left:?}");
    assert!(tried > 100, "only {tried}");
    assert!(wrong.is_empty(), "{} of {tried}:\n{}", wrong.len(), wrong.join("\n"));
}
