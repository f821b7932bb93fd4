//! What is said to an open question that is no answer to it, after which the question is asked again.
//!
//! Another move may be its answer, misheard: one that is refused leaves the question open.
//!
//! A player may resign, offer or accept a draw, claim or touch whatever is being asked (FIDE 5.1.2, 9.1.2.1, 9.2, 4.2).
//! What they declare may ask something of its own; a yes then answers that, the last question that sounded.

use super::{Confirm, Effect, Handler, PendingConfirmation, Phase, Purpose, phase::Respondent};
use crate::{
    announce::{Announcement, Declaration},
    grammar::{Expectation, Intent, IntentClass},
    laws::{Act, Attempt, Color, Move, Verdict},
};

/// A question that waits while a declaration has the floor.
#[derive(Clone, Debug)]
pub(super) struct WaitingQuestion {
    pub(super) phase: Phase,
    /// The half-moves played when it was interrupted: in another position it is not asked again.
    pub(super) ply: usize,
    /// The phase in which it is asked again: nothing else is asked then.
    pub(super) at_rest: Phase,
}

impl WaitingQuestion {
    /// Whether the clocks stand while it waits.
    pub(super) fn stops_the_clocks(&self) -> bool {
        self.phase.stops_the_clocks()
    }

    /// Whether it reads a move back.
    pub(super) fn reads_back(&self) -> bool {
        matches!(self.phase, Phase::Confirming { .. })
    }
}

/// What becomes of a declaration.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reception {
    /// It takes the floor from the open question.
    TakesFloor,
    /// Nothing is asked, or it is handled like an answer.
    Handled,
    /// No game is running.
    Refused,
}

impl Phase {
    fn reception(&self) -> Reception {
        match self {
            Phase::Confirming { .. }
            | Phase::Guessing { .. }
            | Phase::Choosing { .. }
            | Phase::Completing { .. }
            | Phase::WhichSide(_)
            | Phase::Deciding(_)
            | Phase::Comparing { .. }
            | Phase::Sealing { .. } => Reception::TakesFloor,
            Phase::Moving | Phase::Adjourned | Phase::Desk => Reception::Handled,
            Phase::Opponent(_)
            | Phase::SettingUp(_)
            | Phase::Lobby
            | Phase::Challenged(_)
            | Phase::Studying(_)
            | Phase::Over => Reception::Refused,
        }
    }

    /// The move that is to be confirmed.
    fn move_asked(&self) -> Option<Move> {
        if let Phase::Confirming { m, .. } | Phase::Guessing { m } = self { m.judged() } else { None }
    }

    /// Whether the open question is about this very declaration, which then answers it or is its repetition.
    pub(super) fn is_about(&self, named: Option<Color>, act: &Act) -> bool {
        if let Phase::Deciding(question) = self
            && let Intent::Declared { by, act: asked } = question.intent()
        {
            return asked == *act && (named.is_none() || by.is_none() || named == by);
        }
        matches!(self, Phase::WhichSide(asked) if asked == act)
    }
}

impl Intent {
    /// Whether a player declares something by it.
    pub(super) fn declares(&self) -> bool {
        self.class() == IntentClass::Declaration || *self == Intent::SealMove
    }
}

