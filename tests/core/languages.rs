//! Every language says the same things: the same messages, sides, variables and cases.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use annabella::{
    grammar::{Grammar, Intent, Moment, Understanding},
    language::{LANGUAGES, LanguageFolder},
    laws::{Chess, Role},
};

/// What a language may divide as it likes.
const PLURALS: [&str; 6] = ["zero", "one", "two", "few", "many", "other"];

#[test]
fn all_languages_say_the_same() {
    for language in LANGUAGES {
        let differences = differences(&language);
        assert!(differences.is_empty(), "{}: {}", language.tag, differences.join("\n"));
    }
}

/// What a language lacks of what the usual one says, or has beside it.
pub fn differences(other: &LanguageFolder) -> Vec<String> {
    type Texts = fn(&LanguageFolder) -> &'static str;
    let files: [(&str, Texts, usize); 3] = [
        ("sentences.ftl", |of| of.sentences, 100),
        ("program.ftl", |of| of.program, 30),
        ("errors.ftl", |of| of.errors, 100),
    ];
    let usual = LanguageFolder::USUAL;
    let mut differences = Vec::new();
    for (file, texts, least) in files {
        let (mut expected, mut found) = (messages(texts(&usual)), messages(texts(other)));
        assert!(expected.len() > least, "{file}: only {} sides found", expected.len());
        if file == "errors.ftl" {
            // Which arguments there are is held against the errors themselves.
            [&mut expected, &mut found].into_iter().flat_map(BTreeMap::values_mut).for_each(BTreeSet::clear);
        }
        // A language may have messages of its own that others of its messages are made of.
        for (texts, messages) in [(texts(&usual), &mut expected), (texts(other), &mut found)] {
            let is_part = |id: &str| texts.contains(&format!("{{ {id} }}"));
            messages.retain(|side, _| file != "errors.ftl" || !is_part(side));
        }
        let sides: BTreeSet<_> = expected.keys().chain(found.keys()).collect();
        let differ = sides.into_iter().filter(|side| found.get(*side) != expected.get(*side));
        differences.extend(differ.map(|side| {
            let (found, expected) = (found.get(side), expected.get(side));
            format!("{file}: {side} has {found:?}, in {} {expected:?}", usual.tag)
        }));
    }
    differences
}

#[test]
/// Also one in which no utterance means two things, which the program itself takes for granted.
fn every_language_has_a_grammar() {
    for language in LANGUAGES {
        let grammar = Grammar::parse(language.words, language.tag).unwrap();
        assert_eq!(grammar.letters().tag, language.tag);
        assert!(grammar.words().len() > 100, "{}", language.tag);
    }
}

/// A word that its model does not know is told at the beginning of every game.
#[test]
fn every_model_knows_the_words_of_its_language() {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    let mut modelled = 0;
    for language in LANGUAGES {
        let Ok(known) = fs::read_to_string(models.join(language.tag).join("graph/words.txt")) else {
            continue;
        };
        let known: BTreeSet<_> = known.lines().filter_map(|line| line.split(' ').next()).collect();
        let grammar = crate::grammars::of(language);
        let unknown: Vec<_> = grammar.words().iter().filter(|word| !known.contains(word.as_str())).collect();
        assert!(unknown.is_empty(), "{}: make model-graph for {unknown:?}", language.tag);
        modelled += 1;
    }
    assert!(modelled > 0, "no model was found");
}

/// As in "what's" and "l'échec"; typed in either way.
#[test]
fn a_word_may_have_an_apostrophe() {
    let words = LanguageFolder::ENGLISH.words.replacen(
        "phrases = [\"louder\"",
        "phrases = [\"louder\", \"let's shout\"",
        1,
    );
    let grammar = Grammar::parse(&words, "a copy").unwrap();
    let position = Chess::default();
    let moment = Moment::of_position(&position);
    for line in ["let's shout", "Let\u{2019}s shout!"] {
        let understood = grammar.understand_text(line, &moment);
        assert_eq!(understood, Understanding::Understood { intent: Intent::Louder, sure: true }, "{line}");
    }
    assert!(grammar.phrases(&moment).iter().any(|phrase| phrase.contains("let's shout")));
    // Quotation marks are none of a word's.
    let quoted = grammar.understand_text("'louder'", &moment);
    assert_eq!(quoted, Understanding::Understood { intent: Intent::Louder, sure: true });
    let error = Grammar::parse(&words.replace("let's", "'tis"), "a copy").unwrap_err().to_string();
    assert!(error.contains("'tis"), "{error}");
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

/// The board is explored by the letters of the pieces and by others: none means two things.
#[test]
fn the_keys_of_the_board_differ() {
    for language in LANGUAGES {
        let grammar = crate::grammars::of(language);
        let keys = grammar.exploring();
        let pieces = Role::ALL.map(|role| grammar.letters().of_role(role).to_lowercase());
        let mut letters = vec![keys.times, keys.last_move, 'x', 'm', 'c'];
        letters.extend(pieces.iter().filter_map(|letter| letter.chars().next()));
        let count = letters.len();
        letters.sort_unstable();
        letters.dedup();
        assert_eq!(letters.len(), count, "{}: {letters:?}", language.tag);
        let all = "!@#$%^&*\"§/(£".chars().filter_map(|key| keys.file(key));
        assert_eq!(all.collect::<BTreeSet<_>>().len(), 8, "{}", language.tag);
    }
}
