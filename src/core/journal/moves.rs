//! How entries on moves and on the end of the game change the record.

use std::{sync::Arc, time::Duration};

use shakmaty::{Position, san::SanPlus, uci::UciMove};

use super::{Entry, OpenQuestion, Record, Start, refusal::EntryRefused, spent::TimesSpent};
use crate::laws::{Color, Move, Outcome, StartPosition};

impl Record {
    /// Takes a question. A move that is read back ends an adjustment.
    pub(super) fn ask(&mut self, question: &OpenQuestion) -> Result<(), EntryRefused> {
        if let Some(uci) = question.read_back() {
            self.legal(uci)?;
            if !self.question.as_ref().is_some_and(|before| before.holds(&question.question)) {
                self.rulings.touch.end_adjustment();
            }
        }
        self.question = Some(question.clone());
        Ok(())
    }

    pub(super) fn play(&mut self, uci: UciMove, san: &str, at: Duration) -> Result<(), EntryRefused> {
        let m = self.legal(uci)?;
        if san != self.san(m) {
            return Err(EntryRefused::Contradicted(uci, san.to_owned()));
        }
        self.complete(at);
        self.before_rulings.clear();
        self.ruled_just_now = false;
        self.rulings.moves(self.game.turn());
        self.game.play(m).map_err(|_| EntryRefused::Illegal(uci))?;
        self.left.push(None);
        self.spend(at);
        self.open = true;
        Ok(())
    }

    /// Completes the last move because of the reply, even without a press (FIDE 6.2.1.2).
    fn complete(&mut self, at: Duration) {
        if self.open {
            self.open = false;
            let mover = !self.game.turn();
            self.note_completion(mover, at);
            if let (Some(clock), Some(left)) = (&self.clock, self.left.last_mut()) {
                *left = Some(clock.left(mover, at));
            }
        }
    }

    pub(super) fn take_back(&mut self) -> Result<(), EntryRefused> {
        let by_move = |outcome: Outcome| outcome.ending.is_by_move();
        if self.ended.is_some_and(by_move) && self.before_end.as_ref().is_some_and(|end| end.open) {
            self.restore_end();
        }
        if !self.open || self.game.take_back().is_none() {
            return Err(EntryRefused::NothingToTakeBack);
        }
        self.left.pop();
        self.unspend();
        self.open = false;
        self.rulings.takes_back();
        self.forget_later_offers();
        Ok(())
    }

    /// Goes back to the position after `ply` half-moves (FIDE D.2.9).
    pub(super) fn return_to(&mut self, ply: usize, at: Duration) -> Result<(), EntryRefused> {
        if ply > self.game.moves().len() {
            return Err(EntryRefused::NothingToTakeBack);
        }
        self.stop_clock(at);
        self.game.return_to(ply);
        self.left.truncate(self.game.moves().len());
        self.forget_times_spent(ply, at);
        self.forget_later_offers();
        self.open = false;
        self.rulings.forget();
        let made = |side| self.game.moves_made(side);
        if let Some(clock) = &mut self.clock {
            Color::ALL.into_iter().for_each(|side| clock.set_completed(side, made(side)));
        }
        Ok(())
    }

    /// Forgets the offers of moves that are taken back. What was ruled there still holds, and moves to where the game is.
    fn forget_later_offers(&mut self) {
        let ply = self.game.moves().len();
        self.offers.retain(|&(after, _)| after <= ply);
        self.remarks.iter_mut().for_each(|(after, _)| *after = ply.min(*after));
    }

    pub(super) fn set_up(&mut self, position: &StartPosition) {
        let start = Start { position: position.clone(), ..self.start.clone() };
        let (doubt, at) = (self.doubt.take(), self.at);
        *self = Record { doubt, spent: TimesSpent::since(at), ..Record::new(start) };
    }

    /// Cancels the game and begins it anew, with colours swapped or not (FIDE 7.2.1, 7.3).
    pub(super) fn begin_anew(&mut self, swapped: bool) {
        let mut start = self.start.clone();
        if swapped {
            std::mem::swap(&mut start.white, &mut start.black);
            start.users = start.users.swapped();
        }
        let mut new = Record::new(start);
        (new.before_rulings, new.at) = (std::mem::take(&mut self.before_rulings), self.at);
        new.spent = TimesSpent::since(self.at);
        // What was ruled in the game that does not count stands before the first move of the one that does.
        new.remarks = std::mem::take(&mut self.remarks).into_iter().map(|(_, remark)| (0, remark)).collect();
        (new.ruled_just_now, new.rulings.default_time) = (true, self.rulings.default_time);
        *self = new;
    }

    pub(super) fn end(&mut self, outcome: Outcome, at: Duration) {
        self.halt_clock(at);
        if self.ended.is_none() {
            self.before_end = Some(Arc::new(Record { before_rulings: Vec::new(), ..self.clone() }));
        }
        self.open = false;
        self.rulings.end();
        self.ended = Some(outcome);
    }

    /// Reopens the game, but keeps the arbiter's rulings and remarks.
    pub(super) fn reopen(&mut self) -> Result<(), EntryRefused> {
        if self.before_end.is_none() {
            return Err(EntryRefused::NotOver);
        }
        let before_rulings = std::mem::take(&mut self.before_rulings);
        let remarks = std::mem::take(&mut self.remarks);
        self.restore_end();
        (self.before_rulings, self.remarks, self.ruled_just_now) = (before_rulings, remarks, true);
        (self.reopened, self.rulings.upheld) = (true, None);
        Ok(())
    }

    /// Restores the state in which the game ended.
    fn restore_end(&mut self) {
        if let Some(before) = self.before_end.take() {
            let doubt = self.doubt.take();
            *self = Arc::unwrap_or_clone(before);
            self.doubt = doubt;
        }
    }

    pub(crate) fn legal(&self, uci: UciMove) -> Result<Move, EntryRefused> {
        uci.to_move(self.game.position()).map_err(|_| EntryRefused::Illegal(uci))
    }

    /// Returns the entry that plays `m` on the board.
    pub fn move_entry(&self, m: Move) -> Entry {
        Entry::Moved { uci: self.uci(m), san: self.san(m), said: None }
    }

    pub(super) fn san(&self, m: Move) -> String {
        SanPlus::from_move(self.game.position().clone(), m).to_string()
    }

    /// Returns the move in the journal's form.
    pub fn uci(&self, m: Move) -> UciMove {
        m.to_uci(self.game.position().castles().mode())
    }
}
