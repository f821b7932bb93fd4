//! A game played with the page alone by whoever has a screen reader: by its keys, as Orca reads it. `make screen-reader`.

use std::{os::unix::fs::PermissionsExt, path::Path};

use annabella_browser_tests::{
    screen_reader::{ReadBrowser, ScreenReader, missing},
    table::Table,
};

/// An engine that answers each position with the next of Black's moves, and waits while a file lies there.
const ENGINE: &str = r#"#!/bin/sh
while read -r line; do case $line in
    uci) echo "id name Script"; echo "uciok" ;;
    isready) echo "readyok" ;;
    position*) set -- $line; count=$(($# - 3)); [ $# -gt 2 ] || count=0 ;;
    go*) while [ -e "HELD" ]; do sleep 0.1; done
        set -- MOVES; shift $((count / 2)); echo "bestmove $1" ;;
    quit) exit ;;
esac; done
"#;

const REPLIES: &str = "d7d5 c7c6 g8f6 g7g6 f8g7 e8g8 b8d7 f6d5 d7f6 d8c7 a8b8";

fn engine(folder: &Path) -> String {
    let path = folder.join("engine.sh");
    let held = folder.join("held");
    let text = ENGINE.replace("HELD", &held.display().to_string()).replace("MOVES", REPLIES);
    std::fs::write(&path, text).expect("an engine");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o700)).expect("an engine that can run");
    format!("engine:{}", path.display())
}

#[test]
fn a_game_is_played_with_orca_in_chromium() {
    play(ReadBrowser::Chromium);
}

#[test]
fn a_game_is_played_with_orca_in_firefox() {
    play(ReadBrowser::Firefox);
}

/// Twenty half-moves, with a refusal, an ambiguity, a promotion, castling, an offer, and a move that comes while a question
/// is open.
fn play(browser: ReadBrowser) {
    let missing = missing(browser);
    if !missing.is_empty() {
        println!("skipped, not installed: {}", missing.join(" "));
        return;
    }
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let engine = engine(folder.path());
    let options = ["--language", "en", "--voice", "off", "--time", "90+30", "--user", "white"];
    let table = Table::start("white", &[&options[..], &["--opponent", &engine]].concat());
    let mut orca = ScreenReader::open(browser, table.link(0));

    // By typed lines: a read-back, and Enter alone for yes. The line stays in hand.
    orca.reach("F2", "Move, question or announcement");
    orca.line("Nf4");
    orca.hear("Not possible");
    orca.line("e4");
    orca.hear("Eva two Eva four?");
    orca.key("Return");
    orca.hear_all(&["Pawn Eva two Eva four", "Pawn David seven David five"]);
    orca.line("exd5");
    orca.hear("David five?");
    orca.line("yes");
    orca.hear_all(&["David five", "Pawn Cesar seven Cesar six"]);

    // On the board.
    orca.key("F4");
    orca.hear_all(&["table with 8 rows 8 columns", "e2 empty"]);
    orca.square("d5");
    orca.hear("d5 white pawn chosen");
    orca.square("c6");
    orca.hear_all(&["takes", "Knight Gustav eight Felix six"]);
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
    orca.hear_all(&["takes", "Pawn Gustav seven Gustav six"]);
    orca.square("b7");
    orca.square("a8");
    orca.hear("Queen, rook, bishop or knight?");
    orca.hear("push button");
    choose(&mut orca, "Queen");
    orca.hear_all(&["takes", "Queen", "Bishop Felix eight Gustav seven"]);
    for (from, to, reply) in [
        ("d2", "d4", "castl"),
        ("g1", "f3", "Knight Bella eight David seven"),
        ("f1", "e2", "Knight Felix six David five"),
        ("e1", "g1", "Knight David seven Felix six"),
    ] {
        orca.square(from);
        orca.hear("chosen");
        orca.square(to);
        orca.hear(reply);
    }

    // Two knights can go there, which only words leave open. The engine waits.
    std::fs::write(folder.path().join("held"), "").expect("a file");
    orca.key("F2");
    orca.hear("Move, question or announcement");
    orca.line("Nd2");
    orca.hear("Which knight");
    orca.line("b1");
    orca.hear("Knight Bella one David two");
    // Its move is heard while a question is open, and the question is still there.
    orca.key("F4");
    orca.hear("table with 8 rows 8 columns");
    orca.key("F2");
    orca.hear("Move, question or announcement");
    orca.line("resign");
    orca.hear("resign");
    std::fs::remove_file(folder.path().join("held")).expect("the file");
    orca.hear("Queen David eight Cesar seven");
    orca.line("no");
    orca.settle();
    orca.line("offer a draw");
    orca.hear("draw");
    orca.settle();
    orca.line("resign");
    orca.hear("resign");
    orca.line("yes");
    orca.hear("Black wins");
    assert!(table.journal().contains("b1d2"));
}

/// Goes through the buttons of a dialog to this one, and presses it.
fn choose(orca: &mut ScreenReader, answer: &str) {
    orca.key("Tab");
    orca.hear(answer);
    orca.key("Return");
}
