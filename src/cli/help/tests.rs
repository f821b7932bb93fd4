use annabella::language::{LANGUAGES, LanguageFolder};
use strum::IntoEnumIterator as _;

use super::*;
use crate::cli::{
    Cli,
    useless::tests::{BELONGS, COMPLETE},
};

/// Placeholders that are the same in each language.
const SAME_PLACEHOLDERS: [&str; 12] =
    ["", "N", "NAME", "FEN", "PGN", "URL", "PORT", "MS", "HOST", "ELO", "FORM", "FOLDER"];

/// Returns every command that is shown, in a language.
fn commands(language: LanguageFolder) -> Vec<Command> {
    let all = Cli::described(&language.catalogue()).term_width(80);
    let shown = all.get_subcommands().filter(|of| !of.is_hide_set() && of.get_name() != "help");
    let shown: Vec<Command> = shown.map(|of| of.clone().term_width(80)).collect();
    [vec![all.clone()], shown].concat()
}

fn shown(command: &Command) -> impl Iterator<Item = &Arg> {
    command.get_arguments().filter(|option| !option.is_hide_set())
}

#[test]
fn every_command_and_option_says_what_it_is_in_every_language() {
    for language in LANGUAGES {
        for command in commands(language) {
            let name = command.get_name();
            let where_ = format!("{name} in {}", language.tag);
            assert!(command.get_about().is_some_and(|about| about.to_string().len() > 5), "{where_}");
            for option in shown(&command) {
                let id = option.get_id();
                for help in [option.get_help(), option.get_long_help()] {
                    let help = help.map(ToString::to_string).unwrap_or_default();
                    assert!(help.len() > 2 && !help.contains('%'), "{where_}: {id}: {help:?}");
                }
                let long = option.get_long_help().unwrap().to_string();
                let example = language.catalogue().say("help-example", &[("example", &"")]);
                let needs_one = option.get_action().takes_values() && option.get_long().is_some();
                assert_eq!(long.contains(example.trim()), needs_one, "{where_}: {id}: {long}");
            }
        }
    }
}

#[test]
fn the_usual_help_fits_a_screen() {
    for language in LANGUAGES {
        for mut command in commands(language) {
            let help = command.render_help().to_string();
            let lines = help.trim_end().lines().count();
            let widest = help.lines().map(|line| line.chars().count()).max();
            assert!(
                lines <= 40 && widest <= Some(80),
                "{lines} lines of {widest:?} in {}\n{help}",
                language.tag
            );
            let asked = ["annabella", command.get_name(), "--help-all"];
            let asked = asked.into_iter().skip(usize::from(command.get_name() == "annabella"));
            let all = Cli::described(&language.catalogue());
            let told = Cli::of(&all, asked).unwrap_err().to_string();
            let examples = language.catalogue().say("help-examples", &[]);
            assert!(told.contains(&examples) && told.lines().count() > lines, "{told}");
        }
    }
}

/// "help" before a command is its screenful; what is no command is told.
#[test]
fn help_of_a_command_is_what_it_shows_itself() {
    for language in LANGUAGES {
        let all = Cli::described(&language.catalogue()).term_width(80);
        let told = |typed: &str| {
            let arguments = typed.split(' ').map(OsString::from).collect();
            Cli::of(&all, asked_by_word(arguments)).unwrap_err().to_string()
        };
        assert_eq!(told("annabella help"), told("annabella --help"));
        assert_eq!(told("annabella help --help-all"), told("annabella --help-all"));
        assert_eq!(told("annabella --language en help"), told("annabella --help"));
        assert_eq!(told("annabella help help"), told("annabella --help"));
        for command in all.get_subcommands().filter(|of| !of.is_hide_set() && of.get_name() != "help") {
            let name = command.get_name();
            let usual = told(&format!("annabella {name} --help"));
            let asked = ["help NAME", "help --language de NAME", "--config x help NAME", "help NAME desk"];
            for asked in asked.map(|asked| asked.replace("NAME", name)) {
                assert_eq!(told(&format!("annabella {asked}")), usual, "{asked}");
            }
            let whole = told(&format!("annabella {name} --help-all"));
            assert_eq!(told(&format!("annabella help {name} --help-all")), whole);
            let rest = format!("annabella {name} --help-all");
            let hides = command.get_arguments().any(Arg::is_hide_short_help_set);
            assert_eq!(usual.contains(&rest), hides, "{usual}");
        }
        assert!(told("annabella help xyzzy").contains("xyzzy"));
    }
    let asked = |typed: &str| asked_by_word(typed.split(' ').map(OsString::from).collect());
    assert_eq!(asked("annabella guide help"), ["annabella", "guide", "help"]);
    assert_eq!(asked("annabella --config help play"), ["annabella", "--config", "help", "play"]);
}

