//! Options that change nothing beside the others are refused, since whoever gives one wants something of it. Settings of
//! the configuration file are for all games, and are not.

use annabella::{
    app::game_options::{ASK_OPPONENT, opponent, opponents},
    commands::error::UselessOption,
    config::{ConfirmMode, Settings},
    journal::Opponent,
};

use super::command::Command;

/// What a setting needs to change anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Need {
    Engine,
    Server,
    /// A game whose start no server chooses.
    OwnStart,
    Delay,
    Board,
    Competition,
    /// Nothing may be told of the position.
    Discretion,
}

const NEEDS: [(&str, Need); 13] = [
    ("strength", Need::Engine),
    ("move-time", Need::Engine),
    ("engine-resigns", Need::Engine),
    ("rated", Need::Server),
    ("lichess-url", Need::Server),
    ("fen", Need::OwnStart),
    ("chess960", Need::OwnStart),
    ("delay", Need::Delay),
    ("board-moves", Need::Board),
    ("board-touches", Need::Board),
    ("board-clock", Need::Board),
    ("warnings-allowed", Need::Competition),
    ("described", Need::Discretion),
];

impl Need {
    /// Whether a game with these settings, or one that may be chosen with them, has it. `asks`: the opponent is asked for.
    fn is_met(self, settings: &Settings, asks: bool) -> bool {
        let all = opponents(settings);
        // An opponent that there is not is refused as that.
        let against = |is: fn(&Opponent) -> bool| {
            let may_be = |of: &Settings| {
                of.opponent.as_deref() == Some(ASK_OPPONENT) || opponent(of).map_or(true, |who| is(&who))
            };
            asks || all.iter().any(may_be)
        };
        match self {
            Need::Engine => against(Opponent::is_engine),
            Need::Server => against(Opponent::is_online),
            Need::OwnStart => !all.iter().all(|of| opponent(of).is_ok_and(|who| who.is_online())),
            Need::Delay => settings.confirm == Some(ConfirmMode::Delay),
            Need::Board => settings.board.is_some(),
            Need::Competition => settings.competition == Some(true),
            Need::Discretion => settings.competition == Some(true) || settings.blindfold == Some(true),
        }
    }

    fn refusal(self, option: &str) -> UselessOption {
        let option = format!("--{option}");
        let missing = match self {
            Need::Engine => "--opponent engine",
            Need::Server => "--opponent lichess",
            Need::OwnStart => {
                return UselessOption::Beside { option, other: "--opponent lichess".to_owned() };
            }
            Need::Delay => "--confirm delay",
            Need::Board => "--board",
            Need::Competition | Need::Discretion => "--competition",
        };
        UselessOption::Without { option, missing }
    }
}

/// Checks the settings that were typed for a game against all that it has.
pub(crate) fn check_game(typed: &Settings, settings: &Settings, asks: bool) -> Result<(), UselessOption> {
    let chosen = typed.chosen();
    let useless =
        NEEDS.iter().find(|(name, need)| chosen.contains_key(*name) && !need.is_met(settings, asks));
    useless.map_or(Ok(()), |(name, need)| Err(need.refusal(name)))
}

/// Checks the options of a command that plays no game.
pub(crate) fn check(command: &Command) -> Result<(), UselessOption> {
    let beside = |chosen: &Settings, names: &[&str], other: &str| {
        let name = names.iter().find(|name| chosen.chosen().contains_key(**name));
        name.map_or(Ok(()), |name| {
            Err(UselessOption::Beside { option: format!("--{name}"), other: other.to_owned() })
        })
    };
    match command {
        Command::Listen { audio: Some(_), settings, .. } => {
            beside(settings, &["microphone", "headphones"], "--audio")
        }
        Command::Transcribe { dgt: Some(_), settings, .. } => {
            beside(settings, &["grammar", "model", "pause"], "--dgt")
        }
        Command::Transcribe { audio: None, settings, .. } => {
            let chosen = settings.chosen();
            let useless = ["model", "pause"].into_iter().find(|name| chosen.contains_key(*name));
            let without = |name| UselessOption::Without { option: format!("--{name}"), missing: "--audio" };
            useless.map_or(Ok(()), |name| Err(without(name)))
        }
        Command::Perft { fen, chess960: true, .. } if fen.parse::<u32>().is_ok() => {
            Err(UselessOption::Beside { option: "--chess960".to_owned(), other: fen.clone() })
        }
        _ => Ok(()),
    }
}

