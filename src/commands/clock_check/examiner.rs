//! The session that is played with a clock, and the eye that watches it.

use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

use super::{Broken, Findings, Wire, Wrong};
use crate::devices::{
    clock_emulator::{Dial, HOST_SILENCE},
    tactile_clock::{
        ClockFace, FaultCode, Features, FeelPattern, Flags, Side,
        line::{ClockMessage, HostMessage, LineError, LineReceiver, VERSION, frame},
        link::ANSWER_TIME,
    },
};

/// An answer that has not come by then was lost.
const LOST: Duration = Duration::from_millis(700);
/// What comes so soon after its like is the same said twice.
const TWICE: Duration = Duration::from_millis(100);
/// A clock that was opened, or started anew, may need so long until it hears.
const STARTING: Duration = Duration::from_secs(4);
/// A plug that is out comes back within this, or the session is over.
const UNPLUGGED: Duration = Duration::from_secs(10);
/// Whoever sits there has so long to press the lever.
const PRESSED: Duration = Duration::from_secs(30);
/// So many states are told one after the other, as in a game.
const STATES: u32 = 80;
/// Answers that are remembered, to know one that comes twice.
const REMEMBERED: usize = 16;
/// A clock that was away so often is examined no further.
const MOST_UPSETS: u32 = 4;
/// The first number sent: the numbers wrap in the middle of the session.
const FIRST: u16 = 65_500;

/// The session is over before its end.
struct Over;

/// Something that is to be answered.
struct Sent {
    seq: u16,
    at: Instant,
    /// What was sent after it and answered before it.
    overtaken_by: Option<u16>,
}

/// Plays a session with the clock, and says what was wrong with it.
pub fn examine(wire: &mut dyn Wire) -> Findings {
    let now = wire.now();
    let mut examiner = Examiner {
        wire,
        receiver: LineReceiver::new(),
        heard: VecDeque::new(),
        sent: VecDeque::new(),
        answered: VecDeque::new(),
        seq: FIRST,
        greets: true,
        greeted: now,
        upset: 0,
        damaged: 0,
        in_ruins: false,
        findings: Findings::default(),
    };
    // Whatever ended it is in the findings.
    let _ = examiner.play();
    examiner.findings
}

struct Examiner<'a> {
    wire: &'a mut dyn Wire,
    receiver: LineReceiver,
    /// What has arrived and was not looked at yet.
    heard: VecDeque<(ClockMessage, Instant)>,
    /// Numbers whose answers have not come, in the order in which they were sent.
    sent: VecDeque<Sent>,
    /// Numbers that were answered.
    answered: VecDeque<u16>,
    seq: u16,
    /// A greeting of ours is to be answered.
    greets: bool,
    /// When a greeting was last answered.
    greeted: Instant,
    /// How often the clock started anew or its plug was out.
    upset: u32,
    /// How many lines arrived damaged, and whether what comes now is the rest of one.
    damaged: u32,
    in_ruins: bool,
    findings: Findings,
}

