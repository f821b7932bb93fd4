//! A game against the program of another player: turns both sheets into reports of the whole game, and writes what is
//! moved and said here into this side's sheet.
//!
//! The sheets are on the disk before they are sent, and whatever the other program lacks it gets with the next message,
//! which always has all. So a connection that breaks, and a program that is killed, lose nothing and double nothing.

mod answers;
#[cfg(feature = "hall")]
mod in_hall;
mod kept;
mod recovery;
mod report;
mod setup;
mod turn_time;
mod wall_time;

use std::{io, path::PathBuf, time::Duration};

#[cfg(feature = "hall")]
pub use in_hall::HallMeeting;
pub use kept::{KeptPeer, KeptPeerError};
pub use recovery::unfinished_proposal;
pub use setup::{given_code, proposed_terms};
use turn_time::{Moment, TurnTime};

use super::{Port, PortContext, Reporter};
use crate::{
    announce::{Device, PeerRefusal, PeerTrouble},
    app::time::suspended,
    devices::peer::{PeerLink, PeerLost, PeerPlace, PeerReport, PeerSecret},
    journal::Start,
    laws::Color,
    peer::{PeerAct, PeerCode, PeerKey, PeerMessage, PeerTerms, SheetExchange, TermsAnswer},
    session::{Effect, Event, EventKind, LobbyEvent, PeerLobby, ServerReport, ServerRequest},
};

/// What the other program's side brings.
#[derive(Debug)]
pub enum PeerNews {
    /// An event of the port itself.
    Own(Event),
    /// The game is to be reported as it then is: what was reported before something else came would be older than that.
    Changed,
    Link(PeerReport),
    #[cfg(feature = "hall")]
    Hall(crate::devices::hall::HallEvent),
}

/// How the game with a peer begins.
#[derive(Debug)]
pub enum PeerStart {
    /// This side listens and proposes the terms.
    Listen(Box<PeerTerms>),
    /// The other side listens at this place; the code may still be asked for.
    Connect(String, Option<PeerCode>),
    /// The game goes on, or what was proposed for it is proposed again.
    GoOn(Box<KeptPeer>),
    /// The game goes on, and what was kept of it is lost: the other side has it. It listens at this place, if it is not
    /// this side that listens.
    Recover(Option<String>, Option<PeerCode>),
    /// Both meet in a hall, and the game may wait there.
    #[cfg(feature = "hall")]
    Meet(Box<HallMeeting>),
}

/// How messages go to the other side.
enum PeerWay {
    /// From program to program.
    Direct(PeerLink),
    /// Through a hall, where they wait.
    #[cfg(feature = "hall")]
    Hall(Box<in_hall::HallWay>),
}

/// Carries a game to the other player's program and back.
pub struct PeerPort {
    /// What is kept, once the code is known.
    kept: Option<KeptPeer>,
    path: PathBuf,
    place: String,
    /// The secret with which messages are sealed, and the line, once the code is known.
    key: Option<PeerKey>,
    way: Option<PeerWay>,
    /// Whether this side listens, where that is known before the code.
    listens: bool,
    /// Whether the other side has said since this program began how much it has of the game.
    knows_other: bool,
    /// Whether the other side has nothing of the game.
    other_has_lost: bool,
    /// The terms that this side proposes, or was proposed.
    terms: Option<PeerTerms>,
    /// What is known of the start of the game beside the terms.
    template: Start,
    other_name: String,
    exchange: Option<SheetExchange>,
    is_declined: bool,
    is_connected: bool,
    /// The half-moves of the turn that is timed.
    timed: Option<usize>,
    time: TurnTime,
    /// What was told of the other side last, so that it is told once.
    told: Option<PeerRefusal>,
    troubled: Option<PeerTrouble>,
    is_over: bool,
    /// When all is said again, if the other side has not got it.
    again_at: Option<Duration>,
    reporter: Reporter<PeerNews>,
}

/// How often a program that waits notes that it is awake.
const AWAKE_EVERY: Duration = Duration::from_secs(1);

/// How soon all is said again that the other side has not got.
const AGAIN_AFTER: Duration = Duration::from_secs(10);

