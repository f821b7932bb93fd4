//! The help of the commands in each language: in groups, in one order, with what holds otherwise and examples.

use std::ffi::OsString;

use annabella::{
    config::examples as settings,
    devices::board::maker_lists,
    language::{Catalogue, Message},
};
use clap::{Arg, ArgAction, Command};

/// The help of a command, without clap's English headings.
const TEMPLATE: &str = "{before-help}{about-with-newline}\n{usage}\n\n{all-args}{after-help}";

/// The headings of the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::EnumIter, Message)]
#[message(prefix = "help")]
pub(crate) enum Heading {
    Commands,
    Arguments,
    Options,
    Game,
    Opponent,
    Competition,
    Voice,
    Braille,
    Boards,
    Page,
    Files,
}

/// The options of a command that plays or listens, by their groups and in their order. Others have the heading `Options`.
const GROUPS: [(Heading, &[&str]); 8] = [
    (
        Heading::Game,
        &[
            "time",
            "time-control",
            "user",
            "confirm",
            "delay",
            "repeat",
            "blindfold",
            "fen",
            "chess960",
            "white",
            "black",
            "event",
            "site",
            "round",
            "warnings",
            "screen",
            "board-picture",
        ],
    ),
    (
        Heading::Opponent,
        &[
            "opponent",
            "strength",
            "move-time",
            "engine-resigns",
            "days",
            "rated",
            "peer-code",
            "peer-clock",
            "peer-way",
        ],
    ),
    (
        Heading::Voice,
        &[
            "language",
            "microphone",
            "headphones",
            "barge-in",
            "talk",
            "tones",
            "pause",
            "voice",
            "rate",
            "volume",
            "style",
            "square-first",
            "pause-after",
            "explore",
        ],
    ),
    (Heading::Braille, &["by-touch", "braille-table", "braille-code", "letters"]),
    (Heading::Boards, &["board", "board-moves", "board-touches", "board-clock", "clock"]),
    (Heading::Page, &["web", "web-seat", "web-delay", "web-name", "hall"]),
    (
        Heading::Competition,
        &[
            "competition",
            "described",
            "warnings-allowed",
            "ruleset",
            "draw-offers",
            "default-time",
            "guidelines-iii",
            "unsupervised",
            "resumption",
        ],
    ),
    (
        Heading::Files,
        &[
            "journal",
            "damaged",
            "text",
            "audio",
            "real-time",
            "dgt",
            "keep",
            "keep-voice",
            "grammar",
            "puzzles",
            "model",
            "config",
            "help",
            "help-all",
        ],
    ),
];

/// Options of commands that few need, beside the settings that have no shorter text.
const RARE: [&str; 12] = [
    "real-time",
    "unicode",
    "braille-code",
    "table",
    "width",
    "length",
    "no-form-feeds",
    "line-ends",
    "scores",
    "apart",
    "broadcast",
    "web-delay",
];

/// An example of the value of each option that is no setting.
const VALUES: [(&str, &str); 36] = [
    ("scores", "round3.pgn"),
    ("arbiter", "\"Berta Braun\""),
    ("boards", "20"),
    ("name", "\"Spring Open\""),
    ("host", "club.local"),
    ("port", "8883"),
    ("trf", "open.trf"),
    ("round", "3"),
    ("broadcast", "AbCdEf12"),
    ("journal", "evening.jsonl"),
    ("text", "moves.txt"),
    ("audio", "game.wav"),
    ("dgt", "board.bin"),
    ("config", "other.toml"),
    ("keep", "recordings"),
    ("phrases", "words"),
    ("link", "/tmp/port"),
    ("fault", "drop=3"),
    ("svg", "clock.svg"),
    ("kind", "chessnut"),
    ("seed", "7"),
    ("speed", "10"),
    ("minutes", "90"),
    ("table", "de-g1.ctb"),
    ("width", "32"),
    ("length", "28"),
    ("line-ends", "lf"),
    ("move", "12"),
    ("diagrams", "10,20w"),
    ("game", "2"),
    ("address", "127.0.0.1:4101"),
    ("cells", "20"),
    ("form", "short"),
    ("nodes", "100000"),
    ("used", "1:30:00,0:58:10"),
    ("screen", "brief"),
];

