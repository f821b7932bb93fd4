//! The firmware for makers of clocks, built by the compilers of this machine and talked to.

use std::{
    io::Write,
    path::Path,
    process::{Command, Stdio},
};

use annabella::devices::tactile_clock::{
    ClockState, FallenFlags, FeelPattern, TactileSide, line::HostMessage,
};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_header_is_plain_c() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("clock.c");
    std::fs::write(&file, "#include \"tactile_clock.h\"\nint main(void) { return tc_checksum(\"\", 0); }\n")
        .unwrap();
    let built = Command::new("cc")
        .args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-Wno-unused-function", "-I"])
        .arg(root().join("docs/tactile-clock"))
        .arg(&file)
        .arg("-o")
        .arg(folder.path().join("clock"))
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
}

#[test]
fn the_example_firmware_does_what_the_protocol_says() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("clock");
    let built = Command::new("c++")
        .args(["-std=c++20", "-Wall", "-Wextra", "-Werror", "-Wno-unused-function", "-x", "c++", "-I"])
        .arg(root().join("docs/tactile-clock"))
        .arg("-I")
        .arg(root().join("tests/program/maker"))
        .arg(root().join("tests/program/maker/main.cpp"))
        .arg("-o")
        .arg(&program)
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));

    let face =
        |white_ms, run| ClockState { white_ms, black_ms: 1_800_000, run, flag: FallenFlags::default() };
    let set =
        |seq, white_ms| HostMessage::Set { seq, face: face(white_ms, Some(TactileSide::White)) }.to_line();
    let feel = |seq, pattern| HostMessage::Feel { seq, pattern }.to_line();
    let ack = |seq| HostMessage::Ack { seq }.to_line();
    let told = [
        // Half a line, and one with a wrong sum: nothing happens.
        "$TCSET,1,60".to_owned() + &HostMessage::Hello { version: 1 }.to_line(),
        "$TCSET,7,3600000,1800000,W,-*FF\r\n".to_owned(),
        set(7, 2_700_000),
        // The same number again is acknowledged and not acted on.
        set(7, 100),
        feel(8, FeelPattern::Confirm),
        "!+400\n".to_owned(),
        "$TCFEEL,9,dance*".to_owned()
            + &format!("{:02X}\r\n", "TCFEEL,9,dance".bytes().fold(0, |sum, byte| sum ^ byte)),
        // A press, told again until it is heard of.
        "!W\n".to_owned(),
        "!+250\n".to_owned(),
        ack(61),
        "!+250\n".to_owned(),
        // The host is silent.
        "!+3000\n".to_owned(),
    ];
    let mut clock = Command::new(&program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    clock.stdin.take().unwrap().write_all(told.concat().as_bytes()).unwrap();
    let said = String::from_utf8(clock.wait_with_output().unwrap().stdout).unwrap();
    let said: Vec<&str> = said.lines().map(|line| line.trim_end().split('*').next().unwrap()).collect();
    assert_eq!(
        said,
        [
            "$TCHELO,1,example,hands+feel+lever",
            "hand 9 180",
            "hand 10 180",
            "$TCACK,7",
            "hand 9 45",
            "hand 10 90",
            "$TCACK,7",
            "$TCACK,8",
            "pin 5 1",
            "hand 9 46",
            "pin 5 0",
            "$TCNAK,9,unknown",
            "$TCLEVER,61,W",
            "$TCLEVER,61,W",
            "$TCFAULT,host",
        ]
    );
}
