//! Adjournment (Guidelines I): the sealed move is not told until the game goes on.
//!
//! The opponent listens, so it is said twice instead of being read back. Until the envelope is opened no announcement,
//! no journal line and no printed line holds it.

use super::{Effect, Handler, Pattern, Phase, Reply, StatedMove};
use crate::{
    announce::{Announcement, Declaration},
    grammar::{Intent, IntentClass, Ruling},
    journal::Entry,
    laws::{Act, Article, Attempt, Envelope, Move, OpenedEnvelope, Verdict},
};

impl Handler<'_> {
    /// "Abgabezug".
    pub(super) fn seal(&mut self) {
        if self.record.is_open() {
            if self.record.clock().is_some() {
                return self.refuse(Declaration::PressFirst.into());
            }
            self.write(Entry::Pressed { side: !self.turn() });
        }
        self.enter(Phase::Sealing { first: None });
        self.effects.push(Effect::Conceal(true));
        self.ask_for_seal(false);
    }

    /// Asks for the move to be sealed, or for the same once more.
    pub(super) fn ask_for_seal(&mut self, again: bool) {
        let sealing = Declaration::Sealing(self.turn());
        self.tell(if again { Declaration::SealAgain } else { sealing }.into());
    }

    pub(super) fn handle_sealing(&mut self, intent: Intent, first: Option<StatedMove>) {
        let m = match Reply::from(intent) {
            Reply::Move(attempt) if self.record.is_discreet() => {
                if attempt.open_part(self.turn()).is_some() {
                    return self.tell_seal_unclear();
                }
                StatedMove::Words(attempt)
            }
            Reply::Move(attempt) => match self.sealable(&attempt) {
                Some(m) => StatedMove::Judged(m),
                None => return self.tell_seal_unclear(),
            },
            Reply::No | Reply::Correct => {
                self.close_question();
                self.effects.push(Effect::Conceal(false));
                return self.tell(Announcement::NotDone);
            }
            Reply::Other(Intent::SealMove) => return self.ask_for_seal(first.is_some()),
            Reply::Yes | Reply::Other(_) => return self.tell_seal_unclear(),
        };
        match first {
            Some(first) if first == m => match self.sealable(&m.into()) {
                Some(m) => self.seal_move(m),
                None => {
                    self.enter(Phase::Sealing { first: None });
                    self.tell_seal_unclear();
                }
            },
            first => {
                self.enter(Phase::Sealing { first: Some(m) });
                let told = if first.is_some() { Declaration::SealOther } else { Declaration::SealAgain };
                self.tell(told.into());
            }
        }
    }

    /// The legal move that can be sealed. To say what is wrong with another would tell of it.
    fn sealable(&self, attempt: &Attempt) -> Option<Move> {
        let Verdict::Legal(m) = self.record.game().judge(attempt) else { return None };
        (self.obligation_against(m).is_none() && !attempt.is_without_destination()).then_some(m)
    }

    pub(super) fn tell_seal_unclear(&mut self) {
        self.effects.push(Effect::Feel(Pattern::Refuse));
        self.tell(Declaration::SealUnclear.into());
    }

    fn seal_move(&mut self, m: Move) {
        let game = self.record.game();
        let label = self.record.label(self.at);
        let used = label.used;
        let Ok(mut envelope) = Envelope::seal(game, Some(Attempt::from(m)), label, self.record.ruleset())
        else {
            return self.tell_game_over();
        };
        envelope.stop_clock(used);
        // The instant serves as the seed: no two envelopes share one.
        let sealed = envelope.scrambled(self.at.as_nanos() as u64);
        // What was asked before is asked no more.
        self.session.dialogue.forget_questions();
        self.session.clocks.forget_question();
        self.drop_question();
        self.write(Entry::Sealed { side: self.turn(), sealed });
        self.enter(Phase::Adjourned);
        self.effects.push(Effect::Conceal(false));
        self.show_clock();
        self.agree_resumption();
        let resumption = self.record.resumption().to_owned();
        self.tell(Declaration::Sealed { clock: self.record.clock().is_some(), resumption }.into());
    }

    /// Writes date, time and place onto the envelope (Guidelines I.2), also when they were given later.
    pub(super) fn agree_resumption(&mut self) {
        let words = &self.options.resumption;
        if self.record.sealed().is_some() && !words.is_empty() && words != self.record.resumption() {
            self.write(Entry::ResumptionAgreed { words: words.clone() });
        }
    }

    /// A sealed game may be agreed drawn, resigned, or lost by the flag of a player who is awaited; otherwise only opening
    /// continues it.
    pub(super) fn handle_adjourned(&mut self, intent: Intent) {
        use Act::{AcceptDraw, ClaimFlag, DeclineDraw, OfferDraw, Resign};
        match (intent.class(), intent) {
            (
                IntentClass::Declaration,
                Intent::Declared {
                    by,
                    act: act @ (OfferDraw | AcceptDraw | DeclineDraw | Resign | ClaimFlag),
                },
            ) => self.declare(by, act),
            (IntentClass::Declaration, Intent::Draw) => self.name_draw(None),
            (IntentClass::Declaration, _) | (_, Intent::SealMove) => {
                self.refuse(Declaration::Adjourned.into());
                self.tell_adjourned();
            }
            (IntentClass::Arbitration, Intent::OpenEnvelope | Intent::StartClock) => self.ask_presence(),
            _ => self.tell_adjourned(),
        }
    }

    pub(super) fn tell_adjourned(&mut self) {
        if let Some((side, _)) = self.record.sealed() {
            let resumption = self.record.resumption().to_owned();
            self.tell(Declaration::SealWaits(side, resumption).into());
        }
    }

    /// Makes the sealed move and starts the clock of the player who must reply (Guidelines I.7, I.8).
    pub(super) fn open_envelope(&mut self) {
        let Some((side, sealed)) = self.record.sealed() else { return };
        let (game, ruleset) = (self.record.game(), self.record.ruleset());
        let opened = Envelope::restore(game, sealed, self.record.label(self.at), ruleset)
            .map(|envelope| envelope.open(game, true, ruleset));
        self.write_ruling_in_detail(Ruling::Envelope, String::new(), Article::ENVELOPE_OPENED);
        self.session.desk.close();
        match opened {
            Ok(Ok(OpenedEnvelope::Move(m))) => {
                let told = self.legal_move(m);
                let entry = self.record.move_entry(m);
                self.write(entry);
                self.close_question();
                self.tell(Announcement::Moved(told));
                if let Some(outcome) = self.outcome_on_board() {
                    return self.end(outcome);
                }
                if self.record.clock().is_some() {
                    self.write(Entry::Pressed { side });
                    self.show_clock();
                }
            }
            Ok(Ok(OpenedEnvelope::Lost { outcome, .. })) => self.end(outcome),
            Ok(Err(_)) | Err(_) => {
                self.write(Entry::Unsealed);
                self.close_question();
                self.tell(Declaration::SealDamaged(side).into());
            }
        }
    }
}
