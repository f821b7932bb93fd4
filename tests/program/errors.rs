//! Whatever is wrong is told in the chosen language alone, in a few short lines.

use std::{collections::BTreeSet, io::BufRead, sync::Mutex};

use crate::binary::{Home, text};

/// Arguments that cannot be carried out, separated by spaces; `_` stands for a space within one.
const WRONG_ARGUMENTS: &str = include_str!("wrong_arguments.txt");

/// Texts of configuration files that cannot be used. The chosen language stands before them.
const WRONG_CONFIGURATIONS: [&str; 52] = [
    "tiem = '5'",
    "xyzzy = 5",
    "time = 90",
    "time = '90",
    "time = 90+30",
    "time = 'soon'",
    "time-control = 'soon'",
    "time",
    "time = '5'\ntime = '6'",
    "user = white",
    "user = 'nobody'",
    "opponent = 'nobody'",
    "repeat = yes",
    "repeat = 'true'",
    "warnings = '5'",
    "described = 'colours'",
    "ruleset = 'fide-1900'",
    "draw-offers = '0'",
    "letters = 'klingon'",
    "fen = 'nonsense'",
    "pause = 0",
    "pause = '700'",
    "rate = 9999",
    "delay = 1e18",
    "pause-after = 200",
    "[game]\ntime = '5'",
    "[[",
    "[braille-keys]\nf1 = 5",
    "[braille-keys]\nxyz = 'board'",
    "[braille-keys]\nf1 = 'xyz'",
    "[braille-keys]\nf1",
    "[braille-keys]\nf1 = 'board'\nf1 = 'clock'",
    "[braille-keys]\nf1 = board",
    "{\"time\":\"90\"}",
    "time: '90+30'",
    "time = „90+30“",
    "web-name = 'http://chess.example'\nweb = '127.0.0.1:0'",
    "braille-keys = 'board'",
    "braille-code = 'klingon'",
    "braille-code = 'code-form.toml'",
    "grammar = 'grammar-key.toml'",
    "language = 5",
    "web = 'nowhere'",
    "web = '127.0.0.1:0'\nweb-seat = 'nobody'",
    "web-seat = 'nobody'",
    "web-delay = 'soon'",
    "screen = 'loud'",
    "voice = 'loud'",
    "keep-voice = 1",
    "board = 'xyz'",
    "strength = 'strong'",
    "time = \"90",
];

/// Words of the one language that are words of no sentence in the other, and nothing that is typed.
const WORDS: [(&str, &[&str]); 2] = [
    (
        "en",
        &[
            "der", "das", "und", "nicht", "gibt", "ist", "kann", "keine", "kein", "wird", "Sie", "eine",
            "Zeile", "erwartet", "fehlt", "mit", "von", "oder", "Datei",
        ],
    ),
    (
        "de",
        &[
            "and",
            "but",
            "cannot",
            "could",
            "expected",
            "found",
            "has",
            "is",
            "not",
            "of",
            "or",
            "the",
            "there",
            "with",
            "such",
            "file",
            "invalid",
            "unexpected",
            "missing",
            "unknown",
            "line",
            "column",
            "error",
            "failed",
            "must",
            "should",
            "while",
            "at",
            "to",
            "it",
            "this",
            "by",
            "a",
            "OPTIONS",
            "FILE",
            "FILES",
        ],
    ),
];

