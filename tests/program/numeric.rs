//! The numbers of correspondence chess (ICCF), from one command into the next: `5254`, and "fünf zwei fünf vier".

use crate::binary::{Home, text};

/// Castling of both sides, and a pawn that becomes a queen and one that becomes a knight.
const GAME: &str = "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O O-O 5. b4 a5 6. bxa5 b5 7. a6 b4 8. a7 b3 9. axb8=Q bxa2 \
                    10. Qxa8 axb1=N *";
const NUMBERS: &str = "5254 5755 7163 7866 6134 6835 5171 5878 2224 1715 2415 2725 1516 2524 1617 2423 17281 2312 \
                       2818 12214";

fn pgn(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.starts_with('[')).flat_map(str::split_whitespace).collect()
}

#[test]
fn numbers_go_through_every_command_and_are_the_same_game() {
    let home = Home::new();
    home.file("game.pgn", GAME);
    let told = |arguments: &[&str]| text(&home.run(arguments, "").stdout);
    let spoken = told(&["speak", "game.pgn", "--form", "numeric"]);
    let lines: Vec<&str> = spoken.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(lines.len(), 20, "{spoken}");
    assert_eq!((lines[0], lines[6]), ("fünf zwei fünf vier", "fünf eins sieben eins"));
    assert_eq!((lines[16], lines[19]), ("eins sieben zwei acht eins", "eins zwei zwei eins vier"));
    let english = told(&["speak", "game.pgn", "--form", "numeric", "--language", "en"]);
    assert!(english.starts_with("five two five four\n"), "{english}");
    // What was spoken is written down, in either language, and so are digits.
    let digits = NUMBERS.replace(' ', "\n");
    let game = pgn(GAME);
    for (words, language) in [(&spoken, "de"), (&english, "en"), (&digits, "de")] {
        home.file("words.txt", words);
        let written = home.run(&["transcribe", "words.txt", "--language", language], "");
        assert_eq!(pgn(&text(&written.stdout)), game, "{written:?}");
    }
    // A score in numbers is read like any other.
    let numbers: Vec<&str> = NUMBERS.split_whitespace().collect();
    let turns = numbers.chunks(2).zip(1..).map(|(turn, n)| format!("{n}. {} ", turn.join(" ")));
    home.file("numbers.pgn", turns.collect::<String>() + "*");
    assert_eq!(told(&["speak", "numbers.pgn", "--form", "numeric"]), spoken);
    // Played, typed either way, and exported.
    let half = numbers.len() / 2;
    let typed: Vec<&str> = numbers[..half].iter().copied().chain(lines[half..].iter().copied()).collect();
    let play = ["play", "--confirm", "never", "--journal", "game.jsonl", "--text", "-"];
    let played = home.run(&play, &(typed.join("\n") + "\n"));
    assert!(played.status.success(), "{played:?}");
    let exported = told(&["export", "game.jsonl", "--numeric"]);
    let moves: Vec<&str> = pgn(&exported);
    let moves: Vec<&str> =
        moves.into_iter().filter(|word| word.len() > 3 && word.chars().all(|c| c.is_ascii_digit())).collect();
    assert_eq!(moves, numbers, "{exported}");
}

#[test]
fn numbers_that_are_no_move_are_told_as_that() {
    let home = Home::new();
    let said = |typed: &str| {
        let played = home.run(&["play", "--confirm", "never", "--text", "-"], &format!("{typed}\n"));
        let told = text(&played.stdout);
        told.lines().filter(|line| line.starts_with("say: ")).nth(1).unwrap_or_default().to_owned()
    };
    // No such pawn's move; from a field to itself; nine of eight; a sixth digit.
    for wrong in ["5255", "5252", "5299", "525411", "525"] {
        let told = said(wrong);
        assert!(!told.is_empty() && !told.contains("Bauer Eva zwei"), "{wrong}: {told}");
    }
}
