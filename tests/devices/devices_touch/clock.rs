//! The tactile clock and its emulator at the two ends of a pseudo-terminal.

use std::io::Cursor;
use std::path::Path;
use std::time::{Duration, Instant};

use annabella::devices::clock_emulator::{
    self, ClockEmulator, EmulatorCommand, EmulatorError, EmulatorOptions,
};
use annabella::devices::supervisor::PortLost;
use annabella::devices::tactile_clock::{
    ClockEvent, ClockHands, ClockRefusal, ClockState, FallenFlags, FaultCode, FeelPattern, TactileClock,
    TactileSide,
};
use crossbeam_channel::Receiver;

use super::{next, plugs, threads_and_files, until};

#[test]
fn a_clock_is_shown_pressed_felt_and_disturbed() {
    let folder = tempfile::tempdir().unwrap();
    let link = folder.path().join("clock");
    let emulator = start(&link);
    let (mut clock, events) = open(&link);
    assert!(matches!(next(&events), ClockEvent::Back { name, .. } if name == "emulator"));

    let began = Instant::now();
    clock.show(face(5_400_000, None), began);
    until(emulator.lines(), |line| line.contains("W 1:30:00 minute 180.0"));
    println!("state to face: {:?}", began.elapsed());

    let began = Instant::now();
    emulator.command(EmulatorCommand::Press(TactileSide::White));
    assert!(matches!(next(&events), ClockEvent::Lever { side: TactileSide::White, at } if at >= began));
    println!("lever to event: {:?}", began.elapsed());
    until(emulator.lines(), |line| line == "lever: acknowledged");

    clock.feel(FeelPattern::Confirm);
    until(emulator.lines(), |line| line == "feel: confirm");

    for _ in 0..20 {
        emulator.command(EmulatorCommand::Garbage);
    }
    // What comes sooner is the lever's own swinging.
    std::thread::sleep(Duration::from_millis(200).saturating_sub(began.elapsed()));
    emulator.command(EmulatorCommand::Press(TactileSide::Black));
    assert!(matches!(next(&events), ClockEvent::Lever { side: TactileSide::Black, .. }));

    emulator.command(EmulatorCommand::Refuse("range".to_owned()));
    let reason = ClockRefusal { found: "range".to_owned() };
    assert_eq!(next(&events), ClockEvent::Refused { reason });
    emulator.command(EmulatorCommand::Fault(FaultCode::Motor));
    assert_eq!(next(&events), ClockEvent::Fault(FaultCode::Motor));
}

#[test]
fn a_clock_that_vanishes_comes_back_with_the_right_time() {
    let folder = tempfile::tempdir().unwrap();
    let link = folder.path().join("clock");
    let (mut clock, events) = open(&link);
    let missing = next(&events);
    assert!(matches!(&missing, ClockEvent::Lost { reason: PortLost::Missing { .. } }), "{missing:?}");
    // Far from the hour, so that the time may pass.
    let began = Instant::now();
    clock.show(face(3_000_000, Some(TactileSide::White)), began);

    for way in ["first", "again"] {
        let emulator = start(&link);
        let back = next(&events);
        assert!(matches!(back, ClockEvent::Back { .. }), "{way}: {back:?}");
        until(emulator.lines(), |line| line.starts_with("face: W 0:4") || line.starts_with("face: W 0:50"));
        drop(emulator);
        assert!(!link.is_symlink(), "the link was left behind");
        let lost = next(&events);
        assert!(matches!(&lost, ClockEvent::Lost { reason: PortLost::Gone { .. } }), "{way}: {lost:?}");
    }
}

