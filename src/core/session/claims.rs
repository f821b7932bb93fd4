//! Claims (FIDE 9.2 to 9.5, 6.8, Guidelines III): asked back, since they cannot be withdrawn, then examined.

use std::time::Duration;

use super::{Effect, Handler, PendingConfirmation, Phase, Purpose, Reply, StatedMove, spelling};
use crate::{
    announce::{Announcement, AssistantAnswer, Declaration, IncorrectClaim},
    grammar::Intent,
    journal::{self, Entry},
    laws::{
        ArbiterAnswer, Attempt, ByColor, CanMate, Claim, ClaimFault, ClaimKind, ClaimRefused, ClaimVerdict,
        Color, Ending, FlagVerdict, Flags, LastPeriod, Outcome, TwoMinutesClaim, TwoMinutesGround,
        TwoMinutesRefused, Verdict, WrongClaim, claim_flag, in_the_last_two_minutes,
    },
};

impl Handler<'_> {
    /// "Dreimalige Stellung", "fünfzig Züge", with or without the move about to be made.
    pub(super) fn claim_draw(&mut self, by: Color, kind: ClaimKind, intended: Option<Attempt>) {
        if let Some(m) = self.record.must_play() {
            return self.refuse(Declaration::MustPlay(self.told_owed(m)).into());
        }
        let is_open = |said: &Attempt| self.record.is_discreet() && said.open_part(self.turn()).is_some();
        if intended.as_ref().is_some_and(is_open) {
            return self.refuse(Announcement::Unclear);
        }
        let (with, intended) = match intended {
            // In competition the words are judged after the yes.
            Some(said) if self.record.is_discreet() => (Some(StatedMove::Words(said)), None),
            Some(attempt) => match self.record.game().judge(&attempt) {
                Verdict::Legal(m) => (Some(StatedMove::Judged(m)), Some(attempt)),
                Verdict::Ambiguous(_) | Verdict::PromotionMissing(_) | Verdict::Illegal(_) => {
                    (None, Some(attempt))
                }
            },
            None => (None, None),
        };
        match self.examine(by, kind, intended) {
            Ok(ClaimVerdict::Wrong(WrongClaim { because: ClaimFault::IntendedIllegal(reason), .. })) => {
                // No claim yet: a move misheard must not cost two minutes.
                self.refuse_illegal(reason);
            }
            Ok(_) => {
                // FIDE 9.5.1: the clocks stop with the claim, not with the answer to the question.
                self.halt_for_question();
                self.ask_back(PendingConfirmation::Claim { by, kind, with });
            }
            Err(ClaimRefused::Unclear(candidates)) => {
                self.halt_for_question();
                self.ask_which(candidates, Purpose::Claim(by, kind));
            }
            Err(refused) => self.refuse_claim(refused),
        }
    }

    fn refuse_claim(&mut self, refused: ClaimRefused) {
        match refused {
            ClaimRefused::GameOver(_) => self.tell_game_over(),
            ClaimRefused::NotOnMove => self.refuse(Declaration::NotOnMove.into()),
            ClaimRefused::Touched => self.refuse(Announcement::ClaimLost),
            ClaimRefused::Unclear(_) => self.refuse(Announcement::Unclear),
        }
    }

    /// Settles a claim that was confirmed.
    pub(super) fn settle_claim(&mut self, by: Color, kind: ClaimKind, with: Option<StatedMove>) {
        self.close_question();
        let said = if let Some(StatedMove::Words(said)) = &with { Some(spelling::words(said)) } else { None };
        let with = with.map(Attempt::from);
        let verdict = match self.examine(by, kind, with) {
            Ok(ClaimVerdict::Wrong(WrongClaim { because: ClaimFault::IntendedIllegal(reason), .. })) => {
                let article = reason.article();
                self.refuse_illegal(reason);
                if let Some(with) = with {
                    self.note_attempt(&with, article);
                }
                return;
            }
            Err(refused) => return self.refuse_claim(refused),
            Ok(verdict) => verdict,
        };
        let with = with.and_then(|attempt| match self.record.game().judge(&attempt) {
            Verdict::Legal(m) => Some(m),
            Verdict::Ambiguous(_) | Verdict::PromotionMissing(_) | Verdict::Illegal(_) => None,
        });
        let gains = match &verdict {
            ClaimVerdict::Wrong(wrong) if self.record.clock().is_some() => wrong.opponent_gains,
            ClaimVerdict::Correct(_) | ClaimVerdict::Wrong(_) => Duration::ZERO,
        };
        let entry = Entry::Claimed {
            by,
            claim: kind,
            uci: with.map(|m| self.record.uci(m)),
            said,
            holds: matches!(verdict, ClaimVerdict::Correct(_)),
            gains_ms: journal::in_ms(gains),
        };
        self.write(entry);
        match verdict {
            ClaimVerdict::Correct(outcome) => self.end(outcome),
            ClaimVerdict::Wrong(wrong) => {
                self.show_clock();
                if let Some(claim) = incorrect(wrong.because) {
                    self.tell(Announcement::ClaimIncorrect(claim));
                }
                self.tell_added_time(!by, gains);
                if let Some(m) = wrong.must_play {
                    let told = self.told_owed(m);
                    self.tell(Declaration::MustPlay(told).into());
                }
            }
        }
    }

    fn examine(
        &self,
        by: Color,
        kind: ClaimKind,
        intended: Option<Attempt>,
    ) -> Result<ClaimVerdict, ClaimRefused> {
        let touched = self.is_bound_by_touch();
        Claim { kind, by, intended }.examine(self.record.game(), touched, self.record.rules())
    }

    /// FIDE 6.8, 6.9: the flag that fell first loses, unless the opponent cannot mate.
    pub(super) fn claim_flag(&mut self, by: Color) {
        let Some(clock) = self.record.clock() else { return self.tell(Announcement::NoClock) };
        let fallen = ByColor::new_with(|side| self.record.flag_has_fallen(side));
        let last_period = Color::ALL.into_iter().all(|side| clock.is_last_period(side));
        let flags = Flags { fallen, first: self.record.first_fallen(), last_period };
        if fallen.iter().all(|fallen| !fallen) {
            return self.tell(AssistantAnswer::Flags(fallen).into());
        }
        // Whether the winner can mate is searched only where the flag decides.
        match claim_flag(self.record.game(), by, flags, CanMate::Yes, CanMate::Yes, self.record.ruleset()) {
            FlagVerdict::Over(Outcome { ending: ending @ Ending::FlagFall(loser), .. }) => {
                self.lose(loser, ending)
            }
            FlagVerdict::Over(outcome) => self.end(outcome),
            FlagVerdict::NotFallen => self.tell(Announcement::FlagStands(!by)),
            FlagVerdict::GoesOn => self.tell(Declaration::BothFlags.into()),
        }
    }

    /// "Letzte zwei Minuten": the arbiter is to decide, and the clocks stand meanwhile. Where there is none, the claim ends
    /// the game.
    pub(super) fn claim_last_two_minutes(&mut self, side: Color) {
        let Some(last) = self.last_period(side) else { return self.tell(Announcement::NoClock) };
        let ground = TwoMinutesGround::CannotWin;
        match TwoMinutesClaim::hear(self.record.game(), side, ground, last, self.record.rules()) {
            Ok(_) if self.record.rules().refers_claims() => {
                self.halt_for_question();
                self.ask_back(PendingConfirmation::ReferClaim(side));
            }
            Ok(claim) => {
                if self.running().is_some() {
                    self.session.clocks.stop_for_question();
                }
                self.write(Entry::TwoMinutesClaimed { side });
                if claim.is_offer && self.judge_offer(side).is_ok() {
                    self.write(Entry::DrawOffered { by: side });
                }
                self.show_clock();
                self.ask_back(PendingConfirmation::TwoMinutes(side));
            }
            Err(refused) => self.refuse(Declaration::TwoMinutesRefused(refused).into()),
        }
    }

    /// "Fünf Sekunden je Zug": an offer of a draw too, which the arbiter may grant in its place (Guidelines III.4).
    pub(super) fn ask_five_seconds(&mut self, side: Color) {
        let Some(last) = self.last_period(side) else { return self.tell(Announcement::NoClock) };
        if !self.record.rules().switches().five_seconds {
            return self.refuse(Declaration::TwoMinutesRefused(TwoMinutesRefused::NotInRules).into());
        }
        match in_the_last_two_minutes(self.record.game(), side, last, self.record.rules()) {
            Ok(()) => {
                if self.judge_offer(side).is_ok() {
                    self.write(Entry::DrawOffered { by: side });
                }
                self.halt_for_question();
                self.ask_back(PendingConfirmation::FiveSeconds(side));
            }
            Err(refused) => self.refuse(Declaration::TwoMinutesRefused(refused).into()),
        }
    }

    fn last_period(&self, side: Color) -> Option<LastPeriod> {
        self.record.clock().map(|clock| LastPeriod {
            remaining: clock.left(side, self.at),
            addition: clock.has_bonus(side),
            last_period: clock.is_last_period(side),
        })
    }

    /// The arbiter's yes, no or "weiter".
    pub(super) fn answer_two_minutes(&mut self, by: Color, intent: &Intent) {
        let at_flag = Color::ALL.into_iter().any(|side| self.record.flag_has_fallen(side));
        let answer = match Reply::from(intent.clone()) {
            Reply::Yes => ArbiterAnswer::Draw,
            Reply::No => ArbiterAnswer::Reject,
            // When a flag has fallen the arbiter must decide.
            Reply::Other(Intent::StartClock) if !at_flag => ArbiterAnswer::Postpone { two_minutes: false },
            Reply::Correct | Reply::Move(_) | Reply::Other(_) => return self.no_answer(),
        };
        let claim = TwoMinutesClaim { by, ground: TwoMinutesGround::CannotWin, is_offer: false };
        let ruling = claim.answer(answer);
        self.close_question();
        if let Some(outcome) = ruling.outcome {
            return self.end(outcome);
        }
        let gains_ms = journal::in_ms(ruling.opponent_gains);
        self.write(Entry::TwoMinutesAnswered { postponed: ruling.postponed, gains_ms });
        if ruling.postponed {
            // "Weiter" starts the clock, also after a power cut.
            self.session.clocks.stop_for_question();
            return self.tell(Declaration::TwoMinutesPostponed.into());
        }
        self.tell(Declaration::TwoMinutesRejected.into());
        if at_flag {
            return self.claim_flag(!self.record.first_fallen().unwrap_or(by));
        }
        self.tell_added_time(!by, ruling.opponent_gains);
        self.show_clock();
    }

    /// A postponed claim comes before the flag that has now fallen (Guidelines III.5.2; 10.2 of 2009).
    pub(super) fn reopen_postponed_claim(&mut self) -> bool {
        let Some(side) = self.record.postponed() else { return false };
        if matches!(*self.phase(), Phase::Sealing { .. }) {
            self.effects.push(Effect::Conceal(false));
        }
        self.drop_question();
        self.write(Entry::TwoMinutesClaimed { side });
        self.show_clock();
        self.ask_back(PendingConfirmation::TwoMinutes(side));
        true
    }

    /// Ends a game whose last entry before a power failure was a correct claim or the last fault allowed. Returns
    /// whether there was one.
    pub(super) fn end_if_upheld(&mut self) -> bool {
        let (offences, rules) = (self.record.offences(), self.record.rules());
        let over = |side: &Color| offences.of(*side) >= rules.switches().illegal_moves_lose;
        let is_pardoned = self.record.was_reopened();
        if let Some(side) = Color::ALL.into_iter().find(over).filter(|_| !is_pardoned) {
            self.lose(side, Ending::IllegalMoves(side));
            return true;
        }
        let Some((kind, intended)) = self.record.upheld() else { return false };
        let ending = match kind {
            ClaimKind::Threefold => Ending::Threefold { intended },
            ClaimKind::FiftyMoves => Ending::FiftyMoves { intended },
        };
        self.end(Outcome::draw(ending));
        true
    }

    pub(super) fn tell_added_time(&mut self, side: Color, time: Duration) {
        if !time.is_zero() {
            self.tell(Announcement::Penalty(side, time));
        }
    }
}

/// What is wrong with a claim; none where its move is illegal.
pub(super) fn incorrect(because: ClaimFault) -> Option<IncorrectClaim> {
    match because {
        ClaimFault::Appearances(seen) => Some(IncorrectClaim::Threefold(seen as u32)),
        ClaimFault::QuietPlies(plies) => Some(IncorrectClaim::FiftyMoves(plies / 2)),
        ClaimFault::IntendedIllegal(_) => None,
    }
}
