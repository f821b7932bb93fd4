//! Shows a game in a hall, and brings the rulings of its arbiters to the board.
//!
//! What is shown is made from the session alone, whole at every change. Nothing waits for the hall: one that is lost is a
//! device that is lost, and gets the newest state when it is back. A sealed move is in nothing that is shown.

use std::{collections::BTreeMap, time::Duration};

use super::{Port, PortContext, Reporter, device_list::DeviceList};
use crate::{
    announce::{Announcement, Audience, Device},
    app::hall_access::{self, HallAccessError},
    devices::hall::{HallEvent, HallLine, HallMessage},
    hall::{
        BoardPresence, BoardTopic, CarriedOut, HallClock, HallFile, HallGame, HallRuling, HallStateError,
        RulingsDone, RulingsSent, VERSION,
    },
    journal::{Entry, in_ms},
    language::Message,
    laws::{Color, Origin, Outcome},
    session::{Effect, Event, EventKind, Session},
};

/// How often the times are shown while nothing else changes: a desk counts down by itself.
const TIMES_EVERY: Duration = Duration::from_secs(30);

/// What the hall has refused to show.
#[derive(Debug, Message)]
#[message(printed)]
enum NotShown {
    #[message("hall-refused-topic")]
    Refused { topic: String },
    #[message("hall-too-long")]
    TooLong { found: usize, most: usize },
}

/// A board in a hall.
pub struct HallPort {
    line: HallLine,
    board: u16,
    /// A random number of this life of the program.
    life: u32,
    name: String,
    /// Whether it is there, once that is known.
    there: Option<bool>,
    devices: DeviceList,
    /// The game as it was shown last, and when.
    shown: Option<(HallGame, Duration)>,
    score: ScoreText,
    /// The half-moves, and when the last of them was made, if that was here.
    plies: Option<(usize, Option<Duration>)>,
    done: RulingsDone,
    /// The ruling that is being carried out.
    answering: Option<CarriedOut>,
    /// Whether rulings that are done are to be answered again.
    unanswered: bool,
    /// What it shows was told to be too long.
    is_too_long: bool,
}

impl HallPort {
    /// Comes into the hall as a board, as soon as that is possible.
    pub fn open(
        file: &HallFile,
        board: u16,
        reporter: Reporter<HallEvent>,
    ) -> Result<HallPort, HallAccessError> {
        let presence = |there| HallMessage {
            topic: BoardTopic::Presence.of(board),
            content: BoardPresence::written(there),
        };
        let topics = vec![BoardTopic::Ruling.of(board), BoardTopic::Presence.of(board)];
        let options = hall_access::line_options(file, topics, Some(presence(false)));
        let line = HallLine::open(options, reporter.into_sink())
            .map_err(|source| HallAccessError::Thread { source })?;
        let HallMessage { topic, content } = presence(true);
        line.show(topic, content);
        Ok(HallPort {
            line,
            board,
            life: fastrand::u32(1..),
            name: file.hall.clone(),
            there: None,
            devices: DeviceList::default(),
            shown: None,
            score: ScoreText::default(),
            plies: None,
            done: RulingsDone::default(),
            answering: None,
            unanswered: false,
            is_too_long: false,
        })
    }

    /// Returns the rulings that are new.
    fn received(&mut self, desk: &str, content: &[u8], cx: &PortContext) -> Vec<Event> {
        let sent = match RulingsSent::read(content) {
            Ok(sent) => sent,
            Err(fault) => {
                cx.lacking(Device::Hall.into(), &fault);
                return Vec::new();
            }
        };
        let is_known = |ruling: &HallRuling| cx.session.record().has_received(desk, ruling.number);
        // What an earlier life of this program has carried out is answered too.
        self.unanswered |= sent.rulings.iter().any(is_known);
        let new = sent.rulings.iter().filter(|ruling| !is_known(ruling)).cloned();
        new.map(|ruling| {
            let kind = EventKind::RulingReceived {
                desk: desk.to_owned(),
                number: ruling.number,
                arbiter: ruling.arbiter,
                words: ruling.words,
            };
            Event { origin: Origin::Arbiter, kind }
        })
        .collect()
    }

    /// Shows what has come of rulings.
    fn answer(&mut self, last: &BTreeMap<String, u64>) {
        let answered = self.answering.take();
        if answered.is_none() && !self.unanswered {
            return;
        }
        self.unanswered = false;
        self.done.extend(answered);
        self.done.last.clone_from(last);
        if let Ok(content) = self.done.written() {
            self.line.show(BoardTopic::Ruled.of(self.board), content);
        }
    }

    /// Returns the game as it stands.
    fn game(&mut self, cx: &PortContext) -> HallGame {
        let (session, now) = (cx.session, cx.now);
        let record = session.record();
        let plies = record.game().moves().len();
        match self.plies {
            Some((before, _)) if before != plies => self.plies = Some((plies, Some(now))),
            Some(_) => {}
            None => self.plies = Some((plies, None)),
        }
        let called = session.awaits_arbiter();
        let asked = session.asked().filter(|_| called);
        let render = |told: &Announcement| cx.language.announcer.render(told, Audience::Arbiter).words;
        let lost = self.devices.all().iter().filter(|(device, there)| !there && *device != Device::Hall);
        HallGame {
            version: VERSION,
            board: self.board,
            life: self.life,
            count: 0,
            pgn: self.score.of(session).to_owned(),
            clock: record.clock().map(|clock| HallClock {
                white: in_ms(clock.left(Color::White, now)),
                black: in_ms(clock.left(Color::Black, now)),
                running: clock.running(),
                delay: in_ms(clock.counts_from(now).saturating_sub(now)),
                white_fallen: record.flag_has_fallen(Color::White),
                black_fallen: record.flag_has_fallen(Color::Black),
            }),
            since_move: self.plies.and_then(|(_, made)| made).map(|made| in_ms(now.saturating_sub(made))),
            offer: record.offer(),
            claim: record.two_minutes(),
            called,
            asked: asked.as_ref().map(render),
            sealed: record.sealed().is_some(),
            lost: lost.map(|(device, _)| <&str>::from(*device).to_owned()).collect(),
            apart: false,
        }
    }

