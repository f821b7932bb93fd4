//! Conversations of host and clock, in simulated time.

use proptest::prelude::*;

use super::EmulatorCommand;
use super::simulated_wire::{ByteDelivery, SimulatedWire};
use crate::supervisor::PortLost;
use crate::tactile_clock::{
    ClockEvent, ClockRefusal, FaultCode, FeelPattern, TactileSide, line::LineReceiver,
};

#[test]
fn a_move_and_a_press_are_seen_at_both_ends() {
    let mut wire = SimulatedWire::new(|_| ByteDelivery::Whole);
    wire.show(5_400_000, Some(TactileSide::White));
    wire.run(100);
    wire.clock.command(EmulatorCommand::Press(TactileSide::White), wire.now);
    wire.run(20);
    wire.show(5_400_000, Some(TactileSide::Black));
    wire.host.feel(FeelPattern::Confirm, wire.now);
    wire.run(100);
    assert_eq!(wire.levers(), [TactileSide::White]);
    let dial = "1:30:00 minute 180.0 hour 315.0 dots 2 flag rest";
    assert_eq!(
        wire.printed,
        [
            "host: hello".to_owned(),
            format!("face: W {dial} | B {dial} | run W flag -"),
            "lever: W pressed".to_owned(),
            "lever: acknowledged".to_owned(),
            format!("face: W {dial} | B {dial} | run B flag -"),
            "feel: confirm".to_owned(),
        ]
    );
}

#[test]
fn hands_stop_three_seconds_after_the_host_fell_silent() {
    let mut wire = SimulatedWire::new(|_| ByteDelivery::Whole);
    wire.show(60_000, Some(TactileSide::White));
    wire.run(1000);
    wire.delivery = |_| ByteDelivery::Lost;
    let last = wire.now;
    wire.run(10_000);
    assert!(wire.printed.contains(&"host silent, hands stopped".to_owned()));
    let left = wire.clock.face(wire.now).unwrap().white_ms;
    // The last state came 0 to 500 ms before the silence.
    assert!((56_000..=56_500).contains(&left), "{left} since {last:?}");
    assert_eq!(wire.events.last(), Some(&ClockEvent::Lost { reason: PortLost::NoAnswer }));
    wire.delivery = |_| ByteDelivery::Whole;
    wire.run(2000);
    assert!(matches!(wire.events.last(), Some(ClockEvent::Back { .. })));
    let left = wire.clock.face(wire.now).unwrap().white_ms;
    assert!((46_900..=47_100).contains(&left), "{left}");
}

#[test]
fn faults_and_refusals_reach_the_host() {
    let mut wire = SimulatedWire::new(|_| ByteDelivery::Whole);
    wire.show(60_000, None);
    wire.run(50);
    wire.clock.command(EmulatorCommand::Fault(FaultCode::Motor), wire.now);
    wire.clock.command(EmulatorCommand::Refuse("out of range".to_owned()), wire.now);
    wire.run(1000);
    assert_eq!(
        wire.events[1..],
        [
            ClockEvent::Fault(FaultCode::Motor),
            ClockEvent::Refused { reason: ClockRefusal { found: "out of range".to_owned() } }
        ]
    );
}

#[test]
fn garbage_disturbs_nothing() {
    let mut wire = SimulatedWire::new(|_| ByteDelivery::Whole);
    wire.show(60_000, None);
    for _ in 0..50 {
        wire.run(100);
        wire.clock.command(EmulatorCommand::Garbage, wire.now);
    }
    wire.run(100);
    assert!(matches!(wire.events[..], [ClockEvent::Back { .. }]), "{:?}", wire.events);
    let mut receiver = LineReceiver::default();
    let dropped = wire.received.iter().filter(|byte| matches!(receiver.push(**byte), Some(Err(_))));
    assert!(dropped.count() >= 50);
}

proptest! {
    /// One byte in 150 is spoiled, which drops every fifth line. Still every press is told exactly once, in
    /// order, and the clock shows the last state when the noise ends.
    #[test]
    fn noise_neither_loses_nor_doubles_a_press(seed in any::<u64>(), presses in 1usize..12) {
        let mut wire = SimulatedWire::new(|dice| match dice % 150 {
            0 => ByteDelivery::Spoiled,
            _ => ByteDelivery::Whole,
        });
        wire.dice = seed | 1;
        wire.show(60_000, None);
        wire.run(3000);
        let mut pressed = Vec::new();
        for press in 0..presses {
            let side = if press % 2 == 0 { TactileSide::White } else { TactileSide::Black };
            wire.clock.command(EmulatorCommand::Press(side), wire.now);
            pressed.push(side);
            wire.run(30_000);
        }
        wire.delivery = |_| ByteDelivery::Whole;
        wire.show(12_345, None);
        wire.run(10_000);
        prop_assert_eq!(wire.levers(), pressed);
        prop_assert_eq!(wire.clock.face(wire.now).map(|face| face.white_ms), Some(12_345));
    }
}
