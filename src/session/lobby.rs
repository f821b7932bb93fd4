//! Before a game on a server: somebody to play with is sought, challenged, accepted, or a game that runs is taken up.
//!
//! There is no record yet. The game that is found brings its own start, and the journal begins with it.

use std::{collections::VecDeque, time::Duration};

use super::{
    Effect, Phase, Session,
    online::{Report, Wish},
};
use crate::{
    announce::{Challenge, GamesTold, OnlineTold, Trouble},
    clock::TimeControl,
    grammar::{Intent, Online as Said},
    journal::{Entry, JournalLine, Record, Start},
    laws::Position,
};

/// What happens before a game.
#[derive(Clone, Debug)]
pub enum LobbyNews {
    /// An opponent is sought.
    Seeking {
        control: Option<TimeControl>,
        rated: bool,
    },
    /// This player was challenged.
    Challenging {
        name: String,
    },
    Declined {
        name: String,
    },
    /// Nobody came.
    NobodyCame,
    /// It was not said with what time an opponent is to be sought.
    NoTime,
    Challenged(Challenge),
    /// The challenge of this name no longer stands.
    Withdrawn {
        id: String,
    },
    /// The games that run.
    Games(Vec<Listed>),
    /// A game begins, or goes on.
    Found(Box<Found>),
    /// Nothing can be played, for this reason.
    Trouble(Trouble),
}

/// A game that runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    pub id: String,
    pub opponent: String,
    pub my_turn: bool,
}

/// The game that is played from here on.
#[derive(Clone, Debug)]
pub struct Found {
    pub start: Start,
    pub rated: bool,
    /// The opponent's.
    pub rating: Option<u32>,
    pub report: Report,
}

/// Who waits to be answered, and what comes after this game.
#[derive(Debug, Default)]
pub(super) struct Lobby {
    challenges: VecDeque<Challenge>,
    /// What the program does when this game is closed.
    next: Option<Wish>,
}

impl Session {
    /// Whether no game has begun yet.
    pub fn is_in_lobby(&self) -> bool {
        matches!(self.phase, Phase::Lobby | Phase::Challenged(_)) && self.record.ended().is_none()
    }

    /// What is to be done for another game when this one is closed.
    pub fn next_wish(&self) -> Option<&Wish> {
        self.lobby.next.as_ref()
    }

    pub(super) fn hear_lobby(&mut self, news: LobbyNews, at: Duration) {
        match news {
            LobbyNews::Challenged(challenge) => {
                self.lobby.challenges.push_back(challenge);
                self.raise_challenge();
            }
            LobbyNews::Withdrawn { id } => self.withdrawn(&id),
            LobbyNews::Games(games) => self.hear_of_servers_games(games),
            LobbyNews::Trouble(trouble) => {
                self.say(OnlineTold::Trouble(trouble).into());
                if self.is_in_lobby() {
                    self.effects.push(Effect::Finished);
                }
            }
            _ if !self.is_in_lobby() => {}
            LobbyNews::Seeking { control, rated } => self.say(OnlineTold::Seeking { control, rated }.into()),
            LobbyNews::Challenging { name } => self.say(OnlineTold::Challenging { name }.into()),
            LobbyNews::Declined { name } => self.say(OnlineTold::Declined { name }.into()),
            LobbyNews::NobodyCame => self.say(OnlineTold::NobodyCame.into()),
            LobbyNews::NoTime => self.refuse(OnlineTold::NoTime.into()),
            LobbyNews::Found(found) => self.found(*found, at),
        }
    }

    /// A game begins: its start is the first thing written down. Moves made before are not told again.
    fn found(&mut self, found: Found, at: Duration) {
        let Found { start, rated, rating, mut report } = found;
        self.record = Record::begin(start.clone(), at);
        self.phase = Phase::at_rest(&self.record);
        self.effects.push(Effect::Record(JournalLine::new(at, Entry::Started(Box::new(start.clone())))));
        let side = self.own_side();
        let over = report.over.take();
        self.take_over_moves(&report, at);
        let name = side.fold_wb(start.black, start.white);
        let control = start.time_control;
        let (number, last) = (self.record.game().position().fullmoves().get(), self.last_move());
        let turn = last.is_some().then(|| self.turn());
        self.say(OnlineTold::Found { name, rating, rated, side, control, last, number, turn }.into());
        report.over = over;
        self.hear_tidings(super::online::Tidings::Game(report), at);
        self.show_clock(at);
    }

    fn withdrawn(&mut self, id: &str) {
        self.lobby.challenges.retain(|challenge| challenge.id != id);
        if matches!(&self.phase, Phase::Challenged(challenge) if challenge.id == id) {
            self.leave_challenge();
            self.say(OnlineTold::Withdrawn.into());
        }
    }

    /// Asks about the first challenge that waits; during a game none is told.
    pub(super) fn raise_challenge(&mut self) {
        if matches!(self.phase, Phase::Lobby | Phase::Over)
            && let Some(challenge) = self.lobby.challenges.pop_front()
        {
            self.phase = Phase::Challenged(challenge);
            if let Some(question) = self.phase.question(&self.record) {
                self.say(question);
            }
        }
    }

    fn leave_challenge(&mut self) {
        self.phase = if self.record.ended().is_some() { Phase::Over } else { Phase::Lobby };
    }

    pub(super) fn handle_challenged(&mut self, intent: Intent, challenge: Challenge) {
        let Challenge { id, .. } = challenge;
        match intent {
            Intent::Yes if self.record.ended().is_some() => {
                self.leave_challenge();
                self.close_for(Wish::Challenge { id, accept: true });
            }
            Intent::Yes => {
                self.leave_challenge();
                self.send(Wish::Challenge { id, accept: true });
                self.say(OnlineTold::Accepted.into());
            }
            Intent::No | Intent::Correct => {
                self.leave_challenge();
                self.send(Wish::Challenge { id, accept: false });
                self.say(OnlineTold::NotAccepted.into());
                self.raise_challenge();
            }
            _ => self.not_understood(),
        }
    }

    pub(super) fn handle_lobby(&mut self, intent: Intent) {
        match intent {
            Intent::Yes | Intent::No => {}
            Intent::Move(_) | Intent::Declared { .. } | Intent::PressClock | Intent::StartClock => {
                self.refuse(OnlineTold::NoGameYet.into())
            }
            _ => self.not_understood(),
        }
    }

    pub(super) fn seek(&mut self) {
        self.send(Wish::Seek);
    }

    /// Closes this game for another one on the server.
    pub(super) fn close_for(&mut self, wish: Wish) {
        self.lobby.next = Some(wish);
        self.close();
    }

    /// Another game: with the same opponent, or with whoever comes.
    pub(super) fn ask_rematch(&mut self, said: Said) {
        if self.phase != Phase::Over {
            return self.refuse(GamesTold::ThisFirst.into());
        }
        self.close_for(if said == Said::Rematch { Wish::Rematch } else { Wish::Seek });
    }
}
