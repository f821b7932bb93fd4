//! A game on Lichess: its stream becomes reports of the whole game, and what is moved and said here goes there.
//!
//! State-driven: a move is sent when the record has it and the last report has not, so a connection that breaks at any
//! moment loses none and sends none twice. Only what has no trace in the record is kept until it was answered.

mod account;
mod online_start;
mod translate;

use std::time::Duration;

use account::ExpectedGame;
pub use account::SharedAccount;
pub use online_start::{OnlineStart, OnlineStartError};

use super::{Port, PortContext, PortState, Reporter};
use crate::{
    announce::{Device, OnlineFault},
    devices::lichess::{
        Client, LichessError, RequestOutcome, Requests, Stream, StreamNews,
        wire::{self, AccountLine, GameFull, GameLine, GameState, IgnoredBody, Playing},
    },
    journal::Start,
    laws::{Color, Position},
    session::{Effect, Event, EventKind, JoinedGame, LobbyEvent, ServerReport, ServerRequest},
};

/// Before something is sent again that did not come through.
const RETRY_DELAY: Duration = Duration::from_secs(2);

/// A search that was accepted ends before the game is told of, but not longer.
const SEEK_GRACE: Duration = Duration::from_secs(5);

/// What the server's streams and answers bring.
#[derive(Debug)]
pub enum OnlineNews {
    /// What the port itself has to tell.
    Lobby(LobbyEvent),
    Account(StreamNews<AccountLine>),
    Game(String, StreamNews<GameLine>),
    Search(StreamNews<IgnoredBody>),
    Answered(RequestOutcome<LichessRequest>),
}

/// What was asked.
#[derive(Clone, Debug)]
pub enum LichessRequest {
    /// Whose account it is.
    Account,
    /// The games that ran before.
    GamesBefore,
    /// The games that run, to be told.
    Games,
    /// The move after so many half-moves.
    Move(usize),
    ServerRequest(ServerRequest),
}

/// The game that is played.
struct FollowedGame {
    id: String,
    /// Closed when it is dropped.
    _stream: Stream,
    /// What does not change in it, once it was told.
    full: Option<GameFull>,
    /// So many half-moves the server has, as far as it could tell since it was last connected.
    server_moves: Option<usize>,
    /// The half-move that is being sent.
    sending: Option<usize>,
}

/// Carries a game to the server and back.
pub struct OnlinePort {
    /// None where nothing can begin.
    client: Option<Client>,
    requests: Option<Requests<LichessRequest>>,
    account: SharedAccount,
    /// The stream of the account is for this one to open.
    opens_stream: bool,
    /// A seek or a challenge, which lasts as long as its connection.
    search: Option<Stream>,
    game: Option<FollowedGame>,
    plan: OnlineStart,
    /// What a game begins from beside what the server says.
    template: Start,
    own_id: String,
    /// A challenge that was accepted.
    accepted: Option<String>,
    /// What was not answered yet, to be said again.
    pending: Vec<ServerRequest>,
    retry_at: Option<Duration>,
    last_game: Option<String>,
    /// When a search that has ended has found nobody.
    search_expires: Option<Duration>,
    begun: bool,
    reporter: Reporter<OnlineNews>,
}

impl OnlinePort {
    /// Connects, and begins what is planned. Without a `client`, why not is told.
    pub fn open(
        client: Result<Client, OnlineFault>,
        plan: OnlineStart,
        template: Start,
        account: SharedAccount,
        reporter: Reporter<OnlineNews>,
    ) -> std::io::Result<OnlinePort> {
        let answers = reporter.clone();
        let (client, requests) = match client {
            Ok(client) => {
                let requests = Requests::start(&client, LichessRequest::Account, move |answer| {
                    answers.report(OnlineNews::Answered(answer))
                })?;
                requests.get(LichessRequest::Account, "/api/account".to_owned());
                (Some(client), Some(requests))
            }
            Err(trouble) => {
                reporter.report(OnlineNews::Lobby(LobbyEvent::Fault(trouble)));
                (None, None)
            }
        };
        Ok(OnlinePort {
            client,
            requests,
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
            reporter,
        })
    }

