//! Emulated clocks, examined in simulated time.

use std::time::Duration;

use strum::IntoEnumIterator;

use super::*;
use crate::devices::{
    clock_emulator::{EmulatedClock, EmulatorCommand, FaultKind, InjectedFault},
    tactile_clock::FaultCode,
};
use crate::language::LanguageFolder;

/// An emulated clock whose lever is pressed when the examiner asks for it.
struct EmulatedWire {
    clock: EmulatedClock,
    now: Instant,
    open: bool,
    told: Vec<String>,
    /// Changes each line of the clock.
    spoil: fn(String) -> String,
}

impl EmulatedWire {
    fn new(fault: Option<InjectedFault>) -> EmulatedWire {
        let now = Instant::now();
        let mut clock = EmulatedClock::new("emulator", 65_534, now);
        clock.command(EmulatorCommand::GoWrong(fault), now);
        EmulatedWire { clock, now, open: true, told: Vec::new(), spoil: |line| line }
    }
}

impl ClockWire for EmulatedWire {
    fn now(&self) -> Instant {
        self.now
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), WireLost> {
        if !self.open || !self.clock.is_plugged() {
            self.open = false;
            return Err(WireLost("no such device".to_owned()));
        }
        self.clock.received(bytes, self.now);
        Ok(())
    }

    fn receive(&mut self, until: Instant) -> Result<Option<Vec<u8>>, WireLost> {
        loop {
            self.clock.passed(self.now);
            if !self.open || !self.clock.is_plugged() {
                self.open = false;
                return Err(WireLost("end of input".to_owned()));
            }
            if let Some(bytes) = self.clock.next_write(self.now) {
                let line = (self.spoil)(String::from_utf8_lossy(&bytes).into_owned());
                return Ok(Some(line.into_bytes()));
            }
            if self.now >= until {
                return Ok(None);
            }
            let due = self.clock.next_deadline(self.now).unwrap_or(until);
            self.now = due.clamp(self.now, until);
        }
    }

    fn mend(&mut self) -> bool {
        self.now += Duration::from_millis(20);
        self.clock.passed(self.now);
        self.open = self.clock.is_plugged();
        self.open
    }

    fn tell(&mut self, instruction: &Instruction) {
        self.told.push(instruction.to_string());
        if let Instruction::PressLever { side } = instruction {
            self.clock.command(EmulatorCommand::Press(*side), self.now);
        }
    }
}

#[test]
fn the_honest_clock_passes() {
    let mut bench = EmulatedWire::new(None);
    let findings = examine(&mut bench);
    assert_eq!(findings, Findings::default());
    assert_eq!(
        findings.told(&LanguageFolder::ENGLISH.catalogue()),
        "This clock does what the protocol says.\n"
    );
    assert_eq!(bench.told[0], "greeting: emulator, hands+flag+feel+lever");
    assert_eq!(bench.told.last().unwrap(), "  White 0:00:00 minute   0.0 hour   0.0 dots 2 flag fallen");
}

#[test]
fn each_fault_is_found_by_its_name_and_no_other_is() {
    for kind in FaultKind::iter() {
        let name = match kind {
            FaultKind::Drop => Violation::Drop,
            FaultKind::Corrupt => Violation::Corrupt,
            FaultKind::Delay => Violation::Delay,
            FaultKind::Duplicate => Violation::Duplicate,
            FaultKind::Reorder => Violation::Reorder,
            FaultKind::Reset => Violation::Reset,
            FaultKind::Unplug => Violation::Unplug,
        };
        assert_eq!(name.to_string(), kind.to_string());
        for every in [3, 5, 7, 12, 40, 61] {
            let findings = examine(&mut EmulatedWire::new(Some(InjectedFault { kind, every })));
            let found: Vec<Violation> = findings.violations.keys().copied().collect();
            assert_eq!(found, [name], "{kind}={every}: {findings:?}");
        }
    }
}

/// Checks the violations of a clock whose lines `spoil` changes.
fn check(spoil: fn(String) -> String, expected: &[Violation]) {
    let mut bench = EmulatedWire::new(None);
    bench.spoil = spoil;
    let findings = examine(&mut bench);
    let found: Vec<Violation> = findings.violations.keys().copied().collect();
    assert_eq!(found, expected, "{findings:?}");
}

/// Returns the line with a part replaced and its checksum made right.
fn changed(line: &str, from: &str, to: &str) -> String {
    let body = line.trim_start_matches('$').split('*').next().unwrap();
    crate::devices::tactile_clock::line::frame(&body.replace(from, to))
}

#[test]
fn what_makers_do_wrong_has_names_too() {
    check(|_| String::new(), &[Violation::Silent]);
    check(|line| changed(&line, "TCHELO,1", "TCHELO,2"), &[Violation::Version]);
    check(
        |line| if line.contains("HELO") { line } else { String::new() },
        &[Violation::Silent, Violation::Drop],
    );
    check(|line| format!("set: ok\r\n{line}"), &[Violation::Line]);
    check(|line| changed(&line, "TCFAULT,host", "TCFAULT,silence"), &[Violation::Line, Violation::Host]);
    check(|line| if line.contains("FAULT") { String::new() } else { line }, &[Violation::Host]);
    check(|line| changed(&changed(&line, "TCLEVER", "TCACK"), "65534,W", "7"), &[Violation::Number]);
    check(|line| if line.contains("LEVER") { line.repeat(5) } else { line }, &[Violation::Lever]);
    check(|line| changed(&changed(&line, "TCNAK", "TCACK"), ",unknown", ""), &[Violation::Refuses]);
}

#[test]
fn a_lever_that_nobody_presses_and_a_clock_without_one_are_not_blamed() {
    let mut bench = EmulatedWire::new(None);
    bench.spoil = |line| changed(&line, "+lever", "");
    let findings = examine(&mut bench);
    assert!(findings.conforms(), "{findings:?}");
    assert_eq!(findings.untried, [Untried::NoLever]);
    let mut bench = EmulatedWire::new(None);
    bench.spoil = |line| if line.contains("LEVER") { String::new() } else { line };
    let findings = examine(&mut bench);
    assert!(findings.conforms() && findings.untried.len() == 2, "{findings:?}");
}

#[test]
fn a_fault_that_the_clock_reports_itself_is_told_and_is_none_of_the_protocols() {
    let mut bench = EmulatedWire::new(None);
    bench.clock.command(EmulatorCommand::Fault(FaultCode::Motor), bench.now);
    assert!(examine(&mut bench).conforms());
    assert!(bench.told.contains(&"the clock reports a fault: motor".to_owned()), "{:?}", bench.told);
}
