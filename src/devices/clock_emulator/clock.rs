//! The clock's side of the protocol, without a port.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::dial::Dial;
use super::fault::{InjectedFault, Interruption, Outbox};
use crate::tactile_clock::line::{ClockLineError, ClockMessage, HostMessage, LineReceiver, VERSION};
use crate::tactile_clock::link::{ANSWER_TIME, counted_down};
use crate::tactile_clock::{ClockState, FaultCode, Features, TactileSide};

/// The hands stop after this long without a `TCSET`.
pub const HOST_SILENCE: Duration = Duration::from_secs(3);
/// How long a restarting clock hears nothing.
const STARTING: Duration = Duration::from_millis(1500);
/// How long the plug is out.
const UNPLUGGED: Duration = Duration::from_millis(1500);

/// What a user, or a test, does to the clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EmulatorCommand {
    /// This side presses the lever.
    Press(TactileSide),
    Fault(FaultCode),
    /// Sends bytes that are no line.
    Garbage,
    /// Sends nothing, or sends again.
    Quiet(bool),
    /// Refuses the next state or pattern for this reason.
    Refuse(String),
    /// Injects this fault from now on, or none.
    GoWrong(Option<InjectedFault>),
}

/// A clock in software.
#[derive(Debug)]
pub struct EmulatedClock {
    name: String,
    receiver: LineReceiver,
    /// The last state set, and when it came.
    face: Option<(ClockState, Instant)>,
    /// Whether the hands were stopped because the host was silent.
    stopped: bool,
    /// The number of the host's last message that was acted on.
    acted_on: Option<u16>,
    seq: u16,
    presses: VecDeque<(u16, TactileSide)>,
    press_again_at: Instant,
    quiet: bool,
    refusal: Option<String>,
    garbage: u32,
    outbox: Outbox,
    /// Until when the clock restarts and hears nothing.
    starts_until: Option<Instant>,
    /// Until when the plug is out.
    unplugged_until: Option<Instant>,
    lines: VecDeque<String>,
    printed: String,
}

impl EmulatedClock {
    /// Returns a clock that numbers its lever presses from `first_seq`.
    ///
    /// `first_seq` should differ at each start: a host acts only once on a number that comes twice in a row.
    pub fn new(name: impl Into<String>, first_seq: u16, now: Instant) -> Self {
        Self {
            name: name.into(),
            receiver: LineReceiver::default(),
            face: None,
            stopped: false,
            acted_on: None,
            seq: first_seq,
            presses: VecDeque::new(),
            press_again_at: now,
            quiet: false,
            refusal: None,
            garbage: 0,
            outbox: Outbox::default(),
            starts_until: None,
            unplugged_until: None,
            lines: VecDeque::new(),
            printed: String::new(),
        }
    }

    /// Returns the next bytes for the host; call it until `None` after every other call.
    pub fn next_write(&mut self, now: Instant) -> Option<Vec<u8>> {
        self.outbox.next(now)
    }

    /// Returns whether the plug is in.
    pub fn is_plugged(&self) -> bool {
        self.unplugged_until.is_none()
    }

    /// Returns the next line to print; call it until `None` after every other call.
    pub fn next_line(&mut self) -> Option<String> {
        self.lines.pop_front()
    }

    /// Returns when [`EmulatedClock::passed`] must be called at the latest.
    pub fn next_deadline(&self, now: Instant) -> Option<Instant> {
        if self.starts_until.is_some() {
            return self.starts_until;
        }
        let press = (!self.presses.is_empty()).then_some(self.press_again_at);
        let silence = self.face.filter(|_| !self.stopped).map(|(_, came)| came + HOST_SILENCE);
        // The next full second of the running side.
        let tick = self.running_ms(now).map(|left| {
            let rest = left.checked_sub(1).map_or(1000, |left| left % 1000 + 1);
            now + Duration::from_millis(u64::from(rest))
        });
        [press, silence, tick, self.outbox.next_due(), self.unplugged_until].into_iter().flatten().min()
    }

    /// Returns what the clock shows now; `None` before the first state.
    pub fn face(&self, now: Instant) -> Option<ClockState> {
        let (face, came) = self.face?;
        let until = if self.stopped { came + HOST_SILENCE } else { now };
        Some(counted_down(face, until.saturating_duration_since(came)))
    }

    /// Takes bytes from the host.
    pub fn received(&mut self, bytes: &[u8], now: Instant) {
        let deaf = self.starts_until.is_some() || !self.is_plugged();
        for byte in bytes.iter().filter(|_| !deaf) {
            let Some(body) = self.receiver.push(*byte) else {
                continue;
            };
            match body.and_then(|body| HostMessage::parse(&body)) {
                Ok(message) => self.heard(message, now),
                Err(err) => self.dropped(&err, now),
            }
        }
        self.print_face(now);
    }

    /// Carries out a command.
    pub fn command(&mut self, command: EmulatorCommand, now: Instant) {
        match command {
            EmulatorCommand::Press(side) => {
                let seq = self.seq;
                self.seq = seq.wrapping_add(1);
                self.lines.push_back(format!("lever: {side} pressed"));
                if self.presses.is_empty() {
                    self.press_again_at = now;
                }
                self.presses.push_back((seq, side));
            }
            EmulatorCommand::Fault(code) => {
                self.lines.push_back(format!("fault: {code}"));
                self.say(&ClockMessage::Fault(code), now);
            }
            EmulatorCommand::Garbage => {
                self.lines.push_back("garbage on the wire".to_owned());
                self.garbage = self.garbage.wrapping_add(1);
                self.put(garbage(self.garbage), now);
            }
            EmulatorCommand::Quiet(quiet) => {
                let word = if quiet { "quiet" } else { "answering" };
                self.lines.push_back(word.to_owned());
                self.quiet = quiet;
            }
            EmulatorCommand::Refuse(reason) => self.refusal = Some(reason),
            EmulatorCommand::GoWrong(fault) => self.outbox = Outbox::new(fault),
        }
        self.passed(now);
    }

