//! Leaving a game that is not over, for another or for today.

use super::{Effect, Handler, PendingConfirmation, Phase};
use crate::{announce::GamesAnnouncement, grammar::OnlineRequest as Said};

impl Handler<'_> {
    /// "Partie beenden", "neue Partie": asked back where the game is not over, which can be gone on with.
    pub(super) fn ask_to_leave(&mut self, again: bool) {
        let is_over = *self.phase() == Phase::Over;
        if again && self.is_among_others() {
            // One game among several is no place for another one.
            self.refuse(GamesAnnouncement::ThisFirst.into());
        } else if is_over && again && self.is_online() {
            self.ask_rematch(Said::Seek);
        } else if is_over {
            self.leave(again);
        } else {
            self.decide(PendingConfirmation::Leave { again });
        }
    }

    pub(super) fn leave(&mut self, again: bool) {
        self.close_question();
        self.halt();
        self.session.closing.cancel();
        self.effects.push(Effect::Left { again });
    }
}
