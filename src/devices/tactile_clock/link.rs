//! The host's side of the tactile clock's protocol, without a port.
//!
//! It is a [`Conversation`]: bytes and instants go in, actions come out. So hours of play, noise and loss are tested in
//! simulated time.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::event::{ClockEvent, ClockRefusal};
use super::line::{
    ClockMessage, ClockState, FaultCode, Features, FeelPattern, HostMessage, LineReceiver, TactileSide,
    VERSION,
};
use crate::supervisor::{Conversation, PortLost, WireAction};

/// A message is sent again after this time without an answer.
pub const ANSWER_TIME: Duration = Duration::from_millis(200);
/// After this many unanswered messages in a row the clock is lost.
const SENDS_BEFORE_LOST: u32 = 3;
/// The interval at which the state is sent; the protocol asks for once a second.
const REFRESH: Duration = Duration::from_millis(500);
/// The interval at which a lost clock is greeted.
const GREETED: Duration = Duration::from_secs(1);

/// How many greetings a port gets that has never answered. Opening a port restarts many small boards, which then need
/// up to two seconds before they can answer.
const FIRST_GREETINGS: u32 = 15;
/// How long a silent port stays open before it is opened again. Opening it every second would keep many
/// microcontrollers restarting for ever.
const SILENT_PORT: Duration = Duration::from_secs(5);
/// How many patterns may wait; older ones are dropped.
const FEELS_WAITING: usize = 8;
/// A lever's repeats come every 200 ms. If the same number comes again after a longer silence on a living link, the
/// clock has begun to count anew.
const REPEATS_END: Duration = Duration::from_secs(2);
/// A fault that was not reported for this long counts as mended, and is told when it comes again.
const FAULT_MENDED: Duration = Duration::from_secs(600);
/// Movements of the lever within this time after one are bounces.
const BOUNCE: Duration = Duration::from_millis(150);
/// How many unanswered states are remembered after newer ones were sent.
const OVERTAKEN: usize = 8;

/// An order to the clock.
#[derive(Clone, Copy, Debug)]
pub enum ClockCommand {
    /// Shows the state, which is true at this instant.
    Show(ClockState, Instant),
    Feel(FeelPattern),
}

/// The host's side of the conversation with one clock.
#[derive(Debug)]
pub struct HostLink {
    state: LinkState,
    receiver: LineReceiver,
    actions: VecDeque<WireAction<ClockEvent>>,
    /// The last state given, and the instant at which it was true.
    shown: Option<(ClockState, Instant)>,
    seq: u16,
    /// Only one message is under way: so a small clock can act once on each by remembering only the last number.
    sent: Option<UnansweredMessage>,
    set_waits: bool,
    feels: VecDeque<FeelPattern>,
    refresh_at: Instant,
    /// Whether a clock has ever answered on this link.
    met: bool,
    connected_at: Instant,
    overtaken: VecDeque<u16>,
    greeted_at: Option<Instant>,
    lever: Option<(u16, Instant)>,
    /// When the lever last moved, by a press or a bounce.
    moved_at: Option<Instant>,
    /// Faults that were reported, and when they last came.
    faults: Vec<(FaultCode, Instant)>,
    refusal: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LinkState {
    Closed,
    Greeting {
        sends: u32,
        deadline: Instant,
    },
    /// The port is open, but the clock is silent or speaks another version.
    Waiting {
        hello_at: Instant,
        close_at: Instant,
    },
    Connected,
}

/// A message that waits for its answer.
#[derive(Clone, Debug)]
struct UnansweredMessage {
    seq: u16,
    line: String,
    is_set: bool,
    sends: u32,
    deadline: Instant,
}

impl Conversation for HostLink {
    type Order = ClockCommand;
    type Report = ClockEvent;

    /// Greets the clock.
    fn opened(&mut self, now: Instant) {
        self.receiver = LineReceiver::default();
        self.state = LinkState::Greeting { sends: 1, deadline: now + ANSWER_TIME };
        self.greet();
    }

    fn closed(&mut self) {
        self.forget();
        self.actions.clear();
        self.state = LinkState::Closed;
    }

    fn order(&mut self, order: ClockCommand, now: Instant) {
        match order {
            ClockCommand::Show(face, true_at) => self.show(face, true_at, now),
            ClockCommand::Feel(pattern) => self.feel(pattern, now),
        }
    }

    fn received(&mut self, bytes: &[u8], now: Instant) {
        for byte in bytes {
            let body = self.receiver.push(*byte);
            // Anything that is no message is noise.
            if let Some(Ok(message)) = body.map(|body| ClockMessage::parse(&body?)) {
                self.heard(message, now);
            }
        }
    }