    /// Does what is due: repeats a press, and stops the hands when the host is silent.
    pub fn passed(&mut self, now: Instant) {
        if self.unplugged_until.take_if(|until| now >= *until).is_some() {
            self.lines.push_back("plugged in".to_owned());
        }
        if self.starts_until.is_some_and(|until| now < until) {
            return;
        }
        if self.starts_until.take().is_some() {
            self.greet(now);
        }
        if let Some(&(seq, side)) = self.presses.front()
            && now >= self.press_again_at
        {
            self.press_again_at = now + ANSWER_TIME;
            self.say(&ClockMessage::Lever { seq, side }, now);
        }
        if let Some((_, came)) = self.face
            && !self.stopped
            && now >= came + HOST_SILENCE
        {
            self.stopped = true;
            self.lines.push_back("host silent, hands stopped".to_owned());
            self.say(&ClockMessage::Fault(FaultCode::Host), now);
        }
        self.print_face(now);
    }

    fn heard(&mut self, message: HostMessage, now: Instant) {
        match message {
            HostMessage::Hello { .. } => {
                // Another host may have begun to count anew.
                self.acted_on = None;
                self.lines.push_back("host: hello".to_owned());
                self.greet(now);
            }
            HostMessage::Set { seq, face } => {
                if self.accepts(seq, now) {
                    self.face = Some((face, now));
                    self.stopped = false;
                }
            }
            HostMessage::Feel { seq, pattern } => {
                if self.accepts(seq, now) {
                    self.lines.push_back(format!("feel: {pattern}"));
                }
            }
            HostMessage::Ack { seq } => {
                if self.presses.pop_front_if(|press| press.0 == seq).is_some() {
                    self.lines.push_back("lever: acknowledged".to_owned());
                    self.press_again_at = now;
                }
            }
        }
    }

    /// Answers the message with this number; returns whether to act on it.
    fn accepts(&mut self, seq: u16, now: Instant) -> bool {
        if self.quiet {
            return false;
        }
        if let Some(reason) = self.refusal.take() {
            self.lines.push_back(format!("refused: {reason}"));
            self.say(&ClockMessage::Nak { seq, reason }, now);
            return false;
        }
        self.say(&ClockMessage::Ack { seq }, now);
        self.acted_on.replace(seq) != Some(seq)
    }

    /// Ignores an invalid line, but refuses an unknown pattern.
    fn dropped(&mut self, err: &ClockLineError, now: Instant) {
        self.lines.push_back(format!("dropped: {err}"));
        if let ClockLineError::Unknown { body } = err
            && let ["TCFEEL", seq, _] = *body.split(',').collect::<Vec<_>>()
            && let Ok(seq) = seq.parse()
            && !self.quiet
        {
            self.say(&ClockMessage::Nak { seq, reason: "unknown".to_owned() }, now);
        }
    }

    fn greet(&mut self, now: Instant) {
        let features = Features { hands: true, flag: true, feel: true, lever: true };
        self.say(&ClockMessage::Hello { version: VERSION, name: self.name.clone(), features }, now);
    }

    fn say(&mut self, message: &ClockMessage, now: Instant) {
        if !self.quiet {
            self.put(message.to_line().into_bytes(), now);
        }
    }

    /// Sends bytes, which are lost while the plug is out.
    fn put(&mut self, bytes: Vec<u8>, now: Instant) {
        if !self.is_plugged() {
            return;
        }
        match self.outbox.put(bytes, now) {
            None => {}
            Some(Interruption::Reset) => {
                self.lines.push_back("starts anew".to_owned());
                self.outbox.clear();
                self.starts_until = Some(now + STARTING);
                (self.face, self.acted_on, self.receiver) = (None, None, LineReceiver::default());
                self.presses.clear();
                // Far from the numbers used before.
                self.seq = self.seq.wrapping_add(u16::MAX / 3);
            }
            Some(Interruption::Unplug) => {
                self.lines.push_back("plug out".to_owned());
                self.outbox.clear();
                self.unplugged_until = Some(now + UNPLUGGED);
            }
        }
    }

    fn running_ms(&self, now: Instant) -> Option<u32> {
        let face = self.face(now).filter(|_| !self.stopped)?;
        let left = match face.run? {
            TactileSide::White => face.white_ms,
            TactileSide::Black => face.black_ms,
        };
        (left > 0).then_some(left)
    }

    fn print_face(&mut self, now: Instant) {
        let Some(face) = self.face(now) else { return };
        let run = face.run.map_or("-".to_owned(), |side| side.to_string());
        let line = format!(
            "face: W {} | B {} | run {run} flag {}",
            Dial::of(&face, TactileSide::White),
            Dial::of(&face, TactileSide::Black),
            face.flag,
        );
        if line != self.printed {
            self.printed.clone_from(&line);
            self.lines.push_back(line);
        }
    }
}

/// Returns meaningless bytes with signs of the protocol among them; `round` alone decides which.
fn garbage(round: u32) -> Vec<u8> {
    let mut state = round.wrapping_mul(2_654_435_761);
    let mut bytes: Vec<u8> = (0..60)
        .map(|_| {
            // Numerical Recipes' linear congruential generator.
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        })
        .collect();
    bytes.extend_from_slice(b"$TCLEVER,7,W*00\r\n$TCACK,");
    bytes
}