    fn get(&self, asked: LichessRequest, path: &str) {
        if let Some(requests) = &self.requests {
            requests.get(asked, path.to_owned());
        }
    }

    fn post(&self, asked: LichessRequest, path: String, form: Vec<(String, String)>) {
        if let Some(requests) = &self.requests {
            requests.post(asked, path, form);
        }
    }

    /// Opens the stream of a game, and with that takes it up.
    fn join(&mut self, id: String) {
        let Some(client) = &self.client else { return };
        (self.search, self.search_expires) = (None, None);
        let (reporter, of) = (self.reporter.clone(), id.clone());
        let pass = move |news| reporter.report(OnlineNews::Game(of.clone(), news));
        let Ok(stream) = Stream::open(client, format!("/api/board/game/stream/{id}"), pass) else { return };
        self.account.mark_played(&id);
        self.last_game = Some(id.clone());
        self.game = Some(FollowedGame { id, _stream: stream, full: None, server_moves: None, sending: None });
    }

    /// Does what this game was begun for.
    fn begin(&mut self) -> Vec<Event> {
        if std::mem::replace(&mut self.begun, true) {
            return Vec::new();
        }
        match &self.plan {
            OnlineStart::TakeUp(id) => {
                self.join(id.clone());
                Vec::new()
            }
            OnlineStart::Accept(id) => {
                self.send_request(ServerRequest::Challenge { id: id.clone(), accept: true });
                Vec::new()
            }
            // Nothing was said of what is to be played.
            OnlineStart::Seek { control: None, player: None, .. } => {
                self.send_request(ServerRequest::Games);
                Vec::new()
            }
            OnlineStart::Seek { .. } => vec![lobby(self.search())],
        }
    }

    /// Seeks an opponent, or challenges the one who was named.
    fn search(&mut self) -> LobbyEvent {
        let (Some(client), OnlineStart::Seek { control, rated, player, .. }) = (&self.client, &self.plan)
        else {
            return LobbyEvent::NoTime;
        };
        if control.is_none() && player.is_none() {
            return LobbyEvent::NoTime;
        }
        let reporter = self.reporter.clone();
        let (path, form) = self.plan.request();
        let held = Stream::hold(client, path, form, move |news| reporter.report(OnlineNews::Search(news)));
        let news = match player {
            Some(name) => {
                self.account.challenge(name);
                LobbyEvent::Challenging { name: name.clone() }
            }
            None => LobbyEvent::Seeking { control: control.clone(), rated: *rated },
        };
        self.search = held.ok();
        news
    }

    /// Sends what was said here.
    fn send_request(&mut self, wish: ServerRequest) {
        let game = |rest: &str| self.game.as_ref().map(|game| format!("/api/board/game/{}/{rest}", game.id));
        let yes = |yes: bool| if yes { "yes" } else { "no" };
        let path = match &wish {
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
            ServerRequest::Games => return self.get(LichessRequest::Games, "/api/account/playing?nb=50"),
            ServerRequest::TakeUp(id) => return self.join(id.clone()),
            ServerRequest::Rematch | ServerRequest::Seek => return,
        };
        if let Some(path) = path {
            self.post(LichessRequest::ServerRequest(wish), path, Vec::new());
        }
    }

