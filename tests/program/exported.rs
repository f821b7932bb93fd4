//! A game as a drawing and as a page, from a journal and from PGN; and what is told where there is none.

use crate::binary::{Home, text};

const TWO: &str = "[White \"Anna\"]\n\n1. e4 e5 1-0\n\n[White \"Bert\"]\n\n1. d4 d5 2. c4 0-1\n";

/// What is printed and complained of, and whether it succeeded.
fn exported(home: &Home, arguments: &str) -> (String, String, bool) {
    let arguments: Vec<&str> = ["export"].into_iter().chain(arguments.split(' ')).collect();
    let output = home.run(&arguments, "");
    (text(&output.stdout), text(&output.stderr), output.status.success())
}

#[test]
fn a_journal_is_drawn_and_made_a_page_in_its_own_language_or_another() {
    let home = Home::new();
    let play = ["play", "--text", "-", "--confirm", "never", "--journal", "game.jsonl", "--language", "en"];
    assert!(
        home.run(&[&play[..], &["--white", "<b>Ann & Co"]].concat(), "e2e4\ne7e5\ng1f3\n").status.success()
    );
    let (page, complaint, fine) = exported(&home, "game.jsonl --html --diagrams 1w,2");
    assert!(fine && complaint.is_empty(), "{complaint}");
    assert!(
        page.contains("Move 2, White: Knight Gustav one Felix three.") && page.contains(">Nf3<"),
        "{page}"
    );
    assert!(
        page.contains("<title>&lt;b&gt;Ann &amp; Co – Black</title>")
            && page.matches("<figure>").count() == 2
    );
    let (page, ..) = exported(&home, "game.jsonl --html --language de");
    assert!(
        page.contains("Zug 2, Weiß: Springer Gustav eins Felix drei.") && page.contains(">Sf3<"),
        "{page}"
    );
    let (drawing, complaint, fine) = exported(&home, "game.jsonl --svg");
    assert!(fine && complaint.is_empty() && drawing.starts_with("<svg xmlns="), "{complaint}");
    assert!(drawing.contains("2. Ng1-f3") && !drawing.contains("<b>"), "{drawing}");
    let (earlier, ..) = exported(&home, "game.jsonl --svg --move 1w --turned");
    assert!(
        earlier.contains("1. e2-e4")
            && earlier.contains("<text class=\"coordinate\" x=\"49\" y=\"441\">h</text>")
    );
}

#[test]
fn a_game_of_a_pgn_file_is_chosen() {
    let home = Home::new();
    home.file("two.pgn", TWO);
    let (page, _, fine) = exported(&home, "two.pgn --html --game 2");
    assert!(
        fine && page.contains("<title>Bert – Schwarz</title>") && page.contains("0-1. Schwarz gewinnt."),
        "{page}"
    );
    home.file("position.pgn", "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n*\n");
    let (drawing, ..) = exported(&home, "position.pgn --svg");
    assert!(drawing.matches("<use ").count() == 3, "{drawing}");
    let piped = home.run(&["export", "-", "--html"], "{a comment first} 1. e4 e5 *");
    assert!(text(&piped.stdout).contains(">e5<"), "{piped:?}");
    let (drawing, ..) = exported(&home, "two.pgn --svg --game 1 --move 0");
    assert!(drawing.matches("<use ").count() == 32 && !drawing.contains("class=\"last-move"), "{drawing}");
}

#[test]
fn what_cannot_be_shown_is_told_in_a_sentence() {
    let home = Home::new();
    home.file("two.pgn", TWO);
    home.file("wrong.pgn", "1. e4 e5 2. Ke3 *\n");
    home.file("first.pgn", "1. e5 *\n");
    home.file("empty.pgn", "");
    home.file("notes.pgn", "# Notes\n\n- one\n\n\n# More\n\n- two\n");
    for (arguments, german, english) in [
        ("two.pgn --html", "in two.pgn stehen 2 Partien", "two.pgn holds 2 games"),
        ("two.pgn --svg --game 3", "keine Partie 3, erwartet wird 1 bis 2", "no game 3, expected 1 to 2"),
        ("two.pgn --svg --game 0", "keine Partie 0", "no game 0"),
        ("two.pgn --svg --game 1 --move 2", "keinen Zug 2, ihr letzter ist 1s", "no move 2, its last is 1b"),
        ("two.pgn --svg --game 1 --move x", "„x“ nennt keinen Zug", "'x' names no move"),
        ("two.pgn --html --game 1 --diagrams 1,", "„“ nennt keinen Zug", "'' names no move"),
        ("first.pgn --html", "Partie 1, Zug 1.", "game 1, move 1."),
        ("empty.pgn --html", "in empty.pgn steht keine Partie", "there is no game in empty.pgn"),
        ("notes.pgn --html", "in notes.pgn steht keine Partie", "there is no game in notes.pgn"),
        ("none.pgn --html", "none.pgn", "none.pgn"),
        ("two.pgn --turned", "--turned ändert nichts ohne --html", "--turned changes nothing without --html"),
        ("two.pgn --language en", "--language", "--language"),
        ("two.pgn --move 1", "--svg", "--svg"),
        ("two.pgn --html --svg", "--svg", "--svg"),
    ] {
        for (language, expected) in [("de", german), ("en", english)] {
            home.file("set.toml", format!("language = \"{language}\"\n"));
            let (printed, complaint, fine) = exported(&home, &format!("{arguments} --config set.toml"));
            assert!(!fine && printed.is_empty(), "{arguments}: {printed}");
            assert!(
                complaint.contains(expected) && complaint.lines().count() <= 3,
                "{arguments}: {complaint}"
            );
        }
    }
    // As far as it can be read.
    let (page, complaint, fine) = exported(&home, "wrong.pgn --html");
    assert!(!fine && page.contains(">e5<") && complaint.contains("Ke3"), "{complaint}");
}
