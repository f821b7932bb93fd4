//! Before the game: who has the other side? Asked where nobody has said so when the program was started.
//!
//! Nothing is written down yet, so nothing but the answer, and what makes the voice fit, is understood.

use super::{Effect, Handler, Pattern, Phase, Session};
use crate::{announce::Announcement, grammar::Intent, journal::Opponent};

impl Session {
    /// A session that asks who has the other side, one of these; its game begins as another session.
    #[must_use]
    pub fn asking(self, opponents: Vec<Opponent>) -> Session {
        self.in_phase(Phase::Opponent(opponents))
    }

    /// Whether the game has begun: the opponent is known.
    pub fn has_begun(&self) -> bool {
        !self.is_asking_opponent() && !self.is_setting_up() && !self.is_in_lobby()
    }

    /// Whether it is still open who has the other side.
    pub(super) fn is_asking_opponent(&self) -> bool {
        matches!(*self.phase(), Phase::Opponent(_))
    }
}

impl Handler<'_> {
    /// The first question of those that come before a game.
    pub(super) fn ask_opponent(&mut self) {
        self.close_microphone_until_talk();
        self.repeat_question();
    }

    /// The answer, or none.
    pub(super) fn handle_opponent_choice(&mut self, intent: &Intent) {
        let Phase::Opponent(opponents) = self.session.phase() else { return };
        let chosen = if let Intent::Against(which) = intent { opponents.get(*which).cloned() } else { None };
        let Some(opponent) = chosen else { return self.not_understood() };
        self.effects.push(Effect::Feel(Pattern::Confirm));
        self.effects.push(Effect::Chosen(opponent));
    }

    /// The one who was chosen is not to be had: who then?
    pub(super) fn opponent_missing(&mut self, opponent: &Opponent) {
        self.effects.push(Effect::Feel(Pattern::Refuse));
        self.tell(Announcement::OpponentMissing { online: opponent.is_online() });
        self.repeat_question();
    }
}
