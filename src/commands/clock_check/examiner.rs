//! The examiner: sends to a clock, and judges its answers.

mod session;

use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

use super::{ClockWire, Findings, Instruction, ViolationDetail, WireLost};
use crate::devices::tactile_clock::{
    FaultCode,
    line::{ClockLineError, ClockMessage, HostMessage, LineReceiver, VERSION},
    link::ANSWER_TIME,
};

/// An answer that has not come within this time was lost.
const LOST: Duration = Duration::from_millis(700);
/// A message repeated within this time was sent twice.
const TWICE: Duration = Duration::from_millis(100);
/// How long a clock may take to start.
const STARTING: Duration = Duration::from_secs(4);
/// How long the port may be gone before the session ends.
const UNPLUGGED: Duration = Duration::from_secs(10);
/// How many answered numbers are remembered, to recognise a second answer.
const REMEMBERED: usize = 16;
/// The session ends after more interruptions than this.
const MOST_INTERRUPTIONS: u32 = 4;
/// The first sequence number, chosen so that the numbers wrap during the session.
const FIRST: u16 = 65_500;

/// The session ended early; the findings say why.
struct SessionEnded;

/// A message that needs an answer.
struct AwaitedAnswer {
    seq: u16,
    at: Instant,
    /// A later message that was answered before this one.
    overtaken_by: Option<u16>,
}

/// Plays a session with the clock and returns the findings.
pub fn examine(wire: &mut dyn ClockWire) -> Findings {
    let now = wire.now();
    let mut examiner = ClockExaminer {
        wire,
        receiver: LineReceiver::default(),
        heard: VecDeque::new(),
        sent: VecDeque::new(),
        answered: VecDeque::new(),
        seq: FIRST,
        greets: true,
        greeted: now,
        interruptions: 0,
        damaged: 0,
        in_damaged_line: false,
        findings: Findings::default(),
    };
    // The reason for an early end is among the findings.
    let _ = examiner.play();
    examiner.findings
}

struct ClockExaminer<'a> {
    wire: &'a mut dyn ClockWire,
    receiver: LineReceiver,
    /// Messages that have arrived and were not judged yet.
    heard: VecDeque<(ClockMessage, Instant)>,
    /// Messages that were not answered yet, in the order in which they were sent.
    sent: VecDeque<AwaitedAnswer>,
    /// Sequence numbers that were answered.
    answered: VecDeque<u16>,
    seq: u16,
    /// Whether a greeting of the host waits for its answer.
    greets: bool,
    /// When a greeting was last answered.
    greeted: Instant,
    /// How often the clock restarted or its port was gone.
    interruptions: u32,
    /// How many lines arrived damaged.
    damaged: u32,
    in_damaged_line: bool,
    findings: Findings,
}

