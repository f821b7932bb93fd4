//! Host and clock over a bad wire, in simulated time: no press is lost or told twice, no time is wrong.

use std::time::Duration;

use super::EmulatorCommand;
use super::simulated_wire::{ByteDelivery, SimulatedWire};
use crate::supervisor::{Conversation, PortLost};
use crate::tactile_clock::line::{ClockMessage, HostMessage};
use crate::tactile_clock::link::counted_down;
use crate::tactile_clock::{ClockEvent, ClockState, FallenFlags, Features, FeelPattern, TactileSide};

fn face(white_ms: u32) -> ClockState {
    ClockState { white_ms, black_ms: 5_400_000, run: None, flag: FallenFlags::default() }
}

/// Every kind of line.
fn lines() -> Vec<String> {
    let features = Features { hands: true, flag: true, feel: true, lever: true };
    vec![
        HostMessage::Hello { version: 1 }.to_line(),
        HostMessage::Set { seq: 7, face: face(5_400_000) }.to_line(),
        HostMessage::Feel { seq: 8, pattern: FeelPattern::Five }.to_line(),
        HostMessage::Ack { seq: 9 }.to_line(),
        ClockMessage::Hello { version: 1, name: "clock".to_owned(), features }.to_line(),
        ClockMessage::Ack { seq: 7 }.to_line(),
        ClockMessage::Nak { seq: 8, reason: "unknown".to_owned() }.to_line(),
        ClockMessage::Lever { seq: 61, side: TactileSide::White }.to_line(),
    ]
}

/// Returns a connection on which nobody has pressed yet; White has a minute.
fn begun() -> SimulatedWire {
    let mut wire = SimulatedWire::new(|_| ByteDelivery::Whole);
    wire.show(60_000, None);
    wire.run(1000);
    wire
}

/// Checks that the bytes on the wire changed nothing: no press, no other time, and both sides still answer.
fn check_unmoved(mut wire: SimulatedWire, what: &str) {
    assert_eq!(wire.clock.face(wire.now).unwrap().white_ms, 60_000, "{what}");
    wire.clock.command(EmulatorCommand::Press(TactileSide::Black), wire.now);
    wire.show(12_345, None);
    wire.run(2000);
    assert_eq!(wire.levers(), [TactileSide::Black], "{what}");
    assert_eq!(wire.clock.face(wire.now).unwrap().white_ms, 12_345, "{what}");
}

#[test]
fn a_hundred_thousand_random_bytes_are_noise() {
    let mut wire = begun();
    let mut dice = fastrand::Rng::with_seed(27);
    for _ in 0..1000 {
        let bytes: Vec<u8> = std::iter::repeat_with(|| dice.u8(..)).take(50).collect();
        wire.host.received(&bytes, wire.now);
        wire.clock.received(&bytes, wire.now);
        // Bytes that are more likely to look like a line.
        let bytes: Vec<u8> = (0..50).map(|_| b"$TCSETLVRAK,0123456789WB-*\r\n"[dice.usize(..28)]).collect();
        wire.host.received(&bytes, wire.now);
        wire.clock.received(&bytes, wire.now);
        wire.run(5);
    }
    wire.run(2000);
    check_unmoved(wire, "noise");
}

#[test]
fn a_line_cut_at_any_length_is_none() {
    for line in lines() {
        for length in 0..line.len() - 1 {
            let mut wire = begun();
            wire.host.received(&line.as_bytes()[..length], wire.now);
            wire.clock.received(&line.as_bytes()[..length], wire.now);
            wire.run(100);
            check_unmoved(wire, &line[..length]);
        }
    }
}

#[test]
fn a_line_with_any_one_bit_wrong_is_none() {
    for line in lines() {
        // The line's end is left alone: with another byte there, the line would run on into the next.
        for bit in 0..8 * (line.len() - 2) {
            let mut bytes = line.clone().into_bytes();
            bytes[bit / 8] ^= 1 << (bit % 8);
            if bit / 8 >= line.len() - 4 && bytes.eq_ignore_ascii_case(line.as_bytes()) {
                // The checksum may be written in small letters.
                continue;
            }
            let mut wire = begun();
            wire.host.received(&bytes, wire.now);
            wire.clock.received(&bytes, wire.now);
            wire.run(100);
            check_unmoved(wire, &format!("{line:?}, bit {bit}"));
        }
    }
}

#[test]
fn a_thousand_presses_survive_a_tenth_lost_and_a_tenth_doubled() {
    let mut wire = begun();
    wire.copies = |dice| match dice % 10 {
        0 => 0,
        1 => 2,
        _ => 1,
    };
    let mut pressed = Vec::new();
    for press in 0..1000 {
        let side = if press % 2 == 0 { TactileSide::White } else { TactileSide::Black };
        wire.clock.command(EmulatorCommand::Press(side), wire.now);
        wire.show(5_400_000 - press, None);
        pressed.push(side);
        wire.run(4000 + 7 * (press % 13));
    }
    assert_eq!(wire.levers(), pressed);
    wire.copies = |_| 1;
    wire.run(3000);
    assert_eq!(wire.clock.face(wire.now).unwrap().white_ms, 5_399_001);
}

#[test]
fn the_plug_may_be_pulled_five_hundred_times() {
    let mut wire = begun();
    let mut pressed = Vec::new();
    for time in 0..500_u32 {
        // In the middle of a message.
        wire.run(137 * (time % 20) + 1);
        wire.plug(false);
        wire.run(500 * (time % 5) + 100);
        // The lever is pressed meanwhile, and the press is reported when the port is back.
        let side = if time % 2 == 0 { TactileSide::White } else { TactileSide::Black };
        wire.clock.command(EmulatorCommand::Press(side), wire.now);
        pressed.push(side);
        wire.show(60_000 - time, None);
        wire.run(3000);
        wire.plug(true);
        wire.run(2000);
        assert_eq!(wire.clock.face(wire.now).unwrap().white_ms, 60_000 - time, "time {time}");
    }
    assert_eq!(wire.levers(), pressed);
    let lost = |event: &&ClockEvent| matches!(event, ClockEvent::Lost { reason: PortLost::Gone { .. } });
    let back = |event: &&ClockEvent| matches!(event, ClockEvent::Back { .. });
    assert_eq!(wire.events.iter().filter(lost).count(), 500);
    assert_eq!(wire.events.iter().filter(back).count(), 501);
}

#[test]
fn the_hands_do_not_drift_in_six_hours() {
    let mut wire = begun();
    // A tenth of the lines is lost.
    wire.copies = |dice| usize::from(!dice.is_multiple_of(10));
    let (mut left, hours) = (face(6 * 3_600_000), 6);
    left.black_ms = left.white_ms;
    for turn in 0..hours * 120_u32 {
        left.run = Some(if turn % 2 == 0 { TactileSide::White } else { TactileSide::Black });
        wire.host.show(left, wire.now, wire.now);
        // A little more than half a minute per move, so that it is no multiple of the refresh.
        for _ in 0..2 {
            wire.run(15_003);
            left = counted_down(left, Duration::from_millis(15_003));
            let shown = wire.clock.face(wire.now).unwrap();
            assert_eq!((shown.white_ms, shown.black_ms), (left.white_ms, left.black_ms), "turn {turn}");
        }
    }
    assert_eq!((left.white_ms, left.black_ms), (10_797_840, 10_797_840));
}