impl PeerPort {
    /// Begins to listen or to connect; `path` is the file beside the journal, `template` what the settings say of the game.
    pub fn open(
        start: PeerStart,
        path: PathBuf,
        template: Start,
        reporter: Reporter<PeerNews>,
    ) -> io::Result<PeerPort> {
        let mut port = PeerPort {
            kept: None,
            path,
            place: String::new(),
            key: None,
            way: None,
            listens: false,
            knows_other: false,
            other_has_lost: false,
            terms: None,
            template,
            other_name: "?".to_owned(),
            exchange: None,
            is_declined: false,
            is_connected: false,
            timed: None,
            time: TurnTime::default(),
            told: None,
            troubled: None,
            is_over: false,
            again_at: None,
            reporter,
        };
        match start {
            PeerStart::Listen(terms) => {
                port.terms = Some(*terms);
                let code = PeerCode::of_random(&crate::files::random()?);
                port.begin(KeptPeer::new(&code, true, String::new()), &code)?;
            }
            PeerStart::Connect(place, Some(code)) => port.begin(KeptPeer::new(&code, false, place), &code)?,
            PeerStart::Connect(place, None) => {
                port.place = place;
                port.tell(lobby(PeerLobby::CodeWanted { lost: false }));
            }
            PeerStart::GoOn(kept) => {
                port.terms.clone_from(&kept.terms);
                if let Some(code) = kept.code() {
                    port.begin(*kept, &code)?;
                }
                // A proposal that nobody has agreed to is no game.
                port.exchange = port.exchange().filter(|_| port.is_agreed());
            }
            PeerStart::Recover(place, code) => {
                port.listens = place.is_none();
                port.place = place.unwrap_or_default();
                match code {
                    Some(code) => port.begin(port.kept_with(&code), &code)?,
                    None => port.tell(lobby(PeerLobby::CodeWanted { lost: true })),
                }
            }
            #[cfg(feature = "hall")]
            PeerStart::Meet(meeting) => port.meet(*meeting)?,
        }
        Ok(port)
    }

    /// Opens the line with the code.
    fn begin(&mut self, kept: KeptPeer, code: &PeerCode) -> io::Result<()> {
        let secret = PeerSecret::of_digits(&code.secret());
        self.key = Some(PeerKey::of(secret.of_messages()));
        let place = match (kept.listens, kept.place.as_str()) {
            (true, _) => PeerPlace::Listen(kept.port),
            (false, "") => PeerPlace::Find,
            (false, place) => PeerPlace::Connect(place.to_owned()),
        };
        let reporter = self.reporter.clone();
        let link = PeerLink::open(place, secret, move |report| reporter.report(PeerNews::Link(report)))?;
        self.way = Some(PeerWay::Direct(link));
        self.kept = Some(kept);
        Ok(())
    }

    /// Begins to keep a game with a code that was told.
    fn kept_with(&self, code: &PeerCode) -> KeptPeer {
        KeptPeer::new(code, self.listens, self.place.clone())
    }

    fn is_agreed(&self) -> bool {
        self.kept.as_ref().is_some_and(|kept| kept.is_agreed)
    }

    /// Whether it is played by correspondence: then nobody need be there.
    fn is_by_correspondence(&self) -> bool {
        self.terms.as_ref().is_some_and(|terms| terms.reflection.is_some())
    }

    /// Returns the sheets as they are kept, once the terms are known.
    fn exchange(&self) -> Option<SheetExchange> {
        let (kept, terms, key) = (self.kept.as_ref()?, self.terms.clone()?, self.key.clone()?);
        let own = if kept.listens { terms.host } else { !terms.host };
        Some(SheetExchange::with_sheets(key, terms, own, kept.sheets()))
    }

    fn tell(&self, event: Event) {
        self.reporter.report(PeerNews::Own(event));
    }

    /// Writes everything to the disk. Returns whether that is done: what is not kept is not sent either.
    fn keep(&mut self, cx: &PortContext) -> bool {
        let Some(kept) = &mut self.kept else { return false };
        kept.terms.clone_from(&self.terms);
        if let Some(exchange) = &self.exchange {
            kept.white = exchange.sheet(Color::White).to_vec();
            kept.black = exchange.sheet(Color::Black).to_vec();
        }
        let stored = kept.store(&self.path);
        if let Err(fault) = &stored {
            cx.lacking("peer", fault);
        }
        stored.is_ok()
    }