impl ClockExaminer<'_> {
    /// Sends a line and waits for its answer. Sends it up to three times, as the host would.
    fn ask(&mut self, seq: u16, line: &str) -> Result<Option<ClockMessage>, SessionEnded> {
        for _ in 0..3 {
            let before = (self.interruptions, self.damaged);
            self.expect_answer(seq);
            self.write(line.as_bytes())?;
            let until = self.wire.now() + LOST;
            while self.interruptions == before.0
                && let Some((message, _)) = self.next(until)?
            {
                match message {
                    ClockMessage::Ack { seq: of } | ClockMessage::Nak { seq: of, .. } if of == seq => {
                        return Ok(Some(message));
                    }
                    _ => {}
                }
            }
            if !self.is_lost(seq, before)? {
                return Ok(None);
            }
        }
        Err(self.end(ViolationDetail::NoAnswerAnyMore { seq }))
    }

    /// Sends two lines at once, which are answered one after the other.
    fn ask_both(&mut self, both: [(u16, String); 2]) -> Result<(), SessionEnded> {
        let before = (self.interruptions, self.damaged);
        let now = self.wire.now();
        both.iter().for_each(|(seq, _)| self.expect_answer(*seq));
        self.write(both.each_ref().map(|(_, line)| line.as_str()).concat().as_bytes())?;
        while !self.sent.is_empty() && self.interruptions == before.0 && self.next(now + LOST)?.is_some() {}
        // A later state replaces a lost one.
        for (seq, _) in both {
            self.is_lost(seq, before)?;
        }
        Ok(())
    }

    /// Returns whether no answer will come. Greets the clock to learn whether it restarted: it answers late then. A
    /// damaged line may have been the answer, so no missing answer is noted after one.
    fn is_lost(&mut self, seq: u16, (upset, damaged): (u32, u32)) -> Result<bool, SessionEnded> {
        let waits = |examiner: &Self| examiner.sent.iter().any(|sent| sent.seq == seq);
        if self.interruptions == upset && self.damaged == damaged && waits(self) {
            let asked = self.wire.now();
            self.greets = true;
            self.send(&HostMessage::Hello { version: VERSION })?;
            while self.interruptions == upset
                && let Some((message, at)) = self.next(asked + STARTING)?
            {
                if let ClockMessage::Hello { .. } = message {
                    if waits(self) && at.saturating_duration_since(asked) > ANSWER_TIME + TWICE {
                        self.note_restart();
                    }
                    break;
                }
            }
            self.greets = false;
            if self.interruptions == upset && self.damaged == damaged && waits(self) {
                self.note(ViolationDetail::NotAnswered { seq });
            }
        }
        let lost = self.interruptions != upset || waits(self);
        self.sent.retain(|sent| sent.seq != seq);
        if self.interruptions > MOST_INTERRUPTIONS { Err(SessionEnded) } else { Ok(lost) }
    }

    /// Judges all that arrives within this time.
    fn listen(&mut self, time: Duration) -> Result<(), SessionEnded> {
        let until = self.wire.now() + time;
        while self.next(until)?.is_some() {}
        Ok(())
    }

    /// Returns the next message before that instant, after the checks that apply to every message.
    fn next(&mut self, until: Instant) -> Result<Option<(ClockMessage, Instant)>, SessionEnded> {
        loop {
            if let Some((message, at)) = self.heard.pop_front() {
                self.judge(&message, at);
                return Ok(Some((message, at)));
            }
            if self.wire.now() >= until {
                return Ok(None);
            }
            match self.wire.receive(until) {
                Ok(None) => return Ok(None),
                Ok(Some(bytes)) => self.take(&bytes),
                Err(broken) => self.reconnect(broken)?,
            }
        }
    }

    fn take(&mut self, bytes: &[u8]) {
        let at = self.wire.now();
        for byte in bytes {
            let is_stray = self.receiver.is_between() && !b"$\r\n".contains(byte);
            if is_stray && !std::mem::replace(&mut self.in_damaged_line, true) {
                self.damage(ViolationDetail::BetweenLines);
            }
            match self.receiver.push(*byte) {
                None => {}
                Some(Ok(body)) => {
                    self.in_damaged_line = false;
                    match ClockMessage::parse(&body) {
                        Ok(message) => self.heard.push_back((message, at)),
                        Err(error) => self.note(ViolationDetail::NoMessage { error }),
                    }
                }
                Some(Err(error @ ClockLineError::TooLong)) => {
                    self.damage(ViolationDetail::NoMessage { error })
                }
                Some(Err(error)) => self.damage(ViolationDetail::Damaged { error }),
            }
        }
    }

    fn damage(&mut self, detail: ViolationDetail) {
        self.damaged += 1;
        self.in_damaged_line = true;
        self.note(detail);
    }

    fn judge(&mut self, message: &ClockMessage, at: Instant) {
        match message {
            ClockMessage::Ack { seq } | ClockMessage::Nak { seq, .. } => self.judge_answer(*seq, at),
            ClockMessage::Hello { .. } => {
                let soon = at.saturating_duration_since(self.greeted) < TWICE;
                match (self.greets, soon) {
                    (true, _) => {}
                    (false, true) => self.note(ViolationDetail::GreetedTwice),
                    (false, false) => self.note_restart(),
                }
                self.greeted = at;
            }
            ClockMessage::Fault(FaultCode::Host) | ClockMessage::Lever { .. } => {}
            ClockMessage::Fault(code) => self.wire.tell(&Instruction::Fault { code: *code }),
        }
    }

    fn expect_answer(&mut self, seq: u16) {
        self.sent.push_back(AwaitedAnswer { seq, at: self.wire.now(), overtaken_by: None });
    }

    fn judge_answer(&mut self, seq: u16, at: Instant) {
        let Some(place) = self.sent.iter().position(|sent| sent.seq == seq) else {
            let is_second = self.answered.contains(&seq);
            self.note(match is_second {
                true => ViolationDetail::AnsweredTwice { seq },
                false => ViolationDetail::NotWaiting { seq },
            });
            return;
        };
        let sent = self.sent.remove(place).expect("a place that was found");
        // This is noted only if an earlier message is answered after all; otherwise it was lost, not overtaken.
        self.sent.iter_mut().take(place).for_each(|earlier| earlier.overtaken_by = Some(seq));
        if let Some(later) = sent.overtaken_by {
            self.note(ViolationDetail::Overtaken { later, seq });
        }
        let took = at.saturating_duration_since(sent.at);
        if took > ANSWER_TIME {
            self.note(ViolationDetail::Late { seq, ms: took.as_millis() as usize });
        }
        if self.answered.len() == REMEMBERED {
            self.answered.pop_front();
        }
        self.answered.push_back(seq);
    }

    fn note_restart(&mut self) {
        self.interruptions += 1;
        self.sent.clear();
        self.note(ViolationDetail::Restarted);
    }

    fn reconnect(&mut self, broken: WireLost) -> Result<(), SessionEnded> {
        self.interruptions += 1;
        self.note(ViolationDetail::PortLost { reason: broken.0 });
        if self.interruptions > MOST_INTERRUPTIONS {
            return Err(SessionEnded);
        }
        let until = self.wire.now() + UNPLUGGED;
        while !self.wire.mend() {
            if self.wire.now() >= until {
                return Err(self.end(ViolationDetail::PortStaysAway));
            }
        }
        self.receiver = LineReceiver::default();
        self.heard.clear();
        self.sent.clear();
        // Opening a port restarts many microcontrollers.
        self.greets = true;
        let until = self.wire.now() + STARTING;
        while self.wire.now() < until {
            self.send(&HostMessage::Hello { version: VERSION })?;
            let again = self.wire.now() + 2 * ANSWER_TIME;
            while let Some((message, _)) = self.next(again)? {
                if let ClockMessage::Hello { .. } = message {
                    self.greets = false;
                    return Ok(());
                }
            }
        }
        Err(self.end(ViolationDetail::SilentSinceUnplugged))
    }

    fn send(&mut self, message: &HostMessage) -> Result<(), SessionEnded> {
        self.write(message.to_line().as_bytes())
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), SessionEnded> {
        match self.wire.send(bytes) {
            Ok(()) => Ok(()),
            // The caller that waits for the answer sends it again.
            Err(broken) => self.reconnect(broken),
        }
    }

    fn next_seq(&mut self) -> u16 {
        let seq = self.seq;
        self.seq = seq.wrapping_add(1);
        seq
    }

    fn note(&mut self, detail: ViolationDetail) {
        self.findings.note(detail);
    }

    fn end(&mut self, detail: ViolationDetail) -> SessionEnded {
        self.note(detail);
        SessionEnded
    }
}
