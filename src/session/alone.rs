//! Before the game: who has the other side? Asked where nobody has said so when the program was started.
//!
//! Nothing is written down yet, so nothing but the answer, and what makes the voice fit, is understood.

use super::{Effect, Pattern, Phase, Session};
use crate::{announce::Announcement, grammar::Intent, journal::Opponent};

impl Session {
    /// A session that asks who has the other side, one of these; its game begins as another session.
    #[must_use]
    pub fn asking(self, opponents: Vec<Opponent>) -> Session {
        Session { phase: Phase::Opponent(opponents), ..self }
    }

    /// Whether the game has begun: whoever has the other side is known.
    pub fn has_begun(&self) -> bool {
        !self.is_asking_opponent() && !self.is_setting_up() && !self.is_in_lobby()
    }

    /// Whether it is still open who has the other side.
    pub(super) fn is_asking_opponent(&self) -> bool {
        matches!(self.phase, Phase::Opponent(_))
    }

    /// The first question of those that come before a game.
    pub(super) fn ask_opponent(&mut self) {
        self.begin_talking();
        self.ask_again();
    }

    /// The answer, or none.
    pub(super) fn handle_opponent(&mut self, intent: &Intent) {
        let Phase::Opponent(opponents) = &self.phase else { return };
        match intent {
            Intent::Against(which) if *which < opponents.len() => {
                self.effects.push(Effect::Feel(Pattern::Confirm));
                self.effects.push(Effect::Chosen(opponents[*which].clone()));
            }
            _ => self.not_understood(),
        }
    }

    /// The one who was chosen is not to be had: who then?
    pub(super) fn opponent_missing(&mut self, opponent: &Opponent) {
        self.effects.push(Effect::Feel(Pattern::Refuse));
        self.tell(Announcement::OpponentMissing { online: opponent.is_online() });
        self.ask_again();
    }
}
