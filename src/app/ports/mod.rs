//! The ports of a game: one file a device, which carries effects out with it and says what it reports.
//!
//! Every port sees every effect, in the order in which they were plugged in. A new device is a file here and
//! the line of `port_setup` that plugs it in; where its loss is to be told, it has a name among
//! the [devices](crate::announce::Device) too.
//!
//! [`screen`] prints, [`journal`] writes down, [`speaker`] and [`ear`] talk, [`tones`] need no words, [`braille`] and [`clock`] are
//! felt, [`board`] is played on, [`keyboard`] and [`lines`] are typed, and [`signals`] come from outside. An [`engine`] has
//! the other side.

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
#[cfg(feature = "online")]
pub mod online;

use std::{
    convert::Infallible,
    fmt::Display,
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::{game_options::Language, presence::Presence};
use crate::{
    announce::{Announcement, Device, Rendering},
    language::Message,
    session::{Effect, Event, RemoteTask, Session},
};

/// A device of a game, or several that are one to the player.
pub trait Port {
    /// What its device reports.
    type News: Send + 'static;

    /// Carries out what concerns it; returns when that is done or under way.
    fn perform(&mut self, effect: &Effect, cx: &PortContext);

    /// Says what a report means to the game, if anything.
    fn translate(&mut self, news: Self::News, cx: &PortContext) -> Vec<Event>;

    /// Looks at the game after something has happened; says when it wants to look again.
    fn follow(&mut self, _scene: &PortContext) -> Option<Duration> {
        None
    }

    /// What the game has of it at this moment.
    fn state(&self) -> PortState {
        PortState::Idle
    }
}

/// What a port does beside carrying effects out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PortState {
    Idle,
    /// Something is being said, or about to be.
    Speaking,
    /// More can be heard with it: a reason for the game to go on.
    Open,
    /// Somebody wants the program to end.
    Leaving,
}

/// What a port may see of the game.
pub struct PortContext<'a> {
    pub session: &'a Session,
    pub language: &'a Language,
    /// Of the devices that serve all games, and of those of this one.
    presence: [&'a Presence; 2],
    /// The time since the session began, and when that was as the system's clock counts.
    pub now: Duration,
    pub zero: Instant,
    /// The program itself is being heard, or about to be.
    pub speaking: bool,
    /// Writes a line for whoever can see.
    pub print: &'a dyn Fn(&str),
}

impl PortContext<'_> {
    /// Whether a device is lost to this game.
    pub fn is_lost(&self, device: Device) -> bool {
        self.presence.iter().any(|presence| presence.is_lost(device))
    }

    /// Whether an engine that is there owes the game a move or an answer.
    pub fn engine_thinks(&self) -> bool {
        let session = self.session;
        let is_engine = session.record().start().opponent.is_engine();
        is_engine && (session.remote_task() != RemoteTask::Nothing || session.inquiry().is_some())
    }

    /// What the people at this place are told.
    pub fn render(&self, announcement: &Announcement) -> Rendering {
        let told = self.language.announcer.render(announcement, self.session.audience());
        Rendering { line: self.language.contracted(told.line), ..told }
    }

    /// Writes for whoever can see that a device is there.
    pub fn found(&self, device: &str, name: &dyn Display) {
        (self.print)(&self.language.words.say("game-found", &[("device", &device), ("name", name)]));
    }

    /// Writes for whoever can see what a device lacks.
    pub fn lacking(&self, device: &str, fault: &dyn Message) {
        let fault = self.language.words.render(fault);
        (self.print)(&self.language.words.say("game-lacking", &[("device", &device), ("fault", &fault)]));
    }
}

/// Where a device hands in what it reports, from whatever thread.
pub struct Reporter<T> {
    news: Sender<(Instant, T)>,
    port: usize,
    wake: Sender<usize>,
}

impl<T> Reporter<T> {
    /// Reports what was seen at an instant.
    pub fn report_at(&self, at: Instant, news: T) {
        // The loop that is gone no longer needs to know.
        let _ = self.news.send((at, news));
        let _ = self.wake.send(self.port);
    }

    /// Reports what is seen now.
    pub fn report(&self, news: T) {
        self.report_at(Instant::now(), news);
    }

    /// As a device wants it that knows no instants: what it tells, it has just seen.
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

/// A game, as its ports are shown it.
pub(super) struct GameView<'a> {
    pub session: &'a Session,
    /// When the session began, as the system's clock counts.
    pub zero: Instant,
    pub now: Instant,
}

/// All ports, and what they share. Some belong to one game, such as its journal and its opponent; the others serve
/// whichever is at the microphone.
pub struct Ports {
    list: Vec<OwnedPort>,
    /// For which game ports are being plugged in.
    owner: Option<usize>,
    language: Language,
    presence: Presence,
    /// Of each game's own devices.
    own_presence: Vec<Presence>,
    print: Box<dyn Fn(&str)>,
    /// What is heard is not printed: a move is being sealed.
    concealed: bool,
    wake: Sender<usize>,
}

/// What was plugged in last is unplugged first: the keyboard, and with it the terminal, before any device that
/// may take its time.
impl Drop for Ports {
    fn drop(&mut self) {
        while self.list.pop().is_some() {}
    }
}

