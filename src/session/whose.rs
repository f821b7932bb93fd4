//! Whose word it is: nobody moves, answers or declares for the other side.

use std::time::Duration;

use super::{Effect, Pattern, Phase, Session, Sure, phase::Asked};
use crate::{
    announce::Announcement,
    grammar::Intent,
    laws::{Act, Attribution, ByColor, Circumstances, Color, Origin, WrongSide, may_act_for, may_rule},
};

impl Session {
    /// Whether the one who spoke may say this now; if not, he is told.
    pub(super) fn may_say(&mut self, intent: &Intent) -> bool {
        let (turn, speaker) = (self.turn(), self.speaker());
        let asked = self.phase.asked(&self.record);
        let allowed = match (intent, asked) {
            // Whoever answers, it must have been after the question.
            (Intent::Yes | Intent::PressClock, Asked::Side(_) | Asked::Arbiter) if self.begun < self.put => {
                self.not_understood();
                return false;
            }
            (
                Intent::Yes | Intent::No | Intent::Correct | Intent::Side(_) | Intent::PressClock,
                Asked::Side(side),
            ) => may_act_for(speaker, side),
            (Intent::Move(_), Asked::Side(side)) => may_act_for(speaker, side),
            // A player's own word, while the arbiter is only waited for (Guidelines I), and a flag at any time.
            (Intent::Declared { .. }, Asked::Arbiter) if self.phase == Phase::Adjourned => Ok(()),
            (Intent::Declared { act: Act::ClaimFlag, .. }, _) => Ok(()),
            (Intent::Declared { .. }, _) if self.phase == Phase::Desk => Ok(()),
            (_, Asked::Arbiter) if self.phase == Phase::Desk && !may_rule(self.from) => {
                self.effects.push(Effect::Feel(Pattern::Refuse));
                self.ask_again();
                return false;
            }
            // What a refused move took the place of was asked of whoever has the move; a yes of the other answers nothing.
            (Intent::Yes, Asked::Nobody)
                if self.overtaken.as_ref().is_some_and(|moves| !moves.is_empty())
                    && may_act_for(speaker, turn).is_err() =>
            {
                return false;
            }
            (Intent::OpenEnvelope, _) | (_, Asked::Arbiter) if !may_rule(self.from) => {
                self.refuse(Announcement::Arbiter { clock: self.record.clock().is_some() });
                return false;
            }
            (_, Asked::Arbiter) => Ok(()),
            (Intent::Correct, Asked::Nobody) if self.phase == Phase::Over => may_act_for(speaker, !turn),
            (Intent::Correct, Asked::Nobody) if self.record.ruling_stands() && !may_rule(self.from) => {
                self.refuse(Announcement::Arbiter { clock: self.record.clock().is_some() });
                return false;
            }
            (Intent::Correct | Intent::PressClock, Asked::Nobody) if self.record.is_open() => {
                may_act_for(speaker, !turn)
            }
            (Intent::Move(_) | Intent::SealMove, Asked::Nobody) => {
                if may_act_for(speaker, turn).is_err() {
                    self.refuse(Announcement::NotHavingMove { side: !turn });
                    return false;
                }
                Ok(())
            }
            _ => Ok(()),
        };
        self.told_if_not(allowed)
    }

    /// Whoever may rule and answers what the arbiter is asked speaks as the arbiter.
    pub(super) fn speaks_as_arbiter(&mut self, intent: &Intent) {
        let answers = !matches!(intent, Intent::Declared { .. });
        if answers && may_rule(self.from) && self.phase.asked(&self.record) == Asked::Arbiter {
            self.from = Origin::Arbiter;
        }
    }

    fn told_if_not(&mut self, allowed: Result<(), WrongSide>) -> bool {
        if let Err(WrongSide(side)) = allowed {
            self.refuse(Announcement::NotYours { side });
        }
        allowed.is_ok()
    }

    /// Declares something for the side whose word it is, or asks whose it was.
    pub(super) fn declare(&mut self, named: Option<Color>, act: Act, at: Duration) {
        // What is done at a board elsewhere, nobody here has seen.
        let elsewhere =
            named.filter(|side| self.from == Origin::Table && self.record.remote() == Some(*side));
        let whose = match elsewhere {
            Some(side) => Err(WrongSide(side)),
            None => self.circumstances().attribute(self.speaker(), named, &act),
        };
        match whose {
            Ok(Attribution::Side(side)) => {
                let before = self.effects.len();
                self.declare_for(side, act.clone(), at);
                self.note_declared(side, &act, before, at);
            }
            Ok(Attribution::Unknown) => {
                let question = Announcement::Whose(act.clone());
                self.phase = Phase::Whose(act);
                self.say(question);
            }
            Err(WrongSide(side)) => {
                let before = self.effects.len();
                self.refuse(Announcement::NotYours { side });
                self.note_declared(side, &act, before, at);
            }
        }
    }

    /// A draw that was only named: whether it is offered is asked, and by whom where that is open.
    pub(super) fn name_draw(&mut self, at: Duration) {
        let act = Act::OfferDraw;
        match self.circumstances().attribute(self.from, None, &act) {
            Ok(Attribution::Side(side)) if self.may_offer_draw(side) => {
                let before = self.effects.len();
                self.decide(Sure::OfferDraw(side));
                self.note_declared(side, &act, before, at);
            }
            _ => self.declare(None, act, at),
        }
    }

    /// The answer to the question whose word it was.
    pub(super) fn handle_whose(&mut self, intent: Intent, act: Act, at: Duration) {
        let named = match intent {
            Intent::Side(side) => side,
            Intent::Declared { by: Some(side), act: again } if again == act => side,
            Intent::No | Intent::Correct => {
                self.rest();
                return self.say(Announcement::GoingOn);
            }
            _ => return self.not_understood(),
        };
        self.rest();
        self.declare(Some(named), act, at);
    }

    /// Whether a mere yes or no answers the draw offer: not from the one who has made it, and has not even
    /// completed his move.
    pub(super) fn offer_waits(&self) -> bool {
        let Some(by) = self.record.offer() else { return false };
        match self.speaker().side().or(self.record.user()) {
            Some(side) => side != by,
            None => !self.record.is_open() || by == self.turn(),
        }
    }

    fn circumstances(&self) -> Circumstances {
        Circumstances {
            user: self.record.user(),
            turn: self.turn(),
            open: self.record.is_open(),
            clock: self.record.clock().is_some(),
            offer: self.record.offer(),
            fallen: ByColor::new_with(|side| self.record.flag_has_fallen(side)),
        }
    }
}
