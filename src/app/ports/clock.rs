//! The tactile clock: hands and patterns for the finger, and a lever on each player's side.

use std::{path::Path, time::Duration};

use super::{Port, PortContext, Reporter};
use crate::{
    announce::Device,
    devices::tactile_clock::{
        self, ClockEvent, ClockHands, ClockUnavailable, FallenFlags, FeelPattern, TactileClock, TactileSide,
    },
    laws::{Color, Origin},
    session::{ClockFace, Effect, Event, EventKind, Pattern},
};

/// Shows the times and patterns, and reports the levers.
pub struct ClockPort {
    hands: Box<dyn ClockHands>,
    /// The clock was connected before.
    seen: bool,
}

impl ClockPort {
    pub fn new(hands: impl ClockHands + 'static) -> ClockPort {
        ClockPort { hands: Box::new(hands), seen: false }
    }

    /// Opens the clock on a serial port.
    pub fn open(path: &Path, reporter: Reporter<ClockEvent>) -> Result<ClockPort, ClockUnavailable> {
        let pass = move |event| match event {
            ClockEvent::Lever { at, .. } => reporter.report_at(at, event),
            event => reporter.report(event),
        };
        TactileClock::open(path, pass).map(ClockPort::new)
    }
}

impl Port for ClockPort {
    type News = ClockEvent;

    fn perform(&mut self, effect: &Effect, cx: &PortContext) {
        match effect {
            Effect::ShowClock(face) => self.hands.show(to_device(face), cx.zero + face.true_at),
            Effect::Feel(pattern) => self.hands.feel(felt(*pattern)),
            _ => {}
        }
    }

    fn translate(&mut self, news: ClockEvent, cx: &PortContext) -> Vec<Event> {
        vec![match news {
            ClockEvent::Lever { side, .. } => {
                let side = match side {
                    TactileSide::White => Color::White,
                    TactileSide::Black => Color::Black,
                };
                Event { origin: Origin::Player(side), kind: EventKind::Lever(side) }
            }
            ClockEvent::Lost { reason } => {
                cx.lacking("clock", &reason);
                Event::of_program(if self.seen { EventKind::Lost } else { EventKind::Missing }(Device::Clock))
            }
            ClockEvent::Back { name, .. } => {
                self.seen = true;
                cx.found("clock", &name);
                Event::of_program(EventKind::Back(Device::Clock))
            }
            ClockEvent::Fault(code) => Event::of_program(EventKind::ClockFault(code.to_string())),
            ClockEvent::Refused { reason } => {
                cx.lacking("clock", &reason);
                return Vec::new();
            }
        }]
    }
}

fn to_device(face: &ClockFace) -> tactile_clock::ClockState {
    let ms = |time: Duration| u32::try_from(time.as_millis()).unwrap_or(u32::MAX);
    tactile_clock::ClockState {
        white_ms: ms(face.white),
        black_ms: ms(face.black),
        run: face.running.map(|side| side.fold_wb(TactileSide::White, TactileSide::Black)),
        flag: FallenFlags { white: face.white_fallen, black: face.black_fallen },
    }
}

fn felt(pattern: Pattern) -> FeelPattern {
    match pattern {
        Pattern::Confirm => FeelPattern::Confirm,
        Pattern::Refuse => FeelPattern::Refuse,
        Pattern::Again => FeelPattern::Again,
        Pattern::Turn => FeelPattern::Turn,
        Pattern::Question => FeelPattern::Question,
        Pattern::Offer => FeelPattern::Offer,
        Pattern::Check => FeelPattern::Check,
        Pattern::Line => FeelPattern::Line,
        Pattern::Message => FeelPattern::Message,
        Pattern::Five => FeelPattern::Five,
        Pattern::Flag => FeelPattern::Flag,
    }
}
