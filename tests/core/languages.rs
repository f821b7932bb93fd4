//! Every language says the same things: the same messages, sides, variables and cases.

use std::collections::{BTreeMap, BTreeSet};

use annabella::{announce::SENTENCES, grammar::Grammar};

/// What a language may divide as it likes.
const PLURALS: [&str; 6] = ["zero", "one", "two", "few", "many", "other"];

#[test]
fn all_languages_say_the_same() {
    let (first, ftl) = SENTENCES[0];
    let expected = messages(ftl);
    assert!(expected.len() > 100, "{first}: only {} sides found", expected.len());
    for (tag, ftl) in &SENTENCES[1..] {
        let found = messages(ftl);
        for side in expected.keys().chain(found.keys()) {
            assert_eq!(found.get(side), expected.get(side), "{side} in {tag}, then in {first}");
        }
    }
}

#[test]
fn every_language_has_a_grammar() {
    for (tag, _) in SENTENCES {
        assert!(Grammar::of_language(tag).is_some(), "{tag}");
    }
}

/// For each side of each message ("turn", "turn.braille") the variables and the cases in it.
fn messages(ftl: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut sides: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let (mut message, mut side) = (String::new(), String::new());
    for line in ftl.lines().filter(|line| !line.starts_with('#')) {
        if let Some((id, _)) = line.split_once(" =").filter(|_| line.starts_with(char::is_alphabetic)) {
            message = id.to_owned();
            side.clone_from(&message);
        } else if let Some((attribute, _)) = line.strip_prefix("    .").and_then(|rest| rest.split_once(" ="))
        {
            side = format!("{message}.{attribute}");
        }
        let found = sides.entry(side.clone()).or_default();
        found.extend(line.split('$').skip(1).map(|rest| format!("${}", name(rest))));
        let cases = line.split('[').skip(1).map(name).filter(|case| !PLURALS.contains(case));
        found.extend(cases.map(|case| format!("[{case}]")));
    }
    sides
}

fn name(text: &str) -> &str {
    text.split(|c: char| !c.is_alphanumeric() && c != '-').next().unwrap_or_default()
}
