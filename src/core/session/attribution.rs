//! Attribution: nobody moves, answers or declares for the other side.

use super::{Effect, Handler, Pattern, PendingConfirmation, Phase, Reply, phase::Respondent};
use crate::{
    announce::{Announcement, Declaration},
    grammar::{Intent, IntentClass},
    laws::{Act, Attribution, ByColor, Circumstances, Color, Origin, WrongSide, may_act_for, may_rule},
};

impl Handler<'_> {
    /// Returns whether the speaker may say this now, and tells them if not.
    pub(super) fn may_say(&mut self, intent: &Intent) -> bool {
        let (class, turn, speaker) = (intent.class(), self.turn(), self.speaker());
        let asked = self.phase().respondent(&self.record);
        let allowed = match (intent, asked) {
            (Intent::Move(attempt), _) if self.is_said_again(attempt) => {
                self.tell_made_already();
                return false;
            }
            // An answer counts only if it began after the question.
            (Intent::Yes | Intent::PressClock, Respondent::Side(_) | Respondent::Arbiter)
                if self.dialogue.is_asked_after(self.begun) =>
            {
                self.no_answer();
                return false;
            }
            (_, Respondent::Side(side)) if matches!(class, IntentClass::Answer | IntentClass::Move) => {
                may_act_for(speaker, side)
            }
            // Players may declare while the arbiter is only waited for (Guidelines I), and claim a flag at any time.
            (Intent::Declared { .. }, Respondent::Arbiter) if *self.phase() == Phase::Adjourned => Ok(()),
            // A player may resign or agree to a draw at any time (FIDE 5.1.2, 5.2.3), and claim a flag (6.8).
            (
                Intent::Draw
                | Intent::Declared {
                    act: Act::Resign | Act::OfferDraw | Act::AcceptDraw | Act::DeclineDraw | Act::ClaimFlag,
                    ..
                },
                _,
            ) => Ok(()),
            (Intent::Declared { .. }, _) if *self.phase() == Phase::Desk => Ok(()),
            (Intent::SealMove, Respondent::Arbiter) if !may_rule(self.origin) => {
                self.refuse_but_to_arbiter();
                return false;
            }
            (_, Respondent::Arbiter) if *self.phase() == Phase::Desk && !may_rule(self.origin) => {
                self.effects.push(Effect::Feel(Pattern::Refuse));
                self.repeat_question();
                return false;
            }
            (Intent::OpenEnvelope, _) | (_, Respondent::Arbiter) if !may_rule(self.origin) => {
                self.refuse_but_to_arbiter();
                return false;
            }
            (_, Respondent::Arbiter) => Ok(()),
            (Intent::Correct, Respondent::Nobody)
                if self.record.ruling_stands() && !may_rule(self.origin) =>
            {
                self.refuse_but_to_arbiter();
                return false;
            }
            (Intent::Correct, Respondent::Nobody)
                if self.last_move_can_be_corrected()
                    && may_act_for(speaker, !turn).is_err()
                    && self.taken_back_after_the_end().is_none() =>
            {
                self.refuse(Announcement::NotYourMove(!turn));
                return false;
            }
            (Intent::PressClock, Respondent::Nobody)
                if self.record.is_open() && may_act_for(speaker, !turn).is_err() =>
            {
                self.refuse(Announcement::NotYourClock(turn));
                return false;
            }
            (Intent::Move(_), Respondent::Nobody)
            | (Intent::SealMove, Respondent::Nobody | Respondent::Side(_)) => {
                if may_act_for(speaker, turn).is_err() {
                    self.refuse(Announcement::NotHavingMove(!turn));
                    return false;
                }
                Ok(())
            }
            // The rest is for either side; a declaration is attributed when it is made.
            (_, Respondent::Side(_) | Respondent::Nobody) => Ok(()),
        };
        self.refuse_if_not_theirs(allowed)
    }

    /// Refuses the opponent what is the user's alone: how this place speaks, listens and plays on. Returns whether it did.
    pub(super) fn refuse_to_opponent(&mut self, intent: &Intent) -> bool {
        let (Some(user), Origin::Player(side)) = (self.record.user(), self.origin) else { return false };
        let is_users_alone = match intent.class() {
            IntentClass::Program => !matches!(intent, Intent::Help | Intent::HelpOn(_)),
            IntentClass::Request | IntentClass::Departure => true,
            IntentClass::Question
            | IntentClass::Interruption
            | IntentClass::Move
            | IntentClass::Answer
            | IntentClass::Declaration
            | IntentClass::Arbitration => false,
        };
        if side == user || !is_users_alone {
            return false;
        }
        self.tell(Announcement::NotYours(user));
        true
    }

    /// Makes the arbiter the origin of an answer to the arbiter's question, if the speaker may rule.
    pub(super) fn take_arbiter_as_origin(&mut self, intent: &Intent) {
        let answers = !matches!(intent, Intent::Declared { .. });
        if answers && may_rule(self.origin) && self.phase().respondent(&self.record) == Respondent::Arbiter {
            self.origin = Origin::Arbiter;
        }
    }

    /// Only the arbiter can do that.
    pub(super) fn refuse_but_to_arbiter(&mut self) {
        let clock = self.record.clock().is_some() && self.running().is_none();
        self.refuse(Announcement::ArbiterCalled { clock });
    }

    fn refuse_if_not_theirs(&mut self, allowed: Result<(), WrongSide>) -> bool {
        if let Err(WrongSide(side)) = allowed {
            self.refuse(Announcement::NotYours(side));
        }
        allowed.is_ok()
    }

    /// Declares something for the side it belongs to, or asks which side that is.
    pub(super) fn declare(&mut self, named: Option<Color>, act: Act) {
        // Nobody here has seen what is done at a board elsewhere.
        let elsewhere =
            named.filter(|side| self.origin == Origin::Table && self.record.remote() == Some(*side));
        let whose = match elsewhere {
            Some(side) => Err(WrongSide(side)),
            None => self.circumstances().attribute(self.speaker(), named, &act),
        };
        match whose {
            Ok(Attribution::Side(side)) => {
                let before = self.effects.mark();
                self.declare_for(side, act.clone());
                self.note_declared(side, &act, before);
            }
            // Nobody may offer a draw yet, whoever it was.
            Ok(Attribution::Unknown)
                if act == Act::OfferDraw
                    && Color::ALL.iter().all(|side| self.judge_offer(*side).is_err()) =>
            {
                self.offer_draw(self.turn());
            }
            Ok(Attribution::Unknown) => {
                let question = Announcement::WhichSide(act.clone());
                self.enter(Phase::WhichSide(act));
                self.tell(question);
            }
            Err(WrongSide(side)) => {
                let before = self.effects.mark();
                let unseen = elsewhere.is_some() && matches!(act, Act::Touch(_) | Act::Adjust);
                self.refuse(if unseen {
                    Declaration::PlaysElsewhere(side).into()
                } else {
                    Announcement::NotYours(side)
                });
                self.note_declared(side, &act, before);
            }
        }
    }

    /// "Remis", and nothing more: asks whether a draw is offered, and by whom where that is open.
    pub(super) fn name_draw(&mut self, named: Option<Color>) {
        let act = Act::OfferDraw;
        let named = named.filter(|_| self.speaker().side().is_none());
        match self.circumstances().attribute(self.origin, named, &act) {
            Ok(Attribution::Side(side)) if self.judge_offer(side).is_ok() => {
                let before = self.effects.mark();
                self.ask_back(PendingConfirmation::OfferDraw(side));
                self.note_declared(side, &act, before);
            }
            Ok(Attribution::Side(_) | Attribution::Unknown) | Err(WrongSide(_)) => self.declare(named, act),
        }
    }

    /// Handles the answer to the question which side made a declaration.
    pub(super) fn handle_which_side(&mut self, intent: Intent, act: Act) {
        let named = match Reply::from(intent) {
            Reply::Other(Intent::Side(side)) => side,
            Reply::Other(Intent::Declared { by, act: again }) if again == act => {
                let Some(side) = by.or(self.speaker().side()) else { return self.repeat_question() };
                side
            }
            Reply::No | Reply::Correct => {
                self.close_question();
                return self.tell_not_done();
            }
            Reply::Yes | Reply::Move(_) | Reply::Other(_) => return self.no_answer(),
        };
        self.close_question();
        self.declare(Some(named), act);
    }

    /// Whether a bare yes or no answers the draw offer: not that of the side that made it, while its move is open.
    pub(super) fn offer_waits(&self) -> bool {
        let Some(by) = self.record.offer() else { return false };
        match self.speaker().side().or(self.record.user()) {
            Some(side) => side != by,
            // Without a clock nothing completes the move but the reply.
            None => !self.record.is_open() || by == self.turn() || self.record.clock().is_none(),
        }
    }

    fn circumstances(&self) -> Circumstances {
        Circumstances {
            user: self.record.user(),
            turn: self.turn(),
            open: self.record.is_open(),
            clock: self.record.clock().is_some(),
            with_move: self.with_move,
            offer: self.record.offer(),
            fallen: ByColor::new_with(|side| self.record.flag_has_fallen(side)),
        }
    }
}