#[test]
fn the_order_is_the_same_in_every_language() {
    for (language, heading) in
        LANGUAGES.iter().flat_map(|language| Heading::iter().map(move |of| (language, of)))
    {
        assert_ne!(language.catalogue().render(&heading), heading.id(), "{}", language.tag);
    }
    let order = |language| {
        let of = |mut command: Command| {
            let help = command.render_long_help().to_string();
            let options = help.lines().filter_map(|line| {
                let line =
                    line.trim_start_matches([' ', ',']).trim_start_matches("-h, ").trim_start_matches("-V, ");
                line.starts_with("--").then(|| line.split([' ', '\u{1b}']).next().unwrap().to_owned())
            });
            (command.get_name().to_owned(), options.collect::<Vec<_>>())
        };
        commands(language).into_iter().map(of).collect::<Vec<_>>()
    };
    let english = order(LanguageFolder::ENGLISH);
    assert!(english.iter().any(|(_, options)| options.len() > 50));
    for language in LANGUAGES {
        assert_eq!(order(language), english, "{}", language.tag);
    }
}

#[test]
fn every_setting_has_a_group_and_each_group_is_there() {
    let play = commands(LanguageFolder::ENGLISH).into_iter().find(|of| of.get_name() == "play").unwrap();
    let words = LanguageFolder::ENGLISH.catalogue();
    let headings: Vec<_> = shown(&play).filter_map(Arg::get_help_heading).collect();
    for heading in Heading::iter().filter(|heading| GROUPS.iter().any(|(known, _)| known == heading)) {
        assert!(headings.contains(&words.render(&heading).as_str()), "{heading:?}");
    }
    for option in shown(&play) {
        assert_ne!(option.get_help_heading(), Some("Options"), "--{}", option.get_id());
    }
}

#[test]
fn every_example_is_a_command() {
    let commands = Cli::described(&LanguageFolder::ENGLISH.catalogue());
    for (name, calls) in CALLS {
        assert!(!calls.is_empty());
        for call in calls {
            // What the shell writes into a file is no argument.
            let arguments = shlex::split(call.split(" > ").next().unwrap()).unwrap();
            assert_eq!(arguments[1], name);
            Cli::of(&commands, arguments).unwrap_or_else(|error| panic!("{call}: {error}"));
        }
    }
    for command in commands.get_subcommands().filter(|of| !of.is_hide_set() && of.get_name() != "help") {
        assert!(!calls(command.get_name()).is_empty(), "{}", command.get_name());
    }
}

/// Returns the code in a document: each line of a block, and what stands between backticks in a sentence.
fn code(text: &str) -> Vec<String> {
    let mut code = Vec::new();
    for (n, block) in text.split("```").enumerate() {
        match n % 2 {
            0 => code.extend(block.split('`').skip(1).step_by(2).map(|code| code.replace('\n', " "))),
            _ => code.extend(block.lines().map(str::to_owned)),
        }
    }
    code
}

/// Returns the command that a piece of code gives to this program: typed, or through make.
fn command_in(code: &str) -> Option<String> {
    let code = code.trim().split(" #").next()?.split(" | ").next()?.split(" > ").next()?;
    let made = ["make play ARGS=", "make demo ARGS="].into_iter().find_map(|make| code.strip_prefix(make));
    let typed = made.map(|options| format!("annabella play {}", options.trim_matches('"')));
    typed.or_else(|| code.starts_with("annabella ").then(|| code.to_owned()))
}

