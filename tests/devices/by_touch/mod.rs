//! Whole games with nothing but a braille display, through brltty and back: no sound, no voice, no keyboard.
//!
//! One by routing keys, one written in braille, one in competition on twelve cells. In each there is a move that is
//! not legal, a question which, a promotion, offers and a claim, a correction, a display that is lost ten times while
//! a move is made, and a flag that is claimed.
//!
//! It needs the devices that `tests/virtual/up.sh` brings up, and says so where they are missing.

mod learnt;
mod reader;

use std::time::{Duration, Instant};

use crate::{braille::Cells, program::Program};
use reader::{PATIENCE, Reader, one};

/// Two knights for one square, and a pawn about to become something.
const POSITION: &str = "4k3/P7/8/8/8/2N3N1/8/4K3 w - - 0 1";

#[test]
#[ignore = "needs real devices, model and voice: make test"]
fn a_game_by_routing_keys() {
    let reader = Reader::sits_down(40, POSITION, &["--user", "both"]);
    reader.square("c3");
    reader.square("c4");
    reader.reads("so zieht kein Springer");
    // The piece is in the hand while the display comes and goes.
    reader.square("c3");
    reader.loses_the_display(10);
    reader.square("e4");
    reader.reads("Sc3-e4?");
    reader.routes("ja");
    reader.moved("c3e4");
    // It was not meant after all.
    reader.press_and_feel("key_delete");
    reader.reads("zurück, Weiß am Zug");
    reader.square("g3");
    reader.square("e4");
    reader.reads("Sg3-e4?");
    reader.routes("ja");
    reader.moved("g3e4");
    // Black has not moved yet.
    reader.says("Remis", "Remis anbieten");
    reader.reads("Remis erst");
    reader.press_and_feel("key_tab");
    reader.square("e8");
    reader.square("d7");
    reader.routes("ja");
    reader.moved("e8d7");
    reader.says("Remis", "Remis anbieten");
    reader.reads("Remis?");
    reader.routes("nein");
    reader.press_and_feel("key_tab");
    reader.says("Remis", "dreimalige");
    reader.routes("ja");
    reader.reads("Anspruch falsch");
    reader.reads("Remis?");
    reader.routes("nein");
    reader.says("Uhr", "weiter");
    reader.reads("Uhr läuft");
    reader.square("a7");
    reader.square("a8");
    reader.routes("S");
    reader.moved("a7a8n");
    reader.press_and_feel("key_tab");
    // The arbiter takes Black's time, and White claims it.
    reader.press_and_feel("key_function 2");
    for _ in 0..2 {
        reader.press_and_feel("key_function 4");
        reader.routes("S-2");
    }
    reader.press_and_feel("key_function 4");
    reader.routes("weiter");
    reader.says("Uhr", "Zeit überschritten");
    reader.reads("1-0");
    reader.leaves();
}

#[test]
#[ignore = "needs real devices, model and voice: make test"]
fn a_game_written_in_braille() {
    let reader = Reader::sits_down(40, POSITION, &["--user", "white"]);
    reader.writes("sc4");
    reader.reads("nach c4");
    // Two knights reach that square.
    reader.writes("se4");
    reader.reads("S?e4");
    reader.writes("c3");
    reader.moved("c3e4");
    reader.writes("korrektur");
    reader.reads("zurück, Weiß am Zug");
    reader.begins("g3");
    reader.loses_the_display(10);
    reader.writes("e4");
    reader.reads("Sg3-e4?");
    reader.writes("ja");
    reader.moved("g3e4");
    // Black has not moved yet.
    reader.writes("remis anbieten");
    reader.reads("Remis erst");
    reader.writes("uhr");
    reader.reads("Schwarz am Zug");
    reader.writes("ke8d7");
    reader.writes("ja");
    reader.moved("e8d7");
    reader.writes("schwarz bietet remis");
    reader.reads("Remis?");
    reader.writes("nein");
    reader.reads("Remis abgelehnt");
    reader.press_and_feel("key_tab");
    reader.writes("fünfzig züge");
    reader.reads("50 Züge? ja nein");
    reader.writes("ja");
    reader.reads("Anspruch falsch");
    reader.writes("nein");
    reader.writes("weiter");
    reader.reads("Uhr läuft");
    reader.writes("a8");
    reader.reads("D T L S");
    reader.writes("turm");
    reader.moved("a7a8r");
    reader.writes("uhr");
    reader.writes("schiedsrichter");
    reader.writes("uhr schwarz auf 1 sekunde");
    reader.reads("S =0:00:01");
    reader.writes("weiter");
    claims_the_second(&reader);
}