#[test]
fn a_clock_is_unplugged_and_plugged_in_again_and_again() {
    let folder = tempfile::tempdir().unwrap();
    let link = folder.path().join("clock");
    let mut emulator = Some(start(&link));
    let (mut clock, events) = open(&link);
    clock.show(face(60_000, None), Instant::now());
    assert!(matches!(next(&events), ClockEvent::Back { .. }));
    let before = threads_and_files();
    let began = Instant::now();
    for plug in 0..plugs() {
        drop(emulator.take());
        let lost = next(&events);
        assert!(matches!(lost, ClockEvent::Lost { .. }), "{plug}: {lost:?}");
        let again = emulator.insert(start(&link));
        let back = next(&events);
        assert!(matches!(back, ClockEvent::Back { .. }), "{plug}: {back:?}");
        until(again.lines(), |line| line.starts_with("face: W 0:01:00"));
    }
    println!("{} plugs: {:?}", plugs(), began.elapsed());
    drop(clock);
    drop(emulator);
    assert!(events.try_recv().is_err());
    let after = threads_and_files();
    // Other tests have some as well.
    assert!(
        after.iter().zip(before).all(|(after, before)| *after < before + 50),
        "{before:?}, then {after:?}"
    );
}

#[test]
fn a_clock_that_falls_silent_is_lost_once_and_returns() {
    let folder = tempfile::tempdir().unwrap();
    let link = folder.path().join("clock");
    let emulator = start(&link);
    let (mut clock, events) = open(&link);
    clock.show(face(60_000, None), Instant::now());
    assert!(matches!(next(&events), ClockEvent::Back { .. }));
    until(emulator.lines(), |line| line.starts_with("face:"));

    let began = Instant::now();
    emulator.command(EmulatorCommand::Quiet(true));
    let reason = PortLost::NoAnswer;
    assert_eq!(next(&events), ClockEvent::Lost { reason });
    println!("silence to lost: {:?}", began.elapsed());
    until(emulator.lines(), |line| line == "host silent, hands stopped");
    let began = Instant::now();
    emulator.command(EmulatorCommand::Quiet(false));
    assert!(matches!(next(&events), ClockEvent::Back { .. }));
    println!("voice to back: {:?}", began.elapsed());
}

#[test]
fn a_port_in_use_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let link = folder.path().join("clock");
    let _emulator = start(&link);
    let (_first, events) = open(&link);
    assert!(matches!(next(&events), ClockEvent::Back { .. }));
    let (_second, events) = open(&link);
    let lost = next(&events);
    assert!(matches!(&lost, ClockEvent::Lost { reason: PortLost::Busy { .. } }), "{lost:?}");
}

#[test]
fn something_that_is_no_port_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("clock");
    std::fs::write(&path, "no port").unwrap();
    let (_clock, events) = open(&path);
    let lost = next(&events);
    assert!(matches!(&lost, ClockEvent::Lost { reason: PortLost::CannotOpen { .. } }), "{lost:?}");
    let options = options(&path);
    let err = ClockEmulator::start(options).unwrap_err();
    assert!(matches!(err, EmulatorError::LinkTaken { .. }), "{err}");
    assert_eq!(std::fs::read_to_string(path).unwrap(), "no port");
}

#[test]
fn the_emulator_is_driven_by_typed_commands() {
    let folder = tempfile::tempdir().unwrap();
    let options = options(&folder.path().join("clock"));
    let mut output = Vec::new();
    let input = Cursor::new("dance\n\nquit\n");
    clock_emulator::run(options.clone(), input, &mut output).unwrap();
    assert_eq!(
        String::from_utf8(output).unwrap(),
        format!(
            "clock at {}\nunknown command \"dance\", known are w, b, fault CODE, garbage, \
             quiet, answer, refuse REASON, wrong FAULT, right, quit\n",
            options.link.display()
        )
    );
    assert!(!options.link.is_symlink());
}

fn options(link: &Path) -> EmulatorOptions {
    EmulatorOptions { link: link.to_owned(), name: "emulator".to_owned(), fault: None, svg: None }
}

fn start(link: &Path) -> ClockEmulator {
    ClockEmulator::start(options(link)).unwrap()
}

fn open(path: &Path) -> (TactileClock, Receiver<ClockEvent>) {
    let (send, events) = crossbeam_channel::unbounded();
    let clock = TactileClock::open(path, move |event| drop(send.send(event))).unwrap();
    (clock, events)
}

fn face(white_ms: u32, run: Option<TactileSide>) -> ClockState {
    ClockState { white_ms, black_ms: 5_400_000, run, flag: FallenFlags::default() }
}
