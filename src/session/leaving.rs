//! Leaving a game that is not over, for another or for today.

use std::time::Duration;

use super::{Effect, Phase, Session, Sure};
use crate::{announce::GamesTold, grammar::Online as Said};

impl Session {
    /// "Partie beenden", "neue Partie": asked back where the game is not over, which can be gone on with.
    pub(super) fn ask_to_leave(&mut self, again: bool, at: Duration) {
        match self.phase {
            // One game among several is no place for another one.
            _ if again && self.is_among_others() => self.refuse(GamesTold::ThisFirst.into()),
            Phase::Over if again && self.is_online() => self.ask_rematch(Said::Seek),
            Phase::Over => self.leave(again, at),
            _ => self.decide(Sure::Leave { again }),
        }
    }

    pub(super) fn leave(&mut self, again: bool, at: Duration) {
        self.rest();
        self.halt(at);
        self.closing = None;
        self.effects.push(Effect::Left { again });
    }
}
