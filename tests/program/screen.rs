//! What is printed of a game: for who sees, beside a screen reader, and for programs.

use crate::binary::{Home, text};

/// Plays by typed lines; returns what was printed, without devices that are missing here, and with zeros for the digits
/// of a clock.
fn printed(options: &str, typed: &[&str]) -> String {
    let home = Home::new();
    let options: Vec<&str> = options.split_whitespace().collect();
    let arguments = [&["play", "--text", "-", "--journal", "game.jsonl"], &options[..]].concat();
    let output = home.run(&arguments, &typed.join("\n"));
    assert!(output.status.success(), "{output:?}");
    let printed = text(&output.stdout);
    let missing = ["Braillezeile: ", "Sprachausgabe: ", "braille display: ", "speaker: "];
    // When it is told that no voice speaks depends on how soon that is known.
    let is_missing = |line: &str| {
        missing.iter().any(|device| line.starts_with(device)) || line.ends_with("Keine Sprachausgabe.")
    };
    let clock = |line: &str| match line.starts_with("Uhr: ") || line.starts_with("clock: ") {
        true => line.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect(),
        false => line.to_owned(),
    };
    printed.lines().filter(|line| !is_missing(line)).map(clock).collect::<Vec<_>>().join("\n")
}

#[track_caller]
fn check(options: &str, typed: &[&str], expected: &str) {
    let printed = printed(options, typed);
    // The last sentence names the folder.
    let lines: Vec<_> = printed.lines().filter(|line| !line.contains("Das Programm endet")).collect();
    assert_eq!(lines.join("\n"), expected.trim_end());
}

#[test]
fn who_sees_reads_a_game_once_and_in_words() {
    check(
        "--user white --time 5+3 --screen full",
        &["uhr", "e2e4", "ja", "uhr", "e7 e5", "ja", "dame h9", "Ke3", "was steht auf e5", "aufgeben", "ja"],
        "\
Partiedatei: game.jsonl
annabella: Bereit. Sie haben Weiß, 5 Minuten plus 3 Sekunden. Uhr startet die Partie.
Uhr: Weiß 0:00:00, Schwarz 0:00:00
> uhr
Uhr: Weiß 0:00:00 (läuft), Schwarz 0:00:00
annabella: Die Uhr läuft, Weiß am Zug.
> e2e4
annabella: Eva zwei Eva vier?
> ja
annabella: Bauer Eva zwei Eva vier. (1. e2-e4)
> uhr
Uhr: Weiß 0:00:00, Schwarz 0:00:00 (läuft)
annabella: Schwarz am Zug.
> e7 e5
annabella: Eva sieben Eva fünf?
> ja
annabella: Bauer Eva sieben Eva fünf. (1... e7-e5)
> dame h9
annabella: Nicht verstanden.
> Ke3
annabella: Geht nicht, so zieht kein König.
> was steht auf e5
annabella: Eva fünf: ein gegnerischer Bauer.
> aufgeben
annabella: Weiß gibt auf?
> ja
annabella: Weiß gibt auf. Schwarz gewinnt.
Uhr: Weiß 0:00:00, Schwarz 0:00:00
Mitschrift: ./game.pgn
",
    );
}

#[test]
fn nothing_is_printed_that_a_voice_speaks_where_a_reader_would_speak_it_again() {
    let typed = ["e2e4", "ja"];
    // Here no voice speaks.
    let unspoken = "Eva zwei Eva vier?\nBauer Eva zwei Eva vier.";
    for form in ["reader", "off"] {
        let printed = printed(&format!("--user white --screen {form}"), &typed);
        assert!(printed.contains(unspoken), "{form}: {printed}");
        assert!(!printed.contains("\nja\n") && !printed.contains("annabella: "), "{form}: {printed}");
        assert_eq!(printed.contains("Mitschrift: "), form == "reader", "{printed}");
    }
    // Nor where none is wanted, and the reader speaks alone.
    let alone = printed("--user white --screen reader --voice off", &typed);
    assert!(alone.contains(unspoken) && !alone.contains("annabella: "), "{alone}");
    // A screen reader takes seconds for the folders of a path.
    assert!(alone.contains("Mitschrift: game.pgn\n"), "{alone}");
    assert!(!printed("--user white --screen off --voice off", &typed).contains("Eva zwei"));
    let brief = printed("--user white --screen brief", &typed);
    assert!(brief.contains("> ja\nannabella: Bauer Eva zwei Eva vier.\n"), "{brief}");
    assert!(!brief.contains("Partiedatei") && !brief.contains("(1."), "{brief}");
}

/// What scripts read is the same in every language.
#[test]
fn programs_read_the_same_lines_in_every_language() {
    for (options, yes) in [("--language de", "ja"), ("--language en", "yes")] {
        let printed = printed(options, &["e2e4", yes]);
        for line in ["journal: game.jsonl\n", "say: ", "hear: e2e4\n", "braille: ", "score: ./game.pgn"] {
            assert!(printed.contains(line), "{line:?} is not in {printed}");
        }
    }
}

#[test]
fn who_sees_gets_a_picture_of_the_board() {
    let seen = printed("--user black --screen full --confirm never", &["e2e4", "Diagramm"]);
    let picture = "\
annabella: Das Diagramm steht auf dem Bildschirm.
1 ♖ ♘ ♗ ♔ ♕ ♗ ♘ ♖
2 ♙ ♙ ♙ · ♙ ♙ ♙ ♙
3 · · · · · · · ·
4 · · · ♙ · · · ·
5 · · · · · · · ·
6 · · · · · · · ·
7 ♟ ♟ ♟ ♟ ♟ ♟ ♟ ♟
8 ♜ ♞ ♝ ♚ ♛ ♝ ♞ ♜
  h g f e d c b a
";
    assert!(seen.contains(picture), "{seen}");
    let seen = printed("--board-picture=letters --screen full --confirm never", &["Nc3"]);
    assert_eq!(seen.matches("8 t s l d k l s t\n").count(), 2, "{seen}");
    assert!(seen.contains("3 · · S · · · · ·\n"), "{seen}");
    let seen =
        printed("--board-picture --language en --screen brief --confirm never", &["e4", "diagram", "e5"]);
    assert_eq!(seen.matches("8 ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜\n").count(), 4, "{seen}");
}

/// In competition and blindfold the screen tells no more than the voice.
#[test]
fn nothing_stands_on_the_screen_that_may_not_be_told() {
    let home = Home::new();
    home.file("config.toml", "board-picture = \"unicode\"\n");
    for options in ["--competition", "--blindfold"] {
        let arguments = ["--config", "config.toml", "play", "--text", "-", options, "--screen", "full"];
        let seen = text(&home.run(&arguments, "e2e4\nja\nDiagramm\n").stdout);
        assert!(!seen.contains("auf dem Bildschirm") && !seen.contains('·'), "{seen}");
        let refused = home.run(&["play", "--text", "-", options, "--board-picture"], "");
        let complaint = text(&refused.stderr);
        assert!(complaint.contains("--board-picture") && complaint.contains(options), "{complaint}");
    }
}
