//! The choice of the game that goes on, where several are not over, or before a new one.
//!
//! One is asked about after the other, the latest first. "Nächste Partie" and "Partie zwei" go to another one, "Korrektur" goes
//! back, "neue Partie" begins a new one.

use std::path::PathBuf;

use super::{Effect, Handler, OpponentQuestion, Pattern, Phase, Session};
use crate::{
    announce::{Announcement, GameToResume, GamesAnnouncement},
    grammar::{GamesRequest, Intent},
    journal::Opponent,
};

/// The games that are not over, each with its journal; at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamesToResume {
    /// The games, the latest first.
    pub games: Vec<(PathBuf, GameToResume)>,
    /// What comes if none of them goes on.
    pub otherwise: NewGame,
}

/// What comes if no game goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NewGame {
    /// The end of the program.
    Never,
    /// A new game against one of these, who is asked for.
    Against(Vec<Opponent>),
    /// The new game that the session has.
    AsSetUp,
}

impl GamesToResume {
    pub(super) fn asked(&self, at: usize) -> Option<Announcement> {
        let (_, game) = self.games.get(at)?;
        Some(Announcement::GoOn(game.clone()))
    }

    /// Whether this answers the question about the game in this place.
    pub(super) fn are_answered_by(&self, intent: &Intent, at: usize) -> bool {
        let leaves = matches!(intent, Intent::Leave { .. });
        let begins = matches!(intent, Intent::Leave { again: true }) && self.otherwise == NewGame::Never;
        let goes_back = *intent == Intent::Correct && at > 0;
        let names = matches!(intent, Intent::Games(GamesRequest::Next | GamesRequest::Number(_)));
        matches!(intent, Intent::Yes | Intent::No) || goes_back || names || leaves && !begins
    }
}

impl Session {
    /// A session that first asks which game goes on.
    #[must_use]
    pub fn going_on(self, games: GamesToResume) -> Session {
        self.in_phase(Phase::Opponent(OpponentQuestion::GoOn(games, 0)))
    }

    /// Whether it is asked which game goes on.
    pub fn is_asking_which(&self) -> bool {
        matches!(self.phase(), Phase::Opponent(OpponentQuestion::GoOn(..)))
    }
}

impl Handler<'_> {
    /// Handles the answer to the question whether the game in this place goes on.
    pub(super) fn handle_going_on(&mut self, intent: &Intent, games: &GamesToResume, at: usize) {
        if !games.are_answered_by(intent, at) {
            return self.no_answer();
        }
        let (count, otherwise) = (games.games.len(), &games.otherwise);
        let declined = *intent == Intent::No;
        if *intent == Intent::Yes {
            self.effects.push(Effect::Feel(Pattern::Confirm));
            return self.effects.push(Effect::Resume(games.games[at].0.clone()));
        }
        if *intent == (Intent::Leave { again: false }) {
            return self.effects.push(Effect::Left { again: false });
        }
        if declined && *otherwise != NewGame::Never || *intent == (Intent::Leave { again: true }) {
            return self.begin_another(otherwise);
        }
        if declined && at + 1 == count {
            self.tell(Announcement::NoneGoesOn);
            return self.effects.push(Effect::Left { again: false });
        }
        let next = if *intent == Intent::Correct {
            at - 1
        } else if let Intent::Games(GamesRequest::Number(number)) = intent {
            let named = usize::from(*number).checked_sub(1).filter(|named| *named < count);
            if named.is_none() {
                self.refuse(GamesAnnouncement::NoSuchGame.into());
            }
            named.unwrap_or(at)
        } else {
            (at + 1) % count
        };
        self.enter(Phase::Opponent(OpponentQuestion::GoOn(games.clone(), next)));
        self.repeat_question();
    }

    fn begin_another(&mut self, otherwise: &NewGame) {
        self.effects.push(Effect::Feel(Pattern::Confirm));
        if let NewGame::Against(opponents) = otherwise {
            self.enter(Phase::Opponent(OpponentQuestion::Who(opponents.clone())));
            return self.repeat_question();
        }
        self.enter(Phase::at_rest(&self.record));
        self.begin();
    }
}