#[test]
#[ignore = "needs real devices, model and voice: make test"]
fn a_game_in_competition_on_twelve_cells() {
    let reader = Reader::sits_down(12, POSITION, &["--user", "white", "--competition"]);
    reader.keys("c3c4");
    reader.reads("c3-c4?");
    reader.routes("ja");
    reader.reads("regelwidrig");
    reader.writes("se4");
    reader.reads("Se4?");
    reader.routes("ja");
    reader.reads("von wo?");
    reader.writes("c3");
    reader.reads("Sc3-e4?");
    reader.routes("ja");
    reader.moved("c3e4");
    reader.press_and_feel("key_delete");
    reader.reads("zurück, Weiß am Zug");
    // Half the move is chosen when the display goes.
    reader.keys("g3");
    reader.loses_the_display(10);
    reader.more_keys("e4");
    reader.reads("g3-e4?");
    reader.routes("ja");
    reader.moved("g3e4");
    // Black has not moved yet.
    reader.says("Remis", "anbieten");
    reader.reads("Remis erst");
    reader.press_and_feel("key_tab");
    reader.keys("e8d7");
    reader.routes("ja");
    reader.moved("e8d7");
    reader.writes("schwarz bietet remis");
    reader.reads("Remis?");
    reader.routes("nein");
    reader.press_and_feel("key_tab");
    reader.says("Remis", "dreimalige");
    reader.routes("ja");
    reader.reads("Anspruch falsch");
    reader.writes("schwarz lehnt remis ab");
    reader.says("Uhr", "weiter");
    reader.reads("Uhr läuft");
    reader.keys("a7a8");
    reader.reads("welche Figur?");
    reader.writes("bauer");
    reader.reads("D T L S");
    reader.routes("S");
    reader.routes("ja");
    reader.moved("a7a8n");
    reader.press_and_feel("key_tab");
    reader.writes("schiedsrichter");
    reader.writes("uhr schwarz auf 1 sekunde");
    reader.press_and_feel("key_function 4");
    reader.routes("weiter");
    claims_the_second(&reader);
}

/// The second that the arbiter has left to Black passes, and White claims it.
fn claims_the_second(reader: &Reader) {
    std::thread::sleep(Duration::from_secs(2));
    reader.writes("zeit überschritten");
    reader.reads("1-0");
    reader.leaves();
}

/// Whoever starts the program without a screen learns why nothing begins.
#[test]
#[ignore = "needs real devices, model and voice: make test"]
fn a_start_that_fails_lies_under_the_fingers() {
    let port = std::env::var("VR_PORT").expect("virtual devices, see tests/virtual/README.md");
    one("kill");
    one("start");
    let (cells, began) = (Cells::of(port.parse().unwrap(), 40), Instant::now());
    // brltty has found the display, which lay there before the program was started.
    assert!(cells.show("no screen", began, PATIENCE * 4), "{:?}", cells.now());
    let home = tempfile::tempdir().unwrap();
    let _program = Program::start_mute(
        home.path(),
        &["play", "--by-touch", "--language", "de", "--opponent", "engine:/nowhere"],
    );
    assert!(cells.show("kein Beginn: ein Schachprogramm", began, PATIENCE * 4), "{:?}", cells.now());
}