/// The commands in the order in which they are needed, and how each may be called.
pub(crate) const CALLS: [(&str, &[&str]); 24] = [
    ("setup", &["annabella setup", "annabella setup --language en"]),
    (
        "play",
        &[
            "annabella play --time 90+30 --user white",
            "annabella play --opponent engine --strength 1500",
            "annabella play --competition --time 40/90+30,30+30 --clock auto",
        ],
    ),
    ("resume", &["annabella resume", "annabella resume evening.jsonl"]),
    ("learn", &["annabella learn", "annabella learn 3"]),
    (
        "review",
        &[
            "annabella review",
            "annabella review evening.jsonl",
            "annabella review games.pgn --game 2 --user black",
        ],
    ),
    ("guide", &["annabella guide", "annabella guide --language en"]),
    ("doctor", &["annabella doctor", "annabella doctor --clock auto --board dgt"]),
    ("devices", &["annabella devices"]),
    ("listen", &["annabella listen", "annabella listen --audio said.wav"]),
    ("account", &["annabella account", "annabella account --check"]),
    (
        "hall",
        &[
            "annabella hall prepare club --boards 20 --host club.local",
            "annabella hall broker club",
            "annabella hall desk arbiter.hall",
            "annabella hall show screen.hall --web-delay 900",
        ],
    ),
    (
        "export",
        &[
            "annabella export evening.jsonl",
            "annabella export evening.jsonl --audit",
            "annabella export evening.jsonl --html --diagrams 10,20w > evening.html",
            "annabella export game.pgn --svg --move 12b > position.svg",
            "annabella export evening.jsonl --brf --width 32 --table de-g1.ctb",
        ],
    ),
    ("replay", &["annabella replay evening.jsonl", "annabella replay evening.jsonl --move 12"]),
    ("speak", &["annabella speak game.pgn --form short"]),
    ("transcribe", &["annabella transcribe moves.txt", "annabella transcribe --audio game.wav"]),
    ("reconcile", &["annabella reconcile white.pgn black.jsonl --used 1:30:00,0:58:10"]),
    ("judge", &["annabella judge startpos", "annabella judge \"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\" --json"]),
    ("journal-key", &["annabella journal-key"]),
    ("clock-check", &["annabella clock-check /dev/ttyACM0"]),
    ("clock-emulator", &["annabella clock-emulator --link /tmp/clock"]),
    ("board-emulator", &["annabella board-emulator --link /tmp/board --kind dgt --minutes 90 game.pgn"]),
    ("braille-emulator", &["annabella braille-emulator --cells 20"]),
    ("eval", &["annabella eval recordings --list"]),
    ("perft", &["annabella perft startpos 5"]),
];

/// Returns how a command may be called; the program itself as the commands of a first evening.
pub(crate) fn calls(command: &str) -> Vec<&'static str> {
    let first = ["setup", "play", "resume"];
    match CALLS.iter().find(|(name, _)| *name == command) {
        Some((_, calls)) => calls.to_vec(),
        None if command == "annabella" => {
            first.iter().filter_map(|name| calls(name).first().copied()).collect()
        }
        None => Vec::new(),
    }
}

/// Adds the two forms of the help: what is usual on one screen, and all.
pub(crate) fn with_help_flags(command: Command) -> Command {
    let flag = |name: &'static str| Arg::new(name).long(name).global(true);
    // While it is built, clap looks whether there is any long help; the others come later.
    command
        .disable_help_flag(true)
        .arg(flag("help").short('h').action(ArgAction::HelpShort).help("This help").long_help("This help"))
        .arg(flag("help-all").action(ArgAction::HelpLong).help("All options, each with an example"))
}

/// Options before or behind `help` that have a value, which is no command.
const WITH_VALUE: [&str; 2] = ["--language", "--config"];