    fn answered(
        &mut self,
        RequestOutcome { request, answer }: RequestOutcome<LichessRequest>,
        cx: &PortContext,
    ) -> Vec<Event> {
        if let Err(fault) = &answer {
            (cx.print)(&format!("lichess: {fault}"));
        }
        let in_lobby = cx.session.is_in_lobby();
        match (request, answer) {
            (LichessRequest::Account, Ok(value)) => {
                match serde_json::from_value::<wire::AccountInfo>(value) {
                    Ok(account) => {
                        (cx.print)(&format!("lichess: {}", translate::plain_name(&account.username)));
                        self.own_id = account.id;
                        self.opens_stream |= self.account.listen(self.reporter.clone());
                        if self.opens_stream {
                            self.get(LichessRequest::GamesBefore, "/api/account/playing?nb=50");
                        }
                        Vec::new()
                    }
                    Err(_) => vec![trouble(OnlineFault::NotTheService)],
                }
            }
            (LichessRequest::GamesBefore, Ok(value)) => {
                let playing = serde_json::from_value::<Playing>(value);
                let games = playing.map(|playing| playing.now_playing).unwrap_or_default();
                self.account.mark_known(games.into_iter().map(|game| game.game_id));
                if let Some(client) = &self.client {
                    self.account.open(client);
                }
                Vec::new()
            }
            (LichessRequest::Games, Ok(value)) => {
                let playing = serde_json::from_value::<Playing>(value);
                let games = playing.map(|playing| playing.now_playing).unwrap_or_default();
                vec![lobby(LobbyEvent::Games(games.iter().map(translate::listed).collect()))]
            }
            (LichessRequest::Account | LichessRequest::GamesBefore, Err(fault))
                if !in_lobby && fault.waiting_helps() =>
            {
                self.retry_at = Some(cx.now + RETRY_DELAY);
                vec![Event::of_program(EventKind::Lost(Device::Server))]
            }
            (LichessRequest::Account | LichessRequest::GamesBefore, Err(fault)) => {
                vec![trouble(translate::trouble(&fault))]
            }
            (LichessRequest::Games, Err(fault)) if fault.waiting_helps() => {
                vec![server_report(ServerReport::Refused)]
            }
            (LichessRequest::Move(_) | LichessRequest::ServerRequest(_), Ok(_)) => Vec::new(),
            (LichessRequest::Move(ply), Err(fault)) => self.move_failed(ply, &fault, cx),
            (LichessRequest::ServerRequest(wish), Err(fault)) if fault.waiting_helps() => {
                self.pending.push(wish);
                self.retry_at = Some(cx.now + RETRY_DELAY);
                Vec::new()
            }
            (_, Err(LichessError::TokenRefused)) => vec![trouble(OnlineFault::TokenRefused)],
            (_, Err(LichessError::NoRight(_))) => vec![trouble(OnlineFault::NoRight)],
            (LichessRequest::ServerRequest(ServerRequest::Challenge { id, .. }), Err(_)) => {
                vec![lobby(LobbyEvent::Withdrawn { id })]
            }
            (_, Err(_)) => vec![server_report(ServerReport::Refused)],
        }
    }

    fn move_failed(&mut self, ply: usize, fault: &LichessError, cx: &PortContext) -> Vec<Event> {
        let Some(game) = self.game.as_mut().filter(|game| game.sending == Some(ply)) else {
            return Vec::new();
        };
        game.sending = None;
        match fault {
            LichessError::TokenRefused => vec![trouble(OnlineFault::TokenRefused)],
            LichessError::NoRight(_) => vec![trouble(OnlineFault::NoRight)],
            fault if fault.waiting_helps() => {
                self.retry_at = Some(cx.now + RETRY_DELAY);
                Vec::new()
            }
            _ => vec![server_report(ServerReport::MoveRefused)],
        }
    }

