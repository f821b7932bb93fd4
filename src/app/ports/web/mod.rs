//! A page for whoever sees, and a seat for a screen reader: what each seat is shown, and what it may do.
//!
//! A [`Seat`] has a code of its own. At every change each seat gets its whole [`state`], rendered for its audience:
//! who has the voice of this place beside them sees all that it says, anybody else what the Laws let everybody know.
//! `pages` is all of them, [`command`] reads what a seat sends, [`document`] is the page without its state.

pub mod command;
pub mod document;
mod pages;
pub mod seat;
pub mod state;

use std::time::Duration;

use super::{Port, PortContext, PortState, Reporter};
use crate::{
    announce::{Announcer, Audience, Device},
    devices::web::{Code, Place, WebEvent, WebFile, WebKey, WebOptions, WebServer, WebUnavailable},
    session::{Effect, Event},
};
use command::Command;
use pages::Pages;
pub use seat::Seat;

/// How many may look from a seat that acts.
const VIEWERS_OF_SEAT: usize = 12;
/// How many may only look.
const VIEWERS: usize = 250;
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

/// Serves the pages.
pub struct WebPort {
    server: WebServer,
    /// The seats with their codes, those that act first.
    seats: Vec<(Seat, Code)>,
    pages: Pages,
    holds: bool,
    lost: bool,
}

impl WebPort {
    /// Serves a page for each seat, and one for spectators.
    pub fn open(choices: WebChoices, reporter: Reporter<WebEvent>) -> Result<WebPort, WebUnavailable> {
        let seats: Vec<Seat> = choices.seats.into_iter().chain([Seat::View]).collect();
        let codes = seats.iter().map(|seat| (*seat, choices.key.code(seat.name()))).collect::<Vec<_>>();
        let place = |(seat, code): &(Seat, Code)| Place {
            code: code.clone(),
            writes: *seat != Seat::View,
            viewers: if *seat == Seat::View { VIEWERS } else { VIEWERS_OF_SEAT },
        };
        let options = WebOptions {
            address: choices.address,
            name: choices.name,
            places: codes.iter().map(place).collect(),
            files: choices.files,
            key: choices.key,
        };
        let server = WebServer::open(options, reporter.into_sink())?;
        let pages = Pages::new(&seats, choices.announcer, choices.devices, choices.delay);
        Ok(WebPort { server, seats: codes, pages, holds: choices.holds, lost: false })
    }

    /// Returns the seats with their codes, those that act first.
    pub fn codes(&self) -> &[(Seat, Code)] {
        &self.seats
    }

    /// Returns where the page is served.
    pub fn address(&self) -> std::net::SocketAddr {
        self.server.address()
    }
}

impl Port for WebPort {
    type News = WebEvent;

    fn perform(&mut self, effect: &Effect, cx: &PortContext) {
        self.pages.perform(effect, cx);
    }

    fn translate(&mut self, news: WebEvent, cx: &PortContext) -> Vec<Event> {
        match news {
            WebEvent::Sent { place, text } => {
                let asked = self.pages.begin_answer(place);
                let kind = Command::read(&text).and_then(|command| command.meant(asked, cx.session));
                let origin = self.seats.get(place).and_then(|(seat, _)| seat.origin());
                kind.zip(origin).map(|(kind, origin)| Event { origin, kind }).into_iter().collect()
            }
            WebEvent::Lost { reason } => {
                self.lost = true;
                cx.lacking("web", &reason);
                Vec::new()
            }
        }
    }

    fn follow(&mut self, cx: &PortContext) -> Option<Duration> {
        let shown = self.pages.follow(cx);
        for (seat, state) in shown.states {
            self.server.show(seat, state);
        }
        shown.again
    }

    fn state(&self) -> PortState {
        if self.holds && !self.lost && self.seats.len() > 1 { PortState::Open } else { PortState::Idle }
    }
}

/// Whether the audience of a place is that of its voice.
pub(super) fn is_beside(audience: Audience, place: Audience) -> bool {
    audience == place || place == Audience::Table
}