/// A home in which a language is configured, with whatever the arguments name.
fn home(language: &str) -> Home {
    let home = Home::new();
    home.file(".config/annabella/config.toml", format!("language = '{language}'\n"));
    home.file("white.pgn", "1. e4 e5 2. Nf3 Nc6 *");
    home.file("slip.pgn", "1. e4 e5 2. Ng3 Nc6 *");
    home.file("unclear.pgn", "1. Nf3 d5 2. d3 d4 3. Nd2 Kd7 4. Nd2 *");
    home.file("letters.pgn", "1. Pe4 e5 *");
    home.file("variant.pgn", "[Variant \"Atomic\"]\n\n1. e4 *");
    home.file("open.pgn", "1. e4 (1. d4 e5 *");
    home.file("start.pgn", "[SetUp \"1\"]\n[FEN \"nonsense\"]\n\n1. e4 *");
    home.file("utf16.pgn", b"\xff\xfe1\0.\0");
    home.file("long.pgn", format!("1. {} *", "x".repeat(30_000)));
    home.file("nothing.pgn", "*");
    home.file("two.pgn", "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 *\n");
    home.file("moves.txt", "Eva vier\nEva drei\n");
    home.file("illegal.txt", "e2e4 e2e4\n");
    home.file("unsure.txt", "Springer Springer\n");
    home.file("spoken.txt", "Eva vier\n");
    home.file("nothing.txt", "");
    home.file("broken.toml", "language = 'de'\nignored = [");
    let german = include_str!("../../grammars/braille/german.toml");
    for (name, found, put) in [
        ("name", "name = \"german\"", "name = 5"),
        ("form", "\"long\"", "\"tall\""),
        ("key", "king = ", "emperor = "),
        ("cells", "king = \"⠅\"", "king = \"⠅⠅\""),
        ("same", "king = \"⠅\"", "king = \"⠙\""),
        ("letter", "king = \"⠅\"", "king = \"K\""),
        ("list", ", \"⠓\"]\nranks", "]\nranks"),
        ("open", "name = \"german\"", "name = \"german"),
    ] {
        assert!(german.contains(found), "{found}");
        home.file(&format!("code-{name}.toml"), german.replacen(found, put, 1));
    }
    home.file("code-empty.toml", "");
    let words = include_str!("../../grammars/de/words.toml");
    for (name, found, put) in [
        ("key", "listen-for-letters = ", "listen-for-leters = "),
        ("list", "ignored = [", "ignored = 5\nfillers = ["),
        ("letters", "listen-for-letters = ", "listen-for-letters = 5 #"),
    ] {
        assert!(words.contains(found), "{found}");
        home.file(&format!("grammar-{name}.toml"), words.replacen(found, put, 1));
    }
    home.file("prose.txt", "Es war einmal\nein König\n\nder spielte\n");
    home.file("labels/labels.tsv", "a.wav ja\n");
    home.file("positions/labels.tsv", "../silence.wav\tja\tnonsense\n");
    home.file("empty.hall", "");
    home.file("garbage.hall", b"no hall\n\0\x01");
    home.file("secret.hall", "hall = 'Club'\nport = 8883\npassword = 'quiet");
    home.file("folder/file", "");
    home.file("empty.wav", "");
    home.file("silence.wav", wav(16_000, 1000, 1000));
    home.file("cut.wav", wav(16_000, 1000, 10));
    home.file("rate.wav", wav(100, 1000, 1000));
    let play = ["play", "--text", "-", "--confirm", "never", "--time", "90+30", "--journal", "g.jsonl"];
    assert!(home.run(&play, "f2f3\ne7e5\ng2g4\n").status.success());
    let journal = std::fs::read_to_string(home.path().join("g.jsonl")).unwrap();
    home.file("altered.jsonl", journal.replace("f2f3", "f2f4"));
    home.file("garbage.jsonl", "no journal\nat all\n");
    home.file("empty.jsonl", "");
    home.file("torn.jsonl", &journal[..40]);
    home.file("newer.jsonl", journal.replacen("\"version\":", "\"version\":9", 1));
    home.file("long.jsonl", format!("{}{}\n", journal, "x".repeat(30_000)));
    home
}

/// A recording of silence in one channel; `there` of its samples are there.
fn wav(rate: u32, samples: u32, there: usize) -> Vec<u8> {
    let mut file = Vec::new();
    file.extend(b"RIFF");
    file.extend((36 + 2 * samples).to_le_bytes());
    file.extend(b"WAVEfmt \x10\0\0\0\x01\0\x01\0");
    file.extend(rate.to_le_bytes());
    file.extend((2 * rate).to_le_bytes());
    file.extend(b"\x02\0\x10\0data");
    file.extend((2 * samples).to_le_bytes());
    file.extend(vec![0; 2 * there]);
    file
}

/// Options that take any text. Without one they are refused, too; the tests of the command line prove it.
const ANY_TEXT: [&str; 14] = [
    "--config",
    "--white",
    "--black",
    "--event",
    "--site",
    "--round",
    "--clock",
    "--microphone",
    "--name",
    "--host",
    "--table",
    "--arbiter",
    "--broadcast",
    "--scores",
];