impl Handler<'_> {
    /// Refuses a declaration, a move or the clock where no game is running. Returns whether it did.
    pub(super) fn refuse_without_game(&mut self, intent: &Intent) -> bool {
        if self.is_studying() {
            return false;
        }
        let is_over = *self.phase() == Phase::Over;
        let needs_game = intent.declares()
            || *intent == Intent::StartClock
            // It closes a game that is over.
            || *intent == Intent::PressClock && !is_over
            || matches!(intent, Intent::Move(_)) && !self.phase().is_trial_of_a_move();
        let is_refused = needs_game && self.phase().reception() == Reception::Refused;
        if is_refused {
            self.tell_no_game();
        }
        is_refused
    }

    /// Tells that no game is running, or none any more, and asks the open question again.
    pub(super) fn tell_no_game(&mut self) {
        if self.record.ended().is_some() {
            self.refuse_over();
        } else {
            self.refuse(Declaration::NoGameYet.into());
        }
        self.repeat_question();
    }

    /// What is meant by what answers an offer: "annehmen" and "ablehnen" a challenge or a move taken back, if that is asked,
    /// else a draw; "remis" to an offer an acceptance; while the game is adjourned yes and no too.
    pub(super) fn to_the_offer(&self, intent: Intent) -> Intent {
        let (phase, waits) = (self.phase(), self.offer_waits());
        let is_asked =
            matches!(phase, Phase::Challenged(_) | Phase::Deciding(PendingConfirmation::TakeBack(_)));
        let is_adjourned = *phase == Phase::Adjourned;
        match (intent, is_asked) {
            (Intent::Accept, true) => Intent::Yes,
            (Intent::Decline, true) => Intent::No,
            // "I want to play on" answers what would end the game.
            (Intent::Declared { act: Act::DeclineDraw, .. }, false)
                if !waits && phase.would_end_the_game() =>
            {
                Intent::No
            }
            (Intent::Accept, false) => Act::AcceptDraw.into(),
            (Intent::Decline, false) => Act::DeclineDraw.into(),
            (Intent::Draw, _) if waits => Act::AcceptDraw.into(),
            (Intent::Yes, _) if waits && is_adjourned => Act::AcceptDraw.into(),
            (Intent::No, _) if waits && is_adjourned => Act::DeclineDraw.into(),
            (other, _) => other,
        }
    }

    /// Lets a declaration take the floor from the open question, or the wish to stop from a question about a move. Returns
    /// whether it did.
    pub(super) fn take_the_floor(&mut self, intent: &Intent) -> bool {
        let leaves = matches!(intent, Intent::Leave { .. }) && self.phase().is_about_a_move();
        if !(leaves || intent.declares()) || self.phase().reception() != Reception::TakesFloor {
            return false;
        }
        let declared = if let Intent::Declared { by, act } = intent {
            Some((*by, act.clone()))
        } else {
            (*intent == Intent::Draw).then_some((None, Act::OfferDraw))
        };
        let asks = |of: fn(&PendingConfirmation) -> bool| matches!(self.phase(), Phase::Deciding(q) if of(q));
        let by = declared.as_ref().and_then(|(by, _)| *by).or(self.speaker().side());
        let waits = match &declared {
            Some((_, act)) if self.phase().is_about(by, act) => return false,
            // Before a flag counts, the arbiter decides on the claim made before it fell (Guidelines III.5).
            Some((_, Act::ClaimFlag)) if asks(|q| matches!(q, PendingConfirmation::TwoMinutes(_))) => {
                return false;
            }
            Some(_) => true,
            None if matches!(*self.phase(), Phase::Sealing { .. }) => return false,
            // Nothing is adjourned before the arbiter has decided.
            None => self.phase().respondent(&self.record) != Respondent::Arbiter,
        };
        if asks(|q| matches!(q, PendingConfirmation::CanMate { .. })) {
            // The game has ended; only how is still asked.
            self.refuse(Declaration::AlreadyDecided.into());
            self.repeat_question();
            return true;
        }
        if !waits {
            // Whoever else speaks has been sent to the arbiter already.
            self.refuse(Declaration::DecideFirst.into());
            self.repeat_question();
            return true;
        }
        if matches!(*self.phase(), Phase::Sealing { .. }) {
            self.effects.push(Effect::Conceal(false));
        }
        let ply = self.record.game().moves().len();
        let phase = self.phase().clone();
        let is_about_move = phase.is_about_a_move();
        self.close_question();
        let at_rest = self.phase().clone();
        self.session.dialogue.keep_question(WaitingQuestion { phase, ply, at_rest });
        if *intent == Intent::Draw {
            self.name_draw(self.declarer_over_question(&Act::OfferDraw, is_about_move));
            return true;
        }
        let mut intent = intent.clone();
        if let Intent::Declared { by: whose @ None, act } = &mut intent {
            *whose = self.declarer_over_question(act, is_about_move).map(|side| by.unwrap_or(side));
        }
        self.handle_in_phase(intent, true);
        true
    }

    /// Returns whose declaration the open question makes it, where nobody is named.
    fn declarer_over_question(&self, act: &Act, is_about_move: bool) -> Option<Color> {
        match act {
            // Whose flag it is says whose claim.
            Act::ClaimFlag => Some(!self.record.first_fallen().unwrap_or_else(|| self.turn())),
            // 9.1.2.1: a draw is offered with the move, here the one that is asked about.
            Act::OfferDraw => (is_about_move && self.record.user().is_none()).then(|| self.turn()),
            Act::AcceptDraw
            | Act::DeclineDraw
            | Act::ClaimThreefold(_)
            | Act::ClaimFiftyMoves(_)
            | Act::Resign
            | Act::ClaimLastTwoMinutes
            | Act::AskFiveSeconds
            | Act::Touch(_)
            | Act::Adjust => None,
        }
    }

    /// Forgets the questions that wait once another is open which is no declaration's, nor the arbiter's.
    pub(super) fn forget_closed_questions(&mut self) {
        let is_kept = matches!(
            self.phase(),
            Phase::Deciding(_)
                | Phase::WhichSide(_)
                | Phase::Sealing { .. }
                | Phase::Choosing { purpose: Purpose::Claim(..), .. }
                | Phase::Moving
                | Phase::Adjourned
                | Phase::Desk
        );
        if !is_kept {
            self.session.dialogue.forget_questions();
        }
    }

    /// Attempts a move instead of answering the open question. One in doubt that cannot be played was more likely an answer,
    /// misheard.
    pub(super) fn attempt_instead(&mut self, attempt: &Attempt, sure: bool) {
        let is_illegal = || matches!(self.record.game().judge(attempt), Verdict::Illegal(_));
        if !sure && !self.record.is_discreet() && is_illegal() {
            return self.no_answer();
        }
        self.do_instead(|handler| handler.attempt(attempt, sure));
    }

    /// Does something else than the open question asks. If that is refused the question stays open: it may have been its
    /// answer, misheard.
    pub(super) fn do_instead(&mut self, act: impl FnOnce(&mut Self)) {
        let asked = self.phase().clone();
        // A piece alone is no move yet, and is given up by any that is one.
        let is_piece = matches!(asked.expects(&self.record), Expectation::WhereTo { .. });
        let ply = self.record.game().moves().len();
        self.close_question();
        let at_rest = self.phase().clone();
        act(self);
        if !is_piece && *self.phase() == at_rest && self.record.game().moves().len() == ply {
            self.enter(match (asked, self.options.confirm) {
                // Silence is no yes to what somebody may have given up.
                (Phase::Confirming { m, .. }, Confirm::Delay(_)) => Phase::Guessing { m },
                (asked, _) => asked,
            });
            self.ask_once_more();
        } else {
            self.give_up_move();
        }
    }

    pub(super) fn withdraw(&mut self) {
        self.drop_question();
        self.tell(Announcement::Withdrawn);
    }

    /// Closes the open question, and gives up a move that was read back before it.
    pub(super) fn drop_question(&mut self) {
        self.give_up_move();
        self.close_question();
    }

    /// Gives up a move that was read back and waits until a declaration is settled.
    fn give_up_move(&mut self) {
        self.session.dialogue.give_up_move();
        self.session.desk.give_up_move();
    }

    /// Asks a question again that waited, once nothing else has the floor.
    pub(super) fn ask_waiting_question(&mut self) {
        if !matches!(self.phase(), Phase::Moving | Phase::Adjourned | Phase::Desk) {
            return;
        }
        let Some(waiting) = self.session.dialogue.next_question() else { return };
        if !self.ask_again(waiting) {
            self.run_on_after_question();
            self.ask_waiting_question();
        }
    }

    /// Asks a question that waited. Returns whether it can still be asked.
    fn ask_again(&mut self, waiting: WaitingQuestion) -> bool {
        let asked = waiting.phase.move_asked();
        let is_settled = self.record.offer().is_none()
            && matches!(waiting.phase, Phase::Deciding(PendingConfirmation::AcceptDraw(_)));
        if is_settled || waiting.ply != self.record.game().moves().len() {
            return false;
        }
        // What was touched meanwhile forbids the move that was read back (FIDE 4.3).
        if let Some(refusal) = asked.and_then(|m| self.obligation_against(m)) {
            self.drop_question();
            self.refuse(refusal);
            return false;
        }
        let mut phase = waiting.phase;
        // Of the moves that were asked about only those of the touched piece are left.
        if let Phase::Choosing { candidates, .. } = &mut phase {
            candidates.retain(|m| self.obligation_against(*m).is_none());
            if candidates.len() < 2 {
                return false;
            }
        }
        self.enter_again(phase);
        true
    }

    /// Enters the phase of a question that was open before, and asks it.
    pub(super) fn enter_again(&mut self, mut phase: Phase) {
        if let Phase::Sealing { first } = phase {
            self.effects.push(Effect::Conceal(true));
            self.ask_for_seal(first.is_some());
        }
        if let Phase::Confirming { until, .. } = &mut phase {
            *until = self.read_back_deadline();
        }
        self.enter(phase);
        self.session.dialogue.set_asked_at(self.now);
        self.repeat_question();
    }
}
