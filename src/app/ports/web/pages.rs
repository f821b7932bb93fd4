//! What the seats are shown: each its whole state, whenever it has changed. Nothing here knows of a network.

use std::{collections::VecDeque, time::Duration};

use maud::Markup;

use super::{
    Seat,
    state::{PageContext, PageState, PublicFacts, SquareLabels, ToldSentence},
};
use crate::{
    announce::{Announcement, Announcer, Device},
    app::{
        ports::{PortContext, device_list::DeviceList},
        time_chart,
    },
    journal::Record,
    language::Catalogue,
    session::{ClockFace, Effect},
};

/// How many sentences a page keeps.
const TOLD_KEPT: usize = 60;
/// How often the times are sent while nothing else changes: a page counts down by itself.
const TIMES_EVERY: Duration = Duration::from_secs(10);
/// How much later spectators see a competition, unless that was chosen.
const DELAY_OF_COMPETITION: Duration = Duration::from_secs(15 * 60);

/// The pages of all seats.
pub(super) struct Pages {
    seats: Vec<Page>,
    announcer: Announcer,
    devices: DeviceList,
    delay: Option<Duration>,
    face: Option<ClockFace>,
    concealed: bool,
    labels: SquareLabels,
    times: TimesDrawn,
    /// The open question, and how many there were.
    asked: (Option<Announcement>, u64),
    /// The seat whose command is being answered.
    answering: Option<usize>,
}

/// The page of one seat.
struct Page {
    seat: Seat,
    told: VecDeque<ToldSentence>,
    /// The number of the last sentence.
    last_told: u64,
    /// What everybody may know, as it was last told here.
    known: Option<PublicFacts>,
    /// The state that was shown last, and when.
    shown: Option<(PageState, Duration)>,
    number: u64,
    /// The states that spectators see later, each with the instant at which they do.
    waiting: VecDeque<(Duration, String)>,
}

/// What is now shown: the states that are new, each with its seat, and when to look again.
pub(super) struct Shown {
    pub(super) states: Vec<(usize, String)>,
    pub(super) again: Option<Duration>,
}

impl Pages {
    pub(super) fn new(
        seats: &[Seat],
        announcer: Announcer,
        devices: Vec<Device>,
        delay: Option<Duration>,
    ) -> Pages {
        let page = |seat: &Seat| Page {
            seat: *seat,
            told: VecDeque::new(),
            last_told: 0,
            known: None,
            shown: None,
            number: 0,
            waiting: VecDeque::new(),
        };
        Pages {
            seats: seats.iter().map(page).collect(),
            announcer,
            devices: DeviceList::of(devices),
            delay,
            face: None,
            concealed: false,
            labels: SquareLabels::default(),
            times: TimesDrawn::default(),
            asked: (None, 0),
            answering: None,
        }
    }

    /// Begins to answer a seat. Returns the number of the question that it is shown.
    pub(super) fn begin_answer(&mut self, seat: usize) -> Option<u64> {
        self.answering = Some(seat);
        self.seats.get(seat)?.shown.as_ref()?.0.asked_id()
    }

    /// Takes an effect in.
    pub(super) fn perform(&mut self, effect: &Effect, cx: &PortContext) {
        match effect {
            Effect::Announce(announcement) | Effect::Show(announcement) => {
                self.devices.note(announcement);
                self.tell(announcement, cx, false);
            }
            Effect::Answer(announcement) => self.tell(announcement, cx, true),
            Effect::ShowClock(face) => self.face = Some(*face),
            Effect::Conceal(concealed) => self.concealed = *concealed,
            Effect::Style(style) => {
                self.announcer.speak_in(*style);
                self.labels.forget();
            }
            _ => {}
        }
    }

