//! A game against the program of another player: turns both sheets into reports of the whole game, and writes what is
//! moved and said here into this side's sheet.
//!
//! The sheets are on the disk before they are sent, and whatever the other program lacks it gets with the next message,
//! which always has all. So a connection that breaks, and a program that is killed, lose nothing and double nothing.

mod answers;
mod kept;
mod turn_time;

use std::{
    io,
    net::{Ipv4Addr, UdpSocket},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    time::Duration,
};

pub use kept::{KeptPeer, KeptPeerError};
use turn_time::TurnTime;

use super::{Port, PortContext, Reporter};
use crate::{
    announce::{Device, PeerRefusal, PeerTrouble},
    config::{PeerClock, Settings},
    devices::peer::{PeerLink, PeerLost, PeerPlace, PeerReport, PeerSecret},
    journal::Start,
    language::Message,
    laws::{ByColor, Color, Position},
    peer::{CodeError, PeerAct, PeerCode, PeerKey, PeerMessage, PeerTerms, SheetExchange, TermsAnswer},
    session::{
        Effect, Event, EventKind, LobbyEvent, PeerLobby, ServerGame, ServerReport, ServerRequest,
        ServerResult,
    },
};

/// What the other program's side brings.
#[derive(Debug)]
pub enum PeerNews {
    /// An event of the port itself.
    Own(Event),
    Link(PeerReport),
}

/// How the game with a peer begins.
#[derive(Debug)]
pub enum PeerStart {
    /// This side listens and proposes the terms.
    Listen(Box<PeerTerms>),
    /// The other side listens at this place; the code may still be asked for.
    Connect(String, Option<PeerCode>),
    /// The game goes on.
    GoOn(Box<KeptPeer>),
}

/// Carries a game to the other player's program and back.
pub struct PeerPort {
    /// What is kept, once the code is known.
    kept: Option<KeptPeer>,
    path: PathBuf,
    place: String,
    /// The secret with which messages are sealed, and the line, once the code is known.
    key: Option<PeerKey>,
    link: Option<PeerLink>,
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
            link: None,
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
                port.tell(lobby(PeerLobby::CodeWanted));
            }
            PeerStart::GoOn(kept) => {
                port.terms.clone_from(&kept.terms);
                if let Some(code) = kept.code() {
                    port.begin(*kept, &code)?;
                }
                port.exchange = port.exchange();
            }
        }
        Ok(port)
    }

    /// Opens the line with the code.
    fn begin(&mut self, kept: KeptPeer, code: &PeerCode) -> io::Result<()> {
        let secret = PeerSecret::of_digits(&code.secret());
        self.key = Some(PeerKey::of(secret.of_messages()));
        let place =
            if kept.listens { PeerPlace::Listen(kept.port) } else { PeerPlace::Connect(kept.place.clone()) };
        let reporter = self.reporter.clone();
        self.link =
            Some(PeerLink::open(place, secret, move |report| reporter.report(PeerNews::Link(report)))?);
        self.kept = Some(kept);
        Ok(())
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
    fn send(&self) {
        let (Some(link), Some(kept)) = (&self.link, &self.kept) else { return };
        let exchange = self.exchange.as_ref().filter(|_| kept.is_agreed);
        let mut message = exchange.map(SheetExchange::message).unwrap_or_else(|| PeerMessage {
            version: PeerMessage::VERSION,
            name: String::new(),
            terms: self.terms.clone().filter(|_| kept.listens),
            answer: None,
            entries: Vec::new(),
            seen: 0,
            sum: String::new(),
            merged: String::new(),
        });
        message.name = self.own_name().to_owned();
        message.answer = match (kept.listens, kept.is_agreed, self.is_declined) {
            (false, true, _) => Some(TermsAnswer::Agreed),
            (false, false, true) => Some(TermsAnswer::Declined),
            _ => None,
        };
        if let Ok(line) = serde_json::to_string(&message) {
            link.send(line);
        }
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
        if !self.keep(cx) {
            self.exchange = Some(before);
            return false;
        }
        self.send();
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
            self.time.begin(cx.now, self.is_connected);
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

    /// Returns the game that both have, as a report.
    fn report(&self, now: Duration) -> Option<ServerGame> {
        let exchange = self.exchange.as_ref()?;
        let (merged, own) = (exchange.merged(), exchange.own());
        let mode = merged.game.position().castles().mode();
        let moves = merged.game.moves().iter().take(exchange.known_plies());
        let over = merged
            .outcome
            .map(|outcome| ServerResult { ending: Some(outcome.ending), result: outcome.result });
        let turn = merged.game.turn();
        let times = merged.left().map(|mut left| {
            if over.is_some() {
                return (left, None);
            }
            let passed = if turn == own { self.time.passed(now) } else { self.time.waited(now) };
            left[turn] = left[turn].saturating_sub(passed);
            // The other side's time is not known while it is away, or has not got the move.
            let runs = turn == own || self.is_connected && exchange.known_plies() == merged.placed.len();
            (left, runs.then_some(turn))
        });
        Some(ServerGame {
            moves: moves.map(|m| m.to_uci(mode)).collect(),
            times,
            correspondence: None,
            offers: ByColor::new_with(|side| merged.offer == Some(side)),
            takebacks: merged.asks,
            result: over,
        })
    }

    /// Reports the game; while the other side is away, only the times.
    fn report_game(&mut self, now: Duration) -> Option<Event> {
        let report = self.report(now)?;
        self.is_over = report.result.is_some();
        if self.is_connected || self.is_over {
            return Some(server_report(ServerReport::Game(report)));
        }
        let (left, running) = report.times?;
        Some(Event::of_program(EventKind::TimesReported { left, running }))
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
            self.report_game(cx.now).into_iter().for_each(|event| self.tell(event));
        }
        let exchange = self.exchange.as_ref()?;
        let (own, terms) = (exchange.own(), exchange.terms());
        let merged = exchange.merged();
        let (plies, turn, falls) = (merged.placed.len(), merged.game.turn(), merged.falls_after());
        let mut due = None;
        let mut act = None;
        if turn == own {
            let passed = self.time.passed(cx.now);
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
            self.report_game(cx.now).into_iter().for_each(|event| self.tell(event));
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
            self.send();
        }
    }

    /// Says again what the other side has not got. Returns when to look again.
    fn say_again(&mut self, cx: &PortContext) -> Option<Duration> {
        let waits = self.is_connected && self.exchange.as_ref().is_some_and(|exchange| !exchange.is_taken());
        if !waits {
            self.again_at = None;
        } else if self.again_at.is_some_and(|at| at <= cx.now) {
            self.send();
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
            ServerRequest::ClaimVictory
            | ServerRequest::Rematch
            | ServerRequest::Games
            | ServerRequest::TakeUp(_)
            | ServerRequest::Seek
            | ServerRequest::Accept(_)
            | ServerRequest::Decline { .. }
            | ServerRequest::Code(_) => None,
        };
        let event = if act.is_some_and(|act| self.act(act, cx)) {
            self.follow_turn(cx);
            self.report_game(cx.now)
        } else {
            Some(server_report(ServerReport::Refused))
        };
        event.into_iter().for_each(|event| self.tell(event));
    }
}

