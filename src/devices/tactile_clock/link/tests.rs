//! The host's link in simulated time: its actions, each with its millisecond.

use super::*;
use crate::tactile_clock::line::FallenFlags;

#[test]
fn a_clock_is_greeted_and_told_the_state() {
    let mut bench = LinkTest::new();
    bench.link.show(face(60_000, None), bench.now, bench.now);
    bench.open();
    bench.hears("TCHELO,1,uhr,hands+lever");
    bench.check(&["0 > TCHELO,1", "0 back uhr", "0 > TCSET,0,60000,1000,-,-"]);
}

#[test]
fn the_state_is_told_twice_a_second_and_counted_down() {
    let mut bench = LinkTest::connected();
    bench.link.show(face(60_000, Some(TactileSide::White)), bench.now, bench.now);
    bench.check(&["0 > TCSET,0,60000,1000,W,-"]);
    bench.until(3);
    bench.hears("TCACK,0");
    bench.until(1003);
    bench.check(&[
        "500 > TCSET,1,59500,1000,W,-",
        "700 > TCSET,2,59300,1000,W,-",
        "900 > TCSET,3,59100,1000,W,-",
    ]);
    bench.hears("TCACK,3");
    bench.until(1400);
    bench.check(&["1400 > TCSET,4,58600,1000,W,-"]);
}

#[test]
fn the_time_never_runs_below_zero_and_never_drops_a_flag() {
    let mut bench = LinkTest::connected();
    bench.link.show(face(300, Some(TactileSide::White)), bench.now, bench.now);
    bench.hears("TCACK,0");
    bench.until(500);
    bench.check(&["0 > TCSET,0,300,1000,W,-", "500 > TCSET,1,0,1000,W,-"]);
}

#[test]
fn a_delay_is_held_before_the_countdown() {
    let mut bench = LinkTest::connected();
    let from = bench.now + Duration::from_millis(700);
    bench.link.show(face(9000, Some(TactileSide::White)), from, bench.now);
    bench.hears("TCACK,0");
    bench.until(500);
    bench.hears("TCACK,1");
    bench.until(1000);
    bench.check(&[
        "0 > TCSET,0,9000,1000,W,-",
        "500 > TCSET,1,9000,1000,W,-",
        "1000 > TCSET,2,8700,1000,W,-",
    ]);
}

#[test]
fn three_unanswered_sends_and_the_clock_is_lost_once() {
    let mut bench = LinkTest::connected();
    bench.link.show(face(60_000, None), bench.now, bench.now);
    bench.until(4000);
    bench.check(&[
        "0 > TCSET,0,60000,1000,-,-",
        "200 > TCSET,1,60000,1000,-,-",
        "400 > TCSET,2,60000,1000,-,-",
        "600 lost: the device does not answer",
        "600 > TCHELO,1",
        "1600 > TCHELO,1",
        "2600 > TCHELO,1",
        "3600 > TCHELO,1",
    ]);
    bench.hears("TCHELO,1,uhr,hands");
    bench.check(&["4000 back uhr", "4000 > TCSET,3,60000,1000,-,-"]);
}

#[test]
fn many_changes_do_not_hide_a_dead_clock() {
    let mut bench = LinkTest::connected();
    for change in 0..70 {
        bench.until(change * 10);
        bench.link.show(face(60_000, None), bench.now, bench.now);
    }
    bench.drain();
    assert!(bench.log.contains(&"600 lost: the device does not answer".to_owned()));
}

#[test]
fn a_silent_port_is_opened_afresh_after_five_seconds() {
    let mut bench = LinkTest::connected();
    bench.link.show(face(60_000, None), bench.now, bench.now);
    bench.until(5600);
    let tail = &bench.log[bench.log.len() - 2..];
    assert_eq!(tail, ["4600 > TCHELO,1", "5600 reopen"]);
}

#[test]
fn a_board_that_starts_slowly_is_waited_for_the_first_time() {
    let mut bench = LinkTest::new();
    bench.open();
    bench.until(2999);
    assert_eq!(bench.log.len(), 15, "{:?}", bench.log);
    bench.until(3000);
    assert_eq!(bench.log.last().unwrap(), "3000 lost: the device does not answer");
}

#[test]
fn a_lever_is_acknowledged_each_time_and_told_once() {
    let mut bench = LinkTest::connected();
    bench.hears("TCLEVER,7,W");
    bench.until(200);
    bench.hears("TCLEVER,7,W");
    bench.hears("TCLEVER,8,B");
    bench.check(&["0 > TCACK,7", "0 lever W", "200 > TCACK,7", "200 > TCACK,8", "200 lever B"]);
}

#[test]
fn a_lever_is_timed_by_its_reading_and_not_by_its_repeats() {
    let mut bench = LinkTest::connected();
    bench.until(90);
    let read = bench.began + Duration::from_millis(40);
    bench.link.received(b"$TCLEVER,7,W*3F\r\n", read);
    bench.until(200);
    bench.hears("TCLEVER,7,W");
    bench.check(&["90 > TCACK,7", "40 lever W", "200 > TCACK,7"]);
}

