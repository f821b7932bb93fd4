//! The side that plays from elsewhere: an engine, a person online.
//!
//! It says what it means without words, so nothing of it is read back or asked once more, and no lever completes its
//! moves. What it means before it can be done here is not kept: its port looks at [`Session::remote_task`] and
//! hands it in when it is wanted.

use std::time::Duration;

use super::{Effect, Handler, Phase, Session};
use crate::{
    announce::{Announcement, Device, MoveInPosition},
    grammar::Intent,
    journal::{Entry, NoteAnswer, NoteKind},
    laws::{Act, Attempt, ClaimKind, Color, Origin, Position, Verdict},
};

/// A move that was read back is not said again. Where no answer says that it was made, a word does so this much later.
const ANSWER: Duration = Duration::from_millis(700);

/// What the game wants of the side that plays from elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemoteTask {
    /// Nothing: the other is to move or has not completed the move, the clocks stand, the game is adjourned or over,
    /// or the arbiter has the word.
    Nothing,
    /// It is to move, but a question is open here: its move is not taken yet.
    Thinking,
    /// Its move.
    Move,
}

/// What is known of a side that plays from elsewhere, beside the record.
#[derive(Debug, Default)]
pub(super) struct RemoteSide {
    lost: bool,
    /// Its clock was stopped because it is lost.
    clock_held: bool,
    /// When it is said that the last move was made.
    acknowledge_at: Option<Duration>,
}

impl RemoteSide {
    pub(super) fn is_lost(&self) -> bool {
        self.lost
    }

    /// The answer to a move says that the move was made.
    pub(super) fn answered(&mut self) {
        self.acknowledge_at = None;
    }
}

impl Session {
    /// What the game wants of the side that plays from elsewhere.
    pub fn remote_task(&self) -> RemoteTask {
        let Some(remote) = self.record.remote() else { return RemoteTask::Nothing };
        // Its own clock was stopped because it was lost: its move is what it is waited for.
        let stands = self.record.clock_was_stopped() && !self.opponent.clock_held;
        let its_move = self.turn() == remote && !self.record.is_open();
        let rests = self.record.ended().is_some() || self.record.sealed().is_some() || self.is_at_desk();
        if !its_move || stands || rests {
            RemoteTask::Nothing
        } else if *self.phase() == Phase::Moving {
            RemoteTask::Move
        } else {
            RemoteTask::Thinking
        }
    }

    /// The move that a wire calls so, `e7e8q`, where it is legal here; castling also as the king to its rook.
    pub fn move_of_wire(&self, uci: &str) -> Option<Intent> {
        let m = self.record.legal(uci.parse().ok()?).ok()?;
        Some(Intent::Move(Attempt::from(m)))
    }

    /// When it is to be said that a move was made, where the answer to it has not said so.
    pub(super) fn acknowledged_at(&self) -> Option<Duration> {
        self.opponent.acknowledge_at
    }
}

