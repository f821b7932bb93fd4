//! What the answers and the streams of the server mean to the game.

use std::time::Duration;

use super::{
    ExpectedGame, LichessRequest as Request, OnlinePort, OnlineStart, ServerLink, lobby, lobby_fault,
    server_report, translate,
};
use crate::{
    announce::{Device, OnlineFault},
    app::ports::PortContext,
    devices::lichess::{
        LichessError, RequestOutcome, StreamNews,
        wire::{self, AccountLine, GameInfo, GameLine, GameState, IgnoredBody, OngoingGames},
    },
    laws::Color,
    session::{Event, EventKind, JoinedGame, LobbyEvent, ServerReport, ServerRequest},
};

impl OnlinePort {
    pub(super) fn take_answer(
        &mut self,
        RequestOutcome { request, answer }: RequestOutcome<Request>,
        cx: &PortContext,
    ) -> Option<Event> {
        if let Err(fault) = &answer {
            cx.lacking("server", fault);
        }
        match answer {
            Ok(value) => {
                self.server.as_mut()?.outbox.settle();
                self.take_success(request, value, cx)
            }
            Err(fault) => self.take_failure(request, &fault, cx),
        }
    }

    fn take_success(
        &mut self,
        request: Request,
        value: serde_json::Value,
        cx: &PortContext,
    ) -> Option<Event> {
        let games = |value| -> Vec<GameInfo> {
            serde_json::from_value::<OngoingGames>(value)
                .map(|playing| playing.now_playing)
                .unwrap_or_default()
        };
        match request {
            Request::Account => {
                let Ok(account) = serde_json::from_value::<wire::AccountInfo>(value) else {
                    return Some(lobby_fault(OnlineFault::NotTheService));
                };
                cx.found("account", &translate::plain_name(&account.username));
                self.own_id = account.id;
                self.opens_stream |= self.account.listen(self.reporter.clone());
                if self.opens_stream {
                    self.ask(Request::GamesBefore);
                }
                None
            }
            Request::GamesBefore => {
                self.account.mark_known(games(value).into_iter().map(|game| game.game_id));
                if let Some(ServerLink { client, .. }) = &self.server {
                    self.account.open(client);
                }
                None
            }
            Request::Games => Some(lobby(LobbyEvent::Games(
                games(value)
                    .iter()
                    .filter(|game| translate::is_playable(game))
                    .map(translate::listed)
                    .collect(),
            ))),
            Request::Move { ply, .. } => {
                // Until it is reported, it is not sent again.
                self.game.as_mut()?.taken = Some(ply);
                None
            }
            Request::ServerRequest(_) | Request::Seek(_) | Request::Abort(_) => None,
        }
    }

    /// A request that failed is told of once, and sent again where that may help.
    fn take_failure(&mut self, request: Request, fault: &LichessError, cx: &PortContext) -> Option<Event> {
        let begins = matches!(request, Request::Account | Request::GamesBefore);
        let is_of_account = *fault == LichessError::TokenRefused
            || matches!((fault, &request), (LichessError::NoRight(_), Request::Move { .. }));
        let outbox = &mut self.server.as_mut()?.outbox;
        if begins && cx.session.is_in_lobby() {
            outbox.settle();
            return Some(lobby_fault(translate::online_fault(fault)));
        }
        if is_of_account || fault.waiting_helps() {
            let of_move = matches!(request, Request::Move { .. });
            let ply = if let Request::Move { ply, .. } = request { Some(ply) } else { None };
            let pause = outbox.postpone(request, fault, cx.now);
            let why = translate::delay(fault, pause.unwrap_or_default());
            if is_of_account {
                (self.blocked, self.blocked_move) = (Some(why), ply);
            } else if begins {
                return Some(Event::of_program(EventKind::Lost(Device::Server)));
            }
            return pause.map(|_| server_report(ServerReport::Delayed { of_move, why }));
        }
        outbox.settle();
        match (request, fault) {
            (Request::Move { .. }, _) => Some(server_report(ServerReport::MoveRefused)),
            (Request::Seek(_), _) | (_, LichessError::NoRight(_)) => {
                Some(lobby_fault(translate::online_fault(fault)))
            }
            (Request::ServerRequest(ServerRequest::Accept(id) | ServerRequest::Decline { id, .. }), _) => {
                Some(lobby(LobbyEvent::Withdrawn { id }))
            }
            (
                Request::Account
                | Request::GamesBefore
                | Request::Games
                | Request::Abort(_)
                | Request::ServerRequest(_),
                _,
            ) => Some(server_report(ServerReport::Refused)),
        }
    }

