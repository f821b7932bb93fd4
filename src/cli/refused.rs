//! Arguments that cannot be used, told in the chosen language.
//!
//! clap's own messages are English, so the errors are read from its kinds and contexts.

use std::{error::Error, ffi::OsString, num::ParseFloatError, process};

use annabella::{
    config::NumberError,
    devices::printer::escape_controls,
    language::{Catalogue, Message},
};
use clap::{
    Command,
    error::{ContextKind, ContextValue, ErrorKind},
};

use super::{Cli, help};

/// What is wrong with the arguments.
#[derive(Message)]
#[message(prefix = "arguments")]
enum ArgumentError {
    UnknownOption {
        found: String,
    },
    UnknownOptionLike {
        found: String,
        suggested: String,
    },
    /// An argument too many.
    Unexpected {
        found: String,
    },
    UnknownCommand {
        found: String,
    },
    UnknownCommandLike {
        found: String,
        suggested: String,
    },
    NoCommand,
    /// Other commands have the option; this one ignores it.
    Unheeded {
        option: String,
        command: String,
    },
    NoValue {
        option: String,
    },
    NoValueOf {
        option: String,
        expected: String,
    },
    UnknownValue {
        option: String,
        found: String,
        expected: String,
    },
    UnknownValueLike {
        option: String,
        found: String,
        expected: String,
        suggested: String,
    },
    Number {
        option: String,
        found: String,
        reason: NumberError,
    },
    TooManyValues {
        option: String,
        found: String,
    },
    Twice {
        option: String,
    },
    Conflict {
        option: String,
        others: String,
    },
    Missing {
        missing: String,
        count: usize,
    },
    NoText,
    Other,
}

/// Reads the arguments of this program. If they cannot be used, prints why, the usage and where the help is, and ends
/// the program. If the help or the version is asked for, prints it and ends the program.
pub(crate) fn read(words: &Catalogue) -> Cli {
    let command = Cli::described(words);
    let arguments = help::asked_by_word(std::env::args_os().collect());
    let error = match Cli::of(&command, &arguments) {
        Ok(cli) => return cli,
        Err(error) => error,
    };
    if !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        error.exit();
    }
    for line in refusal_lines(&error, &command, &arguments, words) {
        eprintln!("{}", escape_controls(&line));
    }
    process::exit(error.exit_code());
}

/// Returns the name of the command among the arguments.
fn called(command: &Command, arguments: &[OsString]) -> Option<String> {
    arguments.iter().find_map(|argument| Some(command.find_subcommand(argument)?.get_name().to_owned()))
}

/// Returns the lines that explain an error of what was typed.
fn refusal_lines(
    error: &clap::Error,
    command: &Command,
    typed: &[OsString],
    words: &Catalogue,
) -> [String; 3] {
    let called = called(command, typed);
    let called = called.as_deref();
    let program = command.get_name();
    let mut used = called.and_then(|name| command.find_subcommand(name)).unwrap_or(command).clone();
    let usage = used.render_usage().to_string();
    let usage = usage.trim_start_matches("Usage:").trim();
    let whole = called.map_or(program.to_owned(), |name| format!("{program} {name}"));
    [
        format!("{program}: {}", words.render(&refusal(error, &used, typed))),
        words.say("arguments-usage", &[("usage", &usage)]),
        words.say("arguments-help", &[("command", &whole)]),
    ]
}