#[test]
fn every_option_is_there_with_a_wrong_value_or_without_one() {
    let home = Home::new();
    let help = |arguments: &[&str]| {
        let output = home.run(&[arguments, &["--help-all"]].concat(), "");
        assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
        text(&output.stdout).to_owned()
    };
    let provoked: Vec<&str> = WRONG_ARGUMENTS.split_whitespace().collect();
    let is_provoked =
        |word: &str| provoked.iter().any(|of| of.split('=').next() == Some(word)) || ANY_TEXT.contains(&word);
    let all = help(&[]);
    let commands = all.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands = commands.map_while(|line| line.split_whitespace().next());
    let commands: Vec<&str> = commands.filter(|command| *command != "help").collect();
    assert!(commands.len() > 20, "{commands:?}");
    let mut missing = BTreeSet::new();
    for command in commands {
        missing.extend((!is_provoked(command)).then(|| command.to_owned()));
        let help = help(&[command]);
        let options = help.lines().filter(|line| line.contains(" <") || line.contains(" [<"));
        let options = options.filter_map(|line| line.split_whitespace().find(|word| word.starts_with("--")));
        let options = options.map(|option| option.split(['=', '[']).next().unwrap_or(option));
        missing.extend(
            options.filter(|option| !is_provoked(option)).map(|option| format!("{command} {option}")),
        );
    }
    assert!(missing.is_empty(), "nobody tries what is wrong with {missing:?}");
}

#[test]
fn what_is_wrong_is_told_in_the_chosen_language_and_briefly() {
    let mut wrong = Vec::new();
    for (language, foreign) in WORDS {
        let home = home(language);
        let arguments =
            WRONG_ARGUMENTS.lines().map(|line| line.split(' ').map(|word| word.replace('_', " ")));
        let mut cases: Vec<Vec<String>> = arguments.map(Iterator::collect).collect();
        for (n, text) in WRONG_CONFIGURATIONS.iter().enumerate() {
            let name = format!("wrong-{n}.toml");
            home.file(&name, format!("language = '{language}'\n{text}\n"));
            cases.push(["--config", &name, "play", "--text", "-"].map(str::to_owned).to_vec());
        }
        let faults = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for part in cases.chunks(cases.len().div_ceil(4)) {
                let (home, faults) = (&home, &faults);
                scope.spawn(move || {
                    for case in part {
                        let case: Vec<&str> = case.iter().map(String::as_str).collect();
                        faults.lock().unwrap().extend(fault(home, &case, foreign));
                    }
                });
            }
        });
        wrong.extend(faults.into_inner().unwrap());
    }
    assert!(wrong.is_empty(), "{} are wrong\n{}", wrong.len(), wrong.join("\n"));
}

/// Commands to which every device is missing.
const WITHOUT_DEVICES: [&str; 5] = [
    "play --text - --clock nowhere --board dgt:nowhere --journal g1.jsonl",
    "play --text moves.txt --clock auto --board chessnut --journal g2.jsonl",
    "doctor --clock nowhere --board dgt:nowhere --microphone nobody",
    "doctor --clock auto --board livechess:127.0.0.1:1 --model nowhere",
    "devices",
];

