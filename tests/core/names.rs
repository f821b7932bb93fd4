//! What a reader can rely on in `src`: one name for one type, and files that are read in one go.

use std::{collections::BTreeMap, fs, path::Path};

use crate::layers::files;

/// Of a hundred type names so many at most may be defined in more than one file: what remains are the two builds of
/// one thing, with a system library and without it.
const SHARED_PERCENT: usize = 4;

/// A longer file has two subjects.
const LINES: usize = 500;

#[test]
fn a_type_name_is_defined_once() {
    let mut names: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (file, text) in sources() {
        for name in text.lines().filter_map(defined) {
            names.entry(name.to_owned()).or_default().push(file.clone());
        }
    }
    assert!(names.len() > 300, "only {} type names were found", names.len());
    let shared: Vec<_> = names.iter().filter(|(_, files)| files.len() > 1).collect();
    let told: Vec<String> =
        shared.iter().map(|(name, files)| format!("{name}: {}", files.join(", "))).collect();
    assert!(
        shared.len() * 100 < names.len() * SHARED_PERCENT,
        "{} of {} type names are defined more than once:\n{}",
        shared.len(),
        names.len(),
        told.join("\n")
    );
}

#[test]
fn a_file_has_one_subject() {
    let long: Vec<String> = sources()
        .into_iter()
        .map(|(file, text)| (file, text.lines().count()))
        .filter(|(_, lines)| *lines > LINES)
        .map(|(file, lines)| format!("{file}: {lines} lines"))
        .collect();
    assert!(long.is_empty(), "longer than {LINES} lines:\n{}", long.join("\n"));
}

/// Where the date is read: for names and dates of what is written, by correspondence, and by an emulated clock. All else
/// counts on a clock that nobody can set, so a machine's clock that is wrong, or is set in the middle of a game, changes no
/// time in it.
const DATED: [&str; 5] = [
    "app/game_options.rs",
    "app/game_setup.rs",
    "app/ports/peer/wall_time.rs",
    "commands/listen.rs",
    "devices/clock_emulator/pty.rs",
];

#[test]
fn the_clock_of_the_machine_is_read_nowhere_else() {
    let reads = ["SystemTime", "Zoned::now", "Timestamp::now", "UnixTime::now", "ClockId::Realtime"];
    let mut dated: Vec<String> = sources()
        .into_iter()
        .filter(|(_, text)| reads.iter().any(|read| text.contains(read)))
        .map(|(file, _)| file)
        .collect();
    dated.sort();
    assert_eq!(dated, DATED);
}

/// The paths below `src`, and what is in them.
fn sources() -> Vec<(String, String)> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let read = |path: std::path::PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        (path.strip_prefix(&src).unwrap().display().to_string(), text)
    };
    files(&src).into_iter().map(read).collect()
}

/// The name of the struct, enum or trait that a line begins to define.
fn defined(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let line = match line.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => rest.split_once(')')?.1.trim_start(),
        Some(rest) => rest.trim_start(),
        None => line,
    };
    let rest = ["struct ", "enum ", "trait "].iter().find_map(|keyword| line.strip_prefix(keyword))?;
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    Some(&rest[..end]).filter(|name| name.starts_with(char::is_uppercase))
}

#[test]
fn definitions_are_found_wherever_they_stand() {
    check("pub struct Session {", Some("Session"));
    check("    pub(in crate::laws) enum Stage<'a> {", Some("Stage"));
    check("trait Port: Send {", Some("Port"));
    check("/// struct Session", None);
    check("pub structure: u8,", None);
    fn check(line: &str, name: Option<&str>) {
        assert_eq!(defined(line), name, "{line}");
    }
}