    /// Sends all that this side has to say.
    fn send(&self, cx: &PortContext) {
        let (Some(way), Some(kept)) = (&self.way, &self.kept) else { return };
        let exchange = self.exchange.as_ref().filter(|_| kept.is_agreed);
        let proposed = || PeerMessage {
            terms: self.terms.clone().filter(|_| kept.listens || self.is_declined),
            ..PeerMessage::empty()
        };
        let mut message = exchange.map_or_else(proposed, SheetExchange::message);
        message.name = self.own_name().to_owned();
        message.answer = match (kept.listens, kept.is_agreed, self.is_declined) {
            (false, true, _) => Some(TermsAnswer::Agreed),
            (false, false, true) => Some(TermsAnswer::Declined),
            _ => None,
        };
        if let Some(exchange) = exchange.filter(|_| self.other_has_lost || kept.in_hall) {
            message.yours = Some(exchange.sheet(!exchange.own()).to_vec());
        }
        match way {
            PeerWay::Direct(link) => {
                if let Ok(line) = serde_json::to_string(&message) {
                    link.send(line);
                }
            }
            #[cfg(feature = "hall")]
            PeerWay::Hall(hall) => {
                message.since = kept.acted_at.map(wall_time::since).map(crate::journal::in_ms);
                if let Err(fault) = hall.send(message) {
                    cx.lacking(Device::Hall.into(), &fault);
                }
            }
        }
        #[cfg(not(feature = "hall"))]
        let _ = cx;
    }

    fn own_name(&self) -> &str {
        let Start { white, black, users, .. } = &self.template;
        let (own, other) = if users.addresses(Color::Black) { (black, white) } else { (white, black) };
        if own == "?" { other } else { own }
    }

    /// This side does something: it is kept, sent, and part of the game.
    fn act(&mut self, act: PeerAct, cx: &PortContext) -> bool {
        let Some(exchange) = &mut self.exchange else { return false };
        let before = exchange.clone();
        if !exchange.add(act) {
            return false;
        }
        if let Some(kept) = &mut self.kept {
            kept.acted_at = Some(wall_time::now());
        }
        if !self.keep(cx) {
            self.exchange = Some(before);
            return false;
        }
        self.send(cx);
        true
    }

    /// Times the turn that the sheets show.
    fn follow_turn(&mut self, cx: &PortContext) {
        let Some(exchange) = &self.exchange else { return };
        let merged = exchange.merged();
        let plies = merged.placed.len();
        if self.timed == Some(plies) {
            return;
        }
        if self.timed.is_some() {
            self.time.begin(moment(cx.now), self.is_connected);
        } else {
            // What the user had thought before the program was started again stands in the record.
            let own = exchange.own();
            let left = |clock: &crate::clock::Clock| clock.left(own, cx.now);
            let spent = (merged.game.turn() == own && plies == cx.session.record().game().moves().len())
                .then(|| Some(merged.left()?[own].saturating_sub(cx.session.record().clock().map(left)?)))
                .flatten();
            self.time = TurnTime::taken_up(cx.now, spent.unwrap_or_default(), self.is_connected);
        }
        self.timed = Some(plies);
    }

    /// Adds what follows from the game here: the user's move, and flags. Returns when to look again.
    fn do_what_is_due(&mut self, cx: &PortContext) -> Option<Duration> {
        if self.is_over || cx.session.is_in_lobby() {
            return None;
        }
        self.agree(cx);
        let is_first = self.timed.is_none();
        self.follow_turn(cx);
        if is_first {
            // The user's own clock runs on, whether the other side is there or not.
            self.reporter.report(PeerNews::Changed);
        }
        let exchange = self.exchange.as_ref()?;
        let (own, terms) = (exchange.own(), exchange.terms());
        let merged = exchange.merged();
        let (plies, turn, falls) = (merged.placed.len(), merged.game.turn(), merged.falls_after());
        let mut due = None;
        let mut act = None;
        if turn == own {
            let passed = self.thought(cx.now);
            let made = cx.session.completed_move().filter(|(ply, _)| *ply == plies);
            if falls.is_some_and(|falls| passed >= falls) {
                act = Some(PeerAct::Flag);
            } else if let Some((_, uci)) = made {
                act = Some(PeerAct::Move { uci: uci.to_string(), ms: passed.as_millis() as i64 });
            } else {
                due = falls.map(|falls| cx.now + falls.saturating_sub(passed));
            }
        } else if let Some(falls) = falls.filter(|_| self.is_connected && terms.keeper != Some(!own)) {
            let (waited, needed) = (self.time.waited(cx.now), falls + terms.allowance);
            if waited >= needed {
                act = Some(PeerAct::CallFlag { ms: waited.as_millis() as i64 });
            } else {
                due = Some(cx.now + needed.saturating_sub(waited));
            }
        }
        if let Some(act) = act
            && self.act(act, cx)
        {
            self.follow_turn(cx);
            self.reporter.report(PeerNews::Changed);
            return None;
        }
        due
    }

    /// The guest's yes goes out once the game is in the journal.
    fn agree(&mut self, cx: &PortContext) {
        if self.exchange.is_some() && self.kept.as_ref().is_some_and(|kept| !kept.is_agreed) {
            if let Some(kept) = &mut self.kept {
                kept.is_agreed = true;
            }
            self.keep(cx);
            self.send(cx);
        }
    }