#[test]
fn a_lever_repeated_across_a_loss_is_told_once() {
    let mut bench = LinkTest::connected();
    bench.hears("TCLEVER,7,W");
    bench.link.closed();
    bench.until(60_000);
    bench.open();
    bench.hears("TCHELO,1,uhr,lever");
    bench.until(60_100);
    bench.log.clear();
    bench.hears("TCLEVER,7,W");
    bench.check(&["60100 > TCACK,7"]);
}

#[test]
fn a_clock_that_counts_anew_is_believed() {
    let mut bench = LinkTest::connected();
    bench.hears("TCLEVER,0,W");
    bench.until(5000);
    bench.log.clear();
    bench.hears("TCLEVER,0,W");
    bench.check(&["5000 > TCACK,0", "5000 lever W"]);
}

#[test]
fn one_message_at_a_time_is_on_its_way() {
    let mut bench = LinkTest::connected();
    bench.link.feel(FeelPattern::Confirm, bench.now);
    bench.link.feel(FeelPattern::Five, bench.now);
    bench.link.show(face(5000, None), bench.now, bench.now);
    bench.check(&["0 > TCFEEL,0,confirm"]);
    bench.hears("TCACK,0");
    bench.check(&["0 > TCSET,1,5000,1000,-,-"]);
    bench.hears("TCACK,1");
    bench.check(&["0 > TCFEEL,2,five"]);
}

#[test]
fn a_newer_state_overtakes_an_older_one() {
    let mut bench = LinkTest::connected();
    bench.link.show(face(5000, None), bench.now, bench.now);
    bench.until(50);
    bench.link.show(face(4000, None), bench.now, bench.now);
    bench.hears("TCACK,0");
    bench.until(200);
    bench.hears("TCACK,2");
    bench.until(400);
    bench.check(&["0 > TCSET,0,5000,1000,-,-", "50 > TCSET,1,4000,1000,-,-", "200 > TCSET,2,4000,1000,-,-"]);
}

#[test]
fn a_refusal_is_told_once_and_the_state_told_anew() {
    let mut bench = LinkTest::connected();
    bench.link.show(face(5000, None), bench.now, bench.now);
    bench.hears("TCNAK,0,range");
    bench.until(500);
    bench.hears("TCNAK,1,range");
    bench.until(1000);
    bench.hears("TCACK,2");
    bench.until(1500);
    bench.hears("TCNAK,3,range");
    bench.check(&[
        "0 > TCSET,0,5000,1000,-,-",
        "0 refused range",
        "500 > TCSET,1,5000,1000,-,-",
        "1000 > TCSET,2,5000,1000,-,-",
        "1500 > TCSET,3,5000,1000,-,-",
        "1500 refused range",
    ]);
}

#[test]
fn faults_are_told_and_a_stopped_clock_is_set_again() {
    let mut bench = LinkTest::connected();
    bench.link.show(face(5000, None), bench.now, bench.now);
    bench.hears("TCACK,0");
    bench.hears("TCFAULT,motor");
    bench.hears("TCFAULT,motor");
    bench.hears("TCFAULT,host");
    bench.check(&["0 > TCSET,0,5000,1000,-,-", "0 fault motor", "0 > TCSET,1,5000,1000,-,-", "0 fault host"]);
}

#[test]
fn another_version_is_no_clock_of_ours() {
    let mut bench = LinkTest::new();
    bench.open();
    bench.hears("TCHELO,2,uhr,hands");
    bench.until(1000);
    bench.hears("TCHELO,2,uhr,hands");
    bench.check(&["0 > TCHELO,1", "0 lost: found protocol version 2, expected 1", "1000 > TCHELO,1"]);
}

#[test]
fn noise_is_dropped() {
    let mut bench = LinkTest::connected();
    bench.link.received(b"\x00\xff$TCLEVER,1,W*00\r\n$TCLEV", bench.now);
    bench.hears("TCLEVER,1,W");
    bench.check(&["0 > TCACK,1", "0 lever W"]);
}

#[test]
fn the_numbers_wrap() {
    let mut bench = LinkTest::connected();
    for seq in 0..=u16::MAX {
        bench.link.show(face(5000, None), bench.now, bench.now);
        bench.hears(&format!("TCACK,{seq}"));
    }
    bench.log.clear();
    bench.link.show(face(5000, None), bench.now, bench.now);
    bench.check(&["0 > TCSET,0,5000,1000,-,-"]);
}

#[test]
fn nothing_is_sent_to_a_clock_that_is_not_there() {
    let mut bench = LinkTest::new();
    bench.link.show(face(5000, None), bench.now, bench.now);
    bench.link.feel(FeelPattern::Tick, bench.now);
    bench.check(&[]);
}

/// A link in simulated time, and its actions as lines.
struct LinkTest {
    link: HostLink,
    began: Instant,
    now: Instant,
    log: Vec<String>,
}

