//! What the README tells people to type is there.

use std::{collections::BTreeSet, path::Path};

use crate::binary::{Home, text};

fn readme() -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap()
}

/// What stands between backticks, a line each.
fn code() -> Vec<String> {
    let text = readme();
    let mut code = Vec::new();
    for (n, block) in text.split("```").enumerate() {
        if n % 2 == 1 {
            code.extend(block.lines().map(str::to_owned));
        } else {
            code.extend(block.split('`').skip(1).step_by(2).map(str::to_owned));
        }
    }
    code
}

fn words_after<'a>(line: &'a str, program: &str) -> Option<Vec<&'a str>> {
    let rest = line.trim().strip_prefix(program)?.strip_prefix(' ')?;
    Some(rest.split('#').next().unwrap_or_default().split_whitespace().collect())
}

#[test]
fn its_commands_and_options_are_there() {
    let home = Home::new();
    let help = |command: &str| {
        let output = home.run(&[command, "--help-all"], "");
        output.status.success().then(|| text(&output.stdout).to_owned())
    };
    let play = help("play").expect("play has a help");
    let mut commands = BTreeSet::new();
    for line in code() {
        if let Some(words) = words_after(&line, "annabella") {
            let command = words[0];
            commands.insert(command.to_owned());
            if command == "help" {
                continue;
            }
            let help = help(command).unwrap_or_else(|| panic!("`{line}`: there is no {command}"));
            for option in words.iter().filter(|word| word.starts_with("--")) {
                assert!(help.contains(option), "`{line}`: {command} has no {option}");
            }
        }
        if line.starts_with("cargo ") {
            continue;
        }
        // Options stand alone, or among those of `make play`.
        for option in line.split(['"', ' ']).filter(|word| word.starts_with("--")) {
            let of_another =
                commands.iter().any(|command| help(command).is_some_and(|help| help.contains(option)));
            assert!(play.contains(option) || of_another, "`{line}`: nothing has {option}");
        }
    }
    assert!(commands.len() > 8, "only {commands:?} were found");
}

#[test]
fn its_make_targets_are_there() {
    let makefile = Path::new(env!("CARGO_MANIFEST_DIR")).join("Makefile");
    let makefile = std::fs::read_to_string(makefile).unwrap();
    let mut found = 0;
    for line in code() {
        let Some(words) = words_after(&line, "make") else { continue };
        found += 1;
        let target = words[0];
        assert!(makefile.lines().any(|line| line.starts_with(&format!("{target}:"))), "no target {target}");
    }
    assert!(found > 4, "only {found} were found");
}

#[test]
fn its_configuration_is_read() {
    let text = readme();
    let block =
        text.split("```toml").nth(1).and_then(|rest| rest.split("```").next()).expect("a block of toml");
    let home = Home::new();
    let file = home.file("config.toml", block);
    let output = home
        .run(&["--config", file.to_str().unwrap(), "play", "--text", "-", "--clock", "/dev/null"], "e4\n");
    assert!(output.status.success(), "{}", crate::binary::text(&output.stderr));
}