impl Examiner<'_> {
    fn play(&mut self) -> Result<(), Over> {
        let features = self.greet()?;
        self.patterns(features)?;
        self.states()?;
        self.nonsense()?;
        self.silence()?;
        if features.lever {
            self.lever(Side::White)?;
            self.lever(Side::Black)?;
        } else {
            self.findings.untried.push("the lever, for the clock names none among its features".to_owned());
        }
        self.faces()?;
        // The last answers may be late.
        self.listen(LOST)
    }

    /// Who is there? A clock that was just opened may have to start first.
    fn greet(&mut self) -> Result<Features, Over> {
        let until = self.wire.now() + STARTING;
        while self.wire.now() < until {
            self.greets = true;
            self.send(&HostMessage::Hello { version: VERSION })?;
            let again = self.wire.now() + 2 * ANSWER_TIME;
            while let Some((message, _)) = self.next(again)? {
                let ClockMessage::Hello { version, name, features } = message else { continue };
                if version != VERSION {
                    let how = format!("it speaks version {version}, this is version {VERSION}");
                    return Err(self.end(Wrong::Version, how));
                }
                self.wire.tell(&format!("greeting: {name}, {features}"));
                // Greetings that waited for it to start are answered by and by.
                self.listen(2 * ANSWER_TIME)?;
                self.greets = false;
                return Ok(features);
            }
        }
        Err(self.end(Wrong::Silent, "no greeting was answered".to_owned()))
    }

    fn patterns(&mut self, features: Features) -> Result<(), Over> {
        self.wire.tell("patterns: each word of the protocol, and one that is none");
        for pattern in FeelPattern::ALL {
            let seq = self.next_seq();
            let answer = self.ask(seq, &HostMessage::Feel { seq, pattern }.to_line())?;
            if let Some(ClockMessage::Nak { reason, .. }) = answer
                && features.feel
            {
                self.note(Wrong::Refuses, format!("it refused to let {} be felt: {reason}", pattern.word()));
            }
        }
        let seq = self.next_seq();
        if let Some(ClockMessage::Ack { .. }) = self.ask(seq, &frame(&format!("TCFEEL,{seq},dance")))? {
            self.note(Wrong::Refuses, "it took the pattern `dance`, which there is not".to_owned());
        }
        Ok(())
    }

    /// A game, quickly: two states follow each other at once, and now and then a number comes again.
    fn states(&mut self) -> Result<(), Over> {
        self.wire.tell("states: a game, played quickly");
        for n in 0..STATES {
            let run = if n % 2 == 0 { Side::White } else { Side::Black };
            let face = face(5_400_000 - 1000 * n, 5_400_000 - 900 * n, Some(run));
            let (first, second) = (self.next_seq(), self.next_seq());
            let line = |seq| HostMessage::Set { seq, face }.to_line();
            self.ask_both([(first, line(first)), (second, line(second))])?;
            if n % 10 == 5 {
                // As if the host had not heard the answer.
                self.ask(second, &line(second))?;
            }
        }
        Ok(())
    }

    /// What is no line, or no line that there is, is passed over; what follows it is not.
    fn nonsense(&mut self) -> Result<(), Over> {
        self.wire.tell("nonsense: lines that are none");
        let set = |seq| HostMessage::Set { seq, face: face(60_000, 60_000, None) }.to_line();
        let seq = self.next_seq();
        let whole = set(seq);
        let wrong_sum = whole.replace(",60000,", ",70000,").into_bytes();
        let half = whole.as_bytes()[..whole.len() / 2].to_vec();
        let long = frame(&format!("TCSET,{seq},60000,60000,-,-{}", "-".repeat(120)));
        let unknown = frame(&format!("TCDANCE,{seq}"));
        let negative = frame(&format!("TCSET,{seq},-1,60000,-,-"));
        let noise: Vec<u8> = (0..=255).filter(|byte| *byte != b'$').collect();
        for (what, bytes) in [
            ("a line with a wrong checksum", wrong_sum),
            ("half a line", half),
            ("a line that is too long", long.into_bytes()),
            ("an unknown word", unknown.into_bytes()),
            ("a negative time", negative.into_bytes()),
            ("noise", noise),
        ] {
            self.expect_answer(seq);
            self.write(&bytes)?;
            let until = self.wire.now() + ANSWER_TIME;
            while let Some((message, _)) = self.next(until)? {
                // A refusal is no belief.
                if message == (ClockMessage::Ack { seq }) {
                    self.note(Wrong::Believes, format!("it answered {what} with TCACK,{seq}"));
                }
            }
            self.sent.clear();
            let next = self.next_seq();
            self.ask(next, &set(next))?;
        }
        Ok(())
    }

    /// After three seconds without a state the clock says that the host is silent.
    fn silence(&mut self) -> Result<(), Over> {
        self.wire.tell("silence: the clock must notice within three seconds");
        let mut missed = false;
        // What it says may be lost once.
        for _ in 0..2 {
            let (seq, asked) = (self.next_seq(), self.wire.now());
            let face = face(60_000, 60_000, Some(Side::White));
            self.ask(seq, &HostMessage::Set { seq, face }.to_line())?;
            let (since, upset, damaged) = (self.wire.now(), self.upset, self.damaged);
            let until = since + HOST_SILENCE + Duration::from_secs(1);
            let mut told = None;
            while let Some((message, at)) = self.next(until)? {
                if message == ClockMessage::Fault(FaultCode::Host) {
                    told = told.or(Some(at));
                }
            }
            let margin = Duration::from_millis(500);
            match told {
                // It had no state to miss any more, or has said it.
                None if self.upset != upset || self.damaged != damaged => return Ok(()),
                None => missed = true,
                Some(at) => {
                    // A state that was repeated may count from its first time or its last.
                    if at + margin < asked + HOST_SILENCE || at > since + HOST_SILENCE + margin {
                        let after = at.saturating_duration_since(since).as_millis();
                        self.note(
                            Wrong::Host,
                            format!("it said TCFAULT,host after {after} ms instead of 3000"),
                        );
                    } else if missed {
                        self.note(Wrong::Drop, "TCFAULT,host did not arrive the first time".to_owned());
                    }
                    return Ok(());
                }
            }
        }
        self.note(Wrong::Host, "it did not say TCFAULT,host after three seconds".to_owned());
        Ok(())
    }

    /// A press is told every 200 ms until it is acknowledged, and no longer.
    fn lever(&mut self, side: Side) -> Result<(), Over> {
        let name = if side == Side::White { "White" } else { "Black" };
        self.wire.tell(&format!("lever: press it on {name}'s side, once"));
        let upset = self.upset;
        let mut pressed: Option<(u16, Instant)> = None;
        let mut times = 0;
        let mut until = self.wire.now() + PRESSED;
        while let Some((message, at)) = self.next(until)? {
            let ClockMessage::Lever { seq, side: told } = message else { continue };
            if told != side {
                self.note(Wrong::Lever, format!("it told of {told}'s side when {name}'s was to be pressed"));
            }
            let (first, since) = *pressed.get_or_insert((seq, at));
            if seq != first && self.upset == upset {
                self.note(Wrong::Lever, format!("one press was told as number {first} and as {seq}"));
                self.send(&HostMessage::Ack { seq: first })?;
                pressed = Some((seq, at));
                break;
            }
            times += 1;
            // It is told four times by then.
            until = since + 4 * ANSWER_TIME - TWICE;
        }
        let Some((seq, _)) = pressed else {
            self.findings.untried.push(format!("{name}'s side of the lever, for nobody pressed it"));
            return Ok(());
        };
        if times > 8 {
            self.note(Wrong::Lever, format!("TCLEVER,{seq} was told {times} times within 700 ms"));
        }
        self.send(&HostMessage::Ack { seq })?;
        // What was under way may still come.
        self.listen(3 * ANSWER_TIME)?;
        let until = self.wire.now() + 2 * ANSWER_TIME;
        while let Some((message, _)) = self.next(until)? {
            if message == (ClockMessage::Lever { seq, side }) && self.upset == upset {
                self.note(Wrong::Lever, format!("TCLEVER,{seq} was told again after it was acknowledged"));
                self.send(&HostMessage::Ack { seq })?;
            }
        }
        // One that was starting anew has said so by now.
        if self.upset == upset && times < 2 {
            self.note(Wrong::Lever, format!("TCLEVER,{seq} was told once, and not again though unanswered"));
        }
        Ok(())
    }

    /// What only a finger can judge is shown, with what it should find.
    fn faces(&mut self) -> Result<(), Over> {
        self.wire.tell("faces: feel whether the hands stand so");
        for left in [3_599_000, 300_000, 30_000, 0] {
            let flag = Flags { white: left == 0, black: false };
            let face = ClockFace { white_ms: left, black_ms: 3_600_000, run: None, flag };
            let dial = Dial::of(&face, Side::White);
            self.wire.tell(&format!("  White {dial}"));
            for _ in 0..3 {
                let seq = self.next_seq();
                self.ask(seq, &HostMessage::Set { seq, face }.to_line())?;
                self.listen(2 * ANSWER_TIME)?;
            }
        }
        Ok(())
    }

    /// Says something and waits for its answer, saying it again as the host would.
    fn ask(&mut self, seq: u16, line: &str) -> Result<Option<ClockMessage>, Over> {
        for _ in 0..3 {
            let before = (self.upset, self.damaged);
            self.expect_answer(seq);
            self.write(line.as_bytes())?;
            let until = self.wire.now() + LOST;
            while self.upset == before.0
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
        Err(self.end(Wrong::Silent, format!("it does not answer any more, to number {seq}")))
    }

    /// Says two things at once, which are answered one after the other.
    fn ask_both(&mut self, both: [(u16, String); 2]) -> Result<(), Over> {
        let before = (self.upset, self.damaged);
        let now = self.wire.now();
        both.iter().for_each(|(seq, _)| self.expect_answer(*seq));
        self.write(both.each_ref().map(|(_, line)| line.as_str()).concat().as_bytes())?;
        while !self.sent.is_empty() && self.upset == before.0 && self.next(now + LOST)?.is_some() {}
        // A new state says all that the lost one did.
        for (seq, _) in both {
            self.is_lost(seq, before)?;
        }
        Ok(())
    }

    /// Whether no answer will come, after one was waited for in vain. A clock that has started anew says so by its
    /// greeting, and one whose line was damaged has answered.
    fn is_lost(&mut self, seq: u16, (upset, damaged): (u32, u32)) -> Result<bool, Over> {
        let waits = |examiner: &Self| examiner.sent.iter().any(|sent| sent.seq == seq);
        if self.upset == upset && self.damaged == damaged && waits(self) {
            let asked = self.wire.now();
            self.greets = true;
            self.send(&HostMessage::Hello { version: VERSION })?;
            while self.upset == upset
                && let Some((message, at)) = self.next(asked + STARTING)?
            {
                if let ClockMessage::Hello { .. } = message {
                    if waits(self) && at.saturating_duration_since(asked) > ANSWER_TIME + TWICE {
                        self.anew();
                    }
                    break;
                }
            }
            self.greets = false;
            if self.upset == upset && self.damaged == damaged && waits(self) {
                self.note(Wrong::Drop, format!("number {seq} was not answered"));
            }
        }
        let lost = self.upset != upset || waits(self);
        self.sent.retain(|sent| sent.seq != seq);
        if self.upset > MOST_UPSETS { Err(Over) } else { Ok(lost) }
    }

    /// Listens for a while to whatever is said.
    fn listen(&mut self, time: Duration) -> Result<(), Over> {
        let until = self.wire.now() + time;
        while self.next(until)?.is_some() {}
        Ok(())
    }

    /// The next line that the clock says before that instant, judged for what can be judged of any.
    fn next(&mut self, until: Instant) -> Result<Option<(ClockMessage, Instant)>, Over> {
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
                Err(broken) => self.mend(broken)?,
            }
        }
    }

    fn take(&mut self, bytes: &[u8]) {
        let at = self.wire.now();
        for byte in bytes {
            let is_stray = self.receiver.is_between() && !b"$\r\n".contains(byte);
            if is_stray && !std::mem::replace(&mut self.in_ruins, true) {
                self.damage(Wrong::Line, "it says something between its lines".to_owned());
            }
            match self.receiver.push(*byte) {
                None => {}
                Some(Ok(body)) => {
                    self.in_ruins = false;
                    match ClockMessage::parse(&body) {
                        Ok(message) => self.heard.push_back((message, at)),
                        Err(error) => self.note(Wrong::Line, error.to_string()),
                    }
                }
                Some(Err(error @ LineError::TooLong)) => self.damage(Wrong::Line, error.to_string()),
                Some(Err(error)) => self.damage(Wrong::Corrupt, error.to_string()),
            }
        }
    }

    fn damage(&mut self, wrong: Wrong, how: String) {
        self.damaged += 1;
        self.in_ruins = true;
        self.note(wrong, how);
    }

    fn judge(&mut self, message: &ClockMessage, at: Instant) {
        match message {
            ClockMessage::Ack { seq } | ClockMessage::Nak { seq, .. } => self.judge_answer(*seq, at),
            ClockMessage::Hello { .. } => {
                let soon = at.saturating_duration_since(self.greeted) < TWICE;
                match (self.greets, soon) {
                    (true, _) => {}
                    (false, true) => self.note(Wrong::Duplicate, "a greeting came twice at once".to_owned()),
                    (false, false) => self.anew(),
                }
                self.greeted = at;
            }
            ClockMessage::Fault(FaultCode::Host) | ClockMessage::Lever { .. } => {}
            ClockMessage::Fault(code) => {
                self.wire.tell(&format!("the clock reports a fault: {}", code.word()))
            }
        }
    }

    fn expect_answer(&mut self, seq: u16) {
        self.sent.push_back(Sent { seq, at: self.wire.now(), overtaken_by: None });
    }

    fn judge_answer(&mut self, seq: u16, at: Instant) {
        let Some(place) = self.sent.iter().position(|sent| sent.seq == seq) else {
            if self.answered.contains(&seq) {
                self.note(Wrong::Duplicate, format!("number {seq} was answered twice"));
            } else {
                self.note(Wrong::Number, format!("it answered number {seq}, which was not waiting"));
            }
            return;
        };
        let sent = self.sent.remove(place).expect("a place that was found");
        // Where the earlier answers never come, they were lost and not overtaken.
        self.sent.iter_mut().take(place).for_each(|earlier| earlier.overtaken_by = Some(seq));
        if let Some(later) = sent.overtaken_by {
            self.note(Wrong::Reorder, format!("number {later} was answered before number {seq}"));
        }
        let took = at.saturating_duration_since(sent.at);
        if took > ANSWER_TIME {
            let ms = took.as_millis();
            self.note(Wrong::Delay, format!("number {seq} was answered after {ms} ms, 200 are allowed"));
        }
        if self.answered.len() == REMEMBERED {
            self.answered.pop_front();
        }
        self.answered.push_back(seq);
    }

    fn anew(&mut self) {
        self.upset += 1;
        self.sent.clear();
        self.note(
            Wrong::Reset,
            "it greeted unasked in the middle of the session: it started anew".to_owned(),
        );
    }

    fn mend(&mut self, broken: Broken) -> Result<(), Over> {
        self.upset += 1;
        self.note(Wrong::Unplug, format!("the port broke off: {}", broken.0));
        if self.upset > MOST_UPSETS {
            return Err(Over);
        }
        let until = self.wire.now() + UNPLUGGED;
        while !self.wire.mend() {
            if self.wire.now() >= until {
                return Err(self.end(Wrong::Silent, "its port did not come back".to_owned()));
            }
        }
        self.receiver = LineReceiver::new();
        self.heard.clear();
        self.sent.clear();
        // Opening a port restarts many small boards.
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
        Err(self.end(Wrong::Silent, "it does not answer since its plug was out".to_owned()))
    }

    fn send(&mut self, message: &HostMessage) -> Result<(), Over> {
        self.write(message.to_line().as_bytes())
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), Over> {
        match self.wire.send(bytes) {
            Ok(()) => Ok(()),
            // What was to be said is said again by whoever waits for its answer.
            Err(broken) => self.mend(broken),
        }
    }

    fn next_seq(&mut self) -> u16 {
        let seq = self.seq;
        self.seq = seq.wrapping_add(1);
        seq
    }

    fn note(&mut self, wrong: Wrong, how: String) {
        self.findings.note(wrong, how);
    }

    fn end(&mut self, wrong: Wrong, how: String) -> Over {
        self.note(wrong, how);
        Over
    }
}

fn face(white_ms: u32, black_ms: u32, run: Option<Side>) -> ClockFace {
    ClockFace { white_ms, black_ms, run, flag: Flags::default() }
}
