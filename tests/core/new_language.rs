//! The recipe of `docs/adding.md` for another language, followed with a made-up one.

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

/// The file of a language in a package.
fn file_of(tag: &str, package: &Path, path: &str) -> PathBuf {
    package.join(path.replace("TAG", tag))
}

/// A copy of the languages there are, and one more: a copy of the usual one, under its tag and with its letters.
fn package() -> tempfile::TempDir {
    let copies = tempfile::tempdir().unwrap();
    fs::create_dir(copies.path().join("docs")).unwrap();
    for tag in LANGUAGES.map(|language| language.tag).into_iter().chain([TAG]) {
        let from = if tag == TAG { LanguageFolder::USUAL.tag } else { tag };
        fs::create_dir_all(copies.path().join("grammars").join(tag)).unwrap();
        for (_, path, may_lack) in folders::FILES {
            let original = file_of(from, Path::new(env!("CARGO_MANIFEST_DIR")), path);
            let copied = fs::copy(original, file_of(tag, copies.path(), path));
            assert!(may_lack || copied.is_ok(), "{path} of {from}: {copied:?}");
        }
    }
    let usual = format!("language = {:?}", LanguageFolder::USUAL.tag);
    let own = format!("language = {TAG:?}\nletters = [\"Y\", \"E\", \"U\", \"I\", \"O\", \"W\"]");
    change(copies.path(), "words.toml", &usual, &own);
    copies
}

fn file(package: &Path, name: &str) -> PathBuf {
    let known = folders::FILES.into_iter().find(|(_, path, _)| path.ends_with(&format!("/{name}")));
    file_of(TAG, package, known.unwrap().1)
}

fn change(package: &Path, name: &str, from: &str, to: &str) {
    let text = fs::read_to_string(file(package, name)).unwrap();
    assert!(text.contains(from), "{name} has no {from}");
    fs::write(file(package, name), text.replacen(from, to, 1)).unwrap();
}

/// What the build would put in.
fn built_in(package: &Path) -> LanguageFolder {
    let text =
        |(_, path, _)| -> &'static str { fs::read_to_string(file_of(TAG, package, path)).unwrap().leak() };
    let [words, sentences, program, errors, translated, guide] = folders::FILES.map(text);
    LanguageFolder { tag: TAG, words, sentences, program, errors, translated, guide, lessons: &[] }
}

#[test]
fn a_folder_is_found_and_used() {
    let package = package();
    let table = folders::table(package.path()).unwrap();
    assert!(table.contains(&format!("[LanguageFolder; {}]", LANGUAGES.len() + 1)), "{table}");
    assert!(table.contains(&format!("tag: {TAG:?}")), "{table}");
    for (_, path, _) in folders::FILES {
        assert!(table.contains(&path.replace("TAG", TAG)), "{path} is not in {table}");
    }
    let language = built_in(package.path());
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
    for (_, path, _) in
        folders::FILES.into_iter().filter(|(field, _, may_lack)| *field != "words" && !may_lack)
    {
        let package = package();
        fs::remove_file(file_of(TAG, package.path(), path)).unwrap();
        let error = folders::table(package.path()).unwrap_err().to_string();
        assert!(error.contains(&path.replace("TAG", TAG)), "{error}");
    }
    // Without words there is no language.
    let package = package();
    fs::remove_file(file(package.path(), "words.toml")).unwrap();
    assert!(!folders::table(package.path()).unwrap().contains(&format!("tag: {TAG:?}")));
}

#[test]
fn each_sentence_that_was_forgotten_is_named() {
    for (name, id) in [
        ("sentences.ftl", "no-piece"),
        ("program.ftl", "arguments-no-command"),
        ("errors.ftl", "unknown-language"),
    ] {
        let package = package();
        change(package.path(), name, &format!("\n{id} = "), "\nforgotten = ");
        let found = differences(&built_in(package.path())).join("\n");
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
        let package = package();
        change(package.path(), "words.toml", from, to);
        let error = Grammar::parse(built_in(package.path()).words, "words.toml").unwrap_err().to_string();
        assert!(error.contains(named), "{error}");
    }
}