/// Returns the arguments with `help COMMAND` as `COMMAND --help`, the screenful of it that most want: clap shows all.
pub(crate) fn asked_by_word(arguments: Vec<OsString>) -> Vec<OsString> {
    let is_option = |argument: &OsString| argument.to_string_lossy().starts_with('-');
    let is_value = |n: usize| n > 1 && WITH_VALUE.iter().any(|option| arguments[n - 1] == *option);
    let mut words = (1..arguments.len()).filter(|&n| !is_option(&arguments[n]) && !is_value(n));
    if words.next().is_none_or(|first| arguments[first] != "help") {
        return arguments;
    }
    let asks_for_all = arguments.iter().any(|argument| argument == "--help-all");
    let flag = if asks_for_all { "--help-all" } else { "--help" };
    let named = words.map(|name| &arguments[name]).find(|name| **name != "help");
    let program = arguments.first();
    program.into_iter().chain(named).cloned().chain([flag.into()]).collect()
}

/// Returns the command and its subcommands with their help in words of the catalogue. Parts that it lacks stay English.
pub(crate) fn described(mut command: Command, words: &Catalogue) -> Command {
    let name = command.get_name().to_owned();
    let usage = placeholders(&usage(&mut command), words);
    let about = |part| words.attribute(&format!("command-{name}"), part);
    let source = || command.get_long_about().or(command.get_about()).map(ToString::to_string);
    let long = about(Some("long")).or_else(|| about(None)).or_else(source).unwrap_or_default();
    let short = words.try_say(&format!("short-command-{name}"), &[]);
    command = command.about(short.unwrap_or_else(|| long.clone())).long_about(long);
    if let Some(place) = CALLS.iter().position(|(known, _)| *known == name) {
        command = command.display_order(place);
    }
    let commands: Vec<String> = command.get_subcommands().map(|of| of.get_name().to_owned()).collect();
    // All settings are there, or none.
    let is_grouped = command.get_arguments().any(|option| option.get_id() == "grammar");
    let usage_heading = words.say("help-usage", &[]);
    command = command
        .override_usage(usage)
        .help_template(TEMPLATE.replace("{usage}", &format!("{usage_heading} {{usage}}")))
        .subcommand_help_heading(words.render(&Heading::Commands))
        .mut_args(|option| of_option(option, &name, is_grouped, words));
    let calls = calls(&name);
    if let Some(first) = calls.first() {
        let all = format!("{}\n  {}", words.say("help-examples", &[]), calls.join("\n  "));
        let mut usual = words.say("help-example", &[("example", first)]);
        if command.get_arguments().any(Arg::is_hide_short_help_set) {
            let whole = format!("annabella {name} --help-all");
            usual = format!("{usual}\n{}", words.say("help-rest", &[("command", &whole)]));
        }
        command = command.after_help(usual).after_long_help(all);
    }
    for of in commands {
        // The subcommands of `help` are the commands again.
        command = match name.as_str() {
            "help" => command,
            _ => command.mut_subcommand(&of, |of| described(of, words)),
        };
    }
    command
}

/// Returns how a command is called, without clap's English heading.
pub(crate) fn usage(command: &mut Command) -> String {
    command.render_usage().to_string().trim_start_matches("Usage:").trim().to_owned()
}

/// Replaces the words in capitals that stand for values: "[OPTIONS] <FILE.wav>". Words without a text stay.
fn placeholders(text: &str, words: &Catalogue) -> String {
    let is_other = |c: char| !c.is_ascii_uppercase();
    let replaced = text.split_inclusive(is_other).map(|part| {
        let word = part.trim_end_matches(is_other);
        let told = words.try_say(&format!("placeholder-{}", word.to_lowercase()), &[]);
        told.unwrap_or_else(|| word.to_owned()) + &part[word.len()..]
    });
    replaced.collect()
}

