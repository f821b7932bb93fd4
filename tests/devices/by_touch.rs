//! A move with nothing but a braille display, through brltty and back: the board is read rank by rank, a
//! piece and its square are chosen with routing keys, and the question is answered with one.
//!
//! It needs the devices that `tests/virtual/up.sh` brings up, and says so where they are missing.

use std::time::{Duration, Instant};

use crate::braille::Cells;
use crate::program::Program;

/// A press that shows nothing within this was not felt.
const PATIENCE: Duration = Duration::from_secs(6);

#[test]
#[ignore = "needs real devices, model and voice: make test"]
fn a_move_is_made_by_touch_alone() {
    let port: u16 =
        std::env::var("VR_PORT").expect("virtual devices, see tests/virtual/README.md").parse().unwrap();
    let cells = Cells::at(port);
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("game.jsonl");
    let _program = Program::start(&["play", "--user", "white", "--journal", journal.to_str().unwrap()]);
    let waiting = Instant::now();
    assert!(cells.show("bereit Weiß", waiting, PATIENCE * 3), "{:?}", cells.now());
    // Square a is at the third cell, so e is cell 6 and g cell 8, counted from 0.
    for (command, shown) in [
        ("lnup", "1 TSLDKLST"),
        ("lnup", "2 BBBBBBBB"),
        ("lndn", "1 TSLDKLST"),
        ("route 8", "1 TSLDKLST g1-"),
        ("lnup", "2 BBBBBBBB g1-"),
        ("lnup", "3 -------- g1-"),
        ("route 7", "Sg1-f3? ja nein"),
        ("route 8", "1. Sg1-f3"),
    ] {
        let pressed = Instant::now();
        cells.press(command);
        assert!(cells.show(shown, pressed, PATIENCE), "{command}: {:?} instead of {shown:?}", cells.now());
    }
    let kept = std::fs::read_to_string(&journal).unwrap();
    assert!(kept.lines().any(|line| line.contains("\"g1f3\"") && line.contains("moved")), "{kept}");
}
