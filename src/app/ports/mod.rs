//! The ports of a game, one file a device: each carries effects out and turns reports of its device into events.
//!
//! Every port sees every effect, in the order in which they were plugged in. A new device is a file here, a line of
//! `port_setup`, and, if its loss is announced, a name among the [devices](crate::announce::Device).
//!
//! [`screen`] prints, [`journal`] writes down, [`school`] keeps what was learnt, [`speaker`] and [`ear`] talk, [`tones`] play, [`braille`] and
//! [`clock`] are felt, [`board`] is played on, [`keyboard`] and [`lines`] are typed, and [`signals`] come from
//! outside. An [`engine`] has the other side, `web` is a page that others look at and act on, and `hall` shows the game to arbiters. In place of what cannot
//! be opened is a [`missing`] one.

pub mod screen;
pub mod journal;
pub mod speaker;
pub mod tones;
pub mod ear;
pub mod braille;
pub mod clock;
pub mod board;
pub mod voice_recorder;
pub mod keyboard;
pub mod lines;
pub mod engine;
pub mod signals;
pub mod school;
pub mod missing;
pub mod own_words;
#[cfg(feature = "web")]
mod device_list;
#[cfg(feature = "hall")]
pub mod hall;
#[cfg(feature = "online")]
pub mod online;
#[cfg(feature = "peer")]
pub mod peer;
#[cfg(feature = "web")]
pub mod web;

use std::{
    convert::Infallible,
    fmt::Display,
    panic::{AssertUnwindSafe, catch_unwind},
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, Sender, unbounded};

use own_words::OwnWords;

use super::{
    game_options::Language,
    report_filter::{GameMoment, ReportFilter},
    screen::Screen,
};
use crate::{
    announce::{Announcement, Device, Rendering},
    language::Message,
    session::{Effect, Event, RemoteTask, Session},
};

/// A device of a game.
pub trait Port {
    /// A report of the device.
    type News: Send + 'static;

    /// Carries an effect out, if it concerns the device; returns when that is done or under way.
    fn perform(&mut self, _effect: &Effect, _cx: &PortContext) {}

    /// Turns a report into events.
    fn translate(&mut self, news: Self::News, cx: &PortContext) -> Vec<Event>;

    /// Looks at the game after every event; returns when to look again.
    fn follow(&mut self, _cx: &PortContext) -> Option<Duration> {
        None
    }

    fn state(&self) -> PortState {
        PortState::Idle
    }

    /// Whether a reader has not read all that was told.
    fn is_unread(&self) -> bool {
        false
    }

    /// Writes what waits to be written, at the end of the games.
    fn settle(&mut self, _screen: &Screen) {}
}

/// What the loop asks of a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PortState {
    Idle,
    /// A sentence is being spoken, or about to be.
    Speaking,
    /// It may bring further input, so the game goes on.
    Open,
    /// It has asked the program to end.
    Leaving,
}

/// What a port sees of the game.
pub struct PortContext<'a> {
    pub session: &'a Session,
    pub language: &'a Language,
    /// The reports of shared devices, and of this game's own.
    filters: [&'a ReportFilter; 2],
    /// The time since the session began, or until a report was made, and the instant of that beginning.
    pub now: Duration,
    pub zero: Instant,
    /// A sentence is being spoken, or about to be.
    pub speaking: bool,
    /// What sounds, or sounded just now.
    pub own_words: &'a OwnWords,
    pub screen: &'a Screen,
}

impl PortContext<'_> {
    /// Whether a device is lost to this game.
    pub fn is_lost(&self, device: Device) -> bool {
        self.filters.iter().any(|filter| filter.is_lost(device))
    }

    /// Whether the game waits for a move or an answer of the engine.
    pub fn engine_thinks(&self) -> bool {
        let session = self.session;
        let is_engine = session.record().start().opponent.is_engine();
        is_engine && session.remote_task() != RemoteTask::Nothing || session.inquiry().is_some()
    }

    /// Renders an announcement for the players at the board.
    pub fn render(&self, announcement: &Announcement) -> Rendering {
        let told = self.language.announcer.render(announcement, self.session.audience());
        Rendering { line: self.language.contracted(told.line), ..told }
    }

    /// Prints that a device was found.
    pub fn found(&self, device: &str, name: &dyn Display) {
        self.screen.found(&self.language.words.say("game-found", &[("device", &device), ("name", name)]));
    }

    /// Prints why a device is missing.
    pub fn lacking(&self, device: &str, fault: &dyn Message) {
        let words = &self.language.words;
        self.screen.lacking(words, device, &words.render(fault));
    }
}

/// Takes the reports of a device, from any thread.
pub struct Reporter<T> {
    news: Sender<(Instant, T)>,
    port: usize,
    wake: Sender<usize>,
}

