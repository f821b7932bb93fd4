//! Clocks that exist as numbers, examined in simulated time.

use super::*;
use crate::devices::{
    clock_emulator::{Command, EmulatedClock, Fault, FaultKind},
    tactile_clock::{FaultCode, Side},
};

/// An emulated clock, and somebody beside it who presses the lever when he is told to.
struct Bench {
    clock: EmulatedClock,
    now: Instant,
    open: bool,
    told: Vec<String>,
    /// What becomes of each line that the clock says.
    spoil: fn(String) -> String,
}

impl Bench {
    fn new(fault: Option<Fault>) -> Bench {
        let now = Instant::now();
        let mut clock = EmulatedClock::new("emulator", 65_534, now);
        clock.command(Command::GoWrong(fault), now);
        Bench { clock, now, open: true, told: Vec::new(), spoil: |line| line }
    }
}

impl Wire for Bench {
    fn now(&self) -> Instant {
        self.now
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), Broken> {
        if !self.open || !self.clock.is_plugged() {
            self.open = false;
            return Err(Broken("no such device".to_owned()));
        }
        self.clock.received(bytes, self.now);
        Ok(())
    }

    fn receive(&mut self, until: Instant) -> Result<Option<Vec<u8>>, Broken> {
        loop {
            self.clock.passed(self.now);
            if !self.open || !self.clock.is_plugged() {
                self.open = false;
                return Err(Broken("end of input".to_owned()));
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

    fn tell(&mut self, text: &str) {
        self.told.push(text.to_owned());
        let side = match text {
            "lever: press it on White's side, once" => Side::White,
            "lever: press it on Black's side, once" => Side::Black,
            _ => return,
        };
        self.clock.command(Command::Press(side), self.now);
    }
}

#[test]
fn the_honest_clock_passes() {
    let mut bench = Bench::new(None);
    let findings = examine(&mut bench);
    assert_eq!(findings, Findings::default());
    assert_eq!(findings.to_string(), "This clock does what the protocol says.\n");
    assert_eq!(bench.told[0], "greeting: emulator, hands+flag+feel+lever");
    assert_eq!(bench.told.last().unwrap(), "  White 0:00:00 minute   0.0 hour   0.0 dots 2 flag fallen");
}

#[test]
fn each_fault_is_found_by_its_name_and_no_other_is() {
    for kind in FaultKind::ALL {
        let name = match kind {
            FaultKind::Drop => Wrong::Drop,
            FaultKind::Corrupt => Wrong::Corrupt,
            FaultKind::Delay => Wrong::Delay,
            FaultKind::Duplicate => Wrong::Duplicate,
            FaultKind::Reorder => Wrong::Reorder,
            FaultKind::Reset => Wrong::Reset,
            FaultKind::Unplug => Wrong::Unplug,
        };
        assert_eq!(name.to_string(), kind.to_string());
        for every in [3, 5, 7, 12, 40, 61] {
            let findings = examine(&mut Bench::new(Some(Fault { kind, every })));
            let found: Vec<Wrong> = findings.wrong.keys().copied().collect();
            assert_eq!(found, [name], "{kind}={every}: {findings}");
        }
    }
}

/// A clock whose every line is changed so is found to do this wrong.
fn check(spoil: fn(String) -> String, expected: &[Wrong]) {
    let mut bench = Bench::new(None);
    bench.spoil = spoil;
    let findings = examine(&mut bench);
    let found: Vec<Wrong> = findings.wrong.keys().copied().collect();
    assert_eq!(found, expected, "{findings}");
}

/// A line with this in the place of that, and the sum that belongs to it.
fn changed(line: &str, from: &str, to: &str) -> String {
    let body = line.trim_start_matches('$').split('*').next().unwrap();
    crate::devices::tactile_clock::line::frame(&body.replace(from, to))
}

#[test]
fn what_makers_do_wrong_has_names_too() {
    check(|_| String::new(), &[Wrong::Silent]);
    check(|line| changed(&line, "TCHELO,1", "TCHELO,2"), &[Wrong::Version]);
    check(|line| if line.contains("HELO") { line } else { String::new() }, &[Wrong::Silent, Wrong::Drop]);
    check(|line| format!("set: ok\r\n{line}"), &[Wrong::Line]);
    check(|line| changed(&line, "TCFAULT,host", "TCFAULT,silence"), &[Wrong::Line, Wrong::Host]);
    check(|line| if line.contains("FAULT") { String::new() } else { line }, &[Wrong::Host]);
    check(|line| changed(&changed(&line, "TCLEVER", "TCACK"), "65534,W", "7"), &[Wrong::Number]);
    check(|line| if line.contains("LEVER") { line.repeat(5) } else { line }, &[Wrong::Lever]);
    check(|line| changed(&changed(&line, "TCNAK", "TCACK"), ",unknown", ""), &[Wrong::Refuses]);
}

#[test]
fn a_lever_that_nobody_presses_and_a_clock_without_one_are_not_blamed() {
    let mut bench = Bench::new(None);
    bench.spoil = |line| changed(&line, "+lever", "");
    let findings = examine(&mut bench);
    assert!(findings.is_honest(), "{findings}");
    assert_eq!(findings.untried, ["the lever, for the clock names none among its features"]);
    let mut bench = Bench::new(None);
    bench.spoil = |line| if line.contains("LEVER") { String::new() } else { line };
    let findings = examine(&mut bench);
    assert!(findings.is_honest() && findings.untried.len() == 2, "{findings}");
}

#[test]
fn a_fault_that_the_clock_reports_itself_is_told_and_is_none_of_the_protocols() {
    let mut bench = Bench::new(None);
    bench.clock.command(Command::Fault(FaultCode::Motor), bench.now);
    assert!(examine(&mut bench).is_honest());
    assert!(bench.told.contains(&"the clock reports a fault: motor".to_owned()), "{:?}", bench.told);
}
