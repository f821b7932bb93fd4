//! The remote side: an engine, a person online.
//!
//! Its intents come without words, so nothing is read back or asked back, and no lever completes its moves. An intent
//! that comes too early is dropped: its port looks at [`Session::remote_task`] and hands it in when it is wanted.

use std::time::Duration;

use super::{Effect, Handler, Phase, Session};
use crate::{
    announce::{Announcement, Device, MoveInPosition},
    grammar::Intent,
    journal::{Entry, NoteAnswer, NoteKind},
    laws::{Act, Attempt, ClaimKind, Color, Origin, Position, Verdict},
};

/// How long after a move that was read back, and is not said again, the turn is told where no reply has come.
const ACKNOWLEDGE_AFTER: Duration = Duration::from_millis(700);

/// What the game wants of the remote side.
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

/// What is known of the remote side beside the record.
#[derive(Debug, Default)]
pub(super) struct RemoteSide {
    pub(super) lost: bool,
    /// Whether its clock was stopped because it is lost.
    clock_held: bool,
    /// When the turn is told, if no reply has come.
    acknowledge_at: Option<Duration>,
}

impl RemoteSide {
    pub(super) fn is_lost(&self) -> bool {
        self.lost
    }

    /// A reply or the end makes the acknowledgement needless.
    pub(super) fn answered(&mut self) {
        self.acknowledge_at = None;
    }
}

impl Session {
    /// What the game wants of the remote side.
    pub fn remote_task(&self) -> RemoteTask {
        let Some(remote) = self.record.remote() else { return RemoteTask::Nothing };
        // A clock that stands because it was lost waits for its move.
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

    /// A UCI move, where it is legal here; castling also as the king to its rook.
    pub fn move_of_wire(&self, uci: &str) -> Option<Intent> {
        let m = self.record.legal(uci.parse().ok()?).ok()?;
        Some(Intent::Move(Attempt::from(m)))
    }

    /// When the turn is to be told, if no reply has come.
    pub(super) fn acknowledged_at(&self) -> Option<Duration> {
        self.opponent.acknowledge_at.filter(|_| self.waiting_told().is_none())
    }
}

impl Handler<'_> {
    /// Handles an intent that came without words. Nothing is asked back of a remote side.
    pub(super) fn handle_remote_intent(&mut self, intent: Intent) {
        self.wordless = true;
        let Origin::Remote(side) = self.origin else { return self.handle_intent(intent, true) };
        if self.record.ended().is_some() || self.is_studying() {
            return;
        }
        if let Intent::Move(attempt) = intent {
            self.remote_move(&attempt);
        } else if let Intent::Declared { act, .. } = intent {
            match act {
                // The offer may have lapsed meanwhile.
                Act::AcceptDraw | Act::DeclineDraw if self.record.offer() != Some(!side) => {}
                Act::AcceptDraw => self.settle_acceptance(side),
                Act::Resign => self.resign(side),
                Act::ClaimThreefold(None) => self.settle_claim(side, ClaimKind::Threefold, None),
                Act::ClaimFiftyMoves(None) => self.settle_claim(side, ClaimKind::FiftyMoves, None),
                Act::OfferDraw | Act::DeclineDraw | Act::ClaimFlag => self.declare_for(side, act),
                // The rest needs a board or an arbiter.
                Act::ClaimThreefold(_)
                | Act::ClaimFiftyMoves(_)
                | Act::ClaimLastTwoMinutes
                | Act::AskFiveSeconds
                | Act::Touch(_)
                | Act::Adjust => {}
            }
        }
    }

    /// Makes a move of the remote side, if it is legal and wanted.
    fn remote_move(&mut self, attempt: &Attempt) {
        if self.remote_task() != RemoteTask::Move || self.opponent.clock_held {
            return;
        }
        if let Verdict::Legal(m) = self.record.game().judge(attempt) {
            self.end_review();
            self.make_move(m);
        }
    }

    /// Tells a move that was made, an opponent's as such. The user's own against a remote side is only brailled after a
    /// read-back.
    pub(super) fn announce_move(&mut self, told: MoveInPosition, read_back: bool) {
        match self.record.remote() {
            Some(remote) if told.before.turn() == remote => self.tell(Announcement::OpponentMoved(told)),
            None if self.is_made_opposite(told.before.turn()) => self.tell(Announcement::OpponentMoved(told)),
            Some(_) if read_back => {
                let moved = Announcement::Moved(told);
                self.session.dialogue.keep_to_repeat(&moved);
                self.effects.push(Effect::Show(moved));
            }
            _ => self.tell(Announcement::Moved(told)),
        }
    }

    /// Completes the move just made where no lever does: the remote side's, and the user's without a tactile clock.
    pub(super) fn complete_without_lever(&mut self, read_back: bool) {
        let (Some(remote), mover) = (self.record.remote(), !self.turn()) else { return };
        if mover != remote && self.clocks.is_tactile() {
            return;
        }
        self.write(Entry::Pressed { side: mover });
        let can_reply = !self.record.game().position().legal_moves().is_empty();
        self.session.opponent.acknowledge_at =
            (mover != remote && read_back && can_reply).then_some(self.now + ACKNOWLEDGE_AFTER);
    }

    pub(super) fn acknowledge(&mut self) {
        if self.acknowledged_at().is_some_and(|due| due <= self.now) {
            self.session.opponent.acknowledge_at = None;
            self.tell(Announcement::Turn(self.turn()));
        }
    }

    /// Whether the move that a press would complete is completed already, without a lever.
    pub(super) fn is_completed_without_lever(&self) -> bool {
        let reply = self.record.remote() == Some(self.turn());
        reply && !self.record.is_open() && !self.record.clock_was_stopped() && self.last_move().is_some()
    }

    /// The origin of what is said: against a remote side the table is the user.
    pub(super) fn speaker(&self) -> Origin {
        match (self.origin, self.record.remote()) {
            (Origin::Table, Some(remote)) => Origin::Player(!remote),
            (from, _) => from,
        }
    }

    /// Notes that the remote side is lost or back. While it is lost the program stops its clock, as at every fault of
    /// its own.
    pub(super) fn opponent_changed(&mut self, there: bool) {
        let is_news = std::mem::replace(&mut self.session.opponent.lost, !there) == there;
        if self.is_studying() {
            if is_news {
                self.opponent_changed_in_study(there);
            }
            return;
        }
        // After the game it does not matter.
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

    /// Nothing is noted of a game that waits, and its clocks stand anyway.
    fn opponent_changed_in_study(&mut self, there: bool) {
        if self.is_looking_at_game() {
            if !there {
                self.tell_looking();
            }
        } else if !self.is_school_alone() && self.game_record().ended().is_none() {
            self.tell(match there {
                true => Announcement::Back(Device::Opponent),
                false => Announcement::Lost(Device::Opponent),
            });
        }
    }

    /// Whether `side` is remote and lost, so that its clock does not run.
    pub(super) fn is_clock_held(&self, side: Color) -> bool {
        self.opponent.lost && self.record.remote() == Some(side) && self.record.ended().is_none()
    }

    /// Stops the clock of a remote side that is lost.
    pub(super) fn hold_clock_of_lost_opponent(&mut self) {
        let runs = self.running();
        // Somebody else has started or stopped a clock.
        self.session.opponent.clock_held &= runs.is_none();
        // The clock of a server runs on.
        if self.keeps_time() && runs.is_some_and(|side| self.is_clock_held(side)) {
            self.origin = Origin::Program;
            self.halt();
            self.session.opponent.clock_held = true;
        }
    }
}
