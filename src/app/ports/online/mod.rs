//! A game on Lichess: turns its stream into reports of the whole game, and sends what is moved and said here.
//!
//! State-driven: a move is sent when the [session](crate::session::Session::move_to_send) has it and the last report has not, so a
//! connection that breaks loses none and sends none twice. Only requests without a trace in the record are kept until
//! they are answered.

mod account;
mod incoming;
mod online_start;
mod outbox;
pub mod translate;

use std::time::Duration;

use account::ExpectedGame;
pub use account::SharedAccount;
pub use online_start::{OnlineStart, OnlineStartError};
use outbox::Outbox;

use super::{Port, PortContext, Reporter};
use crate::{
    announce::{OnlineFault, ServerDelay},
    devices::lichess::{
        Client, RequestOutcome, Requests, Stream, StreamNews,
        wire::{AccountLine, GameFull, GameLine, IgnoredBody},
    },
    journal::Start,
    session::{Effect, Event, EventKind, LobbyEvent, ServerReport, ServerRequest, ServerResult},
};

/// How often the account is looked at after the server has rejected it: it may have been set up anew.
const ACCOUNT_LOOK: Duration = Duration::from_secs(2);

/// How long after the end of a search its game may begin: Lichess ends the search first.
const SEEK_GRACE: Duration = Duration::from_secs(5);

/// How long after the account's stream told the end of a game its own stream may tell the last move and the end.
const FINISH_GRACE: Duration = Duration::from_secs(2);

/// The path of the games under way.
const PLAYING: &str = "/api/account/playing?nb=50";

/// The fields of a form: names and values.
type FormFields = Vec<(String, String)>;

/// What the server's streams and answers bring.
#[derive(Debug)]
pub enum OnlineNews {
    /// An event of the port itself.
    Own(Event),
    Account(StreamNews<AccountLine>),
    Game(String, StreamNews<GameLine>),
    Search(StreamNews<IgnoredBody>),
    /// Another program takes the account's stream again and again.
    Displaced,
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
    Move {
        ply: usize,
        uci: String,
    },
    ServerRequest(ServerRequest),
    /// A seek by correspondence, with its form.
    Seek(FormFields),
    /// Aborts a game that cannot be played here.
    Abort(String),
}

impl LichessRequest {
    /// Whether it makes sense only while the game on the server is known.
    fn is_about_game(&self) -> bool {
        match self {
            LichessRequest::Account
            | LichessRequest::GamesBefore
            | LichessRequest::Games
            | LichessRequest::Seek(_)
            | LichessRequest::Abort(_) => false,
            LichessRequest::Move { .. } => true,
            LichessRequest::ServerRequest(request) => {
                !matches!(request, ServerRequest::Accept(_) | ServerRequest::Decline { .. })
            }
        }
    }
}

/// The game that is played.
struct FollowedGame {
    id: String,
    /// Closed when it is dropped.
    _stream: Stream,
    /// What does not change during the game, once reported.
    full: Option<GameFull>,
    /// The half-move that the server has taken, and not reported yet.
    taken: Option<usize>,
}

/// The way to the server.
struct ServerLink {
    client: Client,
    requests: Requests<LichessRequest>,
    outbox: Outbox,
}

impl ServerLink {
    fn open(client: Client, reporter: &Reporter<OnlineNews>) -> std::io::Result<ServerLink> {
        let answers = reporter.clone();
        let requests = Requests::start(&client, LichessRequest::Account, move |answer| {
            answers.report(OnlineNews::Answered(answer))
        })?;
        Ok(ServerLink { outbox: Outbox::new(client.timeouts()), client, requests })
    }
}

