//! What a player declares besides his moves: draws, claims, resignation (FIDE 5, 6.9, 9).

use std::time::Duration;

use super::{Phase, Session, Sure};
use crate::{
    announce::Announcement,
    grammar::Intent,
    journal::Entry,
    laws::{Color, Ending, Outcome},
};

impl Session {
    pub(super) fn declare(&mut self, intent: Intent, at: Duration) {
        match intent {
            Intent::OfferDraw => self.offer_draw(at),
            Intent::AcceptDraw => self.accept_draw(at),
            Intent::DeclineDraw => self.decline_draw(at),
            Intent::Resign => {
                let side = self.speaker();
                self.phase = Phase::Deciding(Sure::Resign(side));
                self.say(Announcement::ResignSure { side });
            }
            Intent::ClaimFlag => self.claim_flag(at),
            _ => self.not_understood(),
        }
    }

    pub(super) fn handle_deciding(&mut self, intent: Intent, question: Sure, at: Duration) {
        match (intent, question) {
            (Intent::Yes, Sure::Resign(side)) => {
                let can_mate = self.can_mate(!side);
                self.end(Outcome::resignation(side, can_mate, self.record.ruleset()), at);
            }
            (Intent::No | Intent::Correct, _) => {
                self.phase = Phase::Moving;
                self.say(Announcement::GoingOn);
            }
            _ => self.not_understood(),
        }
    }

    /// Whoever speaks of himself: the side that made the open move, else the side on move.
    pub(super) fn speaker(&self) -> Color {
        if self.record.is_open() { !self.turn() } else { self.turn() }
    }

    fn offer_draw(&mut self, at: Duration) {
        let by = self.speaker();
        match self.record.offer() {
            Some(side) if side == by => self.tell(Announcement::DrawStands),
            // Two who offer have agreed.
            Some(_) => self.accept_draw(at),
            None => {
                self.write(Entry::DrawOffered { by }, at);
                self.say(Announcement::DrawOffered { by });
            }
        }
    }

    fn accept_draw(&mut self, at: Duration) {
        match self.record.offer() {
            Some(_) => self.end(Outcome::draw(Ending::Agreement), at),
            None => self.tell(Announcement::NoDrawOffer),
        }
    }

    fn decline_draw(&mut self, at: Duration) {
        if self.record.offer().is_some() {
            self.write(Entry::DrawDeclined, at);
            self.say(Announcement::DrawDeclined);
        } else {
            self.tell(Announcement::NoDrawOffer);
        }
    }

    /// FIDE 6.9: the flag that has fallen loses, unless the opponent cannot mate.
    fn claim_flag(&mut self, at: Duration) {
        let fallen = [Color::White, Color::Black].into_iter().find(|&side| self.record.fallen(side));
        match fallen {
            Some(side) => {
                let can_mate = self.can_mate(!side);
                self.end(Outcome::flag_fall(side, can_mate), at);
            }
            None if self.record.clock().is_none() => self.tell(Announcement::NoClock),
            None => {
                let side = !self.speaker();
                self.say(Announcement::FlagStands { side });
            }
        }
    }
}
