//! What the README and the guides tell people to type, to open and to configure is there, in every language.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use annabella::language::LANGUAGES;

use crate::binary::{Home, text};

/// What players read, by language.
const READMES: [&str; 2] = ["README.md", "README.de.md"];
const GUIDES: [&str; 2] = ["docs/guide.en.md", "docs/guide.de.md"];

/// What others read, in English.
const DOCUMENTS: [&str; 6] = [
    "docs/hall.md",
    "docs/tactile-clock.md",
    "docs/packaging.md",
    "docs/figures.md",
    "CONTRIBUTING.md",
    "models/README.md",
];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

pub fn document(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// What stands between backticks: a line each of a block, and what stands in a sentence; and commands in indented blocks.
fn code(text: &str) -> Vec<String> {
    let mut code = Vec::new();
    for (n, block) in text.split("```").enumerate() {
        if n % 2 == 1 {
            code.extend(block.lines().map(str::to_owned));
        } else {
            code.extend(block.split('`').skip(1).step_by(2).map(|code| code.replace('\n', " ")));
            let indented = block.lines().filter_map(|line| line.strip_prefix("    ")).map(str::trim);
            let is_command =
                |line: &&str| ["annabella ", "make "].iter().any(|program| line.starts_with(program));
            code.extend(indented.filter(is_command).map(str::to_owned));
        }
    }
    code
}

fn words_after<'a>(line: &'a str, program: &str) -> Option<Vec<&'a str>> {
    let rest = line.trim().strip_prefix("sudo ").unwrap_or(line.trim());
    let rest = rest.strip_prefix(program)?.strip_prefix(' ')?;
    Some(rest.split('#').next().unwrap_or_default().split_whitespace().collect())
}

/// The titles, by their level.
fn titles(text: &str) -> Vec<(usize, &str)> {
    let prose = text.split("```").step_by(2);
    let lines = prose.flat_map(str::lines).filter(|line| line.starts_with('#'));
    lines.filter_map(|line| line.split_once(' ')).map(|(marks, title)| (marks.len(), title)).collect()
}

