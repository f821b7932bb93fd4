//! Who may import whom. The table is the house's floor plan; a wrong import is named.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// The folder of the core, below `src`.
const CORE: &str = "core";

/// Each room and the rooms it may look into, besides itself and `files`.
const TABLE: [(&str, &[&str]); 17] = [
    ("language", &[]),
    ("files", &[]),
    ("laws", &["language"]),
    ("clock", &["language"]),
    ("peer", &["language", "laws", "clock"]),
    ("devices", &["language"]),
    ("config", &["language"]),
    ("notation", &["language", "laws"]),
    ("school", &["language", "laws", "notation"]),
    // A question has its answer beside it: it is told from a journal's record.
    ("grammar", &["language", "laws", "notation", "clock", "announce", "journal", "school"]),
    ("journal", &["language", "laws", "notation", "clock", "grammar"]),
    // What boards, arbiters and screens tell each other.
    ("hall", &["language", "laws", "notation"]),
    // Announcements tell of a journal's users; neither needs to know how the other works.
    ("announce", &["language", "laws", "notation", "clock", "grammar", "journal", "school"]),
    (
        "session",
        &["language", "laws", "notation", "clock", "peer", "grammar", "announce", "journal", "school"],
    ),
    (
        "app",
        &[
            "language", "laws", "notation", "clock", "peer", "grammar", "announce", "journal", "school",
            "session", "devices", "config", "hall",
        ],
    ),
    (
        "commands",
        &[
            "language", "laws", "notation", "clock", "peer", "grammar", "announce", "journal", "school",
            "session", "devices", "config", "hall", "app",
        ],
    ),
    (
        "cli",
        &[
            "language", "laws", "notation", "clock", "grammar", "announce", "journal", "school", "session",
            "devices", "config", "hall", "app", "commands",
        ],
    ),
];

#[test]
fn nobody_imports_from_above() {
    let table: BTreeMap<_, _> = TABLE.into_iter().collect();
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut wrong = Vec::new();
    let mut read = 0;
    for file in files(&src) {
        // A package has a page of its own, and a script that cargo runs.
        if ["lib.rs", "main.rs", "build.rs"].iter().any(|name| file.ends_with(name)) {
            continue;
        }
        // The core's rooms are the rooms that they are among the others'.
        let root = if file.starts_with(src.join(CORE)) { &src.join(CORE) } else { &src };
        let room = room(root, &file);
        let Some(allowed) = table.get(room.as_str()) else {
            wrong.push(format!("{} is in no room of the table", file.display()));
            continue;
        };
        read += 1;
        for imported in imports(&fs::read_to_string(&file).unwrap(), depth(root, &file)) {
            if imported != room
                && table.contains_key(imported.as_str())
                && imported != "files"
                && !allowed.contains(&imported.as_str())
            {
                let file = file.strip_prefix(&src).unwrap();
                wrong.push(format!("src/{} imports {imported}, which {room} may not", file.display()));
            }
        }
    }
    assert!(read > 20, "only {read} files were read");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

fn room(src: &Path, file: &Path) -> String {
    let first = file.strip_prefix(src).unwrap().components().next().unwrap();
    first.as_os_str().to_str().unwrap().trim_end_matches(".rs").to_owned()
}

/// How many modules below the crate's root a file is: `session/moves.rs` is two.
fn depth(src: &Path, file: &Path) -> usize {
    let parts = file.strip_prefix(src).unwrap().components().count();
    if file.file_stem().is_some_and(|stem| stem == "mod") { parts - 1 } else { parts }
}

/// The rooms named after `crate::`, `annabella::` or `annabella_core::`, in paths and in groups, and after as many `super::` as
/// lead from a module so deep to the root.
fn imports(text: &str, depth: usize) -> Vec<String> {
    let mut found = Vec::new();
    let code: String =
        text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let up = "super::".repeat(depth);
    for start in ["crate::", "annabella::", "annabella_core::", &up] {
        for (at, _) in code.match_indices(start) {
            let rest = &code[at + start.len()..];
            if let Some(group) = rest.strip_prefix('{') {
                found.extend(group_heads(group));
            } else {
                found.push(rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect());
            }
        }
    }
    found
}

/// The first names in `{a::{b, c}, d}`, given from behind the brace.
fn group_heads(group: &str) -> Vec<String> {
    let (mut depth, mut heads, mut head) = (0, Vec::new(), String::new());
    for c in group.chars() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => heads.push(std::mem::take(&mut head)),
            _ if depth == 0 => head.push(c),
            _ => {}
        }
    }
    heads.push(head);
    heads.into_iter().map(|head| head.trim().split("::").next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn imports_are_found_wherever_they_stand() {
    check("use crate::laws::Game;", &["laws"]);
    check("use crate::{\n    laws::{Game, Move},\n    clock::Clock,\n};", &["laws", "clock"]);
    check("use annabella_core::{files, language};", &["files", "language"]);
    check("let x = crate::app::print(1);", &["app"]);
    check("// crate::app is not imported here", &[]);
    check("use super::super::laws::Game;", &["laws"]);
    check("use super::super::{clock::Clock, laws};", &["clock", "laws"]);
    check("use super::phase::Phase;", &[]);
    fn check(text: &str, rooms: &[&str]) {
        let found: Vec<String> = imports(text, 2).into_iter().filter(|room| !room.is_empty()).collect();
        assert_eq!(found, rooms);
    }
}

/// The calendar can be set, and goes on while the machine is asleep: nothing of a game is reckoned by it.
#[test]
fn the_calendar_names_and_dates_and_times_nothing() {
    // By correspondence a game goes on for days, while programs come and go.
    const READERS: [&str; 5] = [
        "app/game_options.rs",
        "app/game_setup.rs",
        "app/ports/peer/wall_time.rs",
        "commands/listen.rs",
        "devices/clock_emulator/pty.rs",
    ];
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    let source = folders[0].clone();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|kind| kind == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                let reads = ["SystemTime::now", "Zoned::now", "Timestamp::now", "ClockId::Realtime"];
                if reads.iter().any(|read| text.contains(read)) {
                    found.push(path.strip_prefix(&source).unwrap().to_string_lossy().into_owned());
                }
            }
        }
    }
    found.sort();
    assert_eq!(found, READERS);
}
