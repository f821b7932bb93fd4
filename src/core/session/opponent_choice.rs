//! The choice of the opponent, where the program was started without one.
//!
//! Nothing is recorded yet: only the answer, and intents about the program, are understood.

use super::{Effect, Handler, OpponentQuestion, Pattern, Phase, Session};
use crate::{announce::Announcement, grammar::Intent, journal::Opponent};

impl Session {
    /// A session that asks which of these has the other side; the game begins as another session.
    #[must_use]
    pub fn asking(self, opponents: Vec<Opponent>) -> Session {
        self.in_phase(Phase::Opponent(OpponentQuestion::Who(opponents)))
    }

    /// Whether the game has begun.
    pub fn has_begun(&self) -> bool {
        !matches!(
            self.phase_of_game(),
            Phase::Opponent(_) | Phase::SettingUp(_) | Phase::Lobby | Phase::Studying(_)
        )
    }

    /// Whether the opponent is still asked for.
    pub(super) fn is_asking_opponent(&self) -> bool {
        matches!(*self.phase(), Phase::Opponent(_))
    }
}

impl Handler<'_> {
    /// Asks the first question before a game.
    pub(super) fn ask_opponent(&mut self) {
        self.close_microphone_until_talk();
        self.repeat_question();
    }

    /// Handles the answer.
    pub(super) fn handle_opponent_choice(&mut self, intent: &Intent) {
        let phase = self.session.phase();
        if let Phase::Opponent(OpponentQuestion::GoOn(games, at)) = phase {
            let (games, at) = (games.clone(), *at);
            return self.handle_going_on(intent, &games, at);
        }
        let Phase::Opponent(OpponentQuestion::Who(opponents)) = phase else {
            return self.handle_strength_choice(intent);
        };
        let chosen = if let Intent::Against(which) = intent { opponents.get(*which).cloned() } else { None };
        let Some(opponent) = chosen else { return self.no_answer() };
        self.effects.push(Effect::Feel(Pattern::Confirm));
        self.effects.push(Effect::Chosen(opponent));
    }

    /// Asks again: the chosen opponent is not available.
    pub(super) fn opponent_missing(&mut self, opponent: &Opponent) {
        self.effects.push(Effect::Feel(Pattern::Refuse));
        self.tell(Announcement::OpponentMissing { online: opponent.is_online() });
        self.repeat_question();
    }
}
