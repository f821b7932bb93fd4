//! Where files are: the user's as XDG says, those that came with the program beside it.

use std::{
    env,
    path::{Path, PathBuf},
};

use etcetera::{BaseStrategy, base_strategy, home_dir};

/// Returns a path in which `~/` at the beginning is the home folder: a shell replaces it only where it stands alone, and
/// nobody does in a file.
pub fn at_home(path: PathBuf) -> PathBuf {
    match path.strip_prefix("~") {
        Ok(rest) => home_dir().map_or_else(|_| path.clone(), |home| home.join(rest)),
        Err(_) => path,
    }
}

/// Does the same to a text that may be a path, or `engine:` and a path.
pub fn text_at_home(text: &str) -> String {
    let (before, path) = match text.strip_prefix("engine:") {
        Some(path) => ("engine:", path),
        None => ("", text),
    };
    match path.starts_with("~/") {
        true => format!("{before}{}", at_home(path.into()).display()),
        false => text.to_owned(),
    }
}

/// Where the configuration is: `~/.config/annabella/config.toml`, or as XDG says.
pub fn file() -> Option<PathBuf> {
    Some(base_strategy::choose_base_strategy().ok()?.config_dir().join("annabella/config.toml"))
}

/// Where the token of the online account is: `~/.config/annabella/lichess.token`, or as XDG says.
pub fn account() -> Option<PathBuf> {
    Some(file()?.with_file_name("lichess.token"))
}

/// Where the key is with which journals are sealed: `~/.config/annabella/journal.key`, or as XDG says.
pub fn journal_key() -> Option<PathBuf> {
    Some(file()?.with_file_name("journal.key"))
}

/// Where the key is from which the codes of the page are made: `~/.config/annabella/web.key`, or as XDG says.
pub fn web_key() -> Option<PathBuf> {
    Some(file()?.with_file_name("web.key"))
}

/// Where journals are kept: `~/.local/share/annabella`, or as XDG says.
pub fn journals() -> Option<PathBuf> {
    Some(base_strategy::choose_base_strategy().ok()?.data_dir().join("annabella"))
}

/// Where the user's own lessons are: `~/.local/share/annabella/lessons`, or as XDG says.
pub fn lessons() -> Option<PathBuf> {
    Some(journals()?.join("lessons"))
}

/// Where it is kept what was learnt: `~/.local/share/annabella/school.toml`, or as XDG says.
pub fn progress() -> Option<PathBuf> {
    Some(journals()?.join("school.toml"))
}

/// Where the puzzles are that come from the user's games: `~/.local/share/annabella/puzzles.epd`, or as XDG says.
pub fn own_puzzles() -> Option<PathBuf> {
    Some(journals()?.join("puzzles.epd"))
}

/// Where the speech model of a language is: the first of its places that exists, or else where an installation puts it.
pub fn model(language: &str) -> PathBuf {
    let program = env::current_exe().and_then(|path| path.canonicalize()).unwrap_or_default();
    let places = places(&program, sources(&program), data_folders());
    let models: Vec<_> = places.into_iter().map(|place| place.join("models").join(language)).collect();
    let there = models.iter().find(|folder| folder.is_dir());
    there.or(models.first()).cloned().unwrap_or_default()
}

/// Beside an installed program; in the sources of one that was built; in the user's and the system's data.
fn places(program: &Path, sources: Option<PathBuf>, data: Vec<PathBuf>) -> Vec<PathBuf> {
    let prefix = program.ancestors().nth(2);
    let installed = prefix.map(|prefix| prefix.join("share/annabella"));
    let data = data.into_iter().map(|folder| folder.join("annabella"));
    installed.into_iter().chain(sources).chain(data).collect()
}

/// The sources around a program that was built and not installed, or those it is started in: cargo's target folder may be
/// elsewhere.
fn sources(program: &Path) -> Option<PathBuf> {
    let around = program.ancestors().skip(1).map(Path::to_owned);
    // Other programs have a folder of models too.
    let are_ours = |folder: &PathBuf| folder.join("models").is_dir() && folder.join("Cargo.toml").is_file();
    around.chain(env::current_dir().ok()).find(are_ours)
}

/// The user's data, then the system's, in the order of XDG.
fn data_folders() -> Vec<PathBuf> {
    let own = base_strategy::choose_base_strategy().ok().map(|base| base.data_dir());
    let all = env::var_os("XDG_DATA_DIRS").filter(|folders| !folders.is_empty());
    let all = all.unwrap_or_else(|| "/usr/local/share:/usr/share".into());
    // XDG: relative paths are ignored.
    own.into_iter().chain(env::split_paths(&all)).filter(|folder| folder.is_absolute()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tilde_is_the_home_folder() {
        let home = home_dir().unwrap();
        assert_eq!(at_home("~/a b/ä.pgn".into()), home.join("a b/ä.pgn"));
        for other in ["a/~/b", "~eva/b", "./~/b", "-", "auto", ""] {
            assert_eq!(at_home(other.into()), Path::new(other));
        }
        assert_eq!(text_at_home("engine:~/sf -x"), format!("engine:{}/sf -x", home.display()));
        assert_eq!(text_at_home("~/own.toml"), format!("{}/own.toml", home.display()));
        assert_eq!(text_at_home("board:Anna"), "board:Anna");
    }

    #[test]
    fn what_lies_beside_the_program_goes_before_all_else() {
        let data = ["/home/eva/.local/share", "/usr/share"].map(PathBuf::from).to_vec();
        let of = |program: &str, sources: Option<&str>| {
            let places = places(Path::new(program), sources.map(PathBuf::from), data.clone());
            places.iter().map(|place| place.display().to_string()).collect::<Vec<_>>()
        };
        let shared = ["/home/eva/.local/share/annabella", "/usr/share/annabella"];
        assert_eq!(
            of("/opt/chess/bin/annabella", None),
            [&["/opt/chess/share/annabella"][..], &shared].concat()
        );
        let built = of("/src/target/debug/annabella", Some("/src"));
        assert_eq!(built, [&["/src/target/share/annabella", "/src"][..], &shared].concat());
    }

    #[test]
    fn the_sources_around_a_program_are_known_by_more_than_a_folder_of_models() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("target/release/annabella");
        std::fs::create_dir_all(folder.path().join("models")).unwrap();
        assert_ne!(sources(&program).as_deref(), Some(folder.path()));
        std::fs::write(folder.path().join("Cargo.toml"), "").unwrap();
        assert_eq!(sources(&program).as_deref(), Some(folder.path()));
    }
}
