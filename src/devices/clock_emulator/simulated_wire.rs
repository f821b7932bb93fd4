//! Host, emulated clock and a wire between them, in simulated time, for tests.

use std::time::{Duration, Instant};

use super::EmulatedClock;
use crate::supervisor::{Conversation, DeviceReport, PortLost, ToldOnce, WireAction};
use crate::tactile_clock::link::HostLink;
use crate::tactile_clock::{ClockEvent, ClockState, FallenFlags, TactileSide};

/// The pause before an attempt to open the port.
const PAUSE: Duration = Duration::from_secs(1);

/// What happens to a byte on the wire.
pub(super) enum ByteDelivery {
    Whole,
    /// The byte arrives with a value outside ASCII, which no line may hold: the checksum, an XOR, misses some pairs
    /// of errors.
    Spoiled,
    Lost,
}

/// Host and clock, and the bytes between them, which take no time.
pub(super) struct SimulatedWire {
    pub(super) host: HostLink,
    pub(super) clock: EmulatedClock,
    pub(super) now: Instant,
    /// What happens to each byte, by a random number.
    pub(super) delivery: fn(u64) -> ByteDelivery,
    /// How often each line arrives, by a random number.
    pub(super) copies: fn(u64) -> usize,
    pub(super) plugged: bool,
    /// When the port is opened, while it is closed.
    open_at: Option<Instant>,
    once: ToldOnce,
    pub(super) dice: u64,
    pub(super) events: Vec<ClockEvent>,
    pub(super) printed: Vec<String>,
    /// What the host has received.
    pub(super) received: Vec<u8>,
}

impl SimulatedWire {
    pub(super) fn new(delivery: fn(u64) -> ByteDelivery) -> Self {
        let now = Instant::now();
        Self {
            host: HostLink::new(now),
            clock: EmulatedClock::new("emulator", 65_534, now),
            now,
            delivery,
            copies: |_| 1,
            plugged: true,
            open_at: Some(now),
            once: ToldOnce::default(),
            dice: 1,
            events: Vec::new(),
            printed: Vec::new(),
            received: Vec::new(),
        }
    }

    pub(super) fn show(&mut self, left_ms: u32, run: Option<TactileSide>) {
        let face = ClockState { white_ms: left_ms, black_ms: left_ms, run, flag: FallenFlags::default() };
        self.host.show(face, self.now, self.now);
    }

    /// Pulls the plug out or puts it in.
    pub(super) fn plug(&mut self, plugged: bool) {
        self.plugged = plugged;
        if !plugged {
            self.close(PortLost::Gone { what: std::io::Error::other("no such device").into() });
        }
    }

    fn close(&mut self, reason: PortLost) {
        self.host.closed();
        self.tell(ClockEvent::lost(reason));
        self.open_at = Some(self.now + PAUSE);
    }

    fn tell(&mut self, event: ClockEvent) {
        if self.once.is_new(&event) {
            self.events.push(event);
        }
    }

    fn open(&mut self) {
        match self.plugged {
            true => {
                self.open_at = None;
                self.host.opened(self.now);
            }
            false => self.close(PortLost::Missing { path: "clock".to_owned() }),
        }
    }

    pub(super) fn run(&mut self, milliseconds: u32) {
        let end = self.now + Duration::from_millis(milliseconds.into());
        loop {
            if self.open_at.is_some_and(|at| at <= self.now) {
                self.open();
            }
            self.host.passed(self.now);
            self.clock.passed(self.now);
            while self.carry() {}
            let deadlines = [self.host.next_deadline(), self.clock.next_deadline(self.now), self.open_at];
            match deadlines.into_iter().flatten().min() {
                Some(deadline) if deadline <= end => self.now = deadline,
                _ => break,
            }
        }
        self.now = end;
    }

    /// Carries out what both sides want; returns whether there was anything.
    fn carry(&mut self) -> bool {
        let mut said = false;
        while let Some(action) = self.host.next_action() {
            said = true;
            match action {
                WireAction::Reopen => self.close(PortLost::NoAnswer),
                WireAction::Write(line) => {
                    let bytes = self.damaged(&line);
                    self.clock.received(&bytes, self.now);
                }
                WireAction::Tell(event) => self.tell(event),
            }
        }
        while let Some(bytes) = self.clock.next_write(self.now) {
            said = true;
            let bytes = self.damaged(&bytes);
            self.host.received(&bytes, self.now);
            self.received.extend(bytes);
        }
        while let Some(line) = self.clock.next_line() {
            self.printed.push(line);
        }
        said
    }

    /// Returns the next number by xorshift: the same numbers for the same seed.
    fn throw(&mut self) -> u64 {
        self.dice ^= self.dice << 13;
        self.dice ^= self.dice >> 7;
        self.dice ^= self.dice << 17;
        self.dice
    }

    /// Returns the bytes that arrive.
    fn damaged(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut arrived = Vec::with_capacity(bytes.len());
        let copies = if self.plugged { (self.copies)(self.throw()) } else { 0 };
        for &byte in bytes.repeat(copies).iter() {
            match (self.delivery)(self.throw()) {
                ByteDelivery::Whole => arrived.push(byte),
                ByteDelivery::Spoiled => arrived.push(byte | 0x80),
                ByteDelivery::Lost => {}
            }
        }
        arrived
    }

    pub(super) fn levers(&self) -> Vec<TactileSide> {
        self.events
            .iter()
            .filter_map(|event| match event {
                ClockEvent::Lever { side, .. } => Some(*side),
                _ => None,
            })
            .collect()
    }
}
