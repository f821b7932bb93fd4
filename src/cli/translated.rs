//! The help in languages other than English.

use annabella::language::Catalogue;
use clap::{Arg, Command};

/// The help of a command, without clap's English headings.
const TEMPLATE: &str = "{before-help}{about-with-newline}\n{usage}\n\n{all-args}{after-help}";

/// Returns the command and its subcommands in words of the catalogue. Parts that it lacks stay English.
pub(crate) fn translated(mut command: Command, words: &Catalogue) -> Command {
    let Some(called) = words.try_say("help-usage", &[]) else { return command };
    let name = command.get_name().to_owned();
    let usage = command.render_usage().to_string();
    let usage = placeholders(usage.trim_start_matches("Usage:").trim(), words);
    for part in [None, Some("long")] {
        command = match (part, words.attribute(&format!("command-{name}"), part)) {
            (None, Some(text)) => command.about(text),
            (Some(_), Some(text)) => command.long_about(text),
            (_, None) => command,
        };
    }
    let commands: Vec<String> = command.get_subcommands().map(|of| of.get_name().to_owned()).collect();
    command = command
        .override_usage(usage)
        .help_template(TEMPLATE.replace("{usage}", &format!("{called} {{usage}}")))
        .mut_args(|option| of_option(option, &name, words));
    if let Some(heading) = words.try_say("help-commands", &[]) {
        command = command.subcommand_help_heading(heading);
    }
    for of in commands {
        // The subcommands of `help` are the commands again.
        command = match name.as_str() {
            "help" => command,
            _ => command.mut_subcommand(&of, |of| translated(of, words)),
        };
    }
    command
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

/// Returns the option with its placeholders and its help replaced. The help names the values and the default.
fn of_option(option: Arg, command: &str, words: &Catalogue) -> Arg {
    // If the source names no placeholder, clap shows the option's own name, in English.
    let own = option.get_id().as_str().to_uppercase();
    let unnamed = words.try_say("placeholder-value", &[]).unwrap_or_default();
    let is_unnamed = |name: &str| {
        *name == own && words.try_say(&format!("placeholder-{}", own.to_lowercase()), &[]).is_none()
    };
    let names = option.get_value_names().unwrap_or_default().iter().map(|name| match is_unnamed(name) {
        true => unnamed.clone(),
        false => placeholders(name, words),
    });
    let names: Vec<String> = names.collect();
    let option = if names.is_empty() { option } else { option.value_names(names) };
    let id = option.get_id().as_str().replace('_', "-");
    let own = words.try_say(&format!("option-{command}-{id}"), &[]);
    let Some(text) = own.or_else(|| words.try_say(&format!("option-{id}"), &[])) else { return option };
    let takes_values = option.get_action().takes_values();
    let usual = option.get_default_values().first().filter(|_| takes_values);
    let usual = usual.map(|value| words.say("help-default", &[("value", &value.to_string_lossy())]));
    let text = usual.map_or(text.clone(), |usual| format!("{text} ({usual})"));
    let heading = if option.is_positional() { "help-arguments" } else { "help-options" };
    option
        .help(text.clone())
        .long_help(text)
        .help_heading(words.say(heading, &[]))
        .hide_default_value(takes_values)
        .hide_possible_values(takes_values)
}

#[cfg(test)]
mod tests {
    use annabella::language::{LANGUAGES, LanguageFolder};

    use super::*;
    use crate::cli::Cli;

    /// Placeholders that are the same in each language.
    const SAME_PLACEHOLDERS: [&str; 11] =
        ["", "N", "NAME", "FEN", "PGN", "URL", "PORT", "MS", "HOST", "ELO", "FORM"];

    /// Checks that every visible command, option and value has words in every language.
    #[test]
    fn nothing_is_left_in_english() {
        for language in LANGUAGES.into_iter().filter(|language| language.tag != LanguageFolder::ENGLISH.tag) {
            let words = language.catalogue();
            let english = Cli::described(&LanguageFolder::ENGLISH.catalogue());
            check(&english, &Cli::described(&words));
        }
        fn check(english: &Command, other: &Command) {
            let name = english.get_name();
            let about = |command: &Command| command.get_about().map(ToString::to_string);
            assert_ne!(about(english), about(other), "command-{name}");
            let shown = other.get_arguments().filter(|option| !option.is_hide_set());
            for (option, before) in shown.zip(english.get_arguments().filter(|option| !option.is_hide_set()))
            {
                let help = option.get_help().map(ToString::to_string);
                assert!(help.is_some(), "option-{name}-{}", option.get_id());
                assert_ne!(
                    help,
                    before.get_help().map(ToString::to_string),
                    "option-{name}-{}",
                    option.get_id()
                );
                let names = |option: &Arg| option.get_value_names().unwrap_or_default().join(" ");
                let in_words = |names: String| -> Vec<String> {
                    names.split(|c: char| !c.is_uppercase()).map(str::to_owned).collect()
                };
                let before_words = in_words(names(before));
                let is_told = in_words(names(option))
                    .iter()
                    .all(|word| SAME_PLACEHOLDERS.contains(&word.as_str()) || !before_words.contains(word));
                assert!(is_told, "{name}: {}", names(option));
                let help = help.unwrap();
                for value in
                    before.get_possible_values().iter().filter(|_| before.get_action().takes_values())
                {
                    assert!(help.contains(value.get_name()), "option-{name}-{}: {help}", option.get_id());
                }
            }
            for command in english.get_subcommands().filter(|command| !command.is_hide_set()) {
                let command = (command, other.find_subcommand(command.get_name()).unwrap());
                if command.0.get_name() != "help" {
                    check(command.0, command.1);
                }
            }
        }
    }
}
