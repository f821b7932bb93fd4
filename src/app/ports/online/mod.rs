//! A game on Lichess: turns its stream into reports of the whole game, and sends what is moved and said here.
//!
//! State-driven: a move is sent when the record has it and the last report has not, so a connection that breaks loses
//! none and sends none twice. Only requests without a trace in the record are kept until they are answered.

mod account;
mod incoming;
mod online_start;
mod translate;

use std::time::Duration;

use account::ExpectedGame;
pub use account::SharedAccount;
pub use online_start::{OnlineStart, OnlineStartError};

use super::{Port, PortContext, Reporter};
use crate::{
    announce::OnlineFault,
    devices::lichess::{
        Client, RequestOutcome, Requests, Stream, StreamNews,
        wire::{AccountLine, GameFull, GameLine, IgnoredBody},
    },
    journal::Start,
    laws::Position,
    session::{Effect, Event, EventKind, LobbyEvent, ServerReport, ServerRequest},
};

/// The delay before a failed request is sent again.
const RETRY_DELAY: Duration = Duration::from_secs(2);

/// How long after the end of a search its game may begin: Lichess ends the search first.
const SEEK_GRACE: Duration = Duration::from_secs(5);

/// The path of the games under way.
const PLAYING: &str = "/api/account/playing?nb=50";

/// What the server's streams and answers bring.
#[derive(Debug)]
pub enum OnlineNews {
    /// An event of the port itself.
    Lobby(LobbyEvent),
    Account(StreamNews<AccountLine>),
    Game(String, StreamNews<GameLine>),
    Search(StreamNews<IgnoredBody>),
    Answered(RequestOutcome<LichessRequest>),
}

/// A request to the server.
#[derive(Clone, Debug)]
pub enum LichessRequest {
    /// Whose account it is.
    Account,
    /// The games that ran before this program; the search has begun none of them.
    GamesBefore,
    /// The games under way, for the player to choose from.
    Games,
    /// The move after this many half-moves.
    Move(usize),
    ServerRequest(ServerRequest),
}

/// The game that is played.
struct FollowedGame {
    id: String,
    /// Closed when it is dropped.
    _stream: Stream,
    /// What does not change during the game, once reported.
    full: Option<GameFull>,
    /// The number of half-moves that the server reported since it was last connected.
    server_moves: Option<usize>,
    /// The half-move that is being sent.
    sending: Option<usize>,
}

/// Carries a game to the server and back.
pub struct OnlinePort {
    /// None without an account.
    server: Option<(Client, Requests<LichessRequest>)>,
    account: SharedAccount,
    /// This port opens the stream of the account.
    opens_stream: bool,
    /// A seek or a challenge, which lasts as long as its connection.
    search: Option<Stream>,
    game: Option<FollowedGame>,
    plan: OnlineStart,
    /// The parts of a start that the server does not report.
    template: Start,
    own_id: String,
    /// A challenge that was accepted.
    accepted: Option<String>,
    /// Requests that failed, to be sent again.
    pending: Vec<ServerRequest>,
    retry_at: Option<Duration>,
    last_game: Option<String>,
    /// When a search that has ended counts as having found nobody.
    search_expires: Option<Duration>,
    begun: bool,
    /// Nothing could be played: the player chooses anew, and another port comes for the next game on the server.
    given_up: bool,
    reporter: Reporter<OnlineNews>,
}

