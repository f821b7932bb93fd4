//! Each option with what it belongs to, and what rules it out.

use std::collections::BTreeSet;

use annabella::language::{Catalogue, LanguageFolder};

use super::*;
use crate::cli::Cli;

/// What each command needs to be complete.
pub(in crate::cli) const COMPLETE: [(&str, &str); 13] = [
    ("hall", "prepare d"),
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
pub(in crate::cli) const BELONGS: &[(&str, &str, &str)] = &[
    ("time", "5", ""),
    ("time-control", "300", ""),
    ("user", "white", ""),
    ("opponent", "engine", ""),
    ("strength", "1500", "--opponent engine"),
    ("move-time", "1", "--opponent board,engine:x"),
    ("engine-resigns", "", "--opponent ask"),
    ("days", "3", "--opponent lichess"),
    ("rated", "", "--opponent lichess:anna"),
    ("peer-code", "x", "--opponent peer:x"),
    ("peer-clock", "white", "--opponent peer"),
    ("peer-way", "5", "--opponent peer"),
    ("confirm", "lever", ""),
    ("delay", "3", "--confirm delay"),
    ("repeat", "", ""),
    ("competition", "", ""),
    ("blindfold", "", ""),
    ("described", "squares", "--competition"),
    ("warnings", "5:00", "--time 30"),
    ("warnings-allowed", "", "--competition"),
    ("ruleset", "fide-2009", ""),
    ("draw-offers", "never", ""),
    ("guidelines-iii", "", "--time 30"),
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
    ("screen", "brief", ""),
    ("board-picture", "letters", ""),
    ("voice", "off", ""),
    ("web", "", ""),
    ("web-seat", "table", "--web"),
    ("web-delay", "60", "--web"),
    ("web-name", "x", "--web"),
    ("hall", "x", ""),
    ("keep-voice", "", ""),
    ("puzzles", "x", ""),
    ("grammar", "x", ""),
    ("model", "x", ""),
    ("microphone", "x", ""),
    ("headphones", "", ""),
    ("barge-in", "off", ""),
    ("talk", "held", ""),
    ("tones", "off", ""),
    ("pause", "300", ""),
    ("listen headphones", "", "--keep d"),
    ("listen rate", "5", "--keep d"),
    ("listen volume", "5", "--keep d"),
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
    ("fit", "", ""),
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
    ("export svg", "", ""),
    ("html", "", ""),
    ("numeric", "", ""),
    ("export move", "3", "--svg"),
    ("diagrams", "3", "--html"),
    ("export turned", "", "--svg"),
    ("game", "2", "--html"),
    ("review game", "2", "g.pgn"),
    ("export language", "en", "--html"),
    ("audit", "", ""),
    ("raw", "", "--audit"),
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
    ("boards", "20", ""),
    ("name", "x", ""),
    ("host", "x", ""),
    ("port", "8883", ""),
    ("trf", "x", ""),
    ("scores", "x", ""),
    ("hall apart", "", ""),
    ("hall round", "1", "--trf x"),
    ("broadcast", "x", ""),
    ("hall web", "x", ""),
    ("hall web-delay", "5", ""),
    ("hall language", "en", ""),
    ("arbiter", "x", ""),
    ("hall microphone", "x", ""),
    ("hall headphones", "", "--microphone x"),
];

/// What rules an option out.
const RULED_OUT: [&str; 56] = [
    "play --board-picture --competition",
    "play --board-picture --screen off",
    "play --rate 5 --voice off",
    "play --volume 5 --voice off",
    "play --board-picture=letters --blindfold",
    "play --white Anna --opponent lichess",
    "play --black Anna --opponent lichess",
    "play --event Open --opponent lichess:anna",
    "play --site Ulm --opponent lichess",
    "play --default-time 15 --opponent lichess",
    "play --unsupervised --opponent lichess",
    "play --resumption later --opponent lichess",
    "play --guidelines-iii --time 30 --opponent lichess",
    "play --guidelines-iii --time 30+10",
    "play --guidelines-iii --time 40/90+30,30+30",
    "play --repeat --opponent engine",
    "play --repeat --opponent lichess",
    "play --board-clock --board dgt --opponent lichess",
    "play --blindfold --competition",
    "play --warnings 5:00",
    "play --warnings off --time-control -",
    "play --warnings 5:00 --time 30 --competition",
    "play --model x --text x",
    "play --pause 300 --text x",
    "play --microphone x --text x",
    "play --microphone x --audio x",
    "play --barge-in off --text x",
    "play --barge-in off --audio x --real-time",
    "play --barge-in on --headphones",
    "play --headphones --tones off --text x",
    "play --headphones --tones always --audio x",
    "resume j --model x --text x",
    "resume j --microphone x --audio x",
    "resume j --barge-in off --text x",
    "resume j --delay 3 --confirm voice",
    "listen --rate 5",
    "listen --headphones",
    "listen --volume 5 --audio x",
    "setup --rate 5 --voice off",
    "learn --volume 5 --voice off",
    "setup --model x --text x",
    "setup --microphone x --text x",
    "setup --microphone x --audio x",
    "board-emulator --kind certabo --minutes 3 --link l g",
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

/// What the journal of a resumed game says.
fn journal() -> Settings {
    Settings {
        opponent: Some("board,lichess".to_owned()),
        time: Some("30".to_owned()),
        confirm: Some(ConfirmMode::Delay),
        board: Some("dgt".to_owned()),
        ..Settings::default()
    }
}

/// Reads a command line as the program does: the command, or why it is refused.
fn read(typed: &str, all: &clap::Command, words: &Catalogue) -> Result<String, String> {
    let arguments = ["annabella"].into_iter().chain(typed.split(' ').filter(|word| !word.is_empty()));
    let cli = Cli::of(all, arguments).map_err(|error| error.to_string())?;
    let useless = match &cli.command {
        Command::Play { settings, input, .. } => {
            check_game(settings, &SetUpGame { settings, input, asks: false })
        }
        Command::Resume { settings, input, .. } => {
            let whole = settings.clone().or(journal());
            check_game(settings, &SetUpGame { settings: &whole, input, asks: false })
        }
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
        _ if command == "hall" && ["arbiter", "microphone", "headphones"].contains(&option) => "desk d",
        _ if command == "hall"
            && ["web", "web-delay", "language", "broadcast", "scores"].contains(&option) =>
        {
            "show d"
        }
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
        for option in
            shown.filter_map(|option| option.get_long()).filter(|long| !["help", "help-all"].contains(long))
        {
            let row = |key: &str| BELONGS.iter().find(|(of, ..)| *of == key);
            let Some((key, value, belongs)) = row(&format!("{name} {option}")).or_else(|| row(option)) else {
                wrong.push(format!("{name} --{option}: nothing says with what it belongs"));
                continue;
            };
            used.insert(key);
            // What a resumed game has, its journal says.
            let is_own = option == "real-time" || option.starts_with("web-");
            let belongs = if name == "resume" && !is_own { "" } else { belongs };
            let without = format!("{name} {belongs} {}", rest(name, option, belongs));
            let with = format!("{without} --{option} {value}");
            match (read(&with, all, words), read(&without, all, words)) {
                (Ok(with), Ok(without)) if with == without => wrong.push(format!("{with} changes nothing")),
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

/// What is needed is also enough: the same options are taken where they change something.
#[test]
fn an_option_is_taken_where_it_changes_something() {
    let words = LanguageFolder::ENGLISH.catalogue();
    let all = Cli::described(&words);
    let taken = [
        "play --white Anna --event Open --default-time 15 --opponent lichess,board:Anna",
        "play --guidelines-iii --unsupervised --time 40/90+30,30",
        "play --repeat --opponent board:Anna,engine",
        "play --board-clock --board dgt --warnings 5:00 --guidelines-iii",
        "play --warnings 5:00 --opponent lichess",
        "play --warnings 5:00 --warnings-allowed --competition --time 30",
        "play --headphones --text x",
        "play --model x --pause 300 --talk held --audio x",
        "play --barge-in off --microphone x --headphones=false",
        "listen --rate 5 --volume 5 --headphones --keep d",
        "setup --rate 5 --text x",
        "board-emulator --kind dgt --minutes 3 --link l g",
    ];
    for typed in taken {
        assert_eq!(read(typed, &all, &words).err(), None, "{typed}");
    }
}

#[test]
fn what_the_file_chooses_counts_and_is_not_refused() {
    let typed = Settings { strength: Some(1500), ..Settings::default() };
    let file = Settings { opponent: Some("engine".to_owned()), delay: Some(3.0), ..Settings::default() };
    let check = |settings: &Settings, asks| {
        check_game(&typed, &SetUpGame { settings, input: &WordSource::default(), asks })
    };
    assert_eq!(check(&typed.clone().or(file), false), Ok(()));
    assert_eq!(check(&typed, true), Ok(()));
    assert!(check(&typed, false).is_err());
}
