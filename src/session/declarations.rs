//! What a player declares besides his moves: resignation, draw offers, and which file has the rest.

use std::time::Duration;

use super::{Phase, Session, Sure};
use crate::{
    announce::{Announcement, Declaration},
    grammar::Intent,
    journal::Entry,
    laws::{ClaimKind, Color, OfferError, Outcome},
};

impl Session {
    pub(super) fn declare(&mut self, intent: Intent, at: Duration) {
        match intent {
            Intent::OfferDraw => self.offer_draw(at),
            Intent::AcceptDraw => self.accept_draw(at),
            Intent::DeclineDraw => self.decline_draw(at),
            Intent::Resign => self.decide(Sure::Resign(self.speaker())),
            Intent::ClaimThreefold(intended) => self.claim_draw(ClaimKind::Threefold, intended),
            Intent::ClaimFiftyMoves(intended) => self.claim_draw(ClaimKind::FiftyMoves, intended),
            Intent::ClaimFlag => self.claim_flag(at),
            Intent::ClaimLastTwoMinutes => self.claim_last_two_minutes(at),
            Intent::Touched(square) => self.report_touch(square),
            Intent::Adjust => self.adjust(at),
            Intent::SealMove => self.seal(at),
            Intent::OpenEnvelope => self.refuse(Declaration::NothingSealed.into()),
            Intent::CompareBoards => self.compare_boards(at),
            _ => self.not_understood(),
        }
    }

    /// Asks before something is done that cannot be undone.
    pub(super) fn decide(&mut self, question: Sure) {
        self.phase = Phase::Deciding(question);
        if let Some(question) = self.phase.question(&self.record) {
            self.say(question);
        }
    }

    pub(super) fn handle_deciding(&mut self, intent: Intent, question: Sure, at: Duration) {
        match (intent, question) {
            (intent, Sure::TwoMinutes(by)) => self.answer_two_minutes(by, &intent, at),
            (Intent::Yes, Sure::AcceptDraw) => self.accept_draw(at),
            (Intent::Yes, Sure::Resign(side)) => {
                let can_mate = self.can_mate(!side);
                self.end(Outcome::resignation(side, can_mate, self.record.ruleset()), at);
            }
            (Intent::Yes, Sure::Claim { by, kind, with }) => self.settle_claim(by, kind, with, at),
            (Intent::Yes, Sure::Touch(square)) => self.settle_touch(square, at),
            (Intent::Yes, Sure::Irregular(matter)) => self.rule_on(matter, at),
            (Intent::Yes, Sure::Return { ply, .. }) => self.return_to(ply, at),
            (Intent::No, Sure::AcceptDraw) => {
                self.phase = Phase::at_rest(&self.record);
                self.decline_draw(at);
            }
            (Intent::No | Intent::Correct, _) => {
                self.phase = Phase::at_rest(&self.record);
                match self.phase {
                    Phase::Adjourned => self.seal_waits(),
                    _ => self.say(Announcement::GoingOn),
                }
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
        let mut offers = self.record.draw_offers().clone();
        let pressed = !self.record.is_open();
        match offers.offer(by, self.record.game(), pressed, self.record.ruleset()) {
            Ok(_) => {
                self.write(Entry::DrawOffered { by }, at);
                self.say(Announcement::DrawOffered { by });
            }
            Err(OfferError::StandsAlready) => self.tell(Announcement::DrawStands),
            // An offer is no acceptance (FIDE 9.1.2): what stands is said once more.
            Err(OfferError::OpponentOffered) => self.say(Announcement::DrawOffered { by: !by }),
            Err(error) => self.tell_offer_error(error),
        }
    }

    /// Whoever accepts is the opponent of the one who offered: one's own offer needs no answer.
    fn accept_draw(&mut self, at: Duration) {
        let Some(offered) = self.record.offer() else { return self.tell(Announcement::NoDrawOffer) };
        let mut offers = self.record.draw_offers().clone();
        match offers.accept(!offered, self.record.game(), self.record.ruleset()) {
            Ok(outcome) => self.end(outcome, at),
            Err(error) => self.tell_offer_error(error),
        }
    }

    fn decline_draw(&mut self, at: Duration) {
        let Some(offered) = self.record.offer() else { return self.tell(Announcement::NoDrawOffer) };
        let mut offers = self.record.draw_offers().clone();
        match offers.decline(!offered, self.record.game(), self.record.ruleset()) {
            Ok(()) => {
                self.write(Entry::DrawDeclined, at);
                self.say(Announcement::DrawDeclined);
            }
            Err(error) => self.tell_offer_error(error),
        }
    }

    fn tell_offer_error(&mut self, error: OfferError) {
        match error {
            OfferError::TooEarly(moves) => self.refuse(Declaration::TooEarly { moves }.into()),
            OfferError::NotAllowed => self.refuse(Declaration::NoOffers.into()),
            OfferError::GameOver => self.game_over(),
            _ => self.tell(Announcement::NoDrawOffer),
        }
    }
}
