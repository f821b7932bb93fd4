//! The recipe of the README for another language, followed with a made-up one.

use std::{
    fs,
    path::{Path, PathBuf},
};

use annabella::{
    grammar::{Grammar, Intent, Moment, Understanding},
    language::{LANGUAGES, LanguageFolder},
    laws::{Chess, Role},
};

use crate::languages::differences;

/// What the build makes of the folders.
#[path = "../../build/languages.rs"]
mod folders;

const TAG: &str = "xx";
const FILES: [&str; 6] =
    ["words.toml", "sentences.ftl", "program.ftl", "errors.ftl", "translated.ftl", "guide.md"];

/// A copy of the languages there are, and one more: a copy of the usual one, under its tag and with its letters.
fn grammars() -> tempfile::TempDir {
    let copies = tempfile::tempdir().unwrap();
    for folder in LANGUAGES.map(|language| language.tag).into_iter().chain([TAG]) {
        let from = if folder == TAG { LanguageFolder::USUAL.tag } else { folder };
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("grammars").join(from);
        fs::create_dir(copies.path().join(folder)).unwrap();
        for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
            fs::copy(entry.path(), copies.path().join(folder).join(entry.file_name())).unwrap();
        }
    }
    let usual = format!("language = {:?}", LanguageFolder::USUAL.tag);
    let own = format!("language = {TAG:?}\nletters = [\"Y\", \"E\", \"U\", \"I\", \"O\", \"W\"]");
    change(copies.path(), "words.toml", &usual, &own);
    copies
}

fn file(grammars: &Path, name: &str) -> PathBuf {
    grammars.join(TAG).join(name)
}

fn change(grammars: &Path, name: &str, from: &str, to: &str) {
    let text = fs::read_to_string(file(grammars, name)).unwrap();
    assert!(text.contains(from), "{name} has no {from}");
    fs::write(file(grammars, name), text.replacen(from, to, 1)).unwrap();
}

/// What the build would put in.
fn built_in(grammars: &Path) -> LanguageFolder {
    let text = |name: &str| -> &'static str { fs::read_to_string(file(grammars, name)).unwrap().leak() };
    let [words, sentences, program, errors, translated, guide] = FILES.map(text);
    LanguageFolder { tag: TAG, words, sentences, program, errors, translated, guide }
}

#[test]
fn a_folder_is_found_and_used() {
    let grammars = grammars();
    let table = folders::table(grammars.path()).unwrap();
    assert!(table.contains(&format!("[LanguageFolder; {}]", LANGUAGES.len() + 1)), "{table}");
    assert!(table.contains(&format!("tag: {TAG:?}")), "{table}");
    for name in FILES {
        assert!(table.contains(&format!("/grammars/{TAG}/{name}")), "{name} is not in {table}");
    }
    let language = built_in(grammars.path());
    assert!(differences(&language).is_empty());
    let grammar = Grammar::parse(language.words, "words.toml").unwrap();
    assert_eq!((grammar.letters().tag, grammar.letters().of_role(Role::Knight)), (TAG, "O"));
    let position = Chess::default();
    let understood = grammar.understand_text("Of3", &Moment::of_position(&position));
    assert!(
        matches!(understood, Understanding::Understood { intent: Intent::Move(_), .. }),
        "{understood:?}"
    );
    assert!(language.catalogue().attribute("arguments-no-command", None).is_some());
}

#[test]
fn each_file_that_was_forgotten_is_named() {
    for name in FILES.iter().filter(|name| !["words.toml", "translated.ftl"].contains(name)) {
        let grammars = grammars();
        fs::remove_file(file(grammars.path(), name)).unwrap();
        let error = folders::table(grammars.path()).unwrap_err().to_string();
        assert!(error.contains(&format!("{TAG}/{name}")), "{error}");
    }
    // Without words there is no language.
    let grammars = grammars();
    fs::remove_file(file(grammars.path(), "words.toml")).unwrap();
    assert!(!folders::table(grammars.path()).unwrap().contains(&format!("tag: {TAG:?}")));
}

#[test]
fn each_sentence_that_was_forgotten_is_named() {
    for (name, id) in [
        ("sentences.ftl", "no-piece"),
        ("program.ftl", "arguments-no-command"),
        ("errors.ftl", "unknown-language"),
    ] {
        let grammars = grammars();
        change(grammars.path(), name, &format!("\n{id} = "), "\nforgotten = ");
        let found = differences(&built_in(grammars.path())).join("\n");
        assert!(found.contains(&format!("{name}: {id} ")) && found.contains("forgotten"), "{found}");
    }
}

#[test]
fn each_phrase_that_was_forgotten_is_named() {
    for (from, to, named) in [
        ("[commands.louder]\n", "[commands.forgotten]\n", "forgotten"),
        ("\ncapture = ", "\nforgotten = ", "forgotten"),
        ("\nletters = ", "\n# letters = ", TAG),
    ] {
        let grammars = grammars();
        change(grammars.path(), "words.toml", from, to);
        let error = Grammar::parse(built_in(grammars.path()).words, "words.toml").unwrap_err().to_string();
        assert!(error.contains(named), "{error}");
    }
}
