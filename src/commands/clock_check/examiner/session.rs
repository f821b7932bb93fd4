//! The tests of a session, one after the other.

use std::time::{Duration, Instant};

use strum::VariantArray;

use super::{ClockExaminer, LOST, STARTING, SessionEnded, TWICE};
use crate::{
    commands::clock_check::Violation,
    devices::{
        clock_emulator::{Dial, HOST_SILENCE},
        tactile_clock::{
            ClockState, FallenFlags, FaultCode, Features, FeelPattern, TactileSide,
            line::{ClockMessage, HostMessage, VERSION, frame},
            link::ANSWER_TIME,
        },
    },
};

/// How long the person at the clock has to press the lever.
const PRESSED: Duration = Duration::from_secs(30);
/// The number of states in the quickly played game.
const STATES: u32 = 80;

impl ClockExaminer<'_> {
    pub(super) fn play(&mut self) -> Result<(), SessionEnded> {
        let features = self.greet()?;
        self.patterns(features)?;
        self.states()?;
        self.nonsense()?;
        self.silence()?;
        if features.lever {
            self.lever(TactileSide::White)?;
            self.lever(TactileSide::Black)?;
        } else {
            self.findings.untried.push("the lever, for the clock names none among its features".to_owned());
        }
        self.faces()?;
        // The last answers may be late.
        self.listen(LOST)
    }

    /// Greets the clock, which may have to start first.
    fn greet(&mut self) -> Result<Features, SessionEnded> {
        let until = self.wire.now() + STARTING;
        while self.wire.now() < until {
            self.greets = true;
            self.send(&HostMessage::Hello { version: VERSION })?;
            let again = self.wire.now() + 2 * ANSWER_TIME;
            while let Some((message, _)) = self.next(again)? {
                let ClockMessage::Hello { version, name, features } = message else { continue };
                if version != VERSION {
                    let how = format!("it speaks version {version}, this is version {VERSION}");
                    return Err(self.end(Violation::Version, how));
                }
                self.wire.tell(&format!("greeting: {name}, {features}"));
                // Greetings from before it started may still be answered.
                self.listen(2 * ANSWER_TIME)?;
                self.greets = false;
                return Ok(features);
            }
        }
        Err(self.end(Violation::Silent, "no greeting was answered".to_owned()))
    }

    fn patterns(&mut self, features: Features) -> Result<(), SessionEnded> {
        self.wire.tell("patterns: each word of the protocol, and one that is none");
        for &pattern in FeelPattern::VARIANTS {
            let seq = self.next_seq();
            let answer = self.ask(seq, &HostMessage::Feel { seq, pattern }.to_line())?;
            if let Some(ClockMessage::Nak { reason, .. }) = answer
                && features.feel
            {
                self.note(Violation::Refuses, format!("it refused to let {pattern} be felt: {reason}"));
            }
        }
        let seq = self.next_seq();
        if let Some(ClockMessage::Ack { .. }) = self.ask(seq, &frame(&format!("TCFEEL,{seq},dance")))? {
            self.note(Violation::Refuses, "it took the pattern `dance`, which there is not".to_owned());
        }
        Ok(())
    }

    /// Sends a quickly played game: states in pairs, and now and then a number again.
    fn states(&mut self) -> Result<(), SessionEnded> {
        self.wire.tell("states: a game, played quickly");
        for n in 0..STATES {
            let run = if n % 2 == 0 { TactileSide::White } else { TactileSide::Black };
            let face = face(5_400_000 - 1000 * n, 5_400_000 - 900 * n, Some(run));
            let (first, second) = (self.next_seq(), self.next_seq());
            let line = |seq| HostMessage::Set { seq, face }.to_line();
            self.ask_both([(first, line(first)), (second, line(second))])?;
            if n % 10 == 5 {
                // As if the answer had been lost.
                self.ask(second, &line(second))?;
            }
        }
        Ok(())
    }

    /// Sends invalid and unknown lines, which the clock must ignore, each followed by a valid one.
    fn nonsense(&mut self) -> Result<(), SessionEnded> {
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
                // A refusal is allowed.
                if message == (ClockMessage::Ack { seq }) {
                    self.note(Violation::Believes, format!("it answered {what} with TCACK,{seq}"));
                }
            }
            self.sent.clear();
            let next = self.next_seq();
            self.ask(next, &set(next))?;
        }
        Ok(())
    }

    /// Sends no state for three seconds, after which the clock must report `TCFAULT,host`.
    fn silence(&mut self) -> Result<(), SessionEnded> {
        self.wire.tell("silence: the clock must notice within three seconds");
        let mut missed = false;
        // Its message may be lost once.
        for _ in 0..2 {
            let (seq, asked) = (self.next_seq(), self.wire.now());
            let face = face(60_000, 60_000, Some(TactileSide::White));
            self.ask(seq, &HostMessage::Set { seq, face }.to_line())?;
            let (since, upset, damaged) = (self.wire.now(), self.interruptions, self.damaged);
            let until = since + HOST_SILENCE + Duration::from_secs(1);
            let mut told = None;
            while let Some((message, at)) = self.next(until)? {
                if message == ClockMessage::Fault(FaultCode::Host) {
                    told = told.or(Some(at));
                }
            }
            let margin = Duration::from_millis(500);
            match told {
                // It restarted, or its message was damaged.
                None if self.interruptions != upset || self.damaged != damaged => return Ok(()),
                None => missed = true,
                Some(at) => {
                    // The three seconds may count from the first or the last time the state was sent.
                    if at + margin < asked + HOST_SILENCE || at > since + HOST_SILENCE + margin {
                        let after = at.saturating_duration_since(since).as_millis();
                        self.note(
                            Violation::Host,
                            format!("it said TCFAULT,host after {after} ms instead of 3000"),
                        );
                    } else if missed {
                        self.note(Violation::Drop, "TCFAULT,host did not arrive the first time".to_owned());
                    }
                    return Ok(());
                }
            }
        }
        self.note(Violation::Host, "it did not say TCFAULT,host after three seconds".to_owned());
        Ok(())
    }

    /// Asks for a press, which the clock must send every 200 ms until it is acknowledged, and no longer.
    fn lever(&mut self, side: TactileSide) -> Result<(), SessionEnded> {
        let name = if side == TactileSide::White { "White" } else { "Black" };
        self.wire.tell(&format!("lever: press it on {name}'s side, once"));
        let upset = self.interruptions;
        let mut pressed: Option<(u16, Instant)> = None;
        let mut times = 0;
        let mut until = self.wire.now() + PRESSED;
        while let Some((message, at)) = self.next(until)? {
            let ClockMessage::Lever { seq, side: told } = message else { continue };
            if told != side {
                self.note(
                    Violation::Lever,
                    format!("it told of {told}'s side when {name}'s was to be pressed"),
                );
            }
            let (first, since) = *pressed.get_or_insert((seq, at));
            if seq != first && self.interruptions == upset {
                self.note(Violation::Lever, format!("one press was told as number {first} and as {seq}"));
                self.send(&HostMessage::Ack { seq: first })?;
                pressed = Some((seq, at));
                break;
            }
            times += 1;
            // Four repeats fit into this time.
            until = since + 4 * ANSWER_TIME - TWICE;
        }
        let Some((seq, _)) = pressed else {
            self.findings.untried.push(format!("{name}'s side of the lever, for nobody pressed it"));
            return Ok(());
        };
        if times > 8 {
            self.note(Violation::Lever, format!("TCLEVER,{seq} was told {times} times within 700 ms"));
        }
        self.send(&HostMessage::Ack { seq })?;
        // Repeats that were already sent may still arrive.
        self.listen(3 * ANSWER_TIME)?;
        let until = self.wire.now() + 2 * ANSWER_TIME;
        while let Some((message, _)) = self.next(until)? {
            if message == (ClockMessage::Lever { seq, side }) && self.interruptions == upset {
                self.note(
                    Violation::Lever,
                    format!("TCLEVER,{seq} was told again after it was acknowledged"),
                );
                self.send(&HostMessage::Ack { seq })?;
            }
        }
        // A clock that restarted has greeted by now.
        if self.interruptions == upset && times < 2 {
            self.note(
                Violation::Lever,
                format!("TCLEVER,{seq} was told once, and not again though unanswered"),
            );
        }
        Ok(())
    }

    /// Shows faces that only a finger can judge, and tells what it should feel.
    fn faces(&mut self) -> Result<(), SessionEnded> {
        self.wire.tell("faces: feel whether the hands stand so");
        for left in [3_599_000, 300_000, 30_000, 0] {
            let flag = FallenFlags { white: left == 0, black: false };
            let face = ClockState { white_ms: left, black_ms: 3_600_000, run: None, flag };
            let dial = Dial::of(&face, TactileSide::White);
            self.wire.tell(&format!("  White {dial}"));
            for _ in 0..3 {
                let seq = self.next_seq();
                self.ask(seq, &HostMessage::Set { seq, face }.to_line())?;
                self.listen(2 * ANSWER_TIME)?;
            }
        }
        Ok(())
    }
}

fn face(white_ms: u32, black_ms: u32, run: Option<TactileSide>) -> ClockState {
    ClockState { white_ms, black_ms, run, flag: FallenFlags::default() }
}
