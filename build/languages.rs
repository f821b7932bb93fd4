//! The languages that are built in: the folders of `grammars/` that have words.
//!
//! They are listed when the program is built, so that a language is its folder and no line of the source. The build
//! and a test use this file.

use std::{fs, io, path::Path};

/// From the package that includes the table up to the folder of `grammars/`.
const ABOVE: &str = "../..";

/// What makes a folder a language.
const WORDS: &str = "words.toml";

/// Each file of a language by the field of `LanguageFolder` that holds it, its path with `TAG` for the language, and
/// whether the language of the source lacks it. The guide stands where whoever reads documents looks for it.
pub const FILES: [(&str, &str, bool); 6] = [
    ("words", "grammars/TAG/words.toml", false),
    ("sentences", "grammars/TAG/sentences.ftl", false),
    ("program", "grammars/TAG/program.ftl", false),
    ("errors", "grammars/TAG/errors.ftl", false),
    ("translated", "grammars/TAG/translated.ftl", true),
    ("guide", "docs/guide.TAG.md", false),
];

/// Returns the lessons of a language, in the order of their names: each with its text.
fn lessons(root: &Path, tag: &str) -> io::Result<String> {
    let folder = format!("grammars/{tag}/lessons");
    if !root.join(&folder).is_dir() {
        return Ok(String::new());
    }
    let mut names: Vec<String> = fs::read_dir(root.join(&folder))?
        .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
        .collect::<io::Result<_>>()?;
    names.retain(|name| name.ends_with(".toml"));
    names.sort();
    let lesson = |name: &String| {
        let path = format!("/{ABOVE}/{folder}/{name}");
        let name = name.trim_end_matches(".toml");
        format!("({name:?}, include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {path:?})))")
    };
    Ok(names.iter().map(lesson).collect::<Vec<_>>().join(", "))
}

/// Returns the item `LANGUAGES`, by tag in alphabetical order; `root` is the folder that has `grammars/`.
///
/// # Errors
///
/// If the folder cannot be read, or if a language lacks a file: then each is named.
pub fn table(root: &Path) -> io::Result<String> {
    let mut folders: Vec<_> = fs::read_dir(root.join("grammars"))?.collect::<io::Result<_>>()?;
    folders.retain(|entry| entry.path().join(WORDS).is_file());
    folders.sort_by_key(fs::DirEntry::file_name);
    let (mut table, mut missing) = (String::new(), Vec::new());
    let number = folders.len();
    for folder in folders {
        let tag = folder.file_name().to_string_lossy().into_owned();
        table += &format!("LanguageFolder {{ tag: {tag:?}");
        for (field, path, may_lack) in FILES {
            let path = path.replace("TAG", &tag);
            let file = root.join(&path);
            match file.is_file() {
                true => {
                    let path = format!("/{ABOVE}/{path}");
                    table +=
                        &format!(", {field}: include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {path:?}))");
                }
                false if may_lack => table += &format!(", {field}: \"\""),
                false => missing.push(file.display().to_string()),
            }
        }
        table += &format!(", lessons: &[{}] }},\n", lessons(root, &tag)?);
    }
    match missing.is_empty() {
        true => Ok(format!(
            "/// All of them, by their tags in alphabetical order.\n\
             pub const LANGUAGES: [LanguageFolder; {number}] = [\n{table}];\n"
        )),
        false => Err(io::Error::other(format!("a language lacks {}", missing.join(", ")))),
    }
}
