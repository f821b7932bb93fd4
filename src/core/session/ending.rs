//! The end of a game, the time after it in which it can still be corrected, and leaving it.
//!
//! The move that ended it may have been a slip of the tongue (FIDE D.2.8). So "Korrektur" takes it back and
//! "Schiedsrichter" calls the arbiter, until the clock is pressed or nothing has been said for a while.

use std::time::Duration;

use super::{Effect, Handler, PendingConfirmation, Phase, Reply, Session};
use crate::{
    announce::{Announcement, GamesAnnouncement, HelpTopic},
    grammar::{Intent, OnlineRequest},
    journal::Entry,
    laws::{CanMate, Color, Ending, Outcome, mate_possible, mate_possible::is_dead},
};

/// The nodes of the search for a dead position after every move: a fraction of a second at worst.
const DEAD_POSITION_NODES: u64 = 50_000;

/// The silence after which a result stands.
pub(super) const SILENCE: Duration = Duration::from_secs(10);

/// How long telling the result takes at most, where no end of speech is reported.
const RESULT_TOLD_AT_MOST: Duration = Duration::from_secs(20);

/// The pending close of a game that is over.
#[derive(Debug, Default)]
pub(super) struct Closing {
    pending: Option<PendingClose>,
}

impl Closing {
    pub(super) fn is_pending(&self) -> bool {
        self.pending.is_some()
    }

    /// Cancels the close: the game is closed, goes on, or is the arbiter's.
    pub(super) fn cancel(&mut self) {
        self.pending = None;
    }
}

/// When the game is closed.
#[derive(Clone, Copy, Debug)]
struct PendingClose {
    at: Duration,
    /// The move that ended the game can still be taken back.
    corrigible: bool,
}

impl Session {
    /// The announcement of the result.
    pub(super) fn result_announcement(&self, outcome: Outcome) -> Announcement {
        let last = self.last_move().filter(|_| outcome.ending.is_by_move());
        Announcement::Ended(outcome, last)
    }

    /// Whether "Korrektur" takes the last move back: it is open, or has just ended the game.
    pub(super) fn last_move_can_be_corrected(&self) -> bool {
        if *self.phase() == Phase::Over {
            return self.closing.pending.is_some_and(|closing| closing.corrigible);
        }
        self.record.is_open()
    }

    /// When the game is closed. A player who has begun to speak is heard out.
    pub(super) fn closes_at(&self) -> Option<Duration> {
        // Reading by touch takes its time, and an answer may be awaited.
        let PendingClose { at, .. } =
            self.closing.pending.filter(|_| !self.options.by_touch && self.inquiry().is_none())?;
        Some(self.microphone.heard_out(at))
    }
}

impl Handler<'_> {
    /// Checkmate, stalemate, the draws that need no claim, and the dead position (FIDE 5.1.1, 5.2, 9.6).
    pub(super) fn outcome_on_board(&self) -> Option<Outcome> {
        let game = self.record.game();
        let dead = || is_dead(game.position(), DEAD_POSITION_NODES) == Some(true);
        game.outcome(self.record.ruleset()).or_else(|| dead().then_some(Outcome::draw(Ending::DeadPosition)))
    }

    /// Ends the game as lost, or drawn where the winner cannot mate by any series of legal moves (FIDE 5.1.2, 6.9, 7.5.5).
    /// Where the search does not find out, the arbiter decides.
    pub(super) fn lose(&mut self, loser: Color, ending: Ending) {
        let found = mate_possible(self.record.game().position(), !loser, self.options.nodes);
        match CanMate::from(&found) {
            CanMate::Unknown => {
                self.halt();
                self.ask_back(PendingConfirmation::CanMate { loser, ending });
            }
            known @ (CanMate::Yes | CanMate::No) => self.end(Outcome::loss(loser, known, ending)),
        }
    }

    /// Writes the result down.
    pub(super) fn end(&mut self, outcome: Outcome) {
        self.write(Entry::Ended { outcome });
        self.enter(Phase::Over);
        self.session.desk.close();
        self.session.opponent.answered();
        self.tell(self.result_announcement(outcome));
        self.tell_exercise_over(outcome);
        self.show_clock();
        self.await_closing(outcome.ending.is_by_move());
    }

    /// Lets silence close the game. Unless it is `corrigible`, only the arbiter can change it.
    pub(super) fn await_closing(&mut self, corrigible: bool) {
        self.session.closing.pending =
            Some(PendingClose { at: self.now + RESULT_TOLD_AT_MOST + SILENCE, corrigible });
    }

    /// Begins the silence anew.
    pub(super) fn restart_silence(&mut self) {
        if let Some(closing) = &mut self.session.closing.pending {
            closing.at = self.now + SILENCE;
        }
    }

    /// Closes the game, or asks first about a challenge that came meanwhile.
    pub(super) fn close_or_ask(&mut self) {
        self.ask_next_challenge();
        if matches!(*self.phase(), Phase::Challenged(_)) {
            self.await_closing(false);
        } else {
            self.close();
        }
    }

    pub(super) fn close(&mut self) {
        self.session.closing.cancel();
        self.tell(Announcement::GameClosed { over: true });
        self.effects.push(Effect::Finished);
    }

    pub(super) fn handle_over(&mut self, intent: Intent) {
        match Reply::from(intent) {
            Reply::Yes | Reply::Other(Intent::PressClock) if self.closing.is_pending() => self.close_or_ask(),
            // That the game is over was learnt by the move.
            Reply::Correct => match self.taken_back_after_the_end() {
                Some(ply) => self.take_back_in_practice(ply),
                None if !self.last_move_can_be_corrected() => self.tell_game_over(),
                None if self.refuse_correction() => {}
                None => self.take_back_the_end(),
            },
            Reply::No => self.tell(Announcement::Help(HelpTopic::Over)),
            Reply::Yes | Reply::Move(_) | Reply::Other(_) => self.tell_game_over(),
        }
    }

    /// Takes back the move that ended the game: its player moves again, on their own time.
    fn take_back_the_end(&mut self) {
        self.write(Entry::TakenBack);
        self.session.closing.cancel();
        self.close_question();
        if self.record.clock_was_stopped() {
            self.write(Entry::ClockStarted { side: self.turn() });
            self.show_clock();
        }
        self.tell(Announcement::TakenBack(self.turn()));
    }

    /// "Partie beenden", "neue Partie": asked back unless the game is over.
    pub(super) fn ask_to_leave(&mut self, again: bool) {
        let is_over = *self.phase() == Phase::Over;
        if again && self.is_among_others() {
            // Beside other games none begins in this one's place.
            self.refuse(GamesAnnouncement::ThisFirst.into());
        } else if is_over && again && self.is_online() {
            self.ask_rematch(OnlineRequest::Seek);
        } else if is_over {
            self.leave(again);
        } else {
            self.ask_back(PendingConfirmation::Leave { again });
        }
    }

    pub(super) fn leave(&mut self, again: bool) {
        self.close_question();
        self.session.dialogue.forget_questions();
        self.halt();
        self.session.closing.cancel();
        // Where the program ends with the game, it tells that itself.
        if self.is_among_others() {
            let over = self.record.ended().is_some();
            self.tell(Announcement::GameClosed { over });
        }
        self.effects.push(Effect::Left { again });
    }

    pub(super) fn tell_game_over(&mut self) {
        if let Some(outcome) = self.record.ended() {
            self.tell(Announcement::GameOver(outcome.result));
        }
    }
}