/// What the documents give to type is understood as it stands there; placeholders count as values.
#[test]
fn every_command_and_option_of_the_documents_is_one() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let in_docs = std::fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let in_docs = in_docs.filter(|path| path.extension().is_some_and(|kind| kind == "md"));
    let documents = ["README.md", "README.de.md", "CONTRIBUTING.md", "CHANGELOG.md", "models/README.md"];
    let commands = Cli::described(&LanguageFolder::ENGLISH.catalogue());
    let is_understood =
        |line: &str| shlex::split(line).is_some_and(|words| Cli::of(&commands, words).is_ok());
    let rest_of =
        |command: &str| COMPLETE.iter().find(|(name, _)| *name == command).map_or("", |(_, rest)| rest);
    let (mut wrong, mut typed, mut options) = (Vec::new(), 0, 0);
    for path in documents.map(|name| root.join(name)).into_iter().chain(in_docs) {
        for code in code(&std::fs::read_to_string(&path).unwrap()) {
            let is_right = if let Some(line) = command_in(&code) {
                typed += 1;
                let command = line.split(' ').nth(1).unwrap();
                // In a sentence a command or an option is named without what it needs.
                let is_named = || is_understood(&format!("{line} {}", rest_of(command)));
                let is_help = command == "help" || line.contains(" --help");
                is_help || is_understood(&line) || is_named() || is_understood(&format!("{line} x"))
            } else if code.starts_with("--") && code.contains(' ') && !code.starts_with("--help") {
                options += 1;
                let option = code[2..].split(' ').next().unwrap();
                let is_of = |name: &str| name.split(' ').next_back() == Some(option);
                let beside = BELONGS.iter().find(|(name, ..)| is_of(name)).map_or("", |(.., beside)| beside);
                commands.get_subcommands().map(Command::get_name).any(|command| {
                    is_understood(&format!("annabella {command} {} {beside} {code}", rest_of(command)))
                })
            } else {
                true
            };
            if !is_right {
                wrong.push(format!("{}: `{code}`", path.display()));
            }
        }
    }
    assert!(typed > 60 && options > 20, "only {typed} commands and {options} options");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Checks that every visible command, option and value has words in every language.
#[test]
fn nothing_is_left_in_english() {
    for language in LANGUAGES.into_iter().filter(|language| language.tag != LanguageFolder::ENGLISH.tag) {
        for (english, other) in commands(LanguageFolder::ENGLISH).iter().zip(commands(language)) {
            check(english, &other);
        }
    }
    fn check(english: &Command, other: &Command) {
        let name = english.get_name();
        let about = |command: &Command| command.get_about().map(ToString::to_string);
        assert_ne!(about(english), about(other), "command-{name}");
        for (option, before) in shown(other).zip(shown(english)) {
            let help = |option: &Arg| option.get_long_help().map(ToString::to_string);
            let first = |option: &Arg| help(option).unwrap().split(" (").next().unwrap().to_owned();
            assert_ne!(first(option), first(before), "option-{name}-{}", option.get_id());
            let names = |option: &Arg| option.get_value_names().unwrap_or_default().join(" ");
            let in_words = |names: String| -> Vec<String> {
                names.split(|c: char| !c.is_uppercase()).map(str::to_owned).collect()
            };
            let before_words = in_words(names(before));
            let is_told = in_words(names(option))
                .iter()
                .all(|word| SAME_PLACEHOLDERS.contains(&word.as_str()) || !before_words.contains(word));
            assert!(is_told, "{name}: {}", names(option));
            let help = help(option).unwrap();
            let is_switch = option.get_value_parser().type_id() == std::any::TypeId::of::<bool>();
            let values = before.get_possible_values();
            for value in values.iter().filter(|_| before.get_action().takes_values() && !is_switch) {
                assert!(help.contains(value.get_name()), "option-{name}-{}: {help}", option.get_id());
            }
        }
    }
}