    /// Notes that the program waits for the other side, and is awake. Returns when to look again.
    fn stay_awake(&mut self, cx: &PortContext) -> Option<Duration> {
        let exchange = self.exchange.as_ref().filter(|_| !self.is_over && self.is_connected)?;
        let is_timed = exchange.terms().control.is_some();
        self.time.stay_awake(cx.now);
        is_timed.then_some(cx.now + AWAKE_EVERY)
    }

    /// Says again what the other side has not got. Returns when to look again.
    fn say_again(&mut self, cx: &PortContext) -> Option<Duration> {
        // What lies in a hall lies there.
        let is_direct = matches!(self.way, Some(PeerWay::Direct(_)));
        let waits = is_direct
            && self.is_connected
            && self.exchange.as_ref().is_some_and(|exchange| !exchange.is_taken());
        if !waits {
            self.again_at = None;
        } else if self.again_at.is_some_and(|at| at <= cx.now) {
            self.send(cx);
            self.again_at = Some(cx.now + AGAIN_AFTER);
        } else {
            self.again_at.get_or_insert(cx.now + AGAIN_AFTER);
        }
        self.again_at
    }

    /// What the session asks of the other side.
    fn request(&mut self, request: &ServerRequest, cx: &PortContext) {
        let Some(exchange) = &self.exchange else { return self.request_in_lobby(request, cx) };
        let (own, merged) = (exchange.own(), exchange.merged());
        let act = match request {
            ServerRequest::Draw(true) if merged.offer == Some(!own) => Some(PeerAct::Accept),
            ServerRequest::Draw(true) => Some(PeerAct::Offer),
            ServerRequest::Draw(false) => Some(PeerAct::Decline),
            ServerRequest::TakeBack(true) if merged.asks[!own] => Some(PeerAct::GrantBack),
            ServerRequest::TakeBack(true) => Some(PeerAct::AskBack),
            ServerRequest::TakeBack(false) => Some(PeerAct::DeclineBack),
            ServerRequest::Resign => Some(PeerAct::Resign),
            ServerRequest::Abort => Some(PeerAct::Abort),
            ServerRequest::Claim(claim) => Some(PeerAct::Claim { claim: *claim }),
            ServerRequest::ClaimVictory if self.is_by_correspondence() => {
                Some(PeerAct::CallFlag { ms: crate::journal::in_ms(self.awaited(cx.now)) as i64 })
            }
            ServerRequest::ClaimVictory
            | ServerRequest::Rematch
            | ServerRequest::Games
            | ServerRequest::TakeUp(_)
            | ServerRequest::Seek
            | ServerRequest::Accept(_)
            | ServerRequest::Decline { .. }
            | ServerRequest::Code(_) => None,
        };
        if act.is_some_and(|act| self.act(act, cx)) {
            self.follow_turn(cx);
            self.reporter.report(PeerNews::Changed);
        } else {
            self.tell(server_report(ServerReport::Refused));
        }
    }
}

/// The code of a game that never began opens nothing any more.
impl Drop for PeerPort {
    fn drop(&mut self) {
        if self.exchange.is_none() && !self.is_agreed() {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

impl Port for PeerPort {
    type News = PeerNews;

    fn perform(&mut self, effect: &Effect, cx: &PortContext) {
        if let Effect::Request(request) = effect {
            // A move that was made before is before it in the sheet too.
            self.do_what_is_due(cx);
            self.request(request, cx);
        }
    }

    fn translate(&mut self, news: PeerNews, cx: &PortContext) -> Vec<Event> {
        match news {
            PeerNews::Own(event) => vec![event],
            PeerNews::Changed => self.report_game(cx.now).into_iter().collect(),
            PeerNews::Link(report) => self.take_report(report, cx),
            #[cfg(feature = "hall")]
            PeerNews::Hall(event) => self.take_hall_event(event, cx),
        }
    }

    fn follow(&mut self, cx: &PortContext) -> Option<Duration> {
        #[cfg(feature = "hall")]
        self.reach_changed(cx).into_iter().for_each(|event| self.tell(event));
        let due = self.do_what_is_due(cx);
        let awake = self.stay_awake(cx);
        self.say_again(cx).into_iter().chain(due).chain(awake).min()
    }
}

fn moment(now: Duration) -> Moment {
    Moment { now, suspended: suspended() }
}

fn lobby(event: PeerLobby) -> Event {
    Event::of_program(EventKind::Lobby(LobbyEvent::Peer(event)))
}

fn server_report(report: ServerReport) -> Event {
    Event::of_program(EventKind::ServerReport(report))
}
