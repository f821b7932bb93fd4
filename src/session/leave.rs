//! Leaving a game that is not over, for another or for today.

use super::{Effect, Handler, PendingConfirmation, Phase};
use crate::{announce::GamesAnnouncement, grammar::OnlineRequest};

impl Handler<'_> {
    /// "Partie beenden", "neue Partie": asked back unless the game is over.
    pub(super) fn ask_to_leave(&mut self, again: bool) {
        let is_over = *self.phase() == Phase::Over;
        if again && self.is_among_others() {
            // Beside other games none begins in this one's place.
            self.refuse(GamesAnnouncement::ThisFirst.into());
        } else if is_over && again && self.is_online() {
            self.ask_rematch(OnlineRequest::Seek);
        } else if is_over {
            self.leave(again);
        } else {
            self.ask_back(PendingConfirmation::Leave { again });
        }
    }

    pub(super) fn leave(&mut self, again: bool) {
        self.close_question();
        self.halt();
        self.session.closing.cancel();
        self.effects.push(Effect::Left { again });
    }
}