impl OnlinePort {
    /// Connects, and begins what is planned. Without a `client` it reports why there is none.
    pub fn open(
        client: Result<Client, OnlineFault>,
        plan: OnlineStart,
        template: Start,
        account: SharedAccount,
        reporter: Reporter<OnlineNews>,
    ) -> std::io::Result<OnlinePort> {
        let answers = reporter.clone();
        let server = match client {
            Ok(client) => {
                let requests = Requests::start(&client, LichessRequest::Account, move |answer| {
                    answers.report(OnlineNews::Answered(answer))
                })?;
                requests.get(LichessRequest::Account, "/api/account".to_owned());
                Some((client, requests))
            }
            Err(fault) => {
                reporter.report(OnlineNews::Lobby(LobbyEvent::Fault(fault)));
                None
            }
        };
        Ok(OnlinePort {
            server,
            account,
            opens_stream: false,
            search: None,
            game: None,
            plan,
            template,
            own_id: String::new(),
            accepted: None,
            pending: Vec::new(),
            retry_at: None,
            last_game: None,
            search_expires: None,
            begun: false,
            given_up: false,
            reporter,
        })
    }

    fn get(&self, request: LichessRequest, path: &str) {
        if let Some((_, requests)) = &self.server {
            requests.get(request, path.to_owned());
        }
    }

    fn post(&self, request: LichessRequest, path: String) {
        if let Some((_, requests)) = &self.server {
            requests.post(request, path, Vec::new());
        }
    }

    /// Opens the stream of a game, which joins it.
    fn join(&mut self, id: String) {
        let Some((client, _)) = &self.server else { return };
        (self.search, self.search_expires) = (None, None);
        let (reporter, of) = (self.reporter.clone(), id.clone());
        let pass = move |news| reporter.report(OnlineNews::Game(of.clone(), news));
        let Ok(stream) = Stream::open(client, format!("/api/board/game/stream/{id}"), pass) else { return };
        self.account.mark_played(&id);
        self.last_game = Some(id.clone());
        self.game = Some(FollowedGame { id, _stream: stream, full: None, server_moves: None, sending: None });
    }

    /// Carries out the plan of this game, once.
    fn begin(&mut self) -> Option<Event> {
        if std::mem::replace(&mut self.begun, true) {
            return None;
        }
        match &self.plan {
            OnlineStart::TakeUp(id) => self.join(id.clone()),
            OnlineStart::Accept(id) => {
                self.send_request(ServerRequest::Challenge { id: id.clone(), accept: true });
            }
            // The settings do not say what is to be played.
            OnlineStart::Seek { control: None, player: None, .. } => self.send_request(ServerRequest::Games),
            OnlineStart::Seek { .. } => return Some(lobby(self.search())),
        }
        None
    }

    /// Seeks an opponent, or challenges the named player.
    fn search(&mut self) -> LobbyEvent {
        let (Some((client, _)), OnlineStart::Seek { control, rated, player, .. }) =
            (&self.server, &self.plan)
        else {
            return LobbyEvent::NoTime;
        };
        if control.is_none() && player.is_none() {
            return LobbyEvent::NoTime;
        }
        let reporter = self.reporter.clone();
        let (path, form) = self.plan.request();
        let held = Stream::hold(client, path, form, move |news| reporter.report(OnlineNews::Search(news)));
        self.search = held.ok();
        match player {
            Some(name) => {
                self.account.challenge(name);
                LobbyEvent::Challenging { name: name.clone() }
            }
            None => LobbyEvent::Seeking { control: control.clone(), rated: *rated },
        }
    }

    fn send_request(&mut self, request: ServerRequest) {
        let game = |rest: &str| self.game.as_ref().map(|game| format!("/api/board/game/{}/{rest}", game.id));
        let yes = |yes: bool| if yes { "yes" } else { "no" };
        let path = match &request {
            ServerRequest::Draw(agreed) => game(&format!("draw/{}", yes(*agreed))),
            ServerRequest::TakeBack(agreed) => game(&format!("takeback/{}", yes(*agreed))),
            ServerRequest::Resign => game("resign"),
            ServerRequest::Abort => game("abort"),
            ServerRequest::ClaimVictory => game("claim-victory"),
            ServerRequest::Challenge { id, accept } => {
                if *accept {
                    self.account.accept(id);
                    self.accepted = Some(id.clone());
                }
                let answer = if *accept { "accept" } else { "decline" };
                Some(format!("/api/challenge/{id}/{answer}"))
            }
            ServerRequest::Games => return self.get(LichessRequest::Games, PLAYING),
            ServerRequest::TakeUp(id) => return self.join(id.clone()),
            ServerRequest::Rematch | ServerRequest::Seek => return,
        };
        if let Some(path) = path {
            self.post(LichessRequest::ServerRequest(request), path);
        }
    }

