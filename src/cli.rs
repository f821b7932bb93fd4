//! The command line: its arguments, its help in each language, and the commands.
#![warn(unreachable_pub)]

mod command;
mod documents;
mod export;
mod games;
mod hall;
mod help;
mod refused;
mod run;
mod scores;
mod streams;
mod useless;

use std::{any::TypeId, ffi::OsString, path::PathBuf};

use annabella::{
    config::{self, OF_THE_GAME, Settings},
    language::{Catalogue, LanguageFolder},
};
use clap::{
    Args, CommandFactory, FromArgMatches, Parser,
    builder::{PathBufValueParser, StringValueParser, TypedValueParser},
    error::{ContextKind, ContextValue, ErrorKind},
    parser::ValueSource,
};

use command::Command;
pub(crate) use refused::read;
pub(crate) use run::run;
pub(crate) use streams::complain;

/// A spoken chess assistant for blind players.
#[derive(Debug, Parser)]
#[command(version, about, arg_required_else_help = true, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Configuration file instead of the usual one
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Whether anything is configured for the command.
    #[arg(skip)]
    pub(crate) is_configured: bool,
}

/// The settings of what hears, and of the grammar it hears by.
const HEARING: [&str; 8] =
    ["language", "grammar", "model", "microphone", "headphones", "pause", "rate", "volume"];

/// The settings of a dialogue.
const IN_DIALOGUE: [&str; 6] = ["by-touch", "screen", "talk", "web", "web-seat", "web-name"];

/// More settings that whoever learns can have.
const IN_SCHOOL: [&str; 8] =
    ["voice", "letters", "braille-code", "braille-table", "style", "square-first", "pause-after", "explore"];

/// The settings that each command heeds, for commands that do not heed all settings.
const HEEDED: [(&str, &[&[&str]]); 7] = [
    ("listen", &[&HEARING, &["fen", "chess960"]]),
    ("setup", &[&HEARING, &IN_DIALOGUE, &["clock", "voice"]]),
    ("learn", &[&HEARING, &IN_DIALOGUE, &IN_SCHOOL]),
    ("review", &[&HEARING, &IN_DIALOGUE, &IN_SCHOOL, &["user"]]),
    ("devices", &[&["language"]]),
    ("doctor", &[&["language", "grammar", "model", "microphone", "clock", "board"]]),
    ("transcribe", &[&["language", "grammar", "model", "pause", "fen", "chess960"]]),
];

/// Commands that read no configuration.
const WITHOUT_CONFIGURATION: [&str; 9] = [
    "hall",
    "clock-emulator",
    "clock-check",
    "braille-emulator",
    "write-documents",
    "replay",
    "judge",
    "perft",
    "reconcile",
];

impl Cli {
    /// Reads arguments. An option that its command ignores is an unknown one; the error's context names the command.
    ///
    /// # Errors
    ///
    /// Those of clap, also if the help is asked for.
    fn of(
        command: &clap::Command,
        arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>,
    ) -> Result<Cli, clap::Error> {
        let matches = command.clone().try_get_matches_from(arguments)?;
        let mut is_configured = true;
        if let Some((name, given)) = matches.subcommand() {
            is_configured = !WITHOUT_CONFIGURATION.contains(&name);
            let said = |long: &String| {
                let id = long.replace('-', "_");
                given.try_contains_id(&id).is_ok()
                    && given.value_source(&id) == Some(ValueSource::CommandLine)
            };
            if let Some(unheeded) = unheeded(name).into_iter().find(said) {
                let mut error = clap::Error::new(ErrorKind::UnknownArgument);
                error.insert(ContextKind::InvalidArg, ContextValue::String(format!("--{unheeded}")));
                error.insert(ContextKind::InvalidSubcommand, ContextValue::String(name.to_owned()));
                return Err(error);
            }
        }
        Ok(Cli { is_configured, ..Cli::from_arg_matches(&matches)? })
    }

    /// Returns the commands in words of the catalogue. Options that a command ignores are hidden.
    pub(crate) fn described(words: &Catalogue) -> clap::Command {
        let mut command = help::with_help_flags(Cli::command()).mut_args(at_home);
        command.build();
        let names: Vec<String> = command.get_subcommands().map(|of| of.get_name().to_owned()).collect();
        for name in names {
            command = command.mut_subcommand(&name, |of| {
                let unheeded = unheeded(&name);
                of.mut_args(at_home).mut_args(|option| match option.get_long() {
                    Some(long) if unheeded.iter().any(|name| name == long) => option.hide(true),
                    _ => option,
                })
            });
        }
        help::described(command, words)
    }
}

/// Makes `~/` the home folder in an option that is a path, or may be one: a shell leaves it alone behind `=`, `:` and in quotes.
fn at_home(option: clap::Arg) -> clap::Arg {
    match option.get_id().as_str() {
        "opponent" | "braille_code" => {
            option.value_parser(StringValueParser::new().map(|text| config::text_at_home(&text)))
        }
        _ if option.get_value_parser().type_id() == TypeId::of::<PathBuf>() => {
            option.value_parser(PathBufValueParser::new().map(config::at_home))
        }
        _ => option,
    }
}

/// Returns the language of the program's own texts, as typed, configured, or set for the machine. Errors in the
/// arguments or the configuration are ignored here; they are told later, in that language.
pub(crate) fn language() -> LanguageFolder {
    let mut arguments = std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned());
    let (mut typed, mut named) = (None, None);
    while let Some(argument) = arguments.next() {
        let (option, value) = match argument.split_once('=') {
            Some((option, value)) => (option.to_owned(), Some(value.to_owned())),
            None => (argument, None),
        };
        match option.as_str() {
            "--language" => typed = value.or_else(|| arguments.next()),
            "--config" => named = value.or_else(|| arguments.next()),
            _ => {}
        }
    }
    // A file that is not there names no language, but the usual one may.
    let files = named.map(|named| config::at_home(named.into())).into_iter().chain(config::file());
    let configured = files.filter_map(|file| config::language_in(&file));
    let locales = ["LC_ALL", "LC_MESSAGES", "LANG"].map(|name| std::env::var(name).unwrap_or_default());
    LanguageFolder::of_program(typed.into_iter().chain(configured), locales.iter().map(String::as_str))
}

/// Returns the options that a command shares with others but ignores.
fn unheeded(command: &str) -> Vec<String> {
    if WITHOUT_CONFIGURATION.contains(&command) {
        return vec!["config".to_owned()];
    }
    // A resumed game keeps the settings it was begun with.
    if command == "resume" {
        return OF_THE_GAME.iter().filter(|name| **name != "resumption").map(ToString::to_string).collect();
    }
    let Some((_, heeded)) = HEEDED.iter().find(|(name, _)| *name == command) else { return Vec::new() };
    let settings = Settings::augment_args(clap::Command::new("settings"));
    let names = settings.get_arguments().filter_map(clap::Arg::get_long).map(str::to_owned);
    names.filter(|name| !heeded.iter().any(|some| some.contains(&name.as_str()))).collect()
}
