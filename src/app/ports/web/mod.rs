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

use std::{
    net::{Ipv4Addr, Ipv6Addr, SocketAddr},
    time::Duration,
};

use super::{Port, PortContext, PortState, Reporter};
use crate::{
    announce::{Announcer, Device},
    devices::{
        own_address::own_address,
        web::{Code, WebEvent, WebOptions, WebServer, WebUnavailable},
    },
    grammar::PageAddress,
    session::{Effect, Event, EventKind},
};
use command::Command;
use pages::Pages;
pub use seat::Seat;

/// What a page is opened with.
pub struct WebChoices {
    /// The seats, those that act first.
    pub seats: Vec<Seat>,
    /// How it is served, with a place for each of the seats.
    pub served: WebOptions,
    /// How much later spectators see what happens; none for what the kind of game asks for.
    pub delay: Option<Duration>,
    /// The devices that were asked for.
    pub devices: Vec<Device>,
    /// Writes in print, without a braille code.
    pub announcer: Announcer,
    /// Whether the page keeps the game open.
    pub holds: bool,
}

/// What the page reports.
#[derive(Debug)]
pub enum WebNews {
    /// It is served.
    Served(PageAddress),
    Web(WebEvent),
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
    pub fn open(choices: WebChoices, reporter: Reporter<WebNews>) -> Result<WebPort, WebUnavailable> {
        let WebChoices { seats, served, delay, devices, announcer, holds } = choices;
        let codes: Vec<(Seat, Code)> =
            seats.iter().zip(&served.places).map(|(seat, place)| (*seat, place.code.clone())).collect();
        let name = served.name.clone();
        let news = reporter.clone();
        let server = WebServer::open(served, move |event| news.report(WebNews::Web(event)))?;
        let found = found_at(server.address());
        let host = name.unwrap_or_else(|| found.ip().to_string());
        let code = codes.first().map(|(_, code)| code.digits().to_owned()).unwrap_or_default();
        reporter.report(WebNews::Served(PageAddress { host, port: found.port(), code }));
        let pages = Pages::new(&seats, announcer, devices, delay);
        Ok(WebPort { server, seats: codes, pages, holds, lost: false })
    }

    /// Returns the seats with their codes, those that act first.
    pub fn codes(&self) -> &[(Seat, Code)] {
        &self.seats
    }

    /// Returns the address under which others find the page.
    pub fn found_at(&self) -> SocketAddr {
        found_at(self.server.address())
    }
}

impl Port for WebPort {
    type News = WebNews;

    fn perform(&mut self, effect: &Effect, cx: &PortContext) {
        self.pages.perform(effect, cx);
    }

    fn translate(&mut self, news: WebNews, cx: &PortContext) -> Vec<Event> {
        match news {
            WebNews::Served(address) => vec![Event::of_program(EventKind::Page(address))],
            WebNews::Web(WebEvent::Sent { place, text }) => {
                let asked = self.pages.begin_answer(place);
                let kind = Command::read(&text).and_then(|command| command.meant(asked, cx.session));
                let origin = self.seats.get(place).and_then(|(seat, _)| seat.origin());
                kind.zip(origin).map(|(kind, origin)| Event { origin, kind }).into_iter().collect()
            }
            WebNews::Web(WebEvent::Lost { reason }) => {
                self.lost = true;
                cx.lacking("page", &reason);
                vec![Event::of_program(EventKind::Lost(Device::Page))]
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

/// Returns the address under which others reach this machine, where it listens at all of them.
fn found_at(listening: SocketAddr) -> SocketAddr {
    if !listening.ip().is_unspecified() {
        return listening;
    }
    let alone = if listening.is_ipv4() { Ipv4Addr::LOCALHOST.into() } else { Ipv6Addr::LOCALHOST.into() };
    SocketAddr::new(own_address().unwrap_or(alone), listening.port())
}