#[test]
fn a_device_that_is_missing_is_told_in_the_chosen_language_and_briefly() {
    let mut wrong = Vec::new();
    for (language, foreign) in WORDS {
        let home = home(language);
        for case in WITHOUT_DEVICES {
            let output = home.run(&case.split(' ').collect::<Vec<_>>(), "");
            let told = text(&output.stdout) + &text(&output.stderr);
            let mut missing = 0;
            for line in told.lines() {
                // The words before what is said and felt are the same in every language.
                let said = ["say: ", "braille: "].into_iter().find_map(|kind| line.strip_prefix(kind));
                missing += usize::from(said.is_none());
                let is_foreign =
                    words_outside_quotes(said.unwrap_or(line)).iter().any(|word| foreign.contains(&&**word));
                if is_foreign || line.chars().count() > 300 {
                    wrong.push(format!("{case}: {line}"));
                }
            }
            assert!(missing > 3, "{case}: {told}");
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_tilde_is_the_home_folder_wherever_a_path_is_named() {
    let home = home("de");
    home.file("Partien vom Fest/Ü 1.pgn", "1. e4 *");
    for arguments in [
        &["speak", "~/white.pgn"][..],
        &["speak", "~/Partien vom Fest/Ü 1.pgn"],
        &["export", "~/g.jsonl", "--brf", "--braille-code=~/own-code.toml"],
        &["--config=~/own.toml", "play", "--text=~/spoken.txt", "--journal=~/Partien vom Fest/neu.jsonl"],
    ] {
        home.file("own-code.toml", include_str!("../../grammars/braille/english.toml"));
        home.file("own.toml", "language = 'de'\nbraille-code = '~/own-code.toml'\n");
        let output = home.run(arguments, "");
        assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    }
    assert!(home.path().join("Partien vom Fest/neu.pgn").is_file());
    // What is not there is named as it was looked for.
    let place = home.path().join("nowhere").display().to_string();
    home.file("no-model.toml", "language = 'de'\nopponent = 'engine:~/nowhere'\n");
    for arguments in [
        &["play", "--text", "-", "--opponent", "engine:~/nowhere"][..],
        &["--config", "no-model.toml", "play", "--text", "-"],
        &["play", "--text", "-", "--grammar=~/nowhere"],
        &["export", "~/nowhere/g.jsonl"],
    ] {
        let output = home.run(arguments, "");
        assert!(text(&output.stderr).contains(&place), "{arguments:?}: {}", text(&output.stderr));
    }
}

#[test]
fn a_configuration_from_another_system_is_read() {
    let home = home("de");
    for (name, content) in [
        ("mark.toml", "\u{feff}language = 'de'\ntime = '5'\n"),
        ("ends.toml", "language = 'de'\r\ntime = '5'\r\n"),
        ("both.toml", "\u{feff}language = 'de'\r\ntime = '5'\r\n"),
    ] {
        home.file(name, content);
        let output = home.run(&["--config", name, "play", "--text", "-"], "");
        let told = text(&output.stdout);
        assert!(output.status.success() && told.contains("5 Minuten"), "{name}: {told}");
    }
    home.file("mark.toml", "\u{feff}language = 'de'\r\ntime = 5\r\n");
    let refused = home.run(&["--config", "mark.toml", "play", "--text", "-"], "");
    let told = text(&refused.stderr);
    assert!(told.contains("mark.toml, Zeile 2, in `time = 5`: ") && told.lines().count() == 1, "{told}");
}

#[test]
fn a_journal_that_another_program_writes_is_told_in_one_sentence() {
    for (language, foreign) in WORDS {
        let home = home(language);
        let mut other = home.start(&["resume", "g.jsonl", "--text", "-"]);
        // It says the first line once it has the journal.
        let mut first = String::new();
        std::io::BufReader::new(other.stdout.as_mut().unwrap()).read_line(&mut first).unwrap();
        assert!(!first.is_empty());
        let wrong = fault(&home, &["resume", "g.jsonl", "--text", "-"], foreign);
        let read = home.run(&["export", "g.jsonl", "--pgn"], "");
        other.kill().unwrap();
        other.wait().unwrap();
        assert_eq!(wrong, None);
        assert!(read.status.success(), "{}", text(&read.stderr));
    }
}

/// Runs a command that must fail, and says what is wrong with what it tells.
fn fault(home: &Home, case: &[&str], foreign: &[&str]) -> Option<String> {
    let output = home.run(case, "");
    let told = text(&output.stderr);
    let lines: Vec<&str> = told.lines().collect();
    let is_foreign = |line: &&str| words_outside_quotes(line).iter().any(|word| foreign.contains(&&**word));
    let fault = match () {
        () if output.status.code().is_none_or(|code| code == 0) => "did not fail",
        () if lines.is_empty() => "silence",
        () if lines.len() > 3 => "more than three lines",
        () if lines.iter().any(|line| line.chars().count() > 200) => "a line of more than 200 characters",
        () if lines.iter().any(|line| line.trim().is_empty()) => "an empty line",
        () if lines.iter().any(is_foreign) => "another language",
        () => return None,
    };
    Some(format!("{case:?}: {fault}\n  {}", told.trim_end().replace('\n', "\n  ")))
}

/// What stands in quotation marks or in backticks was typed, or is in a file.
fn words_outside_quotes(line: &str) -> Vec<String> {
    let mut told = String::new();
    let mut closing = None;
    let mut before = ' ';
    for c in line.chars() {
        match (closing, c) {
            (Some(mark), c) if c == mark => closing = None,
            (Some(_), _) => {}
            (None, '`') => closing = Some('`'),
            (None, '„') => closing = Some('“'),
            (None, '»') => closing = Some('«'),
            (None, '"') => closing = Some('"'),
            (None, '\'') if !before.is_alphanumeric() => closing = Some('\''),
            (None, c) => told.push(c),
        }
        before = c;
    }
    let is_other = |c: char| !c.is_alphanumeric() && !"-/._".contains(c);
    told.split(is_other).map(|word| word.trim_end_matches('.').to_owned()).collect()
}
