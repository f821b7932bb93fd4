//! The commands around the game: listen, eval, devices, doctor.
//!

use crate::binary::{Home, text};

#[test]
fn devices_are_listed_even_where_there_are_none() {
    let output = Home::new().run(&["devices"], "");
    let said = text(&output.stdout);
    assert!(output.status.success(), "{said}{}", text(&output.stderr));
    for kind in ["microphone: ", "serial port: ", "braille display: none, ", "speech: none, "] {
        assert!(said.lines().any(|line| line.starts_with(kind)), "{said:?} has no line {kind:?}");
    }
}

#[test]
fn the_doctor_says_what_is_missing() {
    let home = Home::new();
    let output = home.run(&["doctor", "--model", "none"], "");
    let said = text(&output.stdout);
    assert!(output.status.success(), "{said}");
    for line in ["ok: configuration: ", "ok: journals: ", "ok: language: de, ", "missing: microphone: "] {
        assert!(said.lines().any(|found| found.starts_with(line)), "{said:?} has no line {line:?}");
    }
    assert!(said.contains("missing: speech recognition: "), "{said}");
    assert_eq!(
        said.lines().last().map(|last| last.starts_with("You can play by text.")),
        Some(true),
        "{said}"
    );
}

#[test]
fn the_program_speaks_the_language_that_was_chosen() {
    let home = Home::new();
    let german = ["--language", "de"];
    let told = |args: &[&str]| {
        let output = home.run(args, "");
        text(&output.stdout) + &text(&output.stderr)
    };
    let doctor = told(&[&["doctor", "--model", "none"], &german[..]].concat());
    assert!(doctor.contains("in Ordnung: Sprache: de, ") && doctor.contains("fehlt: Mikrofon: "), "{doctor}");
    assert!(doctor.lines().last().unwrap().starts_with("Sie können getippt spielen."), "{doctor}");
    let devices = told(&[&["devices"], &german[..]].concat());
    assert!(devices.contains("Braillezeile: keine, "), "{devices}");
    let wrong = told(&[&["play", "--time", "soon"], &german[..]].concat());
    assert!(wrong.contains("annabella: „soon“ ist keine Bedenkzeit"), "{wrong}");
    // As it is configured, too, and in the help.
    home.file(".config/annabella/config.toml", "language = 'de'\n");
    let help = told(&["play", "--help"]);
    assert!(
        help.starts_with("Eine Partie spielen\n\nAufruf: annabella play") && !help.contains("Options:"),
        "{help}"
    );
    assert!(told(&["devices", "--language", "en"]).contains("braille display: none, "));
}

#[test]
fn the_doctor_finds_what_keeps_one_from_playing() {
    let home = Home::new();
    home.file("config.toml", "time = 'soon'\n");
    // A file where the folder of the journals would be.
    home.file(".local/share/annabella", "");
    let output = home.run(&["--config", "config.toml", "doctor"], "");
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("missing: configuration: ") && said.contains("'soon'"), "{said}");
    assert!(said.contains("missing: journals: cannot write to "), "{said}");
    assert!(
        said.ends_with("Nothing can be played before this is put right: configuration, journals.\n"),
        "{said}"
    );
}

mod with_a_voice {
    use std::{path::Path, process::Command};

    use annabella::grammar::Thresholds;

    use super::*;

    const BLACK_TO_MOVE: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

    #[test]
    #[ignore = "needs real devices, model and voice: make test"]
    fn what_was_said_is_heard_kept_and_measured() {
        let home = Home::new();
        speak_as("de", "Springer Felix drei", &home.path().join("said.wav"));
        for number in 1..=2 {
            let output = home.run(&["listen", "--audio", "said.wav", "--keep", "kept"], "");
            let said = text(&output.stdout);
            assert!(output.status.success(), "{}", text(&output.stderr));
            for line in [
                "say: Ich nehme auf.",
                "braille: Aufnahme läuft",
                "hear: springer felix drei",
                "understood: move, legal: Springer Gustav eins Felix drei.",
            ] {
                assert!(said.lines().any(|found| found.starts_with(line)), "{said:?} has no line {line:?}");
            }
            let labels = std::fs::read_to_string(home.path().join("kept/labels.tsv")).unwrap();
            assert_eq!(labels.lines().count(), number, "{labels}");
        }
        let figures = evaluate(&home, "kept", &[]);
        assert_eq!(
            (figures["utterances"].as_u64(), figures["right"].as_u64()),
            (Some(2), Some(2)),
            "{figures}"
        );
        assert_eq!(figures["speakers"]["voice"]["wer"].as_f64(), Some(0.0), "{figures}");
    }