/// Returns what is wrong; `used` is the command that was named, and `typed` are all arguments.
fn refusal(error: &clap::Error, used: &Command, typed: &[OsString]) -> ArgumentError {
    let all = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        _ => Vec::new(),
    };
    let first = |kind| all(kind).into_iter().next().filter(|text| !text.is_empty());
    // clap writes an argument as "--minutes <MINUTES>".
    let names = |kind| all(kind).iter().map(|text| name(text)).collect::<Vec<_>>();
    let option = || names(ContextKind::InvalidArg).join(", ");
    let found = |kind| first(kind).unwrap_or_default();
    let expected = all(ContextKind::ValidValue).join(", ");
    match error.kind() {
        ErrorKind::UnknownArgument => {
            let found = found(ContextKind::InvalidArg);
            if let Some((found, suggested)) = misdashed(&found, used, typed) {
                return ArgumentError::UnknownOptionLike { found, suggested };
            }
            match (first(ContextKind::SuggestedArg), first(ContextKind::InvalidSubcommand)) {
                (_, Some(command)) => ArgumentError::Unheeded { option: found, command },
                (Some(suggested), _) if is_shown(used, &name(&suggested)) => {
                    ArgumentError::UnknownOptionLike { found, suggested: name(&suggested) }
                }
                (_, None) if found.starts_with('-') => ArgumentError::UnknownOption { found },
                (_, None) => ArgumentError::Unexpected { found },
            }
        }
        ErrorKind::InvalidSubcommand => {
            let found = found(ContextKind::InvalidSubcommand);
            // clap lists the likeliest command last.
            match all(ContextKind::SuggestedSubcommand).pop() {
                Some(suggested) => ArgumentError::UnknownCommandLike { found, suggested },
                None => ArgumentError::UnknownCommand { found },
            }
        }
        ErrorKind::MissingSubcommand => ArgumentError::NoCommand,
        ErrorKind::InvalidValue => {
            let option = option();
            match (first(ContextKind::InvalidValue), first(ContextKind::SuggestedValue)) {
                (None, _) if expected.is_empty() => ArgumentError::NoValue { option },
                (None, _) => ArgumentError::NoValueOf { option, expected },
                (Some(found), None) => ArgumentError::UnknownValue { option, found, expected },
                (Some(found), Some(suggested)) => {
                    ArgumentError::UnknownValueLike { option, found, expected, suggested }
                }
            }
        }
        // Only numbers have value parsers that refuse.
        ErrorKind::ValueValidation => {
            let found = found(ContextKind::InvalidValue);
            ArgumentError::Number { option: option(), reason: reason(&found, error.source()), found }
        }
        ErrorKind::TooManyValues => {
            ArgumentError::TooManyValues { option: option(), found: found(ContextKind::InvalidValue) }
        }
        ErrorKind::ArgumentConflict => {
            let (option, others) = (option(), names(ContextKind::PriorArg).join(", "));
            if option == others {
                ArgumentError::Twice { option }
            } else {
                ArgumentError::Conflict { option, others }
            }
        }
        ErrorKind::MissingRequiredArgument => {
            let missing = names(ContextKind::InvalidArg);
            ArgumentError::Missing { missing: missing.join(", "), count: missing.len() }
        }
        ErrorKind::InvalidUtf8 => ArgumentError::NoText,
        _ => ArgumentError::Other,
    }
}

/// Returns the argument that is an option but for its dashes, -time or –time as an editor writes it, and the option.
/// `found` is what clap read of it.
fn misdashed(found: &str, used: &Command, typed: &[OsString]) -> Option<(String, String)> {
    const DASHES: [char; 4] = ['-', '–', '—', '−'];
    let is_found = |argument: &str| argument == found || argument.starts_with(found) && found.len() == 2;
    let argument = typed.iter().map(|argument| argument.to_string_lossy()).find(|text| is_found(text))?;
    let argument = argument.split('=').next().unwrap_or_default();
    let meant = format!("--{}", argument.trim_start_matches(DASHES));
    let is_option = |option: &clap::Arg| option.get_long() == Some(&meant[2..]) && !option.is_hide_set();
    let is_misdashed = argument != meant && argument.starts_with(DASHES);
    (is_misdashed && used.get_arguments().any(is_option)).then(|| (argument.to_owned(), meant))
}

/// Whether the command heeds this option: clap also suggests those that are hidden.
fn is_shown(command: &Command, option: &str) -> bool {
    let named = |known: &clap::Arg| known.get_long().is_some_and(|long| option == format!("--{long}"));
    command.get_arguments().find(|known| named(known)).is_none_or(|known| !known.is_hide_set())
}

