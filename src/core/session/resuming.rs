//! The open question through a power cut: written down when it changes, asked again when the game goes on.

use super::{
    Effect, Handler, Pattern, PendingConfirmation, Phase, Session, desk::Interrupted, floor::WaitingQuestion,
    spelling,
};
use crate::{
    announce::Announcement,
    journal::{Entry, JournalLine, OpenQuestion, Start},
    laws::Position,
};

impl Session {
    /// The open question, as the journal has it.
    fn open_question(&self) -> Option<OpenQuestion> {
        if matches!(*self.phase(), Phase::Moving | Phase::Adjourned | Phase::Over) {
            return None;
        }
        // The instant parts equal moves that are being sealed.
        let (record, nonce) = (&self.record, self.dialogue.asked_at().as_nanos() as u64);
        let waiting = self.dialogue.questions().iter();
        Some(OpenQuestion {
            question: spelling::spell(self.phase(), record, nonce)?,
            rest: self.dialogue.waiting().map_while(|intent| spelling::spell_rest(intent, record)).collect(),
            waiting: waiting.filter_map(|question| question.spelled(record, nonce)).collect(),
            desk: self.desk.interrupted().and_then(|found| found.spelled(record, nonce)),
            stopped: self.clocks.is_stopped_for_question(),
        })
    }
}

impl Handler<'_> {
    /// Writes the open question down if the journal has another, or none.
    pub(super) fn note_open_question(&mut self) {
        if self.is_studying() {
            return;
        }
        let now = self.open_question();
        if now.as_ref() == self.record.question() {
            return;
        }
        let entry = now.map_or(Entry::Withdrawn, Entry::Asked);
        let line = JournalLine::new(self.at, entry).from(self.origin);
        if self.session.record.apply(&line.entry, line.at()).is_ok() {
            self.effects.record_question(line);
        }
    }

    /// Takes the dialogue up as the record has it. Returns the phase, which is still to be entered.
    pub(super) fn restore_dialogue(&mut self) -> Phase {
        let record = &self.session.record;
        let phase = Phase::implied_by(record);
        let open = record.question().filter(|_| phase != Phase::at_rest(record)).cloned().unwrap_or_default();
        let waiting: Vec<_> =
            open.waiting.iter().filter_map(|text| WaitingQuestion::read(text, record)).collect();
        let found = open.desk.and_then(|text| Interrupted::read(&text, record));
        let rest = open.rest.iter().map_while(|text| spelling::read_rest(text, record)).collect();
        self.session.dialogue.keep_waiting(rest);
        self.session.dialogue.restore_questions(waiting);
        self.session.desk.restore(found);
        if open.stopped {
            self.session.clocks.stop_for_question();
        }
        phase
    }

    pub(super) fn resume_game(&mut self, torn: bool) {
        let is_older = self.record.start().version < Start::VERSION;
        let version = is_older.then_some(Start::VERSION);
        self.write(Entry::Resumed { chosen: self.options.chosen.clone(), version });
        self.close_microphone_until_talk();
        self.show_clock();
        if torn {
            self.tell(Announcement::JournalTruncated);
        }
        let phase = self.restore_dialogue();
        let is_asked = phase != *self.phase();
        if let Some(outcome) = self.record.ended() {
            self.tell(self.result_announcement(outcome));
            return if is_asked { self.enter_again(phase) } else { self.await_closing(false) };
        }
        // The power may have failed between the entry of the last move and that of the end it brought.
        if let Some(outcome) = self.outcome_on_board().filter(|_| !self.is_online() && !is_asked) {
            if let Some(told) = self.last_move() {
                self.tell(Announcement::Moved(told));
            }
            return self.end(outcome);
        }
        let position = self.record.game().position();
        self.tell(Announcement::Resumed {
            last: self.last_move(),
            number: position.fullmoves().get(),
            turn: position.turn(),
            clock: self.record.clock().is_some() && self.keeps_time(),
        });
        self.tell_unusual_start();
        if self.record.is_open() && self.record.clock().is_none() && !self.is_online() {
            self.complete_without_lever(false);
        }
        if !is_asked && self.end_if_upheld() {
            return;
        }
        // An offer that a claim makes is asked about with it.
        let is_claim = matches!(
            phase,
            Phase::Deciding(PendingConfirmation::TwoMinutes(_) | PendingConfirmation::FiveSeconds(_))
        );
        if !is_claim {
            self.tell_standing_offer();
        }
        self.agree_resumption();
        if is_asked {
            self.enter_again(phase);
        } else {
            self.tell_adjourned();
        }
    }

    /// Tells which draw offer stands; a server tells its own.
    fn tell_standing_offer(&mut self) {
        let Some(by) = self.record.offer().filter(|_| !self.is_online()) else { return };
        if self.concerns_user(!by) {
            self.effects.push(Effect::Feel(Pattern::Offer));
        }
        self.tell(Announcement::DrawOffered(by));
    }
}