    /// Does what is due: repeats, refreshes, gives up or tries again.
    fn passed(&mut self, now: Instant) {
        match self.state {
            LinkState::Greeting { sends, deadline } if now >= deadline => {
                let enough = if self.met { SENDS_BEFORE_LOST } else { FIRST_GREETINGS };
                if sends >= enough {
                    self.wait(PortLost::NoAnswer, now);
                } else {
                    self.state = LinkState::Greeting { sends: sends + 1, deadline: now + ANSWER_TIME };
                    self.greet();
                }
            }
            LinkState::Waiting { close_at, .. } if now >= close_at => {
                self.state = LinkState::Closed;
                self.actions.push_back(WireAction::Reopen);
            }
            LinkState::Waiting { hello_at, close_at } if now >= hello_at => {
                self.state = LinkState::Waiting { hello_at: now + GREETED, close_at };
                self.greet();
            }
            LinkState::Connected => self.press_for_answers(now),
            LinkState::Closed | LinkState::Greeting { .. } | LinkState::Waiting { .. } => {}
        }
    }

    fn next_deadline(&self) -> Option<Instant> {
        match self.state {
            LinkState::Closed => None,
            LinkState::Greeting { deadline, .. } => Some(deadline),
            LinkState::Waiting { hello_at, close_at } => Some(hello_at.min(close_at)),
            LinkState::Connected => match &self.sent {
                None => self.shown.map(|_| self.refresh_at),
                Some(sent) => Some(sent.deadline),
            },
        }
    }

    fn next_action(&mut self) -> Option<WireAction<ClockEvent>> {
        self.actions.pop_front()
    }
}

impl HostLink {
    /// Returns a link that waits for its port.
    pub fn new(now: Instant) -> Self {
        Self {
            state: LinkState::Closed,
            receiver: LineReceiver::default(),
            actions: VecDeque::new(),
            shown: None,
            seq: 0,
            sent: None,
            set_waits: false,
            feels: VecDeque::new(),
            refresh_at: now,
            met: false,
            connected_at: now,
            overtaken: VecDeque::new(),
            greeted_at: None,
            lever: None,
            moved_at: None,
            faults: Vec::new(),
            refusal: None,
        }
    }

    /// Sets the state to show, which is true at `true_at`.
    ///
    /// Refreshes count the running side down from `true_at`, never below zero, and never change the flags. Until
    /// `true_at` the time stands, as in a delay before the countdown.
    pub fn show(&mut self, face: ClockState, true_at: Instant, now: Instant) {
        self.shown = Some((face, true_at));
        self.say_state(now);
    }

    /// Sends a pattern; without a clock it is dropped.
    pub fn feel(&mut self, pattern: FeelPattern, now: Instant) {
        if self.state != LinkState::Connected {
            return;
        }
        if self.feels.len() == FEELS_WAITING {
            self.feels.pop_front();
        }
        self.feels.push_back(pattern);
        self.send_next(now);
    }

    fn press_for_answers(&mut self, now: Instant) {
        match &mut self.sent {
            Some(sent) if now < sent.deadline => {}
            Some(sent) if sent.sends < SENDS_BEFORE_LOST => {
                sent.sends += 1;
                sent.deadline = now + ANSWER_TIME;
                if sent.is_set {
                    // The time has gone on meanwhile.
                    self.send_set(now);
                } else {
                    // The same number again: the clock may have acted on it already.
                    self.actions.push_back(write(&sent.line));
                }
            }
            Some(_) => {
                self.wait(PortLost::NoAnswer, now);
                self.greet();
            }
            None if now >= self.refresh_at => self.say_state(now),
            None => {}
        }
    }

    fn heard(&mut self, message: ClockMessage, now: Instant) {
        match message {
            ClockMessage::Hello { version, .. } if version != VERSION => {
                if !matches!(self.state, LinkState::Waiting { .. }) {
                    self.wait(PortLost::OtherVersion { found: version, expected: VERSION }, now);
                }
            }
            ClockMessage::Hello { name, features, .. } => self.greeted(name, features, now),
            ClockMessage::Ack { seq } => {
                self.refusal = None;
                self.answered(seq, now);
            }
            ClockMessage::Nak { seq, reason } => {
                // The refused state is not sent again: the next refresh sends it anew.
                self.answered(seq, now);
                if self.refusal.as_ref() != Some(&reason) {
                    self.refusal = Some(reason.clone());
                    self.tell(ClockEvent::Refused { reason: ClockRefusal { found: reason } });
                }
            }
            ClockMessage::Lever { seq, side } => self.lever(seq, side, now),
            ClockMessage::Fault(code) => self.fault(code, now),
        }
    }

    fn greeted(&mut self, name: String, features: Features, now: Instant) {
        // A clock that greets unasked has just started and knows no state. If it greets all the time, it gets the
        // state no more often than it can act on it.
        let again_at = self.greeted_at.map(|at| at + ANSWER_TIME);
        if let Some(again_at) = again_at.filter(|at| self.state == LinkState::Connected && now < *at) {
            self.refresh_at = self.refresh_at.min(again_at);
            return;
        }
        self.greeted_at = Some(now);
        if self.state != LinkState::Connected {
            self.state = LinkState::Connected;
            self.connected_at = now;
            self.met = true;
            self.tell(ClockEvent::Back { name, features });
        }
        self.say_state(now);
    }

