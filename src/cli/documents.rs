//! The manual pages and completions of every command, made from the same description as `--help`.

use std::{fs, io, path::Path};

use annabella::language::{Catalogue, LANGUAGES, LanguageFolder};
use clap::Command;
use clap_complete::{Shell, generate_to};
use clap_mangen::{
    Man,
    roff::{Roff, bold, roman},
};

use super::{Cli, help};

/// The shells whose completions an installation has a place for.
const SHELLS: [Shell; 3] = [Shell::Bash, Shell::Zsh, Shell::Fish];

/// Writes pages and completions into `folder`, and creates it. `annabella.1` and a page for each command are in
/// `man/man1` in English, in `man/TAG/man1` in other languages; the completions `annabella.bash`, `_annabella` and
/// `annabella.fish` are in English.
pub(crate) fn write(folder: &Path) -> io::Result<()> {
    for language in LANGUAGES {
        let is_english = language.tag == LanguageFolder::ENGLISH.tag;
        let pages = folder.join("man").join(if is_english { "" } else { language.tag }).join("man1");
        fs::create_dir_all(&pages)?;
        let words = language.catalogue();
        let mut shown = shown(&Cli::described(&words));
        shown.build();
        write_pages(&shown, &pages, &words)?;
        for shell in SHELLS.into_iter().filter(|_| is_english) {
            generate_to(shell, &mut shown, "annabella", folder)?;
        }
    }
    Ok(())
}

fn write_pages(command: &Command, folder: &Path, words: &Catalogue) -> io::Result<()> {
    let page = Man::new(command.clone());
    fs::write(folder.join(page.get_filename()), page_of(&page, command, words)?)?;
    let commands = command.get_subcommands().filter(|of| of.get_name() != "help");
    commands.into_iter().try_for_each(|of| write_pages(of, folder, words))
}

/// The folders of the user that hold files, and what each file is.
const FILES: [(&str, &str); 4] = [
    ("~/.config/annabella/config.toml", "manual-file-config"),
    ("~/.local/share/annabella/", "manual-file-journals"),
    ("~/.config/annabella/lichess.token", "manual-file-token"),
    ("~/.config/annabella/journal.key", "manual-file-key"),
];

const VARIABLES: [(&str, &str); 6] = [
    ("LC_ALL, LC_MESSAGES, LANG", "manual-variable-language"),
    ("XDG_CONFIG_HOME", "manual-variable-config"),
    ("XDG_DATA_HOME", "manual-variable-data"),
    ("SPEECHD_ADDRESS", "manual-variable-speech"),
    ("BRLAPI_HOST", "manual-variable-braille"),
    ("PULSE_SERVER", "manual-variable-sound"),
];

/// Returns the page of a command. The library has English headings, and none for the groups of options together.
fn page_of(page: &Man, command: &Command, words: &Catalogue) -> io::Result<Vec<u8>> {
    let rendered = |render: &dyn Fn(&mut dyn io::Write) -> io::Result<()>| {
        let mut text = Vec::new();
        render(&mut text).map(|()| String::from_utf8_lossy(&text).into_owned())
    };
    let example = words.say("help-example", &[("example", &"")]);
    let example = example.trim();
    let heading = |name: &str| words.say(&format!("manual-{name}"), &[]);
    let mut roff = Roff::new();
    let calls = help::calls(command.get_name());
    if !calls.is_empty() {
        roff.control("SH", [heading("examples").as_str()]);
        for call in calls {
            roff.control("PP", []).text([bold(call)]);
        }
    }
    let is_about_a_user = command.get_arguments().any(|option| option.get_id() == "config");
    let lists = [("files", &FILES[..]), ("environment", &VARIABLES[..])];
    for (name, entries) in lists.into_iter().filter(|_| is_about_a_user) {
        roff.control("SH", [heading(name).as_str()]);
        for (entry, what) in entries {
            roff.control("TP", []).text([bold(*entry)]).text([roman(words.say(what, &[]))]);
        }
    }
    let mut text = rendered(&|to| page.render_title(to))?;
    let mut section = |name: &str, content: String| {
        // The first heading is the section's; those behind it are the groups of the options.
        let own = content.split_once("\n.SH ").map_or("", |(_, rest)| rest);
        let (first, rest) = own.split_once('\n').unwrap_or_default();
        let is_group = name == "options" && content.matches("\n.SH ").count() > 1;
        let groups = if is_group { format!(".SS {first}\n") } else { String::new() };
        let rest =
            rest.replace("\n.SH ", "\n.SS ").replace(&format!("\n{example}"), &format!("\n.br\n{example}"));
        text += &format!(".SH {}\n{groups}{rest}\n", heading(name));
    };
    section("name", rendered(&|to| page.render_name_section(to))?);
    let usage = help::usage(&mut command.clone());
    section("synopsis", Roff::new().control("SH", ["-"]).text([roman(usage)]).render());
    section("description", rendered(&|to| page.render_description_section(to))?);
    section("options", rendered(&|to| page.render_options_section(to))?);
    if command.has_subcommands() {
        section("commands", rendered(&|to| page.render_subcommands_section(to))?);
    }
    text += &roff.render();
    if command.get_version().is_some() {
        text += &rendered(&|to| page.render_version_section(to))?.replace("VERSION", &heading("version"));
    }
    Ok(text.into_bytes())
}

/// Returns the command without its hidden parts, which completions would offer otherwise.
fn shown(command: &Command) -> Command {
    let options = command.get_arguments().filter(|option| !option.is_hide_set());
    let mut shown = Command::new(command.get_name().to_owned())
        // The options of a built command already include these flags, and each command has its global options.
        .disable_help_flag(true)
        .disable_version_flag(true)
        .disable_help_subcommand(true)
        .override_usage(help::usage(&mut command.clone()))
        .args(options.cloned().map(|option| option.global(false)));
    if let Some(version) = command.get_version() {
        shown = shown.version(version.to_owned());
    }
    if let Some(about) = command.get_about() {
        shown = shown.about(about.clone());
    }
    if let Some(about) = command.get_long_about() {
        shown = shown.long_about(about.clone());
    }
    let commands = command.get_subcommands().filter(|of| !of.is_hide_set() && of.get_name() != "help");
    shown.subcommands(commands.map(self::shown))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pages_have_their_sections_in_their_language() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path()).unwrap();
        let page = |path: &str| fs::read_to_string(folder.path().join("man").join(path)).unwrap();
        let sections = |page: &str| -> Vec<String> {
            let lines = page.lines().filter_map(|line| line.strip_prefix(".SH "));
            lines.map(|heading| heading.trim_matches('"').to_owned()).collect()
        };
        let english = ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "FILES", "ENVIRONMENT"];
        let german = ["NAME", "ÜBERSICHT", "BESCHREIBUNG", "OPTIONEN", "BEISPIELE", "DATEIEN", "UMGEBUNG"];
        let play = page("de/man1/annabella-play.1");
        assert_eq!(sections(&page("man1/annabella-play.1")), english);
        assert_eq!(sections(&play), german);
        assert!(play.contains(".SS PARTIE\n") && play.contains("\n.br\nBeispiel: "), "{play}");
        let whole = page("de/man1/annabella.1");
        assert_eq!(sections(&whole), [&german[..4], &["BEFEHLE"], &german[4..], &["VERSION"]].concat());
        assert!(
            ["SYNOPSIS", "subcommands", "OPTIONS"].iter().all(|word| !(whole.clone() + &play).contains(word))
        );
    }
}
