//! Host and clock talking over a bad wire, in simulated time.

use std::time::{Duration, Instant};

use proptest::prelude::*;

use super::{Command, EmulatedClock};
use crate::devices::tactile_clock::link::{Action, ClockEvent, HostLink};
use crate::devices::tactile_clock::{ClockFace, FaultCode, FeelPattern, Flags, LostReason, Side};

#[test]
fn a_move_and_a_press_are_seen_at_both_ends() {
    let mut wire = Wire::new(|_| Fate::Whole);
    wire.show(5_400_000, Some(Side::White));
    wire.run(100);
    wire.clock.command(Command::Press(Side::White), wire.now);
    wire.run(20);
    wire.show(5_400_000, Some(Side::Black));
    wire.host.feel(FeelPattern::Confirm, wire.now);
    wire.run(100);
    assert_eq!(wire.levers(), [Side::White]);
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
    let mut wire = Wire::new(|_| Fate::Whole);
    wire.show(60_000, Some(Side::White));
    wire.run(1000);
    wire.fate = |_| Fate::Lost;
    let last = wire.now;
    wire.run(10_000);
    assert!(wire.printed.contains(&"host silent, hands stopped".to_owned()));
    let left = wire.clock.face(wire.now).unwrap().white_ms;
    // The last state came 0 to 500 ms before the silence.
    assert!((56_000..=56_500).contains(&left), "{left} since {last:?}");
    assert_eq!(wire.events.last(), Some(&ClockEvent::Lost { reason: LostReason::NoAnswer }));
    wire.fate = |_| Fate::Whole;
    wire.run(2000);
    assert!(matches!(wire.events.last(), Some(ClockEvent::Back { .. })));
    let left = wire.clock.face(wire.now).unwrap().white_ms;
    assert!((46_900..=47_100).contains(&left), "{left}");
}

#[test]
fn faults_and_refusals_reach_the_host() {
    let mut wire = Wire::new(|_| Fate::Whole);
    wire.show(60_000, None);
    wire.run(50);
    wire.clock.command(Command::Fault(FaultCode::Motor), wire.now);
    wire.clock.command(Command::Refuse("out of range".to_owned()), wire.now);
    wire.run(1000);
    assert_eq!(
        wire.events[1..],
        [ClockEvent::Fault(FaultCode::Motor), ClockEvent::Refused { reason: "out of range".to_owned() }]
    );
}

#[test]
fn garbage_disturbs_nothing() {
    let mut wire = Wire::new(|_| Fate::Whole);
    wire.show(60_000, None);
    for _ in 0..50 {
        wire.run(100);
        wire.clock.command(Command::Garbage, wire.now);
    }
    wire.run(100);
    assert!(matches!(wire.events[..], [ClockEvent::Back { .. }]), "{:?}", wire.events);
    assert!(wire.host.dropped() >= 50);
}

proptest! {
    /// One byte in 150 is spoiled, so that every fifth line is dropped: every
    /// press is told exactly once, in order, and when the noise ends the clock
    /// shows the last state.
    #[test]
    fn noise_neither_loses_nor_doubles_a_press(seed in any::<u64>(), presses in 1usize..12) {
        let mut wire = Wire::new(|dice| match dice % 150 {
            0 => Fate::Spoiled,
            _ => Fate::Whole,
        });
        wire.dice = seed | 1;
        wire.show(60_000, None);
        wire.run(3000);
        let mut pressed = Vec::new();
        for press in 0..presses {
            let side = if press % 2 == 0 { Side::White } else { Side::Black };
            wire.clock.command(Command::Press(side), wire.now);
            pressed.push(side);
            wire.run(30_000);
        }
        wire.fate = |_| Fate::Whole;
        wire.show(12_345, None);
        wire.run(10_000);
        prop_assert_eq!(wire.levers(), pressed);
        prop_assert_eq!(wire.clock.face(wire.now).map(|face| face.white_ms), Some(12_345));
    }
}

/// What becomes of a byte under way.
enum Fate {
    Whole,
    /// Arrives outside ASCII, so that no checksum can take it for another
    /// byte; XOR alone does not notice every pair of errors.
    Spoiled,
    Lost,
}

/// Both ends and the bytes between them, which take no time.
struct Wire {
    host: HostLink,
    clock: EmulatedClock,
    now: Instant,
    fate: fn(u64) -> Fate,
    dice: u64,
    events: Vec<ClockEvent>,
    printed: Vec<String>,
}

impl Wire {
    fn new(fate: fn(u64) -> Fate) -> Self {
        let now = Instant::now();
        Self {
            host: HostLink::new(now),
            clock: EmulatedClock::new("emulator", 65_534, now),
            now,
            fate,
            dice: 1,
            events: Vec::new(),
            printed: Vec::new(),
        }
    }

    fn show(&mut self, left_ms: u32, run: Option<Side>) {
        let face = ClockFace { white_ms: left_ms, black_ms: left_ms, run, flag: Flags::default() };
        self.host.show(face, self.now, self.now);
    }

    fn run(&mut self, milliseconds: u32) {
        let end = self.now + Duration::from_millis(milliseconds.into());
        loop {
            self.host.passed(self.now);
            self.clock.passed(self.now);
            while self.carry() {}
            let deadlines = [self.host.next_deadline(), self.clock.next_deadline(self.now)];
            match deadlines.into_iter().flatten().min() {
                Some(deadline) if deadline <= end => self.now = deadline,
                _ => break,
            }
        }
        self.now = end;
    }

    /// Whether anything was said at either end.
    fn carry(&mut self) -> bool {
        let mut said = false;
        while let Some(action) = self.host.next_action() {
            said = true;
            match action {
                Action::Open => self.host.opened(self.now),
                Action::Close => {}
                Action::Write(line) => {
                    let bytes = self.damaged(line.as_bytes());
                    self.clock.received(&bytes, self.now);
                }
                Action::Tell(event) => self.events.push(event),
            }
        }
        while let Some(bytes) = self.clock.next_write(self.now) {
            said = true;
            let bytes = self.damaged(&bytes);
            self.host.received(&bytes, self.now);
        }
        while let Some(line) = self.clock.next_line() {
            self.printed.push(line);
        }
        said
    }

    fn damaged(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut arrived = Vec::with_capacity(bytes.len());
        for &byte in bytes {
            // Xorshift: the same noise for the same seed.
            self.dice ^= self.dice << 13;
            self.dice ^= self.dice >> 7;
            self.dice ^= self.dice << 17;
            match (self.fate)(self.dice) {
                Fate::Whole => arrived.push(byte),
                Fate::Spoiled => arrived.push(byte | 0x80),
                Fate::Lost => {}
            }
        }
        arrived
    }

    fn levers(&self) -> Vec<Side> {
        self.events
            .iter()
            .filter_map(|event| match event {
                ClockEvent::Lever { side, .. } => Some(*side),
                _ => None,
            })
            .collect()
    }
}