impl<T> Reporter<T> {
    /// Reports what happened at an instant.
    pub fn report_at(&self, at: Instant, news: T) {
        // At the end of the program the loop may be gone.
        let _ = self.news.send((at, news));
        let _ = self.wake.send(self.port);
    }

    /// Reports what happens now.
    pub fn report(&self, news: T) {
        self.report_at(Instant::now(), news);
    }

    /// Returns a function for a device that reports without instants.
    pub fn into_sink(self) -> impl FnMut(T) + Send + use<T>
    where
        T: Send,
    {
        move |news| self.report(news)
    }
}

impl<T> Clone for Reporter<T> {
    fn clone(&self) -> Reporter<T> {
        Reporter { news: self.news.clone(), port: self.port, wake: self.wake.clone() }
    }
}

/// A game at an instant.
pub(super) struct GameView<'a> {
    pub session: &'a Session,
    pub zero: Instant,
    pub now: Instant,
}

/// All ports, and what they share. Some belong to one game, such as its journal and its opponent; the shared ports
/// serve the game at the microphone.
pub struct Ports {
    list: Vec<OwnedPort>,
    /// The game whose ports are being plugged in.
    owner: Option<usize>,
    language: Language,
    filter: ReportFilter,
    /// The filters of each game's own devices.
    own_filters: Vec<ReportFilter>,
    own_words: OwnWords,
    screen: Screen,
    /// A move is being sealed, so nothing that is heard is printed.
    concealed: bool,
    wake: Sender<usize>,
}

/// Ports are dropped in reverse: the keyboard, and with it the terminal, before devices that may take their time.
impl Drop for Ports {
    fn drop(&mut self) {
        while self.list.pop().is_some() {}
    }
}

impl Ports {
    /// Makes an empty set of ports, and the channel by which ports wake the loop.
    pub fn new(language: Language, screen: Screen) -> (Ports, Receiver<usize>) {
        let (wake, wakes) = unbounded();
        let ports = Ports {
            list: Vec::new(),
            owner: None,
            language,
            filter: ReportFilter::of_lever(Device::Clock),
            own_filters: Vec::new(),
            own_words: OwnWords::default(),
            screen,
            concealed: false,
            wake,
        };
        (ports, wakes)
    }

    /// Sets the game of the ports that are plugged in from now on; `None` for shared ones.
    pub fn set_owner(&mut self, game: Option<usize>) {
        self.owner = game;
        let games = game.map_or(0, |game| game + 1).max(self.own_filters.len());
        // The lever that belongs to one game is that of a clock on its board.
        self.own_filters.resize_with(games, || ReportFilter::of_lever(Device::Board));
    }