impl Handler<'_> {
    /// What was meant without words. Of a side that plays from elsewhere nothing is asked back.
    pub(super) fn handle_remote_intent(&mut self, intent: Intent) {
        let Origin::Remote(side) = self.origin else { return self.handle_intent(intent, true) };
        if self.record.ended().is_some() {
            return;
        }
        if let Intent::Move(attempt) = intent {
            self.remote_move(&attempt);
        } else if let Intent::Declared { act, .. } = intent {
            match act {
                // What it answers may have lapsed on its way.
                Act::AcceptDraw | Act::DeclineDraw if self.record.offer() != Some(!side) => {}
                Act::AcceptDraw => self.settle_acceptance(side),
                Act::Resign => self.resign(side),
                Act::ClaimThreefold(None) => self.settle_claim(side, ClaimKind::Threefold, None),
                Act::ClaimFiftyMoves(None) => self.settle_claim(side, ClaimKind::FiftyMoves, None),
                Act::OfferDraw | Act::DeclineDraw | Act::ClaimFlag => self.declare_for(side, act),
                // What needs a board or an arbiter beside it.
                Act::ClaimThreefold(_)
                | Act::ClaimFiftyMoves(_)
                | Act::ClaimLastTwoMinutes
                | Act::AskFiveSeconds
                | Act::Touch(_)
                | Act::Adjust => {}
            }
        }
    }

    /// A move that nobody misheard: it is made, or it is not legal and none.
    fn remote_move(&mut self, attempt: &Attempt) {
        if self.remote_task() != RemoteTask::Move || self.opponent.clock_held {
            return;
        }
        if let Verdict::Legal(m) = self.record.game().judge(attempt) {
            self.end_review();
            self.make_move(m);
        }
    }

    /// Tells a move that was made. Whose it is that came from elsewhere is told; one's own, where it was just read
    /// back and answered, is only brailled.
    pub(super) fn announce_move(&mut self, told: MoveInPosition, read_back: bool) {
        match self.record.remote() {
            Some(remote) if told.before.turn() == remote => self.say(Announcement::OpponentMoved(told)),
            None if self.is_made_opposite(told.before.turn()) => self.say(Announcement::OpponentMoved(told)),
            Some(_) if read_back => {
                let moved = Announcement::Moved(told);
                self.session.dialogue.keep_to_repeat(&moved);
                self.effects.push(Effect::Show(moved));
            }
            _ => self.say(Announcement::Moved(told)),
        }
    }

    /// Completes the move just made where no lever does: what came from elsewhere, and what goes there from a place
    /// without a tactile clock.
    pub(super) fn complete_without_lever(&mut self, read_back: bool) {
        let (Some(remote), mover) = (self.record.remote(), !self.turn()) else { return };
        if mover != remote && self.clocks.is_tactile() {
            return;
        }
        self.write(Entry::Pressed { side: mover });
        let can_reply = !self.record.game().position().legal_moves().is_empty();
        self.session.opponent.acknowledge_at =
            (mover != remote && read_back && can_reply).then_some(self.at + ANSWER);
    }

    pub(super) fn acknowledge(&mut self) {
        if self.session.opponent.acknowledge_at.take_if(|due| *due <= self.at).is_some() {
            self.tell(Announcement::Turn(self.turn()));
        }
    }

    /// Whether what a press would complete completed itself.
    pub(super) fn has_completed(&self) -> bool {
        let reply = self.record.remote() == Some(self.turn());
        reply && !self.record.is_open() && !self.record.clock_was_stopped() && self.last_move().is_some()
    }

    /// The user at the table speaks for their own side, where the other side plays from elsewhere.
    pub(super) fn speaker(&self) -> Origin {
        match (self.origin, self.record.remote()) {
            (Origin::Table, Some(remote)) => Origin::Player(!remote),
            (from, _) => from,
        }
    }

    /// It is lost or back. While it is lost its clock does not run: the program stops it, as at every fault of its
    /// own, and starts it again.
    pub(super) fn opponent_changed(&mut self, there: bool) {
        self.session.opponent.lost = !there;
        // After the game nobody is missed.
        if self.record.ended().is_some() {
            return;
        }
        let words = if there { "opponent back" } else { "opponent lost" };
        self.note(NoteKind::Fault, words.to_owned(), NoteAnswer::Told, None);
        self.tell(match there {
            true => Announcement::Back(Device::Opponent),
            false => Announcement::Lost(Device::Opponent),
        });
        if there
            && std::mem::take(&mut self.session.opponent.clock_held)
            && self.record.clock_was_stopped()
            && !self.is_at_desk()
        {
            self.write(Entry::ClockStarted { side: self.side_to_run() });
            self.show_clock();
        }
    }

    /// Whether `side` plays from elsewhere and is lost: its clock does not run.
    pub(super) fn is_clock_held(&self, side: Color) -> bool {
        self.opponent.lost && self.record.remote() == Some(side) && self.record.ended().is_none()
    }

    /// Stops the clock of a side that is lost.
    pub(super) fn hold_clock_of_lost_opponent(&mut self) {
        let runs = self.running();
        // Somebody else has started or stopped a clock.
        self.session.opponent.clock_held &= runs.is_none();
        // A server's clock runs on.
        if self.keeps_time() && runs.is_some_and(|side| self.is_clock_held(side)) {
            self.origin = Origin::Program;
            self.halt();
            self.session.opponent.clock_held = true;
        }
    }
}