fn reason(found: &str, source: Option<&(dyn Error + 'static)>) -> NumberError {
    let own = source.and_then(|source| source.downcast_ref::<NumberError>()).copied();
    let is_fraction = source.is_some_and(|source| source.is::<ParseFloatError>());
    own.unwrap_or_else(|| if is_fraction { NumberError::Any } else { NumberError::of_whole(found) })
}

/// Returns an argument without the name of its value.
fn name(argument: &str) -> String {
    argument.split(' ').next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use annabella::language::LanguageFolder;

    use super::*;

    /// Arguments, and their errors in English and in German.
    const REFUSED: [(&str, &str, &str); 29] = [
        (
            "play --tiem 5",
            "there is no option --tiem here, did you mean --time?",
            "die Option --tiem gibt es hier nicht, war --time gemeint?",
        ),
        (
            "play -time 90",
            "there is no option -time here, did you mean --time?",
            "die Option -time gibt es hier nicht, war --time gemeint?",
        ),
        (
            "play –time=90+30",
            "there is no option –time here, did you mean --time?",
            "die Option –time gibt es hier nicht, war --time gemeint?",
        ),
        ("listen --text x", "there is no option --text here", "die Option --text gibt es hier nicht"),
        (
            "perft startpos -1",
            "<DEPTH> cannot be '-1', expected a number that is not below 0",
            "<TIEFE> kann nicht „-1“ sein, erwartet wird eine Zahl, die nicht unter 0 liegt",
        ),
        ("play --xyzzy", "there is no option --xyzzy here", "die Option --xyzzy gibt es hier nicht"),
        ("devices one", "'one' is one argument too many", "„one“ ist eine Angabe zu viel"),
        (
            "doctor --time 5",
            "--time changes nothing of `doctor`, leave it out",
            "--time ändert nichts an `doctor`, lassen Sie es weg",
        ),
        (
            "pla",
            "there is no command 'pla', did you mean 'play'?",
            "den Befehl „pla“ gibt es nicht, war „play“ gemeint?",
        ),
        (
            "docter",
            "there is no command 'docter', did you mean 'doctor'?",
            "den Befehl „docter“ gibt es nicht, war „doctor“ gemeint?",
        ),
        (
            "xyzzy",
            "there is no command 'xyzzy', `annabella help` lists those there are",
            "den Befehl „xyzzy“ gibt es nicht, `annabella help` zählt auf, welche es gibt",
        ),
        ("play --fen", "--fen needs a value behind it", "hinter --fen fehlt ein Wert"),
        (
            "play --user",
            "--user needs a value behind it: white, black, both",
            "hinter --user fehlt ein Wert: white, black, both",
        ),
        (
            "play --user nobody",
            "--user cannot be 'nobody', expected one of white, black, both",
            "--user kann nicht „nobody“ sein, erwartet wird eines von white, black, both",
        ),
        (
            "play --user whit",
            "--user cannot be 'whit', did you mean 'white'? It can be white, black, both",
            "--user kann nicht „whit“ sein, war „white“ gemeint? Es gibt white, black, both",
        ),
        (
            "play --chess960 abc",
            "--chess960 cannot be 'abc', expected a whole number",
            "--chess960 kann nicht „abc“ sein, erwartet wird eine ganze Zahl",
        ),
        (
            "play --delay soon",
            "--delay cannot be 'soon', expected a number such as 1.5",
            "--delay kann nicht „soon“ sein, erwartet wird eine Zahl wie 1.5",
        ),
        (
            "play --pause-after 33",
            "--pause-after cannot be '33', expected 0 to 32",
            "--pause-after kann nicht „33“ sein, erwartet wird 0 bis 32",
        ),
        (
            "play --chess960=-1",
            "--chess960 cannot be '-1', expected a number that is not below 0",
            "--chess960 kann nicht „-1“ sein, erwartet wird eine Zahl, die nicht unter 0 liegt",
        ),
        (
            "perft startpos 99999999999",
            "<DEPTH> cannot be '99999999999', expected a smaller number",
            "<TIEFE> kann nicht „99999999999“ sein, erwartet wird eine kleinere Zahl",
        ),
        (
            "board-emulator --link x --speed 0 y",
            "--speed cannot be '0', expected 1 to 100",
            "--speed kann nicht „0“ sein, erwartet wird 1 bis 100",
        ),
        ("play --time 5 --time 6", "--time can be there only once", "--time kann nur einmal dastehen"),
        (
            "play --time 5 --time-control 300",
            "--time and --time-control exclude each other, leave one of them out",
            "--time und --time-control schließen sich aus, lassen Sie eines davon weg",
        ),
        ("perft startpos", "<DEPTH> is missing", "es fehlt <TIEFE>"),
        ("perft", "<FEN>, <DEPTH> are missing", "es fehlen <FEN>, <TIEFE>"),
        ("play --real-time", "--audio is missing", "es fehlt --audio"),
        (
            "play --damaged=yes",
            "there is no option --damaged here",
            "die Option --damaged gibt es hier nicht",
        ),
        (
            "resume --damaged=yes x",
            "'yes' is one value too many for --damaged",
            "„yes“ ist ein Wert zu viel für --damaged",
        ),
        (
            "--config x",
            "a command is missing, `annabella help` lists those there are",
            "es fehlt ein Befehl, `annabella help` zählt auf, welche es gibt",
        ),
    ];

    #[test]
    fn what_is_wrong_is_told_in_each_language_with_the_cure() {
        let mut wrong = Vec::new();
        for (typed, english, german) in REFUSED {
            for (language, expected) in [(LanguageFolder::ENGLISH, english), (LanguageFolder::USUAL, german)]
            {
                let words = language.catalogue();
                let arguments: Vec<OsString> =
                    ["annabella"].into_iter().chain(typed.split(' ')).map(OsString::from).collect();
                let command = Cli::described(&words);
                let called = called(&command, &arguments);
                let error = Cli::of(&command, &arguments).unwrap_err();
                let [told, usage, help] = refusal_lines(&error, &command, &arguments, &words);
                let name = called.as_deref().unwrap_or_default();
                if told != format!("annabella: {expected}")
                    || !usage.contains(&format!(": annabella {name}"))
                    || !help.ends_with(&format!("annabella {name} --help").replace("  ", " "))
                {
                    wrong.push(format!("{typed}\n  {told}\n  {usage}\n  {help}"));
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
    /// Words that no sentence of the other language has.
    const FOREIGN: [(LanguageFolder, &[&str]); 2] = [
        (LanguageFolder::ENGLISH, &["fehlt", "kann", "nicht", "gibt", "wird", "eine", "der"]),
        (LanguageFolder::USUAL, &["needs", "cannot", "not", "there", "is", "expected", "the"]),
    ];

    /// Each option without its value, and each command with an argument too many.
    #[test]
    fn every_option_and_command_is_refused_in_its_own_words() {
        let mut wrong = Vec::new();
        for (language, foreign) in FOREIGN {
            let words = language.catalogue();
            let command = Cli::described(&words);
            let mut tried = std::collections::BTreeSet::new();
            for used in command.get_subcommands().filter(|of| !of.is_hide_set() && of.get_name() != "help") {
                let name = used.get_name();
                let takes_one = |option: &&clap::Arg| {
                    let least = option.get_num_args().map_or(1, |count| count.min_values());
                    option.get_action().takes_values() && least > 0 && !option.is_hide_set()
                };
                let longs = used.get_arguments().filter(takes_one).filter_map(clap::Arg::get_long);
                let without = longs.filter(|long| tried.insert(long.to_string()));
                let mut cases: Vec<(Vec<String>, String)> = without
                    .map(|long| (vec![name.to_owned(), format!("--{long}")], format!("--{long}")))
                    .collect();
                if !used.get_positionals().any(|of| matches!(of.get_action(), clap::ArgAction::Append)) {
                    let places = used.get_positionals().count();
                    let many = (0..=places).map(|_| "1".to_owned());
                    cases.push(([name.to_owned()].into_iter().chain(many).collect(), "1".to_owned()));
                }
                for (typed, named) in cases {
                    let arguments: Vec<OsString> = ["annabella".to_owned()]
                        .into_iter()
                        .chain(typed.clone())
                        .map(OsString::from)
                        .collect();
                    let Err(error) = Cli::of(&command, &arguments) else {
                        wrong.push(format!("{typed:?} is taken"));
                        continue;
                    };
                    let lines = refusal_lines(&error, &command, &arguments, &words);
                    let is_foreign = lines[0].split_whitespace().any(|word| foreign.contains(&word));
                    let is_long = lines.iter().any(|line| line.chars().count() > 200);
                    if is_foreign || is_long || !lines[0].contains(&named) {
                        wrong.push(format!("{typed:?}\n  {}", lines.join("\n  ")));
                    }
                }
            }
            assert!(tried.len() > 60, "{tried:?}");
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