impl Ports {
    /// No ports yet, and the channel by which those to come wake the loop.
    pub fn new(language: Language, print: impl Fn(&str) + 'static) -> (Ports, Receiver<usize>) {
        let (wake, wakes) = unbounded();
        let ports = Ports {
            list: Vec::new(),
            owner: None,
            language,
            presence: Presence::default(),
            own_presence: Vec::new(),
            print: Box::new(print),
            concealed: false,
            wake,
        };
        (ports, wakes)
    }

    /// Whose the ports are that are plugged in from here on; none are for all games.
    pub fn set_owner(&mut self, game: Option<usize>) {
        self.owner = game;
        let games = game.map_or(0, |game| game + 1).max(self.own_presence.len());
        self.own_presence.resize_with(games, Presence::default);
    }

    /// Adds a port behind the others.
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

    /// How many are plugged in.
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// Unplugs all but so many of the first.
    pub(super) fn unplug(&mut self, kept: usize) {
        while self.list.len() > kept {
            self.list.pop();
        }
    }

    /// Whose a port is; none where it serves all games.
    pub(super) fn owner(&self, port: usize) -> Option<usize> {
        self.list.get(port)?.owner
    }

    /// Carries an effect of a game out, port by port: its own first, then, where it is `heard`, those that serve all.
    /// What is on its disk may be told.
    pub(super) fn perform(&mut self, effect: &Effect, game: usize, heard: bool, seen: &GameView) {
        if let Effect::Conceal(concealed) = effect
            && heard
        {
            self.concealed = *concealed;
        }
        if let Effect::Style(style) = effect
            && heard
        {
            self.language.announcer.speak_in(*style);
        }
        for owner in [Some(game)].into_iter().chain(heard.then_some(None)) {
            for n in 0..self.list.len() {
                if self.list[n].owner == owner {
                    self.with_port(n, game, seen, |port, cx| port.perform(effect, cx));
                }
            }
        }
    }

    /// The next report of a port: when it was seen, and what it means to a game.
    pub(super) fn translate(
        &mut self,
        port: usize,
        game: usize,
        seen: &GameView,
    ) -> Option<(Instant, Vec<Event>)> {
        // Its news may have been on the way when it was unplugged.
        let owner = self.list.get(port)?.owner;
        let (at, mut events) = self.with_port(port, game, seen, |port, cx| port.take_news(cx))?;
        let presence = match owner {
            Some(game) => &mut self.own_presence[game],
            None => &mut self.presence,
        };
        events.retain(|event| presence.is_news(&event.kind));
        for event in &events {
            screen::print_heard(&event.kind, self.concealed, &self.print);
        }
        Some((at, events))
    }

    /// Lets every port of a game look at it, and where it is `heard` those that serve all; says when one wants to look
    /// again.
    pub(super) fn follow(&mut self, game: usize, heard: bool, seen: &GameView) -> Option<Instant> {
        let count = self.list.len();
        let look = |n: usize| {
            let is_concerned = self.list[n].owner.map_or(heard, |owner| owner == game);
            is_concerned.then(|| self.with_port(n, game, seen, |port, cx| port.follow(cx))).flatten()
        };
        let due = (0..count).filter_map(look).min();
        due.map(|due| seen.zero + due)
    }

    /// Whether any of them is in this state.
    pub(super) fn any_is(&self, state: PortState) -> bool {
        self.list.iter().any(|plugged| plugged.port.state() == state)
    }

    /// Each port sees what those before it have begun: the ear is closed as soon as the speaker speaks.
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
            presence: [&self.presence, &self.own_presence[game]],
            now: seen.now.saturating_duration_since(seen.zero),
            zero: seen.zero,
            speaking: self.any_is(PortState::Speaking),
            print: &self.print,
        };
        act(&mut *self.list[n].port, &cx)
    }
}

/// A port, and the game whose it is; none where it serves all.
struct OwnedPort {
    owner: Option<usize>,
    port: Box<dyn DynPort>,
}

/// A port together with what waits to be taken from its device.
struct PortWithNews<P: Port> {
    port: P,
    news: Receiver<(Instant, P::News)>,
}

/// A [`Port`] of whatever kind.
trait DynPort {
    fn perform(&mut self, effect: &Effect, cx: &PortContext);
    fn take_news(&mut self, cx: &PortContext) -> Option<(Instant, Vec<Event>)>;
    fn follow(&mut self, cx: &PortContext) -> Option<Duration>;
    fn state(&self) -> PortState;
}

impl<P: Port> DynPort for PortWithNews<P> {
    fn perform(&mut self, effect: &Effect, cx: &PortContext) {
        self.port.perform(effect, cx);
    }

    fn take_news(&mut self, cx: &PortContext) -> Option<(Instant, Vec<Event>)> {
        let (at, news) = self.news.try_recv().ok()?;
        Some((at, self.port.translate(news, cx)))
    }

    fn follow(&mut self, cx: &PortContext) -> Option<Duration> {
        self.port.follow(cx)
    }

    fn state(&self) -> PortState {
        self.port.state()
    }
}
