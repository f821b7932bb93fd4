//! Electronic boards from outside: a game that was recorded, and one that is played on an emulated board.

use crate::binary::{Home, text};

#[test]
fn a_recording_that_is_none_is_said_in_one_sentence() {
    let home = Home::new();
    for (file, content, says) in [
        ("empty", &b""[..], "is empty"),
        ("text", b"This is a letter.", "nothing in text is a message of a DGT board"),
        ("noise", &[0xff, 0x80, 0x81, 0x3f], "nothing in noise is a message of a DGT board"),
    ] {
        home.file(file, content);
        let output = home.run(&["transcribe", "--dgt", file], "");
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.lines().last().is_some_and(|last| last.contains(says)), "{said}");
    }
    let output = home.run(&["transcribe", "--dgt", "nowhere"], "");
    assert!(text(&output.stderr).contains("cannot read nowhere"));
}

#[cfg(feature = "serial")]
#[test]
fn a_game_is_played_on_an_emulated_board() {
    use std::io::{BufRead, BufReader};

    let home = Home::new();
    home.file("game", "e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 e1g1 f6e4 d2d3");
    let board = [
        "board-emulator",
        "--link",
        "board",
        "--seed",
        "5",
        "--speed",
        "4",
        "--turned",
        "--minutes",
        "10",
        "game",
    ];
    let mut emulator = home.start(&board);
    let lines = BufReader::new(emulator.stdout.take().unwrap()).lines();
    // It is there, and goes on printing what hands do.
    let mut lines = lines.map_while(Result::ok);
    assert_eq!(lines.next().as_deref(), Some("board at board"));
    let drained = std::thread::spawn(move || lines.count());
    let play =
        ["play", "--board", "board", "--board-clock", "--time", "10", "--text", "-", "--journal", "journal"];
    let mut game = home.start(&play);
    let told = BufReader::new(game.stdout.take().unwrap()).lines().map_while(Result::ok);
    let told: Vec<String> = told.take_while(|line| !line.contains("Bauer David zwei David drei")).collect();
    drop(game.stdin.take());
    assert!(game.wait().unwrap().success());
    emulator.kill().unwrap();
    emulator.wait().unwrap();
    drained.join().unwrap();
    assert!(told.iter().any(|line| line.starts_with("gefunden: elektronisches Brett DGT")), "{told:?}");
    let score = home.run(&["export", "journal", "--pgn"], "");
    let score = text(&score.stdout);
    let moves = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. O-O Nxe4 5. d3";
    let words = score.split_once("\n\n").unwrap().1.replace('\n', " ");
    let words: Vec<&str> =
        words.split(' ').filter(|word| !word.starts_with("{[%clk") && !word.ends_with("]}")).collect();
    let words: Vec<&str> = words.into_iter().filter(|word| !word.ends_with("...")).collect();
    assert_eq!(words.join(" ").trim_end_matches([' ', '*']), moves, "{score}");
    assert!(score.contains("%clk"), "{score}");
}
