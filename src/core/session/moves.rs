//! The life of a move: attempted, asked back, made, taken back.

use std::time::Duration;

use super::{
    ArbiterCase, Confirm, Effect, Handler, Pattern, Phase, Purpose, Reply, Session, StatedMove, discretion,
    microphone::ListeningState, phase, spelling,
};
use crate::{
    announce::{Announcement, MoveInPosition},
    grammar::Intent,
    journal::Entry,
    laws::{
        Attempt, Move, Origin, PartialSquare, Position, Reason, Verdict, contradicts_check, judge,
        may_act_for,
    },
};

/// A player says their own move again, or the reply to it.
const SAID_AGAIN: usize = 2;

/// How long a read-back takes at most, where no end of speech is reported.
const READ_BACK_AT_MOST: Duration = Duration::from_secs(10);

impl Session {
    /// When silence becomes yes. A player who has begun to speak is heard out, for it may be a no.
    pub(super) fn delay_ends(&self) -> Option<Duration> {
        let Phase::Confirming { until: Some(until), .. } = *self.phase() else { return None };
        Some(self.microphone.heard_out(until))
    }
}

impl Handler<'_> {
    /// Judges an attempt, and asks about it, refuses or makes it.
    pub(super) fn attempt(&mut self, attempt: &Attempt, sure: bool) {
        if self.is_repetition(attempt) {
            self.session.dialogue.set_repeated(true);
            self.effects.push(Effect::Feel(Pattern::Confirm));
            return;
        }
        if let Some(refusal) = self.no_move_because() {
            self.refuse(refusal);
            return;
        }
        if self.record.is_discreet() {
            return self.take_words(*attempt, sure);
        }
        // Without a destination it is asked about, even where there is only one.
        let sure = sure && !attempt.is_without_destination();
        let game = self.record.game();
        match game.judge(attempt) {
            Verdict::Legal(m) => {
                let sure = sure && !contradicts_check(game.position(), attempt, m);
                match self.obligation_against(m) {
                    Some(refusal) => {
                        self.refuse(refusal);
                        // What may not have been said is held against nobody.
                        if sure {
                            self.note_attempt(attempt, self.article_of_obligation());
                        }
                    }
                    None => self.propose(StatedMove::Judged(m), sure),
                }
            }
            Verdict::Ambiguous(candidates) | Verdict::PromotionMissing(candidates) => {
                self.ask_which_allowed(candidates, sure);
            }
            Verdict::Illegal(reason) => {
                self.note_illegal(attempt, reason.article());
                self.refuse_illegal(reason);
            }
        }
    }

    /// Why no move at all is taken now.
    pub(super) fn no_move_because(&self) -> Option<Announcement> {
        let unrepeated = self.options.repeat && self.record.is_open() && !self.dialogue.is_repeated();
        let stopped = || self.record.clock_was_stopped().then_some(Announcement::ClockStopped);
        self.last_move().filter(|_| unrepeated).map(Announcement::RepeatedOtherwise).or_else(stopped)
    }

    /// Whether an attempt repeats the move just made (FIDE D.2.1), and is no reply to it.
    fn is_repetition(&self, attempt: &Attempt) -> bool {
        let game = self.record.game();
        let Some(last) = self.last_move().filter(|_| self.record.is_open()) else { return false };
        let same = judge(&last.before, attempt) == Verdict::Legal(last.m);
        let reply = matches!(judge(game.position(), attempt), Verdict::Legal(_));
        same && (self.options.repeat && !self.dialogue.is_repeated() || !reply)
    }

    /// Whether this is a move made lately that is said once more, and nothing that the speaker could play now.
    pub(super) fn is_said_again(&self, attempt: &Attempt) -> bool {
        // A square may be the answer to the question which piece it is.
        let is_awaited =
            matches!(*self.phase(), Phase::Moving | Phase::Confirming { .. } | Phase::Guessing { .. });
        let repeats = self.options.repeat && self.record.is_open() && !self.dialogue.is_repeated();
        let is_remote = matches!(self.origin, Origin::Remote(_));
        if !is_awaited || repeats || is_remote || attempt.is_without_destination() {
            return false;
        }
        let game = self.record.game();
        let is_reply = may_act_for(self.speaker(), self.turn()).is_ok()
            && !matches!(game.judge(attempt), Verdict::Illegal(_));
        let lately = game.moves().iter().enumerate().rev().take(SAID_AGAIN);
        let mut made = lately.map(|(ply, m)| judge(game.position_at(ply), attempt) == Verdict::Legal(*m));
        !is_reply && made.any(|is_same| is_same)
    }

    /// Answers a move that is said again. A question that it leaves open stays open.
    pub(super) fn tell_made_already(&mut self) {
        self.effects.push(Effect::Feel(Pattern::Confirm));
        self.tell(Announcement::MadeAlready);
        self.repeat_question();
    }

    pub(super) fn propose(&mut self, m: StatedMove, sure: bool) {
        let is_remote = matches!(self.origin, Origin::Remote(_));
        if sure && (self.wordless || is_remote || self.options.confirm == Confirm::Never) {
            self.make_stated(m);
        } else {
            self.read_back(m);
        }
    }

    /// Reads a move back.
    pub(super) fn read_back(&mut self, m: StatedMove) {
        let until = self.read_back_deadline();
        self.enter(Phase::Confirming { m, until });
        self.tell(Announcement::ReadBack(m.asked(&self.record)));
    }

    /// Returns when silence confirms a move that is read back now, with [`Confirm::Delay`].
    pub(super) fn read_back_deadline(&self) -> Option<Duration> {
        match self.options.confirm {
            Confirm::Delay(delay) => Some(self.now + READ_BACK_AT_MOST + delay),
            Confirm::Voice | Confirm::Lever | Confirm::Never => None,
        }
    }

    /// Asks whether this move, only guessed, was meant.
    pub(super) fn guess(&mut self, m: StatedMove) {
        self.drop_question();
        self.enter(Phase::Guessing { m });
        self.tell(Announcement::UncertainMove(m.asked(&self.record)));
    }

    /// Starts the delay after which silence is a yes: the read-back has been spoken.
    pub(super) fn start_delay(&mut self) {
        if let (Confirm::Delay(delay), Phase::Confirming { until, .. }) =
            (self.options.confirm, self.session.dialogue.phase_mut())
        {
            *until = Some(self.now + delay);
        }
    }

    /// Prolongs that delay: what was cut off may have been a no.
    pub(super) fn hold_delay(&mut self) {
        if let Phase::Confirming { until: Some(until), .. } = self.session.dialogue.phase_mut() {
            *until = (*until).max(ListeningState::held_until(self.now));
        }
    }

    /// Asks which of several moves was meant, of those that the obligations leave.
    fn ask_which_allowed(&mut self, candidates: Vec<Move>, sure: bool) {
        let (left, refusal) = self.allowed_by_obligation(candidates);
        match (left.as_slice(), refusal) {
            ([], Some(refusal)) => self.refuse(refusal),
            ([], None) => self.not_understood(),
            ([only], _) => self.propose(StatedMove::Judged(*only), sure),
            _ => self.ask_which(left, Purpose::Move),
        }
    }

    /// The moves that the obligations leave, and why not the first, if it is not among them.
    fn allowed_by_obligation(&self, moves: Vec<Move>) -> (Vec<Move>, Option<Announcement>) {
        let refusal = moves.first().and_then(|m| self.obligation_against(*m));
        let left = moves.into_iter().filter(|m| self.obligation_against(*m).is_none()).collect();
        (left, refusal)
    }

    /// Asks which of several moves was meant.
    pub(super) fn ask_which(&mut self, candidates: Vec<Move>, purpose: Purpose) {
        let told = candidates.iter().map(|&m| self.legal_move(m)).collect();
        self.enter(Phase::Choosing { candidates, purpose });
        self.tell(phase::choice_question(told));
    }

    pub(super) fn handle_rivals(&mut self, intents: Vec<Intent>) {
        // Which of them was said is all the same where no game is running.
        if intents.first().is_some_and(|intent| self.refuse_without_game(intent)) {
            return;
        }
        let for_a_move =
            !matches!(*self.phase(), Phase::Choosing { purpose, .. } if purpose != Purpose::Move);
        if !self.phase().is_about_a_move() || !for_a_move {
            return self.not_understood();
        }
        if self.record.is_discreet() {
            return self.ask_unjudged(&intents);
        }
        let position = self.record.game().position();
        let legal: Vec<Move> = intents
            .iter()
            .filter_map(|intent| {
                let Intent::Move(attempt) = intent else { return None };
                if let Verdict::Legal(m) = judge(position, attempt) { Some(m) } else { None }
            })
            .collect();
        let Some(first) = legal.first() else { return self.not_understood() };
        if !self.may_say(&Intent::Move(Attempt::from(*first))) {
            return;
        }
        if let Some(refusal) = self.no_move_because() {
            return self.refuse(refusal);
        }
        // The only legal one among rivals is as good as said.
        let is_guess = legal.len() == intents.len();
        let (left, refusal) = self.allowed_by_obligation(legal);
        match (left.as_slice(), refusal) {
            ([], Some(refusal)) => self.refuse(refusal),
            ([], None) => self.not_understood(),
            ([only], _) if is_guess => self.guess(StatedMove::Judged(*only)),
            ([only], _) => self.read_back(StatedMove::Judged(*only)),
            _ => self.ask_which(left, Purpose::Move),
        }
    }

    /// Handles the answer to a move that was read back, or only guessed.
    pub(super) fn handle_confirming(&mut self, intent: Intent, stated: StatedMove, sure: bool) {
        let guessed = matches!(*self.phase(), Phase::Guessing { .. });
        match Reply::from(intent) {
            Reply::Yes => self.make_stated(stated),
            Reply::No | Reply::Correct => self.withdraw(),
            Reply::Move(attempt) => {
                // The same move again is a yes; another one overtakes the question.
                let is_same = match stated {
                    StatedMove::Judged(m) => {
                        !attempt.is_without_destination()
                            && self.record.game().judge(&attempt) == Verdict::Legal(m)
                    }
                    StatedMove::Words(said) => said == attempt,
                };
                if is_same {
                    self.make_stated(stated);
                } else {
                    self.attempt_instead(&attempt, sure);
                }
            }
            // Where the lever confirms, so do "Uhr" and its key.
            Reply::Other(Intent::PressClock) if self.options.confirm == Confirm::Lever && !guessed => {
                self.make_and_press(stated)
            }
            Reply::Other(_) => self.no_answer(),
        }
    }

    /// Whether the open question is about a move, and pressing the clock makes it.
    pub(super) fn would_press_confirm(&self) -> bool {
        matches!(*self.phase(), Phase::Confirming { .. })
            && self.running() == Some(self.turn())
            && (self.options.confirm == Confirm::Lever || self.clocks.is_tactile())
    }

    pub(super) fn handle_choosing(
        &mut self,
        intent: Intent,
        candidates: Vec<Move>,
        purpose: Purpose,
        sure: bool,
    ) {
        let attempt = match Reply::from(intent) {
            Reply::No | Reply::Correct if purpose != Purpose::Move => {
                self.close_question();
                return self.tell_not_done();
            }
            Reply::No | Reply::Correct => return self.withdraw(),
            Reply::Move(attempt) => attempt,
            Reply::Yes | Reply::Other(_) => return self.no_answer(),
        };
        let left: Vec<Move> = candidates.iter().copied().filter(|m| answers(&attempt, *m)).collect();
        match left.as_slice() {
            [only] => self.take_choice(*only, purpose, sure),
            [] => {
                // Another piece alone begins a new move too.
                let other_piece =
                    purpose == Purpose::Move && attempt.is_without_destination() && attempt.from.is_any();
                let whole = attempt.to.square().is_some() || attempt.castling.is_some() || other_piece;
                if !whole {
                    return self.no_answer();
                }
                match purpose {
                    Purpose::Claim(by, kind) => {
                        self.do_instead(|handler| handler.claim_draw(by, kind, Some(attempt)));
                    }
                    Purpose::Move | Purpose::Pawn => self.attempt_instead(&attempt, sure),
                }
            }
            _ => self.ask_which(left, purpose),
        }
    }

    /// Takes the candidate that was chosen. A move heard clearly is made without another question.
    fn take_choice(&mut self, m: Move, purpose: Purpose, sure: bool) {
        match purpose {
            Purpose::Move if sure => self.make_move(m),
            Purpose::Move => self.read_back(StatedMove::Judged(m)),
            Purpose::Claim(by, kind) => {
                self.close_question();
                self.claim_draw(by, kind, Some(Attempt::from(m)));
            }
            Purpose::Pawn => {
                let ply = self.record.game().moves().len();
                self.ask_arbiter(ArbiterCase::Pawn { m, ply });
            }
        }
    }

    /// Handles a key under one of the answers.
    pub(super) fn handle_choice(&mut self, n: usize) {
        let suggested = self.suggested.as_ref().and([Intent::Yes, Intent::No].into_iter().nth(n));
        match suggested.or_else(|| self.phase().choice(n, &self.record)) {
            Some(intent) => self.handle_intent(intent, true),
            None if matches!(*self.phase(), Phase::Sealing { .. }) => self.tell_seal_unclear(),
            None if self.phase().question(&self.record).is_some() => self.no_answer(),
            None => self.answer_to_nothing(),
        }
    }

    /// Makes a legal move: records and announces it, and ends the game where it does.
    pub(super) fn make_move(&mut self, m: Move) {
        self.make_move_as_said(m, None);
    }

    /// The same of a move that is told in its player's words until it is completed.
    pub(super) fn make_move_as_said(&mut self, m: Move, said: Option<&Attempt>) {
        let remote = self.record.remote() == Some(self.turn());
        let read_back = matches!(*self.phase(), Phase::Confirming { .. } | Phase::Guessing { .. });
        self.start_for_move();
        let mut entry = self.record.move_entry(m);
        if let Entry::Moved { said: words, .. } = &mut entry {
            *words = said.map(spelling::words);
        }
        self.write(entry);
        let Some(told) = self.last_move() else { return };
        self.session.dialogue.set_repeated(false);
        self.session.opponent.answered();
        self.enter(Phase::Moving);
        self.effects.push(Effect::Feel(if remote { Pattern::Turn } else { Pattern::Confirm }));
        // A server ends its games itself.
        let outcome = self.outcome_on_board().filter(|_| !self.is_online());
        // A move that ends the game is always said.
        self.announce_move(told, read_back && outcome.is_none());
        if self.record.game().position().is_check() && !self.record.is_discreet() {
            self.effects.push(Effect::Feel(Pattern::Check));
        }
        match outcome {
            Some(outcome) => self.end(outcome),
            None => {
                self.complete_without_lever(read_back);
                self.show_clock();
            }
        }
    }

    /// Makes and completes the move that was read back.
    pub(super) fn make_and_press(&mut self, stated: StatedMove) {
        let (side, ply) = (self.turn(), self.record.game().moves().len());
        self.make_stated(stated);
        let is_made = self.record.game().moves().len() > ply;
        if is_made && self.record.is_open() {
            self.press();
        } else if !is_made {
            self.note_press_without_move(side);
        }
    }

    /// Takes back the move before the one that was taken back in the same breath. Without a clock only the reply completes a
    /// move, and it is gone.
    pub(super) fn take_back_another(&mut self) {
        let made = self.record.game().moves().len();
        let is_free = self.record.clock().is_none() && !self.record.start().competition;
        let is_theirs = may_act_for(self.speaker(), !self.turn()).is_ok();
        if made == 0 || self.record.is_open() || !is_free || !is_theirs || self.record.remote().is_some() {
            return self.take_back();
        }
        self.write(Entry::ReturnedTo { ply: made - 1 });
        self.tell(Announcement::TakenBack(self.turn()));
    }

    pub(super) fn take_back(&mut self) {
        if self.record.ruling_stands() {
            self.take_ruling_back();
        } else if self.record.is_open() {
            self.write(Entry::TakenBack);
            self.tell(Announcement::TakenBack(self.turn()));
        } else if let Some(ply) = self.taken_back_in_practice() {
            self.take_back_in_practice(ply);
        } else if self.record.game().moves().is_empty() {
            self.tell(Announcement::NothingToTakeBack);
        } else {
            self.tell(Announcement::CompletedAlready);
        }
    }

    /// Tells that what was asked is not done, and what is waited for now.
    pub(super) fn tell_not_done(&mut self) {
        if *self.phase() == Phase::Adjourned {
            self.tell_adjourned();
        } else if self.is_at_desk() {
            self.repeat_question();
        } else {
            self.tell(Announcement::NotDone);
        }
    }

    /// Refuses an illegal move; in competition the reason is not told.
    pub(super) fn refuse_illegal(&mut self, reason: Reason) {
        let discreet = self.record.is_discreet();
        self.refuse(Announcement::Illegal { reason, discreet });
    }

    pub(super) fn refuse(&mut self, announcement: Announcement) {
        self.effects.push(Effect::Feel(Pattern::Refuse));
        self.tell(announcement);
    }

    pub(super) fn legal_move(&self, m: Move) -> MoveInPosition {
        discretion::told_in(&self.record, m)
    }
}

/// Whether an attempt agrees with a candidate. "Bella eins" may be its square of departure.
fn answers(attempt: &Attempt, m: Move) -> bool {
    let from_fits = |part: PartialSquare| m.from().is_some_and(|from| part.fits(from));
    let castling = attempt.castling.is_none() || attempt.castling == m.castling_side();
    let places = from_fits(attempt.from) && attempt.to.fits(m.to())
        || attempt.from.is_any() && !attempt.to.is_any() && from_fits(attempt.to);
    // "The f3 knight" has the words of a promotion.
    if attempt.promotion == Some(m.role()) && attempt.from.is_any() && from_fits(attempt.to) {
        return true;
    }
    let promotion = match attempt.promotion {
        Some(role) => m.promotion() == Some(role),
        None => true,
    };
    let role = match attempt.role {
        // "Dame" to "Dame, Turm, Läufer oder Springer?"
        Some(role) if m.is_promotion() && attempt.promotion.is_none() && attempt.to.is_any() => {
            m.promotion() == Some(role)
        }
        Some(role) => role == m.role() || attempt.to.is_any() && m.promotion() == Some(role),
        None => true,
    };
    castling && places && promotion && role
}