/// Returns the option with its placeholders, its place and its help. The short help is one line; the long one names the
/// values, what holds otherwise, and an example.
fn of_option(option: Arg, command: &str, is_grouped: bool, words: &Catalogue) -> Arg {
    let name = option.get_long().map_or_else(|| option.get_id().to_string(), str::to_owned);
    let id = option.get_id().as_str().replace('_', "-");
    let takes_values = option.get_action().takes_values();
    // A number below zero is a wrong value, and no unknown option.
    let option = with_placeholders(option, words).allow_negative_numbers(takes_values);
    let own = words.try_say(&format!("option-{command}-{id}"), &[]);
    let translated = own.or_else(|| words.try_say(&format!("option-{id}"), &[]));
    let is_translated = translated.is_some();
    let source = option.get_long_help().or(option.get_help()).map(ToString::to_string);
    let Some(text) = translated.or(source) else { return option };
    // The makers of boards: `%makers%` and the others.
    let mut text =
        maker_lists().iter().fold(text, |text, (name, list)| text.replace(&format!("%{name}%"), list));
    let values = option.get_possible_values();
    if takes_values && !is_translated && !values.is_empty() {
        let value = |value: &clap::builder::PossibleValue| match value.get_help() {
            Some(help) => format!("{} ({help})", value.get_name()),
            None => value.get_name().to_owned(),
        };
        text = format!("{text}: {}", values.iter().map(value).collect::<Vec<_>>().join(", "));
    }
    let by_clap = option.get_default_values().first().filter(|_| takes_values);
    let by_clap = by_clap.map(|value| value.to_string_lossy().into_owned());
    let usual = by_clap.or_else(|| settings::usual(&name).filter(|_| is_grouped).map(str::to_owned));
    if let Some(usual) = usual {
        text = format!("{text} ({})", words.say("help-default", &[("value", &usual)]));
    }
    let mut long = text.clone();
    if let Some(example) = example(&option, &name) {
        long = format!("{long}\n{}", words.say("help-example", &[("example", &example)]));
    }
    let (heading, place) = place(&option, &name, is_grouped);
    // What most games need has a shorter text, in which the rest is left out.
    let short = words.try_say(&format!("short-{id}"), &[]).filter(|_| is_grouped);
    let is_rare = short.is_none() && is_grouped && settings::all().any(|known| known == name);
    option
        .help(short.unwrap_or(text))
        .long_help(long)
        .hide_short_help(is_rare || RARE.contains(&&*name))
        .help_heading(words.render(&heading))
        .display_order(place)
        .hide_default_value(takes_values)
        .hide_possible_values(takes_values)
}

/// Returns how an option with a value may be typed.
fn example(option: &Arg, name: &str) -> Option<String> {
    let takes_values = option.get_action().takes_values();
    option.get_long().filter(|_| takes_values)?;
    let own = VALUES.iter().find(|(known, _)| *known == name).map(|(_, value)| format!("--{name} {value}"));
    own.or_else(|| settings::option(name))
}

/// Returns the heading of an option and its place beneath it.
fn place(option: &Arg, name: &str, is_grouped: bool) -> (Heading, usize) {
    if option.is_positional() {
        return (Heading::Arguments, option.get_index().unwrap_or_default());
    }
    let groups = GROUPS.iter().filter(|_| is_grouped || ["help", "help-all"].contains(&name));
    let place = |(heading, names): &(Heading, &[&str])| {
        let heading = if is_grouped { *heading } else { Heading::Options };
        names.iter().position(|known| *known == name).map(|place| (heading, 100 + place))
    };
    groups.filter_map(place).next().unwrap_or((Heading::Options, 50))
}

fn with_placeholders(option: Arg, words: &Catalogue) -> Arg {
    let is_switch = option.get_value_parser().type_id() == std::any::TypeId::of::<bool>();
    if is_switch && option.get_action().takes_values() {
        return option.value_name("true|false");
    }
    // If the source names no placeholder, clap shows the option's own name, in English.
    let own = option.get_id().as_str().to_uppercase();
    let unnamed = words.try_say("placeholder-value", &[]);
    let is_unnamed = |name: &str| {
        *name == own && words.try_say(&format!("placeholder-{}", own.to_lowercase()), &[]).is_none()
    };
    let names = option.get_value_names().unwrap_or_default().iter().map(|name| match &unnamed {
        Some(unnamed) if is_unnamed(name) => unnamed.clone(),
        _ => placeholders(name, words),
    });
    let names: Vec<String> = names.collect();
    if names.is_empty() { option } else { option.value_names(names) }
}

#[cfg(test)]
mod tests;
