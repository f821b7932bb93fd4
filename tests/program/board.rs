//! Electronic boards from outside: a game that was recorded, and one that is played on an emulated board.

pub mod played;
mod tournament;

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