    fn account_line(&mut self, line: AccountLine, cx: &PortContext) -> Vec<Event> {
        match line {
            AccountLine::GameStart { game } if cx.session.is_in_lobby() && self.game.is_none() => {
                let sought = match (&self.accepted, &self.plan) {
                    (Some(id), _) if *id == game.game_id => ExpectedGame::Accepted(id),
                    (_, OnlineStart::Seek { player: Some(name), .. }) => ExpectedGame::Player(name),
                    _ => ExpectedGame::Anyone,
                };
                if self.account.take(&game, sought) {
                    self.join(game.game_id);
                }
                Vec::new()
            }
            AccountLine::Challenge { challenge } => {
                let to_me =
                    challenge.dest_user.as_ref().is_some_and(|user| user.id.as_deref() == Some(&self.own_id));
                if !to_me || challenge.direction.as_deref() == Some("out") {
                    return Vec::new();
                }
                let rematch = challenge.rematch_of.is_some() && challenge.rematch_of == self.last_game;
                let elsewhere = challenge.rematch_of.as_ref().is_some_and(|id| self.account.has_played(id));
                // One of several games asks about it.
                if !rematch && (elsewhere || !self.opens_stream) {
                    return Vec::new();
                }
                vec![lobby(LobbyEvent::Challenged(translate::challenge(&challenge, rematch)))]
            }
            AccountLine::ChallengeCanceled { challenge } => {
                vec![lobby(LobbyEvent::Withdrawn { id: challenge.id })]
            }
            AccountLine::ChallengeDeclined { challenge } => {
                (self.search, self.search_expires) = (None, None);
                let name = challenge.dest_user.and_then(|user| user.name).unwrap_or_default();
                vec![lobby(LobbyEvent::Declined { name: translate::plain_name(&name) })]
            }
            AccountLine::GameStart { .. } | AccountLine::GameFinish { .. } | AccountLine::Other => Vec::new(),
        }
    }

    fn game_line(&mut self, line: GameLine, cx: &PortContext) -> Vec<Event> {
        match line {
            GameLine::GameFull(full) => {
                let state = full.state.clone();
                if let Some(game) = &mut self.game {
                    game.full = Some(*full);
                }
                let mut events = vec![Event::of_program(EventKind::Back(Device::Server))];
                events.extend(self.state(&state, cx));
                for wish in std::mem::take(&mut self.pending) {
                    self.send_request(wish);
                }
                events
            }
            GameLine::GameState(state) => self.state(&state, cx),
            GameLine::ChatLine { room, username, text } => {
                let mine = username.to_lowercase() == self.own_id;
                if room != "player" || mine || username == "lichess" {
                    return Vec::new();
                }
                let (by, words) = (translate::plain_name(&username), translate::plain_text(&text));
                vec![server_report(ServerReport::Chat { by, words })]
            }
            GameLine::OpponentGone { gone: false, .. } => vec![server_report(ServerReport::OpponentBack)],
            GameLine::OpponentGone { gone: true, claim_win_in_seconds } => {
                vec![server_report(ServerReport::OpponentGone {
                    claim_in: claim_win_in_seconds.map(Duration::from_secs),
                })]
            }
            GameLine::Other => Vec::new(),
        }
    }

    /// The whole game as it is now; at first that it was found.
    fn state(&mut self, state: &GameState, cx: &PortContext) -> Vec<Event> {
        let Some(game) = &mut self.game else { return Vec::new() };
        let Some(full) = &game.full else { return Vec::new() };
        let Some(report) = translate::report(full, state) else {
            return vec![trouble(OnlineFault::CannotBePlayed)];
        };
        let there = report.moves.len();
        game.sending = game.sending.filter(|ply| *ply >= there);
        game.server_moves = Some(there);
        let over = report.result.is_some();
        let event = if cx.session.is_in_lobby() {
            let side = if full.black.id.as_deref() == Some(self.own_id.as_str()) {
                Color::Black
            } else {
                Color::White
            };
            match translate::start(full, side, &self.template) {
                Some(start) => {
                    let rating = side.fold_wb(&full.black, &full.white).rating;
                    lobby(LobbyEvent::Joined(Box::new(JoinedGame {
                        start,
                        rated: full.rated,
                        rating,
                        report,
                    })))
                }
                None => trouble(OnlineFault::CannotBePlayed),
            }
        } else {
            server_report(ServerReport::Game(report))
        };
        if over {
            self.game = None;
        }
        vec![event]
    }
}

impl Port for OnlinePort {
    type News = OnlineNews;

    fn perform(&mut self, effect: &Effect, _scene: &PortContext) {
        match effect {
            Effect::Request(ServerRequest::Seek) => {
                let news = self.search();
                self.reporter.report(OnlineNews::Lobby(news));
            }
            Effect::Request(wish) => self.send_request(wish.clone()),
            Effect::Finished => self.search = None,
            _ => {}
        }
    }