    pub fn plug<P: Port + 'static>(&mut self, open: impl FnOnce(Reporter<P::News>) -> P) {
        let Ok(()) = self.try_plug(|reporter| Ok::<P, Infallible>(open(reporter)));
    }

    /// Adds a port, if it can be opened.
    pub fn try_plug<P: Port + 'static, E>(
        &mut self,
        open: impl FnOnce(Reporter<P::News>) -> Result<P, E>,
    ) -> Result<(), E> {
        let (told, news) = unbounded();
        let port = open(Reporter { news: told, port: self.list.len(), wake: self.wake.clone() })?;
        self.list.push(OwnedPort { owner: self.owner, port: Box::new(PortWithNews { port, news }) });
        Ok(())
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// Unplugs all ports but the first `kept`.
    pub(super) fn unplug(&mut self, kept: usize) {
        while self.list.len() > kept {
            self.list.pop();
        }
    }

    /// Returns the game of a port; `None` for a shared one.
    pub(super) fn owner(&self, port: usize) -> Option<usize> {
        self.list.get(port)?.owner
    }

    /// Carries an effect of a game out: first by the game's own ports, so that it is on disk before it is announced,
    /// then, if it is `heard`, by the shared ones.
    pub(super) fn perform(&mut self, effect: &Effect, game: usize, heard: bool, seen: &GameView) {
        match effect {
            Effect::Conceal(concealed) if heard => self.concealed = *concealed,
            Effect::Style(style) if heard => self.language.announcer.speak_in(*style),
            _ => {}
        }
        for owner in [Some(game)].into_iter().chain(heard.then_some(None)) {
            for n in 0..self.list.len() {
                if self.list[n].owner == owner {
                    self.with_port(n, game, seen, |port, cx| port.perform(effect, cx));
                }
            }
        }
    }

    /// Carries an effect out by each port that can; one that fails keeps it from no other.
    pub(super) fn perform_each(&mut self, effect: &Effect, game: usize, seen: &GameView) {
        for n in 0..self.list.len() {
            if self.list[n].owner.is_none_or(|owner| owner == game) {
                let act =
                    AssertUnwindSafe(|| self.with_port(n, game, seen, |port, cx| port.perform(effect, cx)));
                let _ = catch_unwind(act);
            }
        }
    }

    /// Takes the next report of a port; returns its instant and its events.
    pub(super) fn translate(
        &mut self,
        port: usize,
        game: usize,
        seen: &GameView,
    ) -> Option<(Instant, Vec<Event>)> {
        // The port may have been unplugged meanwhile.
        let owner = self.list.get(port)?.owner;
        let (at, events) = self.with_port(port, game, seen, |port, cx| port.take_news(cx))?;
        let filter = match owner {
            Some(game) => &mut self.own_filters[game],
            None => &mut self.filter,
        };
        let events = filter.take(events, GameMoment::of(seen.session), at);
        for event in &events {
            screen::print_heard(&event.kind, self.concealed, &self.language.words, &self.screen);
        }
        Some((at, events))
    }

    /// Returns the reports that waited until now, with their game; `None` for a shared device.
    pub(super) fn due_reports(&mut self, now: Instant) -> Vec<(Option<usize>, Vec<Event>)> {
        let own = self.own_filters.iter_mut().enumerate().map(|(game, filter)| (Some(game), filter));
        own.chain([(None, &mut self.filter)]).map(|(game, filter)| (game, filter.passed(now))).collect()
    }

    /// Returns when a report that waits is due.
    pub(super) fn next_report(&self) -> Option<Instant> {
        self.own_filters.iter().chain([&self.filter]).filter_map(ReportFilter::next_deadline).min()
    }

    /// Lets the game's ports look at it, and the shared ones if it is `heard`; returns when one wants to look again.
    pub(super) fn follow(&mut self, game: usize, heard: bool, seen: &GameView) -> Option<Instant> {
        let count = self.list.len();
        let look = |n: usize| {
            let is_concerned = self.list[n].owner.map_or(heard, |owner| owner == game);
            is_concerned.then(|| self.with_port(n, game, seen, |port, cx| port.follow(cx))).flatten()
        };
        let due = (0..count).filter_map(look).min();
        due.map(|due| seen.zero + due)
    }

    /// Lets each port write what waits to be written; one that fails keeps no other from it.
    pub(super) fn settle(&mut self) {
        for plugged in &mut self.list {
            let _ = catch_unwind(AssertUnwindSafe(|| plugged.port.settle(&self.screen)));
        }
    }

    /// Whether any port is in this state.
    pub(super) fn any_is(&self, state: PortState) -> bool {
        self.list.iter().any(|plugged| plugged.port.state() == state)
    }

    /// Whether somebody is still to read what was told.
    pub(super) fn has_unread(&self) -> bool {
        !self.filter.is_lost(Device::Braille) && self.list.iter().any(|plugged| plugged.port.is_unread())
    }

    /// Calls a port. It sees what the ports before it have begun: the ear closes as soon as the speaker speaks.
    fn with_port<R>(
        &mut self,
        n: usize,
        game: usize,
        seen: &GameView,
        act: impl FnOnce(&mut dyn DynPort, &PortContext) -> R,
    ) -> R {
        let cx = PortContext {
            session: seen.session,
            language: &self.language,
            filters: [&self.filter, &self.own_filters[game]],
            now: seen.now.saturating_duration_since(seen.zero),
            zero: seen.zero,
            speaking: self.any_is(PortState::Speaking),
            own_words: &self.own_words,
            screen: &self.screen,
        };
        act(&mut *self.list[n].port, &cx)
    }
}

/// A port, and its game unless it is shared.
struct OwnedPort {
    owner: Option<usize>,
    port: Box<dyn DynPort>,
}

/// A port, and the reports of its device.
struct PortWithNews<P: Port> {
    port: P,
    news: Receiver<(Instant, P::News)>,
}

/// A [`Port`] of any type.
trait DynPort {
    fn perform(&mut self, effect: &Effect, cx: &PortContext);
    fn take_news(&mut self, cx: &PortContext) -> Option<(Instant, Vec<Event>)>;
    fn follow(&mut self, cx: &PortContext) -> Option<Duration>;
    fn state(&self) -> PortState;
    fn is_unread(&self) -> bool;
    fn settle(&mut self, screen: &Screen);
}

impl<P: Port> DynPort for PortWithNews<P> {
    fn perform(&mut self, effect: &Effect, cx: &PortContext) {
        self.port.perform(effect, cx);
    }

    fn take_news(&mut self, cx: &PortContext) -> Option<(Instant, Vec<Event>)> {
        let (at, news) = self.news.try_recv().ok()?;
        // A report is taken as of the instant at which it was made, however late the loop comes to it.
        let then = PortContext { now: at.saturating_duration_since(cx.zero), ..*cx };
        Some((at, self.port.translate(news, &then)))
    }

    fn follow(&mut self, cx: &PortContext) -> Option<Duration> {
        self.port.follow(cx)
    }

    fn state(&self) -> PortState {
        self.port.state()
    }

    fn is_unread(&self) -> bool {
        self.port.is_unread()
    }

    fn settle(&mut self, screen: &Screen) {
        self.port.settle(screen);
    }
}
