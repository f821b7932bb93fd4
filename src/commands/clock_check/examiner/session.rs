//! The tests of a session, one after the other.

use std::time::{Duration, Instant};

use strum::VariantArray;

use super::{ClockExaminer, LOST, STARTING, SessionEnded, TWICE};
use crate::{
    commands::clock_check::{Instruction, Untried, ViolationDetail, texts::BadLine},
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
            self.findings.untried.push(Untried::NoLever);
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
                    return Err(self.end(ViolationDetail::OtherVersion { version, known: VERSION }));
                }
                self.wire.tell(&Instruction::Greeting { name, features: features.to_string() });
                // Greetings from before it started may still be answered.
                self.listen(2 * ANSWER_TIME)?;
                self.greets = false;
                return Ok(features);
            }
        }
        Err(self.end(ViolationDetail::GreetingUnanswered))
    }

    fn patterns(&mut self, features: Features) -> Result<(), SessionEnded> {
        self.wire.tell(&Instruction::Patterns);
        for &pattern in FeelPattern::VARIANTS {
            let seq = self.next_seq();
            let answer = self.ask(seq, &HostMessage::Feel { seq, pattern }.to_line())?;
            if let Some(ClockMessage::Nak { reason, .. }) = answer
                && features.feel
            {
                self.note(ViolationDetail::PatternRefused { pattern, reason });
            }
        }
        let seq = self.next_seq();
        if let Some(ClockMessage::Ack { .. }) = self.ask(seq, &frame(&format!("TCFEEL,{seq},dance")))? {
            self.note(ViolationDetail::UnknownPatternTaken);
        }
        Ok(())
    }

    /// Sends the states of a quickly played game in pairs, and some numbers twice.
    fn states(&mut self) -> Result<(), SessionEnded> {
        self.wire.tell(&Instruction::States);
        for n in 0..STATES {
            let run = if n % 2 == 0 { TactileSide::White } else { TactileSide::Black };
            let face = face(5_400_000 - 1000 * n, 5_400_000 - 900 * n, Some(run));
            let (first, second) = (self.next_seq(), self.next_seq());
            let line = |seq| HostMessage::Set { seq, face }.to_line();
            self.ask_both([(first, line(first)), (second, line(second))])?;
            if n % 10 == 5 {
                // The host would do this if the answer had been lost.
                self.ask(second, &line(second))?;
            }
        }
        Ok(())
    }

    /// Sends invalid and unknown lines, which the clock must ignore, each followed by a valid one.
    fn nonsense(&mut self) -> Result<(), SessionEnded> {
        self.wire.tell(&Instruction::Nonsense);
        let set = |seq| HostMessage::Set { seq, face: face(60_000, 60_000, None) }.to_line();
        let seq = self.next_seq();
        let whole = set(seq);
        let wrong_sum = whole.replace(",60000,", ",70000,").into_bytes();
        let half = whole.as_bytes()[..whole.len() / 2].to_vec();
        let long = frame(&format!("TCSET,{seq},60000,60000,-,-{}", "-".repeat(120)));
        let unknown = frame(&format!("TCDANCE,{seq}"));
        let negative = frame(&format!("TCSET,{seq},-1,60000,-,-"));
        let noise: Vec<u8> = (0..=255).filter(|byte| *byte != b'$').collect();
        for (line, bytes) in [
            (BadLine::WrongChecksum, wrong_sum),
            (BadLine::Half, half),
            (BadLine::TooLong, long.into_bytes()),
            (BadLine::UnknownWord, unknown.into_bytes()),
            (BadLine::NegativeTime, negative.into_bytes()),
            (BadLine::Noise, noise),
        ] {
            self.expect_answer(seq);
            self.write(&bytes)?;
            let until = self.wire.now() + ANSWER_TIME;
            while let Some((message, _)) = self.next(until)? {
                // A refusal is allowed.
                if message == (ClockMessage::Ack { seq }) {
                    self.note(ViolationDetail::Believed { line, seq });
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
        self.wire.tell(&Instruction::Silence);
        let mut missed = false;
        // One report may be lost, so the clock has a second try.
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
                // The clock restarted, or its report was damaged.
                None if self.interruptions != upset || self.damaged != damaged => return Ok(()),
                None => missed = true,
                Some(at) => {
                    // The three seconds may count from the first or the last time the state was sent.
                    if at + margin < asked + HOST_SILENCE || at > since + HOST_SILENCE + margin {
                        let ms = at.saturating_duration_since(since).as_millis() as usize;
                        self.note(ViolationDetail::HostSilenceMistimed { ms });
                    } else if missed {
                        self.note(ViolationDetail::HostSilenceDropped);
                    }
                    return Ok(());
                }
            }
        }
        self.note(ViolationDetail::HostSilenceUnnoticed);
        Ok(())
    }

    /// Asks for a press, which the clock must send every 200 ms until it is acknowledged, and no longer.
    fn lever(&mut self, side: TactileSide) -> Result<(), SessionEnded> {
        self.wire.tell(&Instruction::PressLever { side });
        let upset = self.interruptions;
        let mut pressed: Option<(u16, Instant)> = None;
        let mut times = 0;
        let mut until = self.wire.now() + PRESSED;
        while let Some((message, at)) = self.next(until)? {
            let ClockMessage::Lever { seq, side: told } = message else { continue };
            if told != side {
                self.note(ViolationDetail::OtherSide { told, side });
            }
            let (first, since) = *pressed.get_or_insert((seq, at));
            if seq != first && self.interruptions == upset {
                self.note(ViolationDetail::RenumberedPress { first, seq });
                self.send(&HostMessage::Ack { seq: first })?;
                pressed = Some((seq, at));
                break;
            }
            times += 1;
            // Four repeats fit into this time.
            until = since + 4 * ANSWER_TIME - TWICE;
        }
        let Some((seq, _)) = pressed else {
            self.findings.untried.push(Untried::NotPressed { side });
            return Ok(());
        };
        if times > 8 {
            self.note(ViolationDetail::PressToldOften { seq, times });
        }
        self.send(&HostMessage::Ack { seq })?;
        // Repeats that were already sent may still arrive.
        self.listen(3 * ANSWER_TIME)?;
        let until = self.wire.now() + 2 * ANSWER_TIME;
        while let Some((message, _)) = self.next(until)? {
            if message == (ClockMessage::Lever { seq, side }) && self.interruptions == upset {
                self.note(ViolationDetail::PressToldAfterAnswer { seq });
                self.send(&HostMessage::Ack { seq })?;
            }
        }
        // A clock that restarted has greeted by now.
        if self.interruptions == upset && times < 2 {
            self.note(ViolationDetail::PressToldOnce { seq });
        }
        Ok(())
    }

    /// Shows faces that only a finger can judge, and tells what the finger should feel.
    fn faces(&mut self) -> Result<(), SessionEnded> {
        self.wire.tell(&Instruction::Faces);
        for left in [3_599_000, 300_000, 30_000, 0] {
            let flag = FallenFlags { white: left == 0, black: false };
            let face = ClockState { white_ms: left, black_ms: 3_600_000, run: None, flag };
            let dial = Dial::of(&face, TactileSide::White).to_string();
            self.wire.tell(&Instruction::Face { dial });
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
