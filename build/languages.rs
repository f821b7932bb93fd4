//! The languages that are built in: the folders of `grammars/` that have words.
//!
//! They are listed when the program is built, so that a language is its folder and no line of the source. The build
//! and a test use this file.

use std::{fs, io, path::Path};

/// What makes a folder a language.
const WORDS: &str = "words.toml";

/// Each file of a language, by the field of `LanguageFolder` that holds it, and whether the language of the source
/// lacks it.
const FILES: [(&str, &str, bool); 6] = [
    ("words", WORDS, false),
    ("sentences", "sentences.ftl", false),
    ("program", "program.ftl", false),
    ("errors", "errors.ftl", false),
    ("translated", "translated.ftl", true),
    ("guide", "guide.md", false),
];

/// Returns the item `LANGUAGES`, by tag in alphabetical order.
///
/// # Errors
///
/// If the folder cannot be read, or if a language lacks a file: then each is named.
pub fn table(grammars: &Path) -> io::Result<String> {
    let mut folders: Vec<_> = fs::read_dir(grammars)?.collect::<io::Result<_>>()?;
    folders.retain(|entry| entry.path().join(WORDS).is_file());
    folders.sort_by_key(fs::DirEntry::file_name);
    let (mut table, mut missing) = (String::new(), Vec::new());
    let number = folders.len();
    for folder in folders {
        let tag = folder.file_name().to_string_lossy().into_owned();
        table += &format!("LanguageFolder {{ tag: {tag:?}");
        for (field, name, may_lack) in FILES {
            let file = folder.path().join(name);
            match file.is_file() {
                true => {
                    let path = format!("/grammars/{tag}/{name}");
                    table +=
                        &format!(", {field}: include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {path:?}))");
                }
                false if may_lack => table += &format!(", {field}: \"\""),
                false => missing.push(file.display().to_string()),
            }
        }
        table += " },\n";
    }
    match missing.is_empty() {
        true => Ok(format!(
            "/// All of them, by their tags in alphabetical order.\n\
             pub const LANGUAGES: [LanguageFolder; {number}] = [\n{table}];\n"
        )),
        false => Err(io::Error::other(format!("a language lacks {}", missing.join(", ")))),
    }
}
