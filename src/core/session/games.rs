//! One game among several, of which one is at the microphone: news of the others, and turning to them.
//!
//! Every session is told how all games stand whenever one changes, and knows nothing else of the others. It tells news
//! of them in one sentence; the game that is turned to says where it stands.

use std::time::Duration;

use super::{Effect, Handler, Phase, RunningGame, ServerRequest, Session, Silence};
use crate::{
    announce::{Announcement, Device, GameProgress, GameUpdate, GamesAnnouncement, ListedGame},
    grammar::GamesRequest,
    laws::{Color, Outcome, Position},
};

/// How a game stands, for the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameStatus {
    /// The opponent, where it is known.
    pub name: Option<String>,
    /// The server's name for the game.
    pub id: Option<String>,
    closed: bool,
    /// The side on move, where it is a user's.
    to_move: Option<Color>,
    /// The draw offer that waits for the user's answer.
    offer: Option<Color>,
    /// The open question.
    asked: Option<Announcement>,
    /// The last warning: the side, and the time it had left.
    warned: Option<(Color, Duration)>,
    fallen: Option<Color>,
    opponent_lost: bool,
    over: Option<Outcome>,
}

impl GameStatus {
    /// The same game, closed or not.
    #[must_use]
    pub fn closed(self, closed: bool) -> GameStatus {
        GameStatus { closed, ..self }
    }

    /// The most important change since `before`.
    fn update_since(&self, before: &GameStatus) -> Option<GameUpdate> {
        let new = |now: &Option<Color>, then: &Option<Color>| now.filter(|_| now != then);
        let told = |what: Announcement| Some(GameUpdate::Told(Box::new(what)));
        if let Some(outcome) = self.over {
            return told(Announcement::Ended(outcome, None)).filter(|_| before.over.is_none());
        }
        if let Some(side) = new(&self.fallen, &before.fallen) {
            return told(Announcement::FlagFell(side));
        }
        if self.asked.is_some() && self.asked != before.asked {
            return Some(GameUpdate::Question);
        }
        if let Some(by) = new(&self.offer, &before.offer) {
            return told(Announcement::DrawOffered(by));
        }
        match self.opponent_lost {
            true if !before.opponent_lost => return told(Announcement::Lost(Device::Opponent)),
            false if before.opponent_lost => return told(Announcement::Back(Device::Opponent)),
            _ => {}
        }
        if let Some(side) = new(&self.to_move, &before.to_move) {
            return told(Announcement::Turn(side));
        }
        let (side, time) = self.warned.filter(|_| self.warned != before.warned)?;
        told(Announcement::TimeWarning(side, time))
    }

    fn standing(&self, here: bool) -> GameProgress {
        match self.over {
            _ if here => GameProgress::Here,
            Some(_) => GameProgress::Over,
            None if self.closed => GameProgress::Over,
            None if self.to_move.is_some() => GameProgress::UserToMove,
            None => GameProgress::Runs,
        }
    }
}

/// The games of this program.
#[derive(Debug, Default)]
pub(super) struct GameList {
    /// Empty where there is only this game.
    all: Vec<GameStatus>,
    here: usize,
    /// The games that only the server has, as they were listed.
    on_server: Vec<RunningGame>,
    /// What the side on move has left in the server's correspondence games, by their names there.
    left: Vec<(String, Duration)>,
}

impl Session {
    /// Whether others are played beside this one.
    pub(super) fn is_among_others(&self) -> bool {
        self.games.all.iter().filter(|status| !status.closed).count() > 1
    }

    /// How this game stands, for the others.
    pub fn status(&self) -> GameStatus {
        let (turn, over) = (self.turn(), self.record.ended());
        let goes_on = over.is_none() && self.has_begun();
        let is_users = |side| self.record.user().is_none_or(|user| user == side);
        let warned = |side: Color| {
            self.warnings
                .last(side)
                .filter(|time| self.warnings_told().contains(time))
                .map(|time| (side, time))
        };
        let running = self.record.clock().and_then(|clock| clock.running());
        let question = self.phase().question(&self.record).filter(|_| goes_on);
        GameStatus {
            name: self.opponents_name(),
            id: self.record.start().id_on_server().map(str::to_owned),
            closed: false,
            to_move: Some(turn).filter(|turn| goes_on && is_users(*turn)),
            offer: self.record.offer().filter(|by| goes_on && is_users(!*by)),
            asked: question,
            warned: running.filter(|side| is_users(*side)).and_then(warned),
            fallen: Color::ALL.into_iter().find(|side| goes_on && self.record.flag_has_fallen(*side)),
            opponent_lost: self.opponent.is_lost(),
            over,
        }
    }

    /// Whether the microphone is on.
    pub fn listens(&self) -> bool {
        self.microphone.is_on()
    }

    /// Returns the opponent's name, where it is known.
    fn opponents_name(&self) -> Option<String> {
        self.record.start().player(!self.own_side()).map(str::to_owned)
    }
}