    #[test]
    #[ignore = "needs real devices, model and voice: make test"]
    fn recordings_are_counted_for_what_they_are() {
        let home = Home::new();
        home.file(
            "set/anna/labels.tsv",
            format!("a.wav\tSpringer Felix sechs\t{BLACK_TO_MOVE}\nb.wav\tdrei\n"),
        );
        // Said is the same, meant another move; nothing; and what nobody has labelled yet.
        home.file(
            "set/labels.tsv",
            format!("bo-1.wav\tSpringer Cesar sechs\t{BLACK_TO_MOVE}\nbo-2.wav\t\nbo-3.wav\t?\n"),
        );
        let spoken = [
            ("anna/a.wav", "Springer Felix sechs"),
            ("anna/b.wav", "drei"),
            ("bo-1.wav", "Springer Felix sechs"),
            ("bo-2.wav", "Springer Felix drei"),
            ("bo-3.wav", "Springer Felix drei"),
        ];
        for (file, words) in spoken {
            speak_as("de", words, &home.path().join("set").join(file));
        }
        let position = evaluate(&home, "set", &[]);
        assert_eq!(counts(&position), [4, 2, 0, 0, 2, 0], "{position}");
        assert_eq!(counts(&position["speakers"]["anna"]), [2, 2, 0, 0, 0, 0], "{position}");
        assert_eq!(counts(&position["speakers"]["bo"]), [2, 0, 0, 0, 2, 0], "{position}");
        assert_eq!(position["unlabelled"], 1);
        // One word of seven that were said is another.
        assert!((position["wer"].as_f64().unwrap() - 1.0 / 7.0).abs() < 1e-9, "{position}");
        assert!(position["rtf"].as_f64().unwrap() > 0.0, "{position}");
        for phrases in ["moves", "words"] {
            let figures = evaluate(&home, "set", &["--phrases", phrases]);
            assert_eq!(figures["utterances"], 4, "{phrases}: {figures}");
            assert_eq!(counts(&figures)[1..].iter().sum::<u64>(), 4, "{phrases}: {figures}");
        }
        let output = home.run(&["eval", "set", "--grammar", "position"], "");
        let said = text(&output.stdout);
        assert!(
            said.lines().any(|line| line.starts_with("bo: 2 utterances, 0 right at once (0.0 %)")),
            "{said}"
        );
        let fitted = home.run(&["eval", "set", "--fit"], "");
        let thresholds = Thresholds::parse(&text(&fitted.stdout)).expect("a model's file");
        assert_eq!(thresholds.unheard, 8.0, "{fitted:?}");
    }

    #[test]
    #[ignore = "needs real devices, model and voice: make test"]
    fn english_is_heard() {
        let home = Home::new();
        let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let spoken = [
            ("Knight Gustav one Felix three", ""),
            ("golf one foxtrot three", ""),
            ("Eva four", ""),
            ("castle kingside", castling),
            ("rook alpha one takes alpha eight", castling),
            ("whose turn is it", ""),
        ];
        let labels: Vec<String> = spoken
            .iter()
            .enumerate()
            .map(|(n, (words, fen))| format!("{n}.wav\t{words}\t{fen}\n").replace("\t\n", "\n"))
            .collect();
        home.file("set/labels.tsv", labels.concat());
        let folder = home.path().join("set");
        for (n, (words, _)) in spoken.iter().enumerate() {
            speak_as("en-us", words, &folder.join(format!("{n}.wav")));
        }
        let figures = evaluate(&home, "set", &["--language", "en"]);
        assert_eq!(counts(&figures), [6, 6, 0, 0, 0, 0], "{figures}");
    }

