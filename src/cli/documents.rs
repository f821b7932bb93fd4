//! The manual pages and completions of every command, made from the same description as `--help`.

use std::{
    fs::{self, File},
    io,
    path::Path,
};

use annabella::language::{LANGUAGES, LanguageFolder};
use clap::Command;
use clap_complete::{Shell, generate_to};
use clap_mangen::Man;

use super::Cli;

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
        let mut shown = shown(&Cli::described(&language.catalogue()));
        shown.build();
        write_pages(&shown, &pages)?;
        for shell in SHELLS.into_iter().filter(|_| is_english) {
            generate_to(shell, &mut shown, "annabella", folder)?;
        }
    }
    Ok(())
}

fn write_pages(command: &Command, folder: &Path) -> io::Result<()> {
    let page = Man::new(command.clone());
    page.render(&mut File::create(folder.join(page.get_filename()))?)?;
    command.get_subcommands().filter(|of| of.get_name() != "help").try_for_each(|of| write_pages(of, folder))
}

/// Returns the command without its hidden parts, which completions would offer otherwise.
fn shown(command: &Command) -> Command {
    let options = command.get_arguments().filter(|option| !option.is_hide_set());
    let mut shown = Command::new(command.get_name().to_owned())
        // The options of a built command already include these flags, and each command has its global options.
        .disable_help_flag(true)
        .disable_version_flag(true)
        .disable_help_subcommand(true)
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