    /// A stream is over: the account is rejected, or the game is not there.
    fn take_end_of_stream(&mut self, fault: &LichessError, cx: &PortContext) -> Option<Event> {
        cx.lacking("server", fault);
        let is_of_account = matches!(fault, LichessError::TokenRefused | LichessError::NoRight(_));
        if is_of_account && !cx.session.is_in_lobby() {
            let was = self.blocked.replace(translate::delay(fault, Duration::ZERO));
            if was.is_some() {
                return None;
            }
        }
        Some(lobby_fault(translate::online_fault(fault)))
    }

    pub(super) fn take_account_news(
        &mut self,
        news: StreamNews<AccountLine>,
        cx: &PortContext,
    ) -> Vec<Event> {
        let event = match news {
            StreamNews::Opened => {
                let begun = self.begin();
                let back = self.game.is_none().then(|| Event::of_program(EventKind::Back(Device::Server)));
                return back.into_iter().chain(begun).collect();
            }
            StreamNews::Line(line) => self.take_account_line(*line, cx),
            StreamNews::Broken(fault) => {
                cx.lacking("server", &fault);
                // During a game the game's own stream counts.
                let lost = self.game.is_none() && cx.session.is_in_lobby();
                lost.then(|| Event::of_program(EventKind::Lost(Device::Server)))
            }
            StreamNews::Over(fault) => self.take_end_of_stream(&fault, cx),
        };
        event.into_iter().collect()
    }

    fn take_account_line(&mut self, line: AccountLine, cx: &PortContext) -> Option<Event> {
        match line {
            AccountLine::GameStart { game } if cx.session.is_in_lobby() && self.game.is_none() => {
                let expected = match (&self.accepted, &self.plan) {
                    (Some(id), _) if *id == game.game_id => ExpectedGame::Accepted(id),
                    // Games that others begin with this account are theirs.
                    _ if !self.has_searched || !translate::is_playable(&game) || !self.plan.fits(&game) => {
                        return None;
                    }
                    (_, OnlineStart::Seek { player: Some(name), .. }) => ExpectedGame::Player(name),
                    _ => ExpectedGame::Anyone,
                };
                if self.account.take(&game, expected) {
                    self.join(game.game_id);
                }
                None
            }
            AccountLine::Challenge { challenge, compat } => {
                let to_me =
                    challenge.dest_user.as_ref().is_some_and(|user| user.id.as_deref() == Some(&self.own_id));
                if !to_me || challenge.direction.as_deref() == Some("out") {
                    return None;
                }
                let rematch = challenge.rematch_of.is_some() && challenge.rematch_of == self.last_game;
                let elsewhere = challenge.rematch_of.as_ref().is_some_and(|id| self.account.has_played(id));
                // Only one of several games asks about a challenge.
                let asks = rematch || !elsewhere && self.opens_stream;
                asks.then(|| lobby(LobbyEvent::Challenged(translate::challenge(&challenge, compat, rematch))))
            }
            AccountLine::ChallengeCanceled { challenge } => {
                Some(lobby(LobbyEvent::Withdrawn { id: challenge.id }))
            }
            AccountLine::ChallengeDeclined { challenge } => {
                let name = challenge.dest_user.and_then(|user| user.name).unwrap_or_default();
                // A challenge may have been sent elsewhere.
                let is_ours = matches!(&self.plan, OnlineStart::Seek { player: Some(player), .. }
                    if self.search.is_some() && player.eq_ignore_ascii_case(&name));
                if !is_ours {
                    return None;
                }
                (self.search, self.search_expires) = (None, None);
                let reason = translate::decline_reason(challenge.decline_reason_key.as_deref());
                Some(lobby(LobbyEvent::Declined { name: translate::plain_name(&name), reason }))
            }
            AccountLine::GameFinish { game } => {
                // The last move may still be on its way by the stream of the game.
                let turn = cx.session.record().game().turn();
                if self.game.as_ref().is_some_and(|played| played.id == game.game_id) {
                    self.finish = Some((cx.now + super::FINISH_GRACE, translate::finished(&game, turn)));
                }
                None
            }
            AccountLine::GameStart { .. } | AccountLine::Other => None,
        }
    }

    pub(super) fn take_game_news(
        &mut self,
        id: &str,
        news: StreamNews<GameLine>,
        cx: &PortContext,
    ) -> Vec<Event> {
        let Some(game) = self.game.as_mut().filter(|game| game.id == id) else { return Vec::new() };
        let event = match news {
            StreamNews::Opened => None,
            StreamNews::Line(line) => return self.take_game_line(*line, cx),
            StreamNews::Broken(fault) => {
                cx.lacking("server", &fault);
                game.taken = None;
                Some(Event::of_program(EventKind::Lost(Device::Server)))
            }
            StreamNews::Over(fault @ LichessError::NotFound(_)) => {
                cx.lacking("server", &fault);
                self.game = None;
                Some(lobby_fault(OnlineFault::CannotBePlayed))
            }
            StreamNews::Over(fault) => self.take_end_of_stream(&fault, cx),
        };
        event.into_iter().collect()
    }

