//! A game played with the page alone by whoever has a screen reader: by its keys, as Orca reads it. `make screen-reader`.

use annabella_browser_tests::{
    browser::{Browser, run},
    screen_reader::{ReadBrowser, ScreenReader, missing},
    table::Table,
};

#[test]
fn a_game_is_played_with_orca_in_chromium() {
    play(ReadBrowser::Chromium);
}

#[test]
fn a_game_is_played_with_orca_in_firefox() {
    play(ReadBrowser::Firefox);
}

/// Twenty half-moves against somebody at the other seat, with a refusal, an ambiguity, a promotion, castling, an offer, and a
/// move that comes while a question is open.
fn play(browser: ReadBrowser) {
    let missing = missing(browser);
    if !missing.is_empty() {
        println!("skipped, not installed: {}", missing.join(" "));
        return;
    }
    run(async {
        let options = ["--language", "en", "--voice", "off", "--time", "90+30", "--user", "white"];
        let table = Table::start("white,black", &options);
        let black = Browser::open(table.link(1)).await;
        let mut orca = ScreenReader::open(browser, table.link(0));

        // By typed lines: a read-back, and Enter alone for yes. The line stays in hand.
        orca.begin("F2", "Nf4", "Not possible");
        orca.line("e4");
        orca.hear("Eva two Eva four?");
        orca.key("Return");
        orca.hear("Pawn Eva two Eva four");
        black.click("d7", "d5").await;
        orca.hear("Pawn David seven David five");
        orca.line("exd5");
        orca.hear("David five?");
        orca.line("yes");
        orca.hear("takes David five");
        black.click("c7", "c6").await;
        orca.hear("Pawn Cesar seven Cesar six");

        // On the board.
        orca.key("F4");
        orca.hear_all(&["table with 8 rows 8 columns", "e2 empty"]);
        orca.square("d5");
        orca.hear("d5 white pawn chosen");
        orca.square("c6");
        orca.hear("takes Cesar six");
        black.click("g8", "f6").await;
        orca.hear("Knight Gustav eight Felix six");
        orca.key("l");
        orca.hear("Knight Gustav eight Felix six");
        // There is no way for it.
        orca.square("a1");
        orca.hear("a1 white rook chosen");
        orca.square("a5");
        orca.hear("Not possible");
        orca.key("F8");
        orca.hear("Not possible");
        orca.square("c6");
        orca.square("b7");
        orca.hear("takes Bella seven");
        black.click("g7", "g6").await;
        orca.hear("Pawn Gustav seven Gustav six");
        orca.square("b7");
        orca.square("a8");
        orca.hear("Queen, rook, bishop or knight?");
        orca.hear("push button");
        choose(&mut orca, "Queen");
        orca.hear_all(&["takes Anna eight", "Queen"]);
        black.click("f8", "g7").await;
        orca.hear("Bishop Felix eight Gustav seven");
        for (way, told, reply, answered) in [
            (["d2", "d4"], "David four", ["e8", "g8"], "Short castling"),
            (["g1", "f3"], "Felix three", ["b8", "d7"], "Knight Bella eight David seven"),
            (["f1", "e2"], "Eva two", ["f6", "d5"], "Knight Felix six David five"),
            (["e1", "g1"], "Short castling", ["d7", "f6"], "Knight David seven Felix six"),
        ] {
            orca.square(way[0]);
            orca.hear("chosen");
            orca.square(way[1]);
            orca.hear(told);
            black.click(reply[0], reply[1]).await;
            orca.hear(answered);
        }

        // Two knights can go there, which only words leave open.
        orca.key("F2");
        orca.hear("Move, question or announcement");
        orca.line("Nd2");
        orca.hear("Which knight");
        orca.line("b1");
        orca.hear("Knight Bella one David two");
        orca.line("press the clock");
        // A move is heard while a question is open.
        orca.line("offer a draw");
        orca.hear("draw");
        black.click("d8", "c7").await;
        orca.hear("Queen David eight Cesar seven");
        orca.settle();
        orca.line("resign");
        orca.hear("White resigns?");
        orca.line("yes");
        orca.hear("Black wins");
        assert!(table.journal().contains("b1d2"));
        black.close().await;
    });
}

/// Goes through the buttons of a dialog to this one, and presses it.
fn choose(orca: &mut ScreenReader, answer: &str) {
    orca.key("Tab");
    orca.hear(answer);
    orca.key("Return");
}