#[test]
fn their_commands_and_options_are_there() {
    let home = Home::new();
    let mut helps: BTreeMap<String, Option<String>> = BTreeMap::new();
    let mut help = |command: &str| {
        let of_command = || {
            let output = home.run(&[command, "--help-all"], "");
            output.status.success().then(|| text(&output.stdout).to_owned())
        };
        helps.entry(command.to_owned()).or_insert_with(of_command).clone()
    };
    let play = help("play").expect("play has a help");
    let mut wrong = Vec::new();
    for name in READMES.into_iter().chain(GUIDES).chain(DOCUMENTS) {
        let is_for_players = !DOCUMENTS.contains(&name);
        let mut commands = BTreeSet::new();
        for line in code(&document(name)) {
            let Some(words) = words_after(&line, "annabella").filter(|words| !words[0].starts_with('-'))
            else {
                if is_for_players && !line.starts_with("cargo ") {
                    // Options stand alone, or among those of `make play`.
                    for option in line.split(['"', ' ']).filter(|word| word.starts_with("--")) {
                        let has = |command: &String| help(command).is_some_and(|help| help.contains(option));
                        if !play.contains(option) && !commands.iter().any(has) {
                            wrong.push(format!("{name}: `{line}`: nothing has {option}"));
                        }
                    }
                }
                continue;
            };
            let command = words[0];
            commands.insert(command.to_owned());
            if command == "help" || words_after(&line, "annabella:").is_some() {
                continue;
            }
            let Some(help) = help(command) else {
                wrong.push(format!("{name}: `{line}`: there is no {command}"));
                continue;
            };
            for option in words.iter().filter(|word| word.starts_with("--")) {
                if !help.contains(option) {
                    wrong.push(format!("{name}: `{line}`: {command} has no {option}"));
                }
            }
        }
        let wanted = if READMES.contains(&name) { 5 } else { 16 * usize::from(GUIDES.contains(&name)) };
        assert!(commands.len() >= wanted, "{name}: only {commands:?} were found");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Where a sentence of the program names a command, it stands in backticks or behind a colon.
#[test]
fn the_commands_and_topics_that_sentences_name_are_there() {
    let home = Home::new();
    let help = home.run(&["--help"], "");
    let known: Vec<&str> = help
        .stdout
        .split(|byte| *byte == b'\n')
        .filter_map(|line| std::str::from_utf8(line).ok())
        .filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next())
        .collect();
    let (mut wrong, mut found) = (Vec::new(), 0);
    for language in LANGUAGES {
        let guide = format!("docs/guide.{}.md", language.tag);
        let grammars = ["errors.ftl", "program.ftl", "sentences.ftl"]
            .map(|file| format!("grammars/{}/{file}", language.tag));
        for name in grammars.into_iter().chain([guide]) {
            let text = document(&name);
            let named =
                ["`annabella ", ": annabella "].into_iter().flat_map(|before| text.split(before).skip(1));
            for rest in named {
                let end = rest.find(['`', '\n', '.', ',', '{', ';']).unwrap_or(rest.len());
                let words: Vec<&str> = rest[..end].split_whitespace().collect();
                found += 1;
                match words[..] {
                    ["guide", topic, ..] => {
                        let output = home.run(&["guide", topic, "--language", language.tag], "");
                        wrong.extend((!output.status.success()).then(|| format!("{name}: guide {topic}")));
                    }
                    [command, ..] if !known.contains(&command) && !command.starts_with('-') => {
                        wrong.push(format!("{name}: {command}"));
                    }
                    _ => {}
                }
            }
        }
    }
    assert!(wrong.is_empty() && found > 60, "{found}: {}", wrong.join("\n"));
}

#[test]
fn their_make_targets_are_there() {
    let makefile = document("Makefile");
    // What trains the models has targets of its own.
    let training = makefile.clone() + &document("models/train/Makefile");
    for name in READMES.into_iter().chain(DOCUMENTS) {
        let makefile = if name.starts_with("models/") { &training } else { &makefile };
        let mut found = 0;
        for line in code(&document(name)) {
            let Some(words) = words_after(&line, "make").filter(|words| !words[0].starts_with('-')) else {
                continue;
            };
            found += 1;
            let target = words[0];
            let is_there = makefile.lines().any(|line| line.starts_with(&format!("{target}:")));
            assert!(is_there, "{name}: no target {target}");
        }
        assert!(found > 6 || DOCUMENTS.contains(&name), "{name}: only {found} were found");
    }
}

#[test]
fn their_configurations_are_read() {
    for name in GUIDES {
        let text = document(name);
        let blocks: Vec<&str> =
            text.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
        assert_eq!(blocks.len(), 2, "{name}");
        for block in blocks {
            let home = Home::new();
            let file = home.file("config.toml", block);
            let output = home.run(
                &["--config", file.to_str().unwrap(), "play", "--text", "-", "--clock", "/dev/null"],
                "e4\n",
            );
            assert!(output.status.success(), "{name}: {block}: {}", crate::binary::text(&output.stderr));
        }
    }
}

/// The same commands under the same titles, whichever language is read.
#[test]
fn the_readmes_are_alike() {
    let [english, german] = READMES.map(document);
    let levels = |text: &str| titles(text).iter().map(|(level, _)| *level).collect::<Vec<_>>();
    assert_eq!(levels(&english), levels(&german));
    let commands = |text: &str| {
        let commands = code(text).into_iter().map(|line| line.split('#').next().unwrap().trim().to_owned());
        let typed = commands.filter(|line| {
            ["make ", "sudo make ", "annabella ", "sudo apt ", "cargo ", "--"]
                .iter()
                .any(|begin| line.starts_with(begin))
        });
        // The language that is not the usual one is asked for.
        typed.map(|line| line.replace("--language en --time", "--time")).collect::<Vec<_>>()
    };
    assert_eq!(commands(&english), commands(&german));
    assert!(commands(&english).len() > 15, "{:?}", commands(&english));
    for name in READMES {
        let words = document(name).split_whitespace().count();
        assert!(words < 1500, "{name} has {words} words");
    }
}

/// The table of contents of a README is that of its guide.
#[test]
fn the_readmes_list_every_topic_of_the_guide() {
    for (name, guide) in READMES.into_iter().zip(GUIDES) {
        let guide = document(guide);
        let topics: Vec<&str> =
            titles(&guide).into_iter().filter(|(level, _)| *level == 2).map(|(_, title)| title).collect();
        let readme = document(name);
        let listed: Vec<&str> = readme
            .lines()
            .filter(|line| line.starts_with(|c: char| c.is_ascii_digit()))
            .filter_map(|line| line.split_once(". [")?.1.split_once(']').map(|(title, _)| title))
            .collect();
        assert_eq!(listed, topics, "{name}");
    }
}

#[test]
fn nothing_is_said_twice() {
    for name in READMES.into_iter().chain(GUIDES) {
        let text = document(name);
        let prose = text.split("```").step_by(2).flat_map(|prose| prose.split("\n\n"));
        let mut said = BTreeSet::new();
        for paragraph in prose.map(|paragraph| paragraph.split_whitespace().collect::<Vec<_>>().join(" ")) {
            for sentence in paragraph.split(". ").filter(|sentence| sentence.split(' ').count() > 9) {
                assert!(said.insert(sentence.to_owned()), "{name}: {sentence}");
            }
        }
    }
}

/// What a README shows of a game stands in the guide, too, whose dialogues are played.
#[test]
fn what_the_readmes_and_pictures_show_is_said() {
    for (name, (guide, picture)) in
        READMES.into_iter().zip(GUIDES.into_iter().zip(["docs/picture.en.svg", "docs/picture.de.svg"]))
    {
        let (readme, guide) = (document(name), document(guide));
        let dialogues: Vec<&str> =
            readme.split("```\n").filter(|block| block.starts_with("annabella: ")).collect();
        assert_eq!(dialogues.len(), 1, "{name}");
        assert!(guide.contains(dialogues[0]), "{name}: its dialogue is not in the guide");
        let drawn = document(picture);
        let said: Vec<&str> = drawn
            .split("<text ")
            .skip(1)
            .filter_map(|text| text.split_once('>')?.1.split('<').next())
            .filter(|text| text.ends_with(['.', '?']) || text.contains("  "))
            .collect();
        assert_eq!(said.len(), 5, "{picture}: {said:?}");
        for said in said {
            assert!(guide.contains(&format!(": {said}\n")), "{picture}: {said:?} is not in the guide");
        }
    }
}

/// The links of a document to files and titles that are not there, seen from `root`.
pub fn broken_links(root: &Path, name: &str) -> Vec<String> {
    let read = |path: &Path| fs::read_to_string(path).unwrap_or_default();
    let path = root.join(name);
    let text = read(&path);
    let mut broken = Vec::new();
    for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
        if link.starts_with("https://") {
            continue;
        }
        let (file, title) = link.split_once('#').unwrap_or((link, ""));
        let target = if file.is_empty() { path.clone() } else { path.parent().unwrap().join(file) };
        let anchor = |title: &str| {
            let kept = title.to_lowercase();
            kept.chars()
                .filter(|c| c.is_alphanumeric() || " -".contains(*c))
                .collect::<String>()
                .replace(' ', "-")
        };
        let has_title = || titles(&read(&target)).iter().any(|(_, known)| anchor(known) == title);
        if !target.exists() || !(title.is_empty() || has_title()) {
            broken.push(format!("{name}: {link}"));
        }
    }
    broken
}

#[test]
fn every_link_leads_somewhere() {
    let mut documents: Vec<String> =
        ["README.md", "README.de.md", "CONTRIBUTING.md", "CHANGELOG.md", "models/README.md"]
            .map(str::to_owned)
            .to_vec();
    let docs = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let docs = docs.filter(|path| path.extension().is_some_and(|kind| kind == "md"));
    documents.extend(docs.map(|path| path.strip_prefix(root()).unwrap().display().to_string()));
    let broken: Vec<String> = documents.iter().flat_map(|name| broken_links(&root(), name)).collect();
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}
