//! A page for whoever sees, and a seat for a screen reader: what each seat is shown, and what it may do.
//!
//! A [`Seat`] has a code of its own. At every change each seat gets its whole [state](state), rendered for its audience:
//! who has the voice of this place beside them sees all that it says, anybody else what the Laws let everybody know.
//! [`command`] reads what a seat sends, `document` is the page without its state.

pub mod command;
pub mod document;
pub mod seat;
pub mod state;

use std::{collections::VecDeque, time::Duration};

use super::{Port, PortContext, PortState, Reporter};
use crate::{
    announce::{Announcement, Announcer, Audience, Device},
    devices::web::{Code, Place, WebEvent, WebFile, WebKey, WebOptions, WebServer, WebUnavailable},
    session::{ClockFace, Effect, Event},
};
use command::Command;
pub use seat::Seat;
use state::{Drawing, PageState, SquareLabels, Told};

/// How many may look from a seat that acts.
const VIEWERS_OF_SEAT: usize = 12;
/// How many may only look.
const VIEWERS: usize = 250;
/// How many sentences a page keeps.
const TOLD_KEPT: usize = 60;
/// How often the times are sent while nothing else changes: a page counts down by itself.
const TIMES_EVERY: Duration = Duration::from_secs(10);

/// What a page is opened with.
pub struct WebChoices {
    pub address: std::net::SocketAddr,
    pub name: Option<String>,
    /// The seats beside that of the spectators.
    pub seats: Vec<Seat>,
    /// How much later spectators see what happens; none for what the kind of game asks for.
    pub delay: Option<Duration>,
    pub key: WebKey,
    /// The devices that were asked for.
    pub devices: Vec<Device>,
    /// What the page consists of.
    pub files: Vec<WebFile>,
    /// Writes in print, without a braille code.
    pub announcer: Announcer,
    /// Whether the page keeps the game open.
    pub holds: bool,
}

/// How much later spectators see a competition, unless that was chosen.
const DELAY_OF_COMPETITION: Duration = Duration::from_secs(15 * 60);

/// Serves the pages.
pub struct WebPort {
    server: WebServer,
    seats: Vec<SeatState>,
    announcer: Announcer,
    /// The devices that are or were there, and whether each is there now.
    devices: Vec<(Device, bool)>,
    delay: Option<Duration>,
    face: Option<ClockFace>,
    concealed: bool,
    labels: SquareLabels,
    /// The open question, and how many there were.
    asked: (Option<Announcement>, u64),
    /// The seat whose command is being answered.
    answering: Option<usize>,
    holds: bool,
    lost: bool,
}

/// What is known of one seat.
struct SeatState {
    seat: Seat,
    code: Code,
    told: VecDeque<Told>,
    /// The number of the last sentence.
    last_told: u64,
    /// What everybody may know, as it was last told here.
    known: Option<state::PublicFacts>,
    /// The state that was shown last, and when.
    shown: Option<(PageState, Duration)>,
    number: u64,
    /// The states that spectators see later, each with the instant at which they do.
    waiting: VecDeque<(Duration, String)>,
}

impl WebPort {
    /// Serves a page for each seat, and one for spectators.
    pub fn open(choices: WebChoices, reporter: Reporter<WebEvent>) -> Result<WebPort, WebUnavailable> {
        let seats: Vec<Seat> = choices.seats.into_iter().chain([Seat::View]).collect();
        let key = choices.key.clone();
        let place = |seat: &Seat| Place {
            code: choices.key.code(seat.name()),
            writes: *seat != Seat::View,
            viewers: if *seat == Seat::View { VIEWERS } else { VIEWERS_OF_SEAT },
        };
        let options = WebOptions {
            address: choices.address,
            name: choices.name,
            places: seats.iter().map(place).collect(),
            files: choices.files,
            key: choices.key,
        };
        let server = WebServer::open(options, reporter.into_sink())?;
        let seat = |seat: Seat| SeatState {
            code: key.code(seat.name()),
            seat,
            told: VecDeque::new(),
            last_told: 0,
            known: None,
            shown: None,
            number: 0,
            waiting: VecDeque::new(),
        };
        Ok(WebPort {
            server,
            seats: seats.into_iter().map(seat).collect(),
            announcer: choices.announcer,
            devices: choices.devices.into_iter().map(|device| (device, true)).collect(),
            delay: choices.delay,
            face: None,
            concealed: false,
            labels: SquareLabels::default(),
            asked: (None, 0),
            answering: None,
            holds: choices.holds,
            lost: false,
        })
    }

    /// Returns the seats with their codes, those that act first.
    pub fn codes(&self) -> impl Iterator<Item = (Seat, &Code)> {
        self.seats.iter().map(|seat| (seat.seat, &seat.code))
    }

    /// Returns where the page is served.
    pub fn address(&self) -> std::net::SocketAddr {
        self.server.address()
    }

    /// Notes that a device has come or gone.
    fn note_device(&mut self, announcement: &Announcement) {
        let (device, there) = match announcement {
            Announcement::Back(device) => (*device, true),
            Announcement::Lost(device) | Announcement::Missing(device) | Announcement::Unsteady(device) => {
                (*device, false)
            }
            _ => return,
        };
        match self.devices.iter_mut().find(|(known, _)| *known == device) {
            Some((_, is_there)) => *is_there = there,
            None => self.devices.push((device, there)),
        }
    }