    /// Shows the game if it has changed; returns when to look again.
    fn show(&mut self, cx: &PortContext) -> Option<Duration> {
        let game = self.game(cx);
        let runs = game.clock.is_some_and(|clock| clock.running.is_some());
        let is_old = self.shown.as_ref().is_some_and(|(shown, at)| {
            is_same_but_for_times(&game, shown) && (!runs || cx.now < *at + TIMES_EVERY)
        });
        if !is_old {
            let count = self.shown.as_ref().map_or(0, |(shown, _)| shown.count) + 1;
            let game = HallGame { count, ..game };
            let written = game.written();
            // The game grows by every move: that it is too long is told once.
            let was_too_long = std::mem::replace(&mut self.is_too_long, written.is_err());
            match written {
                Ok(content) => self.line.show(BoardTopic::Game.of(self.board), content),
                Err(HallStateError::TooLong { found, most }) if !was_too_long => {
                    cx.lacking(Device::Hall.into(), &NotShown::TooLong { found, most });
                }
                Err(_) => {}
            }
            self.shown = Some((game, cx.now));
        }
        self.shown.as_ref().filter(|_| runs).map(|(_, at)| *at + TIMES_EVERY)
    }
}

impl Port for HallPort {
    type News = HallEvent;

    fn perform(&mut self, effect: &Effect, cx: &PortContext) {
        let told = match effect {
            Effect::Record(line) => {
                if let Entry::RulingReceived { desk, number, .. } = &line.entry {
                    self.done.extend(self.answering.take());
                    let (desk, number) = (desk.clone(), *number);
                    self.answering = Some(CarriedOut { desk, number, told: Vec::new() });
                }
                return;
            }
            Effect::Announce(told) | Effect::Show(told) | Effect::Answer(told) => told,
            _ => return,
        };
        self.devices.note(told);
        if let Some(answering) = &mut self.answering {
            answering.told.push(cx.language.announcer.render(told, Audience::Arbiter).words);
        }
    }

    fn translate(&mut self, news: HallEvent, cx: &PortContext) -> Vec<Event> {
        match news {
            HallEvent::Connected => {
                cx.found(Device::Hall.into(), &self.name);
                let was = self.there.replace(true);
                let back = Event::of_program(EventKind::Back(Device::Hall));
                (was == Some(false)).then_some(back).into_iter().collect()
            }
            HallEvent::Lost { reason } => {
                cx.lacking(Device::Hall.into(), &reason);
                let kind = match self.there.replace(false) {
                    None => EventKind::Missing(Device::Hall),
                    Some(true) => EventKind::Lost(Device::Hall),
                    Some(false) => return Vec::new(),
                };
                vec![Event::of_program(kind)]
            }
            HallEvent::Shown { topic, content, .. } => match BoardTopic::desk(&topic) {
                Some(desk) => self.received(desk, &content, cx),
                None => {
                    // What the broker says at last of a connection that was lost is no longer true.
                    if BoardPresence::read(&content).is_ok_and(|presence| !presence.there) {
                        self.line.show(topic, BoardPresence::written(true));
                    }
                    Vec::new()
                }
            },
            HallEvent::Refused { topic } => {
                cx.lacking(Device::Hall.into(), &NotShown::Refused { topic });
                Vec::new()
            }
            HallEvent::TooLong { found, most, .. } => {
                cx.lacking(Device::Hall.into(), &NotShown::TooLong { found, most });
                Vec::new()
            }
        }
    }

    fn follow(&mut self, cx: &PortContext) -> Option<Duration> {
        self.answer(cx.session.record().received());
        self.show(cx)
    }
}

/// The score as text, made anew only where it has changed.
#[derive(Default)]
struct ScoreText {
    of: Option<ScoreKey>,
    text: String,
}

/// The instant of the last entry; the half-moves, the times, the offers and the rulings; the result.
type ScoreKey = (Duration, [usize; 4], Option<Outcome>);

impl ScoreText {
    fn of(&mut self, session: &Session) -> &str {
        let record = session.record();
        let counts = [
            record.game().moves().len(),
            record.times_left().iter().flatten().count(),
            record.offers().len(),
            record.remarks().len(),
        ];
        let key = (record.changed_at(), counts, record.ended());
        if self.of != Some(key) {
            self.text = record.score().to_string();
            self.of = Some(key);
        }
        &self.text
    }
}

fn is_same_but_for_times(one: &HallGame, other: &HallGame) -> bool {
    let still = |clock: HallClock| match clock.running {
        Some(_) => HallClock { white: 0, black: 0, delay: 0, ..clock },
        None => clock,
    };
    let rest = |game: &HallGame| HallGame {
        count: 0,
        since_move: None,
        clock: game.clock.map(still),
        ..game.clone()
    };
    rest(one) == rest(other)
}