    fn take_game_line(&mut self, line: GameLine, cx: &PortContext) -> Vec<Event> {
        let event = match line {
            GameLine::GameFull(full) => {
                let state = full.state.clone();
                if let Some(game) = &mut self.game {
                    // A stream may begin with what was before a move that the server has taken meanwhile.
                    game.full = Some(*full);
                }
                let back = Event::of_program(EventKind::Back(Device::Server));
                return std::iter::once(back).chain(self.take_state(&state, cx)).collect();
            }
            GameLine::GameState(state) => self.take_state(&state, cx),
            GameLine::ChatLine { room, username, text } => {
                let is_opponent = username.to_lowercase() != self.own_id && username != "lichess";
                let (by, words) = (translate::plain_name(&username), translate::plain_text(&text));
                (room == "player" && is_opponent).then(|| server_report(ServerReport::Chat { by, words }))
            }
            GameLine::OpponentGone { gone: false, .. } => Some(server_report(ServerReport::OpponentBack)),
            GameLine::OpponentGone { gone: true, claim_win_in_seconds } => {
                let claim_in = claim_win_in_seconds.map(translate::claim_in);
                Some(server_report(ServerReport::OpponentGone { claim_in }))
            }
            GameLine::Other => None,
        };
        event.into_iter().collect()
    }

    /// Reports the whole game as it is now; in the lobby, that it was joined.
    fn take_state(&mut self, state: &GameState, cx: &PortContext) -> Option<Event> {
        let game = self.game.as_mut()?;
        let full = game.full.as_ref()?;
        let Some(report) = translate::report(full, state) else {
            return Some(match cx.session.is_in_lobby() {
                true => lobby_fault(OnlineFault::CannotBePlayed),
                false => server_report(ServerReport::Impossible),
            });
        };
        let played = report.moves.len();
        game.taken = game.taken.filter(|ply| *ply >= played);
        let over = report.result.is_some();
        let event = if cx.session.is_in_lobby() {
            let is_black = full.black.id.as_deref() == Some(self.own_id.as_str());
            let side = if is_black { Color::Black } else { Color::White };
            let rating = side.fold_wb(&full.black, &full.white).rating;
            let Some(start) = translate::start(full, side, &self.template) else {
                return Some(self.leave_unplayable(played, over));
            };
            let (variant, pace) = (translate::variant(&full.variant.key), translate::pace(full));
            let joined = JoinedGame { start, variant, pace, rated: full.rated, rating, report };
            lobby(LobbyEvent::Joined(Box::new(joined)))
        } else {
            server_report(ServerReport::Game(report))
        };
        if over {
            self.game = None;
        }
        Some(event)
    }

    /// Leaves a game that cannot be played here; one that was begun from here is aborted while that is possible.
    fn leave_unplayable(&mut self, played: usize, over: bool) -> Event {
        let id = self.game.take().map(|game| game.id);
        let begun_here = !matches!(self.plan, OnlineStart::TakeUp(_))
            && (self.has_searched || self.accepted.is_some() && self.accepted == id);
        let aborted = begun_here && !over && played < 2;
        if let Some(id) = id.filter(|_| aborted) {
            self.ask(Request::Abort(id));
        }
        lobby(LobbyEvent::CannotPlay { aborted })
    }

    pub(super) fn take_search_news(
        &mut self,
        news: StreamNews<IgnoredBody>,
        cx: &PortContext,
    ) -> Option<Event> {
        // News of a search that was given up may still arrive.
        self.search.as_ref()?;
        match news {
            StreamNews::Over(LichessError::Closed) => {
                // Somebody accepted the search, and a game begins; or the search has expired.
                self.search = None;
                self.search_expires = Some(cx.now + super::SEEK_GRACE);
                None
            }
            StreamNews::Over(fault) => {
                cx.lacking("server", &fault);
                self.search = None;
                Some(lobby_fault(translate::online_fault(&fault)))
            }
            StreamNews::Broken(fault) => {
                cx.lacking("server", &fault);
                // The account's own stream tells of a connection that is lost.
                let answers = matches!(fault, LichessError::TooMany(_) | LichessError::Trouble(_));
                let pause = if let LichessError::TooMany(pause) = fault { pause } else { Duration::ZERO };
                let why = translate::delay(&fault, pause);
                answers.then(|| server_report(ServerReport::Delayed { of_move: false, why }))
            }
            StreamNews::Opened | StreamNews::Line(_) => None,
        }
    }
}
