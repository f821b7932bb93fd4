//! The manual pages and completions of every command, made of the same description as `--help`.

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

/// Writes them into a folder, which is made: `annabella.1` and one like it for each command where man looks for them
/// below its folder, in English in `man/man1`, in other languages in `man/TAG/man1`; and `annabella.bash`, `_annabella`,
/// `annabella.fish` in English.
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

/// The same without what is hidden, which completions would offer.
fn shown(command: &Command) -> Command {
    let options = command.get_arguments().filter(|option| !option.is_hide_set());
    let mut shown = Command::new(command.get_name().to_owned())
        // The flags are among the options already, and each option stands where it is heeded.
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