/// Carries a game to the server and back.
pub struct OnlinePort {
    /// None without an account.
    server: Option<ServerLink>,
    /// Reads the account anew.
    account_anew: Box<dyn Fn() -> Option<Client>>,
    /// The server has rejected the account: nothing is sent until it is set up anew.
    blocked: Option<ServerDelay>,
    /// The half-move of which that was told.
    blocked_move: Option<usize>,
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
    last_game: Option<String>,
    /// When a search that has ended counts as having found nobody.
    search_expires: Option<Duration>,
    begun: bool,
    /// The end of the game, and when it counts though the game's stream has not told it.
    finish: Option<(Duration, ServerResult)>,
    /// An opponent was sought or challenged.
    has_searched: bool,
    /// Nothing could be played: the player chooses anew, and another port comes for the next game on the server.
    given_up: bool,
    reporter: Reporter<OnlineNews>,
}

impl OnlinePort {
    /// Connects, and begins what is planned. Without a client `account` tells why there is none; it is asked again when
    /// the server rejects the account.
    pub fn open(
        account_anew: Box<dyn Fn() -> Option<Client>>,
        client: Result<Client, OnlineFault>,
        plan: OnlineStart,
        template: Start,
        account: SharedAccount,
        reporter: Reporter<OnlineNews>,
    ) -> std::io::Result<OnlinePort> {
        let server = match client {
            Ok(client) => Some(ServerLink::open(client, &reporter)?),
            Err(fault) => {
                reporter.report(OnlineNews::Own(lobby_fault(fault)));
                None
            }
        };
        let mut port = OnlinePort {
            server,
            account_anew,
            blocked: None,
            blocked_move: None,
            account,
            opens_stream: false,
            search: None,
            game: None,
            plan,
            template,
            own_id: String::new(),
            accepted: None,
            last_game: None,
            search_expires: None,
            begun: false,
            finish: None,
            has_searched: false,
            given_up: false,
            reporter,
        };
        port.ask(LichessRequest::Account);
        Ok(port)
    }

    /// Queues a request.
    fn ask(&mut self, request: LichessRequest) {
        if let Some(server) = &mut self.server {
            server.outbox.push(request);
        }
    }

    /// Sends the next request, if none is on its way and no pause is to be kept. Returns when to look again.
    fn send_next(&mut self, cx: &PortContext) -> Option<Duration> {
        if self.blocked.is_some() {
            return self.wait_for_account(cx);
        }
        let taken = self.game.as_ref().and_then(|game| game.taken);
        // What an account reported before says nothing of what its successor finds.
        let is_reported = self.game.as_ref().is_none_or(|game| game.full.is_some());
        let knows_game = is_reported && cx.session.knows_server_game();
        let to_send = || {
            let (ply, uci) =
                cx.session.move_to_send().filter(|(ply, _)| knows_game && taken != Some(*ply))?;
            Some(LichessRequest::Move { ply, uci: uci.to_string() })
        };
        let can = |request: &LichessRequest| knows_game || !request.is_about_game();
        let ServerLink { requests, outbox, .. } = self.server.as_mut()?;
        while let Some(request) = outbox.take(cx.now, can, to_send) {
            let Some((path, form)) = path_and_form(&request, self.game.as_ref().map(|game| game.id.as_str()))
            else {
                // The game is gone.
                outbox.settle();
                continue;
            };
            match form {
                Some(form) => requests.post(request, path, form),
                None => requests.get(request, path),
            }
            return None;
        }
        outbox.paused_until(cx.now)
    }

    /// While the account is rejected: tells of each move that it waits, and goes on with the account that was set up
    /// anew.
    fn wait_for_account(&mut self, cx: &PortContext) -> Option<Duration> {
        let why = self.blocked?;
        if let Some((ply, _)) = cx.session.move_to_send()
            && self.blocked_move.replace(ply) != Some(ply)
        {
            let delayed = ServerReport::Delayed { of_move: true, why };
            self.reporter.report(OnlineNews::Own(server_report(delayed)));
        }
        let old = self.server.as_ref()?;
        if let Some(client) = (self.account_anew)()
            && !client.has_token_of(&old.client)
            && let Ok(mut server) = ServerLink::open(client, &self.reporter)
        {
            server.outbox.adopt(&old.outbox);
            self.server = Some(server);
            (self.blocked, self.blocked_move) = (None, None);
            if let Some(id) = self.game.take().map(|game| game.id) {
                self.join(id);
            }
            if self.opens_stream {
                self.ask(LichessRequest::GamesBefore);
            }
            return self.send_next(cx);
        }
        Some(cx.now + ACCOUNT_LOOK)
    }