impl LinkTest {
    fn new() -> Self {
        let now = Instant::now();
        let mut bench = Self { link: HostLink::new(now), began: now, now, log: Vec::new() };
        bench.until(0);
        bench
    }

    /// Returns a link after the greeting.
    fn connected() -> Self {
        let mut bench = Self::new();
        bench.open();
        bench.hears("TCHELO,1,uhr,hands+flag+feel+lever");
        bench.log.clear();
        bench
    }

    fn open(&mut self) {
        self.link.opened(self.now);
        self.drain();
    }

    fn hears(&mut self, body: &str) {
        let sum = body.bytes().fold(0, |sum, byte| sum ^ byte);
        let line = format!("${body}*{sum:02X}\r\n");
        self.link.received(line.as_bytes(), self.now);
        self.drain();
    }

    /// Lets time pass to this millisecond, deadline by deadline.
    fn until(&mut self, millisecond: u64) {
        let end = self.began + Duration::from_millis(millisecond);
        self.drain();
        while let Some(deadline) = self.link.next_deadline().filter(|it| *it <= end) {
            self.now = self.now.max(deadline);
            self.link.passed(self.now);
            self.drain();
        }
        self.now = end;
    }

    fn drain(&mut self) {
        let at = self.now.duration_since(self.began).as_millis();
        while let Some(action) = self.link.next_action() {
            self.log.push(match action {
                WireAction::Reopen => format!("{at} reopen"),
                WireAction::Write(line) => {
                    let line = String::from_utf8(line).unwrap();
                    let (body, _) = line[1..].split_once('*').unwrap();
                    format!("{at} > {body}")
                }
                WireAction::Tell(ClockEvent::Back { name, .. }) => format!("{at} back {name}"),
                WireAction::Tell(ClockEvent::Lost { reason }) => format!("{at} lost: {reason}"),
                WireAction::Tell(ClockEvent::Lever { side, at }) => {
                    format!("{} lever {side}", at.duration_since(self.began).as_millis())
                }
                WireAction::Tell(ClockEvent::Fault(code)) => format!("{at} fault {code}"),
                WireAction::Tell(ClockEvent::Refused { reason }) => format!("{at} refused {reason}"),
            });
        }
    }

    /// Checks the actions since the last check.
    fn check(&mut self, expected: &[&str]) {
        self.drain();
        assert_eq!(std::mem::take(&mut self.log), expected);
    }
}

#[test]
fn a_clock_that_acknowledges_only_wrong_numbers_is_lost() {
    let mut bench = LinkTest::connected();
    for change in 0..30 {
        bench.link.show(face(60_000, None), bench.now, bench.now);
        bench.until(change * 30);
        bench.hears(&format!("TCACK,{}", 1000 + change));
        // The same late answer repeated is no sign of life either.
        bench.hears("TCACK,0");
    }
    let lost = bench.log.iter().filter(|line| line.ends_with("lost: the device does not answer")).count();
    assert_eq!(lost, 1, "{:?}", bench.log);
}

#[test]
fn a_flood_of_greetings_is_answered_as_often_as_it_helps() {
    let mut bench = LinkTest::connected();
    bench.link.show(face(60_000, None), bench.now, bench.now);
    for greeting in 0..1000 {
        bench.until(greeting);
        bench.hears("TCHELO,1,uhr,hands");
        let seq = bench.link.sent.as_ref().map_or(0, |sent| sent.seq);
        bench.hears(&format!("TCACK,{seq}"));
    }
    let written = bench.log.iter().filter(|line| line.contains(" > TCSET")).count();
    assert!((2..=11).contains(&written), "{written}: {:?}", bench.log);
}

#[test]
fn a_lever_that_bounces_is_one_press() {
    let mut bench = LinkTest::connected();
    for bounce in 0..100_u64 {
        bench.until(bounce * 20);
        let side = if bounce % 2 == 0 { "W" } else { "B" };
        bench.hears(&format!("TCLEVER,{bounce},{side}"));
    }
    let presses = |bench: &LinkTest| bench.log.iter().filter(|line| line.contains(" lever ")).count();
    assert_eq!(presses(&bench), 1);
    assert_eq!(bench.log.iter().filter(|line| line.contains(" > TCACK")).count(), 100, "all acknowledged");
    bench.until(1980 + 150);
    bench.hears("TCLEVER,100,W");
    assert_eq!(presses(&bench), 2);
}

#[test]
fn two_faults_in_turn_are_told_once_each() {
    let mut bench = LinkTest::connected();
    for time in 0..500_u64 {
        bench.until(time * 20);
        bench.hears(if time % 2 == 0 { "TCFAULT,motor" } else { "TCFAULT,sensor" });
    }
    bench.check(&["0 fault motor", "20 fault sensor"]);
    // A fault that did not come for ten minutes was mended.
    bench.until(10_000 + 600_000);
    bench.hears("TCFAULT,motor");
    bench.check(&["610000 fault motor"]);
}

fn face(white_ms: u32, run: Option<TactileSide>) -> ClockState {
    ClockState { white_ms, black_ms: 1000, run, flag: FallenFlags::default() }
}
