//! Declarations: resignation and draw offers; the other acts have files of their own.

use super::{Effect, Handler, Pattern, PendingConfirmation, Phase, ServerRequest};
use crate::{
    announce::{Announcement, Declaration, OnlineAnnouncement},
    grammar::{Intent, Order, Ruling},
    journal::Entry,
    laws::{Act, Article, CanMate, ClaimKind, Color, Ending, OfferError, Outcome},
};

impl Handler<'_> {
    pub(super) fn declare_for(&mut self, side: Color, act: Act) {
        if self.declare_to_server(side, &act) {
            return;
        }
        match act {
            Act::OfferDraw => self.offer_draw(side),
            Act::AcceptDraw => self.accept_draw(side),
            Act::DeclineDraw => self.decline_draw(side),
            Act::Resign => self.ask_back(PendingConfirmation::Resign(side)),
            Act::ClaimThreefold(intended) => self.claim_draw(side, ClaimKind::Threefold, intended),
            Act::ClaimFiftyMoves(intended) => self.claim_draw(side, ClaimKind::FiftyMoves, intended),
            Act::ClaimFlag => self.claim_flag(side),
            Act::ClaimLastTwoMinutes => self.claim_last_two_minutes(side),
            Act::AskFiveSeconds => self.ask_five_seconds(side),
            Act::Touch(square) => self.report_touch(side, square),
            Act::Adjust => self.adjust(side),
        }
    }

    /// Asks back before something is done.
    pub(super) fn ask_back(&mut self, question: PendingConfirmation) {
        self.enter(Phase::Deciding(question));
        self.repeat_question();
    }

    pub(super) fn handle_deciding(&mut self, intent: Intent, question: PendingConfirmation) {
        match (intent, question) {
            (intent, PendingConfirmation::TwoMinutes(by)) => self.answer_two_minutes(by, &intent),
            (Intent::Yes, PendingConfirmation::OfferDraw(side)) => {
                self.close_question();
                self.declare_for(side, Act::OfferDraw);
            }
            (Intent::Declared { by, act: Act::OfferDraw }, PendingConfirmation::OfferDraw(side))
                if by.is_none_or(|by| by == side) =>
            {
                self.close_question();
                self.declare_for(side, Act::OfferDraw);
            }
            // A move takes the question back.
            (
                Intent::Move(attempt),
                PendingConfirmation::OfferDraw(_) | PendingConfirmation::Leave { .. },
            ) => {
                self.attempt_instead(&attempt, true);
            }
            (Intent::Yes, PendingConfirmation::Leave { again }) => self.leave(again),
            (Intent::Yes, PendingConfirmation::TakeBack(_)) => {
                self.send_confirmed(ServerRequest::TakeBack(true))
            }
            (Intent::Yes, PendingConfirmation::Abort) => self.send_confirmed(ServerRequest::Abort),
            (Intent::Yes, PendingConfirmation::Resign(_)) if self.is_online() => {
                self.send_confirmed(ServerRequest::Resign)
            }
            (Intent::Yes, PendingConfirmation::AcceptDraw(_)) if self.is_online() => {
                self.send_confirmed(ServerRequest::Draw(true))
            }
            (Intent::No | Intent::Correct, PendingConfirmation::TakeBack(_)) => {
                self.close_question();
                self.send(ServerRequest::TakeBack(false));
                self.tell(OnlineAnnouncement::NotAccepted.into());
            }
            (Intent::Yes, PendingConfirmation::AcceptDraw(side)) => self.settle_acceptance(side),
            (Intent::Yes, PendingConfirmation::Resign(side)) => self.resign(side),
            (Intent::Yes, PendingConfirmation::Practise(which)) => self.set_up_exercise(which),
            (Intent::Yes, PendingConfirmation::Order(order)) => self.end_as_ordered(order),
            (Intent::Yes, PendingConfirmation::FiveSeconds(side)) => self.carry_out(Order::FiveSeconds, side),
            (Intent::Yes, PendingConfirmation::Present(_)) => self.open_envelope(),
            (Intent::No, PendingConfirmation::Present(side)) => self.await_replier(side),
            (answer @ (Intent::Yes | Intent::No), PendingConfirmation::CanMate { loser, ending }) => {
                let can_mate = if answer == Intent::Yes { CanMate::Yes } else { CanMate::No };
                let outcome = Outcome::loss(loser, can_mate, ending);
                let details = if answer == Intent::Yes { "yes" } else { "no" };
                self.write_ruling_in_detail(Ruling::CanMate, details.to_owned(), outcome.article());
                self.end(outcome);
            }
            (Intent::Yes, PendingConfirmation::Claim { by, kind, with, .. }) => {
                self.settle_claim(by, kind, with)
            }
            (Intent::Yes, PendingConfirmation::ReferClaim(_)) => self.end(Outcome::referred()),
            (Intent::Yes, PendingConfirmation::Touch(_, square)) => self.settle_touch(square),
            (Intent::Yes, PendingConfirmation::Irregular(case)) => self.rule_on(case),
            (Intent::Yes, PendingConfirmation::Return { ply, .. }) => {
                self.write_ruling(Ruling::BoardsDiffer, Article::SCORES_DIFFER);
                self.return_to(ply);
            }
            // The game has ended; only how is still asked.
            (Intent::Correct, PendingConfirmation::CanMate { .. }) => self.no_answer(),
            (Intent::No, PendingConfirmation::AcceptDraw(side)) => {
                self.close_question();
                self.decline_draw(side);
            }
            (Intent::No | Intent::Correct, question) => {
                self.close_question();
                self.tell_not_done();
                match (&question, question.intent()) {
                    (PendingConfirmation::Irregular(case), _) => self.note_denied(case),
                    (_, Intent::Declared { by: Some(side), act }) => self.note_withdrawn(side, &act),
                    _ => {}
                }
            }
            _ => self.no_answer(),
        }
    }

    pub(super) fn resign(&mut self, side: Color) {
        if self.record.rules().switches().resignation_may_draw {
            return self.lose(side, Ending::Resignation(side));
        }
        self.end(Outcome::resignation(side, CanMate::Unknown, self.record.ruleset()));
    }

    /// Judges whether an offer would stand.
    pub(super) fn judge_offer(&self, by: Color) -> Result<(), OfferError> {
        let (game, pressed) = (self.record.game(), !self.record.is_open());
        self.record.draw_offers().clone().offer(by, game, pressed, self.record.ruleset()).map(drop)
    }

    pub(super) fn offer_draw(&mut self, by: Color) {
        match self.judge_offer(by) {
            Ok(()) => {
                self.write(Entry::DrawOffered { by });
                if self.concerns_user(!by) {
                    self.effects.push(Effect::Feel(Pattern::Offer));
                }
                self.tell(Announcement::DrawOffered(by));
            }
            Err(OfferError::StandsAlready) => self.tell(Announcement::DrawStands),
            // An offer is no acceptance (FIDE 9.1.2): the one that stands is told again.
            Err(OfferError::OpponentOffered) => self.tell(Announcement::DrawOffered(!by)),
            Err(error) => self.tell_offer_error(error),
        }
    }

    /// Asks back, for a draw is final.
    fn accept_draw(&mut self, side: Color) {
        let mut offers = self.record.draw_offers().clone();
        match offers.accept(side, self.record.game(), self.record.ruleset()) {
            Ok(_) => self.ask_back(PendingConfirmation::AcceptDraw(side)),
            Err(error) => self.tell_offer_error(error),
        }
    }

    pub(super) fn settle_acceptance(&mut self, side: Color) {
        self.close_question();
        let mut offers = self.record.draw_offers().clone();
        match offers.accept(side, self.record.game(), self.record.ruleset()) {
            Ok(outcome) => self.end(outcome),
            Err(error) => self.tell_offer_error(error),
        }
    }

    pub(super) fn decline_draw(&mut self, side: Color) {
        let mut offers = self.record.draw_offers().clone();
        match offers.decline(side, self.record.game(), self.record.ruleset()) {
            Ok(()) => {
                self.write(Entry::DrawDeclined);
                self.tell(Announcement::DrawDeclined);
            }
            Err(error) => self.tell_offer_error(error),
        }
    }

    fn tell_offer_error(&mut self, error: OfferError) {
        match error {
            OfferError::TooEarly(moves) => self.refuse(Declaration::TooEarly(moves).into()),
            OfferError::NotAllowed => self.refuse(Declaration::NoOffers.into()),
            OfferError::GameOver => self.tell_game_over(),
            OfferError::OwnOffer(by) => self.refuse(Announcement::OwnOffer(by)),
            OfferError::StandsAlready | OfferError::OpponentOffered | OfferError::NoneStands => {
                self.tell(Announcement::NoDrawOffer)
            }
        }
    }
}