    /// Opens the stream of a game, which joins it.
    fn join(&mut self, id: String) {
        let Some(ServerLink { client, .. }) = &self.server else { return };
        (self.search, self.search_expires) = (None, None);
        let (reporter, of) = (self.reporter.clone(), id.clone());
        let pass = move |news| reporter.report(OnlineNews::Game(of.clone(), news));
        let Ok(stream) = Stream::open(client, format!("/api/board/game/stream/{id}"), pass) else { return };
        self.account.mark_played(&id);
        self.last_game = Some(id.clone());
        self.game = Some(FollowedGame { id, _stream: stream, full: None, taken: None });
    }

    /// Carries out the plan of this game, once.
    fn begin(&mut self) -> Option<Event> {
        if std::mem::replace(&mut self.begun, true) {
            return None;
        }
        match &self.plan {
            OnlineStart::TakeUp(id) => self.join(id.clone()),
            OnlineStart::Accept(id) => {
                self.send_request(ServerRequest::Accept(id.clone()));
            }
            // The settings do not say what is to be played.
            OnlineStart::Seek { pace: None, .. } => self.ask(LichessRequest::Games),
            OnlineStart::Seek { .. } => return Some(lobby(self.search())),
        }
        None
    }

    /// Seeks an opponent, or challenges the named player.
    fn search(&mut self) -> LobbyEvent {
        if let Some(ServerLink { client, .. }) = &self.server
            && self.opens_stream
            && !self.account.has_stream()
        {
            self.account.open(client);
        }
        let (Some(server), OnlineStart::Seek { pace: Some(pace), rated, player, .. }) =
            (&mut self.server, &self.plan)
        else {
            return LobbyEvent::NoTime;
        };
        let (path, form) = self.plan.request();
        let has_searched = std::mem::replace(&mut self.has_searched, true);
        if self.plan.stays_on_server() {
            if !has_searched {
                server.outbox.push(LichessRequest::Seek(form));
            }
        } else {
            let reporter = self.reporter.clone();
            let pass = move |news| reporter.report(OnlineNews::Search(news));
            self.search = Stream::hold(&server.client, path, form, pass).ok();
        }
        let (pace, rated) = (pace.clone(), *rated);
        match player {
            Some(name) => {
                self.account.challenge(name);
                LobbyEvent::Challenging { name: name.clone(), pace, rated }
            }
            None => LobbyEvent::Seeking { pace, rated },
        }
    }

    fn send_request(&mut self, request: ServerRequest) {
        match request {
            ServerRequest::TakeUp(id) => self.join(id),
            ServerRequest::Games => self.ask(LichessRequest::Games),
            // These begin another game, which has a port of its own.
            ServerRequest::Rematch | ServerRequest::Seek => {}
            ServerRequest::Accept(id) => {
                self.account.accept(&id);
                self.accepted = Some(id.clone());
                self.ask(LichessRequest::ServerRequest(ServerRequest::Accept(id)));
            }
            request => self.ask(LichessRequest::ServerRequest(request)),
        }
    }

    fn give_up(&mut self) {
        self.given_up = true;
        (self.server, self.search, self.game) = (None, None, None);
        self.search_expires = None;
        if self.opens_stream && !self.account.has_stream() {
            self.account.let_another_open();
        }
    }
}

impl Port for OnlinePort {
    type News = OnlineNews;

    fn perform(&mut self, effect: &Effect, cx: &PortContext) {
        match effect {
            _ if self.given_up => {}
            Effect::Request(ServerRequest::Seek) => {
                let news = self.search();
                self.reporter.report(OnlineNews::Own(lobby(news)));
                self.send_next(cx);
            }
            Effect::Request(request) => {
                self.send_request(request.clone());
                self.send_next(cx);
            }
            Effect::Finished => self.search = None,
            _ => {}
        }
    }