    /// Looks at the game after an event.
    pub(super) fn follow(&mut self, cx: &PortContext) -> Shown {
        self.answering = None;
        let asked = cx.session.asked();
        if asked != self.asked.0 {
            self.asked = (asked, self.asked.1 + 1);
        }
        if cx.session.record().ended().is_some() && !cx.session.is_studying() {
            self.times.draw(cx.session.record(), &self.announcer, &cx.language.words);
        }
        let mut shown = Shown { states: Vec::new(), again: None };
        for n in 0..self.seats.len() {
            self.tell_facts(n, cx);
            let (state, again) = self.show(n, cx);
            shown.states.extend(state.map(|state| (n, state)));
            shown.again = shown.again.into_iter().chain(again).min();
        }
        shown
    }

    /// Tells an announcement where it is an answer, and, unless it is told aside, beside the voice of this place.
    fn tell(&mut self, announcement: &Announcement, cx: &PortContext, aside: bool) {
        for n in 0..self.seats.len() {
            let seat = self.seats[n].seat;
            if !aside && seat.hears_all(cx.session) || self.answering == Some(n) {
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
        let facts = PublicFacts::of(cx.session, seat);
        let news = facts.news_since(self.seats[n].known.as_ref(), cx.session, seat);
        for announcement in news {
            let words = self.announcer.render(&announcement, seat.audience(cx.session)).words;
            // What answered this seat is told already.
            if self.seats[n].told.back().is_none_or(|last| last.text != words) {
                self.seats[n].add(words);
            }
        }
        self.seats[n].known = Some(facts);
    }

    /// Returns what a seat is shown now, if that is new, and when to look again.
    fn show(&mut self, n: usize, cx: &PortContext) -> (Option<String>, Option<Duration>) {
        let delay = self.delay_of(self.seats[n].seat, cx);
        let told = self.seats[n].told.iter().cloned().collect();
        let context = PageContext {
            session: cx.session,
            language: cx.language,
            now: cx.now,
            announcer: &self.announcer,
            face: self.face,
            concealed: self.concealed,
            devices: self.devices.all(),
            asked_id: self.asked.1,
            times: self.times.markup.as_deref(),
        };
        let state = PageState::of(self.seats[n].seat, told, &mut self.labels, &context);
        let seat = &mut self.seats[n];
        let is_old = seat.shown.as_ref().is_some_and(|(shown, at)| {
            state.is_same_but_for_times(shown) && (state.is_standing() || cx.now < *at + TIMES_EVERY)
        });
        if !is_old {
            seat.number += 1;
            let text = state.numbered(seat.number);
            seat.shown = Some((state, cx.now));
            seat.waiting.push_back((cx.now + delay, text));
        }
        let seat = &mut self.seats[n];
        let mut due = None;
        while seat.waiting.front().is_some_and(|(at, _)| *at <= cx.now) {
            due = seat.waiting.pop_front();
        }
        let next = seat.waiting.front().map(|(at, _)| *at);
        let running =
            seat.shown.as_ref().filter(|(state, _)| !state.is_standing()).map(|(_, at)| *at + TIMES_EVERY);
        (due.map(|(_, text)| text), next.into_iter().chain(running).min())
    }

    fn delay_of(&self, seat: Seat, cx: &PortContext) -> Duration {
        let of_game = match cx.session.record().start().competition {
            true => DELAY_OF_COMPETITION,
            false => Duration::ZERO,
        };
        if seat == Seat::View { self.delay.unwrap_or(of_game) } else { Duration::ZERO }
    }
}

/// The time spent on each move, drawn; made anew only where that has changed.
#[derive(Default)]
struct TimesDrawn {
    of: Vec<Option<Duration>>,
    markup: Option<String>,
}

impl TimesDrawn {
    fn draw(&mut self, record: &Record, announcer: &Announcer, words: &Catalogue) {
        let spent: Vec<_> = (0..record.game().moves().len()).map(|ply| record.time_spent(ply)).collect();
        if spent != self.of {
            let section = time_chart::section(record.game(), &spent, announcer, words);
            self.markup = section.map(Markup::into_string);
            self.of = spent;
        }
    }
}

impl Page {
    fn add(&mut self, text: String) {
        self.last_told += 1;
        self.told.push_back(ToldSentence { id: self.last_told, text });
        if self.told.len() > TOLD_KEPT {
            self.told.pop_front();
        }
    }
}

#[cfg(test)]
mod tests;
