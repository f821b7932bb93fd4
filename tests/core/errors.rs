//! Whatever can go wrong is told by id, in every language: that each type has its texts, it tests itself.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use annabella::language::LANGUAGES;

/// Words of English sentences that are words of no other language's, and nothing that is typed.
const ENGLISH: [&str; 16] = [
    "and", "but", "cannot", "could", "expected", "found", "has", "is", "no", "not", "of", "or", "the",
    "there", "this", "with",
];

/// Each type that is an error is a message of the catalogues too, and its English stands there.
#[test]
fn every_error_is_a_message() {
    let mut wrong = Vec::new();
    let mut found = 0;
    for (path, text) in sources() {
        for (n, line) in text.lines().enumerate() {
            let is_error = line.starts_with("#[derive(") && line.contains("thiserror::Error");
            found += usize::from(is_error);
            if is_error && !line.contains("Message") || line.trim_start().starts_with("#[error(") {
                wrong.push(format!("{}, line {}: {line}", path.display(), n + 1));
            }
            if line.starts_with("impl") && line.contains("Error for ") {
                wrong.push(format!("{}, line {}: derive it, and language::Message", path.display(), n + 1));
            }
        }
    }
    assert!(found > 60, "only {found} errors were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A text is that of a variant, is named in the source, or is part of another one.
#[test]
fn no_text_lies_idle() {
    let (mut ids, mut prefixes, mut variants) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for (_, text) in sources() {
        ids.extend(text.split('"').skip(1).step_by(2).map(str::to_owned));
        prefixes.extend(
            text.split("prefix = \"").skip(1).filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())),
        );
        let is_variant =
            |line: &&str| line.starts_with("    ") && line.trim_start().starts_with(char::is_uppercase);
        variants.extend(text.lines().filter(is_variant).map(|line| kebab(line.trim_start())));
    }
    for language in LANGUAGES {
        let idle = texts(language.errors).into_iter().map(|(id, _)| id).filter(|id| {
            let is_of =
                |prefix: &String| id.strip_prefix(prefix.as_str()).and_then(|rest| rest.strip_prefix('-'));
            let is_told = ids.contains(*id)
                || prefixes.iter().filter_map(is_of).any(|variant| variants.contains(variant))
                || language.errors.contains(&format!("{{ {id} }}"));
            !is_told
        });
        assert_eq!(idle.collect::<Vec<_>>(), [""; 0], "{}", language.tag);
    }
}

#[test]
fn no_text_is_half_english() {
    let mut wrong = Vec::new();
    for language in LANGUAGES.iter().filter(|language| language.tag != "en") {
        for line in language.errors.lines().filter(|line| !line.starts_with('#')) {
            // Neither the id nor what is filled in.
            let text = line.split_once(" = ").map_or(line, |(_, text)| text);
            let told: String =
                text.split('{').map(|part| part.split_once('}').map_or(part, |(_, rest)| rest)).collect();
            if told.split(|c: char| !c.is_alphabetic()).any(|word| ENGLISH.contains(&word)) {
                wrong.push(format!("{}: {line}", language.tag));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn texts(ftl: &str) -> Vec<(&str, &str)> {
    let mut texts: Vec<(&str, &str)> = Vec::new();
    for line in ftl.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase())) {
        texts.extend(line.split_once(" ="));
    }
    texts
}

fn kebab(variant: &str) -> String {
    let mut kebab = String::new();
    for c in variant.chars().take_while(|c| c.is_alphanumeric()) {
        if c.is_uppercase() && !kebab.is_empty() {
            kebab.push('-');
        }
        kebab.extend(c.to_lowercase());
    }
    kebab
}

fn sources() -> Vec<(PathBuf, String)> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                sources.push((path, text));
            }
        }
    }
    sources
}