    fn give_up(&mut self) {
        self.given_up = true;
        (self.server, self.search, self.game) = (None, None, None);
        (self.retry_at, self.search_expires) = (None, None);
        if self.opens_stream && !self.account.has_stream() {
            self.account.let_another_open();
        }
    }

    fn send_pending(&mut self) {
        for request in std::mem::take(&mut self.pending) {
            self.send_request(request);
        }
    }
}

impl Port for OnlinePort {
    type News = OnlineNews;

    fn perform(&mut self, effect: &Effect, _cx: &PortContext) {
        match effect {
            _ if self.given_up => {}
            Effect::Request(ServerRequest::Seek) => {
                let news = self.search();
                self.reporter.report(OnlineNews::Lobby(news));
            }
            Effect::Request(request) => self.send_request(request.clone()),
            Effect::Finished => self.search = None,
            _ => {}
        }
    }

    fn translate(&mut self, news: OnlineNews, cx: &PortContext) -> Vec<Event> {
        if self.given_up {
            return Vec::new();
        }
        let events = match news {
            OnlineNews::Lobby(news) => vec![lobby(news)],
            OnlineNews::Answered(answer) => self.take_answer(answer, cx).into_iter().collect(),
            OnlineNews::Account(news) => self.take_account_news(news, cx),
            OnlineNews::Game(id, news) => self.take_game_news(&id, news, cx),
            OnlineNews::Search(news) => self.take_search_news(news, cx).into_iter().collect(),
        };
        let is_fault = |event: &Event| matches!(event.kind, EventKind::Lobby(LobbyEvent::Fault(_)));
        if cx.session.is_in_lobby() && events.iter().any(is_fault) {
            self.give_up();
        }
        events
    }

    /// Sends the last move as soon as it is complete here and known to be missing there.
    fn follow(&mut self, cx: &PortContext) -> Option<Duration> {
        if let Some(due) = self.search_expires {
            if cx.now < due {
                return Some(due);
            }
            self.search_expires = None;
            self.reporter.report(OnlineNews::Lobby(LobbyEvent::NobodyCame));
        }
        if self.retry_at.is_some_and(|due| cx.now < due) {
            return self.retry_at;
        }
        if self.retry_at.take().is_some() {
            if self.own_id.is_empty() {
                self.get(LichessRequest::Account, "/api/account");
            } else if self.opens_stream && !self.account.has_stream() {
                self.get(LichessRequest::GamesBefore, PLAYING);
            }
            if self.game.as_ref().is_none_or(|game| game.server_moves.is_some()) {
                self.send_pending();
            }
        }
        let record = cx.session.record();
        let moves = record.game().moves();
        let ply = moves.len().checked_sub(1)?;
        let own = record.remote() == Some(record.game().turn());
        let game = self.game.as_mut()?;
        if own && !record.is_open() && game.server_moves == Some(ply) && game.sending.is_none() {
            game.sending = Some(ply);
            let uci = moves[ply].to_uci(record.game().position_at(ply).castles().mode());
            let path = format!("/api/board/game/{}/move/{uci}", game.id);
            self.post(LichessRequest::Move(ply), path);
        }
        None
    }
}

fn lobby(news: LobbyEvent) -> Event {
    Event::of_program(EventKind::Lobby(news))
}

fn lobby_fault(fault: OnlineFault) -> Event {
    lobby(LobbyEvent::Fault(fault))
}

fn server_report(report: ServerReport) -> Event {
    Event::of_program(EventKind::ServerReport(report))
}
