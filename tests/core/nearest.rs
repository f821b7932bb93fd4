//! What a typed line that is no phrase may have meant: what is asked about is near to it, means what it says, and takes nothing
//! back that the line says.

use std::sync::Arc;

use annabella::{
    grammar::{Grammar, IntentClass, Moment, Understanding},
    language::{LANGUAGES, LanguageFolder},
    laws::Chess,
};

/// Lines that no phrase was made of, and the phrase that is asked about.
const NEAR: [(&str, &[(&str, &str)]); 2] = [
    (
        "de",
        &[
            ("Stell den Computer etwas schwächer ein", "stell den computer etwas schwächer"),
            (
                "Wir müssen abbrechen, der Hausmeister schließt zu, morgen gehts weiter",
                "wir müssen abbrechen",
            ),
        ],
    ),
    (
        "en",
        &[
            ("Give me a little puzzle.", "give me a puzzle"),
            ("The king steps up to e2.", "the king up to eva two"),
            ("That's the third time, I claim a draw.", "that is the third time that position i claim a draw"),
        ],
    ),
];

/// Lines that nothing is near enough to, or only what they deny.
const FAR: [(&str, &[&str]); 2] = [
    (
        "de",
        &[
            "habe ich aufgegeben",
            "ich spiele nicht a4",
            "statt a4",
            "kann er nicht aufgeben",
            "der Kaffee ist kalt",
        ],
    ),
    ("en", &["has black resigned", "I don't resign", "maybe a4", "I won't play a4", "the coffee is cold"]),
];

fn grammar(tag: &str) -> Arc<Grammar> {
    crate::grammars::of(LanguageFolder::find(tag).expect("the language is there"))
}

#[test]
fn a_line_that_is_no_phrase_is_near_to_one() {
    let position = Chess::default();
    let moment = Moment::of_position(&position);
    for (tag, lines) in NEAR {
        let grammar = grammar(tag);
        for (line, phrase) in lines {
            assert!(!grammar.understand_text(line, &moment).is_understood(), "{line}");
            let nearest = grammar.nearest(line, &moment).unwrap_or_else(|| panic!("{line}: nothing is near"));
            assert_eq!(nearest.words, *phrase, "{line}");
        }
    }
}

#[test]
fn what_denies_asks_or_says_something_else_is_near_to_no_declaration_and_no_move() {
    let position = Chess::default();
    let moment = Moment::of_position(&position);
    for (tag, lines) in FAR {
        let grammar = grammar(tag);
        for line in lines {
            let nearest = grammar.nearest(line, &moment);
            let is_harmless = nearest.as_ref().is_none_or(|nearest| nearest.intent.is_harmless());
            assert!(is_harmless, "{line}: {nearest:?}");
        }
    }
}

/// All that people may say without meaning a move or a declaration.
#[test]
#[ignore = "takes some seconds; `make test` runs it"]
fn what_was_not_said_is_hardly_ever_asked_about_as_a_declaration() {
    let position = Chess::default();
    let moment = Moment::of_position(&position);
    for language in LANGUAGES {
        let grammar = crate::grammars::of(language);
        let path = format!("{}/tests/asked/{}-not-said.txt", env!("CARGO_MANIFEST_DIR"), language.tag);
        let lines = std::fs::read_to_string(path).expect("the list is there");
        let lines: Vec<&str> =
            lines.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
        let asked: Vec<String> = lines
            .iter()
            .filter_map(|line| {
                let nearest = grammar.nearest(line, &moment)?;
                (nearest.intent.class() == IntentClass::Declaration)
                    .then(|| format!("{line}: {}", nearest.words))
            })
            .collect();
        assert!(asked.len() * 12 < lines.len(), "{} of {}: {asked:#?}", asked.len(), lines.len());
    }
}

/// The phrase means the same when it is typed.
#[test]
fn a_phrase_that_is_near_means_what_it_says() {
    let position = Chess::default();
    let moment = Moment::of_position(&position);
    for language in LANGUAGES {
        let grammar = crate::grammars::of(language);
        for said in ["said", "not-said"] {
            let path = format!("{}/tests/asked/{}-{said}.txt", env!("CARGO_MANIFEST_DIR"), language.tag);
            let lines = std::fs::read_to_string(path).expect("the list is there");
            // Some of the lines, without their first word.
            for line in lines.lines().step_by(29).filter_map(|line| line.trim().split_once(' ')) {
                let Some(nearest) = grammar.nearest(line.1, &moment) else { continue };
                let understood = grammar.understand_text(&nearest.words, &moment);
                let intent = nearest.intent.clone();
                assert_eq!(understood, Understanding::Understood { intent, sure: true }, "{line:?}");
            }
        }
    }
}
