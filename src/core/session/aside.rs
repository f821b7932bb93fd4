//! What an opponent is told aside: whoever plays from a page across the board is answered there, and nobody here.

use super::{Effect, EventKind, Handler, PendingConfirmation, Phase, phase::Respondent};
use crate::{
    announce::Announcement,
    journal::Entry,
    laws::{Color, Origin},
};

/// What stood before an event of the opponent's.
pub(super) struct Aside {
    user: Color,
    phase: Phase,
    repeatable: Option<Announcement>,
}

impl Handler<'_> {
    /// Begins with what the user's opponent typed or pressed at a place of their own; nothing else is told aside.
    pub(super) fn begin_aside(&self, kind: &EventKind) -> Option<Aside> {
        let is_of_page = matches!(kind, EventKind::Typed(_) | EventKind::Key(_) | EventKind::Intent(_));
        match (self.record.user(), self.origin) {
            (Some(user), Origin::Player(side)) if side != user && is_of_page => Some(Aside {
                user,
                phase: self.phase().clone(),
                repeatable: self.dialogue.repeatable().cloned(),
            }),
            _ => None,
        }
    }

    /// Tells aside what has come of it, if that is nobody else's concern.
    pub(super) fn end_aside(&mut self, aside: Aside) {
        let Aside { user, phase, repeatable } = aside;
        let asked = self.phase().respondent(&self.record);
        let asks_others = *self.phase() != phase
            && !matches!(asked, Respondent::Nobody)
            && asked != Respondent::Side(!user);
        if phase.is_put_by_other_to(!user) || asks_others || !self.effects.iter().all(is_of_dialogue) {
            return;
        }
        self.session.dialogue.restore_repeatable(repeatable);
        self.effects.tell_aside();
    }
}

/// Whether nothing of the game has changed by this.
fn is_of_dialogue(effect: &Effect) -> bool {
    let Effect::Record(line) = effect else { return true };
    matches!(line.entry, Entry::Asked(_) | Entry::Withdrawn | Entry::Noted(_) | Entry::Tick)
}

impl Phase {
    /// Whether this side is asked about what the other one proposed, who waits for the answer.
    fn is_put_by_other_to(&self, side: Color) -> bool {
        let Phase::Deciding(pending) = self else { return false };
        match *pending {
            PendingConfirmation::AcceptDraw(asked) => asked == side,
            PendingConfirmation::TakeBack(by) => by != side,
            PendingConfirmation::OfferDraw(_)
            | PendingConfirmation::Resign(_)
            | PendingConfirmation::ReferClaim(_)
            | PendingConfirmation::Touch(..)
            | PendingConfirmation::Claim { .. }
            | PendingConfirmation::Abort
            | PendingConfirmation::TwoMinutes(_)
            | PendingConfirmation::Irregular(_)
            | PendingConfirmation::Return { .. }
            | PendingConfirmation::Order(_)
            | PendingConfirmation::FiveSeconds(_)
            | PendingConfirmation::CanMate { .. }
            | PendingConfirmation::Present(_)
            | PendingConfirmation::Leave { .. }
            | PendingConfirmation::Practise(_) => false,
        }
    }
}