/// Checks that a game of a file begins in the position that was typed, if one was.
pub(crate) fn check_start(
    typed: &Settings,
    path: &std::path::Path,
    begins: bool,
) -> Result<(), UselessOption> {
    let option = match (&typed.fen, typed.chess960) {
        (None, None) => return Ok(()),
        (Some(_), _) => "--fen",
        (None, Some(_)) => "--chess960",
    };
    if begins { Ok(()) } else { Err(UselessOption::NoStart { option, path: path.display().to_string() }) }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use annabella::language::{Catalogue, LanguageFolder};

    use super::*;
    use crate::cli::Cli;

    /// What each command needs to be complete.
    const COMPLETE: [(&str, &str); 12] = [
        ("resume", "j"),
        ("eval", "d"),
        ("clock-emulator", "--link l"),
        ("clock-check", "p"),
        ("board-emulator", "--link l g"),
        ("export", "j"),
        ("replay", "j"),
        ("speak", "f"),
        ("transcribe", "f"),
        ("judge", "startpos"),
        ("perft", "startpos 1"),
        ("reconcile", "a b"),
    ];

    /// Each option, with a value, and with what it belongs: nothing is there that changes something by itself. Where a
    /// command's name stands before it, the row is for that command alone.
    const BELONGS: &[(&str, &str, &str)] = &[
        ("time", "5", ""),
        ("time-control", "300", ""),
        ("user", "white", ""),
        ("opponent", "engine", ""),
        ("strength", "1500", "--opponent engine"),
        ("move-time", "1", "--opponent board,engine:x"),
        ("engine-resigns", "", "--opponent ask"),
        ("rated", "", "--opponent lichess:anna"),
        ("confirm", "lever", ""),
        ("delay", "3", "--confirm delay"),
        ("repeat", "", ""),
        ("competition", "", ""),
        ("blindfold", "", ""),
        ("described", "squares", "--competition"),
        ("warnings", "off", ""),
        ("warnings-allowed", "", "--competition"),
        ("ruleset", "fide-2009", ""),
        ("draw-offers", "never", ""),
        ("guidelines-iii", "", ""),
        ("unsupervised", "", ""),
        ("default-time", "15", ""),
        ("resumption", "x", ""),
        ("fen", "x", ""),
        ("chess960", "5", ""),
        ("language", "en", ""),
        ("letters", "en", ""),
        ("braille-code", "german", ""),
        ("braille-table", "x", ""),
        ("by-touch", "", ""),
        ("style", "nato", ""),
        ("square-first", "", ""),
        ("pause-after", "3", ""),
        ("explore", "silent", ""),
        ("keep-voice", "", ""),
        ("grammar", "x", ""),
        ("model", "x", ""),
        ("microphone", "x", ""),
        ("headphones", "", ""),
        ("barge-in", "off", ""),
        ("talk", "held", ""),
        ("tones", "off", ""),
        ("pause", "300", ""),
        ("rate", "5", ""),
        ("volume", "5", ""),
        ("board", "dgt", ""),
        ("board-moves", "both", "--board dgt"),
        ("board-touches", "", "--board dgt"),
        ("board-clock", "", "--board dgt"),
        ("clock", "auto", ""),
        ("white", "x", ""),
        ("black", "x", ""),
        ("event", "x", ""),
        ("site", "x", ""),
        ("round", "x", ""),
        ("text", "x", ""),
        ("audio", "x", ""),
        ("real-time", "", "--audio x"),
        ("journal", "x", ""),
        ("config", "x", ""),
        ("damaged", "", ""),
        ("keep", "d", ""),
        ("phrases", "words", ""),
        ("json", "", ""),
        ("list", "", ""),
        ("check", "", ""),
        ("forget", "", ""),
        ("link", "x", ""),
        ("fault", "drop", ""),
        ("svg", "x", ""),
        ("kind", "certabo", ""),
        ("seed", "3", ""),
        ("speed", "3", ""),
        ("turned", "", ""),
        ("minutes", "3", ""),
        ("pgn", "", ""),
        ("export text", "", ""),
        ("audit", "", ""),
        ("brf", "", ""),
        ("unicode", "", "--brf"),
        ("export braille-code", "german", "--brf"),
        ("table", "x", "--brf"),
        ("width", "30", "--brf"),
        ("length", "20", "--brf"),
        ("no-form-feeds", "", "--brf"),
        ("line-ends", "lf", "--brf"),
        ("move", "3", ""),
        ("address", "x", ""),
        ("cells", "20", ""),
        ("form", "short", ""),
        ("dgt", "x", ""),
        ("transcribe model", "x", "--audio x"),
        ("transcribe pause", "300", "--audio x"),
        ("stdin", "", ""),
        ("nodes", "5", ""),
        ("perft chess960", "", ""),
        ("used", "1:00,1:00", ""),
    ];

    /// What rules an option out.
    const RULED_OUT: [&str; 12] = [
        "play --fen x --opponent lichess",
        "play --chess960 5 --opponent lichess:anna",
        "play --chess960 5 --opponent lichess,lichess:anna",
        "play --strength 1500 --opponent lichess",
        "play --strength 1500 --opponent board:engine",
        "play --rated=false --opponent engine",
        "listen --audio x --microphone x",
        "listen --audio x --headphones",
        "transcribe --dgt x --grammar x",
        "transcribe --dgt x --pause 300",
        "transcribe --dgt x --model x",
        "perft 5 1 --chess960",
    ];

    /// Reads a command line as the program does: the command, or why it is refused.
    fn read(typed: &str, all: &clap::Command, words: &Catalogue) -> Result<String, String> {
        let arguments = ["annabella"].into_iter().chain(typed.split(' ').filter(|word| !word.is_empty()));
        let cli = Cli::of(all, arguments).map_err(|error| error.to_string())?;
        let useless = match &cli.command {
            Command::Play { settings, .. } => check_game(settings, settings, false),
            command => check(command),
        };
        useless.map_err(|error| words.render(&error))?;
        Ok(format!("{:?} {:?}", cli.command, cli.config))
    }

    /// What else a command needs beside an option and what that belongs to.
    fn rest(command: &str, option: &str, belongs: &str) -> &'static str {
        let takes_its_place = ["audio", "dgt", "stdin"].contains(&option) || belongs.contains("--audio");
        match COMPLETE.iter().find(|(of, _)| *of == command).map_or("", |(_, rest)| rest) {
            "f" | "startpos" if takes_its_place => "",
            rest if option == "link" => rest.trim_start_matches("--link l"),
            rest => rest,
        }
    }

    #[test]
    fn every_option_changes_something_or_is_refused() {
        let both = [LanguageFolder::ENGLISH, LanguageFolder::USUAL].map(|language| {
            let words = language.catalogue();
            (Cli::described(&words), words)
        });
        let (all, words) = &both[0];
        let (mut wrong, mut used) = (Vec::new(), BTreeSet::new());
        for command in all.get_subcommands().filter(|of| of.get_name() != "help" && !of.is_hide_set()) {
            let name = command.get_name();
            let shown = command.get_arguments().filter(|option| !option.is_hide_set());
            for option in shown.filter_map(|option| option.get_long()).filter(|long| *long != "help") {
                let row = |key: &str| BELONGS.iter().find(|(of, ..)| *of == key);
                let Some((key, value, belongs)) = row(&format!("{name} {option}")).or_else(|| row(option))
                else {
                    wrong.push(format!("{name} --{option}: nothing says with what it belongs"));
                    continue;
                };
                used.insert(key);
                // What a resumed game has, its journal says.
                let belongs = if name == "resume" && option != "real-time" { "" } else { belongs };
                let without = format!("{name} {belongs} {}", rest(name, option, belongs));
                let with = format!("{without} --{option} {value}");
                match (read(&with, all, words), read(&without, all, words)) {
                    (Ok(with), Ok(without)) if with == without => {
                        wrong.push(format!("{with} changes nothing"))
                    }
                    (Err(error), _) => wrong.push(format!("{with}: {error}")),
                    _ => {}
                }
                let alone = format!("{name} {} --{option} {value}", rest(name, option, ""));
                if !belongs.is_empty() && read(&alone, all, words).is_ok() {
                    wrong.push(format!("{alone} is taken without {belongs}"));
                }
            }
        }
        for typed in RULED_OUT {
            let told = both.each_ref().map(|(all, words)| read(typed, all, words));
            let says = |told: &Result<String, String>, word: &str| {
                told.as_ref().is_err_and(|told| told.contains(word) && told.lines().count() == 1)
            };
            if !says(&told[0], "changes nothing") || !says(&told[1], "ändert nichts") {
                wrong.push(format!("{typed}: {told:?}"));
            }
        }
        wrong.extend(
            BELONGS
                .iter()
                .map(|(key, ..)| key)
                .filter(|key| !used.contains(*key))
                .map(|key| format!("no command has {key}")),
        );
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn what_the_file_chooses_counts_and_is_not_refused() {
        let typed = Settings { strength: Some(1500), ..Settings::default() };
        let file = Settings { opponent: Some("engine".to_owned()), delay: Some(3.0), ..Settings::default() };
        assert_eq!(check_game(&typed, &typed.clone().or(file), false), Ok(()));
        assert_eq!(check_game(&typed, &typed, true), Ok(()));
        assert!(check_game(&typed, &typed, false).is_err());
    }
}