    fn counts(figures: &serde_json::Value) -> [u64; 6] {
        ["utterances", "right", "asked", "wrong_asked", "wrong_accepted", "rejected"]
            .map(|key| figures[key].as_u64().unwrap_or_else(|| panic!("no {key} in {figures}")))
    }

    fn evaluate(home: &Home, folder: &str, more: &[&str]) -> serde_json::Value {
        let output = home.run(&[&["eval", folder, "--json"], more].concat(), "");
        assert!(output.status.success(), "{}", text(&output.stderr));
        serde_json::from_slice(&output.stdout).expect("one JSON object")
    }

    /// Says words in a synthetic voice.
    fn speak_as(voice: &str, words: &str, path: &Path) {
        let said =
            Command::new("espeak-ng").args(["-v", voice, "-s", "150", "-w"]).arg(path).arg(words).status();
        assert!(said.is_ok_and(|status| status.success()), "espeak-ng speaks");
    }
}

/// For years PGN was written in Latin-1.
#[test]
fn scores_in_latin_1_are_read() {
    let home = Home::new();
    home.file("old.pgn", b"[White \"M\xfcller\"]\n\n1. e4 {sch\xf6n} e5 *\n");
    let output = home.run(&["speak", "old.pgn"], "");
    assert!(text(&output.stdout).starts_with("Bauer Eva zwei Eva vier\n"), "{output:?}");
}

/// How a game ended stands in its score in the words of the standard.
#[test]
fn the_termination_is_one_of_the_standard() {
    for (lines, says) in [
        ("f2f3\ne7e5\ng2g4\nd8h4\n", "normal"),
        ("e2e4\n", "unterminated"),
        ("uhr\nregelwidriger zug weiß\nja\nweiter\nregelwidriger zug weiß\nja\n", "rules infraction"),
    ] {
        let home = Home::new();
        let play = ["play", "--text", "-", "--confirm", "never", "--time", "90+30", "--journal", "g.jsonl"];
        home.run(&play, lines);
        let score = std::fs::read_to_string(home.path().join("g.pgn")).unwrap();
        assert!(score.contains(&format!("[Termination \"{says}\"]")), "{score}");
    }
}

#[test]
fn a_clock_that_is_not_there_cannot_be_checked_and_a_fault_must_be_one() {
    let home = Home::new();
    let output = home.run(&["clock-check", "nowhere"], "");
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    let not_there = if cfg!(feature = "serial") {
        "nothing at nowhere, connect the device"
    } else {
        "without serial ports"
    };
    assert!(said.contains(not_there), "{said}");
    let output = home.run(&["clock-emulator", "--link", "clock", "--fault", "fire"], "");
    assert!(text(&output.stderr).contains("no fault: \"fire\", expected drop, corrupt"));
}

#[test]
fn the_guide_is_printed_by_topics() {
    let home = Home::new();
    let printed = |args: &[&str]| {
        let output = home.run(args, "");
        (output.status.success(), text(&output.stdout) + &text(&output.stderr))
    };
    for (language, title, one, unknown) in [
        (
            "de",
            "5 Die Braillezeile",
            "Die Braillezeile\n\nWas auf der Zeile steht\n\n",
            "kein Thema „schach“",
        ),
        ("en", "5 The braille line", "The braille line\n\nWhat is on the line\n\n", "no topic 'schach'"),
    ] {
        let guide = |topic: &[&str]| printed(&[&["guide", "--language", language], topic].concat());
        let (_, contents) = guide(&[]);
        assert!(contents.lines().any(|line| line == title), "{contents}");
        for topic in [&["5"][..], &["braille"], &["BRAILLE"], &title.split(' ').skip(1).collect::<Vec<_>>()] {
            let (is_printed, told) = guide(topic);
            assert!(is_printed && told.starts_with(one) && !told.contains(['`', '#']), "{topic:?}: {told}");
        }
        for topic in ["schach", "99"] {
            let (is_printed, told) = guide(&[topic]);
            let whole = told.replace('\n', " ");
            assert!(!is_printed && told.lines().count() <= 3 && whole.contains(title), "{told}");
            assert!(topic == "99" || told.contains(unknown), "{told}");
        }
    }
}