impl Handler<'_> {
    /// Takes how all games stand now, and tells the news.
    pub(super) fn update_games(&mut self, all: Vec<GameStatus>, here: usize) {
        let before = std::mem::replace(&mut self.session.games.all, all);
        self.session.games.here = here;
        if before.is_empty() {
            return self.tell(self.games_list());
        }
        let news = self.session.games.all.iter().zip(&before).enumerate().filter(|(n, _)| *n != here);
        let told = news.filter_map(|(n, (now, before))| {
            Some(GamesAnnouncement::Update {
                number: n + 1,
                name: now.name.clone(),
                update: now.update_since(before)?,
            })
        });
        for told in told.collect::<Vec<_>>() {
            self.tell(told.into());
        }
    }

    /// Brings this game to the microphone: sets what all games share, and tells where it stands.
    pub(super) fn take_microphone(&mut self, microphone: bool) {
        self.effects.push(Effect::Conceal(matches!(*self.phase(), Phase::Sealing { .. })));
        let style = self.options.style;
        self.effects.push(Effect::Style(style));
        self.switch_microphone(microphone);
        self.close_microphone_until_talk();
        self.show_clock();
        self.tell_standing();
        if let Some(asked) = self.asked().filter(|_| self.record.ended().is_none()) {
            self.tell(asked);
        }
    }

    fn tell_standing(&mut self) {
        let position = self.record.game().position();
        self.tell(
            GamesAnnouncement::SwitchedTo {
                number: self.session.games.here + 1,
                name: self.opponents_name(),
                last: self.last_move(),
                fullmoves: position.fullmoves().get(),
                turn: position.turn(),
                over: self.record.ended().map(|outcome| outcome.result),
            }
            .into(),
        );
    }

    pub(super) fn handle_games(&mut self, request: GamesRequest) {
        match request {
            // The server knows games that are not played here.
            GamesRequest::Which if self.is_online() => self.send(ServerRequest::Games),
            GamesRequest::Which => self.tell(self.games_list()),
            GamesRequest::Next => match self.next_game() {
                Some(game) => self.effects.push(Effect::TurnTo(game)),
                None => self.refuse(GamesAnnouncement::OnlyThis.into()),
            },
            GamesRequest::Number(number) => self.turn_to(usize::from(number)),
        }
    }

    /// The next game in turn that is not closed.
    fn next_game(&self) -> Option<usize> {
        let GameList { all, here, .. } = &self.session.games;
        let in_turn = (here + 1..all.len()).chain(0..*here);
        in_turn.into_iter().find(|n| !all[*n].closed)
    }

    /// "Partie zwei": a game of this program, or one of the server's that were listed after them.
    fn turn_to(&mut self, number: usize) {
        let own = self.own_games();
        let listed = number.checked_sub(own.len() + 1).and_then(|n| self.session.games.on_server.get(n));
        match (number.checked_sub(1).and_then(|n| own.get(n)), listed) {
            (Some(_), _) if number == self.session.games.here + 1 => self.tell_standing(),
            (Some(status), _) if !status.closed => self.effects.push(Effect::TurnTo(number - 1)),
            (_, Some(game)) => self.join_beside(ServerRequest::TakeUp(game.id.clone())),
            _ => self.refuse(GamesAnnouncement::NoSuchGame.into()),
        }
    }

    /// Joins a game of the server: instead of what was sought, after this game, or beside it.
    fn join_beside(&mut self, request: ServerRequest) {
        if *self.phase() == Phase::Over {
            self.close_for(request);
        } else if self.is_in_lobby() {
            self.send(request);
        } else {
            self.effects.push(Effect::RequestBeside(request));
            self.stay_silent(Silence::AnswerFollows);
        }
    }

    /// Takes the server's list of games, without those played here.
    pub(super) fn update_server_games(&mut self, games: Vec<RunningGame>) {
        let own = self.own_games();
        let time = |game: &RunningGame| Some((game.id.clone(), game.left?));
        self.session.games.left = games.iter().filter_map(time).collect();
        let is_here = |game: &RunningGame| own.iter().any(|status| status.id.as_ref() == Some(&game.id));
        self.session.games.on_server = games.into_iter().filter(|game| !is_here(game)).collect();
        self.tell(self.games_list());
    }

    /// The games that are played here.
    fn own_games(&self) -> Vec<GameStatus> {
        match self.session.games.all.is_empty() {
            true if self.has_begun() && *self.phase() != Phase::Over => vec![self.status()],
            true => Vec::new(),
            false => self.session.games.all.clone(),
        }
    }

    fn games_list(&self) -> Announcement {
        let here = self.session.games.here;
        let left = |id: &Option<String>| {
            self.games.left.iter().find(|(of, _)| Some(of) == id.as_ref()).map(|(_, left)| *left)
        };
        let own = self.own_games().into_iter().enumerate();
        let own = own.map(|(n, status)| (status.name.clone(), status.standing(n == here), left(&status.id)));
        let listed = self.session.games.on_server.iter().map(|game| {
            let progress = if game.my_turn { GameProgress::UserToMove } else { GameProgress::Runs };
            (Some(game.opponent.clone()), progress, game.left)
        });
        let all = own.chain(listed).zip(1..);
        let game = |((name, progress, left), number)| ListedGame { number, name, progress, left };
        GamesAnnouncement::List(all.map(game).collect()).into()
    }
}