    fn answered(&mut self, seq: u16, now: Instant) {
        match &mut self.sent {
            Some(sent) if sent.seq == seq => {
                self.sent = None;
                self.overtaken.clear();
                self.send_next(now);
            }
            // The answer to an older state proves once that the clock lives; any other number does not.
            Some(sent) => {
                if let Some(place) = self.overtaken.iter().position(|overtaken| *overtaken == seq) {
                    self.overtaken.drain(..=place);
                    sent.sends = 1;
                }
            }
            None => {}
        }
    }

    fn lever(&mut self, seq: u16, side: TactileSide, now: Instant) {
        self.write(&HostMessage::Ack { seq });
        let repeated = self.lever.is_some_and(|(last, heard)| {
            last == seq && now.saturating_duration_since(heard.max(self.connected_at)) < REPEATS_END
        });
        self.lever = Some((seq, now));
        if repeated {
            return;
        }
        let bounces = self.moved_at.is_some_and(|at| now.saturating_duration_since(at) < BOUNCE);
        self.moved_at = Some(now);
        if !bounces {
            self.tell(ClockEvent::Lever { side, at: now });
        }
    }

    fn fault(&mut self, code: FaultCode, now: Instant) {
        if code == FaultCode::Host {
            if self.state != LinkState::Connected {
                // The clock noticed the host's silence, which the host has reported as the loss of the clock.
                return;
            }
            self.say_state(now);
        }
        let lasts = |heard: Instant| now.saturating_duration_since(heard) < FAULT_MENDED;
        let told = self.faults.iter().any(|(known, heard)| *known == code && lasts(*heard));
        self.faults.retain(|(known, _)| *known != code);
        self.faults.push((code, now));
        if !told {
            self.tell(ClockEvent::Fault(code));
        }
    }

    /// Sends the state now, or after a pattern that waits for its answer.
    fn say_state(&mut self, now: Instant) {
        if self.state != LinkState::Connected {
            return;
        }
        if self.sent.as_ref().is_none_or(|sent| sent.is_set) {
            self.send_set(now);
        } else {
            self.set_waits = true;
        }
    }

    fn send_next(&mut self, now: Instant) {
        if self.sent.is_some() {
            return;
        }
        if self.set_waits {
            self.send_set(now);
        } else if let Some(pattern) = self.feels.pop_front() {
            let seq = self.next_seq();
            let line = HostMessage::Feel { seq, pattern }.to_line();
            self.send(seq, line, false, now);
        }
    }

    fn send_set(&mut self, now: Instant) {
        self.set_waits = false;
        let Some((face, true_at)) = self.shown else {
            return;
        };
        let face = counted_down(face, now.saturating_duration_since(true_at));
        let seq = self.next_seq();
        self.refresh_at = now + REFRESH;
        self.send(seq, HostMessage::Set { seq, face }.to_line(), true, now);
    }

    fn send(&mut self, seq: u16, line: String, is_set: bool, now: Instant) {
        // A newer state replaces an unanswered one but keeps its deadline: many changes must not hide a dead clock.
        let (sends, deadline) = match &self.sent {
            None => (1, now + ANSWER_TIME),
            Some(sent) => {
                if self.overtaken.len() == OVERTAKEN {
                    self.overtaken.pop_front();
                }
                self.overtaken.push_back(sent.seq);
                (sent.sends, sent.deadline)
            }
        };
        self.actions.push_back(write(&line));
        self.sent = Some(UnansweredMessage { seq, line, is_set, sends, deadline });
    }

    fn greet(&mut self) {
        self.write(&HostMessage::Hello { version: VERSION });
    }

    fn write(&mut self, message: &HostMessage) {
        self.actions.push_back(write(&message.to_line()));
    }

    fn tell(&mut self, event: ClockEvent) {
        self.actions.push_back(WireAction::Tell(event));
    }

    /// Keeps the port open and greets once a second.
    fn wait(&mut self, reason: PortLost, now: Instant) {
        self.forget();
        self.tell(ClockEvent::Lost { reason });
        self.state = LinkState::Waiting { hello_at: now + GREETED, close_at: now + SILENT_PORT };
    }

    /// Forgets what belongs to a clock that is there.
    fn forget(&mut self) {
        self.sent = None;
        self.set_waits = false;
        self.feels.clear();
        self.overtaken.clear();
        self.faults.clear();
        self.refusal = None;
    }

    fn next_seq(&mut self) -> u16 {
        let seq = self.seq;
        self.seq = self.seq.wrapping_add(1);
        seq
    }
}

fn write(line: &str) -> WireAction<ClockEvent> {
    WireAction::Write(line.as_bytes().to_vec())
}

/// Returns the state after `elapsed`, with the running side's time spent.
pub fn counted_down(mut face: ClockState, elapsed: Duration) -> ClockState {
    let spent = u32::try_from(elapsed.as_millis()).unwrap_or(u32::MAX);
    match face.run {
        Some(TactileSide::White) => face.white_ms = face.white_ms.saturating_sub(spent),
        Some(TactileSide::Black) => face.black_ms = face.black_ms.saturating_sub(spent),
        None => {}
    }
    face
}

#[cfg(test)]
mod tests;