    fn translate(&mut self, news: OnlineNews, cx: &PortContext) -> Vec<Event> {
        if self.given_up {
            return Vec::new();
        }
        let events = match news {
            OnlineNews::Own(event) => vec![event],
            OnlineNews::Answered(answer) => self.take_answer(answer, cx).into_iter().collect(),
            OnlineNews::Account(news) => self.take_account_news(news, cx),
            OnlineNews::Game(id, news) => self.take_game_news(&id, news, cx),
            OnlineNews::Displaced => {
                self.search = None;
                self.opens_stream.then(|| lobby(LobbyEvent::OtherProgram)).into_iter().collect()
            }
            OnlineNews::Search(news) => self.take_search_news(news, cx).into_iter().collect(),
        };
        let is_fault = |event: &Event| matches!(event.kind, EventKind::Lobby(LobbyEvent::Fault(_)));
        if cx.session.is_in_lobby() && events.iter().any(is_fault) {
            self.give_up();
        }
        events
    }

    /// Sends what waits to be sent.
    fn follow(&mut self, cx: &PortContext) -> Option<Duration> {
        if self.search_expires.is_some_and(|due| due <= cx.now) {
            self.search_expires = None;
            self.reporter.report(OnlineNews::Own(lobby(LobbyEvent::NobodyCame)));
        }
        if let Some((_, result)) = self.finish.take_if(|(due, _)| *due <= cx.now)
            && self.game.take().is_some()
        {
            self.reporter.report(OnlineNews::Own(server_report(ServerReport::Over(result))));
        }
        let due = self.finish.map(|(due, _)| due);
        self.send_next(cx).into_iter().chain(self.search_expires).chain(due).min()
    }
}

/// Returns the path of a request, and its form unless it only asks; `None` without the game that it is about.
fn path_and_form(request: &LichessRequest, game: Option<&str>) -> Option<(String, Option<FormFields>)> {
    let of_game = |rest: &str| Some(format!("/api/board/game/{}/{rest}", game?));
    let yes = |yes: bool| if yes { "yes" } else { "no" };
    let request = match request {
        LichessRequest::Account => return Some(("/api/account".to_owned(), None)),
        LichessRequest::GamesBefore | LichessRequest::Games => return Some((PLAYING.to_owned(), None)),
        LichessRequest::Move { uci, .. } => {
            return Some((of_game(&format!("move/{uci}"))?, Some(Vec::new())));
        }
        LichessRequest::Abort(id) => {
            return Some((format!("/api/board/game/{id}/abort"), Some(Vec::new())));
        }
        LichessRequest::Seek(form) => return Some((online_start::SEEK.to_owned(), Some(form.clone()))),
        LichessRequest::ServerRequest(request) => request,
    };
    let path = match request {
        ServerRequest::Draw(agreed) => of_game(&format!("draw/{}", yes(*agreed))),
        // Where a draw can be claimed, the server takes an offer for the claim.
        ServerRequest::Claim(_) => of_game("draw/yes"),
        ServerRequest::TakeBack(agreed) => of_game(&format!("takeback/{}", yes(*agreed))),
        ServerRequest::Resign => of_game("resign"),
        ServerRequest::Abort => of_game("abort"),
        ServerRequest::ClaimVictory => of_game("claim-victory"),
        ServerRequest::Accept(id) => Some(format!("/api/challenge/{id}/accept")),
        ServerRequest::Decline { id, reason } => {
            let form = vec![("reason".to_owned(), translate::reason_name(*reason).to_owned())];
            return Some((format!("/api/challenge/{id}/decline"), Some(form)));
        }
        ServerRequest::Games
        | ServerRequest::TakeUp(_)
        | ServerRequest::Rematch
        | ServerRequest::Seek
        | ServerRequest::Code(_) => None,
    };
    Some((path?, Some(Vec::new())))
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
