//! A game that is not over is found again, and nothing is proposed that does not help.

use crate::binary::{Home, text};

const PLAY: [&str; 5] = ["play", "--text", "-", "--confirm", "never"];
const OPEN: &str = "Die letzte Partie ist nicht zu Ende.";

#[test]
fn a_new_game_tells_once_of_the_last_one_that_is_not_over() {
    let home = Home::new();
    let played = |typed: &str| text(&home.run(&PLAY, typed).stdout);
    let first = played("eva vier\n");
    assert!(!first.contains(OPEN), "{first}");
    let second = played("david vier\nweiß gibt auf\nja\n");
    assert_eq!(second.matches(&format!("say: {OPEN}")).count(), 1, "{second}");
    assert!(second.contains("gewinnt"), "{second}");
    let third = played("cesar vier\n");
    assert!(!third.contains(OPEN), "{third}");
}

#[test]
fn without_a_file_the_one_game_that_is_not_over_goes_on_and_of_several_none_unasked() {
    let home = Home::new();
    let resume = || home.run(&["resume", "--text", "-"], "");
    assert!(!resume().status.success());
    home.run(&PLAY, "eva vier\n");
    let one = resume();
    assert!(one.status.success() && text(&one.stdout).contains("say: Fortgesetzt."), "{one:?}");
    home.run(&PLAY, "david vier\n");
    let several = resume();
    let said = text(&several.stderr);
    assert_eq!(several.status.code(), Some(1), "{said}");
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines.len() == 2 && lines[0].contains("2 games are not over"), "{said}");
    // The command is one that can be typed.
    let command = shlex::split(lines[1]).unwrap();
    let typed: Vec<&str> = command[1..].iter().map(String::as_str).collect();
    let resumed = home.run(&[&typed[..], &["--text", "-"]].concat(), "");
    assert!(text(&resumed.stdout).contains("Bauer David zwei David vier"), "{resumed:?}");
}

#[test]
fn a_command_that_is_proposed_can_be_typed_whatever_the_path() {
    let home = Home::new();
    std::fs::create_dir_all(home.path().join(".local/of  mine")).unwrap();
    let journal = ".local/of  mine/a, b.jsonl";
    let told = text(&home.run(&[&PLAY[..], &["--journal", journal]].concat(), "eva vier\n").stdout);
    let command = told.lines().find(|line| line.contains(" resume ")).unwrap_or_else(|| panic!("{told}"));
    assert!(command.ends_with(&format!(" resume '{journal}'")), "{command}");
    // Nothing in it is damaged.
    assert!(!told.contains("--damaged"), "{told}");
    std::fs::write(home.path().join("a b.jsonl"), std::fs::read(home.path().join(journal)).unwrap()).unwrap();
    let altered = std::fs::read_to_string(home.path().join(journal)).unwrap().replace("e2e4", "d2d4");
    home.file(".a b.jsonl", altered);
    let damaged = text(&home.run(&["resume", ".a b.jsonl"], "").stderr);
    assert!(damaged.trim_end().ends_with(" resume --damaged '.a b.jsonl'"), "{damaged}");
    // What wants a sound journal takes the score of it.
    for command in
        [&["review", ".a b.jsonl"][..], &["reconcile", ".a b.jsonl", journal], &["speak", ".a b.jsonl"]]
    {
        let told = text(&home.run(command, "").stderr);
        assert!(
            told.trim_end().ends_with(" export --damaged '.a b.jsonl' > '.a b.pgn'"),
            "{command:?}: {told}"
        );
    }
}

#[test]
fn what_is_no_journal_is_not_called_damaged() {
    let home = Home::new();
    home.file("game.pgn", "1. e4 e5 *");
    for command in ["resume", "export", "replay"] {
        let said = text(&home.run(&[command, "game.pgn"], "").stderr);
        assert!(said.contains("this is no journal") && !said.contains("--damaged"), "{command}: {said}");
    }
}

#[test]
fn a_journal_is_spoken_like_a_score() {
    let home = Home::new();
    home.run(&[&PLAY[..], &["--journal", "g.jsonl"]].concat(), "eva vier\neva fünf\n");
    let spoken = home.run(&["speak", "g.jsonl", "--form", "short"], "");
    assert_eq!(text(&spoken.stdout), "Eva vier\nEva fünf\n");
    assert!(spoken.status.success());
}