    /// Tells an announcement where it is heard: beside the voice of this place, and where it is an answer.
    fn tell(&mut self, announcement: &Announcement, cx: &PortContext) {
        for n in 0..self.seats.len() {
            let seat = self.seats[n].seat;
            if seat.hears_all(cx.session) || self.answering == Some(n) {
                let words = self.announcer.render(announcement, seat.audience(cx.session)).words;
                self.seats[n].add(words);
            }
        }
    }

    /// Tells a seat what has changed that everybody may know.
    fn tell_facts(&mut self, n: usize, cx: &PortContext) {
        let seat = self.seats[n].seat;
        if seat.hears_all(cx.session) {
            return;
        }
        let facts = state::PublicFacts::of(cx.session, seat);
        let news = facts.news_since(self.seats[n].known.as_ref());
        for announcement in news {
            let words = self.announcer.render(&announcement, seat.audience(cx.session)).words;
            // What answered this seat is told already.
            if self.seats[n].told.back().is_none_or(|last| last.text != words) {
                self.seats[n].add(words);
            }
        }
        self.seats[n].known = Some(facts);
    }

    /// Shows a seat its state, if that is new.
    fn show(&mut self, n: usize, cx: &PortContext) -> Option<Duration> {
        let delay = self.delay_of(self.seats[n].seat, cx);
        let told = self.seats[n].told.iter().cloned().collect();
        let drawing = Drawing {
            session: cx.session,
            language: cx.language,
            now: cx.now,
            announcer: &self.announcer,
            face: self.face,
            concealed: self.concealed,
            devices: &self.devices,
            asked_id: self.asked.1,
        };
        let state = PageState::of(self.seats[n].seat, told, &mut self.labels, &drawing);
        let seat = &mut self.seats[n];
        let is_old = seat.shown.as_ref().is_some_and(|(shown, at)| {
            state.is_same_but_for_times(shown) && (state.is_standing() || cx.now < *at + TIMES_EVERY)
        });
        if !is_old {
            seat.number += 1;
            let text = state.numbered(seat.number);
            seat.shown = Some((state, cx.now));
            if delay.is_zero() {
                self.server.show(n, text);
            } else {
                seat.waiting.push_back((cx.now + delay, text));
            }
        }
        let seat = &mut self.seats[n];
        let mut due = None;
        while seat.waiting.front().is_some_and(|(at, _)| *at <= cx.now) {
            due = seat.waiting.pop_front();
        }
        if let Some((_, text)) = due {
            self.server.show(n, text);
        }
        let next = seat.waiting.front().map(|(at, _)| *at);
        let running =
            seat.shown.as_ref().filter(|(state, _)| !state.is_standing()).map(|(_, at)| *at + TIMES_EVERY);
        next.into_iter().chain(running).min()
    }

    fn delay_of(&self, seat: Seat, cx: &PortContext) -> Duration {
        let of_game = match cx.session.record().start().competition {
            true => DELAY_OF_COMPETITION,
            false => Duration::ZERO,
        };
        if seat == Seat::View { self.delay.unwrap_or(of_game) } else { Duration::ZERO }
    }
}

impl SeatState {
    fn add(&mut self, text: String) {
        self.last_told += 1;
        self.told.push_back(Told { id: self.last_told, text });
        if self.told.len() > TOLD_KEPT {
            self.told.pop_front();
        }
    }
}

impl Port for WebPort {
    type News = WebEvent;

    fn perform(&mut self, effect: &Effect, cx: &PortContext) {
        match effect {
            Effect::Announce(announcement) | Effect::Show(announcement) => {
                self.note_device(announcement);
                self.tell(announcement, cx);
            }
            Effect::ShowClock(face) => self.face = Some(*face),
            Effect::Conceal(concealed) => self.concealed = *concealed,
            Effect::Style(style) => {
                self.announcer.speak_in(*style);
                self.labels.forget();
            }
            _ => {}
        }
    }

    fn translate(&mut self, news: WebEvent, cx: &PortContext) -> Vec<Event> {
        match news {
            WebEvent::Sent { place, text } => {
                let Some(SeatState { seat, shown, .. }) = self.seats.get(place) else { return Vec::new() };
                self.answering = Some(place);
                let asked = shown.as_ref().and_then(|(state, _)| state.asked_id());
                let kind = Command::read(&text).and_then(|command| command.meant(asked, cx.session));
                match (kind, seat.origin()) {
                    (Some(kind), Some(origin)) => vec![Event { origin, kind }],
                    _ => Vec::new(),
                }
            }
            WebEvent::Lost { reason } => {
                self.lost = true;
                cx.lacking("web", &reason);
                Vec::new()
            }
        }
    }

    fn follow(&mut self, cx: &PortContext) -> Option<Duration> {
        self.answering = None;
        let asked = cx.session.asked();
        if asked != self.asked.0 {
            self.asked = (asked, self.asked.1 + 1);
        }
        (0..self.seats.len())
            .filter_map(|n| {
                self.tell_facts(n, cx);
                self.show(n, cx)
            })
            .min()
    }

    fn state(&self) -> PortState {
        if self.holds && !self.lost && self.seats.len() > 1 { PortState::Open } else { PortState::Idle }
    }
}

/// Whether the audience of a place is that of its voice.
pub(super) fn is_beside(audience: Audience, place: Audience) -> bool {
    audience == place || place == Audience::Table
}