    fn translate(&mut self, news: OnlineNews, cx: &PortContext) -> Vec<Event> {
        match news {
            OnlineNews::Lobby(news) => vec![lobby(news)],
            OnlineNews::Answered(answer) => self.answered(answer, cx),
            OnlineNews::Account(StreamNews::Opened) => {
                let mut events = self.begin();
                if self.game.is_none() {
                    events.insert(0, Event::of_program(EventKind::Back(Device::Server)));
                }
                events
            }
            OnlineNews::Account(StreamNews::Line(line)) => self.account_line(*line, cx),
            OnlineNews::Account(StreamNews::Broken(fault)) => {
                (cx.print)(&format!("lichess: {fault}"));
                // During a game it is the game's own stream that counts.
                match self.game {
                    None if cx.session.is_in_lobby() => {
                        vec![Event::of_program(EventKind::Lost(Device::Server))]
                    }
                    _ => Vec::new(),
                }
            }
            OnlineNews::Account(StreamNews::Over(fault)) => {
                (cx.print)(&format!("lichess: {fault}"));
                vec![trouble(translate::trouble(&fault))]
            }
            OnlineNews::Game(id, news) if self.game.as_ref().is_some_and(|game| game.id == id) => {
                match news {
                    StreamNews::Opened => Vec::new(),
                    StreamNews::Line(line) => self.game_line(*line, cx),
                    StreamNews::Broken(fault) => {
                        (cx.print)(&format!("lichess: {fault}"));
                        if let Some(game) = &mut self.game {
                            (game.server_moves, game.sending) = (None, None);
                        }
                        vec![Event::of_program(EventKind::Lost(Device::Server))]
                    }
                    StreamNews::Over(fault) => {
                        (cx.print)(&format!("lichess: {fault}"));
                        self.game = None;
                        vec![trouble(match fault {
                            LichessError::NotFound(_) => OnlineFault::CannotBePlayed,
                            fault => translate::trouble(&fault),
                        })]
                    }
                }
            }
            OnlineNews::Game(..) => Vec::new(),
            // What was given up needs no news.
            OnlineNews::Search(_) if self.search.is_none() => Vec::new(),
            OnlineNews::Search(StreamNews::Over(LichessError::Closed)) => {
                // Accepted, and then a game begins, or run out.
                self.search = None;
                self.search_expires = Some(cx.now + SEEK_GRACE);
                Vec::new()
            }
            OnlineNews::Search(StreamNews::Over(fault)) => {
                (cx.print)(&format!("lichess: {fault}"));
                self.search = None;
                vec![trouble(translate::trouble(&fault))]
            }
            OnlineNews::Search(StreamNews::Broken(fault)) => {
                (cx.print)(&format!("lichess: {fault}"));
                Vec::new()
            }
            OnlineNews::Search(StreamNews::Opened | StreamNews::Line(_)) => Vec::new(),
        }
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
        if self.retry_at.is_some() && self.own_id.is_empty() {
            self.get(LichessRequest::Account, "/api/account");
        } else if self.retry_at.is_some() && self.opens_stream && !self.account.has_stream() {
            self.get(LichessRequest::GamesBefore, "/api/account/playing?nb=50");
        }
        if self.retry_at.take().is_some() && self.game.as_ref().is_none_or(|game| game.server_moves.is_some())
        {
            for wish in std::mem::take(&mut self.pending) {
                self.send_request(wish);
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
            self.post(LichessRequest::Move(ply), path, Vec::new());
        }
        None
    }

    fn state(&self) -> PortState {
        PortState::Idle
    }
}

fn lobby(news: LobbyEvent) -> Event {
    Event::of_program(EventKind::Lobby(news))
}

fn trouble(trouble: OnlineFault) -> Event {
    lobby(LobbyEvent::Fault(trouble))
}

fn server_report(tidings: ServerReport) -> Event {
    Event::of_program(EventKind::ServerReport(tidings))
}
