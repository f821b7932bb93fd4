//! The side that plays from elsewhere: an engine, a person online.
//!
//! It says what it means without words, so nothing of it is read back or asked once more, and no lever completes its
//! moves. What it means before it can be done here is not kept: whoever carries it looks at [`Session::wanted`] and
//! hands it in when it is wanted.

use std::time::Duration;

use super::{Effect, Phase, Session};
use crate::{
    announce::{Announcement, Device, Told},
    grammar::Intent,
    journal::{Entry, NoteAnswer, NoteKind},
    laws::{Act, Attempt, ClaimKind, Color, Origin, Position, Verdict},
};

/// A move that was read back is not said again. Where no answer says that it was made, a word does so this much later.
const ANSWER: Duration = Duration::from_millis(700);

/// What the game wants of the side that plays from elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Nothing: the other is to move or has not completed his move, the clocks stand, the game is adjourned or over,
    /// or the arbiter has the word.
    Nothing,
    /// It is to move, but a question is open here: its move is not taken yet.
    Thought,
    /// Its move.
    Move,
}

impl Session {
    /// What the game wants of the side that plays from elsewhere.
    pub fn wanted(&self) -> Wanted {
        let Some(remote) = self.record.remote() else { return Wanted::Nothing };
        // Its own clock was stopped because it was lost: its move is what it is waited for.
        let stands = self.record.clock_was_stopped() && !self.spared;
        let its_move = self.turn() == remote && !self.record.is_open();
        let rests = self.record.ended().is_some() || self.record.sealed().is_some() || self.is_at_desk();
        match self.phase {
            _ if !its_move || stands || rests => Wanted::Nothing,
            Phase::Moving => Wanted::Move,
            _ => Wanted::Thought,
        }
    }

    /// The move that a wire calls so, `e7e8q`, where it is legal here; castling also as the king to his rook.
    pub fn move_of_wire(&self, uci: &str) -> Option<Intent> {
        let m = self.record.legal(uci.parse().ok()?).ok()?;
        Some(Intent::Move(Attempt::from(m)))
    }

    /// What was meant without words. Of a side that plays from elsewhere nothing is asked back.
    pub(super) fn handle_meant(&mut self, intent: Intent, at: Duration) {
        let Origin::Remote(side) = self.from else { return self.handle_intent(intent, true, at) };
        if self.record.ended().is_some() {
            return;
        }
        match intent {
            Intent::Move(attempt) => self.remote_move(&attempt, at),
            Intent::Declared { act, .. } => match act {
                // What it answers may have lapsed on its way.
                Act::AcceptDraw | Act::DeclineDraw if self.record.offer() != Some(!side) => {}
                Act::AcceptDraw => self.settle_acceptance(side, at),
                Act::Resign => self.resign(side, at),
                Act::ClaimThreefold(None) => self.settle_claim(side, ClaimKind::Threefold, None, at),
                Act::ClaimFiftyMoves(None) => self.settle_claim(side, ClaimKind::FiftyMoves, None, at),
                Act::OfferDraw | Act::DeclineDraw | Act::ClaimFlag => self.declare_for(side, act, at),
                // What needs a board or an arbiter beside it.
                _ => {}
            },
            _ => {}
        }
    }

    /// A move that nobody misheard: it is made, or it is not legal and none.
    fn remote_move(&mut self, attempt: &Attempt, at: Duration) {
        if self.wanted() != Wanted::Move || self.spared {
            return;
        }
        if let Verdict::Legal(m) = self.record.game().judge(attempt) {
            self.end_review();
            self.make(m, at);
        }
    }

    /// Tells a move that was made. Whose it is that came from elsewhere is told; one's own, where it was just read
    /// back and answered, is only brailled.
    pub(super) fn tell_made(&mut self, told: Told, read_back: bool) {
        match self.record.remote() {
            Some(remote) if told.before.turn() == remote => self.say(Announcement::OpponentMoved(told)),
            None if self.is_made_opposite(told.before.turn()) => self.say(Announcement::OpponentMoved(told)),
            Some(_) if read_back => {
                let moved = Announcement::Moved(told);
                self.said = Some(moved.clone());
                self.effects.push(Effect::Show(moved));
            }
            _ => self.say(Announcement::Moved(told)),
        }
    }

    /// Completes the move just made where no lever does: what came from elsewhere, and what goes there from a place
    /// without a tactile clock.
    pub(super) fn complete_by_itself(&mut self, read_back: bool, at: Duration) {
        let (Some(remote), mover) = (self.record.remote(), !self.turn()) else { return };
        if mover != remote && self.tactile_clock {
            return;
        }
        self.write(Entry::Pressed { side: mover }, at);
        let can_reply = !self.record.game().position().legal_moves().is_empty();
        self.unanswered = (mover != remote && read_back && can_reply).then_some(at + ANSWER);
    }

    /// When it is to be said that a move was made, where the answer to it has not said so.
    pub(super) fn acknowledged_at(&self) -> Option<Duration> {
        self.unanswered
    }

    pub(super) fn acknowledge(&mut self, at: Duration) {
        if self.unanswered.take_if(|due| *due <= at).is_some() {
            self.tell(Announcement::Turn(self.turn()));
        }
    }

    /// Whether what a press would complete completed itself.
    pub(super) fn has_completed(&self) -> bool {
        let reply = self.record.remote() == Some(self.turn());
        reply && !self.record.is_open() && !self.record.clock_was_stopped() && self.last_move().is_some()
    }

    /// The user at the table speaks for himself, as far as the other side plays from elsewhere.
    pub(super) fn speaker(&self) -> Origin {
        match (self.from, self.record.remote()) {
            (Origin::Table, Some(remote)) => Origin::Player(!remote),
            (from, _) => from,
        }
    }

    /// It is lost or back. While it is lost its clock does not run: the program stops it, as at every fault of its
    /// own, and starts it again.
    pub(super) fn opponent_changed(&mut self, there: bool, at: Duration) {
        self.opponent_lost = !there;
        // Whoever goes after the game is not missed.
        if self.record.ended().is_some() {
            return;
        }
        let words = if there { "opponent back" } else { "opponent lost" };
        self.note(NoteKind::Fault, words.to_owned(), NoteAnswer::Told, None, at);
        self.tell(match there {
            true => Announcement::Back(Device::Opponent),
            false => Announcement::Lost(Device::Opponent),
        });
        if there && std::mem::take(&mut self.spared) && self.record.clock_was_stopped() && !self.is_at_desk()
        {
            self.write(Entry::ClockStarted { side: self.to_run() }, at);
            self.show_clock(at);
        }
    }

    /// Whether `side` plays from elsewhere and is lost: its clock does not run.
    pub(super) fn is_spared(&self, side: Color) -> bool {
        self.opponent_lost && self.record.remote() == Some(side) && self.record.ended().is_none()
    }

    /// Stops the clock of a side that is lost.
    pub(super) fn spare_the_lost(&mut self, at: Duration) {
        let runs = self.running();
        // Somebody else has started or stopped a clock.
        self.spared &= runs.is_none();
        // A server's clock runs whoever is there.
        if self.keeps_time() && runs.is_some_and(|side| self.is_spared(side)) {
            self.from = Origin::Program;
            self.halt(at);
            self.spared = true;
        }
    }
}