/// The code of a game that never began opens nothing any more.
impl Drop for PeerPort {
    fn drop(&mut self) {
        if self.exchange.is_none() {
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
            PeerNews::Link(report) => self.take_report(report, cx),
        }
    }

    fn follow(&mut self, cx: &PortContext) -> Option<Duration> {
        let due = self.do_what_is_due(cx);
        self.say_again(cx).into_iter().chain(due).min()
    }
}

fn lobby(event: PeerLobby) -> Event {
    Event::of_program(EventKind::Lobby(LobbyEvent::Peer(event)))
}

fn server_report(report: ServerReport) -> Event {
    Event::of_program(EventKind::ServerReport(report))
}

/// Returns the terms that this side proposes.
pub fn proposed_terms(settings: &Settings, start: &Start) -> io::Result<PeerTerms> {
    let game = crate::files::random()?[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(PeerTerms {
        game,
        white: start.white.clone(),
        black: start.black.clone(),
        host: if start.users.addresses(Color::Black) { Color::Black } else { Color::White },
        position: start.position.clone(),
        control: start.time_control.clone(),
        ruleset: start.ruleset,
        draw_offers: start.draw_offers,
        competition: start.competition,
        keeper: match settings.peer_clock.unwrap_or_default() {
            PeerClock::Each => None,
            PeerClock::White => Some(Color::White),
            PeerClock::Black => Some(Color::Black),
        },
        allowance: settings.peer_way.map_or(PeerTerms::ALLOWANCE, Duration::from_secs),
    })
}

/// A file with a code that cannot be used.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "peer-code")]
pub enum CodeFileError {
    /// It cannot be read.
    File {
        /// Its path.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Others can read it.
    Readable {
        /// Its path.
        path: PathBuf,
    },
    /// It holds no code.
    #[message(transparent)]
    Code(#[from] CodeError),
}

/// Reads the code from a file that only its owner can read.
pub fn code_of_file(path: &Path) -> Result<PeerCode, CodeFileError> {
    let fails = |source| CodeFileError::File { path: path.to_owned(), source };
    let text = crate::files::read_text(path).map_err(fails)?;
    if std::fs::metadata(path).map_err(fails)?.permissions().mode() & 0o077 != 0 {
        return Err(CodeFileError::Readable { path: path.to_owned() });
    }
    Ok(PeerCode::read(&text)?)
}

/// Returns where this machine is found in its network, as far as it can be told without sending anything.
fn own_address(port: u16) -> String {
    let chosen = || {
        let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
        // An address for documentation: only the way there is chosen.
        socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
        Some(socket.local_addr().ok()?.ip())
    };
    let address = chosen().map_or_else(|| "127.0.0.1".to_owned(), |ip| ip.to_string());
    format!("{address}:{port}")
}
